//! Which embeddings the settings ask for: off unless `[embeddings]` stands in the workspace's `engine.toml`. A key is
//! taken from the environment alone.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use engine::retrieval::EmbeddingBackend;
use engine::retrieval::vector::{HashingBackend, ModelBackend};
use serde::Deserialize;

use super::exit::Failure;

/// `[embeddings]` of the settings file.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(tag = "backend", rename_all = "lowercase", deny_unknown_fields)]
pub(super) enum Embeddings {
    /// Words hashed into buckets; no meaning, for trying things out.
    Hashing {
        /// Length of the vectors.
        #[serde(default = "hashing_dimension")]
        dimension: usize,
    },
    /// A server that speaks the OpenAI protocol.
    Http {
        /// Up to and without `/embeddings`.
        base_url: String,
        /// The model's name there.
        model: String,
        /// Length of its vectors.
        dimension: usize,
    },
    /// A sentence-transformer in a folder.
    Local {
        /// The folder; relative to the workspace.
        folder: PathBuf,
    },
}

fn hashing_dimension() -> usize {
    HashingBackend::BUCKETS
}

impl fmt::Display for Embeddings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Hashing { dimension } => write!(f, "hashing, {dimension} numbers"),
            Self::Http { base_url, model, .. } => write!(f, "{model} at {base_url}"),
            Self::Local { folder } => write!(f, "{}", folder.display()),
        }
    }
}

/// The backend that the settings name. A local folder is relative to `workspace`.
pub(super) fn backend(settings: &Embeddings, workspace: &Path) -> Result<Arc<dyn EmbeddingBackend>, Failure> {
    let model = match settings {
        Embeddings::Hashing { dimension } => return Ok(Arc::new(HashingBackend::new(*dimension))),
        Embeddings::Http { base_url, model, dimension } => ModelBackend::http(base_url, model, *dimension),
        Embeddings::Local { folder } => ModelBackend::local(&workspace.join(folder)),
    };
    Ok(Arc::new(model?))
}
