//! Tests of `exact`.

use proptest::prelude::*;

use super::*;

fn printed(cell: &str) -> String {
    match exact_number(cell) {
        Ok(Number { value, percent }) => format!("{value}{}", if percent { "%" } else { "" }),
        Err(fault) => format!("{fault:?}"),
    }
}

#[test]
fn report_notation_keeps_its_digits() {
    for (cell, wanted) in [
        ("138734348.36", "138734348.36"),
        ("0.1", "0.1"),
        ("-0.070", "-0.070"),
        ("12345678901234567890.12", "12345678901234567890.12"),
        ("1,320.50", "1320.50"),
        (" 1,234,567 ", "1234567"),
        ("1\u{202F}320.5", "1320.5"),
        ("1\u{2009}320.50", "1320.50"),
        ("1\u{A0}320", "1320"),
        ("1'320.5", "1320.5"),
        ("1’320.5", "1320.5"),
        ("(12.5)", "-12.5"),
        ("( 12.5 )", "-12.5"),
        ("（１，３２０．５０）", "-1320.50"),
        ("\u{2212}7", "-7"),
        ("－７", "-7"),
        ("7-", "-7"),
        ("- 7", "-7"),
        ("+7", "7"),
        (".5", "0.5"),
        ("-.50", "-0.50"),
        ("0", "0"),
        ("-0.00", "0.00"),
        ("(0)", "0"),
        ("14.8%", "14.8%"),
        ("14.8 ％", "14.8%"),
        ("(14.8%)", "-14.8%"),
        ("(14.8)%", "-14.8%"),
        ("9999999999999999999999999999", "9999999999999999999999999999"),
        ("0.0000000000000000000000000001", "0.0000000000000000000000000001"),
    ] {
        assert_eq!(printed(cell), wanted, "{cell}");
    }
}

#[test]
fn what_would_have_to_be_guessed_is_refused_with_its_reason() {
    use NumberFault as F;
    for (cells, fault) in [
        (
            vec!["", " ", "-", "—", "–", "--", "n/a", "N/A", "#N/A", "nil", "不适用", "…", ".", "n.m.", "TBD", "待定"],
            F::NoValue,
        ),
        (vec!["#REF!", "#DIV/0!"], F::SpreadsheetError),
        (vec!["1e3", "1E+05", "1.5e-3", "-2E6"], F::Exponent),
        (
            vec!["1,32", "1,5", "1,2345", "12,34,567", ",123", "1234,567", "1,234'567", "1,,234", "1\u{202F}320,5"],
            F::Groups,
        ),
        (vec!["1.234,5", "1.234,567", "0,125"], F::DecimalComma),
        (vec!["1 320", "1 2"], F::Space),
        (vec!["1.2.3", "1.234.567"], F::Points),
        (vec!["5.", "-5."], F::EndsWithPoint),
        (vec!["007", "01.5", "-00"], F::LeadingZero),
        (vec!["--5", "-5-", "(-5)", "+-5", "5--"], F::Signs),
        (vec!["(5", "5)", "(5)x"], F::Parenthesis),
        (vec!["$5", "¥1,000", "US$3", "€7", "USD 12", "5元"], F::Currency),
        (vec!["5‰"], F::PerMille),
        (vec!["一百", "3.5亿", "12万"], F::ChineseNumeral),
        (
            vec!["abc", "12a", "0x1F", "10²", "½", "TRUE", "5+", "٣", "𝟏", "1_000", "%", "()", "5%%", "((5))"],
            F::NotANumber,
        ),
        (vec!["12345678901234567890123456789", "0.12345678901234567890123456789"], F::TooManyDigits),
    ] {
        for cell in cells {
            assert_eq!(exact_number(cell).map(|n| n.value), Err(fault), "{cell}");
        }
    }
}

proptest! {
    #[test]
    fn every_digit_of_a_decimal_survives(mantissa in -9_999_999_999_999_999_999_999_999_999i128..=9_999_999_999_999_999_999_999_999_999, scale in 0u32..=28) {
        let value = Decimal::from_i128_with_scale(mantissa, scale);
        let text = value.to_string();
        prop_assert_eq!(exact_number(&text).unwrap().value.to_string(), if value.is_zero() { text.replace('-', "") } else { text });
    }

    #[test]
    fn thousands_separators_do_not_change_the_value(whole in 0u64..=u64::MAX, fraction in "[0-9]{0,8}", separator in prop::sample::select(vec![",", "'", "\u{2009}", "，"])) {
        let digits = whole.to_string();
        let grouped: Vec<&str> = digits.as_bytes().rchunks(3).rev().map(|group| std::str::from_utf8(group).unwrap()).collect();
        let point = if fraction.is_empty() { String::new() } else { format!(".{fraction}") };
        let number = exact_number(&format!("{}{point}", grouped.join(separator))).unwrap();
        prop_assert_eq!(number.value.to_string(), format!("{digits}{point}"));
    }

    #[test]
    fn arbitrary_text_never_panics(text in any::<String>()) {
        let _ = exact_number(&text);
    }

    #[test]
    fn near_numbers_never_panic_and_never_gain_digits(text in "[-+(]?[0-9,. '%eE\u{2212}\u{FF10}-\u{FF19}\u{FF0C}\u{FF0E}]{0,40}[)%-]?") {
        if let Ok(number) = exact_number(&text) {
            let kept = |text: &str| half_width(text).chars().filter(char::is_ascii_digit).collect::<String>();
            let (given, printed) = (kept(&text), kept(&number.value.to_string()));
            prop_assert!(printed == given || printed == format!("0{given}"), "{} became {}", text, number.value);
        }
    }
}
