//! Files to grids, one module a format. A reader takes the bytes of a whole file and hands out its grids in the order of
//! the document; it keeps what the file says and decides nothing about it. Limits hold for what is really unpacked, and
//! every fault is a [`DocumentFault`](crate::ingestion::documents::DocumentFault), as for the readers of text.

mod captions;
pub(crate) mod csv;
pub(crate) mod html;
pub(crate) mod markdown;
pub(crate) mod pdf;
mod placing;
pub(crate) mod pptx;
mod runs;
pub(crate) mod xlsx;

use super::grid::StyledGrid;
use crate::ingestion::documents::{BINARY_BYTES_MAX, Content, DocumentFault, TEXT_BYTES_MAX, contained, decode, open};

/// A format of files with tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TableFormat {
    /// Excel, since 2007.
    Xlsx,
    /// Separated values.
    Csv,
    /// PowerPoint, since 2007.
    Pptx,
    /// PDF with text in it.
    Pdf,
    /// HTML.
    Html,
    /// Markdown, with pipe tables and HTML.
    Markdown,
}

impl TableFormat {
    /// The names of files that are read, for messages.
    pub const NAMES: &'static str = "*.xlsx, *.csv, *.pptx, *.pdf, *.html, *.md";

    /// The format of a file by the end of its name; none when no tables are read from it.
    pub fn of_name(name: &str) -> Option<Self> {
        let (_, extension) = name.rsplit_once('.')?;
        Some(match extension.to_ascii_lowercase().as_str() {
            "xlsx" | "xlsm" => Self::Xlsx,
            "csv" | "tsv" => Self::Csv,
            "pptx" | "pptm" | "ppsx" => Self::Pptx,
            "pdf" => Self::Pdf,
            "html" | "htm" => Self::Html,
            "md" | "markdown" => Self::Markdown,
            _ => return None,
        })
    }

    /// Most bytes of a file of this format. The whole of it is in memory while it is read.
    pub fn bytes_max(self) -> u64 {
        match self {
            Self::Xlsx | Self::Pptx | Self::Pdf => BINARY_BYTES_MAX,
            Self::Csv | Self::Html => TEXT_BYTES_MAX,
            Self::Markdown => markdown::BYTES_MAX,
        }
    }
}

/// Reads the bytes of a file, as far as its format allows.
pub(super) fn bytes(format: TableFormat, content: Content<'_>) -> Result<Vec<u8>, DocumentFault> {
    decode::read_all(&mut open(content)?, format.bytes_max())
}

/// Reads the grids of a file in the order of the document. A file without tables has none.
pub(super) fn read(format: TableFormat, bytes: Vec<u8>) -> Result<Vec<StyledGrid>, DocumentFault> {
    contained(|| match format {
        TableFormat::Xlsx => xlsx::read(bytes),
        TableFormat::Csv => csv::read(bytes),
        TableFormat::Pptx => pptx::read(bytes),
        TableFormat::Pdf => pdf::read(bytes),
        TableFormat::Html => html::read(bytes),
        TableFormat::Markdown => markdown::read(bytes),
    })
}
