//! The one fact that a sentence states: exactly one metric, entity and period, and one number with its unit ("NBV of Hong
//! Kong was US$566.9m in FY2025"). It never makes a fact; it confirms or contradicts one that a table states.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;
use rust_decimal::Decimal;

use super::Context;
use super::said::{self, Standing};
use crate::code::{ChannelCode, UnitCode};
use crate::extraction::units::Setting;
use crate::fact::FactKey;
use crate::ingestion::number;
use crate::text::TextView;

static NUMBER: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"[-−]?\d[\d,]*(?:\.\d+)?").ok());

/// Words beside which a number is not the exact one.
const ROUGH: [&str; 26] = [
    "about",
    "around",
    "approximately",
    "nearly",
    "almost",
    "over",
    "more than",
    "less than",
    "at least",
    "up to",
    "roughly",
    "circa",
    "some",
    "not",
    "超过",
    "超過",
    "约",
    "約",
    "近",
    "逾",
    "超",
    "不到",
    "以上",
    "左右",
    "大约",
    "不足",
];

/// Reads a sentence; none where anything is missing, named twice, rough or not understood as one statement.
pub(crate) fn read(sentence: &str, context: &Context) -> Option<(FactKey, Decimal, UnitCode)> {
    let said = said::read(sentence, Standing::Title, context);
    let ([metric], [entity], [(period, _)]) = (&said.metrics[..], &said.entities[..], &said.periods[..]) else {
        return None;
    };
    // A number of this sentence is the only stranger; a tag, a qualifier or a name makes it another value.
    if !said.tags.is_empty() || !said.unknown.is_empty() || !said.parts.is_empty() || said.total.is_some() {
        return None;
    }
    let channel = match &said.channels[..] {
        [] => ChannelCode::total(),
        [channel] => channel.clone(),
        _ => return None,
    };
    let text = TextView::fold(sentence);
    let is_word = |c: char| c.is_ascii_alphanumeric();
    let rough = ROUGH.iter().any(|word| {
        text.match_indices(word).any(|(at, word)| {
            let (before, after) = (text.get(..at).unwrap_or_default(), text.get(at + word.len()..).unwrap_or_default());
            !word.is_ascii() || (!before.ends_with(is_word) && !after.starts_with(is_word))
        })
    });
    if rough {
        return None;
    }
    let (value, unit) = only_amount(&text, context, &context.profile.metrics.get(metric)?.unit)?;
    let key = FactKey { metric: metric.clone(), entity: entity.clone(), period: *period, channel };
    Some((key, value, unit))
}

/// The only number of a text that has a unit.
fn only_amount(text: &str, context: &Context, expected: &UnitCode) -> Option<(Decimal, UnitCode)> {
    let terms = context.glossary.find_terms(text, &[]);
    let known: Vec<Range<usize>> = terms
        .into_iter()
        .filter(|term| !matches!(term.tag, crate::profile::Term::Unit(_)))
        .map(|term| term.span)
        .collect();
    let mut found = None;
    for number in
        NUMBER.as_ref()?.find_iter(text).filter(|number| known.iter().all(|span| !span.contains(&number.start())))
    {
        let before = text.get(..number.start())?;
        let after = text.get(number.end()..)?;
        let words = [last_unit(before, context), first_unit(after, context)];
        let words: Vec<&str> = words.into_iter().flatten().collect();
        if words.is_empty() {
            continue;
        }
        let statement = context.units.read(&words.join(" "), Setting::Value)?;
        let unit = context.units.resolve(&[&statement], expected)?.ok()?;
        let value = number::read(number.as_str()).ok()?.value;
        if found.replace((value, unit)).is_some() {
            return None;
        }
    }
    found
}

/// The unit that ends a text, as a currency before its number does.
fn last_unit<'t>(text: &'t str, context: &Context) -> Option<&'t str> {
    let mentions = context.units.find(text, &[], Setting::Value);
    let last = mentions.last()?;
    text.get(last.span.end..)?.trim().is_empty().then(|| text.get(last.span.clone()))?
}

/// The unit that begins a text.
fn first_unit<'t>(text: &'t str, context: &Context) -> Option<&'t str> {
    // The letter behind a number joins it ("566.9m"), so the text begins a word here.
    let mentions = context.units.find(text, &[], Setting::Value);
    let first = mentions.first()?;
    text.get(..first.span.start)?.trim().is_empty().then(|| text.get(first.span.clone()))?
}
