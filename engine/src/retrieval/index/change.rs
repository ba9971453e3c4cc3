//! One change of an index: documents that went are marked as removed, documents that came make a new segment, and
//! segments that are small or mostly removed are merged.

use std::collections::BTreeMap;
use std::ops::{ControlFlow, Range};
use std::sync::Arc;

use super::build::IndexBuilder;
use super::deletions::Deletions;
use super::error::{IndexError, WriteFault};
use super::merge::merge;
use super::paged::Damage;
use super::{Home, Index, Part, REMOVED, Snapshot, TITLE_WEIGHT};
use crate::retrieval::store::{ChunkSource, DocumentChange, IndexedDocument, StoreState};
use crate::retrieval::tokens::Tokenizer;

/// More segments than this are merged.
const SEGMENTS_MAX: usize = 8;

/// How many are then made one, the smallest ones.
const SEGMENTS_MERGED: usize = 6;

/// A change in the making.
pub(super) struct Change {
    home: Arc<Home>,
    tokenizer: Tokenizer,
    parts: Vec<Changed>,
    added: IndexBuilder,
    since: u64,
    documents: u64,
}

/// A part as it is being changed.
struct Changed {
    part: Part,
    /// With what was removed now.
    removed: Option<Deletions>,
    /// What was removed is not known word by word: the statistics are right when it is written again.
    rewrite: bool,
}

impl Change {
    pub(super) fn new(index: &Index, home: Arc<Home>, base: Snapshot) -> Self {
        let since = base.state.map_or(0, |state| state.generation);
        let parts = base.parts.into_iter().map(|part| Changed { part, removed: None, rewrite: false }).collect();
        let added = IndexBuilder::new(index.analyzer, Arc::clone(&home));
        Self { home, tokenizer: Tokenizer::new(index.analyzer), parts, added, since, documents: 0 }
    }

    /// Takes over everything that the store changed, and says how many documents that were. The store may have changed
    /// further since it was in `state`; such documents come again with the next change.
    pub(super) fn run(mut self, store: &dyn ChunkSource, state: StoreState) -> Result<(Snapshot, u64), IndexError> {
        let mut failed = None;
        store.changes_since(self.since, &mut |change| match self.apply(change) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                failed = Some(error);
                ControlFlow::Break(())
            }
        })?;
        if let Some(error) = failed {
            return Err(error);
        }
        let Self { home, parts, added, documents, .. } = self;
        let mut rewrite = Vec::new();
        let mut kept = added.parts()?;
        for changed in parts {
            let (mut part, again) = (changed.part, changed.rewrite);
            if let Some(removed) = changed.removed {
                part.removed = Arc::new(removed);
                part.removed_name = None;
            }
            let mostly_removed = part.removed.chunks() > part.segment.chunks() / 2;
            if again || mostly_removed { rewrite.push(part) } else { kept.push(part) }
        }
        if kept.len() + rewrite.len() > SEGMENTS_MAX {
            kept.sort_by_key(|part| std::cmp::Reverse(part.chunks()));
            rewrite.extend(kept.drain(kept.len().saturating_sub(SEGMENTS_MERGED)..));
        }
        rewrite.retain(|part| part.chunks() > 0);
        if !rewrite.is_empty() {
            kept.push(home.segment(|sink| merge(&rewrite, sink))?);
        }
        let mut parts = Vec::with_capacity(kept.len());
        for part in kept {
            if part.chunks() > 0 {
                parts.push(keep_removed(&home, part)?);
            }
        }
        Ok((Snapshot { state: Some(state), parts }, documents))
    }

    fn apply(&mut self, change: DocumentChange) -> Result<(), IndexError> {
        self.documents += 1;
        let Self { tokenizer, parts, .. } = self;
        for changed in parts {
            changed.remove(&change.doc, change.before.as_ref(), tokenizer)?;
        }
        match change.after {
            Some(after) if !after.chunks.is_empty() => self.added.add(change.doc, after),
            _ => Ok(()),
        }
    }
}

impl Changed {
    /// Removes a document if it is here. `before` is what the store thinks that the index holds of it.
    fn remove(
        &mut self,
        doc: &str,
        before: Option<&IndexedDocument>,
        tokenizer: &mut Tokenizer,
    ) -> Result<(), IndexError> {
        let segment = Arc::clone(&self.part.segment);
        let documents = segment.documents();
        for document in documents.named(doc)? {
            let ordinals = documents.ordinals(document)?;
            let removed = self.removed.get_or_insert_with(|| Deletions::clone(&self.part.removed));
            if ordinals.is_empty() || removed.has(ordinals.start) {
                continue;
            }
            let lengths = segment.lengths()?;
            let tokens = ordinals.clone().map(|ordinal| u64::from(lengths.at(ordinal))).sum();
            let terms = match before {
                Some(before) => terms_of(&self.part, before, &ordinals, tokens, tokenizer)?,
                None => None,
            };
            self.rewrite |= terms.is_none();
            removed.remove(segment.chunks(), ordinals, tokens, &terms.unwrap_or_default());
        }
        Ok(())
    }
}

/// How many of a document's chunks have each term, by term number; none when the document is not the one that was
/// indexed at `ordinals` with so many tokens.
fn terms_of(
    part: &Part,
    document: &IndexedDocument,
    ordinals: &Range<u32>,
    tokens: u64,
    tokenizer: &mut Tokenizer,
) -> Result<Option<BTreeMap<u32, u32>>, Damage> {
    let mut chunks: Vec<_> = document.chunks.iter().collect();
    chunks.sort_by(|a, b| a.id.cmp(&b.id));
    if chunks.len() != ordinals.len() {
        return Ok(None);
    }
    let mut title = Vec::new();
    tokenizer.each(&document.title, |token| title.push(token.to_owned()));
    let (mut counted, mut terms) = (0, BTreeMap::<Vec<u8>, u32>::new());
    for (chunk, ordinal) in chunks.into_iter().zip(ordinals.clone()) {
        if part.segment.key(ordinal)? != chunk.key {
            return Ok(None);
        }
        let mut words = title.clone();
        counted += (TITLE_WEIGHT - 1) as u64 * title.len() as u64;
        tokenizer.each(&chunk.text, |token| words.push(token.to_owned()));
        counted += words.len() as u64;
        words.sort_unstable();
        words.dedup();
        for word in words {
            *terms.entry(word.into_bytes()).or_default() += 1;
        }
    }
    if counted != tokens {
        return Ok(None);
    }
    let mut numbers = BTreeMap::new();
    for (term, chunks) in terms {
        match part.segment.find(&term)? {
            Some(entry) if part.removed.of_term(entry.number).saturating_add(chunks) <= entry.df => {
                numbers.insert(entry.number, chunks);
            }
            _ => return Ok(None),
        }
    }
    Ok(Some(numbers))
}

/// Writes the list of what was removed from a part, unless it stands in a file already.
fn keep_removed(home: &Home, mut part: Part) -> Result<Part, IndexError> {
    let Some(folder) = home.folder.as_ref().filter(|_| !part.removed.is_empty() && part.removed_name.is_none()) else {
        return Ok(part);
    };
    let name = home.name(REMOVED);
    let bytes = part.removed.to_bytes();
    folder.write(&name, true, |out| Ok::<(), WriteFault>(out.write_all(&bytes)?))?;
    part.removed_name = Some(name);
    Ok(part)
}
