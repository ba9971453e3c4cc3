//! The local model with random weights: what its vectors depend on, and broken files.

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
fn model_folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("config.json"), CONFIG).unwrap();
    std::fs::write(folder.path().join("tokenizer.json"), TOKENIZER).unwrap();
    let weights = VarMap::new();
    let builder = VarBuilder::from_varmap(&weights, DType::F32, &Device::Cpu);
    BertModel::load(builder, &serde_json::from_str(CONFIG).unwrap()).unwrap();
    weights.save(folder.path().join("model.safetensors")).unwrap();
    folder
}

fn embed(model: &LocalModel, texts: &[&str]) -> Vec<Vec<f32>> {
    let texts: Vec<String> = texts.iter().map(|text| (*text).to_owned()).collect();
    model.embed(&texts).unwrap()
}

#[test]
fn a_vector_is_the_mean_over_the_tokens_with_length_one() {
    let folder = model_folder();
    let model = LocalModel::load(folder.path()).unwrap();
    assert_eq!((model.dimension(), model.is_remote()), (12, false));
    let vectors = embed(&model, &["Sales fell", "rose", "sales fell in 香港 rose rose", ""]);
    let length = |vector: &[f32]| vector.iter().map(|value| value * value).sum::<f32>();
    assert!(vectors[..3].iter().all(|vector| (length(vector) - 1.0).abs() < 1e-5));
    assert!(vectors[3].iter().all(|value| *value == 0.0));
    let ids = Tensor::new(&[[2u32, 3]], &Device::Cpu).unwrap();
    let layer = model.model.forward(&ids, &ids.zeros_like().unwrap(), None).unwrap();
    let tokens: Vec<Vec<f32>> = layer.squeeze(0).unwrap().to_vec2().unwrap();
    let mean: Vec<f32> = tokens[0].iter().zip(&tokens[1]).map(|(a, b)| (a + b) / 2.0).collect();
    for (found, mean_value) in vectors[0].iter().zip(&mean) {
        assert!((found - mean_value / length(&mean).sqrt()).abs() < 1e-5);
    }
}

#[test]
fn a_vector_depends_on_its_own_text_alone() {
    let folder = model_folder();
    let model = LocalModel::load(folder.path()).unwrap();
    let together = embed(&model, &["sales fell", "sales fell in 香港 and much else that is cut off", "rose"]);
    assert_eq!(together[0], embed(&model, &["SALES  fell"])[0]);
    assert_ne!(together[0], together[2]);
    let again = LocalModel::load(folder.path()).unwrap();
    assert_eq!((again.name(), embed(&again, &["rose"])[0].clone()), (model.name(), together[2].clone()));
    assert_ne!(LocalModel::load(model_folder().path()).unwrap().name(), model.name());
}

#[test]
fn a_missing_or_broken_file_is_named() {
    for file in ["config.json", "tokenizer.json", "model.safetensors"] {
        let folder = model_folder();
        std::fs::write(folder.path().join(file), "{").unwrap();
        let error = LocalModel::load(folder.path()).unwrap_err();
        assert!(matches!(&error, EmbeddingError::Model { path, .. } if path.ends_with(file)), "{error}");
        std::fs::remove_file(folder.path().join(file)).unwrap();
        assert!(LocalModel::load(folder.path()).unwrap_err().to_string().contains(file));
    }
}
