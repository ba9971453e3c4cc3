//! A model of the crate `engine-embeddings` as a backend: open texts go in as they are indexed. It lacks the models
//! themselves, and any way to hand them a text that is not known to be open.

use std::path::Path;

use engine_embeddings::Model;

use super::{EmbeddingBackend, EmbeddingError};
use crate::passage::OpenText;

/// A backend that a model computes.
pub struct ModelBackend(Box<dyn Model>);

impl ModelBackend {
    /// A server that speaks the OpenAI protocol at `base_url`; an error in a build without `http-embeddings`.
    pub fn http(base_url: &str, model: &str, dimension: usize) -> Result<Self, EmbeddingError> {
        engine_embeddings::http(base_url, model, dimension).map(Self)
    }

    /// The sentence-transformer in `folder`; an error in a build without `local-embeddings`.
    pub fn local(folder: &Path) -> Result<Self, EmbeddingError> {
        engine_embeddings::local(folder).map(Self)
    }
}

impl EmbeddingBackend for ModelBackend {
    fn name(&self) -> &str {
        self.0.name()
    }

    fn dimension(&self) -> usize {
        self.0.dimension()
    }

    fn is_remote(&self) -> bool {
        self.0.is_remote()
    }

    fn embed(&self, texts: &[OpenText<'_>]) -> Result<Vec<Vec<f32>>, EmbeddingError> {
        let texts: Vec<String> = texts.iter().map(OpenText::whole).collect();
        self.0.embed(&texts)
    }
}
