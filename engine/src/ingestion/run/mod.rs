//! Files into the stores. Each file is opened and read once: what its tables state goes into the fact store, and what its
//! text says into the document store, both under one sensitivity. One thread reads while another stores, so that files of
//! any number and size need constant memory. A file whose content is known to both stores is not read again; one that cannot
//! be read is reported, and the others still go in. No file format is known here.
//!
//! All facts are one run, with those of facts files: it is stored as a whole, or not at all when it is interrupted. Documents
//! are committed in groups. A run that is killed leaves each document in its old or its new version; the files that it had
//! finished are known, and the next run goes on from there.

mod feed;
mod table_report;
mod tables;
#[cfg(test)]
mod tests;
mod text_report;
mod texts;

use std::thread;

use jiff::Timestamp;

pub use self::table_report::{TableOutcome, TableReport};
pub use self::tables::{TableContent, Understand, is_unchanged, understand_tables};
pub use self::text_report::{TextNote, TextOutcome, TextReport};

use self::feed::{Feed, Known, LastTaken, ReadFile};
use self::texts::TextStore;
use super::FileReport;
use super::csv::{self, CsvJob};
use super::documents::ReadContext;
use crate::files::{ByteSource, Format};
use crate::retrieval::ChunkLimits;
use crate::retrieval::store::ChunkStore;
use crate::sqlite::StoreError;
use crate::store::{FactStore, IngestRun};

/// A file to ingest that is no facts file.
#[derive(Debug, Clone, Copy)]
pub struct SourceFile<'a> {
    /// How its bytes are read.
    pub format: Format,
    /// Where its bytes are.
    pub content: ByteSource<'a>,
    /// Its own name, under which a single document is kept unless it names itself.
    pub file_name: &'a str,
    /// The name under which the stores know the file, such as its absolute path. A file that is ingested again under its
    /// name replaces what it held.
    pub name: &'a str,
}

/// Files, and where what is read in them goes.
#[derive(Clone, Copy)]
pub struct FileJob<'a> {
    /// The files.
    pub files: &'a [SourceFile<'a>],
    /// What reading them needs to know of the profile.
    pub context: &'a ReadContext<'a>,
    /// Where their tables go; nowhere without a store.
    pub tables: Option<TablesInto<'a>>,
    /// Where their text goes; nowhere without a store.
    pub texts: Option<TextsInto<'a>>,
    /// A fingerprint of everything besides the file that decides what is read, such as the profile. When it changes, files
    /// are read again although their content is known.
    pub fingerprint: &'a str,
}

/// Where tables go.
#[derive(Clone, Copy)]
pub struct TablesInto<'a> {
    /// The store of facts.
    pub store: &'a dyn FactStore,
    /// What makes facts of tables.
    pub understand: &'a Understand<'a>,
}

/// Where text goes.
#[derive(Clone, Copy)]
pub struct TextsInto<'a> {
    /// The store of documents.
    pub store: &'a dyn ChunkStore,
    /// How documents are cut.
    pub limits: ChunkLimits,
}

/// What became of a file.
#[derive(Debug, Default)]
pub struct FileOutcome {
    /// Of its tables, where there is a store for them.
    pub tables: Option<TableReport>,
    /// Of its text, where there is a store for it.
    pub text: Option<TextReport>,
}

/// What happens during a run, for a person who watches it.
#[derive(Debug)]
pub enum FileEvent<'e> {
    /// Something about a file's text, in the order of the files.
    Note {
        /// The file.
        file: &'e SourceFile<'e>,
        /// What.
        note: &'e TextNote,
        /// Whether the file or the document that it is about is restricted, so that the file's name is too.
        restricted: bool,
    },
    /// What is done by now.
    Progress {
        /// Files that were read.
        files: usize,
        /// Documents that were stored.
        documents: u64,
    },
}

/// What became of all files, each kind in its order.
#[derive(Debug, Default)]
pub struct Ingested {
    /// Of facts files.
    pub facts: Vec<FileReport>,
    /// Of all others.
    pub files: Vec<FileOutcome>,
}

/// Ingests facts files, where there are any, and then other files. An error means that a store failed: no facts were stored
/// unless the store of documents was the one, and documents that were committed before stay.
pub fn ingest(
    job: &FileJob<'_>,
    mut csv: Option<&mut CsvJob<'_>>,
    now: Timestamp,
    on_event: &mut dyn FnMut(FileEvent<'_>),
) -> Result<Ingested, StoreError> {
    let FileJob { files, tables, texts, .. } = *job;
    let mut known: Vec<Known> = files.iter().map(|_| Known::default()).collect();
    if let Some(texts) = texts {
        for (file, known) in files.iter().zip(&mut known).filter(|(file, _)| file.format.has_text()) {
            known.text = Some(LastTaken(texts.store.content_of_source(file.name)?));
        }
    }
    let mut run = Run {
        job,
        told: Told {
            files,
            outcomes: files.iter().map(|_| FileOutcome::default()).collect(),
            documents: 0,
            held: Vec::new(),
            open: None,
            on_event,
        },
        texts: texts.map(|texts| TextStore::new(texts.store, now)),
        failed: None,
    };
    let (mut facts, mut counts) = (Vec::new(), Vec::new());
    thread::scope(|scope| {
        let mut feed = None;
        if let Some(tables) = tables {
            let with_tables = files.iter().rposition(|file| file.format.has_tables()).map_or(0, |last| last + 1);
            counts = tables.store.ingest(now, &mut |store| {
                if let Some(csv) = &mut csv {
                    facts = csv::store_csv(store, csv.files, &csv.options, csv.on_bad_row)?;
                }
                for (file, known) in files.iter().zip(&mut known).filter(|(file, _)| file.format.has_tables()) {
                    known.tables = Some(LastTaken(store.hash_of(file.name)?));
                }
                // Nobody else may write facts meanwhile, so that the run ends with the last file that has any.
                let feed = feed.insert(Feed::start(scope, job, std::mem::take(&mut known)));
                while let Some(read) = feed.next_before(with_tables) {
                    run.take(read, Some(store))?;
                }
                Ok(())
            })?;
        }
        let mut feed = feed.unwrap_or_else(|| Feed::start(scope, job, known));
        while run.failed.is_none()
            && let Some(read) = feed.next_before(files.len())
        {
            run.take(read, None)?;
        }
        feed.finish();
        run.finish()
    })?;
    let mut outcomes = run.told.outcomes;
    let mut counts = counts.into_iter();
    let of_facts = facts.len();
    csv::count(&mut facts, counts.by_ref().take(of_facts));
    for (report, counts) in outcomes.iter_mut().filter_map(|outcome| outcome.tables.as_mut()).zip(counts) {
        report.counts = counts;
    }
    Ok(Ingested { facts, files: outcomes })
}

/// The storing side of a run.
struct Run<'r> {
    job: &'r FileJob<'r>,
    told: Told<'r>,
    texts: Option<TextStore<'r>>,
    /// Why the store of documents takes no more. The facts of the run go in all the same.
    failed: Option<StoreError>,
}

impl Run<'_> {
    /// Stores what was read of a file. Its tables come first: what restricts them restricts its text.
    fn take(&mut self, read: ReadFile, facts: Option<&mut dyn IngestRun>) -> Result<(), StoreError> {
        let Some(file) = self.job.files.get(read.file) else { return Ok(()) };
        let mut restricted = self.job.context.policy().restricts_name(file.name);
        if let (Some(facts), Some(loaded)) = (facts, read.tables) {
            let report = tables::store_file(facts, file, loaded, restricted)?;
            restricted |= report.restricted;
            self.told.outcome(read.file).tables = Some(report);
        }
        if let Some(texts) = &mut self.texts
            && self.failed.is_none()
        {
            let mut steps = read.text.into_iter();
            self.failed = steps.find_map(|step| texts.push(read.file, step, restricted, &mut self.told).err());
        }
        self.told.progress(read.file + usize::from(read.is_end));
        Ok(())
    }

    fn finish(&mut self) -> Result<(), StoreError> {
        match (self.failed.take(), &mut self.texts) {
            (Some(failed), _) => Err(failed),
            (None, Some(texts)) => texts.flush(&mut self.told),
            (None, None) => Ok(()),
        }
    }
}

/// What is told about a run.
struct Told<'r> {
    files: &'r [SourceFile<'r>],
    outcomes: Vec<FileOutcome>,
    /// Documents that were stored.
    documents: u64,
    /// Notes of a file of which no open document is known yet: it may turn out to hold nothing but restricted ones.
    held: Vec<(usize, TextNote)>,
    /// The file in which an open document was met last.
    open: Option<usize>,
    on_event: &'r mut dyn FnMut(FileEvent<'_>),
}

impl Told<'_> {
    fn outcome(&mut self, file: usize) -> &mut FileOutcome {
        // Whatever is read carries the position of its file, and there is an outcome for each.
        &mut self.outcomes[file]
    }

    /// Takes a note; `restricted` when what it is about is, so that the file is not named.
    fn note(&mut self, file: usize, note: TextNote, restricted: bool) {
        self.text(file).left_out += u64::from(note.leaves_out());
        if restricted || self.open == Some(file) {
            (self.on_event)(FileEvent::Note { file: &self.files[file], note: &note, restricted });
        } else {
            self.held.push((file, note));
        }
    }

    /// Tells what was held back, now that it is known whether the file holds an open document.
    fn release(&mut self, restricted: bool) {
        for (file, note) in std::mem::take(&mut self.held) {
            (self.on_event)(FileEvent::Note { file: &self.files[file], note: &note, restricted });
        }
    }

    fn text(&mut self, file: usize) -> &mut TextReport {
        self.outcome(file).text.get_or_insert_default()
    }

    fn progress(&mut self, files: usize) {
        (self.on_event)(FileEvent::Progress { files, documents: self.documents });
    }
}
