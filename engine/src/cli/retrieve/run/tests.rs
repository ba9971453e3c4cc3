//! Tests of `run`.

use super::*;

#[test]
fn scores_fall_strictly_in_single_precision() {
    let scores = [0.5, 0.5, 0.5, 0.499_999_999, 1e-9, 0.0, -1.0];
    let text = lines("q 1", scores.iter().map(|score| ("d".to_owned(), *score)));
    let read: Vec<f32> = text.lines().filter_map(|line| line.split(' ').nth(4)?.parse().ok()).collect();
    assert_eq!(read.len(), scores.len());
    assert!(read.windows(2).all(|pair| pair[0] > pair[1]), "{text}");
    assert!(text.starts_with("q%201 Q0 d 1 0.5 engine\nq%201 Q0 d 2 0.49999997 engine\n"), "{text}");
}

#[test]
fn a_name_is_one_field_and_two_names_are_two() {
    assert_eq!(field("年报 2024.md"), "年报%202024.md");
    assert_eq!(field("a\u{3000}b\n%20"), "a%E3%80%80b%0A%2520");
}
