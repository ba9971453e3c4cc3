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
mod captions;
mod columns;
mod drawing;
mod rows;
mod ruled;
mod table;
#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod tests;
mod turn;
mod value;
mod words;

use std::panic::{AssertUnwindSafe, catch_unwind};

use hayro_interpret::InterpreterCache;
use hayro_interpret::kurbo::Rect;

use self::drawing::Drawing;
use self::table::Table;
use self::words::{Page, Strips};
use crate::extraction::grid::{GridPlace, StyledGrid};
use crate::ingestion::documents::{DocumentFault, pages};

/// The tables of a PDF, by page, then from top to bottom and from left to right. A file without tables has none.
pub(crate) fn read(bytes: Vec<u8>) -> Result<Vec<StyledGrid>, DocumentFault> {
    // The interpreter may give up on hostile bytes by panicking; one bad file must not end the run.
    catch_unwind(AssertUnwindSafe(|| pages::on_deep_stack(|| grids(bytes)))).unwrap_or(Err(DocumentFault::Contained))
}

fn grids(bytes: Vec<u8>) -> Result<Vec<StyledGrid>, DocumentFault> {
    let pdf = pages::open(bytes)?;
    let cache = InterpreterCache::new();
    let mut drawing = Drawing::default();
    let mut found = Vec::new();
    for (number, page) in (1..).zip(pdf.pages().iter()) {
        drawing.begin(pages::area(page));
        pages::draw(&pdf, page, &cache, &mut drawing);
        if !drawing.overfull {
            page_grids(&Page::of(&drawing), number, &mut found);
        }
    }
    Ok(found)
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
        let captions = captions::captions(&lines, table.area(), &areas);
        found.push(table.grid(page, &strips, GridPlace::Page { page: number, table: index }, captions));
    }
}

/// The tables of a page, in no order.
fn tables(page: &Page) -> Vec<Table> {
    let mut found = Vec::new();
    for lattice in ruled::lattices(&page.rules) {
        found.extend(lattice.checked(page));
    }
    let taken: Vec<Rect> = found.iter().map(Table::area).collect();
    found.extend(aligned::tables(page, &taken));
    found
}
