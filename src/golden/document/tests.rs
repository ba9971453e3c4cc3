//! Tests of `document`.

use super::*;

fn one(file: &str, text: &str) -> Document {
    let profile =
        Profile::read("[sensitivity]\nrestricted_filename_patterns = [\"*exco*\"]\nrestricted_keywords = [\"绝密\"]");
    let mut read = read(Path::new(file), Some(text), &profile.unwrap());
    assert_eq!(read.len(), 1);
    read.remove(0)
}

#[test]
fn headings_items_and_rows_are_paragraphs_and_wrapped_lines_are_one() {
    let text = "---\ntitle: T\ndoc: other.md\n---\n\n# T\n\none\ntwo\n## H\n- a\n  more\n- b\n\n| x | y |\n|---|---|\n| 1 | 2 |\n";
    let doc = one("a.md", text);
    assert_eq!((doc.name.as_str(), doc.title.as_str()), ("other.md", "T"));
    assert_eq!(doc.paragraphs, ["T", "one\ntwo", "H", "a\nmore", "b", "| x | y |", "| 1 | 2 |"]);
    assert!(doc.says("para2-3", "one two\n\nH") && !doc.says("para3-3", "one") && !doc.says("para7-8", "1"));
    assert!(doc.says("para4-4.2", "more") && doc.at("page=1").is_none() && doc.at("para0-1").is_none());
}

#[test]
fn a_label_a_name_or_a_word_restricts_and_an_unknown_label_does_too() {
    let labelled = |label: &str| one("a.md", &format!("---\nsensitivity: {label}\n---\nx")).restricted;
    assert!(["RESTRICTED", " Ｒestricted ", "BOARD-ONLY", "secret"].into_iter().all(labelled));
    assert!(!labelled("Internal") && !labelled("PUBLIC") && !one("a.md", "x").restricted);
    assert!(one("ExCo.md", "x").restricted && one("a.md", "---\ndoc: exco\n---\nx").restricted);
    assert!(one("a.txt", "此为绝密材料").restricted);
}

#[test]
fn html_is_read_without_its_head_and_scripts() {
    let text = "<html><head><title>A &amp; B</title><meta name=\"doc\" content=\"b.html\"><style>p{}</style></head>\n<body><h1>A</h1><p>one <b>two</b>\nthree</p><script>x()</script><ul><li>i</li></ul></body></html>";
    let doc = one("b.html", text);
    assert_eq!((doc.title.as_str(), doc.paragraphs), ("A & B", vec!["A".into(), "one two three".into(), "i".into()]));
}

#[test]
fn a_file_of_json_lines_holds_a_document_a_line_and_another_format_none_to_read() {
    let text = "{\"_id\":\"n-1\",\"title\":\"T\",\"text\":\"a\\n\\nb\",\"sensitivity\":\" restricted \"}\n{\"_id\":\"n-2\",\"text\":\"c\"}\n";
    let read = read(Path::new("n.jsonl"), Some(text), &Profile::default());
    let shown: Vec<_> = read.iter().map(|doc| (doc.name.as_str(), doc.restricted, doc.paragraphs.len())).collect();
    assert_eq!(shown, [("n-1", true, 2), ("n-2", false, 1)]);
    assert_eq!(super::read(Path::new("x.pdf"), None, &Profile::default())[0].paragraphs.len(), 0);
}

#[test]
fn only_what_no_open_document_says_gives_a_restricted_one_away() {
    let documents = [
        one("exco.md", "The price is a secret of ours. The same sentence stands in both."),
        one("a.md", "The same sentence stands in both."),
    ];
    let found = sentinels(documents.iter());
    assert_eq!(found.into_iter().collect::<Vec<_>>(), ["thepriceisasecretofours"]);
}
