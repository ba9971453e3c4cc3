//! What the tables of a file state into the store of facts: its facts, what waits for a person, and whether another file keeps
//! the document. It knows no file format and understands no cell.

use std::path::Path;
use std::sync::Arc;

use jiff::civil::Date;

use super::SourceFile;
use super::table_report::{TableOutcome, TableReport};
use crate::extraction::Context;
use crate::files::{self, DocumentFault};
use crate::ingestion::documents::ReadDocument;
use crate::ingestion::extract::understand;
use crate::ingestion::source::hashes;
use crate::profile::Sensitivity;
use crate::reading::{Candidate, FactReading, Reading, ReviewReading, ReviewReason};
use crate::sqlite::StoreError;
use crate::store::{DocumentLabel, FileWriter, FirstStatement, IngestRun, NewFact, NewReview, Put, Review, line_of};

/// What was read in a file with tables.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableContent {
    /// The document that it is.
    pub doc: String,
    /// Its label, with everything that restricts it.
    pub sensitivity: Sensitivity,
    /// Business date of what has none of its own.
    pub valid_as_of: Option<Date>,
    /// Grids in it.
    pub grids: u64,
    /// Cells that hold something.
    pub cells: u64,
    /// Value cells that say nothing which the profile knows.
    pub ignored: u64,
    /// Its facts, and what a person has to look at.
    pub readings: Vec<Reading>,
}

/// Makes facts of the tables of a file that was read, and takes them out of it. It is called from several threads.
pub type Understand<'a> = dyn Fn(&SourceFile<'_>, &mut ReadDocument) -> Result<TableContent, DocumentFault> + Sync + 'a;

/// Understands the tables of a file by the meanings of a profile.
pub fn understand_tables(
    file: &SourceFile<'_>,
    read: &mut ReadDocument,
    meanings: &Context,
) -> Result<TableContent, DocumentFault> {
    let extraction = understand(file.format, read, meanings)?;
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

/// The tables of a file on their way into the store.
pub(super) enum LoadedTables {
    Unchanged,
    /// With the fingerprint of the file's content.
    Read(String, Box<TableContent>),
    /// With whether what else is known of the file restricts it.
    Unreadable(Arc<DocumentFault>, bool),
}

/// Whether a file and all that decides what is read in it are as they were when the store accepted it as `known`.
pub fn is_unchanged(file: &SourceFile<'_>, fingerprint: &str, known: &str) -> Result<bool, DocumentFault> {
    let [hash] = hashes(&mut files::open(file.content)?, &[seed(file, fingerprint)])?;
    Ok(hash == known)
}

/// What decides, besides its bytes, which facts are read in a file.
pub(super) fn seed(file: &SourceFile<'_>, fingerprint: &str) -> String {
    format!("{fingerprint}\n{}", file.file_name)
}

/// Stores what the tables of a file state; `by_name` tells whether the file's name restricts it.
pub(super) fn store_file(
    run: &mut dyn IngestRun,
    file: &SourceFile<'_>,
    loaded: LoadedTables,
    by_name: bool,
) -> Result<TableReport, StoreError> {
    let (hash, mut content) = match loaded {
        LoadedTables::Unchanged => {
            let restricted = by_name || run.is_restricted(file.name)?;
            run.keep_unchanged(file.name)?;
            return Ok(TableReport::of(TableOutcome::Unchanged, restricted));
        }
        LoadedTables::Unreadable(fault, labelled) => {
            let restricted = by_name || labelled || run.is_restricted(file.name)?;
            let writer = run.begin_file(file.name)?;
            end_without(writer, by_name || labelled || fault.hides_label())?;
            return Ok(TableReport::of(TableOutcome::Unreadable(fault), restricted));
        }
        LoadedTables::Read(hash, content) => (hash, content),
    };
    // The folders above a file may restrict it, which its own name does not tell.
    if by_name {
        content.sensitivity = Sensitivity::Restricted;
    }
    let mut restricted = content.sensitivity == Sensitivity::Restricted;
    if let Some(by) = claimed(run, file, &content.doc)? {
        let open = !restricted && !run.is_restricted(&by)?;
        let writer = run.begin_file(file.name)?;
        end_without(writer, restricted)?;
        return Ok(TableReport::of(TableOutcome::Claimed { by: open.then_some(by) }, restricted));
    }
    let readings = put(run, file, &content, &hash)?;
    // The document may have been restricted before.
    restricted |= run.is_restricted(file.name)?;
    let outcome = match (content.grids, readings) {
        (0, _) => TableOutcome::NoTables,
        (_, 0) => TableOutcome::NoFacts,
        _ => TableOutcome::Taken,
    };
    let (grids, cells, ignored) = (content.grids, content.cells, content.ignored);
    let doc = (!restricted).then(|| content.doc.clone());
    Ok(TableReport { doc, grids, cells, ignored, ..TableReport::of(outcome, restricted) })
}

/// Ends a file of which nothing is taken; `hides` when it must not be shown, for all that is known.
fn end_without(writer: Box<dyn FileWriter + '_>, hides: bool) -> Result<(), StoreError> {
    if hides { writer.withhold() } else { writer.reject() }
}

/// The file that brought a document of this name, when it is another one that still exists.
fn claimed(run: &mut dyn IngestRun, file: &SourceFile<'_>, doc: &str) -> Result<Option<String>, StoreError> {
    let Some(by) = run.stated_by(doc)? else { return Ok(None) };
    let other = Path::new(&by);
    // A facts file may speak for any document; it claims no name but its own.
    let facts_file = other.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("csv"));
    let own = !facts_file || other.file_name().is_some_and(|name| name == doc);
    let exists = other.is_absolute() && matches!(other.try_exists(), Ok(true));
    Ok((by != file.name && own && exists).then_some(by))
}

/// Stores the readings of a file. Returns how many there are.
fn put(
    run: &mut dyn IngestRun,
    file: &SourceFile<'_>,
    content: &TableContent,
    hash: &str,
) -> Result<usize, StoreError> {
    let doc = Arc::new(DocumentLabel { name: content.doc.clone(), sensitivity: content.sensitivity });
    let (mut facts, mut read, mut reviews) = (Vec::new(), Vec::new(), Vec::new());
    for reading in &content.readings {
        match reading {
            Reading::Fact(fact) => {
                facts.push(new_fact(fact, &doc, content.valid_as_of));
                read.push(fact);
            }
            Reading::Review(review) => reviews.push(new_review(review, content.valid_as_of)),
        }
    }
    let mut writer = run.begin_file(file.name)?;
    let puts = writer.put_readings(&doc, &facts, &reviews)?;
    // What another file of the run says about the same document and key stands; a person decides between the two.
    let contradictions: Vec<NewReview> = puts
        .iter()
        .zip(&read)
        .filter_map(|(put, fact)| match put {
            Put::Contradiction(first) => Some(contradiction(fact, first)),
            Put::New | Put::Changed | Put::Same | Put::Duplicate(_) => None,
        })
        .collect();
    if !contradictions.is_empty() {
        writer.put_readings(&doc, &[], &contradictions)?;
    }
    writer.accept(Some(hash))?;
    Ok(facts.len() + reviews.len())
}

fn new_fact(fact: &FactReading, doc: &Arc<DocumentLabel>, valid_as_of: Option<Date>) -> NewFact {
    NewFact {
        key: fact.key.clone(),
        value: fact.value,
        shown: fact.shown().map(str::to_owned),
        unit: fact.unit.clone(),
        doc: Arc::clone(doc),
        locator: fact.locator.clone(),
        valid_as_of: fact.valid_as_of.or(valid_as_of),
        line: line_of(&fact.locator),
        review: Review::AutoApproved,
        confidence: Some(fact.confidence.decimal()),
        tags: fact.tags.clone(),
    }
}

fn new_review(review: &ReviewReading, valid_as_of: Option<Date>) -> NewReview {
    let candidate = &review.candidate;
    NewReview {
        locator: review.locator.clone(),
        text: review.text.clone(),
        reason: review.reason.code().to_owned(),
        message: review.message(),
        candidate: Candidate { valid_as_of: candidate.valid_as_of.or(valid_as_of), ..candidate.clone() },
        cells: review.cells,
    }
}

fn contradiction(fact: &FactReading, first: &FirstStatement) -> NewReview {
    let place = format!("line {} of another file", first.line);
    let reason = ReviewReason::Contradiction { value: first.value, unit: first.unit.clone(), locator: place };
    NewReview {
        locator: fact.locator.clone(),
        text: fact.shown().map_or_else(|| fact.value.to_string(), str::to_owned),
        reason: reason.code().to_owned(),
        message: reason.to_string(),
        candidate: fact.candidate(),
        cells: 1,
    }
}
