//! What decks say: slides in their order, notes, and what is left out.

use crate::document::ParagraphKind;
use crate::files::office::package::tests::archive;
use crate::files::pptx::read;
use crate::files::{DocumentFault, FileContent, Warning};

fn shape(kind: &str, paragraphs: &[&str]) -> String {
    let text: Vec<String> = paragraphs.iter().map(|text| format!("<a:p><a:r><a:t>{text}</a:t></a:r></a:p>")).collect();
    let text = text.concat();
    let kind = if kind.is_empty() { String::new() } else { format!("<p:nvPr><p:ph type=\"{kind}\"/></p:nvPr>") };
    format!("<p:sp>{kind}<p:txBody>{text}</p:txBody></p:sp>")
}

fn relation(id: &str, kind: &str, target: &str) -> String {
    format!(r#"<Relationship Id="{id}" Type="http://x/{kind}" Target="{target}"/>"#)
}

/// A deck of two slides, listed in the other order, with notes for the second.
fn deck(first: &str, second: &str) -> Result<FileContent, DocumentFault> {
    let rels = relation("r1", "slide", "slides/slide1.xml") + &relation("r2", "slide", "slides/slide2.xml");
    let notes = shape("sldNum", &["7"]) + &shape("body", &["said"]);
    read(archive(&[
        ("ppt/presentation.xml", r#"<p><sldIdLst><sldId id="9" r:id="r2"/><sldId id="8" r:id="r1"/></sldIdLst></p>"#),
        ("ppt/_rels/presentation.xml.rels", &format!("<R>{rels}</R>")),
        ("ppt/slides/slide1.xml", first),
        ("ppt/slides/slide2.xml", second),
        ("ppt/slides/_rels/slide2.xml.rels", &format!("<R>{}</R>", relation("r1", "notesSlide", "../notes/n.xml"))),
        ("ppt/notes/n.xml", &format!("<p:notes>{notes}</p:notes>")),
        ("ppt/slideMasters/slideMaster1.xml", &format!("<m>{}</m>", shape("", &["master mark"]))),
    ]))
}

fn slide(shapes: &str) -> String {
    format!("<p:sld>{shapes}</p:sld>")
}

#[test]
fn slides_follow_as_they_are_shown() {
    let table = "<a:tbl><a:tr><a:tc><a:p><a:t>a</a:t></a:p><a:p><a:t>b</a:t></a:p></a:tc><a:tc/></a:tr></a:tbl>";
    let second = slide(&(shape("", &["one", "", "two"]) + &shape("ctrTitle", &["New", "business"]) + table));
    let draft = deck(&slide(&(shape("title", &["标", "题"]) + &shape("ftr", &["foot"]))), &second).unwrap();
    let found: Vec<(bool, &str)> = draft
        .paragraphs
        .iter()
        .map(|paragraph| (paragraph.kind == ParagraphKind::Heading(1), paragraph.text.as_str()))
        .collect();
    let wanted =
        [(true, "New business"), (false, "one"), (false, "two"), (false, "a b | "), (false, "said"), (true, "标题")];
    assert_eq!(found, wanted);
    for text in ["foot", "master mark", "7"] {
        assert!(
            draft.aside.iter().any(|aside| aside.lines().any(|line| line.ends_with(text))),
            "{text} in {:?}",
            draft.aside
        );
    }
}

#[test]
fn hidden_slides_are_left_out_and_told() {
    let hidden = format!("<p:sld show=\"0\">{}</p:sld>", shape("", &["secret"]));
    let draft = deck(&slide(&shape("", &["shown"])), &hidden).unwrap();
    let texts: Vec<&str> = draft.paragraphs.iter().map(|paragraph| paragraph.text.as_str()).collect();
    assert_eq!(texts, ["shown"]);
    assert!(draft.aside.iter().any(|text| text == "secret"));
    assert_eq!(draft.metadata.warnings, [Warning::HiddenSlides { slides: 1 }]);
}

#[test]
fn a_file_without_slides_list_is_no_deck() {
    assert!(matches!(read(archive(&[("a.xml", "<a/>")])), Err(DocumentFault::MissingPart { .. })));
    assert!(matches!(deck("<p:sld>", "<p:sld/>"), Err(DocumentFault::Xml { .. })));
}
