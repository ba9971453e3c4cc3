//! Tests of `assembler`.

use super::*;

fn text(text: &str) -> Vec<Paragraph> {
    vec![Paragraph { text: text.to_owned(), kind: ParagraphKind::Text, breaks: Vec::new() }]
}

#[test]
fn the_language_is_that_of_the_script() {
    for (written, tag) in [
        ("Revenue rose in 香港.", Some("en")),
        ("AIA 在香港的 VONB 增长了 12%。", Some("zh")),
        ("ABC Group Ltd 营收", None::<&str>.or(Some("en"))),
        ("売上高は前年を上回りました", None),
        ("매출이 늘었다", None),
        ("Выручка выросла", None),
        ("12.5% | 13", None),
    ] {
        assert_eq!(language(&text(written)).as_deref(), tag, "{written}");
    }
    assert_eq!(["zh-Hans-CN", "EN_us", "fr", "English", "繁體中文"].map(primary_tag), ["zh", "en", "fr", "en", "zh"]);
}

#[test]
fn a_document_without_a_name_is_called_by_its_first_sentence() {
    let of = |written: &str| title(&Metadata::default(), &text(written));
    assert_eq!(of("Margin was 1.5 points up. More follows."), "Margin was 1.5 points up.");
    assert_eq!(of("营收增长。香港领先。"), "营收增长。");
    let long = of(&"word ".repeat(100));
    assert!(long.ends_with("word…") && long.chars().count() <= 120, "{long}");
    let long = of(&"长".repeat(500));
    assert_eq!(long.chars().count(), 120);
    let families = of(&"👩‍👩‍👧".repeat(100));
    assert!(families.ends_with("👩‍👩‍👧…") && families.chars().count() <= 120, "{families}");
    assert_eq!(of(&format!("e{}", "\u{301}".repeat(1000))).chars().count(), 120);
    assert_eq!(of(&"x".repeat(1000)).chars().count(), 120);
}

#[test]
fn a_heading_is_a_better_title_than_a_sentence() {
    let mut paragraphs = text("First.");
    paragraphs.push(Paragraph { text: "Heading".to_owned(), kind: ParagraphKind::Heading(2), breaks: Vec::new() });
    assert_eq!(title(&Metadata::default(), &paragraphs), "Heading");
    let mut metadata = Metadata::default();
    assert_eq!(metadata.state(Key::Title, "Stated", None), Ok(()));
    assert_eq!(title(&metadata, &paragraphs), "Stated");
}
