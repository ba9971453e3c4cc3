//! How much of a text each kind of slot can hold: names of the profile, periods, plain numbers, what the answer cites, and
//! free words, which end where the pattern goes on.

use super::Reader;
use crate::golden::{Dimension, Slot};
use crate::key::Period;
use crate::outcome::Found;

/// The longest spelling of a period has fewer characters.
const PERIOD_CHARS_MAX: usize = 24;
/// How a list ends of which a part was left out.
const LEFT_OUT: &str = " …";
/// A name that was cut keeps at least so much.
const CUT_CHARS_MIN: usize = 40;

impl Reader<'_> {
    /// The lengths that a slot can take up at the start of a text, in the order in which they are tried.
    /// Free words end where the pattern goes on, and with the text where they are the last of it.
    pub(super) fn lengths(&self, slot: Slot, text: &str, is_last: bool) -> Vec<usize> {
        let profile = &self.fixture.profile;
        let of = |dimension: &Dimension| dimension.lengths_at_start_of(text);
        match slot {
            Slot::Entity => of(&profile.entities),
            Slot::Metric => of(&profile.metrics),
            Slot::Channel => of(&profile.channels),
            Slot::Unit => of(&profile.units),
            Slot::Period | Slot::From | Slot::To => periods(text),
            Slot::Value | Slot::Change | Slot::Points | Slot::Percent => number(text).into_iter().collect(),
            Slot::Number => {
                Some(text.bytes().take_while(u8::is_ascii_digit).count()).filter(|n| *n > 0).into_iter().collect()
            }
            Slot::Date => {
                text.get(..10).and_then(|day| day.parse::<jiff::civil::Date>().ok()).map(|_| 10).into_iter().collect()
            }
            Slot::Doc => named(text, self.docs()),
            Slot::Locator => named(text, self.locators()),
            Slot::Title => named(text, self.titles()),
            Slot::Home => starting(text, profile.home_names()),
            Slot::Competitor => starting(text, profile.competitors().iter().flatten().map(String::as_str)),
            Slot::Param => starting(text, self.book.parameters(self.language).map(|(_, words)| words)),
            Slot::Operation => starting(text, self.book.operations(self.language).map(|(_, words)| words)),
            Slot::Docs | Slot::Command => vec![text.len()],
            // Each of them ends where a sentence could, so that all are taken or none.
            Slot::Numbers => vec![text.strip_suffix(LEFT_OUT).unwrap_or(text).len()],
            Slot::Words
            | Slot::Near
            | Slot::Choices
            | Slot::Assumed
            | Slot::GivenUp
            | Slot::Asked
            | Slot::Stated
            | Slot::Reasons
                if is_last =>
            {
                vec![text.len()]
            }
            Slot::Words
            | Slot::Near
            | Slot::Choices
            | Slot::Assumed
            | Slot::GivenUp
            | Slot::Asked
            | Slot::Stated
            | Slot::Reasons => text.char_indices().skip(1).map(|(at, _)| at).chain([text.len()]).collect(),
        }
    }

    fn docs(&self) -> Vec<&str> {
        let facts = self.outcome.found().flat_map(places).map(|source| source.doc.as_str());
        facts.chain(self.outcome.cited().map(|passage| passage.doc.as_str())).collect()
    }

    fn locators(&self) -> Vec<&str> {
        let facts = self.outcome.found().flat_map(places).map(|source| source.locator.as_str());
        facts.chain(self.outcome.cited().map(|passage| passage.locator.as_str())).collect()
    }

    fn titles(&self) -> Vec<&str> {
        self.outcome.cited().map(|passage| passage.title.as_str()).collect()
    }
}

fn places(found: &Found) -> impl Iterator<Item = &crate::key::Source> {
    std::iter::once(&found.source).chain(found.conflicts.iter().map(|conflict| &conflict.source))
}

fn starting<'n>(text: &str, names: impl Iterator<Item = &'n str>) -> Vec<usize> {
    let mut lengths: Vec<usize> =
        names.filter(|name| !name.is_empty() && text.starts_with(name)).map(str::len).collect();
    lengths.sort_unstable_by_key(|length| std::cmp::Reverse(*length));
    lengths.dedup();
    lengths
}

/// Names that may have been cut with a sign for that.
fn named(text: &str, names: Vec<&str>) -> Vec<usize> {
    let mut lengths = starting(text, names.iter().copied());
    if let Some((cut, _)) = text.split_once('…')
        && cut.chars().count() >= CUT_CHARS_MIN
        && names.into_iter().any(|name| name.starts_with(cut))
    {
        lengths.push(cut.len() + '…'.len_utf8());
    }
    lengths
}

fn periods(text: &str) -> Vec<usize> {
    let inner = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric());
    let ends = text.char_indices().map(|(at, c)| at + c.len_utf8()).take(PERIOD_CHARS_MAX);
    let is_period = |end: &usize| {
        let (held, rest) = text.split_at(*end);
        let is_cut = inner(held.chars().last()) && inner(rest.chars().next());
        !(is_cut || held.ends_with(char::is_whitespace)) && Period::read_in_report(held).is_some()
    };
    let mut lengths: Vec<usize> = ends.filter(is_period).collect();
    lengths.reverse();
    lengths
}

/// A plain number in ASCII digits, with a sign, thousands separators and a fraction; nothing else that could belong to one
/// may follow.
fn number(text: &str) -> Option<usize> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let sign = text.len() - digits.len();
    let mut length = digits.bytes().take_while(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b',')).count();
    while digits.get(..length).is_some_and(|held| held.ends_with(['.', ','])) {
        length -= 1;
    }
    let follows = digits.get(length..)?.chars().next();
    let runs_on = follows.is_some_and(|c| c.is_numeric() && !c.is_ascii());
    (length > 0 && !runs_on).then_some(sign + length)
}
