//! Unknown names: which tokens of a question stand together as the name of somebody or something that the profile does not
//! know, and by which rule. Under which dimension a name is reported is decided elsewhere.

use std::collections::HashSet;
use std::ops::RangeInclusive;
use std::sync::LazyLock;

use super::channel::unknown_channel;
use super::token::{Row, TokenKind};
use crate::language::lists::word_set;
use crate::profile::{Term, WordClass};
use crate::rule::{Rule, word as rules};

/// How far a run of words is read for what stands behind it.
const PHRASE_WORDS_MAX: usize = 6;

/// The last token of the unknown name that begins at `first`, if one does, and the rule that makes it one.
pub(super) fn unknown_name(row: &Row<'_>, first: usize) -> Option<(usize, &'static Rule)> {
    // A name that belongs to the channel behind it is none of an entity's in front.
    if !may_be_in_name(row, first) || (row.is_entity(first) && unknown_channel(row, first + 1).is_some()) {
        return None;
    }
    let mut last = first;
    while let Some(next) = continues(row, last) {
        last = next;
    }
    deciding(row, first..=last).map(|rule| (last, rule))
}

/// Whether a token can be part of a name: leftovers, places, company words, and entities beside them.
fn may_be_in_name(row: &Row<'_>, index: usize) -> bool {
    match row.kind(index) {
        Some(
            TokenKind::Name
            | TokenKind::Term(Term::Place | Term::Entity(_))
            | TokenKind::Word(WordClass::Company | WordClass::ThirdParty),
        ) => true,
        // "retail division", but not "Hong Kong division".
        Some(TokenKind::Word(WordClass::Segment)) => {
            matches!(row.before(index), Some(TokenKind::Name | TokenKind::Ordinary)) && index > 0
        }
        Some(TokenKind::Word(WordClass::Passed(_) | WordClass::NumericWeak)) => names_something(row, index).is_some(),
        Some(TokenKind::Ordinary) => narrows(row, index).is_some(),
        _ => false,
    }
}

/// Whether a word that means nothing elsewhere is a name here: written with a capital before a company word ("Figure
/// Inc"), or before a number and behind a preposition ("of Hotel 7").
fn names_something(row: &Row<'_>, index: usize) -> Option<&'static Rule> {
    static DOCUMENT_PARTS: LazyLock<HashSet<String>> = word_set!("questions/document_parts.txt");
    let capital = row.source_text(index, index).starts_with(char::is_uppercase);
    let before_company = row.is_word(index + 1, WordClass::Company) && capital;
    let numbered = row.kind(index + 1) == Some(&TokenKind::Number)
        && latin(row, index)
        && follows_preposition(row, index)
        && !DOCUMENT_PARTS.contains(row.text(index));
    match (before_company, numbered) {
        (true, _) => Some(&rules::BEFORE_COMPANY_WORD),
        (false, true) => Some(&rules::NUMBERED_THING),
        (false, false) => None,
    }
}

/// The next token of the same name: beside it, or behind a hyphen, an ampersand or a bracket.
fn continues(row: &Row<'_>, last: usize) -> Option<usize> {
    let next = last + 1;
    let numbers_it = row.kind(next) == Some(&TokenKind::Number) && !row.is_entity(last);
    if may_be_in_name(row, next) || numbers_it {
        let both_places = is_place(row, last) && is_place(row, next);
        return (!both_places || makes_another_name(row, last)).then_some(next);
    }
    let joins_names = match row.kind(next)? {
        TokenKind::Punct => match row.text(next) {
            "-" | "&" | "_" | "·" | "(" => true,
            // A full stop joins letters (A.B), not sentences.
            "." => row.touching(next),
            _ => false,
        },
        TokenKind::Word(WordClass::Preposition) => row.text(next) == "of" && row.is_word(last, WordClass::Company),
        _ => false,
    };
    (joins_names
        && !row.is_entity(last)
        && may_be_in_name(row, next + 1)
        && (is_name(row, last) || is_name(row, next + 1)))
    .then_some(next + 1)
}

/// The forms and kinds of companies that add nothing to the name before them: plc, 股份有限公司, group.
pub(super) fn is_form(word: &str) -> bool {
    let is_one = |word: &str| LEGAL_FORMS.contains(word.trim_end_matches('.'));
    matches!(word, "group" | "company" | "companies" | "公司" | "集团" | "集团公司")
        || is_one(word)
        || word.split([' ', ',']).filter(|part| !part.is_empty()).all(is_one)
}

static LEGAL_FORMS: LazyLock<HashSet<String>> = word_set!("questions/legal_forms.txt");

/// Whether a phrase is the name of the home company with its legal form: 澄砚人寿集团股份有限公司, "Acme Group plc".
fn is_home_in_full(row: &Row<'_>, phrase: &RangeInclusive<usize>) -> bool {
    let is_home = |index: usize| {
        row.kind(index) == Some(&TokenKind::Term(Term::Entity(row.home.clone())))
            || row.kind(index) == Some(&TokenKind::Term(Term::HomeCompany))
    };
    let mut forms = phrase.clone().skip(1);
    let follows_home = is_home(*phrase.start()) || phrase.start().checked_sub(1).is_some_and(is_home);
    let is_plain = |index: usize| is_form(row.text(index)) || row.kind(index) == Some(&TokenKind::Punct);
    follows_home && forms.all(is_plain) && (is_home(*phrase.start()) || is_form(row.text(*phrase.start())))
}

/// Whether two English names of entities stand side by side with nothing between, as the two words of another name do: the
/// South West is neither the South nor the West. A list has commas, and the group may stand before its parts.
fn makes_another_name(row: &Row<'_>, first: usize) -> bool {
    let is_plain = |index: usize| row.is_entity(index) && latin(row, index) && !row.text(index).contains(' ');
    let is_home = |index: usize| row.kind(index) == Some(&TokenKind::Term(Term::Entity(row.home.clone())));
    is_plain(first) && is_plain(first + 1) && !is_home(first)
}

fn is_place(row: &Row<'_>, index: usize) -> bool {
    matches!(row.kind(index), Some(TokenKind::Term(Term::Place | Term::Entity(_))))
}

fn is_name(row: &Row<'_>, index: usize) -> bool {
    matches!(row.kind(index), Some(TokenKind::Name | TokenKind::Term(Term::Place)))
        || row.is_word(index, WordClass::Company)
        || (row.kind(index) == Some(&TokenKind::Ordinary) && narrows(row, index).is_some())
}

/// The rule that makes a row of name tokens a name that the profile does not know; none where it is no such name.
fn deciding(row: &Row<'_>, phrase: RangeInclusive<usize>) -> Option<&'static Rule> {
    let mut entity = false;
    let mut company = false;
    if is_home_in_full(row, &phrase) {
        return None;
    }
    if phrase.clone().skip(1).any(|index| makes_another_name(row, index - 1)) {
        return Some(&rules::BESIDE_ANOTHER);
    }
    for index in phrase.clone() {
        let rule = match row.kind(index)? {
            TokenKind::Term(Term::Place) => Some(&rules::UNKNOWN_PLACE),
            TokenKind::Name if !is_stray(row, &phrase) => Some(&rules::UNKNOWN_NAME),
            TokenKind::Ordinary => narrows(row, index),
            TokenKind::Word(WordClass::ThirdParty) => Some(&rules::THIRD_PARTY),
            TokenKind::Word(WordClass::Segment) => Some(&rules::NAMED_SEGMENT),
            TokenKind::Word(WordClass::Passed(_) | WordClass::NumericWeak) => names_something(row, index),
            _ => None,
        };
        if rule.is_some() {
            return rule;
        }
        entity |= row.is_entity(index);
        company |= row.is_word(index, WordClass::Company);
    }
    let last = *phrase.end();
    if !company {
        None
    } else if entity {
        Some(&rules::COMPANY_OF_ENTITY)
    } else if stands_before_metric(row, last) {
        Some(&rules::COMPANY_BEFORE_METRIC)
    } else {
        row.is_word(last + 1, WordClass::ChannelMarker).then_some(&rules::COMPANY_BEFORE_CHANNEL)
    }
}

/// A single ideograph that touches no slot is rather an interjection or a slip than a name, where the question says otherwise
/// whose number it wants; as a word that nothing explains it still has to be asked about.
fn is_stray(row: &Row<'_>, phrase: &RangeInclusive<usize>) -> bool {
    let (first, last) = (*phrase.start(), *phrase.end());
    let touches = |kind: Option<&TokenKind>| matches!(kind, Some(TokenKind::Term(_)));
    first == last
        && names_an_entity(row)
        && row.text(first).chars().count() == 1
        && row.text(first).chars().all(crate::lang::is_cjk)
        && !touches(row.before(first))
        && !touches(row.kind(last + 1))
}

/// The rule by which an ordinary word narrows what is asked where it stands: before a metric or, in English, before an
/// entity or after a preposition, or between an entity and what is asked of it.
fn narrows(row: &Row<'_>, index: usize) -> Option<&'static Rule> {
    let next = row.kind(index + 1);
    if next == Some(&TokenKind::Ordinary) && index + 1 < row.tokens.len() && latin(row, index) == latin(row, index + 1)
    {
        // A row of ordinary words narrows where its last word does.
        return narrows_as_last(row, last_ordinary(row, index), index);
    }
    narrows_as_last(row, index, index)
}

/// The last word of the run of ordinary words at `index`; a run is short, and only its first words are looked at.
fn last_ordinary(row: &Row<'_>, index: usize) -> usize {
    (index..index + PHRASE_WORDS_MAX).take_while(|i| row.kind(*i) == Some(&TokenKind::Ordinary)).last().unwrap_or(index)
}

fn narrows_as_last(row: &Row<'_>, last: usize, first: usize) -> Option<&'static Rule> {
    let next = row.kind(last + 1);
    if stands_before_metric(row, last) {
        return Some(&rules::BEFORE_METRIC);
    }
    if !latin(row, last) {
        return None;
    }
    match (row.before(first), next) {
        (_, Some(TokenKind::Term(Term::Entity(_)) | TokenKind::Word(WordClass::Segment))) => {
            Some(&rules::BEFORE_ENTITY)
        }
        (Some(TokenKind::Term(Term::Entity(_))), Some(TokenKind::Period(_) | TokenKind::Word(WordClass::Company))) => {
            Some(&rules::BEHIND_ENTITY)
        }
        _ => follows_preposition(row, first).then_some(&rules::BEHIND_PREPOSITION),
    }
}

pub(super) fn latin(row: &Row<'_>, index: usize) -> bool {
    row.text(index).is_ascii()
}

/// Whether a metric stands directly behind, or behind a hyphen, or behind "of" and an article ("cost of the revenue").
pub(super) fn stands_before_metric(row: &Row<'_>, last: usize) -> bool {
    let next = match row.text(last + 1) {
        "of" if matches!(row.text(last + 2), "the" | "our" | "its") => last + 3,
        "-" | "of" => last + 2,
        _ => last + 1,
    };
    row.is_metric(next)
}

/// Whether a preposition, or one with an article, stands directly before.
fn follows_preposition(row: &Row<'_>, first: usize) -> bool {
    let is_preposition = |kind| kind == Some(&TokenKind::Word(WordClass::Preposition));
    let article = first > 0 && matches!(row.text(first - 1), "the" | "a" | "an" | "our" | "all");
    is_preposition(row.before(first)) || (article && first > 1 && is_preposition(row.before(first - 1)))
}

pub(super) fn names_an_entity(row: &Row<'_>) -> bool {
    row.tokens.iter().any(|token| matches!(token.kind, TokenKind::Term(Term::Entity(_) | Term::HomeCompany)))
}
