//! The exact nearest vectors, by comparing with all of them. In memory, without an approximation and without a file;
//! [`SqliteVectorStore`](super::SqliteVectorStore) adds the file.

use std::cmp::Ordering;
use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, PoisonError, RwLock};

use rayon::prelude::*;
use wide::f32x8;

use super::{Fingerprint, Origin, VectorEntry, VectorError, VectorStore};
use crate::document::Attributes;
use crate::passage::{ChunkId, ChunkKey};
use crate::retrieval::filter::Filter;
use crate::retrieval::index::Hit;

/// From so many vectors on, a query is answered by all cores.
const PARALLEL_FROM: usize = 20_000;

/// Numbers that one vector instruction takes.
const LANES: usize = 8;

/// Compares a query with every vector that the filter admits.
#[derive(Debug, Default)]
pub struct BruteForceVectorStore {
    held: RwLock<Held>,
}

#[derive(Debug, Default)]
struct Held {
    documents: BTreeMap<Arc<str>, DocumentRows>,
    /// Which document a key belongs to.
    places: HashMap<ChunkKey, Arc<str>>,
    dimension: Option<usize>,
    origin: Option<Origin>,
}

/// The vectors of one document.
#[derive(Debug)]
struct DocumentRows {
    attributes: Attributes,
    rows: Vec<Row>,
}

#[derive(Debug)]
struct Row {
    key: ChunkKey,
    id: ChunkId,
    fingerprint: Fingerprint,
    /// Of length 1, filled up with zeros.
    vector: Box<[f32x8]>,
}

impl BruteForceVectorStore {
    /// An empty store.
    pub fn new() -> Self {
        Self::default()
    }

    fn read<T>(&self, read: impl FnOnce(&Held) -> T) -> T {
        // A writer that panicked has left whole rows: each is put in by one call.
        read(&self.held.read().unwrap_or_else(PoisonError::into_inner))
    }

    fn write<T>(&self, write: impl FnOnce(&mut Held) -> T) -> T {
        write(&mut self.held.write().unwrap_or_else(PoisonError::into_inner))
    }
}

impl VectorStore for BruteForceVectorStore {
    fn describe(&self) -> String {
        "exact cosine".to_owned()
    }

    fn upsert(&self, entries: &[VectorEntry]) -> Result<(), VectorError> {
        self.write(|held| {
            let mut dimension = held.dimension;
            for entry in entries {
                check(entry.vector(), *dimension.get_or_insert(entry.vector().len()))?;
            }
            held.dimension = dimension;
            for entry in entries {
                held.put(entry);
            }
            Ok(())
        })
    }

    fn query(&self, vector: &[f32], filter: &Filter, depth: usize) -> Result<Vec<Hit>, VectorError> {
        self.read(|held| {
            let Some(dimension) = held.dimension else { return Ok(Vec::new()) };
            check(vector, dimension)?;
            Ok(nearest(held, &normalised(vector), filter, depth))
        })
    }

    fn delete(&self, keys: &[ChunkKey]) -> Result<(), VectorError> {
        self.write(|held| keys.iter().for_each(|key| held.take(*key)));
        Ok(())
    }

    fn count(&self) -> Result<u64, VectorError> {
        Ok(self.read(|held| held.places.len() as u64))
    }

    fn fingerprints(&self, keys: &[ChunkKey]) -> Result<Vec<Option<Fingerprint>>, VectorError> {
        Ok(self.read(|held| keys.iter().map(|key| held.row(*key).map(|row| row.fingerprint)).collect()))
    }

    fn origin(&self) -> Result<Option<Origin>, VectorError> {
        Ok(self.read(|held| held.origin.clone()))
    }

    fn set_origin(&self, origin: &Origin) -> Result<(), VectorError> {
        self.write(|held| held.origin = Some(origin.clone()));
        Ok(())
    }

    fn clear(&self) -> Result<(), VectorError> {
        self.write(|held| *held = Held::default());
        Ok(())
    }
}

impl Held {
    fn put(&mut self, entry: &VectorEntry) {
        self.take(entry.key());
        let doc = Arc::clone(&entry.id().doc);
        self.places.insert(entry.key(), Arc::clone(&doc));
        let row = Row {
            key: entry.key(),
            id: entry.id().clone(),
            fingerprint: entry.fingerprint(),
            vector: normalised(entry.vector()),
        };
        let document = self
            .documents
            .entry(doc)
            .or_insert_with(|| DocumentRows { attributes: Attributes::default(), rows: Vec::new() });
        document.attributes = entry.attributes().clone();
        document.rows.push(row);
    }

    fn take(&mut self, key: ChunkKey) {
        let Some(doc) = self.places.remove(&key) else { return };
        if let Some(document) = self.documents.get_mut(&doc) {
            document.rows.retain(|row| row.key != key);
            if document.rows.is_empty() {
                self.documents.remove(&doc);
            }
        }
    }

    fn row(&self, key: ChunkKey) -> Option<&Row> {
        let document = self.documents.get(self.places.get(&key)?)?;
        document.rows.iter().find(|row| row.key == key)
    }
}

/// The rows most like `query`, the best first.
fn nearest(held: &Held, query: &[f32x8], filter: &Filter, depth: usize) -> Vec<Hit> {
    let rows: Vec<&Row> = held
        .documents
        .iter()
        .filter(|(doc, document)| filter.admits(doc, &document.attributes))
        .flat_map(|(_, document)| &document.rows)
        .collect();
    let similarity = |row: &&'_ Row| dot(&row.vector, query);
    let scores: Vec<f32> = if rows.len() < PARALLEL_FROM {
        rows.iter().map(similarity).collect()
    } else {
        rows.par_iter().map(similarity).collect()
    };
    let mut ranked: Vec<(f32, &Row)> = scores.into_iter().zip(rows).collect();
    let order =
        |a: &(f32, &Row), b: &(f32, &Row)| -> Ordering { b.0.total_cmp(&a.0).then_with(|| a.1.id.cmp(&b.1.id)) };
    if depth < ranked.len() {
        ranked.select_nth_unstable_by(depth, order);
        ranked.truncate(depth);
    }
    ranked.sort_unstable_by(order);
    ranked.into_iter().map(|(score, row)| Hit { key: row.key, score: f64::from(score) }).collect()
}

/// Refuses a vector that cannot be compared with the others.
fn check(vector: &[f32], expected: usize) -> Result<(), VectorError> {
    if vector.len() != expected {
        return Err(VectorError::Dimension { expected, found: vector.len() });
    }
    if vector.iter().all(|value| value.is_finite()) { Ok(()) } else { Err(VectorError::NotFinite) }
}

/// The vector with length 1; a vector of zeros stays one, and is near to nothing.
fn normalised(vector: &[f32]) -> Box<[f32x8]> {
    // Summed in f64, so that no square of a finite number overflows.
    let length = vector.iter().map(|value| f64::from(*value).powi(2)).sum::<f64>().sqrt();
    let scale = if length > 0.0 { length.recip() } else { 0.0 };
    vector
        .chunks(LANES)
        .map(|chunk| {
            let mut lanes = [0.0; LANES];
            for (lane, value) in lanes.iter_mut().zip(chunk) {
                // The quotient lies between -1 and 1, where f32 has its full precision.
                #[allow(clippy::cast_possible_truncation)]
                {
                    *lane = (f64::from(*value) * scale) as f32;
                }
            }
            f32x8::from(lanes)
        })
        .collect()
}

/// The inner product, added in one order on every machine: no fused instruction, and lanes from the first to the last.
fn dot(a: &[f32x8], b: &[f32x8]) -> f32 {
    let sum = a.iter().zip(b).fold(f32x8::ZERO, |sum, (a, b)| sum + *a * *b);
    sum.to_array().iter().sum()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
