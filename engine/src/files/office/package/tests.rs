//! Tests of `package`.

use std::fmt::Write as _;
use std::io::Write as _;

use super::*;

/// An archive of parts, packed.
pub(crate) fn archive(parts: &[(&str, &str)]) -> Vec<u8> {
    let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (path, text) in parts {
        writer.start_file(*path, zip::write::SimpleFileOptions::default()).unwrap();
        writer.write_all(text.as_bytes()).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

fn opened(parts: &[(&str, &str)]) -> Package {
    Package::open(archive(parts)).unwrap()
}

#[test]
fn targets_are_paths_inside_the_archive() {
    for (folder, target, path) in [
        ("ppt/slides", "../media/a.png", "ppt/media/a.png"),
        ("ppt", "/word/b.xml", "word/b.xml"),
        ("", "./c.xml", "c.xml"),
        ("a", "../../../d.xml", "d.xml"),
        ("a", "b\\c.xml", "a/b/c.xml"),
    ] {
        assert_eq!(join(folder, target), path);
    }
}

#[test]
fn relations_lead_to_parts_and_never_outside() {
    let rels = r#"<Relationships><Relationship Id="r1" Type="http://x/slide" Target="slides/s1.xml"/>
            <Relationship Id="r2" Type="http://x/slide" Target="http://example.com/" TargetMode="External"/></Relationships>"#;
    let mut package = opened(&[("ppt/_rels/presentation.xml.rels", rels)]);
    let relations = package.relations("PPT/presentation.xml").unwrap();
    assert_eq!(relations, [Relation { id: "r1".into(), kind: "slide".into(), path: "PPT/slides/s1.xml".into() }]);
    assert!(package.relations("none.xml").unwrap().is_empty());
}

#[test]
fn what_unpacks_without_end_is_refused() {
    let zeros = " ".repeat(3 << 20);
    let mut package = opened(&[("a.xml", &zeros)]);
    assert!(matches!(package.walk("a.xml", &[], &mut |_| ()), Err(DocumentFault::Inflates { .. })));
    // Many parts that are each within the limits.
    let mut noise = String::new();
    let mut state = 1_u64;
    while noise.len() < 4 << 20 {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        write!(noise, "{state:016x}").unwrap();
    }
    let part = format!("<x>{noise}</x>");
    let mut package = opened(&[("a.xml", &part)]);
    let faults = (0..40).filter(|_| package.walk("a.xml", &[], &mut |_| ()).is_err()).count();
    assert!(faults > 0, "the sum of all parts has a limit");
}

#[test]
fn other_files_are_told_apart() {
    assert!(matches!(Package::open(b"no archive".to_vec()), Err(DocumentFault::NoArchive { cut: false })));
    assert!(matches!(Package::open(COMPOUND_SIGNATURE.to_vec()), Err(DocumentFault::OldOffice)));
    let many = ENTRY_SIGNATURE.repeat(ENTRIES_MAX + 1);
    assert!(matches!(Package::open(many), Err(DocumentFault::TooManyEntries { .. })));
    let mut cut = archive(&[("a.xml", "<a/>")]);
    cut.truncate(cut.len() / 2);
    assert!(Package::open(cut).is_err());
}

#[test]
fn what_is_looked_through_inside_counts_for_the_whole_file() {
    let mut outer = opened(&[("a.xml", "<a>outer</a>")]);
    let Part::Text(_) = outer.part("a.xml").unwrap() else { panic!("no text") };
    let before = outer.looked_through;
    let mut inner = outer.open_inner(archive(&[("b.xml", "<b>inner text</b>")])).unwrap();
    inner.part("b.xml").unwrap();
    outer.close_inner(&inner);
    assert_eq!(outer.looked_through, before + "<b>inner text</b>".len() as u64);
}

#[test]
fn an_archive_with_two_parts_of_one_name_is_refused() {
    for other in ["XL/A.xml", "xl\\a.xml"] {
        assert!(Package::open(archive(&[("xl/a.xml", "<a/>"), (other, "<a>top secret</a>")])).is_err(), "{other}");
    }
    // The very same name, which no program writes: it is changed in the finished archive.
    let mut same = archive(&[("xl/a.xml", "<a/>"), ("xl/b.xml", "<a>top secret</a>")]);
    for at in 0..same.len() - 8 {
        if &same[at..at + 8] == b"xl/b.xml" {
            same[at + 3] = b'a';
        }
    }
    assert!(Package::open(same).is_err());
    assert!(Package::open(archive(&[("xl/a.xml", "<a/>"), ("xl/b.xml", "<a/>")])).is_ok());
}
