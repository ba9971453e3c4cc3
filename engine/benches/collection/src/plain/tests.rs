//! Tests of `plain`.

use super::*;

/// Three documents of 4, 2 and 6 tokens, 4 on average. With k1 = 1.5 and b = 0.75, what lengths do to a count is
/// 1.5 · (0.25 + 0.75 · length / 4): 1.5, 0.9375 and 2.0625.
fn scores(query: &str) -> Vec<(usize, f64)> {
    let mut plain = Plain::new(Analyzer::Standard);
    for text in ["wing wing flow heat", "wing flow", "heat heat heat Mach mach number"] {
        plain.add(text);
    }
    let mut found = plain.search(query);
    found.sort_by_key(|(document, _)| *document);
    found
}

fn assert_scores(query: &str, shall: &[(usize, f64)]) {
    let is = scores(query);
    let is_near =
        |((a, score_a), (b, score_b)): (&(usize, f64), &(usize, f64))| a == b && (score_a - score_b).abs() < 1e-9;
    assert!(is.len() == shall.len() && is.iter().zip(shall).all(is_near), "{query}: {is:?} and not {shall:?}");
}

#[test]
fn scores_are_those_reckoned_by_hand() {
    assert_eq!((K1, B), (1.5, 0.75), "the figures below are reckoned with these");
    // `wing` in 2 of 3: idf = ln(1 + 1.5/2.5) = 0.4700036292. 0.47… · 2·2.5/3.5 and 0.47… · 2.5/1.9375.
    assert_scores("Wing", &[(0, 0.671_433_756_1), (1, 0.606_456_295_8)]);
    // `mach` in 1 of 3: idf = ln(1 + 2.5/1.5) = 0.9808292530; 0.98… · 2·2.5/4.0625.
    assert_scores("mach?", &[(2, 1.207_174_465_2)]);
    // A token that stands twice in the query counts twice; one that stands nowhere counts nothing.
    assert_scores("mach number mach zeppelin", &[(2, 2.0 * 1.207_174_465_2 + 0.800_676_941_2)]);
    assert_scores("zeppelin", &[]);
}
