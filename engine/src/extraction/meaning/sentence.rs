//! The one fact that a sentence states: exactly one metric, entity and period, and one number with its unit ("NBV of Hong
//! Kong was US$566.9m in FY2025"). It never makes a fact; it confirms or contradicts one that a table states.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;
use rust_decimal::Decimal;

use super::Context;
use super::text_meaning::{self, Standing};
use crate::code::{ChannelCode, UnitCode};
use crate::fact::FactKey;
use crate::language::lists::words;
use crate::language::numbers::exact;
use crate::language::periods::scan_absolute;
use crate::language::units::{Setting, Statement};
use crate::profile::Term;
use crate::text::TextView;

static NUMBER: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"[-−]?\d[\d,]*(?:\.\d+)?").ok());

static NOTE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"^\s*(?:[注註]\s*\d*|备注|附注|(?:[Nn]otes?|NOTES?)\s*\d*)\s*[:：]\s*(?P<rest>.*)$").ok()
});

/// Words beside which a number is not the exact one.
static ROUGH: LazyLock<Vec<&str>> = words!("numbers/rough.txt");

/// A number of a sentence with its unit.
struct Amount {
    /// Bytes of the folded text, unit included.
    span: Range<usize>,
    value: Decimal,
    unit: Statement,
}

/// Reads a sentence; none where anything is missing, named twice, rough or not understood as one statement.
pub(crate) fn read(sentence: &str, context: &Context) -> Option<(FactKey, Decimal, UnitCode)> {
    let view = TextView::new(without_note_mark(sentence));
    let amounts = amounts(&view, context)?;
    let [amount] = &amounts[..] else { return None };
    if is_rough(view.text()) {
        return None;
    }
    let rest = view.blanking(std::slice::from_ref(&amount.span));
    let said = text_meaning::read(rest.text(), Standing::Sentence, context);
    let ([metric], [entity], [(period, _)]) = (&said.metrics[..], &said.entities[..], &said.periods[..]) else {
        return None;
    };
    // A kind, a qualifier, a part of a year or a name makes it another value.
    if !said.tags.is_empty() || !said.unknown.is_empty() || !said.parts.is_empty() || said.total.is_some() {
        return None;
    }
    let channel = match &said.channels[..] {
        [] => ChannelCode::total(),
        [channel] => channel.clone(),
        _ => return None,
    };
    let expected = &context.profile.metrics.get(metric)?.unit;
    let unit = context.units.resolve(&[&amount.unit], expected)?.ok()?;
    let key = FactKey { metric: metric.clone(), entity: entity.clone(), period: *period, channel };
    Some((key, amount.value, unit))
}

/// A sentence without the mark that makes it a note: "Note 1: ", 注：.
fn without_note_mark(sentence: &str) -> &str {
    let captures = NOTE.as_ref().and_then(|note| note.captures(sentence));
    captures.and_then(|captures| captures.name("rest")).map_or(sentence, |rest| rest.as_str())
}

/// Whether a word says that the number is not the exact one.
fn is_rough(text: &str) -> bool {
    let is_word = |c: char| c.is_ascii_alphanumeric();
    ROUGH.iter().any(|word| {
        text.match_indices(word).any(|(at, word)| {
            let (before, after) = (text.get(..at).unwrap_or_default(), text.get(at + word.len()..).unwrap_or_default());
            !word.is_ascii() || (!before.ends_with(is_word) && !after.starts_with(is_word))
        })
    })
}

/// The numbers of a sentence that have a unit; none when one of them cannot be read.
fn amounts(view: &TextView, context: &Context) -> Option<Vec<Amount>> {
    let text = view.text();
    let terms = context.glossary.find_terms(text, &[]).into_iter();
    let mut known: Vec<Range<usize>> =
        terms.filter(|term| !matches!(term.tag, Term::Unit(_))).map(|term| term.span).collect();
    known.extend(scan_absolute(view, context.profile.calendar).into_iter().map(|period| period.span));
    let free = |number: &regex::Match<'_>| known.iter().all(|span| !span.contains(&number.start()));
    let mut found = Vec::new();
    for number in NUMBER.as_ref()?.find_iter(text).filter(free) {
        let before = last_unit(text.get(..number.start())?, context);
        let after = first_unit(text.get(number.end()..)?, context);
        let start = before.as_ref().map_or(number.start(), |unit| unit.start);
        let end = after.as_ref().map_or(number.end(), |unit| number.end() + unit.end);
        let words = [text.get(start..number.start())?.trim(), text.get(number.end()..end)?.trim()].join(" ");
        if words.trim().is_empty() {
            continue;
        }
        let unit = context.units.only(&words, Setting::Value)?;
        let value = exact::exact_number(number.as_str()).ok()?.value;
        found.push(Amount { span: start..end, value, unit });
    }
    Some(found)
}

/// The unit that ends a text, as a currency before its number does.
fn last_unit(text: &str, context: &Context) -> Option<Range<usize>> {
    let last = context.units.find(text, &[], Setting::Value).pop()?;
    text.get(last.span.end..)?.trim().is_empty().then_some(last.span)
}

/// The unit that begins a text; a currency that stands before another number belongs to that one.
fn first_unit(text: &str, context: &Context) -> Option<Range<usize>> {
    let first = context.units.find(text, &[], Setting::Value).into_iter().next()?;
    let of_next = text.get(first.span.end..)?.trim_start().starts_with(|c: char| c.is_ascii_digit());
    (text.get(..first.span.start)?.trim().is_empty() && !of_next).then_some(first.span)
}
