//! Tests of `strings`.

use super::*;

#[test]
fn escapes_are_what_they_stand_for() {
    for (written, meant) in [
        ("a%20b", "a b"),
        ("%E5%AF%86", "密"),
        ("\\u5bc6 \\x41", "密 A"),
        ("\\u{5bc6}", "密"),
        ("\\73 trict", "s trict"),
        ("100 %", "100 %"),
        ("\\", " "),
    ] {
        assert_eq!(unescaped(written).as_deref(), Some(meant), "{written}");
    }
    assert_eq!(unescaped("plain"), None);
}

#[test]
fn strings_that_stand_alone_are_kept_once() {
    let mut strings = Strings::default();
    strings.line("one");
    strings.line("12.5");
    strings.alone("two");
    strings.alone("two");
    assert_eq!(strings.finish(), "one\n\0two\0");
}
