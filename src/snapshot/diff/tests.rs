//! Tests of `diff`.

use super::*;

const WAS: &str = "route: structured\nfound: HK 2024 FYP TOTAL | 908.5 USD_M | a.pdf · page=1\nanswer:\n  香港 2024年 908.5 百万\nanswer_plain:\n  x";

#[test]
fn a_change_of_meaning_is_named_and_values_stand_first() {
    let is = WAS
        .replace("route: structured", "route: narrative")
        .replace("2024 FYP", "2024H1 FYP")
        .replace("908.5 USD_M | a.pdf · page=1", "90.85 HKD_M | a.pdf · page=2");
    let shown: Vec<String> = diff(WAS, &is).meaning.iter().map(Change::to_string).collect();
    assert_eq!(
        shown,
        [
            "value of HK 2024 FYP TOTAL: 908.5 → 90.85",
            "unit of HK 2024 FYP TOTAL: USD_M → HKD_M",
            "period of HK 2024 FYP TOTAL: 2024 → 2024H1",
            "source of HK 2024 FYP TOTAL: a.pdf · page=1 → a.pdf · page=2",
            "route: structured → narrative",
        ]
    );
}

#[test]
fn a_fact_that_came_or_went_is_named() {
    let is = WAS.replace("found: HK 2024 FYP TOTAL | 908.5 USD_M | a.pdf · page=1\n", "");
    let change = diff(WAS, &is).meaning;
    assert_eq!(change.len(), 1);
    assert_eq!(change.first().and_then(|change| change.is.clone()), None);
}

#[test]
fn wording_shows_the_words_that_changed_and_no_others() {
    let diff = diff(WAS, &WAS.replace("908.5 百万", "90.85 百万"));
    assert_eq!(diff.meaning, []);
    let shown: Vec<String> = diff.wording.iter().map(Wording::to_string).collect();
    assert_eq!(shown, ["香港 2024年 [-908.5-]{+90.85+} 百万"]);
}

#[test]
fn equal_snapshots_have_no_difference() {
    assert_eq!(diff(WAS, WAS), Diff::default());
}
