//! `--context` of `engine facts show` and `engine review show`: the cells around a reading's cell, as its file holds them
//! now. The file is read again, with everything that restricts it; nothing of a restricted one is shown.

use std::collections::BTreeSet;
use std::fs::File;
use std::path::Path;
use std::sync::Arc;

use engine::extraction::{self, ExtractedGrid};
use engine::files::{ByteSource, CellAt, Format, GridPlace, StyledGrid};
use engine::ingestion::documents::ReadContext;
use engine::ingestion::{ExtractContext, SourceFile, extract, is_facts_header, is_unchanged};
use engine::profile::Sensitivity;
use engine::store::FactStore;

use super::Book;
use crate::cli::exit::Failure;
use crate::cli::ingest::fingerprint;
use crate::cli::table::{Layout, table};
use crate::cli::workspace::Workspace;
use crate::cli::{cut, letters};

/// Rows above and below the cell, and columns beside it, that are shown.
const ROWS_AROUND: u32 = 3;
const COLS_AROUND: u32 = 2;
/// Most header columns that are shown before those around the cell.
const HEADER_COLS_MAX: usize = 2;
/// Most header rows, likewise.
const HEADER_ROWS_MAX: usize = 5;
/// Characters of a cell, so that the columns fit on 80.
const CELL_CHARS: usize = 16;
/// Characters of a caption.
const CAPTION_CHARS: usize = 76;

/// Where something was read.
#[derive(Debug, Clone, Copy)]
pub(in crate::cli) struct Cited<'a> {
    /// The document.
    pub(in crate::cli) doc: &'a str,
    /// The place in it.
    pub(in crate::cli) locator: &'a str,
    /// The file.
    pub(in crate::cli) source: &'a str,
}

/// The cells around the cell of a reading, or why they cannot be shown.
pub(in crate::cli) fn context(cited: Cited<'_>, workspace: &Workspace, book: &Book) -> Result<String, Failure> {
    let Cited { doc, locator, source } = cited;
    let Some((place, at)) = GridPlace::parse_locator(locator) else {
        return Ok(format!(
            "   its place, {locator}, is no cell of a table, so that there is nothing around it to show"
        ));
    };
    let path = Path::new(source);
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or(source);
    if !path.exists() {
        return Ok(format!("   the file is gone: {source}"));
    }
    let facts_file =
        name.to_ascii_lowercase().ends_with(".csv") && File::open(path).and_then(is_facts_header).unwrap_or(true);
    let format = match Format::of_name(name).filter(|format| format.has_tables()) {
        Some(format) if !facts_file => format,
        _ => {
            return Ok(format!("   {source} says so and holds no table itself; look at {locator} in {doc}"));
        }
    };
    let file = SourceFile { format, content: ByteSource::Path(path), file_name: name, name: source };
    around(&file, &place, at, workspace, book)
}

fn around(
    file: &SourceFile<'_>,
    place: &GridPlace,
    at: CellAt,
    workspace: &Workspace,
    book: &Book,
) -> Result<String, Failure> {
    let profile = Arc::new(workspace.profile()?);
    let glossary = Arc::new(Workspace::glossary(&profile)?);
    let documents = ReadContext::new(&profile, &glossary)?;
    let meanings = extraction::Context::new(Arc::clone(&profile), Arc::clone(&glossary));
    let meanings = meanings?;
    let context = ExtractContext { documents: &documents, meanings: &meanings };
    let read = extract(file.format, file.file_name, file.content, Some(context));
    let extraction = match read {
        Ok(extraction) => extraction,
        Err(fault) => return Ok(format!("   the file cannot be read any more: {fault}")),
    };
    if extraction.sensitivity == Sensitivity::Restricted || profile.sensitivity.restricts_name(file.name) {
        return Ok("   the document is restricted by now; nothing of it is shown".to_owned());
    }
    let known = book.facts.content_of_source(file.name)?;
    let same = match known {
        Some(known) => is_unchanged(file, &fingerprint(workspace)?, &known).unwrap_or(false),
        None => false,
    };
    let mut lines = Vec::new();
    if !same {
        lines.push(
            "   note: the file or the profile changed since it was read; this is the file as it is now".to_owned(),
        );
    }
    match extraction.grids.iter().find(|extracted| extracted.grid.place == *place) {
        Some(extracted) => {
            lines.extend(extracted.grid.captions.iter().map(|caption| format!("   {}", cut(caption, CAPTION_CHARS))));
            lines.push(window(extracted, at));
        }
        None => lines.push(format!("   there is no {place} in it any more")),
    }
    Ok(lines.join("\n"))
}

/// The cell with its headers and neighbours; it is marked by `>` and `<`.
fn window(extracted: &ExtractedGrid, at: CellAt) -> String {
    let grid = &extracted.grid;
    let headers = extracted.layout.table(at);
    let header_rows: BTreeSet<u32> =
        headers.iter().flat_map(|table| table.headers_of_col(at)).map(|header| header.at.row).collect();
    let header_cols: BTreeSet<u32> =
        headers.iter().flat_map(|table| table.headers_of_row(at)).map(|header| header.at.col).collect();
    let last_row = grid.rows.saturating_sub(1).max(at.row);
    let last_col = grid.cols.saturating_sub(1).max(at.col);
    let mut rows: BTreeSet<u32> =
        (at.row.saturating_sub(ROWS_AROUND)..=at.row.saturating_add(ROWS_AROUND).min(last_row)).collect();
    let mut cols: BTreeSet<u32> =
        (at.col.saturating_sub(COLS_AROUND)..=at.col.saturating_add(COLS_AROUND).min(last_col)).collect();
    // The nearest headers say most.
    rows.extend(header_rows.iter().rev().take(HEADER_ROWS_MAX));
    cols.extend(header_cols.iter().rev().take(HEADER_COLS_MAX));
    let names: Vec<String> = cols.iter().map(|col| letters(*col)).collect();
    let mut columns = vec![("", Layout::Figure)];
    columns.extend(names.iter().map(|name| (name.as_str(), Layout::Text)));
    let lines = rows.iter().map(|&row| {
        let mut line = vec![(row + 1).to_string()];
        line.extend(cols.iter().map(|&col| shown(grid, CellAt { row, col }, at)));
        line
    });
    table(&columns, lines.collect())
}

fn shown(grid: &StyledGrid, here: CellAt, marked: CellAt) -> String {
    let text = grid.cell(here).map(|cell| cut(&cell.text, CELL_CHARS)).unwrap_or_default();
    if here == marked { format!(">{text}<") } else { text }
}
