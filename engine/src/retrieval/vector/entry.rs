//! What a vector store keeps: vectors of passages, with what filters ask for. An entry is made of a [`OpenChunk`], so a
//! restricted chunk cannot become one.

use crate::document::Attributes;
use crate::passage::{ChunkId, ChunkKey, OpenChunk, OpenText};

/// A hash of everything that a vector and its entry were made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fingerprint([u8; 32]);

impl Fingerprint {
    /// The fingerprint of a passage: title, text, place and attributes.
    pub fn of(passage: &OpenChunk) -> Self {
        let mut hasher = blake3::Hasher::new();
        let mut add = |field: Option<&str>| {
            // Lengths keep neighbouring fields apart; an absent field differs from an empty one.
            hasher.update(&field.map_or(u64::MAX, |text| text.len() as u64).to_le_bytes());
            hasher.update(field.unwrap_or_default().as_bytes());
        };
        let Attributes { topic, entity, geography, period, language } = passage.attributes();
        add(Some(passage.title()));
        add(Some(&passage.chunk().text));
        add(Some(&passage.chunk().id.to_string()));
        for attribute in [topic, entity, geography, period, language] {
            add(attribute.as_deref());
        }
        Self(*hasher.finalize().as_bytes())
    }

    /// The bytes.
    pub(super) fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// A fingerprint that was kept.
    pub(super) fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }
}

/// The vector of an open chunk.
#[derive(Debug, Clone, PartialEq)]
pub struct VectorEntry {
    key: ChunkKey,
    id: ChunkId,
    attributes: Attributes,
    fingerprint: Fingerprint,
    vector: Vec<f32>,
}

impl VectorEntry {
    /// The entry of a passage that the chunk store keeps under `key`.
    pub fn new(key: ChunkKey, passage: &OpenChunk, vector: Vec<f32>) -> Self {
        let fingerprint = Fingerprint::of(passage);
        let (id, attributes) = (passage.chunk().id.clone(), passage.attributes().clone());
        Self { key, id, attributes, fingerprint, vector }
    }

    /// An entry that a store kept; it was open when it was put in.
    pub(super) fn kept(
        key: ChunkKey,
        id: ChunkId,
        attributes: Attributes,
        fingerprint: Fingerprint,
        vector: Vec<f32>,
    ) -> Self {
        Self { key, id, attributes, fingerprint, vector }
    }

    /// The chunk's number in the store.
    pub fn key(&self) -> ChunkKey {
        self.key
    }

    /// Which chunk.
    pub fn id(&self) -> &ChunkId {
        &self.id
    }

    /// What its document is about.
    pub fn attributes(&self) -> &Attributes {
        &self.attributes
    }

    /// What it was made of.
    pub fn fingerprint(&self) -> Fingerprint {
        self.fingerprint
    }

    /// The vector.
    pub fn vector(&self) -> &[f32] {
        &self.vector
    }
}

/// Texts of one batch as a backend takes them.
pub(super) fn texts(passages: &[(ChunkKey, OpenChunk)]) -> Vec<OpenText<'_>> {
    passages.iter().map(|(_, passage)| OpenText::from(passage)).collect()
}

/// What the vectors of a store were made from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Origin {
    /// Name of the backend.
    pub backend: String,
    /// Length of the vectors.
    pub dimension: usize,
    /// Identity of the chunk store.
    pub identity: String,
    /// Generation of the chunk store that the vectors are caught up with.
    pub generation: u64,
}
