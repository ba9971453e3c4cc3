//! Embeddings by hashing words into buckets: offline, deterministic, without a model. It is **not semantic**: two texts
//! are near when they share words, which BM25 knows better. It exists to run and test the vector channel anywhere.

use super::{EmbeddingBackend, EmbeddingError};
use crate::passage::OpenText;
use crate::profile::Analyzer;
use crate::retrieval::tokens::Tokenizer;

/// Hashes the tokens of a text into signed buckets and normalises the vector's length to 1.
///
/// Weinberger et al., "Feature Hashing for Large Scale Multitask Learning", ICML 2009: the sign is a second hash, which
/// makes collisions cancel out on average.
#[derive(Debug, Clone)]
pub struct HashingBackend {
    name: String,
    buckets: usize,
}

impl HashingBackend {
    /// Buckets unless told otherwise.
    pub const BUCKETS: usize = 256;

    /// A backend with so many buckets, at least one.
    pub fn new(buckets: usize) -> Self {
        let buckets = buckets.max(1);
        Self { name: format!("hashing/{buckets}"), buckets }
    }

    fn vector(&self, text: &str) -> Vec<f32> {
        let mut vector = vec![0.0_f32; self.buckets];
        Tokenizer::new(Analyzer::Standard).each(text, |token| {
            let mut hash = blake3::Hasher::new().update(token.as_bytes()).finalize_xof();
            let (mut bucket, mut sign) = ([0; 8], [0; 1]);
            hash.fill(&mut bucket);
            hash.fill(&mut sign);
            let bucket = u64::from_le_bytes(bucket) % self.buckets as u64;
            if let Some(value) = usize::try_from(bucket).ok().and_then(|bucket| vector.get_mut(bucket)) {
                *value += if sign[0] & 1 == 0 { 1.0 } else { -1.0 };
            }
        });
        let length = vector.iter().map(|value| value * value).sum::<f32>().sqrt();
        if length > 0.0 {
            for value in &mut vector {
                *value /= length;
            }
        }
        vector
    }
}

impl Default for HashingBackend {
    fn default() -> Self {
        Self::new(Self::BUCKETS)
    }
}

impl EmbeddingBackend for HashingBackend {
    fn name(&self) -> &str {
        &self.name
    }

    fn dimension(&self) -> usize {
        self.buckets
    }

    fn is_remote(&self) -> bool {
        false
    }

    fn embed(&self, texts: &[OpenText<'_>]) -> Result<Vec<Vec<f32>>, EmbeddingError> {
        Ok(texts.iter().map(|text| self.vector(&text.whole())).collect())
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
