//! Files with tables into the fact store. Several are read at once and stored one after the other, in their order, so that
//! the store does not depend on how many threads there are. A file whose content is known is not read again; one that
//! cannot be read is reported, and the others still go in. It knows no file format and understands no cell.

use std::path::Path;
use std::sync::Arc;

use jiff::Timestamp;
use jiff::civil::Date;
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

use super::extract::{ExtractContext, extract};
use super::source::Source;
use super::table_report::{TableOutcome, TableReport};
use crate::files::{self, ByteSource, DocumentFault, Format};
use crate::profile::{Sensitivity, SensitivityPolicy};
use crate::reading::{Candidate, FactReading, Reading, ReviewReading, ReviewReason};
use crate::sqlite::StoreError;
use crate::store::{
    DocumentLabel, FactStore, FileCounts, FirstStatement, IngestRun, NewFact, NewReview, Put, Review, line_of,
};

/// A file with tables to ingest.
#[derive(Debug, Clone, Copy)]
pub struct TableFile<'a> {
    /// How its bytes are read.
    pub format: Format,
    /// Where its bytes are.
    pub content: ByteSource<'a>,
    /// Its own name, under which its document is kept unless it names itself.
    pub file_name: &'a str,
    /// The name under which the store knows the file, such as its absolute path. A file that is ingested again under its
    /// name replaces what it stated.
    pub name: &'a str,
}

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

/// Reads one file. It is called from several threads.
pub type ReadTables<'a> = dyn Fn(&TableFile<'_>) -> Result<TableContent, DocumentFault> + Sync + 'a;

/// How files with tables are ingested.
#[derive(Clone, Copy)]
pub struct TableOptions<'a> {
    /// What reads them.
    pub read: &'a ReadTables<'a>,
    /// Which names restrict what is in a file.
    pub policy: &'a SensitivityPolicy,
    /// A fingerprint of everything besides the file that decides what is read, such as the profile. When it changes, files
    /// are read again although their content is known.
    pub fingerprint: &'a str,
}

/// Ingests files as one run, in their order; `on_file` is told of each that is done. The reports are in the same order; an
/// error means that nothing was stored.
pub fn ingest_tables(
    store: &dyn FactStore,
    files: &[TableFile<'_>],
    options: &TableOptions<'_>,
    now: Timestamp,
    on_file: &mut dyn FnMut(usize),
) -> Result<Vec<TableReport>, StoreError> {
    let mut reports = Vec::with_capacity(files.len());
    let counts = store.ingest(now, &mut |run| {
        reports = store_tables(run, files, options, on_file)?;
        Ok(())
    })?;
    count(&mut reports, counts);
    Ok(reports)
}

/// Gives each report its counts.
pub(super) fn count(reports: &mut [TableReport], counts: impl IntoIterator<Item = FileCounts>) {
    for (report, counts) in reports.iter_mut().zip(counts) {
        report.counts = counts;
    }
}

/// Ingests files into a run that may hold others.
pub(super) fn store_tables(
    run: &mut dyn IngestRun,
    files: &[TableFile<'_>],
    options: &TableOptions<'_>,
    on_file: &mut dyn FnMut(usize),
) -> Result<Vec<TableReport>, StoreError> {
    let known: Vec<Option<String>> = files.iter().map(|file| run.hash_of(file.name)).collect::<Result<_, _>>()?;
    let work: Vec<(&TableFile<'_>, Option<String>)> = files.iter().zip(known).collect();
    let mut reports = Vec::with_capacity(files.len());
    // As many files as there are threads are in memory at once.
    for group in work.chunks(rayon::current_num_threads().max(1)) {
        let loaded: Vec<Loaded> = group.par_iter().map(|(file, known)| load(file, known.as_deref(), options)).collect();
        for ((file, _), loaded) in group.iter().zip(loaded) {
            reports.push(store_file(run, file, loaded, options)?);
            on_file(reports.len());
        }
    }
    Ok(reports)
}

/// A file on its way into the store.
enum Loaded {
    Unchanged,
    Read(String, Box<TableContent>),
    Unreadable(DocumentFault),
}

fn load(file: &TableFile<'_>, known: Option<&str>, options: &TableOptions<'_>) -> Loaded {
    let hash = match hash(file, options.fingerprint) {
        Ok(hash) => hash,
        Err(fault) => return Loaded::Unreadable(fault),
    };
    if known == Some(&hash) {
        return Loaded::Unchanged;
    }
    match (options.read)(file) {
        Ok(content) => Loaded::Read(hash, Box::new(content)),
        Err(fault) => Loaded::Unreadable(fault),
    }
}

/// Whether a file and all that decides what is read in it are as they were when the store accepted it as `known`.
pub fn is_unchanged(file: &TableFile<'_>, fingerprint: &str, known: &str) -> Result<bool, DocumentFault> {
    Ok(hash(file, fingerprint)? == known)
}

/// The fingerprint of a file: its bytes, and all that decides what is read in them.
fn hash(file: &TableFile<'_>, fingerprint: &str) -> Result<String, DocumentFault> {
    let seed = format!("{fingerprint}\n{}", file.file_name);
    Ok(Source::new(files::open(file.content)?, &seed).hash_all()?)
}

fn store_file(
    run: &mut dyn IngestRun,
    file: &TableFile<'_>,
    loaded: Loaded,
    options: &TableOptions<'_>,
) -> Result<TableReport, StoreError> {
    let by_name = options.policy.restricts_name(file.name);
    let (hash, mut content) = match loaded {
        Loaded::Unchanged => {
            let restricted = by_name || run.is_restricted(file.name)?;
            run.keep_unchanged(file.name)?;
            return Ok(TableReport::of(TableOutcome::Unchanged, restricted));
        }
        Loaded::Unreadable(fault) => {
            let restricted = by_name || run.is_restricted(file.name)?;
            run.begin_file(file.name)?.reject()?;
            return Ok(TableReport::of(TableOutcome::Unreadable(fault), restricted));
        }
        Loaded::Read(hash, content) => (hash, content),
    };
    // The folders above a file may restrict it, which its own name does not tell.
    if by_name {
        content.sensitivity = Sensitivity::Restricted;
    }
    let mut restricted = content.sensitivity == Sensitivity::Restricted;
    if let Some(by) = claimed(run, file, &content.doc)? {
        let open = !restricted && !run.is_restricted(&by)?;
        run.begin_file(file.name)?.reject()?;
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

/// The file that brought a document of this name, when it is another one that still exists.
fn claimed(run: &mut dyn IngestRun, file: &TableFile<'_>, doc: &str) -> Result<Option<String>, StoreError> {
    let Some(by) = run.stated_by(doc)? else { return Ok(None) };
    let other = Path::new(&by);
    // A facts file may speak for any document; it claims no name but its own.
    let facts_file = other.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("csv"));
    let own = !facts_file || other.file_name().is_some_and(|name| name == doc);
    let exists = other.is_absolute() && matches!(other.try_exists(), Ok(true));
    Ok((by != file.name && own && exists).then_some(by))
}

/// Stores the readings of a file. Returns how many there are.
fn put(run: &mut dyn IngestRun, file: &TableFile<'_>, content: &TableContent, hash: &str) -> Result<usize, StoreError> {
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
        candidate: Candidate {
            metric: Some(fact.key.metric.clone()),
            entity: Some(fact.key.entity.clone()),
            period: Some(fact.key.period),
            channel: Some(fact.key.channel.clone()),
            value: Some(fact.value),
            unit: Some(fact.unit.clone()),
            valid_as_of: fact.valid_as_of,
            tags: fact.tags.clone(),
            confidence: Some(fact.confidence),
        },
        cells: 1,
    }
}
