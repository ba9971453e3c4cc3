//! What a file says about itself, for readers that want its tables and not its text: how confidential it is, by the very
//! rules that hold for its text, its business date, and the text beside the tables, against which they can be checked.

use jiff::civil::Date;

use super::draft::{Assembler, Draft};
use super::fault::DocumentFault;
use super::metadata::Key;
use super::package::Package;
use super::{Format, ReadContext, contained, draft, properties};
use crate::document::{Document, Paragraph};
use crate::ingestion::row::iso_date;
use crate::profile::Sensitivity;

/// What a file says about itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct About {
    /// The name under which it is kept: the one that it states, else its file's.
    pub(crate) name: String,
    /// How confidential it is, by its label, name and text.
    pub(crate) sensitivity: Sensitivity,
    /// Business date.
    pub(crate) valid_as_of: Option<Date>,
    /// Its text. Without a profile none.
    pub(crate) paragraphs: Vec<Paragraph>,
}

/// Where a file states what it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stated {
    /// In a document of this format.
    In(Format),
    /// In the properties of an office file whose text is not read here, such as a workbook.
    Properties,
    /// Nowhere but in its name.
    Name,
}

/// Finds out what a file says about itself. Without a profile only labels restrict a document.
pub(crate) fn about(
    stated: Stated,
    name: &str,
    bytes: &[u8],
    context: Option<&ReadContext<'_>>,
) -> Result<About, DocumentFault> {
    let draft = match stated {
        Stated::In(format) => draft(format, Box::new(bytes))?,
        Stated::Properties => contained(|| of_properties(bytes.to_vec()))?,
        Stated::Name => Draft::default(),
    };
    let Some(context) = context else {
        let sensitivity = draft.metadata.labelled().unwrap_or(Sensitivity::Internal);
        let valid_as_of = draft.metadata.get(Key::ValidAsOf).and_then(iso_date);
        let name = draft.metadata.get(Key::Doc).unwrap_or(name).to_owned();
        return Ok(About { name, sensitivity, valid_as_of, paragraphs: Vec::new() });
    };
    let Document { name, sensitivity, valid_as_of, paragraphs, .. } =
        Assembler::new(context).document(draft, name, name, None).document;
    Ok(About { name, sensitivity, valid_as_of, paragraphs })
}

fn of_properties(bytes: Vec<u8>) -> Result<Draft, DocumentFault> {
    let mut draft = Draft::default();
    properties::read(&mut Package::open(bytes)?, &mut draft)?;
    Ok(draft)
}
