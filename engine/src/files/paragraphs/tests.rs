//! Tests of `paragraphs`.

use super::*;

fn plain(text: &str) -> Vec<String> {
    let mut paragraphs = Paragraphs::default();
    paragraphs.add_plain(text);
    paragraphs.list.into_iter().map(|paragraph| paragraph.text).collect()
}

#[test]
fn lines_are_joined_as_each_script_writes() {
    assert_eq!(plain("one\ntwo  three\n\n\n four"), ["one two three", "four"]);
    assert_eq!(plain("营收增长，\n主要来自\r\n香港 and\nMacau"), ["营收增长，主要来自香港 and Macau"]);
    assert_eq!(plain("中 文"), ["中 文"], "a space that was written stays");
    assert_eq!(plain("a\rb\r\rc\u{0C}d"), ["a b", "c", "d"]);
    assert_eq!(plain("a\u{0C}b"), ["a", "b"]);
    assert_eq!(plain("a\u{7}\u{1B}[31mb"), ["a[31mb"]);
}

#[test]
fn what_shows_nothing_is_no_paragraph() {
    assert_eq!(plain(" \n\u{200B}\n\n\u{FEFF}\n"), Vec::<String>::new());
    let mut paragraphs = Paragraphs::default();
    paragraphs.add_row(&[String::new(), String::new()]);
    paragraphs.add_row(&["a".into(), String::new(), "b".into()]);
    paragraphs.add_verbatim("\n  let x;\r\n\n}\n\n");
    let texts: Vec<&str> = paragraphs.list.iter().map(|paragraph| paragraph.text.as_str()).collect();
    assert_eq!(texts, ["a |  | b", "let x;\n\n}"]);
}

#[test]
fn a_million_paragraphs_of_one_character_are_read() {
    assert_eq!(plain(&"字\n\n".repeat(1_000_000)).len(), 1_000_000);
}
