//! Tests of `difference`.

use super::*;

fn operand(period: &str, value: &str) -> Operand {
    Operand {
        key: FactKey {
            metric: "REVENUE".into(),
            entity: "HK".into(),
            period: period.parse().unwrap(),
            channel: "TOTAL".into(),
        },
        value: value.parse().unwrap(),
        unit: "USD_M".into(),
    }
}

fn texts(one: &Operand, other: &Operand) -> Option<(String, String)> {
    between(one, other).map(|difference| (difference.value.to_string(), percent_text(difference.percent)))
}

#[test]
fn it_runs_from_the_earlier_to_the_later_whatever_the_order() {
    let (early, late) = (operand("2023", "822.2"), operand("2025", "908.5"));
    let right = Some(("86.3".to_owned(), "10.5".to_owned()));
    assert_eq!(texts(&early, &late), right);
    assert_eq!(texts(&late, &early), right);
}

#[test]
fn halves_round_to_even_and_a_whole_percentage_keeps_its_digit() {
    assert_eq!(texts(&operand("2023", "1000"), &operand("2024", "1002.5")).unwrap().1, "0.2");
    assert_eq!(texts(&operand("2023", "1000"), &operand("2024", "1003.5")).unwrap().1, "0.4");
    assert_eq!(texts(&operand("2023", "100"), &operand("2024", "110")).unwrap().1, "10.0");
}

#[test]
fn a_small_change_is_not_none() {
    assert_eq!(texts(&operand("2024", "25.91"), &operand("2025", "25.9")).unwrap().1, "-0.04");
    assert_eq!(texts(&operand("2024", "100"), &operand("2025", "100.0")).unwrap().1, "0.0");
}

#[test]
fn no_percentage_on_a_zero_or_negative_base() {
    assert_eq!(texts(&operand("2023", "0"), &operand("2024", "5")).unwrap().1, "null");
    assert_eq!(texts(&operand("2023", "-5"), &operand("2024", "5")).unwrap().1, "null");
}

#[test]
fn unlike_things_have_no_difference() {
    assert_eq!(texts(&operand("2023", "1"), &operand("2023", "2")), None);
    assert_eq!(texts(&operand("2023", "1"), &operand("2024H1", "2")), None);
    let other_unit = Operand { unit: "USD_K".into(), ..operand("2024", "2") };
    assert_eq!(texts(&operand("2023", "1"), &other_unit), None);
}
