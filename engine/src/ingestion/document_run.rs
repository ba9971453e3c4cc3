//! Document files into the document store. One thread reads and cuts while another stores, through a short queue, so that
//! files of any number and size need constant memory. A file whose content is known is not read again; one that cannot be
//! read is reported, and the others still go in. It decides no label and knows no file format.
//!
//! Documents are committed in groups. A run that is killed leaves each document in its old or its new version; the files
//! that it had finished are known, and the next run goes on from there.

use std::io::Write as _;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use jiff::Timestamp;

use super::document_report::{DocumentNote, DocumentOutcome, DocumentReport};
use super::documents::{self, Finding, ReadContext, ReadDocument};
use super::source::Source;
use crate::document::{Document, Paragraph};
use crate::files::{self, ByteSource, DocumentFault, Format, Warning};
use crate::passage::Chunk;
use crate::profile::{Sensitivity, SensitivityPolicy};
use crate::retrieval::store::{ChunkStore, DocumentWriter, Put, Replacement};
use crate::retrieval::{ChunkLimits, chunker, chunks};
use crate::sqlite::StoreError;

/// Documents, and bytes of their chunks, that one transaction stores at least before it is committed.
const GROUP_DOCUMENTS: usize = 1_000;
const GROUP_BYTES: usize = 8 << 20;

/// Steps that may wait to be stored.
const STEPS_WAITING: usize = 32;

/// A document file to ingest.
#[derive(Debug, Clone, Copy)]
pub struct DocumentFile<'a> {
    /// How its bytes are read.
    pub format: Format,
    /// Where its bytes are.
    pub content: ByteSource<'a>,
    /// Its own name, under which a single document is kept unless it names itself.
    pub file_name: &'a str,
    /// The name under which the store knows the file, such as its absolute path. A file that is ingested again under its
    /// name replaces what it held.
    pub name: &'a str,
}

/// How documents are ingested.
#[derive(Clone, Copy)]
pub struct DocumentOptions<'a> {
    /// What readers need to know of the profile.
    pub context: &'a ReadContext<'a>,
    /// Which names restrict what is in a file.
    pub policy: &'a SensitivityPolicy,
    /// Whether a file, by the name under which the store knows it, is restricted by something that its text does not tell,
    /// such as a cell of its tables. Asked for files that are read.
    pub restricts: &'a (dyn Fn(&str) -> bool + Sync),
    /// How documents are cut.
    pub limits: ChunkLimits,
    /// A fingerprint of everything besides the file that decides what is read, such as the profile. When it changes, files
    /// are read again although their content is known.
    pub fingerprint: &'a str,
}

/// What happens during a run, for a person who watches it.
#[derive(Debug)]
pub enum DocumentEvent<'e> {
    /// Something about a file, in the order of the files.
    Note {
        /// The file.
        file: &'e DocumentFile<'e>,
        /// What.
        note: &'e DocumentNote,
        /// Whether the document it is about is restricted, so that its file's name is too.
        restricted: bool,
    },
    /// What has been stored by now.
    Progress {
        /// Files that are done.
        files: usize,
        /// Documents that were read.
        documents: u64,
    },
}

/// Ingests files in their order. The reports are in the same order; an error means that the store failed, and what was
/// committed before stays.
pub fn ingest_documents(
    store: &dyn ChunkStore,
    files: &[DocumentFile<'_>],
    options: &DocumentOptions<'_>,
    now: Timestamp,
    on_event: &mut dyn FnMut(DocumentEvent<'_>),
) -> Result<Vec<DocumentReport>, StoreError> {
    let known: Vec<Option<String>> =
        files.iter().map(|file| store.content_of_source(file.name)).collect::<Result<_, _>>()?;
    let mut run = Run { files, reports: files.iter().map(|_| DocumentReport::default()).collect(), on_event };
    thread::scope(|scope| {
        let (sender, receiver) = sync_channel(STEPS_WAITING);
        let reader = scope.spawn(move || {
            let mut reader = Reader { options, sender };
            // The reading ends early only when nobody listens any more, which is told by the one who stopped listening.
            let _ = files
                .iter()
                .zip(known)
                .enumerate()
                .try_for_each(|(index, (file, known))| reader.read(index, file, known.as_deref()));
        });
        run.store_all(store, &receiver, now)?;
        // A panic of the reader is a fault of this program and goes on as one.
        reader.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        Ok(())
    })?;
    Ok(run.reports)
}

/// What the reading thread hands over, with the position of its file.
struct Step {
    file: usize,
    what: What,
}

enum What {
    /// The file's content is not known; it is being read.
    Begin,
    Document(Box<Prepared>),
    /// A note, and whether it is about a restricted document.
    Note(DocumentNote, bool),
    Unchanged,
    /// The file was read to its end, or as far as it can be; with the fingerprint of its content, if it has one.
    End(Option<String>, Result<(), DocumentFault>),
}

/// A document that is ready to be stored.
struct Prepared {
    document: Document,
    chunks: Vec<Chunk>,
    content: String,
    line: Option<u64>,
}

impl Step {
    /// Bytes of text in it.
    fn bytes(&self) -> usize {
        match &self.what {
            What::Document(prepared) => prepared.chunks.iter().map(|chunk| chunk.text.len()).sum(),
            _ => 0,
        }
    }
}

/// The reading side of a run.
struct Reader<'a> {
    options: &'a DocumentOptions<'a>,
    sender: SyncSender<Step>,
}

impl Reader<'_> {
    /// Reads a file, unless its content is `known`. Breaks off when nobody listens.
    fn read(&mut self, index: usize, file: &DocumentFile<'_>, known: Option<&str>) -> ControlFlow<()> {
        let hash = match self.hash(file) {
            Ok(hash) => hash,
            Err(fault) => return self.send(index, What::End(None, Err(fault))),
        };
        if known == Some(&hash) {
            return self.send(index, What::Unchanged);
        }
        self.send(index, What::Begin)?;
        let mut listening = ControlFlow::Continue(());
        let read = documents::read(file.format, file.file_name, file.content, self.options.context, &mut |finding| {
            listening = match finding {
                Finding::Document(read) => self.document(index, file, &hash, *read),
                Finding::Fault(fault) => self.send(index, What::Note(DocumentNote::Record(fault), false)),
            };
            listening
        });
        listening?;
        self.send(index, What::End(Some(hash), read))
    }

    fn send(&self, file: usize, what: What) -> ControlFlow<()> {
        if self.sender.send(Step { file, what }).is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    /// The fingerprint of a file: its bytes, and all that decides what is read in them.
    fn hash(&self, file: &DocumentFile<'_>) -> Result<String, DocumentFault> {
        let limits = self.options.limits;
        let seed = format!(
            "{}\n{} {}\n{}",
            self.options.fingerprint,
            limits.max_chars(),
            limits.overlap_chars(),
            file.file_name
        );
        Ok(Source::new(files::open(file.content)?, &seed).hash_all()?)
    }

    fn document(&self, index: usize, file: &DocumentFile<'_>, hash: &str, read: ReadDocument) -> ControlFlow<()> {
        let ReadDocument { mut document, mut warnings, line, grids: _ } = read;
        // The folders above a file may restrict it, which its own name does not tell.
        if self.options.policy.restricts_name(file.name) || (self.options.restricts)(file.name) {
            document.sensitivity = Sensitivity::Restricted;
        }
        let restricted = document.sensitivity == Sensitivity::Restricted;
        if restricted {
            warnings.retain(|warning| !matches!(warning, Warning::UnknownKey { .. }));
        }
        for warning in warnings {
            self.send(index, What::Note(DocumentNote::Warning { line, warning }, restricted && line.is_none()))?;
        }
        document.paragraphs = without_blank_lines(document.paragraphs);
        let content = if line.is_some() { record_hash(&document, self.options) } else { hash.to_owned() };
        let chunks = chunks(&document, self.options.limits);
        self.send(index, What::Document(Box::new(Prepared { document, chunks, content, line })))
    }
}

/// The fingerprint of a document that is one of many in a file.
fn record_hash(document: &Document, options: &DocumentOptions<'_>) -> String {
    let mut hasher = blake3::Hasher::new();
    // Writing to a hasher cannot fail.
    let _ = write!(hasher, "{}\n{:?}\n{document:?}", options.fingerprint, options.limits);
    hasher.finalize().to_hex().to_string()
}

/// Paragraphs without blank lines inside (program code may have some), so that a document's text tells its paragraphs.
fn without_blank_lines(paragraphs: Vec<Paragraph>) -> Vec<Paragraph> {
    if !paragraphs.iter().any(|paragraph| paragraph.text.contains(chunker::PARAGRAPH_BREAK)) {
        return paragraphs;
    }
    let parts = |paragraph: Paragraph| -> Vec<Paragraph> {
        let parts = paragraph.text.split(chunker::PARAGRAPH_BREAK).map(|part| part.trim_matches('\n'));
        let parts = parts.filter(|part| !part.trim().is_empty());
        parts.map(|part| Paragraph { text: part.to_owned(), kind: paragraph.kind }).collect()
    };
    paragraphs.into_iter().flat_map(parts).collect()
}

/// The storing side of a run.
struct Run<'r> {
    files: &'r [DocumentFile<'r>],
    reports: Vec<DocumentReport>,
    on_event: &'r mut dyn FnMut(DocumentEvent<'_>),
}

impl Run<'_> {
    /// Stores what the reading thread sends, until it ends.
    fn store_all(&mut self, store: &dyn ChunkStore, steps: &Receiver<Step>, now: Timestamp) -> Result<(), StoreError> {
        let (mut group, mut documents, mut bytes) = (Vec::new(), 0, 0);
        for step in steps {
            bytes += step.bytes();
            documents += usize::from(matches!(step.what, What::Document(_)));
            group.push(step);
            if documents >= GROUP_DOCUMENTS || bytes >= GROUP_BYTES {
                self.store_group(store, &mut group, now)?;
                (documents, bytes) = (0, 0);
            }
        }
        self.store_group(store, &mut group, now)
    }

    fn store_group(&mut self, store: &dyn ChunkStore, group: &mut Vec<Step>, now: Timestamp) -> Result<(), StoreError> {
        let done = group.last().map_or(0, |step| match step.what {
            What::End(..) | What::Unchanged => step.file + 1,
            _ => step.file,
        });
        // Files that are unchanged need no lock.
        if group.iter().all(|step| matches!(step.what, What::Unchanged)) {
            for step in group.drain(..) {
                self.report(step.file).outcome = DocumentOutcome::Unchanged;
            }
        } else {
            store.ingest(now, &mut |writer| group.drain(..).try_for_each(|step| self.apply(writer, step)))?;
        }
        let documents = self.reports.iter().map(|report| report.documents).sum();
        (self.on_event)(DocumentEvent::Progress { files: done, documents });
        Ok(())
    }

    fn report(&mut self, file: usize) -> &mut DocumentReport {
        // Every step carries the position of a file, and there is a report for each.
        &mut self.reports[file]
    }

    fn apply(&mut self, writer: &mut dyn DocumentWriter, step: Step) -> Result<(), StoreError> {
        let Step { file, what } = step;
        let source = self.files[file].name;
        match what {
            What::Begin => writer.begin_source(source)?,
            What::Document(prepared) => self.put(writer, file, &prepared)?,
            What::Note(note, restricted) => self.note(file, &note, restricted),
            What::Unchanged => self.report(file).outcome = DocumentOutcome::Unchanged,
            What::End(hash, read) => {
                let report = self.report(file);
                report.outcome = DocumentOutcome::of(report, read);
                // Without the whole file, nothing can be told to be gone from it.
                let whole = report.outcome.is_whole();
                report.withdrawn += writer.end_source(source, hash.as_deref().filter(|_| whole))?;
            }
        }
        Ok(())
    }

    fn note(&mut self, file: usize, note: &DocumentNote, restricted: bool) {
        self.report(file).left_out += u64::from(note.leaves_out());
        (self.on_event)(DocumentEvent::Note { file: &self.files[file], note, restricted });
    }

    fn put(&mut self, writer: &mut dyn DocumentWriter, file: usize, prepared: &Prepared) -> Result<(), StoreError> {
        let Prepared { document, chunks, content, line } = prepared;
        let source = self.files[file].name;
        let mut put = writer.put(Some(source), document, chunks, content)?;
        if let Put::Claimed { by, .. } = &put
            && by != source
            && is_gone(by)
        {
            writer.disown(&document.name)?;
            put = writer.put(Some(source), document, chunks, content)?;
        }
        let restricted_here = document.sensitivity == Sensitivity::Restricted;
        let report = self.report(file);
        report.documents += 1;
        match put {
            Put::Claimed { by, restricted } => {
                let open = !restricted && !restricted_here;
                let (doc, by) = (open.then(|| document.name.clone()), open.then_some(by));
                self.note(file, &DocumentNote::Claimed { line: *line, doc, by }, restricted_here && line.is_none());
                return Ok(());
            }
            Put::Done(Replacement::Added) => report.added += 1,
            Put::Done(Replacement::Replaced) => report.replaced += 1,
            Put::Done(Replacement::Unchanged) => report.unchanged += 1,
            Put::Done(Replacement::StillWithdrawn) => report.still_withdrawn += 1,
            Put::Done(Replacement::Withdrawn) => report.withdrawn += 1,
        }
        report.restricted += u64::from(restricted_here);
        report.chunks += chunks.len() as u64;
        Ok(())
    }
}

/// Whether a source file of this name existed and does not any more: its documents may come from another file now.
fn is_gone(source: &str) -> bool {
    let path = Path::new(source);
    path.is_absolute() && matches!(path.try_exists(), Ok(false))
}
