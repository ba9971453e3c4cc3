//! What a changed snapshot changes: first what it means (value, unit, period, source, route), then how it is worded.
//! It judges nothing; whether a change is right is for the person who reads it.

use std::fmt;

use serde::Serialize;
use similar::{ChangeTag, TextDiff};

use super::change::Change;
use super::content::{Parts, parts};
use super::{grids, ranking};

/// The difference between an accepted snapshot and an answer.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Diff {
    /// Changes of meaning, values first.
    pub meaning: Vec<Change>,
    /// Changes of wording.
    pub wording: Vec<Wording>,
}

/// A text that reads differently.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Wording {
    /// `answer` or `answer_plain`.
    pub part: String,
    /// The text in pieces, in order.
    pub pieces: Vec<Piece>,
}

/// A stretch of text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", content = "text", rename_all = "snake_case")]
pub enum Piece {
    /// In both.
    Kept(String),
    /// In the accepted snapshot only.
    Removed(String),
    /// In the answer only.
    Added(String),
}

impl fmt::Display for Wording {
    /// Both texts in one, as `git diff --word-diff` marks them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for piece in &self.pieces {
            match piece {
                Piece::Kept(text) => f.write_str(text)?,
                Piece::Removed(text) => write!(f, "[-{text}-]")?,
                Piece::Added(text) => write!(f, "{{+{text}+}}")?,
            }
        }
        Ok(())
    }
}

/// The parts of a fact's line, with their place in the order of importance.
const FACT: [(&str, u8); 4] = [("value", 0), ("unit", 1), ("period", 2), ("source", 3)];
const ROUTE: u8 = 4;
const OTHER: u8 = 5;

/// Holds an accepted snapshot against an answer's.
pub(super) fn diff(was: &str, is: &str) -> Diff {
    let (was, is) = (parts(was), parts(is));
    let mut ranked = Vec::new();
    let mut names: Vec<&str> = Vec::new();
    for (name, _) in was.lines.iter().chain(&is.lines) {
        if !names.contains(name) {
            names.push(name);
        }
    }
    for name in names {
        if name == ranking::HIT {
            let changes = ranking::compare(&of(&was, name), &of(&is, name));
            ranked.extend(changes.into_iter().map(|change| (0, change)));
            continue;
        }
        if grids::PLACED.contains(&name) {
            let changes = grids::compare(name, &of(&was, name), &of(&is, name));
            ranked.extend(changes.into_iter().map(|change| (0, change)));
            continue;
        }
        compare_lines(name, &of(&was, name), &of(&is, name), &mut ranked);
    }
    ranked.sort_by_key(|(rank, _): &(u8, Change)| *rank);
    Diff { meaning: ranked.into_iter().map(|(_, change)| change).collect(), wording: wording(&was, &is) }
}

fn of<'a>(parts: &Parts<'a>, name: &str) -> Vec<&'a str> {
    parts.lines.iter().filter(|(line, _)| *line == name).map(|(_, value)| *value).collect()
}

/// Compares the lines of one name in order: the first with the first, and so on.
fn compare_lines(name: &str, was: &[&str], is: &[&str], ranked: &mut Vec<(u8, Change)>) {
    for at in 0..was.len().max(is.len()) {
        let (was, is) = (was.get(at).copied(), is.get(at).copied());
        if was == is {
            continue;
        }
        match (was.and_then(fact), is.and_then(fact)) {
            (Some(was), Some(is)) => ranked.extend(compare_facts(name, &was, &is)),
            (facts, other_facts) => {
                let rank = match name {
                    _ if facts.is_some() || other_facts.is_some() => 0,
                    "route" => ROUTE,
                    _ => OTHER,
                };
                ranked.push((rank, change(name, was, is)));
            }
        }
    }
}

fn change(what: &str, was: Option<&str>, is: Option<&str>) -> Change {
    Change { what: what.to_owned(), was: was.map(str::to_owned), is: is.map(str::to_owned) }
}

/// A fact's line: `ENTITY PERIOD METRIC CHANNEL | VALUE UNIT | SOURCE`.
struct Fact<'a> {
    about: [&'a str; 3],
    stated: [&'a str; 4],
}

fn fact(line: &str) -> Option<Fact<'_>> {
    let mut fields = line.splitn(3, " | ");
    let (key, amount, source) = (fields.next()?, fields.next()?, fields.next()?);
    let mut key = key.split(' ');
    let (entity, period, metric, channel) = (key.next()?, key.next()?, key.next()?, key.next()?);
    let (value, unit) = amount.split_once(' ')?;
    Some(Fact { about: [entity, metric, channel], stated: [value, unit, period, source] })
}

fn compare_facts(line: &str, was: &Fact<'_>, is: &Fact<'_>) -> Vec<(u8, Change)> {
    let [entity, metric, channel] = was.about;
    let [_, _, period, _] = was.stated;
    let role = if line == "found" { String::new() } else { format!("{line} ") };
    let about = ["entity", "metric", "channel"].into_iter().map(|name| (name, OTHER));
    let names = FACT.into_iter().chain(about);
    let pairs = was.stated.iter().chain(&was.about).zip(is.stated.iter().chain(&is.about));
    names
        .zip(pairs)
        .filter(|(_, (was, is))| was != is)
        .map(|((name, rank), (was, is))| {
            let what = format!("{role}{name} of {entity} {period} {metric} {channel}");
            (rank, change(&what, Some(was), Some(is)))
        })
        .collect()
}

fn wording(was: &Parts<'_>, is: &Parts<'_>) -> Vec<Wording> {
    let text = |parts: &Parts<'_>, name: &str| {
        parts.prose.iter().find(|(part, _)| *part == name).map_or_else(String::new, |(_, text)| text.clone())
    };
    super::content::WORDING
        .into_iter()
        .filter_map(|name| {
            let (was, is) = (text(was, name), text(is, name));
            (was != is).then(|| Wording { part: name.to_owned(), pieces: pieces(&was, &is) })
        })
        .collect()
}

/// Word by word; an ideograph is a word of its own, and a number is one word.
fn pieces(was: &str, is: &str) -> Vec<Piece> {
    let mut merged: Vec<(ChangeTag, String)> = Vec::new();
    for change in TextDiff::from_unicode_words(was, is).iter_all_changes() {
        match merged.last_mut() {
            Some((tag, text)) if *tag == change.tag() => text.push_str(change.value()),
            _ => merged.push((change.tag(), change.value().to_owned())),
        }
    }
    merged
        .into_iter()
        .map(|(tag, text)| match tag {
            ChangeTag::Equal => Piece::Kept(text),
            ChangeTag::Delete => Piece::Removed(text),
            ChangeTag::Insert => Piece::Added(text),
        })
        .collect()
}

#[cfg(test)]
mod tests;
