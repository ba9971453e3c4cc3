//! What both sides of the comparison must do.

use std::path::Path;
use std::time::Duration;

use anyhow::Result;
use engine::profile::Analyzer;
use engine::retrieval::Tokenizer;

use crate::corpus::Corpus;

/// Passages asked for.
pub(crate) const DEPTH: usize = 50;

/// How both sides cut texts.
pub(crate) const ANALYZER: Analyzer = Analyzer::Standard;

/// The tokens of both sides.
pub(crate) fn tokenizer() -> Tokenizer {
    Tokenizer::new(ANALYZER)
}

/// What building an index took.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Built {
    /// From the first document to the point where all of them are found and no work is left.
    pub(crate) time: Duration,
    /// What all threads worked for it.
    pub(crate) work: Duration,
    /// Bytes on disk.
    pub(crate) bytes: u64,
}

/// One side of the comparison.
pub(crate) trait Peer {
    /// An index that answers.
    type Serving: Serving;

    /// Builds an index of a corpus in an empty folder.
    fn build(corpus: &Corpus, folder: &Path) -> Result<Built>;

    /// Opens what was built.
    fn open(folder: &Path) -> Result<Self::Serving>;
}

/// An index that answers.
pub(crate) trait Serving {
    /// Finds the best [`DEPTH`] passages for a query, from its text on, on the calling thread.
    fn answer(&self, query: &str) -> Result<()>;

    /// Numbers of the best [`DEPTH`] passages, in the corpus's order of chunks.
    fn best(&self, query: &str) -> Result<Vec<u64>>;
}

/// Bytes of all files of a folder.
pub(crate) fn bytes_of(folder: &Path) -> Result<u64> {
    let mut bytes = 0;
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        let meta = entry.metadata()?;
        bytes += if meta.is_dir() { bytes_of(&entry.path())? } else { meta.len() };
    }
    Ok(bytes)
}
