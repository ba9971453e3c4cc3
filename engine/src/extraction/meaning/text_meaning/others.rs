//! Others without a name: the words that mean them, those that make them of a name, and what may stand beside such a word so that
//! the figures stay the home company's own. Names are read elsewhere.

use std::collections::HashSet;
use std::ops::Range;
use std::sync::LazyLock;

use super::{Reader, Standing, TextMeaning};
use crate::intent::{Operation, Token, TokenKind};
use crate::lang::is_cjk;
use crate::language::lists::words;
use crate::profile::WordClass;

/// Words with nothing but a function.
pub(super) static STOP_WORDS: LazyLock<HashSet<&str>> = words!("dictionaries/stop_words_en.txt");
/// What makes others of a name beside it.
static OF_OTHERS: LazyLock<Vec<&str>> = words!("headings/of_others.txt");
/// Members of the home company's own group.
static MEMBERS: LazyLock<HashSet<&str>> = words!("headings/members.txt");

/// The words beside a name in a folded text that make others of it: Hong Kong customers, 香港市场.
pub(super) fn of_others(folded: &str, name: &Range<usize>) -> Option<Range<usize>> {
    let is_word = |c: char| c.is_alphanumeric() && !is_cjk(c);
    let behind = folded.get(name.end..)?;
    let behind = behind.strip_prefix("'s").unwrap_or(behind).trim_start();
    let before = folded.get(..name.start)?.trim_end();
    let before = before.strip_suffix(" the").unwrap_or(before);
    let before = before.strip_suffix(" of").unwrap_or_default();
    let word = OF_OTHERS.iter().find(|word| {
        let after = behind.strip_prefix(**word).is_some_and(|rest| !word.is_ascii() || !rest.starts_with(is_word));
        after || before.strip_suffix(**word).is_some_and(|rest| !rest.ends_with(is_word))
    })?;
    folded.find(word).map(|at| at..at + word.len())
}

/// Whether a folded word means members of the home company's own group.
pub(super) fn are_members(word: &str) -> bool {
    MEMBERS.contains(word)
}

/// Whether a folded word makes others of a name beside it.
pub(super) fn is_of_others(word: &str) -> bool {
    OF_OTHERS.contains(&word)
}

impl Reader<'_> {
    /// Others without a name, unless the text holds them against somebody.
    pub(super) fn others(&self, text: &str) -> Option<String> {
        let compares = |token: &Token| {
            let text = self.text.get(token.span.clone()).unwrap_or_default();
            matches!(
                token.kind,
                TokenKind::Word(
                    WordClass::Comparison
                        | WordClass::Comparative
                        | WordClass::Operation(Operation::Comparison | Operation::Ranking)
                )
            ) || text == "comparison"
        };
        // "We and our peers" may be a comparison; "our industry" is none.
        let joins = |token: &Token| token.kind == TokenKind::Word(WordClass::Joiner);
        let beside_own = !self.own.is_empty() && self.row.iter().any(joins);
        (!beside_own && !self.row.iter().any(compares)).then(|| text.to_owned())
    }

    /// Takes a word that makes others of a name. By itself it stands for those others; a title may only be about them (market
    /// report), and then nobody knows what it says of the figures. False where the word is none, or counts as a header's.
    pub(super) fn are_others(&self, index: usize, text: &str, said: &mut TextMeaning) -> bool {
        let Some(token) = self.row.get(index) else { return false };
        if self.standing == Standing::Sentence || !OF_OTHERS.contains(&text) {
            return false;
        }
        let words = |start: usize, end: usize| (self.words)(&(start..end));
        let behind = words(token.span.end, self.text.len());
        let next = behind.trim_start_matches(' ').split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
        let is_period = self.row.get(index + 1).is_some_and(|next| {
            matches!(next.kind, TokenKind::Period(_)) && words(token.span.end, next.span.start).trim().is_empty()
        });
        let is_about = !next.is_empty() && !is_period && !STOP_WORDS.contains(next);
        if is_about && self.standing == Standing::Header {
            return false;
        }
        said.ordinary |= self.standing == Standing::Title;
        said.unexplained |= self.standing == Standing::Title && is_about;
        if !is_about {
            said.others = said.others.take().or_else(|| self.others(text));
        }
        true
    }
}
