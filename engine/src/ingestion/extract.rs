//! One file with tables to everything that is understood of it: the file is read, how confidential it is gets settled over
//! all of it, and its grids are understood. Nothing is stored.

use super::documents::{ReadContext, ReadDocument, read_whole};
use crate::extraction::{self, Context, Extraction, Tables};
use crate::files::metadata::iso_date;
use crate::files::{self, ByteSource, DocumentFault, FileContent, Format, Key};
use crate::profile::Sensitivity;

/// What a profile makes of files: of their text, and of their tables.
#[derive(Debug, Clone, Copy)]
pub struct ExtractContext<'a> {
    /// How confidential a document is.
    pub documents: &'a ReadContext<'a>,
    /// What headers, units and colours mean.
    pub meanings: &'a Context,
}

/// Reads a file. `name` is the file's own name, with which the policy's patterns are compared. Without a profile there are
/// grids and layouts, and only a label restricts the file.
pub fn extract(
    format: Format,
    name: &str,
    source: ByteSource<'_>,
    context: Option<ExtractContext<'_>>,
) -> Result<Extraction, DocumentFault> {
    let mut source = files::open(source)?;
    match context {
        Some(ExtractContext { documents, meanings }) => {
            understand(format, &mut read_whole(format, name, &mut source, documents)?, meanings)
        }
        None => labelled(name, files::read(format, &mut source)?),
    }
}

/// Understands the tables of a document, and takes them out of it.
pub(super) fn understand(
    format: Format,
    read: &mut ReadDocument,
    meanings: &Context,
) -> Result<Extraction, DocumentFault> {
    let grids = std::mem::replace(&mut read.grids, Ok(Vec::new()))?;
    let document = &read.document;
    let tables = Tables {
        doc: document.name.clone(),
        title: &document.title,
        owners: &read.owners,
        stated: &read.stated,
        period: read.period.as_deref(),
        sensitivity: document.sensitivity,
        valid_as_of: document.valid_as_of,
        grids,
        text: format.has_text().then_some(&*document.paragraphs),
    };
    extraction::extract(tables, Some(meanings))
}

/// What there is without a profile.
fn labelled(name: &str, content: FileContent) -> Result<Extraction, DocumentFault> {
    let FileContent { metadata, grids, .. } = content;
    let tables = Tables {
        doc: metadata.get(Key::Doc).unwrap_or(name).to_owned(),
        title: "",
        owners: &[],
        stated: &[],
        period: None,
        sensitivity: metadata.labelled().unwrap_or(Sensitivity::Internal),
        valid_as_of: metadata.get(Key::ValidAsOf).and_then(iso_date),
        grids: grids?,
        text: None,
    };
    extraction::extract(tables, None)
}
