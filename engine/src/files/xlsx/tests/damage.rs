//! Files that are no workbooks, hold more than memory does, or were damaged.

use proptest::prelude::*;

use super::*;

#[test]
fn other_files_are_refused_with_what_to_do() {
    let refused = |bytes: Vec<u8>| grids(bytes).unwrap_err().to_string();
    assert!(refused(b"metric,entity".to_vec()).contains("no office document"));
    assert!(
        refused([0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1].to_vec())
            .contains("encrypted, or of the format before 2007")
    );
    let root = |target: &str| {
        format!(r#"<Relationships><Relationship Id="r" Type="x/officeDocument" Target="{target}"/></Relationships>"#)
    };
    let binary = archive(&[("_rels/.rels", &root("xl/workbook.bin")), ("xl/workbook.bin", "x")]);
    assert!(refused(binary).contains(".xlsb"));
    let word = archive(&[("_rels/.rels", &root("word/document.xml")), ("word/document.xml", "<document/>")]);
    assert!(refused(word).contains("no Excel document"));
    assert!(refused(archive(&[("a.txt", "a")])).contains("no Excel document"));
    assert!(refused(workbook("<chartsheet/>", &[])).contains("no worksheet"));
    assert!(refused(workbook("<!DOCTYPE a [<!ENTITY b 'b'>]><worksheet/>", &[])).contains("document type"));
    // A part that leads to itself is read once for each sheet that names it, within the limits of all.
    let circle = format!(
        r#"<Relationships><Relationship Id="r1" Type="{RELATIONS}/worksheet" Target="workbook.xml"/></Relationships>"#
    );
    assert!(only(workbook("<worksheet/>", &[])).cells.is_empty());
    let book = r#"<workbook><sheets><sheet name="S" r:id="r1"/></sheets></workbook>"#;
    let circular = archive(&[
        ("_rels/.rels", &root("xl/workbook.xml")),
        ("xl/workbook.xml", book),
        ("xl/_rels/workbook.xml.rels", &circle),
    ]);
    assert!(refused(circular).contains("no worksheet"));
}

#[test]
fn more_than_memory_holds_is_refused() {
    // The same small sheet under many names has more cells than any workbook.
    let row = format!("<row>{}</row>", "<c><v>1</v></c>".repeat(10_000));
    let rows = sheet(&row.repeat(6));
    let sheets = (0..40).map(|n| format!(r#"<sheet name="{n}" r:id="r1"/>"#)).collect::<Vec<_>>().concat();
    let of_book = format!(
        r#"<Relationships><Relationship Id="r1" Type="{RELATIONS}/worksheet" Target="s.xml"/></Relationships>"#
    );
    let bytes = archive(&[
        ("xl/workbook.xml", &format!("<workbook><sheets>{sheets}</sheets></workbook>")),
        ("xl/_rels/workbook.xml.rels", &of_book),
        ("xl/s.xml", &rows),
    ]);
    assert!(matches!(grids(bytes), Err(DocumentFault::TooMany { what: "cells", .. } | DocumentFault::Inflates { .. })));
}

#[test]
fn many_merged_spans_take_no_longer_than_as_many_cells() {
    let merges = (1..=50_000).map(|row| format!(r#"<mergeCell ref="A{row}:XFD{row}"/>"#)).collect::<Vec<_>>().concat();
    let sheet = format!("<worksheet><sheetData/><mergeCells>{merges}</mergeCells></worksheet>");
    let grid = only(workbook(&sheet, &[]));
    assert_eq!((grid.merges.len(), grid.cells.len()), (50_000, 50_000));
}

fn sample() -> Vec<u8> {
    let mut book = Workbook::new();
    let sheet = book.add_worksheet();
    let style = Format::new().set_background_color(Color::Yellow).set_num_format("#,##0.00;[Red](#,##0.00)");
    for row in 0..20 {
        sheet.write(row, 0, format!("Item {row} 项目")).unwrap();
        sheet.write_with_format(row, 1, f64::from(row) * 1.37, &style).unwrap();
    }
    sheet.merge_range(21, 0, 22, 1, "总计", &style).unwrap();
    book.save_to_buffer().unwrap()
}

/// The parts of the sample, not packed, so that a changed byte changes what the reader sees and not only a checksum.
fn sample_parts() -> Vec<(String, Vec<u8>)> {
    let mut archive = zip::ZipArchive::new(std::io::Cursor::new(sample())).unwrap();
    (0..archive.len())
        .map(|index| {
            let mut entry = archive.by_index(index).unwrap();
            let mut bytes = Vec::new();
            std::io::Read::read_to_end(&mut entry, &mut bytes).unwrap();
            (String::from_utf8_lossy(entry.name_raw()).into_owned(), bytes)
        })
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn damaged_archives_never_panic(flips in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..8), end in any::<prop::sample::Index>()) {
        let mut bytes = sample();
        for (index, byte) in flips {
            *index.get_mut(&mut bytes) = byte;
        }
        bytes.truncate(end.index(bytes.len() * 2).max(1));
        prop_assert!(!matches!(grids(bytes), Err(DocumentFault::Contained)));
    }

    #[test]
    fn damaged_parts_never_panic(part in any::<prop::sample::Index>(), flips in prop::collection::vec((any::<prop::sample::Index>(), 0x20_u8..0x7F), 1..8)) {
        let mut parts = sample_parts();
        let (_, bytes) = part.get_mut(&mut parts);
        for (index, byte) in flips {
            *index.get_mut(bytes) = byte;
        }
        let texts: Vec<_> = parts.iter().map(|(path, bytes)| (path.as_str(), String::from_utf8_lossy(bytes))).collect();
        let texts: Vec<_> = texts.iter().map(|(path, text)| (*path, &**text)).collect();
        prop_assert!(!matches!(grids(archive(&texts)), Err(DocumentFault::Contained)));
    }

    #[test]
    fn no_format_code_panics(code in "[0#?.,%@;\"_*\\[\\]a-hms$<>=/ +E\\-年月上午下]{0,30}", number in any::<f64>()) {
        let format = NumberFormat::parse(&code);
        let number::Stored::Number(number) = number::stored(&number.to_string()) else { return Ok(()) };
        if let Some(shown) = format.shown(number) {
            shown.number(number);
            if let Some(clock) = serial::Calendar::Since1900.clock(number) {
                shown.clock(clock);
            }
        }
    }
}
