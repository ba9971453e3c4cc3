//! Golden cases as they are written at two commits: which of them ask the same and demand no less than they did. Whoever
//! makes a demand stricter needs nobody's agreement; whoever drops one, asks something else or takes a case away does. It
//! reads lines as JSON and no more, so that a set of before, whatever its rules were, can be held against one of now.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde_json::{Map, Value};

use super::relevance::Item;

/// A golden file as it stands at a commit: its path, and its text.
pub type Written = (String, String);

/// The ids of the cases that stand in both sets and demand now whatever they demanded then. A case in a file of another
/// form than one line a case is never among them: what it demands is a whole truth, of which each change is one.
pub fn grown(then: &[Written], now: &[Written]) -> BTreeSet<String> {
    let (then, now) = (lines(then), lines(now));
    let demands_no_less = |id: &&String| then.get(*id).is_some_and(|then| now[*id].demands_no_less_than(then));
    now.keys().filter(demands_no_less).cloned().collect()
}

/// A line with the fixture that it is about.
struct Line {
    fixture: String,
    case: Map<String, Value>,
}

fn lines(files: &[Written]) -> BTreeMap<String, Line> {
    let mut lines = BTreeMap::new();
    for (path, text) in
        files.iter().filter(|(path, _)| Path::new(path).extension().is_some_and(|ending| ending == "jsonl"))
    {
        let name = path.rsplit('/').next().unwrap_or_default();
        let fixture = name.split('.').next().unwrap_or_default();
        for line in text.lines() {
            let Ok(Value::Object(case)) = serde_json::from_str(line) else { continue };
            let Some(id) = case.get("id").and_then(Value::as_str).map(str::to_owned) else { continue };
            lines.insert(id, Line { fixture: fixture.to_owned(), case });
        }
    }
    lines
}

impl Line {
    fn demands_no_less_than(&self, then: &Self) -> bool {
        if self.fixture != then.fixture {
            return false;
        }
        every_field(&then.case, &self.case, |name, then, now| match name {
            // Labels for filters ask nothing.
            "tags" => true,
            "expected" => match (then, now) {
                (Value::Object(then), Value::Object(now)) => every_field(then, now, expects_no_less),
                _ => then == now,
            },
            "relevant" => is_narrowed(then, now),
            "must_not" => texts(then).iter().all(|doc| texts(now).contains(doc)),
            _ => then == now,
        })
    }
}

/// Holds each field that one of two objects has against the other's; a field that is not there is null.
fn every_field(
    then: &Map<String, Value>,
    now: &Map<String, Value>,
    holds: impl Fn(&str, &Value, &Value) -> bool,
) -> bool {
    let names: BTreeSet<&String> = then.keys().chain(now.keys()).collect();
    let of = |object: &Map<String, Value>, name: &str| match object.get(name) {
        Some(Value::Array(list)) if list.is_empty() => Value::Null,
        Some(value) => value.clone(),
        None => Value::Null,
    };
    names.into_iter().all(|name| holds(name, &of(then, name), &of(now, name)))
}

/// Whether a field of an expectation demands what it did.
fn expects_no_less(name: &str, then: &Value, now: &Value) -> bool {
    match name {
        "must_mention" => demands(then).iter().all(|old| demands(now).iter().any(|new| implies(new, old))),
        // Who says the longer one says the shorter one.
        "must_not_mention" => texts(then).iter().all(|old| texts(now).iter().any(|new| old.contains(new))),
        "narrative_doc" => {
            let (then, now) = (texts(then), texts(now));
            then.is_empty() || (!now.is_empty() && now.iter().all(|doc| then.contains(doc)))
        }
        "must_disclose" => texts(then).iter().all(|old| texts(now).contains(old)),
        _ => then == now,
    }
}

/// The demands of `must_mention`, each with the texts of which one is enough.
fn demands(value: &Value) -> Vec<Vec<&str>> {
    match value {
        Value::Array(list) => list.iter().map(texts).collect(),
        other => vec![texts(other)].into_iter().filter(|texts| !texts.is_empty()).collect(),
    }
}

/// Whether every text that meets one demand meets the other.
fn implies(new: &[&str], old: &[&str]) -> bool {
    !new.is_empty() && new.iter().all(|new| old.iter().any(|old| new.contains(old)))
}

/// A text, or the texts of a list.
fn texts(value: &Value) -> Vec<&str> {
    match value {
        Value::String(one) => vec![one],
        Value::Array(list) => list.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    }
}

/// Whether what is relevant is a part of what was: everything that counted counts still, at its grade, in the same document
/// or in paragraphs of it, and nothing else has come to count.
fn is_narrowed(then: &Value, now: &Value) -> bool {
    let (Value::Object(then), Value::Object(now)) = (then, now) else { return then == now };
    let read = |items: &Map<String, Value>| -> Vec<(Item, Option<u64>)> {
        items.iter().map(|(key, grade)| (Item::read(key), grade.as_u64())).collect()
    };
    let (then, now) = (read(then), read(now));
    now.iter().all(|(item, grade)| then.iter().any(|(old, most)| item.is_within(old) && grade <= most))
        && then.iter().all(|(old, most)| now.iter().any(|(item, grade)| item.is_within(old) && grade == most))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::indexing_slicing)]
mod tests;
