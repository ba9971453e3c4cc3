//! Tests of `docx`.

use super::*;
use crate::files::Key;
use crate::files::office::package::tests::archive;
use crate::profile::Sensitivity;

const STYLES: &str = r#"<w:styles><w:style w:styleId="1"><w:name w:val="heading 2"/></w:style>
        <w:style w:styleId="own"><w:basedOn w:val="1"/></w:style><w:style w:styleId="loop"><w:basedOn w:val="loop"/></w:style>
        <w:style w:styleId="T"><w:name w:val="Title"/></w:style></w:styles>"#;

fn document(body: &str, others: &[(&str, &str)]) -> FileContent {
    let rels: String = ["styles", "footnotes", "header"]
        .map(|kind| format!(r#"<Relationship Id="{kind}" Type="http://x/{kind}" Target="{kind}.xml"/>"#))
        .concat();
    let rels = format!("<Relationships>{rels}</Relationships>");
    let body = format!("<w:document><w:body>{body}</w:body></w:document>");
    let mut parts = vec![
        ("word/document.xml", body.as_str()),
        ("word/_rels/document.xml.rels", &rels),
        ("word/styles.xml", STYLES),
    ];
    parts.extend(others);
    read(archive(&parts)).unwrap()
}

#[test]
fn tables_with_numbers_are_told_to_be_text_alone() {
    let table = |rows: &[&[&str]]| {
        let cell = |text: &&str| format!("<w:tc><w:p><w:r><w:t>{text}</w:t></w:r></w:p></w:tc>");
        let row = |cells: &&[&str]| format!("<w:tr>{}</w:tr>", cells.iter().map(cell).collect::<String>());
        format!("<w:tbl>{}</w:tbl>", rows.iter().map(row).collect::<String>())
    };
    let figures = table(&[&["US$m", "FY2024"], &["Revenue", "120.5"]]);
    let words = table(&[&["Author", "Board"], &["Version 3", "draft"]]);
    for (body, tables) in [(figures.clone(), 1), (format!("{figures}{words}{figures}"), 2)] {
        let content = document(&body, &[]);
        assert_eq!(content.metadata.warnings, [Warning::TablesAsText { tables }]);
        assert!(content.grids.unwrap().is_empty());
        assert!(content.paragraphs.iter().any(|paragraph| paragraph.text == "Revenue | 120.5"));
    }
    assert_eq!(document(&words, &[]).metadata.warnings, []);
}

fn texts(body: &str) -> Vec<String> {
    document(body, &[]).paragraphs.into_iter().map(|paragraph| paragraph.text).collect()
}

fn p(text: &str) -> String {
    format!("<w:p><w:r><w:t>{text}</w:t></w:r></w:p>")
}

#[test]
fn headings_are_known_by_style_and_outline() {
    let heading = |properties: &str| format!("<w:p><w:pPr>{properties}</w:pPr><w:r><w:t>x</w:t></w:r></w:p>");
    let body: String = [
        r#"<w:pStyle w:val="1"/>"#,
        r#"<w:pStyle w:val="own"/>"#,
        r#"<w:pStyle w:val="T"/>"#,
        r#"<w:outlineLvl w:val="0"/>"#,
        r#"<w:pStyle w:val="loop"/>"#,
        r#"<w:outlineLvl w:val="9"/>"#,
        "",
    ]
    .map(heading)
    .concat();
    let kinds: Vec<ParagraphKind> = document(&body, &[]).paragraphs.iter().map(|paragraph| paragraph.kind).collect();
    let [two, one, text] = [ParagraphKind::Heading(2), ParagraphKind::Heading(1), ParagraphKind::Text];
    assert_eq!(kinds, [two, two, one, one, text, text, text]);
}

#[test]
fn deleted_and_hidden_text_is_left_out() {
    let body = r#"<w:p><w:r><w:t xml:space="preserve">kept </w:t></w:r><w:del><w:r><w:delText>old</w:delText></w:r></w:del>
            <w:moveFrom><w:r><w:t>moved</w:t></w:r></w:moveFrom><w:ins><w:r><w:t>new</w:t></w:r></w:ins>
            <w:r><w:rPr><w:vanish/></w:rPr><w:t>hidden</w:t></w:r><w:r><w:instrText>PAGE</w:instrText></w:r>
            <w:r><w:rPr><w:vanish w:val="0"/></w:rPr><w:tab/><w:t>shown</w:t><w:br/><w:t>中</w:t><w:br/><w:t>文</w:t></w:r></w:p>"#;
    assert_eq!(texts(body), ["kept new shown 中文"]);
}

#[test]
fn struck_text_is_left_out_and_raised_digits_join_no_number() {
    let run = |properties: &str, text: &str| format!("<w:r><w:rPr>{properties}</w:rPr><w:t>{text}</w:t></w:r>");
    let runs = [
        run("", "NBV"),
        run("<w:strike/>", "140"),
        run("<w:dstrike/>", "141"),
        run(r#"<w:strike w:val="0"/>"#, "150.5"),
        run(r#"<w:vertAlign w:val="superscript"/>"#, "2"),
    ];
    assert_eq!(texts(&format!("<w:p>{}</w:p>", runs.concat())), ["NBV 150.5²"]);
}

#[test]
fn tables_are_rows_and_text_boxes_paragraphs() {
    let cell = |inner: &str| format!("<w:tc>{inner}</w:tc>");
    let nested = format!("<w:tbl><w:tr>{}{}</w:tr></w:tbl>", cell(&p("n1")), cell(&p("n2")));
    let row = format!("<w:tr>{}{}{}</w:tr>", cell(&(p("a") + &p("b"))), cell(""), cell(&nested));
    assert_eq!(texts(&format!("{}<w:tbl>{row}</w:tbl>{}", p("x"), p("y"))), ["x", "a b |  | n1 n2", "y"]);
    let boxed = format!("<w:p><w:r><w:t>out</w:t><w:txbxContent>{}</w:txbxContent><w:t>er</w:t></w:r></w:p>", p("in"));
    assert_eq!(texts(&boxed), ["in", "outer"]);
}

#[test]
fn notes_follow_and_headers_only_restrict() {
    let header = r#"<w:hdr><w:p><w:r><w:t>Company news</w:t></w:r></w:p><v:textpath string="DRAFT"/></w:hdr>"#;
    let note = format!("<w:footnotes>{}</w:footnotes>", p("note"));
    let core = "<cp><dc:title>Results</dc:title><dc:language>en-GB</dc:language><cp:keywords>k</cp:keywords></cp>";
    let custom = r#"<p><property name="Sensitivity"><vt:lpwstr>internal</vt:lpwstr></property></p>"#;
    let others = [
        ("word/header.xml", header),
        ("word/footnotes.xml", &note),
        ("docProps/core.xml", core),
        ("docProps/custom.xml", custom),
    ];
    let draft = document(&p("body"), &others);
    let texts: Vec<&str> = draft.paragraphs.iter().map(|paragraph| paragraph.text.as_str()).collect();
    assert_eq!(texts, ["body", "note"]);
    for word in ["Company news", "DRAFT", "k"] {
        assert!(draft.aside.iter().any(|text| text == word), "{word} in {:?}", draft.aside);
    }
    assert_eq!((draft.metadata.get(Key::Title), draft.metadata.get(Key::Language)), (Some("Results"), None));
    assert_eq!(draft.metadata.labelled(), Some(Sensitivity::Internal));
    for label in [p("- Restricted -"), r#"<w:p><v:textpath string="CONFIDENTIAL"/></w:p>"#.to_owned()] {
        let draft = document(&p("body"), &[("word/header.xml", &format!("<w:hdr>{label}</w:hdr>"))]);
        assert_eq!(draft.metadata.labelled(), Some(Sensitivity::Restricted), "{label}");
    }
}

#[test]
fn a_label_in_any_property_restricts() {
    let property = |name: &str, value: &str| {
        format!(r#"<p><property name="{name}"><vt:lpwstr>{value}</vt:lpwstr></property></p>"#)
    };
    let core = |name: &str, value: &str| format!("<cp><dc:title>Results</dc:title><cp:{name}>{value}</cp:{name}></cp>");
    let msip = "MSIP_Label_9a3f27c1-0b62-4f3f-a7c8-1f1d1a0e7c55_Name";
    for (part, text) in [
        ("docProps/core.xml", core("keywords", "board; strictly confidential")),
        ("docProps/core.xml", core("category", "Confidential")),
        ("docProps/core.xml", core("contentStatus", "Restricted")),
        ("docProps/core.xml", core("subject", "classification: secret")),
        ("docProps/core.xml", core("description", "TLP: RED")),
        ("docProps/app.xml", "<Properties><Company>Strictly Confidential</Company></Properties>".to_owned()),
        ("docProps/app.xml", "<Properties><Sensitivity>L4</Sensitivity></Properties>".to_owned()),
        ("docProps/custom.xml", property("Sensitivity", "Highly Confidential")),
        ("docProps/custom.xml", property("Topic", "RESTRICTED")),
        ("docProps/custom.xml", property("tlp", "red")),
        ("docProps/custom.xml", property("密级", "机密")),
        ("docProps/custom.xml", property(msip, "Confidential \\ All Employees")),
        (
            "docMetadata/LabelInfo.xml",
            r#"<labelList><label id="{1}" method="Standard" name="Confidential"/></labelList>"#.to_owned(),
        ),
    ] {
        let draft = document(&p("body"), &[(part, &text)]);
        assert_eq!(draft.metadata.labelled(), Some(Sensitivity::Restricted), "{part}: {text}");
    }
    for (part, text) in [
        ("docProps/core.xml", core("keywords", "results; public")),
        ("docProps/core.xml", core("category", "Annual report")),
        (
            "docProps/app.xml",
            "<Properties><TitlesOfParts><vt:lpstr>Private equity</vt:lpstr></TitlesOfParts></Properties>".to_owned(),
        ),
        ("docProps/custom.xml", property("Project", "private equity")),
        ("docProps/custom.xml", property(msip, "General")),
        ("docMetadata/LabelInfo.xml", r#"<labelList><label id="{1}" method="Privileged"/></labelList>"#.to_owned()),
    ] {
        let draft = document(&p("body"), &[(part, &text)]);
        assert_eq!(draft.metadata.labelled(), None, "{part}: {text}");
    }
}

#[test]
fn a_file_without_its_main_part_is_none() {
    assert!(matches!(read(archive(&[("a.xml", "<a/>")])), Err(DocumentFault::MissingPart { .. })));
}
