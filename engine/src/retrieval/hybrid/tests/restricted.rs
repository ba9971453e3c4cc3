//! No byte of a restricted document leaves retrieval, even when index and store hand it out. Restricted texts, titles,
//! names and attributes carry sentinels that stand nowhere else; everything that leaves is recorded and searched for them.

use std::sync::{Arc, Mutex};

use proptest::prelude::*;

use super::*;
use crate::provider::{LlmProvider, Message, ModelRequest, ModelTurn, ProviderError};
use crate::retrieval::rerank::ProviderListwiseJudge;
use crate::retrieval::vector::{Fingerprint, Origin, VectorEntry, VectorError};
use crate::sealed::ModelText;

/// Stands in restricted documents only. A name that no tokeniser cuts and no normalisation changes.
const SENTINEL: &str = "zqxsentinel";

/// Everything that left retrieval for a model, a backend or a vector store.
#[derive(Default)]
struct Record(Mutex<Vec<String>>);

impl Record {
    fn note(&self, what: impl Into<String>) {
        self.0.lock().unwrap().push(what.into());
    }

    fn assert_clean(&self, also: &str) {
        let noted = self.0.lock().unwrap().join("\n") + also;
        assert!(!noted.to_lowercase().contains(SENTINEL), "{noted}");
    }
}

/// A model that puts the last candidate first.
struct Reversing(Arc<Record>);

impl LlmProvider for Reversing {
    fn name(&self) -> &'static str {
        "reversing"
    }

    fn create_message(&self, request: &ModelRequest<'_>) -> Result<ModelTurn, ProviderError> {
        self.0.note(format!("{request:?}"));
        let Some(Message::User(prompt)) = request.messages.first() else { return Err(ProviderError::Malformed) };
        let numbers: Vec<String> = (1..prompt.lines().count()).rev().map(|number| number.to_string()).collect();
        Ok(ModelTurn { text: ModelText::new(format!("[{}]", numbers.join(","))), tool_calls: Vec::new() })
    }
}

/// A backend that keeps what it is given.
struct Listening(HashingBackend, Arc<Record>);

impl EmbeddingBackend for Listening {
    fn name(&self) -> &str {
        self.0.name()
    }

    fn dimension(&self) -> usize {
        self.0.dimension()
    }

    fn is_remote(&self) -> bool {
        true
    }

    fn embed(&self, texts: &[OpenText<'_>]) -> Result<Vec<Vec<f32>>, EmbeddingError> {
        for text in texts {
            self.1.note(text.whole());
        }
        self.0.embed(texts)
    }
}

/// A vector store that keeps what it is given.
struct Keeping(BruteForceVectorStore, Arc<Record>);

impl VectorStore for Keeping {
    fn describe(&self) -> String {
        self.0.describe()
    }

    fn upsert(&self, entries: &[VectorEntry]) -> Result<(), VectorError> {
        self.1.note(format!("{entries:?}"));
        self.0.upsert(entries)
    }

    fn query(&self, vector: &[f32], filter: &Filter, depth: usize) -> Result<Vec<Hit>, VectorError> {
        self.0.query(vector, filter, depth)
    }

    fn delete(&self, keys: &[ChunkKey]) -> Result<(), VectorError> {
        self.0.delete(keys)
    }

    fn count(&self) -> Result<u64, VectorError> {
        self.0.count()
    }

    fn fingerprints(&self, keys: &[ChunkKey]) -> Result<Vec<Option<Fingerprint>>, VectorError> {
        self.0.fingerprints(keys)
    }

    fn origin(&self) -> Result<Option<Origin>, VectorError> {
        self.0.origin()
    }

    fn set_origin(&self, origin: &Origin) -> Result<(), VectorError> {
        self.1.note(format!("{origin:?}"));
        self.0.set_origin(origin)
    }

    fn clear(&self) -> Result<(), VectorError> {
        self.0.clear()
    }
}

/// Words that open and restricted documents share, so that both are found together.
fn words() -> impl Strategy<Value = String> {
    let word =
        prop_oneof![Just("sales"), Just("Hong Kong"), Just("香港营收"), Just("fell"), Just("下滑"), Just("pack")];
    proptest::collection::vec(word, 1..8).prop_map(|words| words.join(" "))
}

fn documents() -> impl Strategy<Value = Vec<(String, String, bool)>> {
    proptest::collection::vec((words(), words(), any::<bool>()), 1..24)
}

fn library(documents: &[(String, String, bool)]) -> Arc<Library> {
    Library::of(documents.iter().enumerate().map(|(number, (title, text, restricted))| {
        let mark = if *restricted { SENTINEL } else { "open" };
        let sensitivity = if *restricted { CLOSED } else { OPEN };
        let (title, text) = (format!("{title} {mark}"), format!("{text}\n\n{mark} {text}"));
        let mut found = candidate(&format!("{number:02}-{mark}.md"), &title, &text, sensitivity);
        found.attributes.entity = Some("HK".to_owned());
        found.attributes.topic = restricted.then(|| SENTINEL.to_uppercase());
        found
    }))
}

/// A retriever with every stage, each of which records.
fn full(library: &Arc<Library>, record: &Arc<Record>) -> (HybridRetriever, Arc<dyn VectorStore>) {
    let backend = Arc::new(Listening(HashingBackend::default(), Arc::clone(record)));
    let store: Arc<dyn VectorStore> = Arc::new(Keeping(BruteForceVectorStore::new(), Arc::clone(record)));
    catch_up(&*backend, &*store, &**library, &mut |_, _| {}).unwrap();
    let judge = ProviderListwiseJudge::new(Arc::new(Reversing(Arc::clone(record))));
    let retriever = retriever(library)
        .with_rewriter(Arc::new(rewriter()))
        .with_vectors(VectorChannel::new(backend, Arc::clone(&store)))
        .with_judge(Arc::new(judge));
    (retriever, store)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn no_restricted_byte_leaves(documents in documents(), query in words(), top_k in 1usize..12, filtered: bool) {
        let library = library(&documents);
        let record = Arc::new(Record::default());
        let (retriever, store) = full(&library, &record);
        let filter = if filtered { Filter::none().with(Attribute::Entity, ["HK"]) } else { Filter::none() };
        let found = retriever.retrieve(&query, &filter, top_k).unwrap();
        let drawing = serde_json::to_string(&retriever.topology()).unwrap();
        record.assert_clean(&format!("{found:?}{drawing}"));
        let open = documents.iter().filter(|(_, _, restricted)| !restricted).count();
        prop_assert_eq!(store.count().unwrap(), open as u64);
        prop_assert!(found.passages.len() <= top_k.min(open));
    }

    #[test]
    fn a_document_that_becomes_restricted_loses_its_vectors(documents in documents(), restricted_later: u8) {
        let open: Vec<_> = documents.iter().map(|(title, text, _)| (title.clone(), text.clone(), false)).collect();
        let library = library(&open);
        let record = Arc::new(Record::default());
        let (retriever, store) = full(&library, &record);
        let doc = format!("{:02}-open.md", usize::from(restricted_later) % open.len());
        library.put(candidate(&doc, "Sales", "sales fell", CLOSED));
        let backend = Listening(HashingBackend::default(), Arc::clone(&record));
        let done = catch_up(&backend, &*store, &*library, &mut |_, _| {}).unwrap();
        prop_assert_eq!((done.embedded, done.dropped), (0, 1));
        prop_assert_eq!(store.count().unwrap(), open.len() as u64 - 1);
        let found = retriever.retrieve("sales", &Filter::none(), 50).unwrap();
        prop_assert!(found.passages.iter().all(|passage| passage.doc() != doc));
    }
}

#[test]
fn the_recorders_would_see_a_sentinel() {
    let documents = [("sales".to_owned(), "fell".to_owned(), false), ("sales".to_owned(), "rose".to_owned(), false)];
    let record = Arc::new(Record::default());
    let (retriever, _) = full(&library(&documents), &record);
    retriever.retrieve("sales", &Filter::none(), 5).unwrap();
    let noted = record.0.lock().unwrap().clone();
    let seen_by = |what: &str| noted.iter().filter(|noted| noted.contains(what)).count();
    assert_eq!((seen_by("VectorEntry"), seen_by("ModelRequest")), (1, 1), "{noted:?}");
    assert!(seen_by("open sales") == 0 && seen_by("open fell") >= 2, "{noted:?}");
}
