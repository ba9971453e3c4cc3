//! Tests of `digits`.

use super::*;

#[test]
fn digits_of_any_script_with_groups_and_decimals_are_one_number() {
    for (text, expected) in [
        ("1,320.50", "1320.50"),
        ("1,234,567.", "1234567"),
        ("٣٤٫٥", "34.5"),
        ("๑๒", "12"),
        ("2023,2024", "2023"),
        ("1,2", "1"),
        ("1,2345", "1"),
        ("12.5.3", "12.5"),
        ("1234,567", "1234"),
    ] {
        assert_eq!(digits_at(text, 0).1, expected, "{text}");
    }
}
