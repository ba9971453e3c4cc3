//! Names in the texts of a document: words that no list knows, and the companies among them that are none of the profile's
//! own. Which of them stop a value is decided where the texts are brought together.

use std::collections::HashSet;
use std::ops::Range;
use std::sync::LazyLock;

use super::{Context, Reader, Standing, TextMeaning, read};
use crate::intent::{Token, TokenKind};
use crate::language::lists::words;
use crate::profile::{Term, WordClass};

/// Forms of companies at the end of their names.
static LEGAL_FORMS: LazyLock<HashSet<&str>> = words!("questions/legal_forms.txt");

/// The company that a line beside a table names and that is none of the profile's own. Sentences name others for many reasons.
pub(in crate::extraction::meaning) fn company_in(line: &str, context: &Context) -> Option<String> {
    const CHARS_MAX: usize = 80;
    let is_sentence = line.ends_with(['.', '。', '!', '?', '！', '？', ';', '；']) && !line.ends_with("Inc.");
    let company = || read(line, Standing::Title, context).company;
    if is_sentence || line.chars().nth(CHARS_MAX).is_some() { None } else { company() }
}

impl Reader<'_> {
    /// The name of a company that ends with a token: a name that nobody knows and a word of companies (Globex Insurance,
    /// 环球人寿), or any words before the form of a company (Apple Inc).
    pub(super) fn company(&self, index: usize, token: &Token) -> Option<String> {
        let text = self.text.get(token.span.clone())?;
        let words = |first: &Token| Some((self.words)(&(first.span.start..token.span.end)));
        let before = index.checked_sub(1).and_then(|before| self.row.get(before));
        let before = before.filter(|before| self.adjoins(before.span.end, token.span.start));
        match (&token.kind, before.map(|before| (&before.kind, before))) {
            (TokenKind::Word(WordClass::Company) | TokenKind::Ordinary | TokenKind::Name, Some((kind, before)))
                if LEGAL_FORMS.contains(&text.trim_end_matches('.')) =>
            {
                let named = matches!(kind, TokenKind::Name | TokenKind::Ordinary | TokenKind::Term(Term::Place))
                    || matches!(kind, TokenKind::Word(WordClass::Company | WordClass::Qualifier | WordClass::Harmless));
                named.then(|| words(before)).flatten()
            }
            (TokenKind::Word(WordClass::Company), Some((TokenKind::Name, before))) => words(before),
            (TokenKind::Name, _)
                if self.standing == Standing::Name && self.is_proper(&token.span) && !is_default_name(text) =>
            {
                words(token)
            }
            _ => None,
        }
    }

    /// Whether a word that no dictionary knows is written as names are: in one case behind its first letter, and longer than
    /// abbreviations. Programs number the names that they give (`Tabelle1`), and programmers join words (`PivotData`).
    fn is_proper(&self, span: &Range<usize>) -> bool {
        const LETTERS_MIN: usize = 5;
        let words = (self.words)(span);
        let mut letters = words.bytes().skip(1);
        words.len() >= LETTERS_MIN
            && words.bytes().all(|letter| letter.is_ascii_alphabetic())
            && (letters.clone().all(|letter| letter.is_ascii_lowercase())
                || letters.all(|letter| letter.is_ascii_uppercase()))
    }

    /// Whether a token is the form of the home company (Ltd, 有限公司) behind its name.
    pub(super) fn is_own_form(&self, index: usize, token: &Token) -> bool {
        let Some(before) = index.checked_sub(1).and_then(|before| self.row.get(before)) else { return false };
        let is_home = match &before.kind {
            TokenKind::Term(Term::HomeCompany) => true,
            TokenKind::Term(Term::Entity(code)) => *code == self.context.profile.home.entity,
            _ => false,
        };
        let text = self.text.get(token.span.clone()).unwrap_or_default();
        is_home && LEGAL_FORMS.contains(&text.trim_end_matches('.')) && self.adjoins(before.span.end, token.span.start)
    }

    /// A word that no list and no dictionary knows.
    pub(super) fn name(&self, text: &str, said: &mut TextMeaning) -> bool {
        const ABBREVIATION_CHARS_MAX: usize = 4;
        let default_name = is_default_name(text);
        match self.standing {
            Standing::Header => false,
            Standing::Sentence => default_name,
            Standing::Title => default_name || self.context.is_of_a_metric(text),
            Standing::Name => {
                let short = text.is_ascii() && text.len() <= ABBREVIATION_CHARS_MAX;
                said.ordinary |= !short && !default_name;
                true
            }
        }
    }
}

/// Whether a folded word is the name that a program gives to a sheet, with a number or without one.
fn is_default_name(text: &str) -> bool {
    ["sheet", "工作表", "table", "page"].contains(&text.trim_end_matches(|c: char| c.is_ascii_digit()))
}
