//! Every form of a number is found, whole, and ordinary words are left alone.
#![allow(clippy::unwrap_used)]

use proptest::prelude::*;
use rust_decimal::Decimal;

use super::{Form, find};

fn texts(text: &str) -> Vec<String> {
    find(text).into_iter().map(|numeral| numeral.text).collect()
}

/// The one numeral of the text, as its value reads; `?` when it states no plain decimal.
fn value(text: &str) -> String {
    let found = find(text);
    assert_eq!(found.len(), 1, "{text}: {found:?}");
    found[0].value.map_or_else(|| "?".to_owned(), |value| value.to_string())
}

#[test]
fn digits_are_whole_tokens() {
    assert_eq!(texts("1320, 13200 and 1,320.50."), ["1320", "13200", "1,320.50"]);
    assert_eq!(texts("1,32 或 12,3456"), ["1", "32", "12", "3456"]);
    assert_eq!(texts("2022-2024 A-12 v2"), ["2022", "2024", "12", "2"]);
}

#[test]
fn digits_of_every_script_and_sign_count() {
    for (text, stated) in [
        ("共３２０．５０元", "320.50"),
        ("१२३", "123"),
        ("٣٢٠", "320"),
        ("𝟏𝟐", "12"),
        ("为-0.070", "-0.070"),
        ("：−12.5", "-12.5"),
        ("负12.5", "-12.5"),
        ("1.32e3", "?"),
        ("1E+5", "?"),
        ("½", "?"),
        ("④", "?"),
        ("Ⅷ", "?"),
        ("12345678901234567890123456789012345", "?"),
    ] {
        assert_eq!(value(text), stated, "{text}");
    }
}

#[test]
fn chinese_numerals_count() {
    for (text, stated) in [
        ("一千三百二十", "1320"),
        ("壹仟叁佰贰拾", "1320"),
        ("二〇二四", "2024"),
        ("十二", "12"),
        ("两亿零五万", "200050000"),
        ("三点一四", "3.14"),
        ("负五", "-5"),
        ("三千万", "30000000"),
        ("廿", "20"),
    ] {
        assert_eq!(value(text), stated, "{text}");
    }
    assert_eq!(find("增长三成")[0].form, Form::Chinese);
    assert_eq!(texts("百分之十五"), ["百", "十五"]);
}

#[test]
fn ordinary_chinese_words_state_no_number() {
    for text in ["口径一致", "统一", "请稍等一下", "第三方", "万一", "零售渠道", "进一步说明", "四舍五入"]
    {
        assert_eq!(texts(text), [""; 0], "{text}");
    }
}

#[test]
fn a_number_beside_an_ordinary_word_is_still_seen() {
    assert_eq!(texts("统一为三百"), ["三百"]);
    assert_eq!(texts("三一致"), ["三"]);
    assert_eq!(texts("一个、两次"), ["一", "两"]);
}

#[test]
fn english_number_words_count() {
    for (text, stated) in [
        ("twenty-five", "25"),
        ("Twenty Five", "25"),
        ("twentyfive", "25"),
        ("one thousand three hundred and twenty", "1320"),
        ("two million", "2000000"),
        ("third", "3"),
        ("ｔｗｅｌｖｅ", "12"),
        ("a dozen", "12"),
    ] {
        assert_eq!(value(text), stated, "{text}");
    }
}

#[test]
fn ordinary_english_words_state_no_number() {
    for text in ["someone often wrote of weight", "which one?", "one of the metrics", "stone tension", "height of none"]
    {
        assert_eq!(texts(text), [""; 0], "{text}");
    }
}

proptest! {
    #[test]
    fn any_text_is_read_without_panic_and_spans_are_in_order(text in ".{0,60}") {
        let mut end = 0;
        for numeral in find(&text) {
            prop_assert!(numeral.span.start >= end && numeral.span.end > numeral.span.start);
            prop_assert_eq!(&text[numeral.span.clone()], numeral.text.as_str());
            end = numeral.span.end;
        }
    }

    #[test]
    fn mixtures_of_numeral_characters_never_panic(text in "[0-9一二三十百千万亿点负〇,.eE+ -]{0,40}|((one|ten|hundred|thousand|trillion|and)[ -]?){0,12}") {
        find(&text);
    }

    #[test]
    fn any_decimal_is_found_whole(mantissa in any::<i64>(), scale in 0_u32..12, before in "[a-z：（ ]{0,3}", after in "[：） a-df-z]{0,3}") {
        let value = Decimal::new(mantissa, scale);
        let separator = if mantissa < 0 && before.ends_with(|c: char| c.is_ascii_alphabetic()) { " " } else { "" };
        let text = format!("{before}{separator}{value}{after}");
        let found: Vec<_> = find(&text).into_iter().filter(|numeral| numeral.form == Form::Digits).collect();
        prop_assert_eq!(found.len(), 1, "{}", text);
        prop_assert!(found[0].is_exactly(value), "{}: {:?}", text, found);
    }

    #[test]
    fn grouping_changes_nothing(whole in 0_u64..1_000_000_000_000) {
        let plain = whole.to_string();
        let mut grouped = String::new();
        for (index, digit) in plain.chars().enumerate() {
            if index > 0 && (plain.len() - index).is_multiple_of(3) {
                grouped.push(',');
            }
            grouped.push(digit);
        }
        prop_assert_eq!(value(&grouped), plain);
    }
}
