//! Tests of `difference`.

use super::*;

fn decimal(text: &str) -> Decimal {
    Decimal::from_str_exact(text).unwrap()
}

#[test]
fn a_percentage_has_one_digit_half_to_even() {
    for (difference, base, percent) in [
        ("25", "1000", "2.5"),
        ("1", "800", "0.1"),
        ("0.5", "400", "0.1"),
        ("3", "800", "0.4"),
        ("-125", "100", "-125.0"),
        ("0", "7", "0.0"),
    ] {
        assert_eq!(percent_of(decimal(difference), decimal(base)).unwrap().to_string(), percent, "{difference}/{base}");
    }
}

#[test]
fn no_percentage_on_a_base_that_is_not_positive() {
    assert_eq!(percent_of(decimal("5"), decimal("0.00")), None);
    assert_eq!(percent_of(decimal("5"), decimal("-10")), None);
}

#[test]
fn a_small_change_is_not_shown_as_none() {
    assert_eq!(percent_of(decimal("0.01"), decimal("138734348.36")).unwrap().to_string(), "0.000000007");
}

#[test]
fn a_difference_is_exact_or_absent() {
    assert_eq!(exact_difference(decimal("0.3"), decimal("0.25")).unwrap().to_string(), "0.05");
    let wide = decimal("79228162514264337593543950335");
    assert_eq!(exact_difference(wide, decimal("0.5")), None);
}
