//! The tables of digital PDFs: ruled ones from the rules that enclose their cells, others from the white space between
//! their columns. Nothing is recognised in pictures, and no cell is typed: a PDF knows text alone.
//!
//! ```text
//! page ─ drawing ─ words ─┬ ruled ──┬ table ─ grid
//!                         └ aligned ┘
//! ```
//!
//! What a PDF may do to text and tables, and what becomes of it:
//! - A page that is turned, by its own statement or by drawing most of its text turned, is read upright.
//! - Text that is turned by a quarter stands in its cell behind the cell's upright text; text that runs askew, such as a
//!   watermark, is left out.
//! - Text that nobody sees is left out: invisible text (text recognition's guess behind a scanned page too), text in the
//!   colour of its ground, text under something opaque, text outside of the page or of the clip. Exact values must be seen.
//! - Ligatures are the letters that the font names for them; Chinese text has no spaces between its lines and pieces.
//! - Raised and lowered digits become superscript and subscript digits, so that `2.3` with a footnote mark stays `2.3`.
//! - Dots that lead from a label to its values are left out.
//! - A table that goes on over a page break is a grid on each of its pages.
//! - A page with more rules or fills than tables have is a drawing and holds no grid.

mod aligned;
mod beside;
mod captions;
mod columns;
mod drawing;
mod layout;
mod pages;
mod rows;
mod ruled;
mod table;
#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod tests;
pub(crate) mod text;
mod turn;
mod value;
mod words;

use hayro_interpret::InterpreterCache;
use hayro_interpret::hayro_syntax::PdfData;
use hayro_interpret::kurbo::Rect;

use self::drawing::Drawing;
use self::table::Table;
use self::words::{Page, Strips};
use crate::files::grid::{GridPlace, StyledGrid};
use crate::files::{DocumentFault, FileContent, contained};

/// Unpacked contents of pages after which the file is opened anew: the library keeps those of every page that was drawn.
const HELD_BYTES_MAX: usize = 64 << 20;

/// Most unpacked contents of all pages of a file: a thousand dense pages have some fifty MiB.
const CONTENT_BYTES_MAX: usize = 256 << 20;

/// Reads a PDF.
pub(super) fn read(bytes: Vec<u8>) -> Result<FileContent, DocumentFault> {
    let content = text::read(bytes.clone())?;
    Ok(FileContent { grids: tables_of(bytes), ..content })
}

/// The tables of a PDF, by page, then from top to bottom and from left to right. A file without tables has none.
fn tables_of(bytes: Vec<u8>) -> Result<Vec<StyledGrid>, DocumentFault> {
    // The interpreter may give up on hostile bytes by panicking; one bad file must not end the run.
    contained(|| pages::on_deep_stack(|| grids(bytes)))
}

fn grids(bytes: Vec<u8>) -> Result<Vec<StyledGrid>, DocumentFault> {
    pages::check_end(&bytes)?;
    let mut drawing = Drawing::default();
    let mut found = Vec::new();
    let mut data = PdfData::from(bytes);
    let (mut done, mut unpacked) = (0, 0);
    loop {
        let pdf = pages::open(data)?;
        let cache = InterpreterCache::new();
        let mut held = 0;
        for page in pdf.pages().iter().skip(done) {
            drawing.begin(pages::area(page));
            pages::draw(&pdf, page, &cache, &mut drawing);
            done += 1;
            if !drawing.overfull {
                page_grids(&Page::of(&drawing), u32::try_from(done).unwrap_or(u32::MAX), &mut found);
            }
            let content = page.page_stream().map_or(0, <[u8]>::len);
            (held, unpacked) = (held + content, unpacked + content);
            if unpacked > CONTENT_BYTES_MAX {
                return Err(DocumentFault::TooMany { what: "bytes of page contents", most: CONTENT_BYTES_MAX });
            }
            if held > HELD_BYTES_MAX {
                break;
            }
        }
        if done >= pdf.pages().len() {
            return Ok(found);
        }
        data = pdf.data().clone();
    }
}

fn page_grids(page: &Page, number: u32, found: &mut Vec<StyledGrid>) {
    let mut tables = tables(page);
    tables.sort_by(|left, right| {
        let (left, right) = (left.area(), right.area());
        left.y0.total_cmp(&right.y0).then(left.x0.total_cmp(&right.x0))
    });
    let areas: Vec<Rect> = tables.iter().map(Table::area).collect();
    let lines = words::lines(&page.words);
    let strips = Strips::new(&page.fills);
    for (table, index) in tables.iter().zip(1..) {
        let captions = captions::captions(&lines, page.area, table.area(), &areas);
        found.push(table.grid(page, &strips, GridPlace::Page { page: number, table: index }, captions));
    }
}

/// The tables of a page, in no order.
fn tables(page: &Page) -> Vec<Table> {
    let lines = words::lines(&page.words);
    let mut lattices = ruled::lattices(&page.rules);
    lattices.sort_by(|left, right| left.area().y0.total_cmp(&right.area().y0));
    let mut joined: Vec<Table> = Vec::new();
    for lattice in lattices {
        if lattice.cols() < 2 || !joined.iter_mut().any(|above| above.join(&lattice, page)) {
            joined.push(lattice);
        }
    }
    let mut found = Vec::new();
    for lattice in joined {
        found.extend(lattice.checked(page).into_iter().map(|table| table.with_header(&lines)));
    }
    let taken: Vec<Rect> = found.iter().map(Table::area).collect();
    found.extend(aligned::tables(page, &taken));
    found
}
