//! Tests of `sentences`.

use super::*;

#[track_caller]
fn check(text: &str, expected: &[&str]) {
    assert_eq!(sentences(text).collect::<Vec<_>>(), expected);
}

#[test]
fn sentences_end_where_a_reader_ends_them() {
    check("Sales fell to 1,320.50. Costs rose.", &["Sales fell to 1,320.50.", "Costs rose."]);
    check("营收为1,320.50百万美元。成本上升！为什么？", &["营收为1,320.50百万美元。", "成本上升！", "为什么？"]);
    check("他说：“下降。”然后离开。", &["他说：“下降。”", "然后离开。"]);
    check("Heading\n\nOne line\nTwo. Three", &["Heading", "One line", "Two.", "Three"]);
    check("", &[]);
    check(" \n . ", &["."]);
}

#[test]
fn abbreviations_initials_and_item_numbers_end_nothing() {
    check("Mr. Chan left.", &["Mr. Chan left."]);
    check("See No. 5, e.g. Acme Ltd. Hong Kong.", &["See No. 5, e.g. Acme Ltd. Hong Kong."]);
    check("J. Smith joined. He stays.", &["J. Smith joined.", "He stays."]);
    check("1. Sales fell. 2. Costs rose.", &["1. Sales fell.", "2.", "Costs rose."]);
}

#[test]
fn every_character_but_white_space_at_the_ends_is_kept() {
    let text = "甲。乙！ Dr. X said 3.5%. Then… nothing\n再见";
    let kept: String = sentences(text).flat_map(|s| s.chars().filter(|c| !c.is_whitespace())).collect();
    assert_eq!(kept, text.chars().filter(|c| !c.is_whitespace()).collect::<String>());
}

#[test]
fn where_something_is_taken_from_is_no_account() {
    for line in
        ["Source: Group Finance, page 3.", "数据来源：集团财务部", "（资料来源：年报）", "*Sources : annual report*"]
    {
        assert!(is_attribution(line), "{line}");
    }
    assert!(!is_attribution("The source of the rise is demand.") && !is_attribution("来源是需求。"));
}

#[test]
fn a_heading_is_not_closed() {
    assert!(is_closed("He left.”") && is_closed("结束。"));
    assert!(!is_closed("香港业务") && !is_closed("Outlook"));
}
