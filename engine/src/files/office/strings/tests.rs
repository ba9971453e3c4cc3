//! Tests of `strings`.

use super::*;
use crate::files::office::package::tests::archive;

#[test]
fn what_cannot_be_looked_through_is_told() {
    let file = archive(&[
        ("word/document.xml", "<w:document/>"),
        ("word/media/image1.png", "\u{0}PNG"),
        ("word/media/image2.emf", "\u{0}EMF"),
        ("word/embeddings/report.pdf", "%PDF-1.4"),
        ("word/fonts/font1.odttf", "\u{0}font"),
        ("docProps/thumbnail.jpeg", "\u{0}JPEG"),
    ]);
    let mut content = FileContent::default();
    read(&mut Package::open(file).unwrap(), &mut content).unwrap();
    assert_eq!(content.metadata.warnings, [Warning::Unscanned { parts: 1 }, Warning::Pictures { pictures: 2 }]);
    let told = content.metadata.warnings.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n");
    assert!(told.contains("1 embedded or encrypted file") && told.contains("2 pictures in the document"), "{told}");
}
