//! How people write how confidential something is, beside the one key and the three words that this program has for it: a
//! key that states a label, and a value that is one. What follows from that is decided elsewhere.

use std::collections::HashSet;
use std::sync::LazyLock;

use super::lists::{word_set, words};
use crate::text::TextView;

static KEYS: LazyLock<Vec<&str>> = words!("labels/keys.txt");
static OPEN: LazyLock<HashSet<String>> = word_set!("labels/open.txt");
static CLOSED: LazyLock<HashSet<String>> = word_set!("labels/closed.txt");

/// Characters of the longest key of a label.
const KEY_CHARS_MAX: usize = 60;

/// Bytes of the longest value of a label, with what may stand around it.
const VALUE_BYTES_MAX: usize = 200;

/// How far a label lets others read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Level {
    /// Everybody, or everybody within the company.
    Open,
    /// Not everybody.
    Closed,
}

/// Whether people state a label under this key.
pub(crate) fn is_label_key(written: &str) -> bool {
    if written.chars().nth(KEY_CHARS_MAX).is_some() {
        return false;
    }
    let mut folded = TextView::fold(written);
    folded.retain(char::is_alphanumeric);
    KEYS.iter().any(|key| folded.contains(key))
}

/// How far a value that is a label lets others read; none for a value that is none.
pub(crate) fn level(written: &str) -> Option<Level> {
    if written.len() > VALUE_BYTES_MAX {
        return None;
    }
    let folded = TextView::fold(written).replace(['-', '_'], " ");
    let word = folded.trim_matches(|c: char| !c.is_alphanumeric());
    if CLOSED.contains(word) { Some(Level::Closed) } else { OPEN.contains(word).then_some(Level::Open) }
}

/// Key and value of a line that states something, parted by the first colon, equals sign or tab, also a full-width one, with
/// which Chinese keyboards begin.
pub(crate) fn pair(line: &str) -> Option<(&str, &str)> {
    let (key, value) = line.split_once([':', '：', '=', '＝', '\t'])?;
    let is_quote = |c: char| matches!(c, '"' | '\'' | '“' | '”' | '{' | ',') || c.is_whitespace();
    let key = key.trim_matches(is_quote);
    (!key.is_empty()).then_some((key, value.trim()))
}

/// Whether a line of a text says that not everybody may read it, as `Classification: Confidential` does.
pub(crate) fn restricts(line: &str) -> bool {
    let line = line.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, '#' | '>' | '*' | '-' | '|' | '_'));
    let stated = pair(line).or_else(|| line.split_once('|'));
    stated.is_some_and(|(key, value)| level(value) == Some(Level::Closed) && is_label_key(key))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_known_by_their_keys_and_values() {
        for key in ["Classification", "security-level", "CONFIDENTIALITY", "数据密级", "Data Sensitivity"] {
            assert!(is_label_key(key), "{key}");
        }
        for key in ["security", "title", "author", "", &"classification".repeat(9)] {
            assert!(!is_label_key(key), "{key}");
        }
        for (value, expected) in [
            ("“Confidential”", Some(Level::Closed)),
            ("official-sensitive", Some(Level::Closed)),
            ("[PUBLIC]", Some(Level::Open)),
            ("绝密", Some(Level::Closed)),
            ("remarks", None),
            ("", None),
        ] {
            assert_eq!(level(value), expected, "{value}");
        }
    }

    #[test]
    fn a_line_restricts_when_key_and_value_do() {
        for line in [
            "Sensitivity: RESTRICTED",
            "> **Classification:** Confidential",
            "密级：绝密",
            "\"sensitivity\": \"secret\",",
            "Classification | Secret",
        ] {
            assert!(restricts(line), "{line}");
        }
        for line in
            ["Sensitivity: 10 %", "Classification: public", "Sales: restricted", "Confidential", "restricted cash: 12"]
        {
            assert!(!restricts(line), "{line}");
        }
    }
}
