//! A vocabulary without end, by rank: how often a rank is used, and how it is spelled. Words mean nothing; what counts
//! for an index is how often they come, how long they are, and for Chinese which characters meet in them.
//!
//! Frequencies follow the two power laws that Gerlach and Altmann (*Stochastic Model for the Vocabulary Growth in Natural
//! Languages*, Physical Review X 3, 2013) fitted to books: exponent 1 for the common words, 1.77 for the others. The
//! shift at the head is Mandelbrot's.

use std::collections::HashSet;

use crate::random::Random;

/// Rank at which common words end, after Gerlach and Altmann.
const COMMON: f64 = 7_873.0;
/// Exponent of the words beyond.
const RARE_EXPONENT: f64 = 1.77;
/// Ranks with a spelling of their own that is kept; the rest is spelled on demand.
const KEPT: u64 = 65_536;
/// Characters that Chinese words are made of: about the usual list of common characters.
const CHARACTERS: usize = 3_500;
/// Mandelbrot's shift for characters inside words.
const CHARACTER_SHIFT: f64 = 40.0;

/// The language that a corpus imitates.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Language {
    /// Chinese.
    Zh,
    /// English.
    En,
}

impl Language {
    /// The tag of it.
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Zh => "zh",
            Self::En => "en",
        }
    }

    /// Mandelbrot's shift, so that the most common word has its usual share: about 6 % in English, 3 % in Chinese.
    fn shift(self) -> f64 {
        match self {
            Self::Zh => 2.5,
            Self::En => 0.15,
        }
    }

    /// Numbers among its words, as a share.
    pub(crate) fn numbers(self) -> f64 {
        match self {
            Self::Zh => 0.05,
            Self::En => 0.015,
        }
    }

    /// The rank up to which words have a function rather than a subject.
    fn function_words(self) -> f64 {
        match self {
            Self::Zh => 60.0,
            Self::En => 100.0,
        }
    }
}

/// Words of a language.
pub(crate) struct Vocabulary {
    language: Language,
    kept: Vec<String>,
}

impl Vocabulary {
    /// Spells the common words, each in its own way.
    pub(crate) fn new(language: Language) -> Self {
        let mut seen = HashSet::new();
        let mut kept = Vec::new();
        for rank in 0..KEPT {
            let mut attempt = 0;
            let mut word = spell(language, rank, attempt);
            while !seen.insert(word.clone()) {
                attempt += 1;
                word = spell(language, rank, attempt);
            }
            kept.push(word);
        }
        Self { language, kept }
    }

    /// The rank of the next word of any text, from 0.
    pub(crate) fn draw(&self, random: &mut Random) -> u64 {
        rank_beyond(self.language, 1.0, random)
    }

    /// The rank of a word that has a subject.
    pub(crate) fn draw_subject_word(&self, random: &mut Random) -> u64 {
        rank_beyond(self.language, 1.0 + self.language.function_words(), random)
    }

    /// Whether the word of a rank has a subject.
    #[allow(clippy::cast_precision_loss, reason = "only small ranks are near the border")]
    pub(crate) fn has_subject(&self, rank: u64) -> bool {
        rank as f64 >= self.language.function_words()
    }

    /// Appends the word of a rank.
    pub(crate) fn push(&self, rank: u64, text: &mut String) {
        match usize::try_from(rank).ok().and_then(|rank| self.kept.get(rank)) {
            Some(word) => text.push_str(word),
            None => text.push_str(&spell(self.language, rank, 0)),
        }
    }
}

/// Draws from the two power laws by inverting the integral of their density, among the ranks from `first` (counted
/// from 1) on.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the result is bounded below and above")]
fn rank_beyond(language: Language, first: f64, random: &mut Random) -> u64 {
    let shift = language.shift();
    let common = ((COMMON + shift) / (first + shift)).ln();
    let rare = 1.0 / (RARE_EXPONENT - 1.0);
    let mass = random.unit() * (common + rare);
    let shifted = if mass < common {
        (first + shift) * mass.exp()
    } else {
        (COMMON + shift) * (1.0 - (mass - common) / rare).powf(-rare)
    };
    (shifted - shift - 1.0).clamp(0.0, 1e12) as u64
}

fn spell(language: Language, rank: u64, attempt: u64) -> String {
    let mut random = Random::at(&[rank, attempt, language as u64]);
    match language {
        Language::Zh => chinese(rank, attempt, &mut random),
        Language::En => english(rank, &mut random),
    }
}

/// One to four characters; the most common words are one character each, most others two.
fn chinese(rank: u64, attempt: u64, random: &mut Random) -> String {
    let single = match rank {
        0..30 => 1.0,
        30..300 => 0.5,
        300..3_000 => 0.15,
        _ => 0.02,
    };
    let characters =
        if random.happens(single) && attempt < 20 { 1 } else { *random.of(&[2, 2, 2, 2, 2, 2, 2, 2, 3, 4]) };
    (0..characters).map(|_| character(random)).collect()
}

/// A character by Zipf and Mandelbrot, spread over the block of unified ideographs.
#[allow(clippy::cast_precision_loss, clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "small")]
fn character(random: &mut Random) -> char {
    let span = ((CHARACTERS as f64 + CHARACTER_SHIFT) / CHARACTER_SHIFT).ln();
    let index = (CHARACTER_SHIFT * ((random.unit() * span).exp() - 1.0)) as u32;
    // 5 has no divisor in common with the count, so that each index has its own character.
    let spread = (index * 2_003) % CHARACTERS as u32;
    char::from_u32(0x4E00 + spread * 5).unwrap_or('一')
}

/// Syllables; common words are short.
fn english(rank: u64, random: &mut Random) -> String {
    const ONSETS: [&str; 24] = [
        "t", "n", "s", "r", "l", "d", "c", "m", "p", "h", "b", "g", "f", "v", "w", "st", "tr", "pr", "th", "sh", "ch",
        "pl", "k", "j",
    ];
    const VOWELS: [&str; 8] = ["e", "a", "i", "o", "u", "e", "ea", "io"];
    const CODAS: [&str; 10] = ["", "", "", "n", "r", "s", "t", "l", "d", "ng"];
    let syllables = match rank {
        0..100 => 1,
        100..2_000 => *random.of(&[1, 1, 2, 2]),
        2_000..KEPT => *random.of(&[1, 2, 2, 3, 3]),
        _ => *random.of(&[2, 3, 3, 4]),
    };
    let mut word = String::new();
    for _ in 0..syllables {
        for part in [random.of(&ONSETS), random.of(&VOWELS), random.of(&CODAS)] {
            word.push_str(part);
        }
    }
    word
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::cast_precision_loss)]
mod tests;
