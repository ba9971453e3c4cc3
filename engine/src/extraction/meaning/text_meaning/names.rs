//! Whose figures a text says that its table holds: the home company, by names that are its alone, or somebody else. A name
//! that is left over when all known words are taken out is somebody until the profile says who. Which texts stop a value is
//! decided where they are brought together.

use std::collections::HashSet;
use std::ops::Range;
use std::sync::LazyLock;

use super::others::{STOP_WORDS, is_of_others};
use super::{Context, Reader, Standing, TextMeaning, read};
use crate::intent::{Token, TokenKind};
use crate::lang::is_cjk;
use crate::language::lists::words;
use crate::profile::{Glossary, Profile, Term, WordClass};
use crate::text::{Lexicon, LexiconBuilder, TextView, VocabularyTooLarge};

/// Forms of companies at the end of their names.
static LEGAL_FORMS: LazyLock<HashSet<&str>> = words!("questions/legal_forms.txt");
/// What may stand right before a name and leaves the figures its own.
static BEFORE_NAMES: LazyLock<HashSet<&str>> = words!("headings/before_names.txt");
/// What stands in the full names of companies beside their forms.
// In code: a form of these alone makes a name of no word before it.
const GENERIC: [&str; 9] = ["company", "group", "holding", "集团", "集團", "公司", "控股", "集团公司", "控股集团"];

/// The names that are the home company's alone: those of its profile, and what is left of them without forms of companies.
pub(in crate::extraction) fn own_names(
    profile: &Profile,
    glossary: &Glossary,
) -> Result<Lexicon<()>, VocabularyTooLarge> {
    let entity = profile.entities.get(&profile.home.entity);
    let names = entity.into_iter().flat_map(|home| home.label.all().chain(home.synonyms.iter().map(String::as_str)));
    let mut own = LexiconBuilder::default();
    for name in profile.home.company.all().chain(names) {
        let folded = TextView::fold(name);
        for name in [folded.as_str(), without_forms(&folded)] {
            if is_telling(name, profile, glossary) {
                own.add(name, ());
            }
        }
    }
    own.build()
}

/// Whether a folded name names somebody by itself: neither words of any company alone ("the group") nor a place.
fn is_telling(name: &str, profile: &Profile, glossary: &Glossary) -> bool {
    let mut spans: Vec<Range<usize>> = glossary.find_words(name, &[]).into_iter().map(|word| word.span).collect();
    let is_other =
        |term: &Term| !matches!(term, Term::HomeCompany) && *term != Term::Entity(profile.home.entity.clone());
    let terms = glossary.find_terms(name, &[]).into_iter().filter(|term| is_other(&term.tag));
    spans.extend(terms.map(|term| term.span));
    name.char_indices().any(|(at, c)| c.is_alphanumeric() && !spans.iter().any(|span| span.contains(&at)))
}

/// A folded name of a company without what stands in the names of all companies.
fn without_forms(name: &str) -> &str {
    let mut rest = name.strip_prefix("the ").unwrap_or(name);
    loop {
        let bare = rest.trim_end_matches(|c: char| !c.is_alphanumeric());
        let form = GENERIC.iter().chain(LEGAL_FORMS.iter()).filter(|form| {
            let before = bare.strip_suffix(**form);
            before.is_some_and(|before| !form.is_ascii() || before.ends_with(|c: char| !c.is_alphanumeric()))
        });
        match form.max_by_key(|form| form.len()) {
            Some(form) if bare.len() > form.len() => rest = &bare[..bare.len() - form.len()],
            _ => return bare,
        }
    }
}

/// Somebody who is not of the profile.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::extraction::meaning) enum Foreign {
    /// A company, by its form or by a word of companies.
    Company(String),
    /// A bare name.
    Name(String),
    /// Others without a name.
    Others(String),
    /// A word that may be a name.
    Noun(String),
}

/// The company that a line beside a table names and that is none of the profile's own. Sentences name others for many reasons.
pub(in crate::extraction::meaning) fn company_in(line: &str, context: &Context) -> Option<String> {
    if is_sentence(line) { None } else { read(line, Standing::Title, context).company }
}

/// Whom a text names that stands over all tables of a document, and whether it names the home company.
pub(in crate::extraction::meaning) fn foreign_in(line: &str, context: &Context) -> (Option<Foreign>, bool) {
    if is_sentence(line) {
        return (None, false);
    }
    let said = read(line, Standing::Title, context);
    let company = said.company.map(Foreign::Company);
    let name = || said.names.first().cloned().map(Foreign::Name);
    let others = || said.others.clone().map(Foreign::Others);
    let noun = || said.nouns.first().cloned().map(Foreign::Noun);
    (company.or_else(name).or_else(others).or_else(noun), said.own)
}

/// Whether what a document states as its owner is nobody of the profile.
pub(in crate::extraction::meaning) fn is_strange(owner: &str, context: &Context) -> bool {
    let said = read(owner, Standing::Title, context);
    said.company.is_some() || !said.unknown.is_empty() || !said.home && !said.own && said.entities.is_empty()
}

/// Whether a line is running text rather than a heading.
pub(in crate::extraction::meaning) fn is_sentence(line: &str) -> bool {
    const CHARS_MAX: usize = 80;
    line.chars().nth(CHARS_MAX).is_some()
        || line.ends_with(['.', '。', '!', '?', '！', '？', ';', '；']) && !line.ends_with("Inc.")
}

/// Whether a line holds a word of mere function, as phrases and sentences do and names do not: Click here to download. In
/// ideographs nobody can tell.
pub(in crate::extraction::meaning) fn is_phrase(line: &str) -> bool {
    let folded = TextView::fold(line);
    folded.contains(is_cjk) || folded.split(|c: char| !c.is_ascii_alphanumeric()).any(|word| STOP_WORDS.contains(word))
}

impl Reader<'_> {
    /// The name of a company that ends with a token: a name that nobody knows and a word of companies or the owner's `'s`
    /// (Globex Insurance, 环球集团, Globex's), or any words before the form of a company (Apple Inc).
    pub(super) fn company(&self, index: usize, token: &Token) -> Option<String> {
        let text = self.text.get(token.span.clone())?;
        let words = |first: &Token| Some((self.words)(&(first.span.start..token.span.end)));
        let before = index.checked_sub(1).and_then(|before| self.row.get(before));
        let before = before.filter(|before| self.adjoins(before.span.end, token.span.start));
        let after_name = before.is_some() && self.is_stranger(index.saturating_sub(1));
        match (&token.kind, before.map(|before| (&before.kind, before))) {
            (TokenKind::Word(WordClass::Company) | TokenKind::Ordinary | TokenKind::Name, Some((kind, before)))
                if LEGAL_FORMS.contains(&text.trim_end_matches('.')) =>
            {
                let named = matches!(kind, TokenKind::Name | TokenKind::Ordinary | TokenKind::Term(Term::Place))
                    || matches!(
                        kind,
                        TokenKind::Word(WordClass::Company | WordClass::Qualifier | WordClass::Passed(_))
                    );
                named.then(|| words(before)).flatten()
            }
            (TokenKind::Word(WordClass::Company | WordClass::Home), Some((_, before))) if after_name => words(before),
            // The word of any group belongs to the name before it.
            (TokenKind::Term(Term::Entity(_)), Some((kind, before)))
                if (after_name || *kind == TokenKind::Term(Term::Place)) && GENERIC.contains(&text) =>
            {
                words(before)
            }
            _ if self.is_possessor(index) => words(token),
            (TokenKind::Name, _)
                if self.standing == Standing::Name && self.is_proper(&token.span) && !is_default_name(text) =>
            {
                words(token)
            }
            _ => None,
        }
    }

    /// Whether a token is a name with `'s` behind it.
    fn is_possessor(&self, index: usize) -> bool {
        let text = |index: usize| self.row.get(index).and_then(|token| self.text.get(token.span.clone()));
        self.is_stranger(index) && matches!(text(index + 1), Some("'" | "’" | "ʼ")) && text(index + 2) == Some("s")
    }

    /// Whether a word is somebody's name, as far as the engine can tell: no list explains it, and it is written as a name.
    pub(super) fn is_stranger(&self, index: usize) -> bool {
        let Some(token) = self.row.get(index) else { return false };
        let text = self.text.get(token.span.clone()).unwrap_or_default();
        let is_word = || self.says_nothing(text) || is_default_name(text) || is_of_others(text);
        let is_free = || !is_word() && !self.context.is_of_a_metric(text);
        match token.kind {
            TokenKind::Name => !self.is_designator(index, text) && is_free(),
            TokenKind::Ordinary => self.is_written_as_name(index, token) && is_free(),
            _ => false,
        }
    }

    /// Whether a word is a single letter, with which parts of a document are numbered (Appendix B), and not somebody whose name
    /// is kept back (Insurer B).
    fn is_designator(&self, index: usize, text: &str) -> bool {
        let before = index.checked_sub(1).and_then(|before| self.row.get(before));
        let of_somebody = before.is_some_and(|before| {
            matches!(before.kind, TokenKind::Word(WordClass::Company | WordClass::ThirdParty | WordClass::Home))
        });
        text.len() == 1 && !of_somebody
    }

    /// Whether a word of the dictionary is written as a name is: with a capital, or at the head of a text that has none. One
    /// before an ordinary word in small letters is a part of its phrase (Customer complaints); one in ideographs is a name
    /// where nothing but periods, units and metrics stands beside it.
    fn is_written_as_name(&self, index: usize, token: &Token) -> bool {
        let is_small = |token: &Token| (self.words)(&token.span).starts_with(char::is_lowercase);
        if self.text.get(token.span.clone()).is_some_and(|text| text.starts_with(is_cjk)) {
            let of_company = |next: &Token| {
                let text = self.text.get(next.span.clone()).unwrap_or_default();
                next.span.start == token.span.end
                    && (next.kind == TokenKind::Word(WordClass::Company) || GENERIC.contains(&text))
            };
            let alone = |(other, token): (usize, &Token)| {
                other == index
                    || matches!(token.kind, TokenKind::Punct | TokenKind::Period(_) | TokenKind::Number)
                    || matches!(token.kind, TokenKind::Term(Term::Unit(_) | Term::Metric(_)))
            };
            // Words that say nothing are blank here, and not in the document.
            let behind =
                (self.words)(&(0..token.span.start)).ends_with(is_cjk) && self.is_blank_before(token.span.start);
            let before = (self.words)(&(token.span.end..self.text.len())).starts_with(is_cjk)
                && self.text.get(token.span.end..).is_some_and(|rest| rest.starts_with(' '));
            return self.row.get(index + 1).is_some_and(of_company)
                || !behind && !before && self.row.iter().enumerate().all(alone);
        }
        let phrase = self.row.get(index + 1).is_some_and(|next| {
            next.kind == TokenKind::Ordinary && is_small(next) && self.adjoins(token.span.end, next.span.start)
        });
        let is_head = || self.row.iter().take(index).all(|before| before.kind == TokenKind::Punct);
        let no_capitals = || !(self.words)(&(0..self.text.len())).contains(char::is_uppercase);
        !phrase && (!is_small(token) || is_head() && no_capitals())
    }

    fn is_blank_before(&self, at: usize) -> bool {
        self.text.get(..at).is_some_and(|before| before.ends_with(' '))
    }

    /// Takes a word of a sheet's name as one that may be a name: sheets are called by any word.
    pub(super) fn may_be_name(&self, index: usize, said: &mut TextMeaning) -> bool {
        let token = self.row.get(index).filter(|_| self.standing == Standing::Name);
        let words = token.map(|token| (self.words)(&token.span)).filter(|words| words.starts_with(char::is_uppercase));
        said.nouns.extend(words);
        token.is_some()
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

    /// Takes what belongs to a name of the home company: the name itself where it is no term, and what makes it a full one
    /// behind it, up to a form of companies: `Co., Ltd.`, `Holdings plc`, `(Hong Kong) Limited`, 保险股份有限公司.
    pub(super) fn is_own(&self, index: usize, token: &Token, said: &mut TextMeaning) -> bool {
        let covers = |span: &Range<usize>| span.start <= token.span.start && token.span.end <= span.end;
        if !matches!(token.kind, TokenKind::Term(_)) && self.own.iter().any(covers) {
            said.home = true;
            return true;
        }
        let is_term = matches!(token.kind, TokenKind::Term(_) | TokenKind::Punct | TokenKind::Period(_));
        !is_term && self.is_full_name(index)
    }

    /// Whether a word goes on with a name of the home company.
    fn is_full_name(&self, index: usize) -> bool {
        let Some(token) = self.row.get(index) else { return false };
        let text = self.text.get(token.span.clone()).unwrap_or_default();
        let mut words = text.split([' ', ',']).map(|word| word.trim_end_matches('.')).filter(|word| !word.is_empty());
        let is_form = LEGAL_FORMS.contains(&text.trim_end_matches('.'))
            || words.all(|word| LEGAL_FORMS.contains(&word) || GENERIC.contains(&word));
        // The name, or what goes on with it, right before this.
        let mut before = index;
        let mut end = token.span.start;
        loop {
            let Some(previous) = before.checked_sub(1).and_then(|before| self.row.get(before)) else { return false };
            let gap = self.text.get(previous.span.end..end).unwrap_or_default();
            if !gap.chars().all(|c| matches!(c, ' ' | '.' | ',')) {
                return false;
            }
            (before, end) = (before - 1, previous.span.start);
            if let Some(own) =
                self.own.iter().find(|own| own.start <= previous.span.start && previous.span.end <= own.end)
            {
                return is_form || self.is_one_business(own, &token.span);
            }
            let text = self.text.get(previous.span.clone()).unwrap_or_default();
            let is_part = match previous.kind {
                TokenKind::Punct => matches!(text, "(" | ")" | "（" | "）" | "," | "."),
                TokenKind::Term(Term::Entity(_)) => true,
                _ => self.is_full_name(before),
            };
            if !is_part {
                return false;
            }
        }
    }

    /// Whether a word ends what the home company's name says that it does: Life and Insurance are one word of companies.
    fn is_one_business(&self, own: &Range<usize>, span: &Range<usize>) -> bool {
        let whole = self.text.get(own.start..span.end).unwrap_or_default();
        let last = own.end - own.start;
        self.context
            .glossary
            .find_words(whole, &[])
            .iter()
            .any(|word| word.tag == WordClass::Company && word.span.start < last && word.span.end == whole.len())
    }

    /// Whether a word of a header or title holds the figures against the name behind it, so that they are not its own ("against
    /// Hong Kong", "from Hong Kong"), or against nothing at all: a joiner joins two things.
    pub(super) fn holds_against(&self, index: usize, token: &Token) -> bool {
        let text = self.text.get(token.span.clone()).unwrap_or_default();
        if self.standing == Standing::Sentence || BEFORE_NAMES.contains(text) || self.says_nothing(text) {
            return false;
        }
        let is_name = |token: &Token| matches!(token.kind, TokenKind::Term(Term::Entity(_) | Term::HomeCompany));
        let next = self.row.get(index + 1).filter(|next| is_name(next));
        let gap = |next: &Token| self.text.get(token.span.end..next.span.start).unwrap_or_default();
        let before_name = next.is_some_and(|next| gap(next).trim().is_empty());
        let before = index.checked_sub(1).and_then(|before| self.row.get(before));
        match token.kind {
            TokenKind::Word(WordClass::Joiner) => {
                // A title may say that it compares what it lists.
                let joins =
                    self.standing != Standing::Header && self.row.iter().filter(|token| is_name(token)).count() != 1;
                let is_at_edge = before.is_none() || index + 1 == self.row.len();
                is_at_edge && !joins || before_name && !before.is_some_and(is_name)
            }
            TokenKind::Word(WordClass::Preposition | WordClass::ChannelMarker) => before_name,
            TokenKind::Word(_) => {
                before_name && text.split(' ').next_back().is_some_and(|word| STOP_WORDS.contains(word))
            }
            _ => false,
        }
    }

    /// Whether two words that are not understood belong together.
    pub(super) fn adjoins(&self, end: usize, start: usize) -> bool {
        self.text
            .get(end..start)
            .is_some_and(|between| between.chars().all(|c| matches!(c, ' ' | '-' | '&' | '\'' | '.')))
    }

    /// Whether the home entity stands for the owner of the document: by the company's full name outside of headers, or
    /// directly before another entity with nothing that makes a list of the two.
    pub(super) fn owns(&self, index: usize, text: &str) -> bool {
        let is_entity = |index: usize| {
            matches!(self.row.get(index).map(|token| &token.kind), Some(TokenKind::Term(Term::Entity(_))))
        };
        let company = self.context.profile.home.company.all().any(|name| TextView::fold(name) == text);
        let next_is_dash = self.row.get(index + 1).is_some_and(|token| {
            token.kind == TokenKind::Punct
                && matches!(self.text.get(token.span.clone()), Some("-" | "–" | "—" | ":" | "|" | "'"))
        });
        (company && self.standing != Standing::Header) || is_entity(index + 1) || (next_is_dash && is_entity(index + 2))
    }

    /// A word that no list and no dictionary knows.
    pub(super) fn name(&self, index: usize, text: &str, said: &mut TextMeaning) -> bool {
        const ABBREVIATION_CHARS_MAX: usize = 4;
        let default_name = is_default_name(text);
        match self.standing {
            Standing::Header => false,
            Standing::Sentence => default_name,
            Standing::Title => !self.is_stranger(index),
            Standing::Name => {
                let short = text.is_ascii() && text.len() <= ABBREVIATION_CHARS_MAX;
                said.ordinary |= !short && !default_name;
                if short && text.len() > 2 && self.is_stranger(index) {
                    self.may_be_name(index, said);
                }
                true
            }
        }
    }
}

/// Whether a folded word is the name that a program gives to a sheet, with a number or without one.
fn is_default_name(text: &str) -> bool {
    ["sheet", "工作表", "table", "page"].contains(&text.trim_end_matches(|c: char| c.is_ascii_digit()))
}
