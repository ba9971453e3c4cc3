//! What the whole search finds, hands on and never shows.

mod caught_up;
mod restricted;

use std::sync::Arc;

use super::*;
use crate::passage::tests::candidate;
use crate::passage::{Candidate, OpenText, Passage};
use crate::profile::Sensitivity;
use crate::retrieval::NarrativeRetriever;
use crate::retrieval::filter::Attribute;
use crate::retrieval::rewrite::tests::rewriter;
use crate::retrieval::tests::Library;
use crate::retrieval::vector::{
    BruteForceVectorStore, EmbeddingBackend, EmbeddingError, HashingBackend, VectorStore, catch_up,
};

const OPEN: Sensitivity = Sensitivity::Internal;
const CLOSED: Sensitivity = Sensitivity::Restricted;

fn about(doc: &str, entity: Option<&str>, period: Option<&str>, text: &str) -> Candidate {
    let mut found = candidate(doc, doc, text, OPEN);
    found.attributes.entity = entity.map(str::to_owned);
    found.attributes.period = period.map(str::to_owned);
    found
}

fn retriever(library: &Arc<Library>) -> HybridRetriever {
    HybridRetriever::new(
        Arc::clone(library) as Arc<dyn LexicalIndex>,
        Arc::clone(library) as Arc<dyn ChunkSource>,
        crate::gate::CompetitorScreen::of_nobody(),
    )
}

fn docs(passages: &[Passage]) -> Vec<&str> {
    passages.iter().map(Passage::doc).collect()
}

/// A backend whose service is down.
struct Down;

impl EmbeddingBackend for Down {
    fn name(&self) -> &'static str {
        "down"
    }

    fn dimension(&self) -> usize {
        2
    }

    fn is_remote(&self) -> bool {
        true
    }

    fn embed(&self, _: &[OpenText<'_>]) -> Result<Vec<Vec<f32>>, EmbeddingError> {
        Err(EmbeddingError::Status { status: 503 })
    }
}

#[test]
fn words_of_the_other_language_are_found_through_the_profile() {
    let library = Library::of([
        about("en.md", None, None, "Sales in Hong Kong fell after visitors stayed away."),
        about("other.md", None, None, "Lunch is served at noon."),
    ]);
    let question = "为什么香港营收下滑";
    assert!(retriever(&library).retrieve(question, &Filter::none(), 5).unwrap().passages.is_empty());
    let found = retriever(&library).with_rewriter(Arc::new(rewriter())).retrieve(question, &Filter::none(), 5).unwrap();
    assert_eq!(docs(&found.passages), ["en.md"]);
    assert_eq!((found.steps.admitted, found.steps.fused, found.steps.queries.len()), (2, 1, 4));
    assert_eq!(found.passages[0].scores().bm25, None, "the original query did not find it");
}

#[test]
fn by_words_alone_the_order_is_that_of_the_index() {
    let texts = ["sales sales sales", "sales", "sales fell", "nothing", "sales"];
    let library = Library::of((0..).zip(texts).map(|(n, text)| about(&format!("{n}.md"), None, None, text)));
    let hits = library.search("sales", &Filter::none(), 10).unwrap();
    let found = retriever(&library).search("sales", &Filter::none(), 10).unwrap();
    let scores: Vec<f64> = found.candidates.iter().filter_map(|found| found.found().scores.bm25).collect();
    assert_eq!(scores, hits.iter().map(|hit| hit.score).collect::<Vec<_>>());
    for top_k in 0..6 {
        let first = retriever(&library).retrieve("sales", &Filter::none(), top_k).unwrap();
        assert_eq!(first.passages.len(), top_k.min(4));
    }
}

#[test]
fn ties_across_rankings_are_broken_by_chunk_id() {
    // The rewriting ranks b before a, the original a before b: both have ranks 1 and 2.
    let library = Library::of([
        about("b.md", None, None, "Hong Kong Revenue Hong Kong Revenue x"),
        about("a.md", None, None, "香港营收香港营收 Hong Kong x y z"),
        about("c.md", None, None, "香港 Hong Kong sales and a lot more that is beside the point"),
    ]);
    let retriever = retriever(&library).with_rewriter(Arc::new(rewriter()));
    let all = retriever.search("香港营收", &Filter::none(), 3).unwrap().candidates;
    let one = retriever.search("香港营收", &Filter::none(), 1).unwrap().candidates;
    assert_eq!(all[0].found().chunk.id, one[0].found().chunk.id, "the cut does not change the order");
    let place = |found: &Vetted| (found.found().scores.fused, found.found().chunk.id.clone());
    assert!(all.iter().map(place).is_sorted_by(|(a, first), (b, second)| (b, first) <= (a, second)));
}

#[test]
fn a_filter_that_admits_nothing_gives_up_the_period_before_the_entity() {
    let library = Library::of([
        about("hk.md", Some("HK"), Some("2023"), "sales fell"),
        about("cn.md", Some("CN"), Some("2024"), "sales fell"),
    ]);
    let ask = |entity: &str, period: &str| {
        let filter = Filter::none().with(Attribute::Entity, [entity]).with(Attribute::Period, [period]);
        let found = retriever(&library).retrieve("sales", &filter, 5).unwrap();
        (docs(&found.passages).join(" "), found.relaxed, found.steps.admitted)
    };
    assert_eq!(ask("HK", "2023"), ("hk.md".to_owned(), vec![], 1));
    assert_eq!(ask("HK", "2024"), ("hk.md".to_owned(), vec![Attribute::Period], 1));
    let everything = vec![Attribute::Entity, Attribute::Period];
    assert_eq!(ask("XX", "2024"), ("cn.md hk.md".to_owned(), everything, 2));
    let filter = Filter::none().with(Attribute::Period, ["1999"]);
    assert_eq!(retriever(&library).retrieve("sales", &filter, 5).unwrap().relaxed, [Attribute::Period]);
    let exact = retriever(&library).retrieve_exactly("sales", &filter, 5).unwrap();
    assert!(exact.passages.is_empty() && exact.relaxed.is_empty());
}

#[test]
fn an_empty_library_says_so() {
    let library = Library::of([]);
    assert!(retriever(&library).is_empty().unwrap());
    let filter = Filter::none().with(Attribute::Entity, ["HK"]);
    let found = retriever(&library).retrieve("sales", &filter, 5).unwrap();
    assert_eq!((found.passages.len(), found.relaxed), (0, vec![Attribute::Entity]));
    library.put(about("a.md", None, None, "words"));
    assert!(!retriever(&library).is_empty().unwrap());
}

#[test]
fn vectors_add_a_ranking_and_are_left_out_when_they_fail() {
    let library =
        Library::of([about("a.md", None, None, "sales fell"), about("b.md", None, None, "sales fell and rose again")]);
    let store = Arc::new(BruteForceVectorStore::new());
    let backend = Arc::new(HashingBackend::default());
    catch_up(&*backend, &*store, &*library, &mut |_, _| {}).unwrap();
    let both =
        retriever(&library).with_vectors(VectorChannel::new(backend, Arc::clone(&store) as Arc<dyn VectorStore>));
    let found = both.retrieve("sales fell", &Filter::none(), 5).unwrap();
    assert_eq!((docs(&found.passages), found.steps.vectors), (vec!["a.md", "b.md"], Some(true)));
    let scores = found.passages[0].scores();
    assert!(scores.vector.is_some_and(|cosine| cosine > 0.7) && scores.fused > 2.0 / 61.1, "{scores:?}");
    let down = retriever(&library).with_vectors(VectorChannel::new(Arc::new(Down), store));
    let found = down.retrieve("sales fell", &Filter::none(), 5).unwrap();
    assert_eq!((found.passages.len(), found.steps.vectors), (2, Some(false)));
    assert!(matches!(down.retrieve_exactly("sales", &Filter::none(), 5), Err(SearchError::Vectors(_))));
}

#[test]
fn a_long_query_is_searched_like_any_other() {
    let library = Library::of([about("a.md", None, None, "sales fell in Hong Kong")]);
    let query = "香港营收 ".repeat(8_000);
    assert!(query.len() > 100_000);
    let found = retriever(&library).with_rewriter(Arc::new(rewriter())).retrieve(&query, &Filter::none(), 5).unwrap();
    assert_eq!(docs(&found.passages), ["a.md"]);
}

#[test]
fn restricted_candidates_never_push_open_ones_out() {
    let library = Library::of((0..9).map(|n| {
        let sensitivity = if n < 6 { CLOSED } else { OPEN };
        candidate(&format!("{n}.md"), "Sales", "sales", sensitivity)
    }));
    let found = retriever(&library).retrieve("sales", &Filter::none(), 2).unwrap();
    assert_eq!(docs(&found.passages), ["6.md", "7.md"]);
}
