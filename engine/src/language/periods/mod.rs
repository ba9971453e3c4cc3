//! Periods in questions and documents: every wording of a fiscal year, half, quarter or calendar month in Chinese and English, read
//! from a normalised text. It knows no metrics and no entities, applies no default, and never trims a wording that
//! it cannot express to one that it can.
//!
//! Questions, headers, captions, the cells of facts files and prose are all read here. They differ in one thing, which is an
//! argument: a question has a day ([`scan`], [`period_of`]), a document has none ([`absolute_period`] and its like make what
//! depends on today unreadable). `days` adds the days of headers ("year ended 31 December 2024"), and `shape` is the quick
//! look of a layout at whether a cell looks like a period at all.
//!
//! Text → `token` (pieces) → `phrase` (one wording: `year`, `part`, `numeric`, `relative`, `beyond`, `boundary`) →
//! `chain` (lists, ranges, borrowed years) → `meaning` → mentions. Each step is one pass and looks a bounded number of tokens
//! ahead, so the whole is linear in the length of the question.
//!
//! # Where a new wording goes
//!
//! 1. First a case: one line in the table of its kind under `tests/` (`english.txt`, `chinese.txt`, `lists.txt`, `bounds.txt`,
//!    `none.txt`, `fiscal.txt`), the question and what it means: `前半年营收 => 2025H1`. Run
//!    `cargo test -p engine --lib language::periods`; it fails.
//! 2. A word that means what another word means is one line in `engine/data/language/periods/chinese.tsv` or `english.tsv`:
//!    the word, a tab, the meaning of the word that is already there. 前半年 says what 上半年 says, so its line is
//!    `前半年<TAB>half 1`; "trimester" for a quarter would be `trimester<TAB>unit quarter`. Every meaning is documented in
//!    `words.rs`. Headers, captions and prose read the word from the same line. What tells a header from a value before it is
//!    read is a quick look of its own: a word that may stand in a header (`Qtr 1`) is one more line in `header_words.tsv`, letters
//!    that stand glued to digits (`FY24`) a line in `shape.rs`. What 上个 or 本 may count (上个季度) stands in `chinese_steps.tsv`.
//! 3. What turns a number into a count (人, items), an amount (USD, page) or a threshold (above, 超过) is one line in
//!    `counters.txt`, `labels.txt` or `thresholds.txt` beside them; a word above a column that only looks like time (`YoY`) is one
//!    in `header_words.tsv`.
//! 4. A new order of known words is a rule, in the file that holds its kind: `year` (FY2024, 2023/24), `part` (Q1, first half),
//!    `numeric` (figures and marks alone), `relative` (counted from today), `boundary` (before, until, 截至), `beyond` (time that
//!    no period expresses, and "year ended …", of which some is a year), `days` (a day in a header; its cases stand in that file),
//!    `chain` (lists and ranges). A rule takes the index of its first token
//!    and gives the index behind its last one.
//! 5. A new meaning, which no word has yet, is a variant of `Key` in `words.rs`, by whose name the lists call it, and the rule
//!    that uses it.
//!
//! Readings that a person could dispute, and what was decided:
//! - A year in words of the present (今年, last year) is the fiscal year that today falls in, so many years away; a
//!   month beside it is one of the calendar year. A part without any year is one of the current year.
//! - The end of a period stands for it: 2024年末, end of Q1. The beginning, the middle, "since" and "to date" do not.
//! - 上一年末 is the year; 去年同期, 前三季度, 1-9月, 9M, 三季报, half-year 2024, dates, weeks and decades are unreadable.
//!   半年报 and 半年度 beside a year are its first half.
//! - Before, by, until, about, as of a part of a year, 截至2024年3月 and 2024 and later bound a time and leave nothing
//!   readable; as of 2024 and 截至2024年底 are the year. "To" and 到 bound it where no range and no comparison explains
//!   them. "About" opens a topic after tell, ask, what and their like.
//! - Above, more than and at least 2024 measure and name no period; higher than 2024 compares with the year, and so does
//!   "over" where the year is near today.
//! - 年底 is December's end, unreadable where the fiscal year ends in another month; 年末 is the fiscal year's.
//! - A decimal such as 2024.5 is no period, 2024.03 is a month. March as a first word is a month, may is not.
//! - "March 24" is a day, Mar-24 a month. Today and bare durations count only where the question names no other time.
//! - Two digits and 年 are a year only near today: 24年; 10年 counts years.
//! - 2023-24 and 2023/24 are the fiscal year 2024 where fiscal years end in another month than December, else both
//!   years. 2009-10 is a month.
//! - The last three years are the three complete ones.

mod absolute;
mod beyond;
mod boundary;
mod chain;
mod chinese;
mod context;
pub(crate) mod days;
mod english;
mod meaning;
mod numerals;
mod numeric;
mod part;
mod phrase;
mod reader;
mod relative;
mod shape;
mod shorter;
mod token;
mod words;
mod year;

use std::ops::Range;

use jiff::civil::Date;

use self::reader::{Phrase, Reader};
use self::token::{Token, tokens};
use crate::period::{FiscalCalendar, Period};
use crate::text::TextView;

pub use absolute::absolute_period;
pub(crate) use absolute::{is_current_year, is_part, is_period_wording, is_step_wording, part_of, scan_absolute};
pub(crate) use shape::{is_duration, is_period_code, is_period_shape};
pub(crate) use shorter::{Length, Shorter, names_whole_year, shorter_than_years};

/// A wording of a period in a question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PeriodMention {
    /// Bytes of the view's text.
    pub span: Range<usize>,
    /// What the wording means.
    pub reading: PeriodReading,
}

/// What a wording of a period means.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PeriodReading {
    /// One period, or all periods of a range in order of time, or several parts of a year in text order. Never empty.
    Periods(Vec<Period>),
    /// Four digits that can be a year (1900 to 2099) and nothing that says so; the caller may reject it by what
    /// surrounds it.
    BareYear(Period),
    /// Time that no period of the four types expresses (2024Q5, 9M 2024, 2024-03-31). No default may take its place.
    Unreadable,
}

impl PeriodReading {
    /// Every period that is meant; none of an unreadable wording.
    pub fn periods(&self) -> &[Period] {
        match self {
            Self::Periods(periods) => periods,
            Self::BareYear(period) => std::slice::from_ref(period),
            Self::Unreadable => &[],
        }
    }
}

/// Every wording of a period in a normalised question, from left to right and without overlaps. Items of a list are
/// mentions of their own, a range is one. `today` is the reference date of relative wordings.
pub fn scan(view: &TextView, calendar: FiscalCalendar, today: Date) -> Vec<PeriodMention> {
    scan_tokens(view.text(), &tokens(view.text()), calendar, today)
}

/// Every period wording of a question, with the days that end one: "for the year ended December 31, 2025", 截至2025年12月31日止
/// 年度, and the last day of a fiscal year, which stands for the year as its end does. Other days name no period.
pub fn scan_with_days(view: &TextView, calendar: FiscalCalendar, today: Date) -> Vec<PeriodMention> {
    let period = |mention: &days::DayMention| match mention.meaning {
        days::Day::Ends(period) => Some(period),
        days::Day::On(date) => {
            Some(Period::Year { year: calendar.year_of(date) }).filter(|year| days::ends_on(*year, date, calendar))
        }
        days::Day::Unreadable => None,
    };
    let ends: Vec<PeriodMention> = days::find(view.text(), calendar)
        .into_iter()
        .filter_map(|day| Some((period(&day)?, day.span)))
        .map(|(period, span)| PeriodMention { span, reading: PeriodReading::Periods(vec![period]) })
        .collect();
    if ends.is_empty() {
        return scan(view, calendar, today);
    }
    let spans: Vec<Range<usize>> = ends.iter().map(|mention| mention.span.clone()).collect();
    let mut mentions = scan(&view.blanking(&spans), calendar, today);
    mentions.extend(ends);
    mentions.sort_by_key(|mention| mention.span.start);
    mentions
}

/// As [`scan`], for a text that was cut before.
fn scan_tokens(text: &str, tokens: &[Token], calendar: FiscalCalendar, today: Date) -> Vec<PeriodMention> {
    let reader = Reader::new(text, tokens, calendar, today);
    let mut phrases = Vec::new();
    let mut at = 0;
    while at < reader.tokens.len() {
        match reader.phrase(at, phrases.last()) {
            Some((wording, end)) if end > at => {
                phrases.push(Phrase { tokens: at..end, wording, borrowed: false });
                at = end;
            }
            _ => at += 1,
        }
    }
    reader.mentions(phrases)
}

/// The one period of a text that is nothing but its wording, as a tool's parameter holds it.
pub fn period_of(raw: &str, calendar: FiscalCalendar, today: Date) -> Option<Period> {
    raw.trim().parse().ok().or_else(|| {
        let view = TextView::new(raw);
        only_period(&view, &scan(&view, calendar, today))
    })
}

/// The one period of a text whose only wording is all of it.
fn only_period(view: &TextView, mentions: &[PeriodMention]) -> Option<Period> {
    match mentions {
        [only] if only.span == (0..view.text().len()) => match only.reading.periods() {
            [period] => Some(*period),
            _ => None,
        },
        _ => None,
    }
}

#[cfg(test)]
mod tests;
