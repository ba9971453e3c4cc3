//! How fast the pages of a PDF become text and tables: a generated report of 200 pages, with running text on each and a ruled
//! or an open table on most, read from its bytes in memory. `INGEST_KEEP_PDF` names a file to which the report is written
//! for other programs.

use std::time::Duration;

use engine::files::{ByteSource, Format};
use engine::ingestion::extract;
use pdf_writer::{Content, Finish as _, Name, Pdf, Rect, Ref, Str};

const FONTS: [(&[u8], &[u8]); 2] = [(b"F", b"Helvetica"), (b"B", b"Helvetica-Bold")];
const WORDS: [&str; 16] = [
    "premium", "revenue", "margin", "value", "of", "new", "business", "in", "the", "first", "half", "year", "rose",
    "across", "all", "markets",
];
const ROWS: usize = 18;
const COLUMNS: usize = 6;
/// Lengths in points.
const LEFT: f32 = 50.0;
const FIRST_COLUMN: f32 = 150.0;
const COLUMN: f32 = 62.0;
const ROW: f32 = 14.0;

/// Reads a report so many times, and prints how many pages a second became text and tables.
pub(crate) fn measure(pages: usize, rounds: usize) {
    let report = report(pages);
    if let Some(file) = std::env::var_os("INGEST_KEEP_PDF") {
        std::fs::write(file, &report).unwrap();
    }
    let mut times: Vec<Duration> = Vec::new();
    for _ in 0..rounds {
        let (took, read) =
            super::timed(|| extract(Format::Pdf, "report.pdf", ByteSource::Memory(&report), None).unwrap());
        times.push(took);
        // Three pages of four have a table.
        assert_eq!(read.grids.len(), pages - pages.div_ceil(4), "a table was not found");
    }
    let median = super::median(&mut times).as_secs_f64();
    println!("PDF to text and tables: {:.0} pages/s", pages as f64 / median);
}

/// A report whose pages have text, and but for every fourth one a table: ruled, or told by white space alone.
fn report(pages: usize) -> Vec<u8> {
    let mut pdf = Pdf::new();
    let mut next = Ref::new(1);
    let (catalog, tree) = (next.bump(), next.bump());
    let fonts = FONTS.map(|(name, font)| (name, font, next.bump()));
    let leaves: Vec<(Ref, Ref)> = (0..pages).map(|_| (next.bump(), next.bump())).collect();
    pdf.catalog(catalog).pages(tree);
    pdf.pages(tree).kids(leaves.iter().map(|(page, _)| *page)).count(i32::try_from(pages).unwrap());
    for (_, font, id) in fonts {
        pdf.type1_font(id).base_font(Name(font)).encoding_predefined(Name(b"WinAnsiEncoding"));
    }
    for (number, (page, content)) in leaves.into_iter().enumerate() {
        let mut leaf = pdf.page(page);
        leaf.parent(tree).media_box(Rect::new(0.0, 0.0, 595.0, 842.0)).contents(content);
        leaf.resources().fonts().pairs(fonts.map(|(name, _, id)| (Name(name), id)));
        leaf.finish();
        pdf.stream(content, &strokes(number));
    }
    pdf.finish()
}

fn strokes(page: usize) -> Vec<u8> {
    let mut ink = Content::new();
    text(&mut ink, b"B", LEFT, 790.0, &format!("{}. Results of the year", page + 1));
    let mut y = 770.0;
    for line in 0..if page.is_multiple_of(4) { 50 } else { 22 } {
        let words: Vec<&str> = (0..14).map(|word| WORDS[(page * 7 + line * 5 + word * 3) % WORDS.len()]).collect();
        y -= ROW;
        text(&mut ink, b"F", LEFT, y, &words.join(" "));
    }
    if !page.is_multiple_of(4) {
        table(&mut ink, page, y - 3.0 * ROW);
    }
    ink.finish().into_vec()
}

fn table(ink: &mut Content, page: usize, top: f32) {
    let left_of = |column: usize| if column == 0 { LEFT } else { LEFT + FIRST_COLUMN + COLUMN * (column - 1) as f32 };
    for row in 0..ROWS {
        let base = top - ROW * row as f32;
        for column in 0..COLUMNS {
            let value = (page * 7_919 + row * 104_729 + column * 1_299_709) % 90_000 + 10_000;
            let cell = match (row, column) {
                (0, 0) => "US$ millions".to_owned(),
                (0, _) => format!("FY{}", 2015 + column),
                (_, 0) => format!("{} {}", WORDS[row % WORDS.len()], WORDS[(row + 3) % WORDS.len()]),
                _ => format!("{},{:03}.{}", value / 1_000, value % 1_000, row % 10),
            };
            text(ink, if row == 0 { b"B" } else { b"F" }, left_of(column) + 4.0, base + 4.0, &cell);
            if page % 2 == 1 {
                ink.rect(left_of(column), base, left_of(column + 1) - left_of(column), ROW).stroke();
            }
        }
    }
}

fn text(ink: &mut Content, font: &[u8], x: f32, y: f32, text: &str) {
    ink.begin_text().set_font(Name(font), 9.0).next_line(x, y).show(Str(text.as_bytes())).end_text();
}
