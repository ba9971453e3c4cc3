//! Tests of `support`.

use super::*;

#[test]
fn stop_words_are_sorted_for_the_search() {
    assert!(STOP_WORDS.is_sorted());
}

#[test]
fn a_point_in_a_number_ends_no_sentence_and_a_citation_stays_with_the_sentence_before_it() {
    let prose = "It rose to 12.5. [1] It fell.[2]新业务增长。【3】原因不明；另一句\n最后; see No. 4. [4]";
    let expected =
        ["It rose to 12.5. [1]", "It fell.[2]", "新业务增长。【3】", "原因不明；另一句", "最后; see No. 4. [4]"];
    assert_eq!(split(prose), expected);
}

#[test]
fn words_are_words_of_three_letters_and_ideographs_come_in_pairs() {
    let tokens = tokens("The group's margin, at 5 HQ; 新业务价值（来源：a）");
    let expected = ["group", "margin", "业务", "价值", "务价", "新业"];
    assert_eq!(tokens.iter().map(String::as_str).collect::<Vec<_>>(), expected);
}
