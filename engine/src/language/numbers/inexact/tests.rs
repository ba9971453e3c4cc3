//! Tests of `inexact`.

use super::*;

#[test]
fn what_is_about_a_number_is_told_from_labels() {
    for text in
        "140 → 150.5 | 150.5 (restated) | Rp 150.5 | 150.5 (140) | 150.5? | 150.5（初步） | c. 150 | 约150".split(" | ")
    {
        assert!(is_about_a_number(text), "{text}");
    }
    for text in "2021财年 | FY2021 (restated) | 2021 | Hong Kong | Table 1 of the annual report | 13个月".split(" | ")
    {
        assert!(!is_about_a_number(text), "{text}");
    }
}

#[test]
fn ranges_approximations_and_estimates_are_told_from_numbers() {
    for (kind, texts) in [
        (
            Some(Inexact::Range),
            "150.5–160 | 150.5-160 | 150 to 160 | 150至160 | 150～160 | 150~160 | US$150m to US$160m | 5% - 6%",
        ),
        (
            Some(Inexact::Approximate),
            "c. 150.5 | ca. 150 | ~150 | ～150.5 | about 150 | approx. 150 | 约150 | 150左右 | 150+ | >150 | circa US$150m | over 150 | ≈150.5 | 约12亿元 | c150 | nearly 20",
        ),
        (
            Some(Inexact::Estimate),
            "150.5 (E) | 150.5 (e) | 150.5e | 150.5E | 预计150.5 | 150.5 (F) | 150.5(B) | est. 150.5 | 150.5 (est.) | 150.5 (forecast) | 估计150.5 | 150.5（预测）",
        ),
        (
            None,
            "150.5 | (150.5) | -150.5 | US$ 150.5m | 150.5 (1) | 150.5 (b) | 150.5b | 12 345 | 1,234.5* | see note 5 | 150.5 (A) | n/a | 1.5个百分点 | 150.5% | RMB'000 150",
        ),
    ] {
        for text in texts.split(" | ") {
            assert_eq!(inexact(text), kind, "{text}");
        }
    }
}
