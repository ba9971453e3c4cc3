//! Tests of `cleaned`.

use super::*;

#[test]
fn nothing_that_moves_a_terminal_is_left() {
    let text =
        "\u{1b}[31mred\u{1b}[0m\u{7}\u{1b}]0;title\u{7} a\u{202E}b\u{200B}c\r\nnext\u{9b}2Jx\n\n\n\n end\tx\u{0}";
    let (clean, cut) = cleaned(text);
    assert!(clean.chars().all(|c| c == '\n' || !c.is_control()), "{clean:?}");
    assert!(clean.starts_with("red abc\nnext") && clean.ends_with("\n\nend x"), "{clean:?}");
    assert!(!cut);
}

#[test]
fn a_long_text_ends_with_a_sentence() {
    let (clean, cut) = cleaned(&"All is well. ".repeat(10_000));
    assert!(cut && clean.ends_with("well.") && clean.chars().count() <= PROSE_CHARS_MAX);
    assert!(clean.chars().count() > PROSE_CHARS_MAX / 2);
}

#[test]
fn a_text_without_end_is_cut_anywhere_but_inside_a_character() {
    let (clean, cut) = cleaned(&"好".repeat(1_000_000));
    assert!(cut && clean.chars().count() == PROSE_CHARS_MAX);
    assert_eq!(cleaned(""), (String::new(), false));
}
