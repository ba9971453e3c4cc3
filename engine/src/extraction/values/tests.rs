//! Tests of `values`.

use super::*;
use crate::files::grid::CellAt;
use crate::language::numbers::notation::shows_another;

fn cell(text: &str, value: CellValue, format: Option<&str>) -> Cell {
    Cell {
        value,
        number_format: format.map(|code| NumberFormat::parse(code).into()),
        ..Cell::of(CellAt::default(), text)
    }
}

fn shown(content: &Content) -> String {
    match content {
        Content::Nothing => "nothing".to_owned(),
        Content::Number(read) => {
            let mut words = vec![read.value.to_string()];
            words.extend(read.words.iter().cloned());
            words.extend(read.marked.then(|| "marked".to_owned()));
            words.extend(read.invisible.then(|| "invisible".to_owned()));
            words.join(" ")
        }
        Content::Review(reason) => reason.code().to_owned(),
    }
}

#[test]
fn a_stored_number_keeps_its_digits() {
    for (value, format, expected) in [
        ("12.30", None, "12.30"),
        ("0.138", Some("0.0%"), "13.8 %"),
        ("0.1380", Some("0%"), "13.80 %"),
        ("0.5", Some("0%"), "50 %"),
        ("2", Some("0%"), "200 %"),
        ("-0.05", Some("0.0%;(0.0%)"), "-5 %"),
        ("13.8", Some("0.0\"%\""), "13.8 %"),
        ("1.5", Some("0.0\"x\""), "1.5 x"),
        ("1.5", Some("0.0;[Red]0.0"), "1.5"),
        ("-1.5", Some("0.0;[Red]0.0"), "scaled_format"),
        ("-1.5", Some("[Blue]0.0;[Red]-0.0"), "-1.5"),
        ("1.5", Some("[White]0.0"), "mixed_text"),
        ("1.5", Some("[color 2]0.0"), "mixed_text"),
        ("1.5", Some("0.0;[White]-0.0"), "1.5"),
        ("-1.5", Some("0.0;[White]-0.0"), "mixed_text"),
        ("566.9", Some("\"US$\"#,##0.0\"m\""), "566.9 US$ m"),
        ("5000000", Some("#,##0.0,,\"m\""), "scaled_format"),
        ("7", Some(";;;"), "7 invisible"),
        ("0", Some("0.0;(0.0);\"–\""), "0"),
    ] {
        let cell = cell(value, CellValue::Number(value.parse().unwrap()), format);
        assert_eq!(shown(&content(&cell, DecimalMark::Point)), expected, "{value} {format:?}");
    }
}

#[test]
fn a_text_that_rounds_is_told_from_one_that_is_written_otherwise() {
    for (text, value, another) in [
        ("33.3", "33.300000000000004", true),
        ("567", "566.9", true),
        ("14%", "13.8", true),
        ("13.8%", "13.80", false),
        ("1,234.50", "1234.5", false),
        ("US$ 12.3m", "12.3", false),
        ("(5.0)", "-5", false),
        ("–", "0", false),
    ] {
        assert_eq!(shows_another(text, value.parse().unwrap()), another, "{text}");
    }
}

#[test]
fn what_is_no_number_has_its_own_outcome() {
    let day = jiff::civil::date(2024, 12, 31);
    for (value, expected) in [
        (CellValue::Empty, "nothing"),
        (CellValue::Boolean(true), "not_a_number"),
        (CellValue::Date(day), "not_a_number"),
        (CellValue::Error, "no_result"),
        (CellValue::Uncomputed, "no_result"),
        (CellValue::OutOfRange, "out_of_range"),
    ] {
        assert_eq!(shown(&content(&cell("x", value, None), DecimalMark::Point)), expected);
    }
}

#[test]
fn text_cells_are_read_as_reports_write_numbers() {
    for (text, expected) in [
        ("1,234.50", "1234.50"),
        ("(123.4)", "-123.4"),
        ("（123.4）", "-123.4"),
        ("12\u{2009}345", "12345"),
        ("12\u{A0}345", "12345"),
        ("12.5%", "12.5 %"),
        ("−5.0", "-5.0"),
        ("US$ 12.3m", "12.3 US$ m"),
        ("(US$12.3m)", "-12.3 US$ m"),
        ("US$(12.3)m", "-12.3 US$ m"),
        ("-US$12.3m", "-12.3 US$ m"),
        ("人民币12亿元", "12 人民币 亿元"),
        ("350 bps", "350 bps"),
        ("12.5 pp", "12.5 pp"),
        ("123.4*", "123.4 marked"),
        ("123.4 (1)", "123.4 marked"),
        ("123.4¹", "123.4 marked"),
        ("(5.0)²", "-5.0 marked"),
        ("12.5%†", "12.5 % marked"),
        ("123.4（注1）", "123.4 marked"),
        ("123.4(A)", "123.4 marked"),
        ("123.4 [Note 2]", "123.4 marked"),
        ("123.4①", "123.4 marked"),
        ("123.4注1", "123.4 marked"),
        ("123.4‡", "123.4 marked"),
        ("—", "nothing"),
        ("–", "nothing"),
        ("n/a", "nothing"),
        ("不适用", "nothing"),
        ("n.m.", "nothing"),
        ("TBD", "nothing"),
        ("待定", "nothing"),
        ("*", "not_a_number"),
        ("", "nothing"),
        ("-*", "nothing"),
        ("1.234,5", "not_a_number"),
        ("12 345", "not_a_number"),
        ("12-13", "range"),
        ("TRUE", "not_a_number"),
        ("十二亿", "not_a_number"),
        ("1e5", "not_a_number"),
        ("#DIV/0!", "no_result"),
        ("about 5", "approximate"),
        ("150.5–160", "range"),
        ("150.5 (E)", "estimate"),
    ] {
        let cell = cell(text, CellValue::Text, None);
        assert_eq!(shown(&content(&cell, DecimalMark::Point)), expected, "{text}");
    }
}

#[test]
fn a_decimal_comma_is_read_where_it_is_declared() {
    for (text, expected) in [
        ("1.234,5", "1234.5"),
        ("0,125", "0.125"),
        ("(1.234)", "-1234"),
        ("1,234.5", "not_a_number"),
        ("12,5 %", "12.5 %"),
    ] {
        let cell = cell(text, CellValue::Text, None);
        assert_eq!(shown(&content(&cell, DecimalMark::Comma)), expected, "{text}");
    }
}
