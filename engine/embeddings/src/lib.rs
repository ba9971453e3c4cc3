//! Back ends that turn texts into vectors. Each is a [`Model`] behind a feature, because what it needs takes minutes to
//! build; without the feature, asking for it is an error that names the feature. It knows nothing of the engine, which
//! gives it open texts alone, and it keeps no vectors.

mod error;
#[cfg(feature = "http")]
mod http;
#[cfg(feature = "local")]
mod local;

use std::path::Path;

pub use error::EmbeddingError;
#[cfg(feature = "http")]
pub use http::{ApiKey, HttpModel, HttpSettings, KEY_VARIABLE};
#[cfg(feature = "local")]
pub use local::LocalModel;

/// Makes one vector of each text. Called from many threads.
pub trait Model: Send + Sync {
    /// Model and place, such as `bge-m3 at http://localhost:8080/v1`. Vectors of another name are never compared with
    /// these.
    fn name(&self) -> &str;

    /// Length of every vector.
    fn dimension(&self) -> usize;

    /// Whether texts leave this machine.
    fn is_remote(&self) -> bool;

    /// One vector for each text, in order. Vectors need not be normalised.
    fn embed(&self, texts: &[String]) -> Result<Vec<Vec<f32>>, EmbeddingError>;
}

/// The model of a server, with the key of the environment; nothing is sent yet.
#[cfg(feature = "http")]
pub fn http(base_url: &str, model: &str, dimension: usize) -> Result<Box<dyn Model>, EmbeddingError> {
    Ok(Box::new(HttpModel::new(HttpSettings::new(base_url, model, dimension))?))
}

/// The model of a server, which this build leaves out.
#[cfg(not(feature = "http"))]
pub fn http(_: &str, _: &str, _: usize) -> Result<Box<dyn Model>, EmbeddingError> {
    Err(EmbeddingError::LeftOut { backend: "http", feature: "http-embeddings" })
}

/// The model in a folder.
#[cfg(feature = "local")]
pub fn local(folder: &Path) -> Result<Box<dyn Model>, EmbeddingError> {
    Ok(Box::new(LocalModel::load(folder)?))
}

/// The model in a folder, which this build leaves out.
#[cfg(not(feature = "local"))]
pub fn local(_: &Path) -> Result<Box<dyn Model>, EmbeddingError> {
    Err(EmbeddingError::LeftOut { backend: "local", feature: "local-embeddings" })
}

#[cfg(test)]
mod tests;
