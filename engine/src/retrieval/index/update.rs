//! Bringing an index up to the state of its store, from what is on disk or in memory, or from nothing when that is of no
//! use: what changed is read from the store, what is gone is marked, what is new is added as a segment, small segments are
//! merged (by the `change` module), and the manifest is replaced.

use std::sync::atomic::Ordering;
use std::sync::{Arc, PoisonError};

use super::change::Change;
use super::deletions::Deletions;
use super::folder::Folder;
use super::manifest::{Manifest, SegmentFile, Unusable};
use super::segment::Segment;
use super::{Home, Index, IndexError, Part, REMOVED, SEGMENT, Snapshot};
use crate::retrieval::store::{ChunkSource, StoreState};

/// What was done to show the store's present state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Health {
    /// What was done.
    pub action: Action,
    /// Whether the next process finds it done: the folder could be written.
    pub kept: bool,
}

/// What was done to show the store's present state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Action {
    /// Nothing: it was shown already.
    None,
    /// The documents that differ were indexed.
    CaughtUp {
        /// How many.
        documents: u64,
    },
    /// All documents were indexed.
    Rebuilt {
        /// What was the matter with the index that was there.
        why: Unusable,
        /// How many.
        documents: u64,
    },
}

impl Index {
    /// Brings the index up to the state of the store. Searches go on meanwhile, and see the old state or the new one.
    pub fn refresh(&self, store: &dyn ChunkSource) -> Result<Health, IndexError> {
        let _turn = self.changing.lock().unwrap_or_else(PoisonError::into_inner);
        let state = store.state()?;
        let shown = self.shown(&state);
        if shown.as_ref().is_ok_and(|shown| shown.state.as_ref() == Some(&state)) {
            return Ok(Health { action: Action::None, kept: true });
        }
        let Some(folder) = &self.home.folder else {
            return self.change(store, &state, shown, false);
        };
        if let Ok(found) = self.load(&state)?
            && found.state.as_ref() == Some(&state)
        {
            self.show(found);
            return Ok(Health { action: Action::None, kept: true });
        }
        // What other processes wrote counts while the folder can be written; else what this one holds may be newer.
        if let Some(_lock) = folder.lock()? {
            let found = self.load(&state)?;
            return self.change(store, &state, found, true);
        }
        let generation = |base: &Base| base.as_ref().ok().and_then(|base| Some(base.state.as_ref()?.generation));
        let found = self.load(&state)?;
        let newest = if generation(&shown) > generation(&found) { shown } else { found };
        self.change(store, &state, newest, false)
    }

    /// Makes the index again from the store, whatever it is like.
    pub fn rebuild(&self, store: &dyn ChunkSource, why: Unusable) -> Result<Health, IndexError> {
        let _turn = self.changing.lock().unwrap_or_else(PoisonError::into_inner);
        let lock = self.home.folder.as_ref().map_or(Ok(None), Folder::lock)?;
        self.change(store, &store.state()?, Err(why), lock.is_some())
    }

    /// What is shown, as a base for changes.
    fn shown(&self, state: &StoreState) -> Base {
        let shown = self.snapshot();
        match &shown.state {
            None => Err(Unusable::Missing),
            Some(known) if known.identity != state.identity => Err(Unusable::Foreign),
            Some(known) if known.generation > state.generation => Err(Unusable::Newer),
            Some(_) => Ok(Snapshot::clone(&shown)),
        }
    }

    /// What is on disk, as a base for changes.
    pub(super) fn load(&self, state: &StoreState) -> Result<Base, IndexError> {
        let Some(folder) = &self.home.folder else { return Ok(Err(Unusable::Missing)) };
        let manifest = match Manifest::read(folder, state, self.analyzer)? {
            Ok(manifest) => manifest,
            Err(why) => return Ok(Err(why)),
        };
        self.home.next.fetch_max(manifest.next, Ordering::Relaxed);
        let parts = manifest.segments.iter().map(|listed| open(folder, listed)).collect();
        match parts {
            Ok(parts) => Ok(Ok(Snapshot { state: Some(manifest.state()), parts })),
            Err(IndexError::Damaged { file, what }) => Ok(Err(Unusable::Damaged { file, what })),
            Err(error) => Err(error),
        }
    }

    /// Changes `base` into what the store holds, or makes it from nothing when there is no base or it breaks.
    fn change(
        &self,
        store: &dyn ChunkSource,
        state: &StoreState,
        base: Base,
        keep: bool,
    ) -> Result<Health, IndexError> {
        let home = if keep { Arc::clone(&self.home) } else { Arc::new(Home::in_memory()) };
        let change = |base: Snapshot| Change::new(self, home.clone(), base).run(store, state.clone());
        let caught_up = match base {
            Ok(base) => match change(base) {
                Err(IndexError::Damaged { file, what }) => Err(Unusable::Damaged { file, what }),
                done => Ok(done?),
            },
            Err(why) => Err(why),
        };
        let (snapshot, action) = match caught_up {
            Ok((snapshot, documents)) => (snapshot, Action::CaughtUp { documents }),
            Err(why) => {
                let (snapshot, documents) = change(Snapshot::default())?;
                (snapshot, Action::Rebuilt { why, documents })
            }
        };
        if keep {
            self.keep(&snapshot)?;
        }
        self.show(snapshot);
        Ok(Health { action, kept: keep })
    }

    /// Writes a manifest for `snapshot`, when there is a folder, and removes files that nobody needs any more.
    pub(super) fn keep(&self, snapshot: &Snapshot) -> Result<(), IndexError> {
        let (Some(folder), Some(state)) = (&self.home.folder, &snapshot.state) else { return Ok(()) };
        let mut listed = Vec::with_capacity(snapshot.parts.len());
        for part in &snapshot.parts {
            folder.sync(&part.name)?;
            let file = part.segment.file();
            listed.push(SegmentFile {
                name: part.name.to_string(),
                bytes: file.len(),
                checksum: file.checksum(),
                removed: part.removed_name.as_deref().map(str::to_owned),
            });
        }
        folder.sync_names()?;
        let manifest = Manifest::new(state, self.analyzer, self.home.next.load(Ordering::Relaxed), listed);
        manifest.write(folder)?;
        folder.sweep(|name| KINDS.iter().any(|kind| name.starts_with(kind)) && !manifest.names(name));
        Ok(())
    }
}

/// What can be changed into the present state, or why there is no such thing.
pub(super) type Base = Result<Snapshot, Unusable>;

/// What files of the index are called, with a number behind; the manifest and the lock apart.
const KINDS: [&str; 2] = [SEGMENT, REMOVED];

/// Opens the files of a segment.
fn open(folder: &Folder, listed: &SegmentFile) -> Result<Part, IndexError> {
    let name: Arc<str> = listed.name.as_str().into();
    let damage = |what| IndexError::Damaged { file: name.to_string(), what };
    let bytes = folder.open(&name)?.ok_or_else(|| damage("it is missing"))?;
    let segment = Arc::new(Segment::open(bytes, Arc::clone(&name))?);
    if (segment.file().len(), segment.file().checksum()) != (listed.bytes, listed.checksum) {
        return Err(damage("it is not the file that was written"));
    }
    let mut part = Part { segment, removed: Arc::default(), name: Arc::clone(&name), removed_name: None };
    if let Some(removed) = listed.removed.as_deref() {
        let removed: Arc<str> = removed.into();
        let bytes = folder.read(&removed)?.ok_or_else(|| damage("its list of removed chunks is missing"))?;
        part.removed = Arc::new(Deletions::from_bytes(&bytes, &removed)?);
        part.removed_name = Some(removed);
    }
    Ok(part)
}
