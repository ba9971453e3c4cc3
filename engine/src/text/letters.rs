//! One character at a time: what it is to whoever looks for words in disguise (a letter, an ornament, a sign, white space, a
//! separator, nothing) and which plain letters it shows. NFKD, case folding, UTS #39 look-alikes, one form for each Chinese
//! character, and the stylised letters that Unicode's tables leave alone. It sees no neighbours and knows no names.

use std::collections::HashMap;

use icu_casemap::{CaseMapper, CaseMapperBorrowed};
use icu_normalizer::{DecomposingNormalizer, DecomposingNormalizerBorrowed};
use unicode_properties::{GeneralCategory, UnicodeEmoji, UnicodeGeneralCategory};
use unicode_security::confusable_detection::skeleton;

use super::{fold_han, letter_shapes};
use crate::lang::is_cjk;

/// A letter that looks like `i` and like `l` alike (Greek Ι, Hebrew ו, ł): UTS #39 does not tell them apart.
pub(crate) const I_OR_L: char = 'ı';

static CASE: CaseMapperBorrowed<'static> = CaseMapper::new();
static NFKD: DecomposingNormalizerBorrowed<'static> = DecomposingNormalizer::new_nfkd();

/// How sure it is that a character belongs to a word. A later variant is less sure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    /// A letter or digit of any script.
    Letter,
    /// A picture of a letter (🅰, Ⓐ, 🇦): a letter, or decoration between letters.
    Ornament,
    /// A sign or numeral with the shape of a letter (`@`, `$`, `!`, ①): a stand-in, or a separator.
    Sign,
}

/// What a character is to whoever looks for words in disguise.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    /// It shows one or more letters.
    Part(Kind),
    /// It shows nothing or sits on its neighbour: marks, joiners, direction marks. It never ends a word.
    Hidden,
    /// White space, line breaks included.
    White,
    /// Anything else between letters.
    Separator,
}

/// Folds characters, and remembers those whose folding takes several tables.
#[derive(Debug, Default)]
pub(crate) struct Folder {
    known: HashMap<char, (Role, Box<[char]>)>,
    one: [char; 1],
}

impl Folder {
    /// The role of `c` and, for a [`Role::Part`], the letters it shows: lower case, without marks, never empty.
    pub(crate) fn fold(&mut self, c: char) -> (Role, &[char]) {
        if c.is_ascii() {
            self.one = [c.to_ascii_lowercase()];
            return (ascii_role(c), &self.one);
        }
        if is_cjk(c) && !is_compatibility_ideograph(c) {
            self.one = [fold_han(c)];
            return (Role::Part(Kind::Letter), &self.one);
        }
        let (role, letters) = self.known.entry(c).or_insert_with(|| classify(c));
        (*role, letters)
    }
}

fn ascii_role(c: char) -> Role {
    match c {
        'a'..='z' | 'A'..='Z' | '0'..='9' => Role::Part(Kind::Letter),
        '!' | '$' | '+' | '@' | '|' => Role::Part(Kind::Sign),
        _ if c.is_whitespace() => Role::White,
        _ => Role::Separator,
    }
}

/// Ideographs that NFKD replaces by others.
fn is_compatibility_ideograph(c: char) -> bool {
    matches!(c, '\u{F900}'..='\u{FAFF}' | '\u{2F800}'..='\u{2FA1F}')
}

fn classify(c: char) -> (Role, Box<[char]>) {
    use GeneralCategory as Gc;
    let category = c.general_category();
    if c.is_whitespace() {
        return (Role::White, Box::default());
    }
    match category {
        // A zero-width space divides words (UAX #29); every other format character leaves them whole.
        Gc::Format if c == '\u{200B}' => return (Role::Separator, Box::default()),
        Gc::Format | Gc::NonspacingMark | Gc::EnclosingMark | Gc::SpacingMark => {
            return (Role::Hidden, Box::default());
        }
        Gc::Control | Gc::PrivateUse | Gc::Unassigned | Gc::Surrogate => {
            return (Role::Separator, Box::default());
        }
        _ => {}
    }
    let letters = shown_letters(c);
    let kind = match category {
        _ if letters.is_empty() || is_filler(c) => return (Role::Separator, Box::default()),
        // Tatweel and phonetic marks stretch or colour a letter; they are none themselves.
        Gc::ModifierLetter if !letters[0].is_ascii() && !is_unspaced(c) => {
            return (Role::Separator, Box::default());
        }
        // ǀ and its like are drawn as bars between letters at least as often as they are read.
        Gc::OtherLetter if letters.iter().all(|&letter| letter == I_OR_L || !letter.is_alphanumeric()) => Kind::Sign,
        Gc::OtherSymbol => Kind::Ornament,
        Gc::OtherNumber => Kind::Sign,
        Gc::DecimalNumber | Gc::LetterNumber => Kind::Letter,
        _ if c.is_emoji_char() => Kind::Ornament,
        _ if c.is_alphabetic() => Kind::Letter,
        _ => Kind::Sign,
    };
    (Role::Part(kind), letters.into())
}

/// Letters by category that show nothing.
fn is_filler(c: char) -> bool {
    matches!(c, '\u{115F}' | '\u{1160}' | '\u{3164}' | '\u{FFA0}')
}

/// The letters, digits and signs that `c` shows.
fn shown_letters(c: char) -> Vec<char> {
    let mut letters = Vec::new();
    if let Some(pictured) = letter_shapes::pictured(c) {
        letters.extend(pictured.chars());
    } else if let Some(letter) = letter_shapes::boxed(c) {
        letters.push(letter);
    } else {
        let mut buffer = [0; 4];
        for part in NFKD.normalize(c.encode_utf8(&mut buffer)).chars() {
            push_plain(part, 2, &mut letters);
        }
    }
    letters.retain(|&c| c.is_alphanumeric() || ascii_role(c) == Role::Part(Kind::Sign));
    letters
}

/// Pushes what `c` looks like. Case folding can lead to a further look-alike (И, и, ᴎ, n), hence the `rounds`.
fn push_plain(c: char, rounds: u8, letters: &mut Vec<char>) {
    if c.is_ascii() {
        letters.push(c.to_ascii_lowercase());
    } else if let Some(letter) = letter_shapes::stylised(c) {
        letters.push(letter);
    } else if rounds == 0 || is_cjk(c) {
        letters.push(fold_han(c));
    } else {
        let mut buffer = [0; 4];
        let source: &str = c.encode_utf8(&mut buffer);
        for seen in skeleton(source) {
            let mut buffer = [0; 4];
            match seen {
                'l' => letters.push(I_OR_L),
                _ if seen.is_ascii() => letters.push(seen.to_ascii_lowercase()),
                _ => CASE
                    .fold_string(seen.encode_utf8(&mut buffer))
                    .chars()
                    .for_each(|c| push_plain(c, rounds - 1, letters)),
            }
        }
    }
}

/// The representative of the letters, digits and signs that are written for each other.
pub(crate) fn class(letter: char) -> char {
    match letter {
        'l' | '1' | '|' | '!' | I_OR_L => 'i',
        '0' => 'o',
        '2' => 'z',
        '3' => 'e',
        '4' | '@' => 'a',
        '5' | '$' => 's',
        '6' | '9' | 'q' => 'g',
        '7' | '+' => 't',
        '8' => 'b',
        other => other,
    }
}

/// Whether the script of `c` is written without spaces between words (or, as Hangul, with particles attached), so that
/// a neighbouring letter says nothing about where a word ends.
pub(crate) fn is_unspaced(c: char) -> bool {
    is_cjk(c)
        || matches!(c,
            '\u{0E00}'..='\u{0EFF}' // Thai, Lao
            | '\u{1000}'..='\u{109F}' // Myanmar
            | '\u{1100}'..='\u{11FF}' // Hangul
            | '\u{1780}'..='\u{17FF}' // Khmer
            | '\u{2E80}'..='\u{2FDF}' // radicals
            | '\u{3040}'..='\u{31FF}' // kana, Bopomofo, Hangul
            | '\u{A000}'..='\u{A4CF}' // Yi
            | '\u{A960}'..='\u{A97F}'
            | '\u{AC00}'..='\u{D7FF}'
            | '\u{FF66}'..='\u{FFDC}')
}

#[cfg(test)]
mod tests;
