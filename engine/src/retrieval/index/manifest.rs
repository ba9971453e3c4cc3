//! The one file that says what an index consists of: which store and generation it shows, and which files hold it. It is
//! replaced as a whole, so that an index is always what it was before a change or what it is after.

use serde::{Deserialize, Serialize};

use super::error::{IndexError, WriteFault};
use super::folder::Folder;
use crate::profile::Analyzer;
use crate::retrieval::store::StoreState;

/// Its name.
pub(super) const NAME: &str = "manifest";

/// Of everything in the folder, and of how texts are cut into tokens: another version is rebuilt.
const FORMAT: u32 = 1;

/// What an index consists of.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Manifest {
    format: u32,
    analyzer: String,
    store: String,
    generation: u64,
    /// The number of the next file.
    pub(super) next: u64,
    pub(super) segments: Vec<SegmentFile>,
}

/// A segment and what was removed from it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct SegmentFile {
    pub(super) name: String,
    pub(super) bytes: u64,
    /// The checksum of its trailer, and so of everything.
    pub(super) checksum: u32,
    pub(super) removed: Option<String>,
}

/// Why an index on disk is of no use.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unusable {
    /// There is none.
    Missing,
    /// It is of another chunk store.
    Foreign,
    /// It shows a later state than the store is in, which was perhaps restored from a copy.
    Newer,
    /// Texts were cut in another way.
    OtherTokens,
    /// A file does not hold what was written to it.
    Damaged {
        /// File name inside the index's folder.
        file: String,
        /// What was found.
        what: &'static str,
    },
}

impl Manifest {
    pub(super) fn new(state: &StoreState, analyzer: Analyzer, next: u64, segments: Vec<SegmentFile>) -> Self {
        let (store, generation) = (state.identity.clone(), state.generation);
        Self { format: FORMAT, analyzer: name(analyzer).to_owned(), store, generation, next, segments }
    }

    /// The state of the store that it shows.
    pub(super) fn state(&self) -> StoreState {
        StoreState { identity: self.store.clone(), generation: self.generation }
    }

    /// Reads the manifest of a folder, as far as it may serve the store and the analyzer.
    pub(super) fn read(
        folder: &Folder,
        state: &StoreState,
        analyzer: Analyzer,
    ) -> Result<Result<Self, Unusable>, IndexError> {
        let Some(bytes) = folder.read(NAME)? else { return Ok(Err(Unusable::Missing)) };
        let damaged = Unusable::Damaged { file: NAME.to_owned(), what: "its checksum is wrong" };
        let Some(manifest) = Self::parse(&bytes) else { return Ok(Err(damaged)) };
        Ok(if manifest.store != state.identity {
            Err(Unusable::Foreign)
        } else if manifest.format != FORMAT || manifest.analyzer != name(analyzer) {
            Err(Unusable::OtherTokens)
        } else if manifest.generation > state.generation {
            Err(Unusable::Newer)
        } else {
            Ok(manifest)
        })
    }

    /// Replaces the manifest of a folder.
    pub(super) fn write(&self, folder: &Folder) -> Result<(), IndexError> {
        let json = serde_json::to_vec(self).map_err(std::io::Error::from);
        folder.write(NAME, true, |out| {
            let json = json?;
            out.write_all(checksum_line(&json).as_bytes())?;
            Ok::<(), WriteFault>(out.write_all(&json)?)
        })?;
        folder.sync_names()
    }

    fn parse(bytes: &[u8]) -> Option<Self> {
        let (line, json) = bytes.split_at_checked(9)?;
        // Byte by byte: digits in capitals would be the same number, and a changed byte all the same.
        (line == checksum_line(json).as_bytes()).then_some(())?;
        serde_json::from_slice(json).ok()
    }

    /// Whether a file belongs to this index.
    pub(super) fn names(&self, file: &str) -> bool {
        self.segments.iter().any(|segment| segment.name == file || segment.removed.as_deref() == Some(file))
    }
}

/// The first line of a manifest, above its JSON.
fn checksum_line(json: &[u8]) -> String {
    format!("{:08x}\n", crc32fast::hash(json))
}

fn name(analyzer: Analyzer) -> &'static str {
    match analyzer {
        Analyzer::Standard => "standard",
        Analyzer::English => "english",
    }
}
