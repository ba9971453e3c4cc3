//! One file to everything that is read from it: its grids, their layouts, and through a profile its facts and reviews. How
//! confidential the file is gets settled first and over all of it; whoever shows or stores the result must look at that.

use jiff::civil::Date;
use rayon::prelude::*;
use unicode_segmentation::UnicodeSegmentation;

use super::cross_check::{Sentence, settle};
use super::grid::{GridPlace, StyledGrid};
use super::layout::{self, Kind, Layout};
use super::meaning::outcomes::OtherValue;
use super::meaning::{Attributed, Context, attribute};
use super::read::{self, TableFormat};
use super::reading::Reading;
use super::room::Room;
use crate::document::Paragraph;
use crate::ingestion::documents::{Content, DocumentFault, Format, ReadContext, Stated, about};
use crate::profile::Sensitivity;

/// Everything that was read from one file.
#[derive(Debug)]
pub struct Extraction {
    /// The name under which the document is kept: the one that it states, else its file's.
    pub doc: String,
    /// How confidential the file is. Of a restricted one nothing below may be shown or may answer.
    pub sensitivity: Sensitivity,
    /// Business date, when the file states one for all that is in it.
    pub valid_as_of: Option<Date>,
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
    /// Facts and reviews by their cells, checked against the rest of the file. None without a profile.
    pub readings: Vec<Reading>,
    /// Values without a reading of their own, in reading order. None without a profile.
    pub others: Vec<OtherValue>,
}

/// How much was read from a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Counts {
    /// Grids.
    pub grids: u64,
    /// Cells that hold something, or are the first of a merged span.
    pub cells: u64,
    /// Cells that are values by their place.
    pub values: u64,
    /// Facts. One that several cells state counts once.
    pub facts: u64,
    /// Entries for review. One entry can stop several values.
    pub reviews: u64,
    /// Value cells that hold nothing, or of which the profile knows nothing. Without a profile all of them.
    pub ignored: u64,
}

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
    format: TableFormat,
    name: &str,
    source: Content<'_>,
    context: Option<ExtractContext<'_>>,
) -> Result<Extraction, DocumentFault> {
    let bytes = read::bytes(format, source)?;
    let about = about(stated(format), name, &bytes, context.map(|context| context.documents))?;
    let grids = read::read(format, bytes)?;
    let restricted = context.is_some_and(|context| context.documents.restricts(texts(&grids)));
    let room = Room::for_readings();
    // Grids know nothing of each other, and each is read alike whichever thread does it.
    let attributed = grids.into_par_iter().map(|grid| {
        let layout = layout::analyse(&grid);
        let attributed = context.map(|context| attribute(&grid, &layout, context.meanings, &room)).transpose()?;
        let Attributed { readings, others, .. } = attributed.unwrap_or_default();
        Ok(ExtractedGrid { grid, layout, readings, others })
    });
    let grids: Result<Vec<ExtractedGrid>, DocumentFault> = attributed.collect();
    let mut grids = grids?;
    let mut counts = Counts::of(&grids);
    if let Some(context) = context {
        let others = grids.iter().flat_map(|extracted| &extracted.others);
        counts.ignored = others.filter(|other| other.is_ignored()).count() as u64;
        let mut sentences = sentences(&about.paragraphs);
        if matches!(format, TableFormat::Xlsx | TableFormat::Csv) {
            sentences.extend(noted(&grids));
        }
        let readings = grids.iter_mut().map(|extracted| std::mem::take(&mut extracted.readings));
        let mut readings: Vec<Vec<Reading>> = readings.collect();
        settle(&mut readings, &sentences, context.meanings);
        for (extracted, readings) in grids.iter_mut().zip(readings) {
            counts.add(&readings);
            extracted.readings = readings;
        }
    }
    let sensitivity = if restricted { Sensitivity::Restricted } else { about.sensitivity };
    Ok(Extraction { doc: about.name, sensitivity, valid_as_of: about.valid_as_of, grids, counts })
}

/// Where files of a format state what they are.
fn stated(format: TableFormat) -> Stated {
    match format {
        TableFormat::Xlsx => Stated::Properties,
        TableFormat::Csv => Stated::Name,
        TableFormat::Pptx => Stated::In(Format::Pptx),
        TableFormat::Pdf => Stated::In(Format::Pdf),
        TableFormat::Html => Stated::In(Format::Html),
        TableFormat::Markdown => Stated::In(Format::Markdown),
    }
}

/// All text in and about grids, hidden ones among them.
fn texts(grids: &[StyledGrid]) -> impl Iterator<Item = &str> {
    grids.iter().flat_map(|grid| {
        let name = match &grid.place {
            GridPlace::Sheet { name } => Some(name.as_str()),
            _ => None,
        };
        let captions = grid.captions.iter().map(String::as_str);
        name.into_iter().chain(captions).chain(grid.cells.iter().map(|cell| &*cell.text))
    })
}

/// The sentences of a text that may confirm or contradict a table. A table's row, which stands in the text too, is none: it
/// would confirm itself.
fn sentences(paragraphs: &[Paragraph]) -> Vec<Sentence> {
    let numbered = (1..).zip(paragraphs).filter(|(_, paragraph)| !paragraph.text.contains(CELL_SEPARATOR));
    let of_paragraph = |(number, paragraph): (u64, &Paragraph)| -> Vec<Sentence> {
        let parts = paragraph.text.split_sentence_bounds().map(str::trim).filter(|text| !text.is_empty());
        parts.map(|text| Sentence { text: text.to_owned(), locator: format!("para{number}-{number}") }).collect()
    };
    numbered.flat_map(of_paragraph).collect()
}

/// The sentences of notes, where a format has no text but its cells.
fn noted(grids: &[ExtractedGrid]) -> impl Iterator<Item = Sentence> {
    grids.iter().flat_map(|ExtractedGrid { grid, layout, .. }| {
        let notes = grid.cells.iter().zip(&layout.kinds).filter(|(_, kind)| **kind == Kind::Note);
        notes.flat_map(|(cell, _)| {
            let parts = cell.text.split_sentence_bounds().map(str::trim).filter(|text| !text.is_empty());
            parts.map(|text| Sentence { text: text.to_owned(), locator: grid.locator(cell.at) })
        })
    })
}

/// What the readers of text put between the cells of a row.
const CELL_SEPARATOR: &str = " | ";

impl Counts {
    /// What grids hold; all values count as ignored until something is understood of them.
    fn of(grids: &[ExtractedGrid]) -> Self {
        let values = |layout: &Layout| layout.kinds.iter().filter(|kind| **kind == Kind::Value).count() as u64;
        let values = grids.iter().map(|extracted| values(&extracted.layout)).sum();
        Self {
            grids: grids.len() as u64,
            cells: grids.iter().map(|extracted| extracted.grid.cells.len() as u64).sum(),
            values,
            ignored: values,
            ..Self::default()
        }
    }

    fn add(&mut self, readings: &[Reading]) {
        for reading in readings {
            match reading {
                Reading::Fact(_) => self.facts += 1,
                Reading::Review(_) => self.reviews += 1,
            }
        }
    }
}
