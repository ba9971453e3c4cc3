//! What the parts of a profile say about each other: references, codes, colours, lists. Wordings against wordings are in
//! [`super::terms`]; nothing here reads TOML, and nothing stops at the first fault.

use std::collections::{HashMap, HashSet};

use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};

use super::fault::{Findings, Span};
use super::problem::{Dimension, Problem, nearest};
use super::raw::{Entry, Raw};
use super::terms;
use super::value::Text;
use crate::code::ChannelCode;
use crate::text::TextView;

/// Checks everything that needs more than one value.
pub(super) fn check(raw: &Raw<'_>, found: &mut Findings) {
    let tables = [
        (Dimension::Metric, &raw.metrics),
        (Dimension::Entity, &raw.entities),
        (Dimension::Channel, &raw.channels),
        (Dimension::Unit, &raw.units),
        (Dimension::Competitor, &raw.competitors),
    ];
    for (dimension, entries) in tables {
        for entry in entries {
            code(dimension, entry.code, found);
        }
    }
    terms::check(raw, found);
    references(raw, found);
    unused_units(raw, found);
    colors(raw, found);
    tag_labels(raw, found);
    blank_words(raw, found);
}

fn code(dimension: Dimension, code: Text<'_>, found: &mut Findings) {
    let unshowable = |c: char| {
        !c.is_ascii_graphic()
            && (c.is_whitespace() || c.is_control() || c.general_category() == GeneralCategory::Format)
    };
    if code.text.is_empty() || code.text.chars().any(unshowable) {
        found.add(code.at, Problem::BadCode { dimension, code: code.text.to_owned() });
    }
}

fn references(raw: &Raw<'_>, found: &mut Findings) {
    if let Some(entity) = raw.home_entity {
        reference("home.entity", Dimension::Entity, entity, &raw.entities, found);
    }
    let units: HashSet<&str> = raw.units.iter().map(|unit| unit.code.text).collect();
    for metric in &raw.metrics {
        if let Some(unit) = metric.attribute.filter(|unit| !units.contains(unit.text)) {
            let key = format!("metrics.{}.unit", metric.code.text);
            reference(&key, Dimension::Unit, unit, &raw.units, found);
        }
    }
    if let Some(channel) = raw.policies.channel_default.filter(|channel| channel.text != ChannelCode::TOTAL) {
        reference("dimensions.channel.default", Dimension::Channel, channel, &raw.channels, found);
    }
    // One place says who is meant when nobody is named; a second one may only agree.
    if let (Some(default), Some(home)) = (raw.policies.entity_default, raw.home_entity)
        && default.text != home.text
        && raw.entities.iter().any(|entity| entity.code.text == home.text)
    {
        let problem = Problem::Policy {
            dimension: "entity",
            key: "default",
            found: format!("\"{}\"", default.text),
            why: format!("home.entity already says \"{}\"; write the same code or leave this out", home.text),
        };
        found.add_pair(default.at, problem, Some(home.at));
    }
}

fn reference(key: &str, dimension: Dimension, code: Text<'_>, entries: &[Entry<'_>], found: &mut Findings) {
    if entries.iter().any(|entry| entry.code.text == code.text) {
        return;
    }
    let problem = Problem::UnknownCode {
        key: key.to_owned(),
        dimension,
        code: code.text.to_owned(),
        nearest: nearest(code.text, entries.iter().map(|entry| entry.code.text)),
    };
    found.add(code.at, problem);
}

/// A unit without a metric is most likely a slip, but harms nobody: documents may state such a unit.
fn unused_units(raw: &Raw<'_>, found: &mut Findings) {
    let used: HashSet<&str> = raw.metrics.iter().filter_map(|metric| metric.attribute).map(|unit| unit.text).collect();
    for unit in raw.units.iter().filter(|unit| !used.contains(unit.code.text)) {
        found.add(unit.code.at, Problem::UnusedUnit { unit: unit.code.text.to_owned() });
    }
}

fn colors(raw: &Raw<'_>, found: &mut Findings) {
    let mut first: HashMap<String, (&str, Span)> = HashMap::new();
    for color in &raw.colors {
        for rgb in &color.rgb {
            if rgb.text.len() != 6 || !rgb.text.bytes().all(|b| b.is_ascii_hexdigit()) {
                found.add(rgb.at, Problem::BadColor { found: rgb.text.to_owned() });
                continue;
            }
            let (tag, at) = *first.entry(rgb.text.to_ascii_uppercase()).or_insert((color.tag.text, rgb.at));
            if tag != color.tag.text {
                let problem = Problem::ColorTwice {
                    rgb: rgb.text.to_owned(),
                    tag: color.tag.text.to_owned(),
                    first: tag.to_owned(),
                };
                found.add_pair(rgb.at, problem, Some(at));
            }
        }
    }
}

/// A word states one tag; every tag is its own word.
fn tag_labels(raw: &Raw<'_>, found: &mut Findings) {
    let mut first: HashMap<String, (&str, Span)> = HashMap::new();
    for color in &raw.colors {
        for label in std::iter::once(&color.tag).chain(&color.labels) {
            let (tag, at) = *first.entry(TextView::fold(label.text)).or_insert((color.tag.text, label.at));
            if tag != color.tag.text {
                let problem = Problem::TagLabelTwice {
                    label: label.text.to_owned(),
                    tag: color.tag.text.to_owned(),
                    first: tag.to_owned(),
                };
                found.add_pair(label.at, problem, Some(at));
            }
        }
    }
}

/// A blank word or pattern would be found everywhere, or nowhere.
fn blank_words(raw: &Raw<'_>, found: &mut Findings) {
    let mut blank = |owner: &str, words: &[Text<'_>]| {
        for word in words.iter().filter(|word| TextView::fold(word.text).is_empty()) {
            found.add(word.at, Problem::Blank { owner: owner.to_owned(), text: word.text.to_owned() });
        }
    };
    for list in &raw.lists {
        blank(&format!("the word list `{}`", list.name), &list.words);
    }
    for color in &raw.colors {
        blank(&format!("the colour `{}`", color.tag.text), &color.labels);
    }
    blank("restricted_filename_patterns", &raw.sensitivity.patterns);
    blank("restricted_keywords", &raw.sensitivity.keywords);
    let geographies: Vec<Text<'_>> = raw.entities.iter().filter_map(|entity| entity.attribute).collect();
    blank("geography", &geographies);
}
