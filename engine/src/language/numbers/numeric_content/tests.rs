//! Tests of `numeric_content`.

use super::speaks_of_numbers;

#[test]
fn every_way_to_write_a_number_is_seen() {
    for text in [
        "1",
        "１２",
        "٣",
        "四百万",
        "壹佰",
        "Ⅳ",
        "½",
        "²",
        "①",
        "twenty-one",
        "Millions of",
        "a HALF",
        "ｔｗｏ",
        "两成",
        "5%",
        "sixties",
        "t\u{200B}wo",
        "约twenty个",
        "ºTwenty",
    ] {
        assert!(speaks_of_numbers(text), "{text}");
    }
}

#[test]
fn a_text_without_numbers_passes() {
    for text in ["", "I cannot find that.", "没有找到相关数据。", "often", "someone tends to"] {
        assert!(!speaks_of_numbers(text), "{text}");
    }
}
