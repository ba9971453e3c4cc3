//! Embeddings from a sentence-transformer of the BERT family in a local folder, computed on the processor: mean of the
//! last layer's vectors over the tokens, length 1. It downloads nothing.

use std::error::Error;
use std::path::{Path, PathBuf};

use candle_core::{D, Device, Tensor};
use candle_nn::VarBuilder;
use candle_transformers::models::bert::{BertModel, Config, DTYPE};
use serde::Deserialize;
use tokenizers::{Tokenizer, TruncationParams};

use super::{EmbeddingError, Model};

/// A model in memory. Texts are embedded one by one: padded to a common length, a text's vector would depend in its last
/// bits on the texts that happen to be beside it.
pub struct LocalModel {
    name: String,
    dimension: usize,
    tokenizer: Tokenizer,
    model: BertModel,
    weights: PathBuf,
}

/// The optional file of sentence-transformers that says how long texts may be.
#[derive(Deserialize)]
struct SentenceConfig {
    max_seq_length: usize,
}

impl LocalModel {
    /// Loads `config.json`, `tokenizer.json` and `model.safetensors` from a folder, and `sentence_bert_config.json` where
    /// there is one. The model's name holds a hash of them, so that vectors of an exchanged model are not mixed up.
    pub fn load(folder: &Path) -> Result<Self, EmbeddingError> {
        let [config_path, tokenizer_path, weights] =
            ["config.json", "tokenizer.json", "model.safetensors"].map(|file| folder.join(file));
        let config_bytes = read(&config_path)?;
        let config: Config = parsed(&config_path, &config_bytes)?;
        let tokenizer_bytes = read(&tokenizer_path)?;
        let mut tokenizer =
            Tokenizer::from_bytes(&tokenizer_bytes).map_err(|cause| unusable(&tokenizer_path, cause))?;
        let sentence_path = folder.join("sentence_bert_config.json");
        let longest = match std::fs::read(&sentence_path) {
            Ok(bytes) => parsed::<SentenceConfig>(&sentence_path, &bytes)?.max_seq_length,
            Err(_) => config.max_position_embeddings,
        };
        let max_length = longest.min(config.max_position_embeddings);
        tokenizer
            .with_padding(None)
            .with_truncation(Some(TruncationParams { max_length, ..TruncationParams::default() }))
            .map_err(|cause| unusable(&tokenizer_path, cause))?;
        let weight_bytes = read(&weights)?;
        let mut hasher = blake3::Hasher::new();
        for bytes in [&config_bytes, &tokenizer_bytes, &weight_bytes] {
            hasher.update(bytes);
        }
        let hash = hasher.update(&max_length.to_le_bytes()).finalize().to_hex();
        let folder_name = folder.file_name().unwrap_or(folder.as_os_str()).to_string_lossy();
        let name = format!("{folder_name} {}", hash.get(..12).unwrap_or_default());
        let tensors = VarBuilder::from_buffered_safetensors(weight_bytes, DTYPE, &Device::Cpu);
        let model = tensors.and_then(|tensors| BertModel::load(tensors, &config));
        let model = model.map_err(|cause| unusable(&weights, cause))?;
        Ok(Self { name, dimension: config.hidden_size, tokenizer, model, weights })
    }

    fn vector(&self, text: &str) -> Result<Vec<f32>, EmbeddingError> {
        let encoding = self.tokenizer.encode(text, true).map_err(EmbeddingError::Inference)?;
        if encoding.get_ids().is_empty() {
            return Ok(vec![0.0; self.dimension]);
        }
        let vector = self.mean(encoding.get_ids(), encoding.get_type_ids());
        vector.map_err(|cause| EmbeddingError::Inference(cause.into()))
    }

    /// The mean over all tokens, with length 1.
    fn mean(&self, ids: &[u32], types: &[u32]) -> candle_core::Result<Vec<f32>> {
        let ids = Tensor::new(ids, &Device::Cpu)?.unsqueeze(0)?;
        let types = Tensor::new(types, &Device::Cpu)?.unsqueeze(0)?;
        let mean = self.model.forward(&ids, &types, None)?.mean(1)?;
        let length = mean.sqr()?.sum_keepdim(D::Minus1)?.sqrt()?;
        mean.broadcast_div(&length)?.squeeze(0)?.to_vec1()
    }
}

impl std::fmt::Debug for LocalModel {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("LocalModel").field("name", &self.name).field("weights", &self.weights).finish_non_exhaustive()
    }
}

impl Model for LocalModel {
    fn name(&self) -> &str {
        &self.name
    }

    fn dimension(&self) -> usize {
        self.dimension
    }

    fn is_remote(&self) -> bool {
        false
    }

    fn embed(&self, texts: &[String]) -> Result<Vec<Vec<f32>>, EmbeddingError> {
        texts.iter().map(|text| self.vector(text)).collect()
    }
}

fn read(path: &Path) -> Result<Vec<u8>, EmbeddingError> {
    std::fs::read(path).map_err(|cause| unusable(path, cause))
}

fn parsed<T: serde::de::DeserializeOwned>(path: &Path, bytes: &[u8]) -> Result<T, EmbeddingError> {
    serde_json::from_slice(bytes).map_err(|cause| unusable(path, cause))
}

fn unusable(path: &Path, cause: impl Into<Box<dyn Error + Send + Sync>>) -> EmbeddingError {
    EmbeddingError::Model { path: path.to_owned(), cause: cause.into() }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod tests;
