//! How a file with tables is read for the store: through the extraction, which knows no store. Nothing is decided here.

use super::documents::DocumentFault;
use super::table_run::{TableContent, TableFile};
use crate::extraction::{ExtractContext, extract};

/// Reads one file with the meanings of a profile.
pub fn read_tables(file: &TableFile<'_>, context: ExtractContext<'_>) -> Result<TableContent, DocumentFault> {
    let extraction = extract(file.format, file.file_name, file.content, Some(context))?;
    let counts = extraction.counts;
    Ok(TableContent {
        doc: extraction.doc,
        valid_as_of: extraction.valid_as_of,
        sensitivity: extraction.sensitivity,
        grids: counts.grids,
        cells: counts.cells,
        ignored: counts.ignored,
        readings: extraction.grids.into_iter().flat_map(|extracted| extracted.readings).collect(),
    })
}
