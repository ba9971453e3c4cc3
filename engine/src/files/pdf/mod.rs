//! Digital PDFs: their text, and their tables, from one list of what each page draws, which is drawn once. Ruled tables are
//! told by the rules that enclose their cells, others by the white space between their columns. Nothing is recognised in
//! pictures, and no cell is typed: a PDF knows text alone.
//!
//! ```text
//! bytes ─ interpret ─ glyphs ┬ prose ──────────────────────────────────────────── paragraphs
//!                            └ words ─ lines ─ page ┬ ruled ────────────────────┬ lattices ─ cells ─ grids
//!                                                   └ columns ─ rows ─ aligned ─┘
//! ```
//!
//! From the lowest floor to the highest; a module uses those before it: `quarter_turn`, `place`, `shapes`, `glyphs`,
//! `strings`, `quota`, `interpret`; `words`, `lines`, `prose`; `ground`, `rules`, `page`; `value`, `table`, `columns`, `headers`, `rows`; `ruled`,
//! `regions`, `side_by_side`, `aligned`, `lattices`; `cells`, `captions`.
//!
//! Beside each factor stands what it separates. Where it was measured, `Measured` tells which document's extraction changes
//! when the factor is a quarter smaller or a third larger, or, of a small whole number, one less or more: of the PDFs with
//! tables of tabula-java's tests, and of the reports of the fixtures. What none of them shows is what typography says, or is
//! shown by a test of this folder.
//!
//! What a PDF may do to text and tables, and what becomes of it:
//! - A page that is turned, by its own statement or by drawing most of its text turned, is read upright.
//! - Text that is turned by a quarter stands in its cell behind the cell's upright text; text that runs askew, such as a
//!   watermark, stands in no table.
//! - Text that nobody sees stands in no table: invisible text (text recognition's guess behind a scanned page too), text in
//!   the colour of its ground, text under something opaque, text outside of the page or of the clip. Exact values must be
//!   seen. The running text has it all the same: it is searched, and looked through for restricted words.
//! - Ligatures are the letters that the font names for them; Chinese text has no spaces between its lines and pieces.
//! - Raised and lowered digits become superscript and subscript digits, so that `2.3` with a footnote mark stays `2.3`.
//! - Dots that lead from a label to its values are left out.
//! - A table that goes on over a page break is a grid on each of its pages.
//! - A page with more glyphs, rules or fills than tables have is a drawing and holds no grid.

mod aligned;
mod captions;
mod cells;
mod columns;
mod glyphs;
mod ground;
mod headers;
mod interpret;
mod lattices;
mod lines;
mod page;
mod place;
mod prose;
mod quarter_turn;
mod quota;
mod regions;
mod rows;
mod ruled;
mod rules;
mod shapes;
mod side_by_side;
mod strings;
mod table;
#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
pub(crate) mod tests;
mod value;
mod words;

use hayro_interpret::kurbo::Rect;

use self::glyphs::{Drawn, Glyph, PageEnd};
use self::interpret::{Information, interpret};
use self::page::Page;
use self::prose::Prose;
use self::table::Table;
use crate::files::fault::Warning;
use crate::files::grid::{GridPlace, StyledGrid};
use crate::files::office::properties;
use crate::files::{DocumentFault, FileContent, Key, contained};

/// More glyphs than a page has that people can read.
/// Measured: nothing changes at 150,000 or 266,000.
const GLYPHS_MAX: usize = 200_000;

/// Most unpacked contents of all pages of a file whose tables are read: a thousand dense pages have some fifty MiB.
const CONTENT_BYTES_MAX: usize = 256 << 20;

/// One glyph in so many is a symbol font's bullet of which nobody knows the character; more is text that cannot be trusted.
/// Measured: nothing changes at 15 or 27, nor at half or twice as much.
const UNREADABLE_ONE_IN: u64 = 20;

/// Reads a PDF.
pub(super) fn read(bytes: Vec<u8>) -> Result<FileContent, DocumentFault> {
    let mut reader = Reader::default();
    let information = interpret(bytes, &mut |drawn| reader.take(drawn))?;
    reader.finish(information)
}

/// What was read so far.
#[derive(Default)]
struct Reader {
    prose: Prose,
    content: FileContent,
    pages: u32,
    content_bytes: usize,
    glyphs: u64,
    unreadable: u64,
    /// The glyphs of the page that people see, and whether they are too many for tables.
    seen: Vec<Glyph>,
    overfull: bool,
}

impl Reader {
    fn take(&mut self, drawn: Drawn) {
        match drawn {
            Drawn::Glyphs(glyphs) => {
                for glyph in &glyphs {
                    self.prose.add(glyph);
                }
                let seen = glyphs.into_iter().filter(|glyph| glyph.seen.is_some());
                if !self.overfull {
                    self.seen.extend(seen);
                    self.overfull = self.seen.len() > GLYPHS_MAX;
                }
            }
            Drawn::PageEnd(end) => self.end_page(end),
        }
    }

    fn end_page(&mut self, end: PageEnd) {
        self.prose.end_page();
        self.pages = self.pages.saturating_add(1);
        self.glyphs += end.glyphs;
        self.unreadable += end.unreadable;
        self.content_bytes = self.content_bytes.saturating_add(end.content_bytes);
        let seen = std::mem::take(&mut self.seen);
        let overfull = std::mem::take(&mut self.overfull) || end.shapes.overfull;
        let Ok(found) = &mut self.content.grids else { return };
        if !overfull {
            let number = self.pages;
            match contained(|| Ok(grids(&Page::of(&seen, end), number))) {
                Ok(grids) => found.extend(grids),
                Err(fault) => self.content.grids = Err(fault),
            }
        }
        if self.content_bytes > CONTENT_BYTES_MAX {
            let fault = DocumentFault::TooMany { what: "bytes of page contents", most: CONTENT_BYTES_MAX };
            self.content.grids = Err(fault);
        }
    }

    fn finish(self, information: Information) -> Result<FileContent, DocumentFault> {
        let mut content = FileContent { paragraphs: self.prose.into_paragraphs(), ..self.content };
        if self.unreadable * UNREADABLE_ONE_IN > self.glyphs {
            content.metadata.warnings.push(Warning::UnreadableCharacters { characters: self.unreadable });
        }
        let title = information.title.unwrap_or_default();
        if properties::is_title(&title) {
            content.metadata.state(Key::Title, &title, None).map_err(DocumentFault::Property)?;
        }
        content.aside = vec![information.strings];
        if information.is_label {
            content.metadata.label(None);
        }
        if information.embedded > 0 {
            content.metadata.warnings.push(Warning::Unscanned { parts: information.embedded });
        }
        if information.pictures > 0 {
            content.metadata.warnings.push(Warning::Pictures { pictures: information.pictures });
        }
        Ok(content)
    }
}

/// The grids of a page.
fn grids(page: &Page, number: u32) -> Vec<StyledGrid> {
    let mut tables = lattices::tables(page);
    tables.sort_by(|left, right| {
        let (left, right) = (left.area(), right.area());
        left.y0.total_cmp(&right.y0).then(left.x0.total_cmp(&right.x0))
    });
    let areas: Vec<Rect> = tables.iter().map(Table::area).collect();
    let captions_of = |table: &Table| captions::captions(&page.lines, page.area, table.area(), &areas);
    let captions: Vec<Vec<String>> = tables.iter().map(captions_of).collect();
    let all: Vec<String> = captions.iter().flatten().cloned().collect();
    let numbered = tables.iter().zip(captions).zip(1..);
    let grid = |((table, captions), index): ((&Table, Vec<String>), u32)| {
        let captions::Beside { all: beside, labels } = captions::beside(&page.lines, table.area(), &areas, &all);
        let place = GridPlace::Page { page: number, table: index };
        StyledGrid { beside, labels, ..cells::grid(table, page, place, captions) }
    };
    numbered.map(grid).collect()
}
