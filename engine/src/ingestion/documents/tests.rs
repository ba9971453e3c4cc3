//! What holds for every format: names, titles, attributes and sensitivity of what is read, the limits, and that no bytes at
//! all end the program. Documents are made here, byte by byte.

use std::fmt::Write as _;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::LazyLock;

use jiff::civil::date;
use proptest::prelude::*;

use super::*;
use crate::document::{Attributes, ParagraphKind};
use crate::files::ByteSource;
use crate::files::office::package::tests::archive;
use crate::profile::Sensitivity;
use crate::profile::tests::acme;

static PROFILE: LazyLock<Profile> = LazyLock::new(|| {
    acme(
        r#"
        [sensitivity]
        restricted_filename_patterns = ["*exco*"]
        restricted_keywords = ["strictly confidential", "机密"]
        "#,
    )
});

static GLOSSARY: LazyLock<Glossary> = LazyLock::new(|| Glossary::new(&PROFILE).unwrap());

const FORMATS: [Format; 7] =
    [Format::Markdown, Format::Text, Format::Html, Format::Docx, Format::Pptx, Format::Pdf, Format::JsonLines];

/// Reads a file for its text.
fn read(
    format: Format,
    name: &str,
    source: ByteSource<'_>,
    context: &ReadContext<'_>,
    visit: &mut dyn FnMut(Finding) -> ControlFlow<()>,
) -> Result<(), DocumentFault> {
    let mut source = files::open(source)?;
    if format == Format::JsonLines {
        return read_records(&mut source, name, context, visit);
    }
    let read = read_whole(format, name, &mut source, context)?.with_text(format)?;
    let _ = visit(Finding::Document(Box::new(read)));
    Ok(())
}

fn all_with(profile: &Profile, format: Format, name: &str, bytes: &[u8]) -> Result<Vec<Finding>, DocumentFault> {
    let context = ReadContext::new(profile, &GLOSSARY).unwrap();
    let mut findings = Vec::new();
    read(format, name, ByteSource::Memory(bytes), &context, &mut |finding| {
        findings.push(finding);
        ControlFlow::Continue(())
    })?;
    Ok(findings)
}

fn one_of(finding: Option<Finding>) -> ReadDocument {
    match finding {
        Some(Finding::Document(read)) => *read,
        other => panic!("{other:?}"),
    }
}

fn named(format: Format, name: &str, bytes: &[u8]) -> Result<ReadDocument, DocumentFault> {
    Ok(one_of(all_with(&PROFILE, format, name, bytes)?.pop()))
}

fn document(format: Format, bytes: &[u8]) -> Document {
    named(format, "file", bytes).unwrap().document
}

fn sensitivity(text: &str) -> Sensitivity {
    document(Format::Markdown, text.as_bytes()).sensitivity
}

/// A PDF of one page with the given content, a standard font `F` and a Chinese font `C` that is not embedded. `trailer` goes
/// into the trailer's dictionary.
pub(super) fn pdf(content: &str, trailer: &str) -> Vec<u8> {
    let objects = [
        "<</Type/Catalog/Pages 2 0 R>>".to_owned(),
        "<</Type/Pages/Kids[3 0 R]/Count 1>>".to_owned(),
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Resources<</Font<</F 5 0 R/C 6 0 R>>>>>>"
            .to_owned(),
        format!("<</Length {}>>stream\n{content}\nendstream", content.len()),
        "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>".to_owned(),
        "<</Type/Font/Subtype/Type0/BaseFont/SimSun/Encoding/UniGB-UCS2-H/DescendantFonts[7 0 R]>>".to_owned(),
        "<</Type/Font/Subtype/CIDFontType2/BaseFont/SimSun/DW 1000\
         /CIDSystemInfo<</Registry(Adobe)/Ordering(GB1)/Supplement 2>>/FontDescriptor 8 0 R>>"
            .to_owned(),
        "<</Type/FontDescriptor/FontName/SimSun/Flags 4>>".to_owned(),
        "<</Title(Annual results)/Subject(internal use)>>".to_owned(),
        "<</Filter/Standard/V 1/R 2/P -4/O<00000000000000000000000000000000000000000000000000000000000000aa>\
         /U<00000000000000000000000000000000000000000000000000000000000000bb>>>"
            .to_owned(),
    ];
    let mut file = "%PDF-1.7\n".to_owned();
    let mut places = String::new();
    for (number, object) in objects.iter().enumerate() {
        writeln!(places, "{:010} 00000 n ", file.len()).unwrap();
        write!(file, "{} 0 obj\n{object}\nendobj\n", number + 1).unwrap();
    }
    let start = file.len();
    let size = objects.len() + 1;
    write!(
        file,
        "xref\n0 {size}\n0000000000 65535 f \n{places}trailer\n<</Size {size}/Root 1 0 R{trailer}>>\nstartxref\n{start}\n%%EOF\n"
    )
    .unwrap();
    file.into_bytes()
}

#[test]
fn formats_are_known_by_the_end_of_the_name() {
    for (name, format) in [
        ("a.MD", Some(Format::Markdown)),
        ("b.x.htm", Some(Format::Html)),
        ("年报.pptx", Some(Format::Pptx)),
        ("c.ndjson", Some(Format::JsonLines)),
        ("md", None),
        ("d.csv", None),
        ("e.key", None),
    ] {
        assert_eq!(Format::of_name(name).filter(|format| format.has_text()), format, "{name}");
    }
}

#[test]
fn statements_become_codes_and_periods_where_the_profile_knows_them() {
    let text = "---\ndoc: hk.md\ntitle: T\ntopic: reviews\nentity: 香港\nperiod: FY2025\nlanguage: zh-CN\n\
                valid_as_of: 2025-12-31\n---\n# Heading\n\nText.\n";
    let found = document(Format::Markdown, text.as_bytes());
    let attributes = Attributes {
        topic: Some("reviews".into()),
        entity: Some("HK".into()),
        geography: Some("Asia".into()),
        period: Some("2025".into()),
        language: Some("zh".into()),
    };
    assert_eq!((found.name.as_str(), found.title.as_str(), &found.attributes), ("hk.md", "T", &attributes));
    assert_eq!(found.valid_as_of, Some(date(2025, 12, 31)));
    let kinds: Vec<ParagraphKind> = found.paragraphs.iter().map(|paragraph| paragraph.kind).collect();
    assert_eq!(kinds, [ParagraphKind::Heading(1), ParagraphKind::Text]);

    let own = document(Format::Text, b"---\nentity: Moon\nperiod: last year\ngeography: Space\n---\nText");
    let attributes = Attributes {
        entity: Some("Moon".into()),
        geography: Some("Space".into()),
        period: Some("last year".into()),
        language: Some("en".into()),
        ..Attributes::default()
    };
    assert_eq!((own.name.as_str(), own.title.as_str(), own.attributes), ("file", "Text", attributes));
}

#[test]
fn whatever_restricts_a_document_does_so_whatever_its_label_says() {
    assert_eq!(sensitivity("text"), Sensitivity::Internal);
    assert_eq!(sensitivity("---\nsensitivity: Public\n---\ntext"), Sensitivity::Public);
    for text in [
        "---\nsensitivity: secret\n---\ntext",
        "---\nsensitivity: PUBLIC\ndoc: exco_minutes.md\n---\ntext",
        "---\nsensitivity: PUBLIC\n---\nThis is *Strictly\nconfi*dential.",
        "---\nsensitivity: PUBLIC\ntopic: 机密\n---\ntext",
        "# ＳＴＲＩＣＴＬＹ confidential\n\ntext",
        "绝对机\n密",
        "RESTRICTED\n\ntext",
        "# Confidential\n\ntext",
        "text\n\n**【密】**\n\n【机密】\n\nmore",
        "text\n\nHandling: Eyes only",
        "---\npublic: false\n---\ntext",
        "---\nacl: board\n---\ntext",
        "---\nsecurity: {level: 3}\n---\ntext",
        "---\nsecurity:\n  level: 3\n---\ntext",
    ] {
        assert_eq!(sensitivity(text), Sensitivity::Restricted, "{text}");
    }
    let by_name = named(Format::Text, "board/2025 EXCO.txt", b"---\ndoc: harmless\nauthor: X\n---\ntext").unwrap();
    assert_eq!(by_name.document.sensitivity, Sensitivity::Restricted);
    assert_eq!(by_name.warnings, [Warning::UnknownKey { line: 3, key: None }], "not even a key is shown");
}

#[test]
fn pages_and_records_are_labelled_as_a_person_sees_it() {
    for page in [
        "<div class=banner>RESTRICTED</div><p>text",
        "<p><span>Classification</span> <b>Secret</b></p><p>text",
        "<form><input name=sensitivity value=restricted></form><p>text",
    ] {
        assert_eq!(document(Format::Html, page.as_bytes()).sensitivity, Sensitivity::Restricted, "{page}");
    }
    let open =
        "<h1>Cash</h1><p>one<p>two<p>three<p>four<p>five<table><tr><td>Free<td>Restricted<tr><td>1<td>2</table><p>end";
    assert_eq!(document(Format::Html, open.as_bytes()).sensitivity, Sensitivity::Internal);
    for member in [r#""public":false"#, r#""acl":"board""#, r#""security":{"level":3}"#] {
        let record = format!(r#"{{"_id":"m1","text":"text",{member}}}"#);
        assert_eq!(document(Format::JsonLines, record.as_bytes()).sensitivity, Sensitivity::Restricted, "{record}");
    }
}

#[test]
fn the_shipped_documents_are_read() {
    let fixtures = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../fixtures"));
    for (company, documents, closed) in [("insurer", 38, 11), ("grid", 33, 6)] {
        let mut seen = (0, 0);
        let text = std::fs::read_to_string(fixtures.join(company).join("profile.toml")).unwrap();
        let profile = Profile::parse("profile.toml", &text).unwrap();
        let glossary = Glossary::new(&profile).unwrap();
        let context = ReadContext::new(&profile, &glossary).unwrap();
        for entry in std::fs::read_dir(fixtures.join(company).join("docs")).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap();
            let end = read(Format::of_name(name).unwrap(), name, ByteSource::Path(&path), &context, &mut |finding| {
                let found = one_of(Some(finding));
                let restricted = found.document.sensitivity == Sensitivity::Restricted;
                assert!(found.warnings.is_empty() || restricted, "{name}");
                let code = found.document.attributes.entity.unwrap();
                assert!(profile.entities.keys().any(|known| known.as_str() == code), "{name}: {code}");
                seen.0 += 1;
                seen.1 += usize::from(restricted);
                ControlFlow::Continue(())
            });
            assert!(end.is_ok(), "{name}");
        }
        assert_eq!(seen, (documents, closed), "{company}");
    }
}

#[test]
fn what_nothing_classifies_gets_the_default() {
    let mut profile = PROFILE.clone();
    profile.sensitivity.default = Sensitivity::Restricted;
    let read = |text: &str| {
        one_of(all_with(&profile, Format::Text, "file", text.as_bytes()).unwrap().pop()).document.sensitivity
    };
    assert_eq!(read("text"), Sensitivity::Restricted);
    assert_eq!(read("---\nsensitivity: internal\n---\ntext"), Sensitivity::Internal);
}

#[test]
fn records_are_documents_and_faults_in_the_order_of_the_file() {
    let file = br#"{"_id":"a","text":"One."}
broken
{"_id":"exco","metadata":{"entity":"hk"},"text":"Two."}"#;
    let findings = all_with(&PROFILE, Format::JsonLines, "corpus.jsonl", file).unwrap();
    let mut findings = findings.into_iter();
    assert_eq!(one_of(findings.next()).document.name, "a");
    assert!(matches!(findings.next(), Some(Finding::Fault(RecordFault { line: 2, .. }))));
    let last = one_of(findings.next());
    assert_eq!((last.line, last.document.sensitivity), (Some(3), Sensitivity::Restricted));
    assert_eq!(last.document.attributes.entity.as_deref(), Some("HK"));

    let context = ReadContext::new(&PROFILE, &GLOSSARY).unwrap();
    let mut seen = 0;
    let end = read(Format::JsonLines, "corpus.jsonl", ByteSource::Memory(file), &context, &mut |_| {
        seen += 1;
        ControlFlow::Break(())
    });
    assert!(end.is_ok() && seen == 1, "a visitor that has enough is not asked again");
}

#[test]
fn a_pdf_is_read_with_its_title_and_its_chinese() {
    let content = "BT /F 12 Tf 50 700 Td (Revenue rose in) Tj 0 -14 Td (Hong Kong.) Tj /C 12 Tf 0 -60 Td <4E2D56FD00410042> Tj ET";
    let found = document(Format::Pdf, &pdf(content, "/Info 9 0 R"));
    let texts: Vec<&str> = found.paragraphs.iter().map(|paragraph| paragraph.text.as_str()).collect();
    assert_eq!(texts, ["Revenue rose in Hong Kong.", "中国AB"]);
    assert_eq!(found.title, "Annual results");
}

#[test]
fn pdfs_that_cannot_be_read_say_why() {
    let read = |bytes: &[u8]| all_with(&PROFILE, Format::Pdf, "file", bytes).map(|findings| findings.len());
    let encrypted = pdf("BT /F 12 Tf (x) Tj ET", "/Encrypt 10 0 R/ID[<00><00>]");
    assert!(matches!(read(&encrypted), Err(DocumentFault::Encrypted)));
    assert!(matches!(read(&pdf("0 0 100 100 re f", "")), Err(DocumentFault::NoText { pictures: true })));
    assert!(matches!(read(b"not a pdf"), Err(DocumentFault::Pdf)));
    // Nesting that would overflow a stack.
    assert!(read(&pdf(&"[".repeat(200_000), "")).is_err());
    assert!(read(&pdf(&"q ".repeat(200_000), "")).is_err());
}

#[test]
fn files_that_hold_nothing_or_cannot_be_opened_are_faults() {
    for format in [Format::Markdown, Format::Text, Format::Html, Format::JsonLines] {
        let empty = all_with(&PROFILE, format, "file", b" \n\n");
        assert!(matches!(empty, Err(DocumentFault::NoText { pictures: false })), "{format:?}");
    }
    assert!(matches!(
        all_with(&PROFILE, Format::Markdown, "f", b"---\ntitle: a\n---\n"),
        Err(DocumentFault::NoText { .. })
    ));
    let context = ReadContext::new(&PROFILE, &GLOSSARY).unwrap();
    let open =
        |path: &Path| read(Format::Text, "f", ByteSource::Path(path), &context, &mut |_| ControlFlow::Continue(()));
    assert!(matches!(open(&std::env::temp_dir()), Err(DocumentFault::Folder)));
    assert!(matches!(open(Path::new("/no/such/file.txt")), Err(DocumentFault::Io(_))));
}

/// Bytes that begin as some format does.
fn bytes() -> impl Strategy<Value = Vec<u8>> {
    let seeds = [
        pdf("BT /F 12 Tf (Text) Tj ET", "/Info 9 0 R"),
        archive(&[
            ("word/document.xml", "<w:document><w:p><w:r><w:t>Text</w:t></w:r></w:p></w:document>"),
            ("ppt/presentation.xml", "<p><sldIdLst/></p>"),
        ]),
        b"---\ntitle: T\n---\n# H\n\n- i\n\n| a |\n|---|\n| b |\n<div>x</div>".to_vec(),
        b"<html><head><title>T</title><body><table><tr><td>x<p>y<!-- z --><script>s</script>".to_vec(),
        br#"{"_id":"a","title":"T","text":"x","sensitivity":"PUBLIC"}"#.to_vec(),
        Vec::new(),
    ];
    let edits = proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>(), 0_u8..3), 0..12);
    (prop::sample::select(seeds.to_vec()), edits, proptest::collection::vec(any::<u8>(), 0..40)).prop_map(
        |(mut bytes, edits, tail)| {
            for (place, byte, edit) in edits {
                if !bytes.is_empty() {
                    let at = place.index(bytes.len());
                    match edit {
                        0 => bytes[at] = byte,
                        1 => bytes.insert(at, byte),
                        _ => drop(bytes.remove(at)),
                    }
                }
            }
            bytes.extend(tail);
            bytes
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn no_bytes_end_the_program_and_no_document_is_blank(bytes in bytes()) {
        for format in FORMATS {
            let Ok(findings) = all_with(&PROFILE, format, "file", &bytes) else { continue };
            for finding in findings {
                if let Finding::Document(read) = finding {
                    let Document { name, title, paragraphs, .. } = read.document;
                    prop_assert!(!name.is_empty() && !title.trim().is_empty(), "{format:?}");
                    prop_assert!(!paragraphs.is_empty());
                    prop_assert!(paragraphs.iter().all(|paragraph| paragraph.text.trim() == paragraph.text));
                    prop_assert!(paragraphs.iter().all(|paragraph| !paragraph.text.is_empty()));
                }
            }
        }
    }

    #[test]
    fn no_wording_of_a_label_lowers_a_document(label in "\\PC{0,12}", second in "\\PC{0,12}") {
        let read = |matter: &str| all_with(&PROFILE, Format::Markdown, "file", format!("---\n{matter}\n---\ntext").as_bytes());
        if let Ok(mut findings) = read(&format!("sensitivity: RESTRICTED\nsensitivity: {label}\ntopic: {second}")) {
            prop_assert_eq!(one_of(findings.pop()).document.sensitivity, Sensitivity::Restricted);
        }
        if let Ok(mut findings) = read(&format!("sensitivity: {label}")) {
            let found = one_of(findings.pop()).document.sensitivity;
            let known = Sensitivity::of_label(label.trim().trim_matches(['"', '\'']));
            prop_assert!(found == Sensitivity::Restricted || known == Some(found) || label.contains('#'));
        }
    }
}
