//! Tests of `strings`.

use super::*;

#[test]
fn runs_of_different_parts_are_no_one_statement() {
    let run = |properties: &str, text: &str| format!("<r><rPr>{properties}</rPr><t>{text}</t></r>");
    for (runs, text, blemish) in [
        ([run("", "150"), run("<b/>", ".5")], "150.5", None),
        ([run("<strike/>", "140"), run("", "150.5")], "~~140~~ 150.5", Some(Blemish::Struck)),
        ([run(r#"<strike val="0"/>"#, "150"), run("", ".5")], "150.5", None),
        ([run("", "150.5"), run(r#"<vertAlign val="superscript"/>"#, "2")], "150.5²", None),
        ([run(r#"<vertAlign val="superscript"/>"#, "2"), run("", "150.5")], "²150.5", Some(Blemish::Raised)),
        ([run("", "150.5"), run(r#"<color rgb="FFFFFFFF"/>"#, "2")], "150.52", Some(Blemish::Uneven)),
        ([run("", "150"), run(r#"<color rgb="FF000000"/>"#, ".5")], "150.5", None),
        ([run(r#"<sz val="11"/>"#, "150.5"), run(r#"<sz val="1"/>"#, "2")], "150.52", Some(Blemish::Faint)),
    ] {
        let mut read = Runs::default();
        let xml = format!("<si>{}</si>", runs.concat());
        xml::walk("part", &xml, &SKIPPED, &mut |_| {}, &mut |node| read.node(&node)).unwrap();
        let found = read.take();
        assert_eq!((&*found.shown, found.blemish), (text, blemish));
    }
}

#[test]
fn escapes_are_characters_and_ends_are_trimmed() {
    for (written, text, indent) in [
        (" a b\n", "a b", 1),
        ("a_x000D_\nb", "a\nb", 0),
        ("a_x005F_x000D_b", "a_x000D_b", 0),
        ("_xD83D__xDE00_", "😀", 0),
        ("_xD83D_", "\u{FFFD}", 0),
        ("_x00_ _xZZZZ_ _x0041", "_x00_ _xZZZZ_ _x0041", 0),
        ("    of which life", "of which life", 2),
        ("\u{3000}其中：寿险", "其中：寿险", 1),
        ("_x中", "_x中", 0),
    ] {
        assert_eq!(Text::new(written), Text { shown: text.into(), indent, blemish: None }, "{written:?}");
    }
}
