//! Tests of `run`.

use super::*;

#[test]
fn the_order_is_that_of_scores_then_of_falling_names() {
    let run = Run::parse(
        "1 Q0 b 1 0.5 engine\n1 Q0 a 2 0.9 engine\n1 Q0 10 3 0.5 engine\n1 Q0 9 4 0.5 engine\n2 Q0 z 1 1 engine\n",
    )
    .unwrap();
    assert_eq!(run.ranking("1"), ["a", "b", "9", "10"]);
    assert_eq!(run.ranking("2"), ["z"]);
    assert!(run.ranking("3").is_empty());
}

#[test]
fn scores_are_compared_in_single_precision() {
    let run = Run::parse("1 Q0 a 1 0.50000000001 engine\n1 Q0 b 2 0.5 engine\n").unwrap();
    assert_eq!(run.ranking("1"), ["b", "a"]);
}

#[test]
fn names_come_back_as_they_were() {
    let run = Run::from_iter([("q 1", "年报\u{3000}50%20 a", 1.5), ("q 1", "50% %", 1.0)]);
    let text = run.lines("tag");
    assert_eq!(text, "q%201 Q0 年报%E3%80%8050%2520%20a 1 1.5 tag\nq%201 Q0 50%25%20%25 2 1 tag\n");
    assert_eq!(Run::parse(&text).unwrap(), run);
}

#[test]
fn a_line_that_is_none_is_told() {
    let message = |text: &str| Run::parse(text).unwrap_err().to_string();
    assert!(message("1 Q0 a 1 0.5 engine\n1 Q0 a\n").starts_with("line 2 "));
    assert!(message("1 Q0 a 1 best engine\n").starts_with("line 1 "));
}
