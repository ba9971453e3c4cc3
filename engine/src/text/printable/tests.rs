//! Tests of `printable`.

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
