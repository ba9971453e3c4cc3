//! Tests of `table`.

use super::*;

fn comparison(ours: f64, plain: f64) -> Comparison {
    let quality = |ndcg_10| Quality { ndcg_10, recall_100: 0.75 };
    let ingested = Ingested { documents: 12, restricted: 1, bad: 2, chunks: 30 };
    let title = "wings: 14 documents, 3 judged queries".to_owned();
    Comparison { title, analyzer: "standard", ingested, ours: quality(ours), plain: quality(plain) }
}

#[test]
fn a_hundredth_below_plain_is_met_and_more_is_missed() {
    assert!(comparison(0.5, 0.4).is_met());
    assert!(comparison(0.3401, 0.35).is_met());
    assert!(!comparison(0.3399, 0.35).is_met());
    assert!(!comparison(f64::NAN, 0.35).is_met());
}

#[test]
fn figures_stand_side_by_side_with_what_was_left_out() {
    let text = render(&comparison(0.3, 0.35));
    assert!(text.starts_with(
        "wings: 14 documents, 3 judged queries; standard analyzer\n  the engine has 12 documents in 30 chunks, \
             2 records left out, 1 of them restricted and never found\n"
    ));
    let line = |name: &str| text.lines().find(|line| line.contains(name)).map(|line| line.split_whitespace().collect());
    assert_eq!(line("nDCG"), Some(vec!["nDCG@10", "0.3000", "0.3500", "-0.0500", "≥", "-0.0100", "missed"]));
    assert_eq!(line("recall"), Some(vec!["recall@100", "0.7500", "0.7500", "+0.0000"]));
}
