//! Tests of `queries`.

use super::*;
use crate::words::Language;

#[test]
fn queries_have_exactly_the_wanted_terms_and_stand_in_the_corpus() {
    for language in [Language::Zh, Language::En] {
        let plan = Plan { language, chunks: 30 };
        let text: Vec<String> = Author::new(plan).documents().flat_map(|document| document.chunks).collect();
        for terms in Terms::ALL {
            let queries = cut(plan, terms, 40);
            assert_eq!(queries.len(), 40);
            for query in &queries {
                assert_eq!(count(query), terms.0, "{query}");
                assert!(text.iter().any(|chunk| chunk.contains(query)), "{query}");
            }
            assert_eq!(queries, cut(plan, terms, 40));
        }
    }
}

#[test]
fn spans_end_at_words() {
    assert_eq!(span("one two, three four", 3), Some("one two, three"));
    assert_eq!(span("营收增长，多少", 6), None, "1, 3, 5, 7: a run of Chinese has an odd number of terms");
    assert_eq!(span("营收，多少", 6), None, "the end of a chunk is no end of a word");
    assert_eq!(span("营收，多少。", 6), Some("营收，多少"));
}
