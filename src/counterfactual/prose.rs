//! What becomes of the documents that cases cite. A deleted document is left out, and so is every line of another one that
//! has a text of it; a changed one has other digits or words in those texts, wherever they stand; a moved one speaks about
//! another year or entity in its head, name and text. Restricted documents are never touched.

use std::collections::{BTreeMap, BTreeSet};
use std::io;

use super::Change;
use crate::golden::{Case, Dimension, Document, Fixture};
use crate::key::Period;

/// How many years a document is moved.
const YEARS_BACK: u16 = 3;
/// Numbers of four digits that are years.
const YEARS: std::ops::RangeInclusive<u16> = 1990..=2069;

/// What is done to a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Shift {
    /// It stays, or is left out, as a whole.
    Whole,
    /// It is of earlier years.
    Years,
    /// It is about another entity: from a code, to a code.
    Entity(String, String),
}

/// The texts that a case demands of its passage, as far as they are the passage's alone: no name of the profile and no name
/// or title of a document has them, and an open document does.
pub(super) fn texts(case: &Case, fixture: &Fixture) -> BTreeSet<String> {
    if !case.demands_prose() {
        return BTreeSet::new();
    }
    let open = || fixture.documents().filter(|document| !document.restricted);
    let is_name = |text: &str| {
        fixture.profile.names().any(|name| name.contains(text))
            || fixture.documents().any(|document| document.name.contains(text) || document.title.contains(text))
    };
    let is_written =
        |text: &str| open().any(|document| document.written.as_ref().is_some_and(|all| all.contains(text)));
    // Where one of several texts is enough, each that is written somewhere is altered.
    let demanded = || case.expected.must_mention.iter().flat_map(|demand| &demand.alternatives);
    let is_part = |text: &str| demanded().any(|other| other != text && other.contains(text));
    demanded().filter(|text| !is_name(text) && is_written(text) && !is_part(text)).cloned().collect()
}

/// Whether no open document but some has a text.
pub(super) fn is_only_in(text: &str, documents: &BTreeMap<String, Shift>, fixture: &Fixture) -> bool {
    let others = fixture.documents().filter(|document| !document.restricted && !documents.contains_key(&document.name));
    !others.filter_map(|document| document.written.as_ref()).any(|written| written.contains(text))
}

/// How a document is moved away from what a question asks: to other years where the question names its year, else to
/// another entity where it names that.
pub(super) fn away(case: &Case, document: &Document, fixture: &Fixture) -> Option<Shift> {
    let year = document.head.get("period").and_then(|period| Period::read_in_report(period)).map(|period| period.year);
    if year.is_some_and(|year| names_year(&case.question, year)) {
        return Some(Shift::Years);
    }
    let entities = &fixture.profile.entities;
    let code = entities.resolve(document.head.get("entity")?)?;
    let question = case.question.to_lowercase();
    let is_named = entities.spellings(code).iter().any(|name| question.contains(&name.to_lowercase()));
    let has_file = |other: &&str| !is_within(entities, code, other);
    let mut others =
        entities.codes().filter(|other| *other > code).chain(entities.codes()).filter(|other| *other != code);
    let other = others.find(has_file).filter(|_| is_named)?;
    Some(Shift::Entity(code.to_owned(), other.to_owned()))
}

/// Whether one entity's name is a part of the other's, so that a document about one still names the other.
fn is_within(entities: &Dimension, one: &str, other: &str) -> bool {
    let pairs = entities.spellings(one).iter().flat_map(|a| entities.spellings(other).iter().map(move |b| (a, b)));
    pairs.into_iter().any(|(a, b)| {
        let (a, b) = (a.to_lowercase(), b.to_lowercase());
        a.contains(&b) || b.contains(&a)
    })
}

/// `2025`, and `FY25`, `1H25` and their like.
fn names_year(question: &str, year: u16) -> bool {
    let (long, short) = (year.to_string(), format!("{:02}", year % 100));
    let before = |at: usize| question.get(..at).and_then(|text| text.chars().next_back());
    let after = |at: usize| question.get(at..).and_then(|text| text.chars().next());
    let is_marked = |at: usize| {
        let opens = before(at).is_some_and(|c| matches!(c, 'Y' | 'y' | 'H' | 'h' | 'Q' | 'q' | '\''));
        opens && !after(at + short.len()).is_some_and(|c| c.is_ascii_digit())
    };
    question.contains(&long) || question.match_indices(&short).any(|(at, _)| is_marked(at))
}

/// The files under `docs` with their texts, after the named documents are altered.
pub(super) fn altered(
    fixture: &Fixture,
    change: Change,
    documents: &BTreeMap<String, Shift>,
    texts: &BTreeSet<String>,
) -> io::Result<BTreeMap<String, String>> {
    let mut files: BTreeMap<String, String> = BTreeMap::new();
    for document in fixture.documents() {
        let Some(written) = &document.written else {
            return Err(io::Error::other(format!("{} is no text, and cannot be copied", document.name)));
        };
        let named = documents.get(&document.name).filter(|_| !document.restricted);
        let (file, text) = match (change, named) {
            _ if document.restricted => (document.file.clone(), written.clone()),
            (Change::Deleted, Some(_)) => continue,
            (Change::Deleted, None) => (document.file.clone(), without_lines(written, texts)),
            (Change::Changed, _) => (document.file.clone(), reworded(written, texts)),
            (Change::Moved, Some(shift)) => (shifted(&document.file, shift, fixture), shifted(written, shift, fixture)),
            (Change::Moved, None) => (document.file.clone(), written.clone()),
        };
        // Several documents of one file are lines of it.
        let whole = files.entry(file).or_default();
        if !whole.is_empty() {
            whole.push('\n');
        }
        whole.push_str(&text);
    }
    Ok(files)
}

/// What stands for a text when it is changed: other digits where it has some, else the text with a word behind it that
/// nobody else uses. Its own words stay, so that whoever looks for them still finds the passage.
pub(super) fn stand_in(text: &str) -> String {
    let other = |c: char| c.to_digit(10).and_then(|digit| char::from_digit((digit + 3) % 10, 10));
    if text.chars().any(|c| c.is_ascii_digit()) {
        return text.chars().map(|c| other(c).unwrap_or(c)).collect();
    }
    let hash = blake3::hash(text.as_bytes());
    let drawn = hash.as_bytes().iter().take(3);
    let mark: String = if text.is_ascii() {
        // A word with vowels, so that it is taken for one.
        drawn.flat_map(|byte| ['z', 'q', char::from(b'a' + byte % 26), 'o']).collect()
    } else {
        // Ideographs that no report and no list of names has.
        drawn.filter_map(|byte| char::from_u32(0x9F20 + u32::from(byte % 64))).collect()
    };
    if text.is_ascii() { format!("{text} {mark}") } else { format!("{text}{mark}") }
}

/// A text with the stand-ins of some others. None of those is a part of another.
fn reworded(text: &str, texts: &BTreeSet<String>) -> String {
    texts.iter().fold(text.to_owned(), |text, old| text.replace(old.as_str(), &stand_in(old)))
}

fn without_lines(text: &str, texts: &BTreeSet<String>) -> String {
    let lines = text.split_inclusive('\n').filter(|line| !texts.iter().any(|text| line.contains(text.as_str())));
    lines.collect()
}

/// The name that a document has after it is moved.
pub(super) fn shifted(text: &str, shift: &Shift, fixture: &Fixture) -> String {
    match shift {
        Shift::Whole => text.to_owned(),
        Shift::Years => with_other_years(text),
        Shift::Entity(from, to) => with_other_names(text, &fixture.profile.entities, from, to),
    }
}

/// Every year so many years earlier. A number with a point or comma beside it is no year.
fn with_other_years(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find(|c: char| c.is_ascii_digit()) {
        let (before, digits) = rest.split_at(start);
        out.push_str(before);
        let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
        let (number, behind) = digits.split_at(end);
        let continues =
            |text: &str| text.starts_with(['.', ',']) && text[1..].starts_with(|c: char| c.is_ascii_digit());
        let is_fraction = out.ends_with(['.', ',']) || continues(behind);
        match number.parse::<u16>() {
            Ok(year) if number.len() == 4 && YEARS.contains(&year) && !is_fraction => {
                out.push_str(&(year - YEARS_BACK).to_string());
            }
            _ => out.push_str(number),
        }
        rest = behind;
    }
    out + rest
}

/// Every name of one entity replaced by another's in the same language; a code by a code.
fn with_other_names(text: &str, entities: &Dimension, from: &str, to: &str) -> String {
    let mut names: Vec<&String> = entities.spellings(from).iter().collect();
    names.sort_by_key(|name| std::cmp::Reverse(name.len()));
    names.into_iter().fold(text.to_owned(), |text, name| {
        let other = match (name == from, name.is_ascii()) {
            (true, _) => to,
            (false, true) => entities.label(to, "en"),
            (false, false) => entities.label(to, "zh"),
        };
        replaced(&text, name, other)
    })
}

/// Replaces a name where it does not run on into a longer Latin word.
fn replaced(text: &str, name: &str, other: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut done = 0;
    for (at, found) in text.match_indices(name) {
        let inner = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric());
        let (before, after) = (text[..at].chars().next_back(), text[at + found.len()..].chars().next());
        let runs_on =
            (inner(before) && inner(found.chars().next())) || (inner(after) && inner(found.chars().next_back()));
        if !runs_on {
            out.push_str(&text[done..at]);
            out.push_str(other);
            done = at + found.len();
        }
    }
    out.push_str(&text[done..]);
    out
}
