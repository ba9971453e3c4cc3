//! Why a text was not embedded. No variant holds a text, a key, or words of a service, which could repeat them.

use std::path::PathBuf;
use std::time::Duration;

/// A text could not be embedded.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EmbeddingError {
    /// No answer in time.
    #[error("the embedding service gave no answer within {after:?}; raise the time limit or try again")]
    Timeout {
        /// How long was waited in all.
        after: Duration,
    },
    /// The service could not be reached.
    #[error("the embedding service at {base_url} could not be reached; check its address and the network")]
    Unreachable {
        /// Where it was looked for, without credentials.
        base_url: String,
    },
    /// The service refused or failed.
    #[error("the embedding service answered with status {status}{}", next_step(*.status))]
    Status {
        /// HTTP status.
        status: u16,
    },
    /// The settings make no sense.
    #[error("{what}")]
    Settings {
        /// Which, and what to write instead.
        what: String,
    },
    /// The answer is not what the protocol says.
    #[error("the embedding service sent an answer that cannot be read: {what}")]
    Malformed {
        /// What is wrong with it.
        what: &'static str,
    },
    /// Vectors have another length than the settings say.
    #[error(
        "the model {model} makes vectors of {found} numbers, not {expected}; correct the dimension in the settings"
    )]
    Dimension {
        /// The model.
        model: String,
        /// As set.
        expected: usize,
        /// As received.
        found: usize,
    },
    /// A file of a local model is missing or cannot be used.
    #[error("the model file {path} cannot be used")]
    Model {
        /// The file.
        path: PathBuf,
        /// Why.
        #[source]
        cause: Box<dyn std::error::Error + Send + Sync>,
    },
    /// This build has no such back end.
    #[error(
        "{backend} embeddings are left out of this build; build with `--features {feature}`, or take [embeddings] out of engine.toml"
    )]
    LeftOut {
        /// As the settings name it.
        backend: &'static str,
        /// The engine's feature that brings it.
        feature: &'static str,
    },
    /// The local model failed.
    #[error("the embedding model failed")]
    Inference(#[source] Box<dyn std::error::Error + Send + Sync>),
}

/// What to do about an HTTP status.
fn next_step(status: u16) -> &'static str {
    match status {
        401 | 403 => "; check the key in the environment",
        404 => "; check the base URL and the model's name",
        413 => "; the texts are too long for the model",
        429 => "; too many requests, try again later",
        500.. => "; try again later",
        _ => "",
    }
}
