//! What the numbers of an answer may rest on, and the numerals of a text that rest on none of the things that are no
//! figures: names, places, periods and dates. A found value counts only when the fixture's cited row has it, so that a
//! system cannot admit a number by claiming to have found it.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use jiff::civil::Date;
use rust_decimal::Decimal;

use crate::difference::{self, Difference, Operand};
use crate::gate::support::{self, Support};
use crate::golden::{Case, Fixture};
use crate::key::{FactKey, Period, Source};
use crate::numerals::{self, Numeral};
use crate::outcome::{CitedPassage, Found, Outcome, ToolResult};

/// Stands for a byte that is accounted for; no text has it, and no numeral runs across it.
const ACCOUNTED: u8 = 1;

/// What an answer rests on.
pub(super) struct Evidence<'a> {
    fixture: &'a Fixture,
    /// Found values that the fixture has at the cited place.
    pub(super) facts: Vec<&'a Found>,
    /// Those values, and the conflicting ones that the fixture has.
    pub(super) values: BTreeSet<Decimal>,
    /// The difference, when exactly two facts have one.
    pub(super) difference: Option<Difference>,
    /// What prose may state beside: the passages it cites.
    prose: Vec<Support<'a>>,
    places: Vec<Cow<'a, str>>,
    spellings: Vec<Spelling>,
}

/// A text that is no figure.
struct Spelling {
    text: String,
    /// Whether it is a year on its own, which is a figure after all when a unit follows.
    is_year: bool,
}

impl<'a> Evidence<'a> {
    pub(super) fn of(case: &Case, outcome: &'a Outcome, fixture: &'a Fixture) -> Self {
        let mut evidence = Self {
            fixture,
            facts: Vec::new(),
            values: BTreeSet::new(),
            difference: None,
            prose: Vec::new(),
            places: Vec::new(),
            spellings: Vec::new(),
        };
        let mut periods = BTreeSet::new();
        let named = outcome.intent.period.iter().chain(&outcome.intent.periods);
        periods.extend(named.filter_map(|period| read_period(&period.kind, &period.value)));
        for result in &outcome.tool_results {
            match result {
                ToolResult::Found(found) => {
                    periods.extend(read_period(&found.period_type, &found.period));
                    evidence.admit(found);
                }
                ToolResult::NotFound { normalized, .. } => periods.extend(normalized.period.parse::<Period>().ok()),
                ToolResult::UnrecognizedParam { param, raw } => {
                    // An echo of the question excuses its digits, unless it is nothing but a number.
                    let is_wording = |raw: &&String| param == "period" || raw.chars().any(char::is_alphabetic);
                    let echoed = raw.iter().filter(|raw| case.question.contains(raw.as_str()));
                    evidence.places.extend(echoed.filter(is_wording).map(|raw| Cow::Borrowed(raw.as_str())));
                }
            }
        }
        let unread = outcome.narrative.iter().flat_map(|narrative| &narrative.unread_periods);
        let echoed =
            unread.filter(|words| case.question.contains(words.as_str()) && words.chars().any(char::is_alphabetic));
        evidence.places.extend(echoed.map(|words| Cow::Borrowed(words.as_str())));
        for source in &outcome.sources {
            evidence.place(source);
        }
        if case.demands_prose() {
            evidence.admit_prose(outcome);
        }
        let years = years_of(case);
        for period in periods.into_iter().filter(|period| years.contains(&period.year)) {
            let year = period.year.to_string();
            let spell = |text: String| Spelling { is_year: text == year, text };
            evidence.spellings.extend(period.spellings().into_iter().map(spell));
        }
        evidence.spellings.sort_by(|a, b| b.text.len().cmp(&a.text.len()).then_with(|| a.text.cmp(&b.text)));
        evidence.places.sort_by_key(|place| std::cmp::Reverse(place.len()));
        evidence.difference = evidence.only_difference();
        evidence
    }

    /// The numerals of a text that are no part of a name, a place, a period or a date: the figures it states.
    pub(super) fn figures(&self, text: &str) -> Vec<Numeral> {
        let mut figures: Vec<Numeral> = Vec::new();
        for figure in numerals::find(&self.account(text)) {
            let is_unit = figures.last().is_some_and(|previous| self.is_unit_of(previous, &figure, text));
            if !is_unit {
                figures.push(figure);
            }
        }
        figures
    }

    /// Whether a numeral is the unit of the figure before it: a unit such as `thousand` is nothing but a number, and is
    /// excused only right after a value that is stated in it.
    fn is_unit_of(&self, previous: &Numeral, numeral: &Numeral, text: &str) -> bool {
        let between = text.get(previous.span.end..numeral.span.start).unwrap_or_default();
        let unit = self.fixture.profile.units.at_start_of(text.get(numeral.span.start..).unwrap_or_default());
        let Some((code, _)) = unit.filter(|(_, length)| *length >= numeral.text.len()) else { return false };
        let is_known = self.facts.iter().any(|fact| fact.unit == code);
        is_known && between.trim().is_empty() && self.explains(previous)
    }

    /// Whether a figure is a fact's value, a conflicting value, or the difference of two facts; or, in an answer that
    /// holds prose, stands in a passage that it cites.
    pub(super) fn explains(&self, figure: &Numeral) -> bool {
        self.values.iter().any(|value| figure.equals(*value))
            || self.is_difference(figure)
            || self.prose_explains(figure)
    }

    fn prose_explains(&self, figure: &Numeral) -> bool {
        self.prose.iter().any(|support| support.states(figure))
    }

    /// Takes in what the prose of an answer may rest on.
    fn admit_prose(&mut self, outcome: &'a Outcome) {
        self.prose = support::of(outcome, self.fixture);
        // Documents may be named that nothing is cited from.
        for document in self.fixture.documents().filter(|document| !document.restricted) {
            self.places.extend([&document.name, &document.title].map(|name| Cow::Borrowed(name.as_str())));
        }
        for support in &self.prose {
            let CitedPassage { number, doc, locator, .. } = support.passage;
            self.places.extend(support::markers(*number).map(Cow::Owned));
            self.places.extend([Cow::Owned(format!("{doc}#{locator}")), Cow::Borrowed(locator.as_str())]);
        }
        let dates: Vec<_> =
            self.prose.iter().filter_map(|support| support.passage.valid_as_of.as_ref()?.parse().ok()).collect();
        for date in dates {
            self.date(Some(date));
        }
    }

    /// Whether a figure is the difference of the two facts or its percentage, in either direction: the wording may
    /// carry the sign.
    pub(super) fn is_difference(&self, figure: &Numeral) -> bool {
        let Some(difference) = &self.difference else { return false };
        let parts = [Some(difference.value), difference.percent];
        parts.into_iter().flatten().any(|part| figure.equals(part) || figure.equals(-part))
    }

    fn admit(&mut self, found: &'a Found) {
        self.place(&found.source);
        let Some(key) = found.key() else { return };
        let mut rows = self.fixture.at(&found.source).filter(|row| row.key == key && !row.restricted);
        let Some(row) = rows.find(|row| row.value == found.value && row.unit == found.unit) else { return };
        self.facts.push(found);
        self.values.insert(found.value);
        self.date(row.valid_as_of);
        for conflict in &found.conflicts {
            self.place(&conflict.source);
            let mut rows = self.fixture.at(&conflict.source).filter(|row| row.key == key && !row.restricted);
            if let Some(row) = rows.find(|row| row.value == conflict.value && row.unit == conflict.unit) {
                self.values.insert(conflict.value);
                self.date(row.valid_as_of);
            }
        }
    }

    /// The business date of what the fixture states for a key at a place.
    pub(super) fn date_of(&self, key: &FactKey, source: &Source) -> Option<String> {
        let row = self.fixture.at(source).find(|row| row.key == *key && !row.restricted)?;
        row.valid_as_of.map(|date| date.to_string())
    }

    /// A document or locator excuses its digits only when the fixture has it.
    fn place(&mut self, source: &'a Source) {
        if self.fixture.knows_document(&source.doc) {
            self.places.push(Cow::Borrowed(&source.doc));
        }
        let of_a_fact = self.fixture.at(source).next().is_some();
        let of_prose = self.fixture.document(&source.doc).is_some_and(|doc| doc.at(&source.locator).is_some());
        if of_a_fact || of_prose {
            self.places.push(Cow::Borrowed(&source.locator));
        }
    }

    fn date(&mut self, date: Option<Date>) {
        let Some(date) = date else { return };
        let (year, month, day) = (date.year(), date.month(), date.day());
        let texts = [
            date.to_string(),
            format!("{year}/{month:02}/{day:02}"),
            format!("{year}年{month}月{day}日"),
            format!("{year}年{month:02}月{day:02}日"),
            date.strftime("%-d %B %Y").to_string().to_lowercase(),
            date.strftime("%B %-d, %Y").to_string().to_lowercase(),
            date.strftime("%-d %b %Y").to_string().to_lowercase(),
            date.strftime("%b %-d, %Y").to_string().to_lowercase(),
        ];
        self.spellings.extend(texts.into_iter().map(|text| Spelling { text, is_year: false }));
    }

    fn only_difference(&self) -> Option<Difference> {
        let mut operands: Vec<Operand> = Vec::new();
        for operand in self.facts.iter().filter_map(|found| Operand::of(found)) {
            if !operands.contains(&operand) {
                operands.push(operand);
            }
        }
        match operands.as_slice() {
            [one, other] => difference::between(one, other),
            _ => None,
        }
    }

    /// The text with every byte of a name, place, period or date replaced, at unchanged offsets.
    fn account(&self, text: &str) -> String {
        let mut bytes = text.as_bytes().to_vec();
        for place in &self.places {
            cover(&mut bytes, text, place, |start, end| {
                let (before, here, after) = around(text.as_bytes(), start, end);
                at_boundary(before, here, after)
            });
        }
        if let Some(names) = self.fixture.names_with_numbers() {
            for found in names.find_iter(text) {
                let (before, here, after) = around(text.as_bytes(), found.start(), found.end());
                if at_boundary(before, here, after) {
                    bytes.get_mut(found.range()).unwrap_or_default().fill(ACCOUNTED);
                }
            }
        }
        // Lower-casing ASCII only keeps the offsets; every spelling is lower-case.
        let lower = String::from_utf8_lossy(&bytes).to_ascii_lowercase();
        for spelling in &self.spellings {
            cover(&mut bytes, &lower, &spelling.text, |start, end| {
                let (before, here, after) = around(lower.as_bytes(), start, end);
                at_boundary(before, here, after)
                    && !is_signed(before)
                    && !(spelling.is_year && text.get(end..).is_some_and(|after| self.unit_follows(after)))
            });
        }
        // Whole characters are replaced, so what is left is valid; were it not, nothing would be excused.
        String::from_utf8(bytes).unwrap_or_else(|_| text.to_owned())
    }

    /// Whether a unit, a multiplier or a per cent sign comes next: a year before it is a figure.
    fn unit_follows(&self, after: &str) -> bool {
        let rest = after.trim_start();
        rest.starts_with(['%', '％', '万', '亿', '千', '百', '倍'])
            || self.fixture.profile.units.at_start_of(rest).is_some()
    }
}

fn read_period(kind: &str, value: &str) -> Option<Period> {
    value.parse::<Period>().ok().filter(|period| period.type_code() == kind)
}

/// The years that a case can be about: from the earliest to the latest of those the question names, those that relative
/// wording reaches from the day it is asked, and those the expectation knows. A system that reads another period into
/// the question does not excuse its year by that.
fn years_of(case: &Case) -> RangeInclusive<u16> {
    /// `the year before last` reaches two years back, and the fiscal year may be one off; `next year` is one ahead.
    const RELATIVE: [i16; 2] = [-3, 1];
    let named = numerals::find(&case.question).into_iter().filter_map(|numeral| {
        let number = u16::try_from(numeral.value?.abs()).ok()?;
        match number {
            0..=99 => Some(2000 + number),
            1900..=2099 => Some(number),
            _ => None,
        }
    });
    let asked = RELATIVE.iter().filter_map(|offset| u16::try_from(case.reference_date.year() + offset).ok());
    let facts = case.expected.facts.iter().map(|fact| fact.key.period.year);
    let missing = case.expected.missing.iter().map(|key| key.period.year);
    let years: BTreeSet<u16> = named.chain(asked).chain(facts).chain(missing).collect();
    let first = years.first().copied().unwrap_or(u16::MAX);
    first..=years.last().copied().unwrap_or(0)
}

/// Replaces in `bytes` what stands at the accepted occurrences of `needle` in `text`, which has the same offsets.
fn cover(bytes: &mut [u8], text: &str, needle: &str, accepts: impl Fn(usize, usize) -> bool) {
    for (start, _) in text.match_indices(needle).filter(|(_, found)| !found.is_empty()) {
        let end = start + needle.len();
        if accepts(start, end)
            && let Some(here) = bytes.get_mut(start..end)
        {
            here.fill(ACCOUNTED);
        }
    }
}

fn around(bytes: &[u8], start: usize, end: usize) -> (&[u8], &[u8], &[u8]) {
    let part = |range: Option<_>| range.unwrap_or_default();
    (part(bytes.get(..start)), part(bytes.get(start..end)), part(bytes.get(end..)))
}

/// Whether a match neither begins nor ends inside a longer Latin word or number.
fn at_boundary(before: &[u8], here: &[u8], after: &[u8]) -> bool {
    let inner = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_alphanumeric);
    let starts_inside = inner(here.first()) && (inner(before.last()) || ends_in_point(before));
    let ends_inside = inner(here.last()) && (inner(after.first()) || starts_with_point(after));
    !starts_inside && !ends_inside
}

/// `3.` before a match: the match would be the fraction of a number.
fn ends_in_point(before: &[u8]) -> bool {
    matches!(before, [.., digit, b'.' | b','] if digit.is_ascii_digit())
}

/// `.5` after a match: the match would be the whole part of a number.
fn starts_with_point(after: &[u8]) -> bool {
    matches!(after, [b'.', digit, ..] if digit.is_ascii_digit())
}

/// A sign that belongs to what follows: no period has one.
fn is_signed(before: &[u8]) -> bool {
    match before {
        [.., earlier, b'-' | b'+'] => !earlier.is_ascii_alphanumeric() && *earlier != ACCOUNTED,
        [b'-' | b'+'] => true,
        _ => before.ends_with("−".as_bytes()) || before.ends_with("负".as_bytes()),
    }
}
