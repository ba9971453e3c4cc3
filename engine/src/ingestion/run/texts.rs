//! The text of files into the store of documents, in groups: a document is put, a file is ended, and what became of both is
//! counted. It reads nothing and decides no label but the one that a file's tables give its text.

use std::path::Path;
use std::sync::Arc;

use jiff::Timestamp;

use super::text_report::{TextNote, TextOutcome};
use super::{SourceFile, Told};
use crate::document::Document;
use crate::files::{DocumentFault, Warning};
use crate::passage::Chunk;
use crate::profile::Sensitivity;
use crate::retrieval::store::{ChunkStore, DocumentWriter, Put};
use crate::sqlite::StoreError;

/// Documents, and bytes of their chunks, that one transaction stores at least before it is committed.
const GROUP_DOCUMENTS: usize = 1_000;
const GROUP_BYTES: usize = 8 << 20;

/// What is to do with the text of a file, one thing after the other.
pub(super) enum TextStep {
    /// The file's content is not known; it is being read.
    Begin,
    Document(Box<Prepared>),
    Note(TextNote),
    Unchanged,
    /// The file was read to its end, or as far as it can be; with the fingerprint of its content, if it has one.
    End(Option<String>, Result<(), Arc<DocumentFault>>),
}

/// A document that is ready to be stored.
pub(super) struct Prepared {
    pub(super) document: Document,
    pub(super) chunks: Vec<Chunk>,
    /// What identifies what it was read from.
    pub(super) content: String,
    /// 1-based line of its record, where a file holds several.
    pub(super) line: Option<u64>,
    pub(super) warnings: Vec<Warning>,
}

/// Steps that wait to be stored together.
pub(super) struct TextStore<'r> {
    store: &'r dyn ChunkStore,
    now: Timestamp,
    /// With the position of their file, and whether it is restricted by more than its text.
    group: Vec<(usize, bool, TextStep)>,
    documents: usize,
    bytes: usize,
}

impl<'r> TextStore<'r> {
    pub(super) fn new(store: &'r dyn ChunkStore, now: Timestamp) -> Self {
        Self { store, now, group: Vec::new(), documents: 0, bytes: 0 }
    }

    /// Takes a step of the file at a position; `restricted` tells whether its name or its tables restrict it.
    pub(super) fn push(
        &mut self,
        file: usize,
        step: TextStep,
        restricted: bool,
        told: &mut Told<'_>,
    ) -> Result<(), StoreError> {
        if let TextStep::Document(prepared) = &step {
            self.documents += 1;
            self.bytes += prepared.chunks.iter().map(|chunk| chunk.text.len()).sum::<usize>();
        }
        self.group.push((file, restricted, step));
        if self.documents >= GROUP_DOCUMENTS || self.bytes >= GROUP_BYTES { self.flush(told) } else { Ok(()) }
    }

    /// Stores what waits.
    pub(super) fn flush(&mut self, told: &mut Told<'_>) -> Result<(), StoreError> {
        (self.documents, self.bytes) = (0, 0);
        let mut steps = std::mem::take(&mut self.group);
        // Files that are unchanged need no lock.
        if steps.iter().all(|(_, _, step)| matches!(step, TextStep::Unchanged)) {
            steps.drain(..).for_each(|(file, ..)| told.text(file).outcome = TextOutcome::Unchanged);
            return Ok(());
        }
        self.store.ingest(self.now, &mut |writer| {
            steps.drain(..).try_for_each(|(file, restricted, step)| apply(writer, file, restricted, step, told))
        })
    }
}

fn apply(
    writer: &mut dyn DocumentWriter,
    file: usize,
    restricted: bool,
    step: TextStep,
    told: &mut Told<'_>,
) -> Result<(), StoreError> {
    let source = told.files[file].name;
    match step {
        TextStep::Begin => writer.begin_source(source)?,
        TextStep::Document(prepared) => put(writer, file, restricted, *prepared, told)?,
        TextStep::Note(note) => {
            // Whatever the file held before may be what was left out, with another label.
            told.text(file).withheld |= matches!(note, TextNote::Record(_));
            told.note(file, note, restricted);
        }
        TextStep::Unchanged => told.text(file).outcome = TextOutcome::Unchanged,
        TextStep::End(hash, read) => {
            // An open document would have let the notes go.
            let hides = restricted || told.text(file).documents > 0 && told.open != Some(file);
            told.release(hides);
            let report = told.text(file);
            report.withheld |= read.as_ref().is_err_and(|fault| restricted || fault.hides_label());
            report.outcome = TextOutcome::of(report, read);
            // Without the whole file, nothing can be told to be gone from it.
            let whole = report.outcome.is_whole();
            report.withdrawn += if report.withheld && !whole {
                writer.withhold_source(source)?
            } else {
                writer.end_source(source, hash.as_deref().filter(|_| whole))?
            };
        }
    }
    Ok(())
}

fn put(
    writer: &mut dyn DocumentWriter,
    file: usize,
    restricted: bool,
    prepared: Prepared,
    told: &mut Told<'_>,
) -> Result<(), StoreError> {
    let Prepared { mut document, chunks, content, line, warnings } = prepared;
    if restricted {
        document.sensitivity = Sensitivity::Restricted;
    }
    let is_restricted = document.sensitivity == Sensitivity::Restricted;
    // A record's line would tell which one is restricted.
    let line = line.filter(|_| !is_restricted);
    if !is_restricted {
        told.open = Some(file);
        told.release(false);
    }
    for warning in warnings {
        if !(is_restricted && matches!(warning, Warning::UnknownKey { .. })) {
            told.note(file, TextNote::Warning { line, warning }, is_restricted);
        }
    }
    let SourceFile { name: source, .. } = told.files[file];
    let mut put = writer.put(Some(source), &document, &chunks, &content)?;
    if let Put::Claimed { by, .. } = &put
        && by != source
        && is_gone(by)
    {
        writer.disown(&document.name)?;
        put = writer.put(Some(source), &document, &chunks, &content)?;
    }
    told.documents += 1;
    told.text(file).documents += 1;
    match put {
        Put::Claimed { by, restricted } => {
            let open = !restricted && !is_restricted;
            let (doc, by) = (open.then(|| document.name.clone()), open.then_some(by));
            told.text(file).withheld |= is_restricted;
            told.note(file, TextNote::Claimed { line, doc, by }, is_restricted);
            return Ok(());
        }
        Put::Done(done) => told.text(file).count(done),
    }
    let report = told.text(file);
    report.restricted += u64::from(is_restricted);
    report.chunks += chunks.len() as u64;
    Ok(())
}

/// Whether a source file of this name existed and does not any more: its documents may come from another file now.
fn is_gone(source: &str) -> bool {
    let path = Path::new(source);
    path.is_absolute() && matches!(path.try_exists(), Ok(false))
}
