//! Tests of `statistics`.

use super::*;

#[test]
fn figures_are_those_of_the_text() {
    let statistics = Statistics::of(["the cat the mat", "the end"]);
    let figures: HashMap<_, _> = statistics.figures().into_iter().collect();
    assert_eq!(figures["tokens a chunk"], "3");
    assert_eq!(figures["terms"], "4");
    assert_eq!(figures["terms that come once"], "75.0 %");
    assert_eq!(figures["terms that come again in their chunk"], "20.0 %");
    assert_eq!(figures["chunks with the most common term"], "100.0 %");
    assert_eq!(figures["chunks that a word of the text is in"], "75.00 %");
    let pairs: HashMap<_, _> = Statistics::of(["营收增长"]).figures().into_iter().collect();
    assert_eq!(
        (pairs["distinct words or characters a chunk"].as_str(), pairs["distinct pairs a chunk"].as_str()),
        ("4", "3")
    );
}
