//! Tests of `numerals`.

use super::*;

#[test]
fn chinese_numerals_read_by_digit_or_by_tens() {
    for (run, expected) in [
        ("二〇二四", Some((2024, 4))),
        ("二零二四", Some((2024, 4))),
        ("十", Some((10, 2))),
        ("十二", Some((12, 2))),
        ("三十一", Some((31, 2))),
        ("三", Some((3, 1))),
        ("零二十四", None),
        ("十十", None),
        ("九九九九九九九九九九九九", None),
    ] {
        assert_eq!(han_value(run), expected, "{run}");
    }
}

#[test]
fn two_digits_are_a_year_only_near_now() {
    assert_eq!(two_digit_year_near(24, 2025), Some(2024));
    assert_eq!(two_digit_year_near(10, 2025), None);
    assert_eq!(two_digit_year_near(100, 2025), None);
    assert_eq!(two_digit_year(98), Some(1998));
}
