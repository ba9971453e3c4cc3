//! The words that restrict a document in whose text they stand, looked for as a person reads: whatever is put between their
//! letters, and whichever letters stand in for them. Texts and words are folded the same way. It reads no document, and knows
//! neither names of files nor labels.

use std::io::{self, Read};
use std::sync::LazyLock;

use aho_corasick::AhoCorasick;
use icu_segmenter::options::WordBreakInvariantOptions;
use icu_segmenter::{WordSegmenter, WordSegmenterBorrowed};

use super::SensitivityPolicy;
use crate::text::letters::{Folder, Kind, Role, class, is_unspaced};
use crate::text::{TextView, VocabularyTooLarge};

/// Stands between strings that are not read one after the other, such as two attributes: no word goes across it.
pub(crate) const WALL: char = '\0';

/// Bytes that are looked through at once, and those of them that are looked at again with what follows. No word is looked
/// for that is spread over more than the latter.
const WINDOW_BYTES: usize = 1 << 16;
const AGAIN_BYTES: usize = 1 << 12;

/// Letters on each side of a word by which a dictionary tells whether it is one.
const BESIDE: usize = 4;

static DICTIONARY: LazyLock<WordSegmenterBorrowed<'static>> =
    LazyLock::new(|| WordSegmenter::new_dictionary(WordBreakInvariantOptions::default()));

/// The words of a policy that restrict a document in whose text they stand, ready to be looked for. They are found inside
/// other words too (`confidential` in `confidentiality`): an open document too few is better than a restricted one too
/// many.
///
/// Between the letters of a word may stand what a person reads over:
/// - what shows nothing, such as a soft hyphen, and a hyphen with or without the end of a line behind it: anywhere;
/// - between two Chinese characters, and between two words of a term, white space and whatever ends no clause;
/// - anything else, such as the spaces and dots of `S T R I C T` and `s.t.r.i.c.t`, when the whole stands apart from the
///   words around it. So no word forms of the end of one word and the beginning of the next.
#[derive(Debug)]
pub struct RestrictedWords {
    /// The letters of the words alone.
    letters: AhoCorasick,
    /// What the patterns of `letters` stand for.
    words: Vec<Word>,
    /// Words without a letter, as they are.
    signs: AhoCorasick,
}

#[derive(Debug)]
struct Word {
    letters: Vec<Letter>,
}

/// A letter of a text, or a digit or sign that can stand in for one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Letter {
    /// As folded.
    shown: char,
    /// The representative of those that are written for each other.
    class: char,
    /// What stands before it.
    gap: Gap,
    /// Whether it is no letter, but a digit or a sign.
    stand_in: bool,
    /// Whether its script has no spaces between words.
    unspaced: bool,
}

/// What stands between two letters. A later one keeps them further apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Gap {
    /// Nothing that is seen.
    Joined,
    /// A hyphen right behind a letter, and perhaps white space behind it.
    Hyphen,
    /// White space.
    White,
    /// Signs that end no clause.
    Signs,
    /// Signs of which one ends a clause.
    Clause,
    /// Two strings that are not read one after the other.
    Wall,
}

/// How signs between letters are read that look like letters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Signs {
    /// As letters, next to a letter.
    Letters,
    /// As signs.
    Signs,
}

impl RestrictedWords {
    /// The words of a policy. Fails only for gigabytes of them.
    pub fn new(policy: &SensitivityPolicy) -> Result<Self, VocabularyTooLarge> {
        let mut folder = Folder::default();
        let (mut patterns, mut words, mut signs) = (Vec::new(), Vec::new(), Vec::new());
        for keyword in &policy.restricted_keywords {
            let [plain, signed] = [Signs::Signs, Signs::Letters].map(|reading| spell(keyword, reading, &mut folder));
            let spelling = TextView::fold(keyword);
            if signed.0.is_empty() && !spelling.is_empty() {
                signs.push(spelling);
            }
            let other = Some(signed).filter(|signed| signed.0 != plain.0);
            for (dense, letters) in other.into_iter().chain([plain]).filter(|(dense, _)| !dense.is_empty()) {
                patterns.push(dense);
                words.push(Word { letters });
            }
        }
        let automaton = |words: Vec<String>| AhoCorasick::new(words).map_err(|_| VocabularyTooLarge);
        Ok(Self { letters: automaton(patterns)?, words, signs: automaton(signs)? })
    }

    /// Whether one of the words stands in `texts`, which follow on each other: a word may begin in one and end in the next.
    /// Linear in the length of the texts.
    pub fn stand_in<'t>(&self, texts: impl IntoIterator<Item = &'t str>) -> bool {
        if self.is_empty() {
            return false;
        }
        let mut search = Search { words: self, folder: Folder::default(), window: String::new() };
        texts.into_iter().any(|text| search.push(text) || search.push("\n")) || search.end()
    }

    /// Whether one of the words stands in a text of any length, whose bytes that are no UTF-8 are passed over.
    pub(crate) fn stand_in_source(&self, source: &mut dyn Read) -> io::Result<bool> {
        let mut search = Search { words: self, folder: Folder::default(), window: String::new() };
        let (mut bytes, mut held) = (vec![0; WINDOW_BYTES], 0);
        while !self.is_empty() {
            let read = match source.read(bytes.get_mut(held..).unwrap_or_default()) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                read => read?,
            };
            held += read;
            let taken = bytes.get(..held).unwrap_or_default();
            // A character that is not whole yet waits for its other bytes.
            let whole = match std::str::from_utf8(taken) {
                Err(error) if error.error_len().is_none() && read > 0 => error.valid_up_to(),
                _ => held,
            };
            if search.push(&String::from_utf8_lossy(taken.get(..whole).unwrap_or_default())) {
                return Ok(true);
            }
            bytes.copy_within(whole..held, 0);
            held -= whole;
            if read == 0 {
                break;
            }
        }
        Ok(search.end())
    }

    fn is_empty(&self) -> bool {
        self.words.is_empty() && self.signs.patterns_len() == 0
    }

    fn stand_in_window(&self, text: &str, folder: &mut Folder) -> bool {
        if self.signs.patterns_len() > 0 && self.signs.is_match(&TextView::fold(text)) {
            return true;
        }
        if without_notes(text).is_some_and(|text| self.stand_in_spelled(&text, folder)) {
            return true;
        }
        self.stand_in_spelled(text, folder)
    }

    fn stand_in_spelled(&self, text: &str, folder: &mut Folder) -> bool {
        let (dense, letters) = spell(text, Signs::Letters, folder);
        if self.stand_in_letters(&dense, &letters) {
            return true;
        }
        // Read the other way only where that makes a difference.
        letters.iter().any(|letter| letter.stand_in && !letter.shown.is_ascii_digit()) && {
            let (dense, letters) = spell(text, Signs::Signs, folder);
            self.stand_in_letters(&dense, &letters)
        }
    }

    fn stand_in_letters(&self, dense: &str, letters: &[Letter]) -> bool {
        let (mut byte, mut first) = (0, 0);
        for found in self.letters.find_overlapping_iter(dense) {
            let Some(word) = self.words.get(found.pattern().as_usize()) else { continue };
            let last = first + dense.get(byte..found.end()).map_or(0, |passed| passed.chars().count());
            (byte, first) = (found.end(), last);
            let start = last.saturating_sub(word.letters.len());
            if word.reads(letters, start) {
                return true;
            }
        }
        false
    }
}

/// A search in a text that comes in pieces.
struct Search<'w> {
    words: &'w RestrictedWords,
    folder: Folder,
    /// What was not looked through yet, and a bit of what was.
    window: String,
}

impl Search<'_> {
    /// Takes the next piece; tells whether a word was found.
    fn push(&mut self, piece: &str) -> bool {
        let mut rest = piece;
        while !rest.is_empty() {
            let (taken, behind) = rest.split_at(rest.floor_char_boundary(WINDOW_BYTES));
            self.window.push_str(taken);
            rest = behind;
            if self.window.len() >= WINDOW_BYTES {
                if self.words.stand_in_window(&self.window, &mut self.folder) {
                    return true;
                }
                self.window.drain(..self.window.ceil_char_boundary(self.window.len() - AGAIN_BYTES));
            }
        }
        false
    }

    /// Whether a word stands in what is left.
    fn end(&mut self) -> bool {
        self.words.stand_in_window(&self.window, &mut self.folder)
    }
}

impl Word {
    /// Whether the letters from `start` on, which have the word's classes, are read as the word.
    fn reads(&self, letters: &[Letter], start: usize) -> bool {
        let end = start + self.letters.len();
        let Some(found) = letters.get(start..end) else { return false };
        let pairs = || self.letters.iter().zip(found);
        // Digits alone are a number, whatever letters they look like.
        let strange = pairs().filter(|(own, found)| found.stand_in && found.shown != own.shown).count();
        if strange * 2 > found.len() {
            return false;
        }
        let mut apart = false;
        let mut before = None;
        for (own, found) in pairs() {
            if let Some(before) = before {
                let loose = own.gap != Gap::Joined || found.unspaced && before;
                match found.gap {
                    Gap::Joined | Gap::Hyphen => {}
                    Gap::White | Gap::Signs if loose => {}
                    Gap::Wall => return false,
                    Gap::White | Gap::Signs | Gap::Clause => apart = true,
                }
            }
            before = Some(found.unspaced);
        }
        // A digit or sign beside the word, such as a footnote's, is no part of another one.
        let is_edge =
            |beside: Option<&Letter>, gap: Gap| gap > Gap::Joined || beside.is_none_or(|letter| letter.stand_in);
        let before = start.checked_sub(1).and_then(|at| letters.get(at));
        let first = found.first().map_or(Gap::Wall, |letter| letter.gap);
        let after = letters.get(end);
        let stands = !apart || is_edge(before, first) && is_edge(after, after.map_or(Gap::Wall, |letter| letter.gap));
        stands && !is_of_two_words(letters, start, end)
    }
}

/// Whether the letters from `start` to `end` are the end of one ordinary word and the beginning of the next, as in
/// `杜绝` and `密谋`: a dictionary parts their stretch of Chinese within them, and at neither of their ends.
fn is_of_two_words(letters: &[Letter], start: usize, end: usize) -> bool {
    let joined = |letter: &&Letter| letter.unspaced && letter.gap == Gap::Joined;
    let inner = letters.get(start..end).unwrap_or_default();
    if !inner.iter().all(|letter| letter.unspaced) || !inner.iter().skip(1).all(|letter| letter.gap == Gap::Joined) {
        return false;
    }
    let behind = letters.get(end..).unwrap_or_default().iter().take(BESIDE).take_while(joined).count();
    let mut first = start;
    while start - first < BESIDE && first > 0 && letters.get(first).is_some_and(|letter| joined(&letter)) {
        first -= 1;
    }
    let stretch: String =
        letters.get(first..end + behind).unwrap_or_default().iter().map(|letter| letter.shown).collect();
    let ends: Vec<usize> = DICTIONARY
        .segment_str(&stretch)
        .map(|byte| first + stretch.get(..byte).map_or(0, |passed| passed.chars().count()))
        .collect();
    !ends.contains(&start) && !ends.contains(&end) && ends.iter().any(|at| (start..end).contains(at))
}

/// The letters of a text, and their classes in one string.
fn spell(text: &str, signs: Signs, folder: &mut Folder) -> (String, Vec<Letter>) {
    let (mut dense, mut letters) = (String::with_capacity(text.len()), Vec::with_capacity(text.len()));
    let mut gap = Gap::Joined;
    let mut before: Option<char> = None;
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let (role, shown) = folder.fold(c);
        let is_letter = match role {
            Role::Hidden => continue,
            Role::Separator if c == '\u{200B}' || c.is_control() && c != WALL => continue,
            Role::White | Role::Separator => false,
            Role::Part(Kind::Sign) => {
                let touches = |c: Option<&char>| c.is_some_and(|c| c.is_alphanumeric());
                signs == Signs::Letters && (touches(before.as_ref()) || touches(chars.peek()))
            }
            Role::Part(Kind::Letter | Kind::Ornament) => true,
        };
        if is_letter {
            let stand_in = role == Role::Part(Kind::Sign) || shown.iter().all(char::is_ascii_digit);
            let unspaced = is_unspaced(c);
            for &shown in shown {
                // UTS #39: m is drawn as rn. w as vv is its like.
                let (first, second) = match shown {
                    'm' => ('r', Some('n')),
                    'w' => ('v', Some('v')),
                    _ => (class(shown), None),
                };
                for class in std::iter::once(first).chain(second) {
                    dense.push(class);
                    letters.push(Letter { shown, class, gap, stand_in, unspaced });
                    gap = Gap::Joined;
                }
            }
        } else {
            gap = gap.max(gap_of(c, gap, chars.peek().copied()));
        }
        before = Some(c);
    }
    (dense, letters)
}

/// Bytes of the longest target of a link that is passed over.
const TARGET_BYTES_MAX: usize = 400;

/// A text without what a reader passes over between two words of it: where links lead (`[a](b)`, `[a][1]`) and the numbers of
/// notes (`[1]`, `[^a]`); none for a text without any.
fn without_notes(text: &str) -> Option<String> {
    let is_note = |behind: &str| behind.starts_with(|c: char| c == '^' || c.is_ascii_digit());
    let has_note = || text.match_indices('[').any(|(at, _)| text.get(at + 1..).is_some_and(is_note));
    if !text.contains("](") && !text.contains("][") && !text.contains(is_raised) && !has_note() {
        return None;
    }
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let is_target = kept.ends_with(']') && matches!(c, '(' | '[');
        let behind = rest.get(c.len_utf8()..).filter(|behind| is_target || c == '[' && is_note(behind));
        let end = behind.and_then(|behind| {
            let near = behind.get(..behind.floor_char_boundary(TARGET_BYTES_MAX))?;
            near.find(if c == '(' { ')' } else { ']' })
        });
        let passed = if let Some(end) = end {
            end + 2
        } else {
            kept.extend((!is_raised(c)).then_some(c));
            c.len_utf8()
        };
        rest = rest.get(passed..).unwrap_or_default();
    }
    Some(kept)
}

/// Whether a character is a raised digit, as numbers of notes are.
fn is_raised(c: char) -> bool {
    matches!(c, '¹' | '²' | '³' | '⁰' | '⁴'..='⁹')
}

/// What a character that is no letter puts between two; `before` is what stands there already.
fn gap_of(c: char, before: Gap, next: Option<char>) -> Gap {
    match c {
        WALL => Gap::Wall,
        _ if c.is_whitespace() => {
            if before == Gap::Hyphen {
                Gap::Hyphen
            } else {
                Gap::White
            }
        }
        '-' | '\u{2010}'..='\u{2012}' | '\u{2043}' | '\u{FE63}' | '\u{FF0D}' if before == Gap::Joined => Gap::Hyphen,
        // A dot between letters is one of an abbreviation, or of a disguise.
        '.' | '．' | '･' | '·' if next.is_some_and(char::is_alphanumeric) => Gap::Signs,
        '.' | ',' | ';' | ':' | '!' | '?' | '。' | '，' | '、' | '；' | '：' | '！' | '？' | '．' | '｡' | '､' | '…' => {
            Gap::Clause
        }
        _ => Gap::Signs,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
