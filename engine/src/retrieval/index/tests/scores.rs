//! Scores and ranks.

use proptest::prelude::*;

use super::memory::MemoryStore;
use super::{Draw, QUERIES, agree, everything, filters, stocked};
use crate::document::Attributes;
use crate::profile::Analyzer;
use crate::retrieval::filter::Filter;
use crate::retrieval::index::{Index, IndexBuilder};
use crate::retrieval::store::ChunkSource as _;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn any_history_scores_as_the_reference_does(seed: u64, steps in 1_u64..20, english: bool) {
        let analyzer = if english { Analyzer::English } else { Analyzer::Standard };
        let (store, mut draw) = (MemoryStore::default(), Draw(seed | 1));
        let index = Index::in_memory(&store, analyzer).unwrap();
        for _ in 0..steps {
            let count = 1 + draw.below(6);
            draw.change(&store, count, 12);
            index.refresh(&store).unwrap();
        }
        agree(&index, &store, analyzer);
        let fresh = Index::in_memory(&store, analyzer).unwrap();
        prop_assert_eq!(everything(&index), everything(&fresh), "the same bits, however it came about");
    }

    #[test]
    fn segments_and_threads_change_no_bit(seed: u64, tokens in 1_usize..3_000) {
        let store = stocked(seed, 40, 30);
        let whole = Index::in_memory(store.as_ref(), Analyzer::Standard).unwrap();
        let mut builder = IndexBuilder::in_memory(Analyzer::Standard).holding(tokens);
        for (doc, document) in store.active() {
            builder.add(doc, document).unwrap();
        }
        let cut = builder.finish(store.state().unwrap()).unwrap();
        prop_assert_eq!(everything(&whole), everything(&cut));
    }
}

/// Long lists: many blocks, many windows, removed chunks in them.
#[test]
fn large_segments_score_as_the_reference_does() {
    let (store, mut draw) = (MemoryStore::default(), Draw(0x9E37_79B9_7F4A_7C15));
    draw.change(&store, 80, 600);
    let index = Index::in_memory(&store, Analyzer::Standard).unwrap();
    assert!(index.admitted(&Filter::none()).unwrap() > 3 * 2048);
    agree(&index, &store, Analyzer::Standard);
    draw.change(&store, 12, 400);
    index.refresh(&store).unwrap();
    agree(&index, &store, Analyzer::Standard);
}

#[test]
fn equal_scores_rank_by_chunk_id_whatever_the_segment() {
    let store = MemoryStore::default();
    let index = Index::in_memory(&store, Analyzer::Standard).unwrap();
    for name in ["m", "c", "x", "a", "k"] {
        store.put(name, "", Attributes::default(), &["same".into(), "same".into()]);
        index.refresh(&store).unwrap();
    }
    let keys: Vec<i64> = index.search("same", &Filter::none(), 7).unwrap().iter().map(|hit| hit.key).collect();
    assert_eq!(keys, [7, 8, 3, 4, 9, 10, 1], "a, c, k, m");
}

#[test]
fn titles_count_twice_and_pair_with_no_text() {
    let store = MemoryStore::default();
    store.put("a", "利润", Attributes::default(), &["增长".into()]);
    store.put("b", "无关", Attributes::default(), &["利润 增长 利润".into()]);
    let index = Index::in_memory(&store, Analyzer::Standard).unwrap();
    assert_eq!(index.search("润增", &Filter::none(), 9).unwrap().len(), 2, "the characters are in both");
    let best = |query: &str| index.search(query, &Filter::none(), 9).unwrap()[0].key;
    assert_eq!(best("利润"), 1, "as often, and in fewer tokens");
    agree(&index, &store, Analyzer::Standard);
}

#[test]
fn an_empty_index_and_empty_queries_find_nothing() {
    let store = MemoryStore::default();
    let index = Index::in_memory(&store, Analyzer::Standard).unwrap();
    agree(&index, &store, Analyzer::Standard);
    store.put("a", "", Attributes::default(), &["...".into(), "word".into()]);
    index.refresh(&store).unwrap();
    assert!(index.search("", &Filter::none(), 9).unwrap().is_empty());
    assert!(index.search("word", &Filter::none(), 0).unwrap().is_empty());
    assert_eq!(index.search("word", &Filter::none(), 9).unwrap().len(), 1);
    store.remove("a");
    index.refresh(&store).unwrap();
    agree(&index, &store, Analyzer::Standard);
}

#[test]
fn a_query_of_a_hundred_kilobytes_is_answered_exactly() {
    let store = stocked(7, 40, 20);
    let index = Index::in_memory(store.as_ref(), Analyzer::Standard).unwrap();
    let mut draw = Draw(99);
    let mut query = String::new();
    while query.len() < 100_000 {
        query.push_str(&draw.text(50));
    }
    for filter in filters() {
        let expected = super::reference::search(&store, &query, &filter, Analyzer::Standard);
        let hits = index.search(&query, &filter, 20).unwrap();
        super::reference::assert_same(&hits, &expected, 20);
    }
    assert!(QUERIES.iter().all(|query| query.len() < 100));
}
