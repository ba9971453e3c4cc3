//! The tables of a document to everything that is understood of them: their layouts, and through a profile facts and reviews.
//! How confidential the document is was settled before; whoever shows or stores the result must look at that.

use jiff::civil::Date;
use rayon::prelude::*;
use unicode_segmentation::UnicodeSegmentation;

use super::cross_check::{Sentence, settle};
use super::layout::{self, Kind, Layout};
use super::meaning::document::OfDocument;
use super::meaning::outcomes::OtherValue;
use super::meaning::{Attributed, Context, attribute};
use crate::document::Paragraph;
use crate::files::quota::Quota;
use crate::files::{DocumentFault, StyledGrid};
use crate::profile::Sensitivity;
use crate::reading::Reading;

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

/// The tables of a document, with what was settled about it before they are understood.
#[derive(Debug)]
pub struct Tables<'a> {
    /// The name under which the document is kept.
    pub doc: String,
    /// What it is called; empty where nothing is known.
    pub title: &'a str,
    /// Whose it says that it is.
    pub owners: &'a [String],
    /// What it states about itself under keys that nobody knows.
    pub stated: &'a [String],
    /// Of what time it says that it is.
    pub period: Option<&'a str>,
    /// How confidential it is.
    pub sensitivity: Sensitivity,
    /// Its business date.
    pub valid_as_of: Option<Date>,
    /// Its grids in the order of the document.
    pub grids: Vec<StyledGrid>,
    /// Its text, which may confirm or contradict a table; none where cells are all that it says, so that the notes among them
    /// take the text's place.
    pub text: Option<&'a [Paragraph]>,
}

/// Understands the tables of a document. Without the meanings of a profile there are grids and layouts alone.
pub fn extract(tables: Tables<'_>, meanings: Option<&Context>) -> Result<Extraction, DocumentFault> {
    let Tables { doc, title, owners, stated, period, sensitivity, valid_as_of, grids, text } = tables;
    let quota = Quota::for_readings();
    // Each grid is read alike whichever thread does it.
    let laid_out = grids.into_par_iter().map(|grid| (layout::analyse(&grid), grid));
    let laid_out: Vec<(Layout, StyledGrid)> = laid_out.collect();
    let of_document = meanings.map(|meanings| {
        let of_document = OfDocument::read(&doc, title, owners, text, meanings).of_time(period, meanings);
        of_document.stating(stated, meanings).with_cover(title, &laid_out, meanings)
    });
    let of_document = of_document.unwrap_or_default();
    let attributed = laid_out.into_par_iter().map(|(layout, grid)| {
        let attributed =
            meanings.map(|meanings| attribute(&of_document, &grid, &layout, meanings, &quota)).transpose()?;
        let Attributed { readings, others, .. } = attributed.unwrap_or_default();
        Ok(ExtractedGrid { grid, layout, readings, others })
    });
    let grids: Result<Vec<ExtractedGrid>, DocumentFault> = attributed.collect();
    let mut grids = grids?;
    let mut counts = Counts::of(&grids);
    if let Some(meanings) = meanings {
        let others = grids.iter().flat_map(|extracted| &extracted.others);
        counts.ignored = others.filter(|other| other.is_ignored()).count() as u64;
        let sentences = text.map_or_else(|| noted(&grids).collect(), sentences);
        let readings = grids.iter_mut().map(|extracted| std::mem::take(&mut extracted.readings));
        let mut readings: Vec<Vec<Reading>> = readings.collect();
        settle(&mut readings, &sentences, meanings);
        for (extracted, readings) in grids.iter_mut().zip(readings) {
            counts.add(&readings);
            extracted.readings = readings;
        }
    }
    Ok(Extraction { doc, sensitivity, valid_as_of, grids, counts })
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
