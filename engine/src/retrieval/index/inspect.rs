//! Looking at an index without touching it, for a health report: opening one would mend what a report should tell.

use std::path::Path;

use super::folder::Folder;
use super::manifest::Unusable;
use super::paged::Damage;
use super::{Home, Index, IndexError};
use crate::profile::Analyzer;
use crate::retrieval::store::ChunkSource;

/// What the next opening of an index finds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Freshness {
    /// It shows the store's present state.
    Fresh,
    /// It shows an earlier state and will be caught up with.
    Behind,
    /// It is of no use and will be made again.
    Unusable(Unusable),
}

impl Index {
    /// Looks at the index in a folder, verifying every page of its files. It makes and changes nothing.
    pub fn inspect(dir: &Path, store: &dyn ChunkSource, analyzer: Analyzer) -> Result<Freshness, IndexError> {
        let state = store.state()?;
        let found = Self::empty(analyzer, Home::on_disk(Folder::new(dir))).load(&state)?;
        let damage =
            found.iter().flat_map(|found| &found.parts).find_map(|part| part.segment.file().verify_all().err());
        if let Some(Damage { file, what }) = damage {
            return Ok(Freshness::Unusable(Unusable::Damaged { file: file.to_string(), what }));
        }
        Ok(match found {
            Ok(found) if found.state.as_ref() == Some(&state) => Freshness::Fresh,
            Ok(_) => Freshness::Behind,
            Err(why) => Freshness::Unusable(why),
        })
    }
}
