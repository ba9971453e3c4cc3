//! Tests of `topology`.

use std::sync::Arc;

use super::*;
use crate::retrieval::rerank::tests::Fixed;
use crate::retrieval::rewrite::tests::rewriter;
use crate::retrieval::tests::Library;
use crate::retrieval::vector::{BruteForceVectorStore, HashingBackend, VectorChannel};

fn plain() -> HybridRetriever {
    let library = Library::of([]);
    HybridRetriever::new(Arc::clone(&library) as _, library, crate::gate::CompetitorScreen::of_nobody())
}

fn full() -> HybridRetriever {
    let vectors = VectorChannel::new(Arc::new(HashingBackend::default()), Arc::new(BruteForceVectorStore::new()));
    plain()
        .with_rewriter(Arc::new(rewriter()))
        .with_vectors(vectors)
        .with_judge(Arc::new(Fixed::new(Err(()))))
        .with_depth(7)
}

#[test]
fn the_drawing_shows_what_is_wired_and_nothing_else() {
    let ids = |retriever: &HybridRetriever| -> Vec<&str> {
        retriever.topology().stages.iter().map(|stage| stage.id).collect()
    };
    assert_eq!(ids(&plain()), ["query", "lexical", "fusion", "chunks", "link", "passages"]);
    assert_eq!(
        ids(&full()),
        ["query", "rewrite", "lexical", "embed", "vectors", "fusion", "chunks", "rerank", "link", "passages"]
    );
    let drawing = full().topology();
    let exits: Vec<&str> = drawing.stages.iter().filter(|stage| stage.exit).map(|stage| stage.id).collect();
    assert_eq!(exits, ["rerank", "link"]);
    for edge in &drawing.edges {
        let place = |id: &str| drawing.stages.iter().position(|stage| stage.id == id);
        assert!(place(edge.from).unwrap() < place(edge.to).unwrap(), "{edge:?}");
    }
    assert!(drawing.mermaid().contains("plain BM25, depth 7"));
}

#[test]
fn mermaid_and_dot_are_as_expected() {
    let drawing = plain().topology();
    assert_eq!(
        drawing.mermaid(),
        "flowchart TD\n  query[\"Query and filter\"]\n  lexical[\"Index: plain BM25, depth 1000\"]\n  \
         fusion[\"Reciprocal rank fusion, k 60\"]\n  chunks[\"Chunk store: open, active chunks\"]\n  \
         link{{\"Link: restricted candidates are dropped\"}}\n  passages[\"Passages\"]\n  query --> lexical\n  \
         lexical --> fusion\n  fusion --> chunks\n  chunks --> link\n  link --> passages\n"
    );
    assert!(drawing.dot().contains("\"link\" [label=\"Link: restricted candidates are dropped\", shape=hexagon];"));
}

#[test]
fn no_name_can_break_a_drawing() {
    let mut drawing = plain().topology();
    drawing.stages[0].label = "a\"] --> b; \\ #1\n<b>".to_owned();
    assert!(drawing.mermaid().contains(r#"query["a#quot;] --#gt; b; \ #35;1 #lt;b#gt;"]"#), "{}", drawing.mermaid());
    assert!(drawing.dot().contains(r#"[label="a\"] --> b; \\ #1 <b>"]"#), "{}", drawing.dot());
}
