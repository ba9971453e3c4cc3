//! Every text of a record, to be looked through for restricted words, and the labels that stand where no statement is read.
//! The record is JSON already; it is gone through as it is written, so that no depth of it takes memory.

use crate::files::Key;
use crate::language::labels::{self, Level, Stated, level};

/// All texts of a record at any depth, names of members among them, and whether one of these members may be a label that is
/// not stated where labels are read.
pub(super) fn literals(record: &str) -> (Vec<String>, bool) {
    let (mut texts, mut is_label) = (Vec::new(), false);
    let mut depth = 0_usize;
    // The member of the record that this place is inside of.
    let mut member = String::new();
    // Whether the text that comes next stands under a key that was asked together with it.
    let mut asked = false;
    let mut rest = record;
    while let Some(at) = rest.find(['"', '{', '}', '[', ']', ',']) {
        let (_, from) = rest.split_at(at);
        if !from.starts_with('"') {
            asked = false;
            match from.as_bytes().first() {
                Some(b'{' | b'[') => depth += 1,
                Some(b'}' | b']') => depth = depth.saturating_sub(1),
                _ => {}
            }
            rest = from.get(1..).unwrap_or_default();
            continue;
        }
        let (literal, after) = from.split_at(literal_end(from));
        // A name of half a character is none that a label has.
        let text: String = serde_json::from_str(literal).unwrap_or_default();
        rest = after;
        if let Some(value) = after.trim_start().strip_prefix(':') {
            if depth == 1 {
                member.clone_from(&text);
            }
            asked = true;
            // The members of a record and of its metadata are statements, and read as such.
            let is_known = Key::of(&text).is_some();
            let is_read = is_known && (depth == 1 || depth == 2 && member == "metadata");
            let value = value.trim_start();
            is_label |= !is_read && states_label(value, &|value| labels::may_label(&text, value));
            is_label |=
                !is_read && depth == 2 && states_label(value, &|value| labels::may_label_under(&member, &text, value));
        } else {
            // One of a list has no key of its own.
            is_label |= !asked && level(&text) == Some(Level::Closed);
            asked = false;
        }
        texts.push(text);
    }
    (texts, is_label)
}

/// Whether what a member states, whose value a text begins with, may be a label.
fn states_label(value: &str, may_label: &dyn Fn(Stated<'_>) -> bool) -> bool {
    let first = value.as_bytes().first();
    if matches!(first, Some(b'{' | b'[')) {
        return may_label(Stated::Other);
    }
    // Of a number, a truth value or `null`, which end soon.
    let bare = || value.split([',', '}', ']']).next().unwrap_or_default().trim();
    match first {
        Some(b'"') => {
            let text: String = serde_json::from_str(value.split_at(literal_end(value)).0).unwrap_or_default();
            may_label(Stated::Text(&text))
        }
        Some(b'-' | b'0'..=b'9') => may_label(Stated::Text(bare())),
        _ => match bare() {
            "null" => may_label(Stated::Nothing),
            yes_or_no @ ("true" | "false") => may_label(Stated::Text(yes_or_no)),
            _ => may_label(Stated::Other),
        },
    }
}

/// Bytes of the string that a text begins with, with its quotes.
fn literal_end(text: &str) -> usize {
    let mut escaped = false;
    for (at, byte) in text.bytes().enumerate().skip(1) {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'"' => return at + 1,
            _ => {}
        }
    }
    text.len()
}
