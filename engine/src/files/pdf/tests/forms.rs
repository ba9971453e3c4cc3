//! What looks like a value, and the four directions of reading.

use hayro_interpret::kurbo::{Point, Vec2};

use super::super::quarter_turn::QuarterTurn;
use super::super::value::{is_thousands, is_value};

#[test]
fn numbers_dates_and_dashes_are_values_and_words_are_not() {
    for text in [
        "1",
        "(1,234.5)",
        "12.5%",
        "US$ 1.2bn",
        "—",
        "n/a",
        "2024-12-31",
        "FY2024",
        "1.2亿元",
        "***.*",
        "(X)",
        "2024年",
        "-0.5",
        "$",
        "1H24",
        "n.m.",
        "待定",
    ] {
        assert_eq!(is_value(text), text != "(X)" && text != "$", "{text}");
    }
    for text in ["Revenue", "营业收入", "Table 3 of the report", "", "of 2024 and", "Tier 1 capital"] {
        assert!(!is_value(text), "{text}");
    }
}

#[test]
fn groups_of_digits_are_one_number() {
    for (left, right) in [("12", "345"), ("1", "234.5"), ("(1", "234)"), ("1 234", "567%")] {
        assert!(is_thousands(left, right), "{left} {right}");
    }
    for (left, right) in [("1234", "567"), ("12", "34"), ("Revenue", "345"), ("12", "3456"), ("1", "234x")] {
        assert!(!is_thousands(left, right), "{left} {right}");
    }
}

#[test]
fn an_upright_view_reads_from_left_to_right() {
    for (turn, direction) in QuarterTurn::ALL.into_iter().zip([(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)]) {
        let end = Point::new(direction.0, direction.1);
        assert_eq!(QuarterTurn::of(end.to_vec2()), Some(turn));
        assert_eq!(turn.upright(end), Point::new(1.0, 0.0), "{turn:?}");
        assert_eq!(turn.upright(turn.up().to_point()), Point::new(0.0, -1.0), "{turn:?}");
        assert_eq!(turn.back().upright(turn.upright(end)), end);
    }
    assert_eq!(QuarterTurn::of(Vec2::new(0.7, 0.7)), None);
}
