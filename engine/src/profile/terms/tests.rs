//! Tests of `terms`.

use super::*;

#[test]
fn what_a_question_uses_for_time_or_quantity_is_recognised() {
    for text in [
        "2024",
        "20-24",
        "12.5",
        "fy24",
        "fy 2024",
        "2024年",
        "2024年度",
        "二〇二四年",
        "2024h1",
        "q1",
        "1q25",
        "q1 2025",
        "2025年一季度",
        "上半年",
        "去年",
        "last year",
        "2024年3月",
        "3月",
        "2024-03",
    ] {
        assert!(reads_as_period(text), "{text}");
    }
    for text in
        ["revenue", "hk", "co2", "360公司", "area 51", "top 10%", "年化保费", "full year premium", "last mile", ""]
    {
        assert!(!reads_as_period(text), "{text}");
    }
}
