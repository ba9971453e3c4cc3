//! Files that ask for more work than any report needs are refused before it is done.

use std::fmt::Write as _;
use std::io::Write as _;
use std::time::{Duration, Instant};

use super::super::read;
use crate::files::DocumentFault;

/// A file with these objects, the first of which is the catalogue and the third a page.
fn file(objects: &[Vec<u8>]) -> Vec<u8> {
    let mut bytes = b"%PDF-1.7\n".to_vec();
    let mut offsets = Vec::new();
    for (number, object) in (1..).zip(objects) {
        offsets.push(bytes.len());
        bytes.extend(format!("{number} 0 obj\n").into_bytes());
        bytes.extend(object);
        bytes.extend(b"\nendobj\n");
    }
    let start = bytes.len();
    let mut table = format!("xref\n0 {}\n0000000000 65535 f \n", offsets.len() + 1);
    for offset in &offsets {
        writeln!(table, "{offset:010} 00000 n ").unwrap();
    }
    write!(table, "trailer<</Size {}/Root 1 0 R>>\nstartxref\n{start}\n%%EOF", offsets.len() + 1).unwrap();
    bytes.extend(table.into_bytes());
    bytes
}

fn stream(dict: &str, data: &[u8]) -> Vec<u8> {
    let mut object = format!("<<{dict}/Length {}>>stream\n", data.len()).into_bytes();
    object.extend(data);
    object.extend(b"\nendstream");
    object
}

fn packed(dict: &str, unit: &[u8], times: usize) -> Vec<u8> {
    let mut encoder = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::best());
    for _ in 0..times {
        encoder.write_all(unit).unwrap();
    }
    stream(&format!("{dict}/Filter/FlateDecode"), &encoder.finish().unwrap())
}

fn pages(contents: &str, resources: &str) -> Vec<Vec<u8>> {
    vec![
        b"<</Type/Catalog/Pages 2 0 R>>".to_vec(),
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>".to_vec(),
        format!(
            "<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents {contents}/Resources<</Font<</F 4 0 R>>{resources}>>>>"
        )
        .into_bytes(),
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>".to_vec(),
    ]
}

const FORM: &str = "/Type/XObject/Subtype/Form/BBox[0 0 1 1]";

/// Forms that each draw the next four times, `depth` deep.
fn forms(depth: usize, last: &str) -> Vec<u8> {
    let mut objects = pages("5 0 R", "/XObject<</X 6 0 R>>");
    objects.push(stream("", b"/X Do"));
    for level in 0..depth {
        let dict = format!("{FORM}/Resources<</XObject<</X {} 0 R>>>>", 7 + level);
        objects.push(stream(&dict, b"/X Do /X Do /X Do /X Do"));
    }
    objects.push(stream(FORM, last.as_bytes()));
    file(&objects)
}

#[test]
fn what_asks_for_too_much_is_refused_at_once() {
    let mut bomb = pages("5 0 R", "");
    bomb.push(packed("", b"BT /F 9 Tf 9 9 Td (A) Tj ET\n", 5_000_000));
    let mut glyphs = pages("5 0 R", "");
    glyphs.push(packed("", b"BT /F 9 Tf (AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA) Tj ET\n", 300_000));
    let mut often = pages(&format!("[{}]", "5 0 R ".repeat(5_000)), "");
    often.push(packed("", b"q Q ", 500_000));
    let cases = [
        ("a stream that unpacks to 140 MB", file(&bomb)),
        ("14 million glyphs in a small file", file(&glyphs)),
        ("a stream drawn 5,000 times", file(&often)),
        ("forms that draw forms", forms(13, "")),
    ];
    for (what, bytes) in cases {
        let started = Instant::now();
        let fault = read(bytes).expect_err(what);
        assert!(matches!(fault, DocumentFault::TooMany { .. }), "{what}: {fault}");
        assert!(started.elapsed() < Duration::from_secs(10), "{what}: {:?}", started.elapsed());
    }
}

#[test]
fn forms_in_forms_are_drawn_as_often_as_a_report_needs() {
    let content = read(forms(4, "BT /F 9 Tf 1 0 0 1 50 50 Tm (word) Tj ET")).unwrap();
    assert!(content.grids.is_ok());
    let mut itself = pages("5 0 R", "/XObject<</X 6 0 R>>");
    itself.push(stream("", b"/X Do"));
    itself.push(stream(&format!("{FORM}/Resources<</XObject<</X 6 0 R>>>>"), b"/X Do /X Do"));
    // The interpreter does not enter a form that it is drawing.
    assert!(read(file(&itself)).unwrap().paragraphs.is_empty());
}
