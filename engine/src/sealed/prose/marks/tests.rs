//! Tests of `marks`.

use super::*;

fn read(text: &str) -> (Vec<Vec<usize>>, usize) {
    let marks = marks(text, 5);
    (marks.iter().map(|mark| mark.passages.clone()).collect(), marks.iter().map(|mark| mark.astray).sum())
}

#[test]
fn marks_of_every_kind_are_read() {
    assert_eq!(
        read("a [1] b [2, 3] c [2-4] d 【5】 e ［１，３］ f [1][2]"),
        (vec![vec![1], vec![2, 3], vec![2, 3, 4], vec![5], vec![1, 3], vec![1], vec![2]], 0)
    );
    assert_eq!(read("[1-2, 2、5]"), (vec![vec![1, 2, 5]], 0));
}

#[test]
fn what_names_no_passage_is_counted() {
    assert_eq!(read("[0] [6] [1, 99] [4-9] [3-1]"), (vec![vec![], vec![], vec![1], vec![], vec![]], 5));
    assert_eq!(read("[99999999999999999999999999]"), (vec![vec![]], 1));
    assert_eq!(read("[1-2-3]"), (vec![vec![]], 1));
}

#[test]
fn other_brackets_are_no_marks() {
    assert_eq!(read("[a] [] [1a] (1) [x1] [-1] [1.5] 《1》"), (vec![], 0));
}

#[test]
fn a_text_without_marks_reads_on() {
    assert_eq!(without_marks("Sales fell [1]. Costs rose 【2】[3]"), "Sales fell. Costs rose");
    assert_eq!(without_marks("下降。[1] 上升。"), "下降。 上升。");
}
