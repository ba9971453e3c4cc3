//! Text as it may reach a terminal, a message or a file of JSON: what cannot be seen there, or changes how the rest is seen,
//! stands as an escape. Documents, file names and profiles are written by others; none of them may move the cursor, turn
//! the direction of a line, or hide a word. Every output goes through here.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::io;

use serde::Serialize;
use serde_json::ser::{Formatter, Serializer};
use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};

/// Whether a character shows itself by something else than its place: control characters (ESC and C1 among them), direction
/// marks, overrides and isolates, zero-width characters, separators of lines and paragraphs, and what Unicode leaves to others.
fn is_unseen(c: char) -> bool {
    use GeneralCategory as Gc;
    !matches!(c, ' '..='~')
        && matches!(
            c.general_category(),
            Gc::Control | Gc::Format | Gc::LineSeparator | Gc::ParagraphSeparator | Gc::PrivateUse | Gc::Surrogate
        )
}

/// Whether every character of a name can be seen, so that it stands on one line and reads as what it is.
pub fn is_printable(name: &str) -> bool {
    !name.contains(is_unseen)
}

/// The text with an escape such as `\u{202e}` in place of each character that cannot be seen. Line ends and tabs stay.
pub fn printable(text: &str) -> Cow<'_, str> {
    escaped(text, |c| matches!(c, '\n' | '\t'))
}

/// As [`printable`], for a name that stands in a line of other words: line ends and tabs are escaped as well, so that nothing
/// behind them reads as a message of its own.
pub fn printable_line(name: &str) -> Cow<'_, str> {
    escaped(name, |_| false)
}

/// As [`printable`], for a text that may carry colours of its own, each character of which was made printable before.
pub fn printable_around_colours(text: &str) -> Cow<'_, str> {
    escaped(text, |c| matches!(c, '\n' | '\t' | '\u{1b}'))
}

fn escaped(text: &str, stays: impl Fn(char) -> bool) -> Cow<'_, str> {
    let is_bad = |c: char| is_unseen(c) && !stays(c);
    if !text.chars().any(is_bad) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if is_bad(c) {
            // Writing to a String cannot fail.
            let _ = write!(shown, "\\u{{{:x}}}", u32::from(c));
        } else {
            shown.push(c);
        }
    }
    Cow::Owned(shown)
}

/// Writes one JSON value on no more than one line. Its texts are exact; what cannot be seen is escaped.
pub fn write_json(out: impl io::Write, value: &impl Serialize) -> serde_json::Result<()> {
    value.serialize(&mut Serializer::with_formatter(out, Escaping))
}

/// As [`write_json`], as text.
pub fn json(value: &impl Serialize) -> serde_json::Result<String> {
    let mut line = Vec::new();
    write_json(&mut line, value)?;
    Ok(String::from_utf8_lossy(&line).into_owned())
}

/// JSON without white space, in which every character can be seen.
struct Escaping;

impl Formatter for Escaping {
    fn write_string_fragment<W: ?Sized + io::Write>(&mut self, out: &mut W, fragment: &str) -> io::Result<()> {
        let mut rest = fragment;
        while let Some((at, c)) = rest.char_indices().find(|(_, c)| is_unseen(*c)) {
            out.write_all(&rest.as_bytes()[..at])?;
            for unit in c.encode_utf16(&mut [0; 2]) {
                write!(out, "\\u{unit:04x}")?;
            }
            rest = &rest[at + c.len_utf8()..];
        }
        out.write_all(rest.as_bytes())
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn what_cannot_be_seen_is_escaped() {
        for (text, shown) in [
            ("plain 竞安 é 😀\n\tx", "plain 竞安 é 😀\n\tx"),
            ("a\u{1b}[31mb", "a\\u{1b}[31mb"),
            ("a\u{9b}2Jb", "a\\u{9b}2Jb"),
            ("fdp\u{202e}exe", "fdp\\u{202e}exe"),
            ("a\u{2066}b\u{2069}", "a\\u{2066}b\\u{2069}"),
            ("a\u{200b}b\u{feff}\r", "a\\u{200b}b\\u{feff}\\u{d}"),
            ("a\u{2028}b\u{2029}", "a\\u{2028}b\\u{2029}"),
            ("a\u{e0061}\u{7f}", "a\\u{e0061}\\u{7f}"),
        ] {
            assert_eq!(printable(text), shown);
        }
    }

    proptest! {
        #[test]
        fn printing_is_safe_and_json_is_exact(text in "(?s)([\u{0}-\u{9f}]|[\u{2000}-\u{206f}]|[\u{e0000}-\u{e007f}]|.){0,40}") {
            prop_assert!(!printable(&text).chars().any(|c| is_unseen(c) && !matches!(c, '\n' | '\t')));
            prop_assert!(is_printable(&printable_line(&text)));
            let line = json(&text).unwrap();
            prop_assert!(!line.chars().any(is_unseen), "{line:?}");
            prop_assert_eq!(serde_json::from_str::<String>(&line).unwrap(), text);
        }
    }
}
