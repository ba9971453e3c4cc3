//! What a text is searched by: lower-cased words, and for Chinese, Japanese and Korean each character and each pair of
//! neighbours. Documents and queries are cut by the same code. It knows no index, no weights and no positions.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use rust_stemmers::{Algorithm, Stemmer};

use crate::lang::is_cjk;
use crate::profile::Analyzer;

/// Words that English sentences are held together by, and that say nothing of what they are about: the NLTK Stopwords
/// Corpus, contractions in parts as the tokens are.
static STOP_WORDS: LazyLock<HashSet<&'static str, foldhash::fast::RandomState>> =
    LazyLock::new(|| include_str!("../../data/language/dictionaries/stop_words_en.txt").lines().collect());

/// How many words keep their stems at hand; beyond it they are forgotten, and stemmed again.
const STEMS_KEPT: usize = 1 << 16;

/// Cuts texts into search tokens.
///
/// A token is a maximal run of letters and digits, lower-cased, full-width forms of ASCII as ASCII; ideographs, kana and
/// hangul stand outside such runs and give one token each, and one more with the neighbour before. With
/// [`Analyzer::English`], words of ASCII letters that are no stop words give their stems (Snowball's English stemmer).
pub struct Tokenizer {
    english: Option<English>,
    word: String,
}

struct English {
    stemmer: Stemmer,
    stems: HashMap<Box<str>, Box<str>, foldhash::fast::RandomState>,
}

impl Tokenizer {
    /// A tokenizer of the given kind.
    pub fn new(analyzer: Analyzer) -> Self {
        let english = match analyzer {
            Analyzer::Standard => None,
            Analyzer::English => {
                Some(English { stemmer: Stemmer::create(Algorithm::English), stems: HashMap::default() })
            }
        };
        Self { english, word: String::new() }
    }

    /// Hands each token of `text` to `emit`, in order. Nothing is allocated for a token of the standard kind.
    pub fn each(&mut self, text: &str, mut emit: impl FnMut(&str)) {
        let bytes = text.as_bytes();
        let mut at = 0;
        // Where the character before began, when it was one that pairs with the next.
        let mut neighbour = None;
        while let Some(&byte) = bytes.get(at) {
            if byte.is_ascii() {
                neighbour = None;
                at = if byte.is_ascii_alphanumeric() { self.word(text, at, &mut emit) } else { at + 1 };
                continue;
            }
            let Some(c) = text[at..].chars().next() else { break };
            let end = at + c.len_utf8();
            if pairs(c) {
                emit(&text[at..end]);
                if let Some(start) = neighbour.replace(at) {
                    emit(&text[start..end]);
                }
                at = end;
            } else {
                neighbour = None;
                at = if c.is_alphanumeric() { self.word(text, at, &mut emit) } else { end };
            }
        }
    }

    /// All tokens of `text`.
    pub fn all(&mut self, text: &str) -> Vec<String> {
        let mut tokens = Vec::new();
        self.each(text, |token| tokens.push(token.to_owned()));
        tokens
    }

    /// Emits the word that starts at `start` and returns where it ends.
    fn word(&mut self, text: &str, start: usize, emit: &mut impl FnMut(&str)) -> usize {
        let bytes = text.as_bytes();
        let mut end = start;
        let mut upper = false;
        while let Some(byte) = bytes.get(end).filter(|byte| byte.is_ascii_alphanumeric()) {
            upper |= byte.is_ascii_uppercase();
            end += 1;
        }
        let plain = bytes.get(end).is_none_or(u8::is_ascii);
        if plain && !upper {
            finish(&mut self.english, &text[start..end], emit);
            return end;
        }
        self.word.clear();
        if plain {
            self.word.extend(bytes[start..end].iter().map(|byte| char::from(byte.to_ascii_lowercase())));
        } else {
            end = start;
            for c in text[start..].chars() {
                if pairs(c) || !(c.is_alphanumeric() || is_combining(c)) {
                    break;
                }
                // A lower-case form may bring a combining mark of its own, which is no letter.
                self.word.extend(narrow(c).to_lowercase().filter(|c| c.is_alphanumeric()));
                end += c.len_utf8();
            }
        }
        finish(&mut self.english, &self.word, emit);
        end
    }
}

/// Emits a lower-cased word as the analyzer wants it.
fn finish(english: &mut Option<English>, word: &str, emit: &mut impl FnMut(&str)) {
    let Some(English { stemmer, stems }) = english.as_mut().filter(|_| word.bytes().all(|b| b.is_ascii_alphabetic()))
    else {
        emit(word);
        return;
    };
    if STOP_WORDS.contains(word) {
        return;
    }
    if let Some(stem) = stems.get(word) {
        emit(stem);
        return;
    }
    let stem = stemmer.stem(word);
    emit(&stem);
    if stems.len() == STEMS_KEPT {
        stems.clear();
    }
    stems.insert(word.into(), stem.into());
}

/// Whether `c` belongs to a script that puts no spaces between words: it is a token of its own.
fn pairs(c: char) -> bool {
    matches!(c, '\u{4E00}'..='\u{9FFF}' | '\u{3041}'..='\u{3096}' | '\u{30A1}'..='\u{30FA}' | '\u{30FC}' | '\u{AC00}'..='\u{D7A3}')
        || is_cjk(c)
}

/// The ASCII character of which `c` is the full-width form, or `c`.
fn narrow(c: char) -> char {
    match c {
        '\u{FF01}'..='\u{FF5E}' => char::from_u32(u32::from(c) - 0xFEE0).unwrap_or(c),
        c => c,
    }
}

/// Accents that follow their letter.
fn is_combining(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36F}')
}

#[cfg(test)]
mod tests;
