//! Tests of `notation`.

use super::*;

#[test]
fn report_notation_keeps_every_digit() {
    for (text, exact) in [
        ("1,320.50", "1320.50"),
        ("(12.5)", "-12.5"),
        ("（33.1）", "-33.1"),
        ("14.8%", "14.8"),
        ("-0.070", "-0.070"),
        ("−3", "-3"),
        ("３，３２０．７", "3320.7"),
        ("12345678901234567890.12", "12345678901234567890.12"),
        ("0", "0"),
    ] {
        assert_eq!(read(text).unwrap().to_string(), exact, "{text}");
    }
}

#[test]
fn anything_else_is_a_fault() {
    for text in ["", "-", "1e3", "1,32", "1320,500", "1.2.3", ".5", "5.", "--5", "(5", "abc", "1 320", "12%%"] {
        assert!(read(text).is_err(), "{text}");
    }
    assert!(matches!(read("1234567890123456789012345678901"), Err(NotANumber::TooLong(_))));
}
