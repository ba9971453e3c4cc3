//! Tests of `lexicon`.

use super::*;

fn lexicon(terms: &[&'static str]) -> Lexicon<&'static str> {
    let mut builder = LexiconBuilder::default();
    for term in terms {
        builder.add(term, *term);
    }
    builder.build().unwrap()
}

fn found(terms: &[&'static str], text: &str) -> Vec<&'static str> {
    lexicon(terms).find(TextView::new(text).text(), &[]).into_iter().map(|m| m.tag).collect()
}

#[test]
fn latin_terms_match_whole_words_only() {
    assert!(found(&["roe"], "our heroes").is_empty());
    assert!(found(&["cn"], "a concern").is_empty());
    assert_eq!(found(&["roe"], "香港ROE是多少"), ["roe"]);
    assert!(found(&["cn"], "ACME_CN").is_empty());
}

#[test]
fn the_longest_term_wins() {
    assert_eq!(found(&["中国", "中国香港", "香港"], "中国香港和中国"), ["中国香港", "中国"]);
    assert_eq!(found(&["revenue", "net revenue"], "Net  Revenue, revenue"), ["net revenue", "revenue"]);
}

#[test]
fn the_edge_of_a_taken_span_is_the_edge_of_a_word() {
    let lexicon = lexicon(&["hk"]);
    assert!(lexicon.find("hk2024", &[]).is_empty());
    let year = [std::ops::Range { start: 2, end: 6 }];
    assert_eq!(lexicon.find("hk2024", &year).len(), 1);
}
