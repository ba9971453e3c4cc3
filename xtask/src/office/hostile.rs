//! Files that try to make a reader take all memory, all time or its own life: bombs, cycles, far corners, and as much of
//! everything as a sheet may hold. They are written as parts, because programs that write workbooks refuse to.

use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::Path;

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

const WORKSHEET: &str = r#"<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">"#;
const RELATIONSHIPS: &str = r#"<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">"#;
const OFFICE: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const DEFLATED: SimpleFileOptions = SimpleFileOptions::DEFAULT.compression_method(CompressionMethod::Deflated);
/// Bytes that a bomb unpacks to, of zeros.
const BOMB_BYTES: u64 = 512 << 20;

/// Writes all of them into a folder.
pub(super) fn write(folder: &Path) -> io::Result<()> {
    let sheet = |name: &str, part: &str| workbook(&folder.join(name), |to| to.write_all(part.as_bytes()));
    let cells = |rows, cols| format!("{WORKSHEET}<sheetData>{}</sheetData></worksheet>", rows_of(rows, cols));
    sheet("cells_1000000.xlsx", &cells(50_000, 20))?;
    sheet("cells_1480000.xlsx", &cells(74_000, 20))?;
    sheet("cells_over_the_limit.xlsx", &cells(80_000, 20))?;
    sheet("cells_wide.xlsx", &cells(61, 16_384))?;
    sheet("cells_tall.xlsx", &cells(1_000_000, 1))?;
    sheet("far_corner.xlsx", &far_corner())?;
    sheet("diagonal.xlsx", &diagonal())?;
    sheet("chequered.xlsx", &chequered())?;
    sheet("merges_400000.xlsx", &merges())?;
    sheet("merge_of_everything.xlsx", &merge_of_everything())?;
    sheet("tables_40000.xlsx", &small_tables())?;
    sheet("one_key_300000.xlsx", &one_key(300_000))?;
    sheet("one_key_over_the_limit.xlsx", &one_key(300_001))?;
    sheet("entity_bomb.xlsx", &entity_bomb())?;
    sheet("nested.xlsx", &format!("{WORKSHEET}{}", "<a>".repeat(2_000_000)))?;
    sheet("conditions.xlsx", &conditions())?;
    workbook(&folder.join("zip_bomb.xlsx"), |to| io::copy(&mut zeros(), to).map(|_| ()))?;
    cyclic_workbook(&folder.join("cyclic.xlsx"))?;
    cyclic_deck(&folder.join("cyclic.pptx"))?;
    fs::write(folder.join("wide.csv"), "1,".repeat(2_000_000))?;
    fs::write(folder.join("unclosed_quote.csv"), format!("\"{}", "a,\n".repeat(5_000_000)))?;
    fs::write(folder.join("nested.html"), "<table><tr><td>".repeat(300_000))?;
    fs::write(folder.join("spans.html"), format!("<table>{}", spans()))?;
    fs::write(folder.join("quotes.md"), ">".repeat(500_000))
}

fn zeros() -> impl io::Read {
    use std::io::Read as _;
    io::repeat(0).take(BOMB_BYTES)
}

/// A workbook of one sheet whose part is given.
fn workbook(path: &Path, part: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let parts = [
        ("_rels/.rels", relationships(&[("r1", "officeDocument", "xl/workbook.xml")])),
        ("xl/workbook.xml", book()),
        ("xl/_rels/workbook.xml.rels", relationships(&[("r1", "worksheet", "worksheets/sheet1.xml")])),
    ];
    let mut archive = package(path, &parts)?;
    archive.start_file("xl/worksheets/sheet1.xml", DEFLATED)?;
    part(&mut archive)?;
    archive.finish()?.flush()
}

/// A package of some parts, to which more may be added.
fn package(path: &Path, parts: &[(&str, String)]) -> io::Result<ZipWriter<BufWriter<File>>> {
    let mut archive = ZipWriter::new(BufWriter::new(File::create(path)?));
    for (name, text) in parts {
        archive.start_file(*name, DEFLATED)?;
        archive.write_all(text.as_bytes())?;
    }
    Ok(archive)
}

fn book() -> String {
    format!(
        r#"<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="{OFFICE}"><sheets><sheet name="S" sheetId="1" r:id="r1"/></sheets></workbook>"#
    )
}

fn relationships(list: &[(&str, &str, &str)]) -> String {
    let mut text = RELATIONSHIPS.to_owned();
    for (id, kind, target) in list {
        let _ = write!(text, r#"<Relationship Id="{id}" Type="{OFFICE}/{kind}" Target="{target}"/>"#);
    }
    text + "</Relationships>"
}

/// A header row and a header column around numbers.
fn rows_of(rows: u32, cols: u32) -> String {
    let mut text = String::new();
    for row in 0..rows {
        text.push_str("<row>");
        for col in 0..cols {
            let _ = match (row, col) {
                (0, _) | (_, 0) => write!(text, "<c t=\"inlineStr\"><is><t>Line {row} {col}</t></is></c>"),
                _ => write!(text, "<c><v>{}.{}</v></c>", row * 7 + col, row % 10),
            };
        }
        text.push_str("</row>");
    }
    text
}

fn far_corner() -> String {
    format!(
        r#"{WORKSHEET}<sheetData><row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>2</v></c></row></sheetData></worksheet>"#
    )
}

/// Numbers that share no row and no column.
fn diagonal() -> String {
    let mut text = format!("{WORKSHEET}<sheetData>");
    for n in 1..=16_000 {
        let _ = write!(text, r#"<row r="{n}"><c r="{}{n}"><v>{n}</v></c></row>"#, letters(n));
    }
    text + "</sheetData></worksheet>"
}

/// Every other cell of a square, so that no empty row or column parts anything.
fn chequered() -> String {
    let mut text = format!("{WORKSHEET}<sheetData>");
    for row in 1..=1_000 {
        let _ = write!(text, r#"<row r="{row}">"#);
        for col in (1 + row % 2..=1_000).step_by(2) {
            let _ = match col % 4 {
                0 | 1 => write!(text, r#"<c r="{}{row}"><v>{col}</v></c>"#, letters(col)),
                _ => write!(text, r#"<c r="{}{row}" t="str"><v>text</v></c>"#, letters(col)),
            };
        }
        text.push_str("</row>");
    }
    text + "</sheetData></worksheet>"
}

/// Pairs of merged cells, a header in each.
fn merges() -> String {
    let (mut cells, mut spans) = (String::new(), String::new());
    for row in 1..=20_000 {
        let _ = write!(cells, r#"<row r="{row}">"#);
        for col in (1..=40).step_by(2) {
            let (first, last) = (letters(col), letters(col + 1));
            let _ = write!(cells, r#"<c r="{first}{row}"><v>{row}</v></c>"#);
            let _ = write!(spans, r#"<mergeCell ref="{first}{row}:{last}{row}"/>"#);
        }
        cells.push_str("</row>");
    }
    format!("{WORKSHEET}<sheetData>{cells}</sheetData><mergeCells>{spans}</mergeCells></worksheet>")
}

/// Tables of two values each, below each other.
fn small_tables() -> String {
    let mut text = format!("{WORKSHEET}<sheetData>");
    for n in 0..40_000 {
        let (head, body) = (n * 3 + 1, n * 3 + 2);
        let _ = write!(
            text,
            r#"<row r="{head}"><c r="A{head}" t="str"><v>NBV (US$m)</v></c><c r="B{head}" t="str"><v>FY2024</v></c><c r="C{head}" t="str"><v>FY2025</v></c></row><row r="{body}"><c r="A{body}" t="str"><v>Hong Kong</v></c><c r="B{body}"><v>{n}.5</v></c><c r="C{body}"><v>{n}.25</v></c></row>"#
        );
    }
    text + "</sheetData></worksheet>"
}

/// One key with as many values, all of which contradict each other.
fn one_key(values: u32) -> String {
    let mut text = format!(
        r#"{WORKSHEET}<sheetData><row r="1"><c r="A1" t="str"><v>US$m</v></c><c r="B1" t="str"><v>Hong Kong FY2024</v></c></row>"#
    );
    for row in 2..=values + 1 {
        let _ = write!(
            text,
            r#"<row r="{row}"><c r="A{row}" t="str"><v>NBV</v></c><c r="B{row}"><v>{row}.5</v></c></row>"#
        );
    }
    text + "</sheetData></worksheet>"
}

fn merge_of_everything() -> String {
    let rows = rows_of(2, 2);
    format!(
        r#"{WORKSHEET}<sheetData>{rows}</sheetData><mergeCells><mergeCell ref="A1:XFD1048576"/></mergeCells></worksheet>"#
    )
}

fn entity_bomb() -> String {
    let mut entities = r#"<!ENTITY e0 "lol">"#.to_owned();
    for n in 1..10 {
        let _ = write!(entities, r#"<!ENTITY e{n} "{}">"#, format!("&e{};", n - 1).repeat(10));
    }
    format!(
        r#"<!DOCTYPE worksheet [{entities}]>{WORKSHEET}<sheetData><row><c t="str"><v>&e9;</v></c></row></sheetData></worksheet>"#
    )
}

/// Overlapping ranges over all rows, and a cell in each.
fn conditions() -> String {
    let mut text = format!("{WORKSHEET}<sheetData>{}</sheetData>", rows_of(1_000, 100));
    for n in 1..=200_000 {
        let _ = write!(text, r#"<conditionalFormatting sqref="A{}:XFD1048576"/>"#, n % 1_000 + 1);
    }
    text + "</worksheet>"
}

/// A sheet that is the workbook, whose relationships name themselves.
fn cyclic_workbook(path: &Path) -> io::Result<()> {
    let itself = relationships(&[
        ("r1", "worksheet", "workbook.xml"),
        ("r2", "sharedStrings", "_rels/workbook.xml.rels"),
        ("r3", "styles", "workbook.xml"),
        ("r4", "theme", "../xl/workbook.xml"),
    ]);
    let parts = [
        ("_rels/.rels", relationships(&[("r1", "officeDocument", "xl/workbook.xml")])),
        ("xl/workbook.xml", book()),
        ("xl/_rels/workbook.xml.rels", itself),
    ];
    package(path, &parts)?.finish()?.flush()
}

/// A slide that is its own layout and its own master.
fn cyclic_deck(path: &Path) -> io::Result<()> {
    let namespaces =
        format!(r#"xmlns:r="{OFFICE}" xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main""#);
    let slides = r#"<p:sldIdLst><p:sldId id="256" r:id="r1"/></p:sldIdLst>"#;
    let itself = relationships(&[
        ("r1", "slideLayout", "slide1.xml"),
        ("r2", "slideMaster", "slide1.xml"),
        ("r3", "theme", "slide1.xml"),
    ]);
    let parts = [
        ("_rels/.rels", relationships(&[("r1", "officeDocument", "ppt/presentation.xml")])),
        ("ppt/presentation.xml", format!("<p:presentation {namespaces}>{slides}</p:presentation>")),
        ("ppt/_rels/presentation.xml.rels", relationships(&[("r1", "slide", "slide1.xml")])),
        ("ppt/slide1.xml", format!("<p:sld {namespaces}><p:cSld><p:spTree/></p:cSld></p:sld>")),
        ("ppt/_rels/slide1.xml.rels", itself),
    ];
    package(path, &parts)?.finish()?.flush()
}

/// Cells that claim a thousand columns and rows each.
fn spans() -> String {
    "<tr><td colspan=1000 rowspan=65534>1</td><td colspan=1000 rowspan=65534>2</td></tr>".repeat(2_000)
}

/// The letters of a column, counted from 1.
fn letters(mut col: u32) -> String {
    let mut letters = Vec::new();
    while col > 0 {
        let digit = u8::try_from((col - 1) % 26).unwrap_or_default();
        letters.push(char::from(b'A' + digit));
        col = (col - 1) / 26;
    }
    letters.iter().rev().collect()
}
