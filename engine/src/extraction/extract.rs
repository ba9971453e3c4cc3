//! One file to its grids.

use super::attribution::Context;
use super::read::{self, TableFormat};
use super::reading::Reading;
use super::{Layout, StyledGrid};
use crate::ingestion::documents::{Content, DocumentFault, ReadContext};
use crate::profile::Sensitivity;

/// Everything that was read from one file.
#[derive(Debug)]
pub struct Extraction {
    /// How confidential the file is.
    pub sensitivity: Sensitivity,
    /// Its grids in the order of the document.
    pub grids: Vec<ExtractedGrid>,
    /// How much was read.
    pub counts: Counts,
}

/// A grid with all that was understood of it.
#[derive(Debug)]
pub struct ExtractedGrid {
    /// What the file says.
    pub grid: StyledGrid,
    /// Which cells are headers and values.
    pub layout: Layout,
    /// Facts and reviews.
    pub readings: Vec<Reading>,
}

/// How much was read from a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Counts {
    /// Grids.
    pub grids: u64,
    /// Cells.
    pub cells: u64,
    /// Ignored.
    pub ignored: u64,
}

/// What a profile makes of files.
#[derive(Debug, Clone, Copy)]
pub struct ExtractContext<'a> {
    /// How confidential a document is.
    pub documents: &'a ReadContext<'a>,
    /// What headers, units and colours mean.
    pub meanings: &'a Context,
}

/// Reads a file.
pub fn extract(
    format: TableFormat,
    _name: &str,
    content: Content<'_>,
    _context: Option<ExtractContext<'_>>,
) -> Result<Extraction, DocumentFault> {
    let grids = read::read(format, read::bytes(format, content)?)?;
    let counts = Counts {
        grids: grids.len() as u64,
        cells: grids.iter().map(|grid| grid.cells.len() as u64).sum(),
        ignored: 0,
    };
    let grids = grids
        .into_iter()
        .map(|grid| ExtractedGrid { grid, layout: Layout { kinds: Vec::new(), tables: Vec::new() }, readings: Vec::new() })
        .collect();
    Ok(Extraction { sensitivity: Sensitivity::Internal, grids, counts })
}
