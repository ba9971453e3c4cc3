//! Many documents at once: batches are handed to a few threads, each of which fills segments of bounded size, and the
//! segments are made one at the end.

use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::{self, JoinHandle};

use super::accumulate::Accumulator;
use super::error::IndexError;
use super::folder::Folder;
use super::merge::merge;
use super::{Home, Index, Part, Snapshot};
use crate::profile::Analyzer;
use crate::retrieval::store::{IndexedDocument, StoreState};

/// Bytes of text in a batch; less than one batch is indexed without another thread.
const BATCH_BYTES: usize = 1 << 20;

/// Batches that wait for each thread.
const WAITING: usize = 2;

/// Tokens that all threads hold together before they write segments: at eight bytes a token, a quarter of a gigabyte.
const TOKENS_HELD: usize = 32 << 20;

/// No more threads than this: the segments that each leaves must be merged.
const THREADS_MAX: usize = 8;

/// A document with its name.
type Named = (Arc<str>, IndexedDocument);

/// Makes an index of documents that come one by one, each once.
pub struct IndexBuilder {
    analyzer: Analyzer,
    home: Arc<Home>,
    batch: Vec<Named>,
    batch_bytes: usize,
    tokens_held: usize,
    workers: Vec<Worker>,
    /// The worker that gets the next batch.
    turn: usize,
}

struct Worker {
    batches: SyncSender<Vec<Named>>,
    thread: JoinHandle<Result<Vec<Part>, IndexError>>,
}

impl IndexBuilder {
    /// An index in memory.
    pub fn in_memory(analyzer: Analyzer) -> Self {
        Self::new(analyzer, Arc::new(Home::in_memory()))
    }

    /// An index in a folder, in place of whatever index is there.
    pub fn on_disk(dir: &Path, analyzer: Analyzer) -> Self {
        Self::new(analyzer, Arc::new(Home::on_disk(Folder::new(dir))))
    }

    pub(super) fn new(analyzer: Analyzer, home: Arc<Home>) -> Self {
        let (batch, workers) = (Vec::new(), Vec::new());
        Self { analyzer, home, batch, batch_bytes: 0, tokens_held: TOKENS_HELD, workers, turn: 0 }
    }

    /// Holds no more tokens than this before it writes segments; for tests of many small ones.
    #[cfg(test)]
    pub(super) fn holding(mut self, tokens: usize) -> Self {
        self.tokens_held = tokens;
        self
    }

    /// Adds a document.
    pub fn add(&mut self, name: Arc<str>, document: IndexedDocument) -> Result<(), IndexError> {
        let texts: usize = document.chunks.iter().map(|chunk| chunk.text.len() + document.title.len()).sum();
        self.batch_bytes += texts + name.len();
        self.batch.push((name, document));
        if self.batch_bytes >= BATCH_BYTES { self.send() } else { Ok(()) }
    }

    /// Completes the index, which from now on shows `state`.
    pub fn finish(self, state: StoreState) -> Result<Index, IndexError> {
        let (analyzer, home) = (self.analyzer, Arc::clone(&self.home));
        let _lock = match &home.folder {
            Some(folder) => folder.lock()?,
            None => None,
        };
        let parts = self.parts()?;
        let index = Index { home, ..Index::empty(analyzer, Home::in_memory()) };
        let snapshot = Snapshot { state: Some(state), parts };
        index.keep(&snapshot)?;
        index.show(snapshot);
        Ok(index)
    }

    /// What was added, as one segment at most.
    pub(super) fn parts(mut self) -> Result<Vec<Part>, IndexError> {
        let parts = if self.workers.is_empty() {
            let mut maker = Maker::new(self.analyzer, Arc::clone(&self.home), self.tokens_held);
            maker.take(std::mem::take(&mut self.batch))?;
            maker.finish()?
        } else {
            self.send()?;
            self.join()?
        };
        if parts.len() < 2 {
            return Ok(parts);
        }
        Ok(vec![self.home.segment(|sink| merge(&parts, sink))?])
    }

    /// Hands the batch to the next worker.
    fn send(&mut self) -> Result<(), IndexError> {
        if self.workers.is_empty() {
            let threads = thread::available_parallelism().map_or(1, usize::from).min(THREADS_MAX);
            self.workers = (0..threads).map(|_| self.worker(self.tokens_held / threads)).collect();
        }
        let batch = std::mem::take(&mut self.batch);
        self.batch_bytes = 0;
        self.turn = (self.turn + 1) % self.workers.len();
        if self.workers[self.turn].batches.send(batch).is_ok() {
            return Ok(());
        }
        // A worker hangs up only when it fails.
        Err(self.join().err().unwrap_or(IndexError::Interrupted))
    }

    fn worker(&self, tokens_held: usize) -> Worker {
        let (batches, received): (_, Receiver<Vec<Named>>) = sync_channel(WAITING);
        let mut maker = Maker::new(self.analyzer, Arc::clone(&self.home), tokens_held);
        let thread = thread::spawn(move || {
            for batch in received {
                maker.take(batch)?;
            }
            maker.finish()
        });
        Worker { batches, thread }
    }

    fn join(&mut self) -> Result<Vec<Part>, IndexError> {
        let mut parts = Vec::new();
        let threads: Vec<_> = self.workers.drain(..).map(|worker| worker.thread).collect();
        for thread in threads {
            parts.extend(thread.join().map_err(|_| IndexError::Interrupted)??);
        }
        Ok(parts)
    }
}

/// Fills segments.
struct Maker {
    analyzer: Analyzer,
    home: Arc<Home>,
    tokens_held: usize,
    filling: Accumulator,
    parts: Vec<Part>,
}

impl Maker {
    fn new(analyzer: Analyzer, home: Arc<Home>, tokens_held: usize) -> Self {
        Self { analyzer, home, tokens_held, filling: Accumulator::new(analyzer), parts: Vec::new() }
    }

    fn take(&mut self, batch: Vec<Named>) -> Result<(), IndexError> {
        for (name, document) in batch {
            self.filling.add(name, document)?;
            if self.filling.tokens() >= self.tokens_held {
                self.write()?;
            }
        }
        Ok(())
    }

    fn write(&mut self) -> Result<(), IndexError> {
        let full = std::mem::replace(&mut self.filling, Accumulator::new(self.analyzer));
        self.parts.push(self.home.segment(|sink| Ok(full.write(sink)?))?);
        Ok(())
    }

    fn finish(mut self) -> Result<Vec<Part>, IndexError> {
        if !self.filling.is_empty() {
            self.write()?;
        }
        Ok(self.parts)
    }
}
