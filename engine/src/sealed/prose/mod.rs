//! The check of the narrative channel: what of a model's account may be printed. It opens the sealed words, cleans them,
//! keeps the citations that name a passage, and finds the numbers that no cited passage states. It does not judge whether
//! a statement without numbers is true.
//!
//! A number is supported when a *cited* passage states it, in its text or its title: the same value with the same unit, as
//! [`stated`](crate::language::numbers::stated) compares them. A number of a period's name is supported as well when the question names that period or a
//! cited passage does, in whatever wording: the year of "FY2025" for a question about 2025. Any other number of the
//! question must stand in a cited passage like all others, or a guess in a question would come back as a finding.

mod cleaned;
mod marks;

use std::collections::BTreeSet;
use std::sync::LazyLock;

use regex::Regex;
use serde::Deserialize;

use super::ModelText;
use crate::gate::CompetitorScreen;
use crate::language::numbers::stated::Statements;
use crate::language::periods::scan_absolute;
use crate::passage::Passage;
use crate::period::{FiscalCalendar, Period};
use crate::text::TextView;

pub use cleaned::PROSE_CHARS_MAX;
pub(crate) use marks::without_marks;

/// What happens to prose with numbers that no cited passage states.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, strum::Display, strum::EnumString)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase", ascii_case_insensitive)]
pub enum UnsupportedNumbers {
    /// It is printed, and a caution names them.
    #[default]
    Flag,
    /// It is withheld.
    Strict,
    /// It is printed without a word.
    Trust,
}

/// Prose that went through the check. Only [`check_prose`] makes one:
///
/// ```compile_fail,E0451
/// # use engine::sealed::CheckedProse;
/// let forged = CheckedProse { text: Some("about 1,320".to_owned()), ..todo!() };
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheckedProse {
    text: Option<String>,
    cited: BTreeSet<usize>,
    unsupported: Vec<String>,
    false_marks: usize,
    shortened: bool,
}

impl CheckedProse {
    /// The prose with its citation marks, each `[n]`; none when it is withheld.
    pub fn text(&self) -> Option<&str> {
        self.text.as_deref()
    }

    /// The prose without citation marks.
    pub fn without_marks(&self) -> Option<String> {
        self.text().map(without_marks)
    }

    /// Numbers of the passages it cites, from 1, ascending.
    pub fn cited(&self) -> &BTreeSet<usize> {
        &self.cited
    }

    /// Numbers that no cited passage states, as they were written, each once, in the order of the prose.
    pub fn unsupported(&self) -> &[String] {
        &self.unsupported
    }

    /// How many citations named no passage; they were taken out.
    pub fn false_marks(&self) -> usize {
        self.false_marks
    }

    /// Whether its end was cut off, being longer than [`PROSE_CHARS_MAX`].
    pub fn shortened(&self) -> bool {
        self.shortened
    }
}

/// What prose is checked against.
#[derive(Debug, Clone, Copy)]
pub struct Grounds<'a> {
    /// What the model was given; the first one has number 1.
    pub passages: &'a [Passage],
    /// Periods that the question names.
    pub periods: &'a [Period],
    /// How periods are read.
    pub calendar: FiscalCalendar,
    /// What happens to unsupported numbers.
    pub policy: UnsupportedNumbers,
    /// What may be said of competitors.
    pub screen: &'a CompetitorScreen,
}

/// Checks a model's account of passages. None when it says nothing: no letter and no digit beside citation marks.
pub fn check_prose(text: &ModelText, grounds: &Grounds<'_>) -> Option<CheckedProse> {
    let (clean, shortened) = cleaned::cleaned(text.open());
    let clean = grounds.screen.text(&clean);
    let marks = marks::marks(&clean, grounds.passages.len());
    let (mut marked, mut bare) = (String::with_capacity(clean.len()), String::with_capacity(clean.len()));
    let mut cited = BTreeSet::new();
    let mut from = 0;
    for mark in &marks {
        let before = &clean[from..mark.span.start];
        let before = if mark.passages.is_empty() { before.trim_end_matches([' ', '\u{3000}']) } else { before };
        marked.push_str(before);
        marked.extend(mark.passages.iter().map(|number| format!("[{number}]")));
        // A line break in place of a mark: no number may be read across it.
        bare.push_str(before);
        bare.push('\n');
        cited.extend(&mark.passages);
        from = mark.span.end;
    }
    marked.push_str(&clean[from..]);
    bare.push_str(&clean[from..]);
    if !bare.chars().any(char::is_alphanumeric) {
        return None;
    }
    let marked = quoted(&marked);
    let unsupported = unsupported(&bare, &cited, grounds);
    let withheld = grounds.policy == UnsupportedNumbers::Strict && !unsupported.is_empty();
    let false_marks = marks.iter().map(|mark| mark.astray).sum();
    Some(CheckedProse { text: (!withheld).then_some(marked), cited, unsupported, false_marks, shortened })
}

/// The prose with quotation marks around each line that is shaped as one of the engine's own. Nobody may take a document's sentence for a figure that was looked up.
fn quoted(prose: &str) -> String {
    let quote = |line: &str| {
        let folded = TextView::fold(line);
        let opens_as_quotation = line.starts_with(['“', '"', '「', '『']);
        if opens_as_quotation || !FACT_SHAPE.is_match(&folded) {
            return line.to_owned();
        }
        let plain = without_marks(line);
        let marks = line.strip_prefix(plain.as_str()).unwrap_or_default();
        let plain = if marks.is_empty() { line } else { plain.as_str() };
        format!("“{plain}”{marks}")
    };
    prose.split('\n').map(quote).collect::<Vec<_>>().join("\n")
}

/// What the engine's own lines have, as they are compared: a source in brackets, the day of a value, or one of their heads.
#[allow(clippy::unwrap_used)]
static FACT_SHAPE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"[(（\[]\s*(?:source|来源|來源)s?\s*[:：]|·\s*(?:as of|截至)|^\s*(?:not found|not computed|sources|why|note|caution|also retrieved|没有找到|不计算|来源|归因分析|注意|其他检索到的文档)\s*[:：]",
    )
    .unwrap()
});

fn unsupported(prose: &str, cited: &BTreeSet<usize>, grounds: &Grounds<'_>) -> Vec<String> {
    let stated = Statements::of(prose).numbers;
    if stated.is_empty() {
        return Vec::new();
    }
    let cited = || cited.iter().filter_map(|number| grounds.passages.get(number.checked_sub(1)?));
    let sources: Vec<String> =
        cited().map(|passage| format!("{}\n{}", passage.title(), passage.chunk().text)).collect();
    let statements: Vec<Statements> = sources.iter().map(|source| Statements::of(source)).collect();
    let known: BTreeSet<Period> = sources
        .iter()
        .flat_map(|source| period_names(source, grounds.calendar))
        .flat_map(|(_, periods)| periods)
        .chain(grounds.periods.iter().copied())
        .collect();
    let named: Vec<_> = period_names(prose, grounds.calendar)
        .into_iter()
        .filter(|(_, periods)| periods.iter().all(|period| known.contains(period)))
        .collect();
    let mut unsupported: Vec<String> = Vec::new();
    for number in stated {
        let in_name = named.iter().any(|(span, _)| span.start <= number.span.start && number.span.end <= span.end);
        let written = prose[number.span.clone()].trim();
        if !in_name && !statements.iter().any(|own| own.state(&number)) && !unsupported.iter().any(|u| u == written) {
            unsupported.push(written.to_owned());
        }
    }
    unsupported
}

/// The names of periods in a text, with what they mean. Only names that mean the same on any day count: "Q1" of no year
/// is the number one.
fn period_names(text: &str, calendar: FiscalCalendar) -> Vec<(std::ops::Range<usize>, Vec<Period>)> {
    let mut names = Vec::new();
    let mut start = 0;
    for line in text.split('\n') {
        let view = TextView::new(line);
        for mention in scan_absolute(&view, calendar) {
            let span = view.source_span(mention.span);
            let periods = mention.reading.periods();
            if !periods.is_empty() {
                names.push((start + span.start..start + span.end, periods.to_vec()));
            }
        }
        start += line.len() + 1;
    }
    names
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
