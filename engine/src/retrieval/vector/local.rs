//! Embeddings from a sentence-transformer of the BERT family in a local folder, computed on the processor: mean of the
//! last layer's vectors over the tokens, length 1. It downloads nothing.

use std::error::Error;
use std::path::{Path, PathBuf};

use candle_core::{D, Device, Tensor};
use candle_nn::VarBuilder;
use candle_transformers::models::bert::{BertModel, Config, DTYPE};
use serde::Deserialize;
use tokenizers::{Tokenizer, TruncationParams};

use super::{EmbeddingBackend, EmbeddingError};
use crate::passage::OpenText;

/// A model in memory. Texts are embedded one by one: padded to a common length, a text's vector would depend in its last
/// bits on the texts that happen to be beside it.
pub struct LocalBackend {
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

impl LocalBackend {
    /// Loads `config.json`, `tokenizer.json` and `model.safetensors` from a folder, and `sentence_bert_config.json` where
    /// there is one. The backend's name holds a hash of them, so that vectors of an exchanged model are not mixed up.
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

impl std::fmt::Debug for LocalBackend {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("LocalBackend").field("name", &self.name).field("weights", &self.weights).finish_non_exhaustive()
    }
}

impl EmbeddingBackend for LocalBackend {
    fn name(&self) -> &str {
        &self.name
    }

    fn dimension(&self) -> usize {
        self.dimension
    }

    fn is_remote(&self) -> bool {
        false
    }

    fn embed(&self, texts: &[OpenText<'_>]) -> Result<Vec<Vec<f32>>, EmbeddingError> {
        texts.iter().map(|text| self.vector(&text.whole())).collect()
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
mod tests {
    use candle_core::DType;
    use candle_nn::VarMap;

    use super::*;

    const CONFIG: &str = r#"{"vocab_size": 8, "hidden_size": 12, "num_hidden_layers": 2, "num_attention_heads": 3,
        "intermediate_size": 16, "hidden_act": "gelu", "hidden_dropout_prob": 0.1, "max_position_embeddings": 6,
        "type_vocab_size": 2, "initializer_range": 0.02, "layer_norm_eps": 1e-12, "pad_token_id": 0,
        "position_embedding_type": "absolute", "use_cache": true, "model_type": "bert"}"#;

    const TOKENIZER: &str = r#"{"version": "1.0", "truncation": null,
        "padding": {"strategy": {"Fixed": 6}, "direction": "Right", "pad_to_multiple_of": null, "pad_id": 0,
                    "pad_type_id": 0, "pad_token": "[PAD]"},
        "added_tokens": [], "normalizer": {"type": "Lowercase"}, "pre_tokenizer": {"type": "Whitespace"},
        "post_processor": null, "decoder": null,
        "model": {"type": "WordLevel", "unk_token": "[UNK]",
                  "vocab": {"[PAD]": 0, "[UNK]": 1, "sales": 2, "fell": 3, "in": 4, "香港": 5, "rose": 6}}}"#;

    /// A folder with a tiny model of random weights.
    fn model() -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("config.json"), CONFIG).unwrap();
        std::fs::write(folder.path().join("tokenizer.json"), TOKENIZER).unwrap();
        let weights = VarMap::new();
        let builder = VarBuilder::from_varmap(&weights, DType::F32, &Device::Cpu);
        BertModel::load(builder, &serde_json::from_str(CONFIG).unwrap()).unwrap();
        weights.save(folder.path().join("model.safetensors")).unwrap();
        folder
    }

    fn embed(backend: &LocalBackend, texts: &[&str]) -> Vec<Vec<f32>> {
        let texts: Vec<OpenText<'_>> = texts.iter().copied().map(OpenText::question).collect();
        backend.embed(&texts).unwrap()
    }

    #[test]
    fn a_vector_is_the_mean_over_the_tokens_with_length_one() {
        let folder = model();
        let backend = LocalBackend::load(folder.path()).unwrap();
        assert_eq!((backend.dimension(), backend.is_remote()), (12, false));
        let vectors = embed(&backend, &["Sales fell", "rose", "sales fell in 香港 rose rose", ""]);
        let length = |vector: &[f32]| vector.iter().map(|value| value * value).sum::<f32>();
        assert!(vectors[..3].iter().all(|vector| (length(vector) - 1.0).abs() < 1e-5));
        assert!(vectors[3].iter().all(|value| *value == 0.0));
        let ids = Tensor::new(&[[2u32, 3]], &Device::Cpu).unwrap();
        let layer = backend.model.forward(&ids, &ids.zeros_like().unwrap(), None).unwrap();
        let tokens: Vec<Vec<f32>> = layer.squeeze(0).unwrap().to_vec2().unwrap();
        let mean: Vec<f32> = tokens[0].iter().zip(&tokens[1]).map(|(a, b)| (a + b) / 2.0).collect();
        for (found, mean_value) in vectors[0].iter().zip(&mean) {
            assert!((found - mean_value / length(&mean).sqrt()).abs() < 1e-5);
        }
    }

    #[test]
    fn a_vector_depends_on_its_own_text_alone() {
        let folder = model();
        let backend = LocalBackend::load(folder.path()).unwrap();
        let together = embed(&backend, &["sales fell", "sales fell in 香港 and much else that is cut off", "rose"]);
        assert_eq!(together[0], embed(&backend, &["SALES  fell"])[0]);
        assert_ne!(together[0], together[2]);
        let again = LocalBackend::load(folder.path()).unwrap();
        assert_eq!((again.name(), embed(&again, &["rose"])[0].clone()), (backend.name(), together[2].clone()));
        assert_ne!(LocalBackend::load(model().path()).unwrap().name(), backend.name());
    }

    #[test]
    fn a_missing_or_broken_file_is_named() {
        for file in ["config.json", "tokenizer.json", "model.safetensors"] {
            let folder = model();
            std::fs::write(folder.path().join(file), "{").unwrap();
            let error = LocalBackend::load(folder.path()).unwrap_err();
            assert!(matches!(&error, EmbeddingError::Model { path, .. } if path.ends_with(file)), "{error}");
            std::fs::remove_file(folder.path().join(file)).unwrap();
            assert!(LocalBackend::load(folder.path()).unwrap_err().to_string().contains(file));
        }
    }
}
