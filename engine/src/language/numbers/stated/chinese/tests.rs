//! Tests of `chinese`.

use super::*;

#[test]
fn numerals_have_their_values() {
    for (run, expected) in [
        ("二〇二五", 2025),
        ("十", 10),
        ("十二", 12),
        ("一百零五", 105),
        ("一千二百", 1_200),
        ("两万三千", 23_000),
        ("一亿二千万", 120_000_000),
        ("百万", 1_000_000),
        ("三百亿", 30_000_000_000),
        ("万亿", 1_000_000_000_000),
        ("壹佰", 100),
    ] {
        assert_eq!(count(run), Some(expected), "{run}");
    }
    assert_eq!(count("三百五二"), None);
    assert_eq!(count(&"兆".repeat(9)), None);
    assert_eq!(count(&"九".repeat(90)), None);
    assert_eq!(value("三点五〇"), Value::decimal("3.5"));
}
