//! The reading side of a run: a thread that opens each file once, sees whether it changed, reads it, and hands over what its
//! tables state and what its text says, in the order of the files. Several files are read at once, as many as there are
//! threads, and those wait until the ones before are stored; a file of many documents is handed over piece by piece. It
//! stores nothing.

use std::collections::VecDeque;
use std::io::{Seek as _, SeekFrom, Write as _};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::{Scope, ScopedJoinHandle};

use rayon::ThreadPoolBuilder;
use rayon::prelude::*;

use super::tables::{self, LoadedTables};
use super::texts::{Prepared, TextStep};
use super::{FileJob, SourceFile, TextNote};
use crate::document::{Document, Paragraph};
use crate::files::{self, DocumentFault, Format, ReadSeek};
use crate::ingestion::documents::{Finding, ReadDocument, read_records, read_whole};
use crate::ingestion::source::hashes;
use crate::profile::Sensitivity;
use crate::retrieval::{chunker, chunks};

/// Steps of a file of many documents that are handed over at once.
const STEPS_AT_ONCE: usize = 32;

/// The content with which a store last took a file; none when it never did.
#[derive(Debug)]
pub(super) struct LastTaken(pub(super) Option<String>);

/// What the stores know of a file, those that take something of it.
#[derive(Debug, Default)]
pub(super) struct Known {
    pub(super) tables: Option<LastTaken>,
    pub(super) text: Option<LastTaken>,
}

/// What was read of a file, or of a part of one.
pub(super) struct ReadFile {
    /// Its position.
    pub(super) file: usize,
    /// What came of its tables; none when nobody takes them.
    pub(super) tables: Option<LoadedTables>,
    /// What is to do with its text.
    pub(super) text: Vec<TextStep>,
    /// Whether the file ends here.
    pub(super) is_end: bool,
}

/// Files that are being read.
pub(super) struct Feed<'scope> {
    receiver: Receiver<Vec<ReadFile>>,
    waiting: VecDeque<ReadFile>,
    reader: ScopedJoinHandle<'scope, ()>,
}

impl<'scope> Feed<'scope> {
    /// Begins to read.
    pub(super) fn start<'env>(scope: &'scope Scope<'scope, 'env>, job: &'env FileJob<'env>, known: Vec<Known>) -> Self {
        // What is read waits with the reader, so that no more than two groups of files are in memory.
        let (sender, receiver) = sync_channel(0);
        let at_once = rayon::current_num_threads().max(1);
        // The reading ends early only when nobody listens any more, which is told by the one who stopped listening.
        let reader = scope.spawn(move || {
            let read = || {
                let _ = Reader { job, sender }.read_all(&known, at_once);
            };
            // Threads of its own: whoever stores may be a thread of the common pool itself, which waits for what is read here.
            // Where all of its threads did, nobody would be left to read.
            match ThreadPoolBuilder::new().num_threads(at_once).build() {
                Ok(pool) => pool.install(read),
                Err(_) => read(),
            }
        });
        Self { receiver, waiting: VecDeque::new(), reader }
    }

    /// What was read next, of a file before the one at `end`.
    pub(super) fn next_before(&mut self, end: usize) -> Option<ReadFile> {
        if self.waiting.is_empty() {
            self.waiting.extend(self.receiver.recv().ok()?);
        }
        let is_before = self.waiting.front().is_some_and(|read| read.file < end);
        if is_before { self.waiting.pop_front() } else { None }
    }

    /// Stops reading.
    pub(super) fn finish(self) {
        drop(self.receiver);
        // A panic of the reader is a fault of this program and goes on as one.
        self.reader.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
    }
}

struct Reader<'a> {
    job: &'a FileJob<'a>,
    sender: SyncSender<Vec<ReadFile>>,
}

/// The fingerprints of a file, as the stores know them: its bytes, and all that decides what is read in them.
struct Hashes {
    tables: String,
    text: String,
}

impl Reader<'_> {
    fn read_all(&self, known: &[Known], at_once: usize) -> ControlFlow<()> {
        let files: Vec<(usize, &SourceFile<'_>, &Known)> =
            self.job.files.iter().zip(known).enumerate().map(|(at, (file, known))| (at, file, known)).collect();
        let is_many = |file: &SourceFile<'_>| file.format == Format::JsonLines;
        for alike in files.chunk_by(|(_, one, _), (_, other, _)| is_many(one) == is_many(other)) {
            for group in alike.chunks(at_once) {
                if group.iter().any(|(_, file, _)| is_many(file)) {
                    group.iter().try_for_each(|(at, file, known)| self.many(*at, file, known))?;
                } else {
                    self.send(group.par_iter().map(|(at, file, known)| self.one(*at, file, known)).collect())?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn send(&self, read: Vec<ReadFile>) -> ControlFlow<()> {
        if self.sender.send(read).is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    /// Opens a file and goes through its bytes once to see whether they are known.
    fn open<'f>(&self, file: &SourceFile<'f>) -> Result<(Box<dyn ReadSeek + 'f>, Hashes), DocumentFault> {
        let mut source = files::open(file.content)?;
        let seeds = [tables::seed(file, self.job.fingerprint), self.seed_of_text(file)];
        let [tables, text] = hashes(&mut source, &seeds)?;
        source.seek(SeekFrom::Start(0))?;
        Ok((source, Hashes { tables, text }))
    }

    fn seed_of_text(&self, file: &SourceFile<'_>) -> String {
        let limits = self.job.texts.map(|texts| texts.limits).unwrap_or_default();
        format!("{}\n{} {}\n{}", self.job.fingerprint, limits.max_chars(), limits.overlap_chars(), file.file_name)
    }

    /// Reads a file that is one document, for the stores that do not know its content.
    fn one(&self, at: usize, file: &SourceFile<'_>, known: &Known) -> ReadFile {
        let before = files::stamp(file.content);
        let (mut source, hashes) = match self.open(file) {
            Ok(opened) => opened,
            Err(fault) => return unopened(at, known, fault),
        };
        let is_new = |known: &LastTaken, hash: &String| known.0.as_ref() != Some(hash);
        let tables_new = known.tables.as_ref().map(|known| is_new(known, &hashes.tables));
        let text_new = known.text.as_ref().map(|known| is_new(known, &hashes.text));
        let mut read = (tables_new == Some(true) || text_new == Some(true))
            .then(|| read_whole(file.format, file.file_name, &mut source, self.job.context).map_err(Arc::new));
        if files::stamp(file.content) != before {
            return unopened(at, known, DocumentFault::Changed);
        }
        let tables = self.job.tables.zip(tables_new).map(|(into, is_new)| match &mut read {
            Some(Ok(read)) if is_new => match (into.understand)(file, read) {
                Ok(content) => LoadedTables::Read(hashes.tables, Box::new(content)),
                Err(fault) => {
                    LoadedTables::Unreadable(Arc::new(fault), read.document.sensitivity == Sensitivity::Restricted)
                }
            },
            Some(Err(fault)) if is_new => LoadedTables::Unreadable(Arc::clone(fault), false),
            _ => LoadedTables::Unchanged,
        });
        let text = match (text_new, read) {
            (None, _) => Vec::new(),
            (Some(true), Some(read)) => self.text(file, hashes.text, read),
            _ => vec![TextStep::Unchanged],
        };
        ReadFile { file: at, tables, text, is_end: true }
    }

    fn text(
        &self,
        file: &SourceFile<'_>,
        hash: String,
        read: Result<ReadDocument, Arc<DocumentFault>>,
    ) -> Vec<TextStep> {
        let mut steps = vec![TextStep::Begin];
        let end = read.and_then(|read| {
            let read = read.with_text(file.format)?;
            steps.push(self.document(file, &hash, read));
            Ok(())
        });
        steps.push(TextStep::End(Some(hash), end));
        steps
    }

    /// Reads a file of many documents, unless its content is known. Nobody reads tables in it.
    fn many(&self, at: usize, file: &SourceFile<'_>, known: &Known) -> ControlFlow<()> {
        let Some(LastTaken(content)) = &known.text else { return ControlFlow::Continue(()) };
        let send = |text, is_end| self.send(vec![ReadFile { file: at, tables: None, text, is_end }]);
        let before = files::stamp(file.content);
        let (mut source, hash) = match self.open(file) {
            Ok((_, hashes)) if content.as_ref() == Some(&hashes.text) => return send(vec![TextStep::Unchanged], true),
            Ok((source, hashes)) => (source, hashes.text),
            Err(fault) => return self.send(vec![unopened(at, known, fault)]),
        };
        let mut steps = vec![TextStep::Begin];
        let mut listening = ControlFlow::Continue(());
        let read = read_records(&mut source, file.file_name, self.job.context, &mut |finding| {
            steps.push(match finding {
                Finding::Document(read) => self.document(file, &hash, *read),
                Finding::Fault(fault) => TextStep::Note(TextNote::Record(fault)),
            });
            if steps.len() >= STEPS_AT_ONCE {
                listening = send(std::mem::take(&mut steps), false);
            }
            listening
        });
        listening?;
        let is_same = files::stamp(file.content) == before;
        let read = read.and(if is_same { Ok(()) } else { Err(DocumentFault::Changed) });
        steps.push(TextStep::End(Some(hash), read.map_err(Arc::new)));
        send(steps, true)
    }

    fn document(&self, file: &SourceFile<'_>, hash: &str, read: ReadDocument) -> TextStep {
        let ReadDocument { mut document, warnings, line, .. } = read;
        // The folders above a file may restrict it, which its own name does not tell.
        if self.job.context.policy().restricts_name(file.name) {
            document.sensitivity = Sensitivity::Restricted;
        }
        document.paragraphs = without_blank_lines(document.paragraphs);
        let limits = self.job.texts.map(|texts| texts.limits).unwrap_or_default();
        let content = if line.is_some() { self.hash_of_record(&document) } else { hash.to_owned() };
        let chunks = chunks(&document, limits);
        TextStep::Document(Box::new(Prepared { document, chunks, content, line, warnings }))
    }

    /// The fingerprint of a document that is one of many in a file.
    fn hash_of_record(&self, document: &Document) -> String {
        let limits = self.job.texts.map(|texts| texts.limits).unwrap_or_default();
        let mut hasher = blake3::Hasher::new();
        // Writing to a hasher cannot fail.
        let _ = write!(hasher, "{}\n{limits:?}\n{document:?}", self.job.fingerprint);
        hasher.finalize().to_hex().to_string()
    }
}

fn unopened(at: usize, known: &Known, fault: DocumentFault) -> ReadFile {
    let fault = Arc::new(fault);
    let tables = known.tables.is_some().then(|| LoadedTables::Unreadable(Arc::clone(&fault), false));
    let text = if known.text.is_some() { vec![TextStep::End(None, Err(fault))] } else { Vec::new() };
    ReadFile { file: at, tables, text, is_end: true }
}

/// Paragraphs without blank lines inside (program code may have some), so that a document's text tells its paragraphs.
fn without_blank_lines(paragraphs: Vec<Paragraph>) -> Vec<Paragraph> {
    if !paragraphs.iter().any(|paragraph| paragraph.text.contains(chunker::PARAGRAPH_BREAK)) {
        return paragraphs;
    }
    let parts = |paragraph: Paragraph| -> Vec<Paragraph> {
        let parts = paragraph.text.split(chunker::PARAGRAPH_BREAK).map(|part| part.trim_matches('\n'));
        let parts = parts.filter(|part| !part.trim().is_empty());
        parts.map(|part| Paragraph { text: part.to_owned(), kind: paragraph.kind, breaks: Vec::new() }).collect()
    };
    paragraphs.into_iter().flat_map(parts).collect()
}
