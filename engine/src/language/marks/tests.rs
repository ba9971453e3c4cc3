//! Marks and words that look like them.

use super::*;
use crate::text::half_width;

#[test]
fn notes_are_told_from_labels_that_begin_alike() {
    let texts = "Note: restated | Notes | Note 1 – basis | 注：未经审计 | * restated | Source: company | \
        资料来源：年报 | 备注： | 注1：x | ¹ see page 4 | 说明：口径 | Sources:";
    for text in texts.split(" | ") {
        assert!(is_note(text), "{text}");
    }
    let texts = "Notes payable | 注册资本 | Sourcecode licences | 来源于经营的现金 | Revenue | 说明书收入 | \
        Remarkable items";
    for text in texts.split(" | ") {
        assert!(!is_note(text), "{text}");
    }
    assert!(is_numbered_note("(1) Excludes one-offs") && is_numbered_note("[2] x") && is_numbered_note("（2）重述"));
    assert!(
        is_numbered_note("1) x") && is_numbered_note("(a) x") && !is_numbered_note("(1)") && !is_numbered_note("1. x")
    );
}

#[test]
fn totals_name_what_they_sum() {
    assert_eq!(of_total("Total assets"), Some("assets"));
    assert_eq!(of_total("流动资产合计"), Some("流动资产"));
    assert_eq!(of_total("Subtotal"), Some(""));
    assert_eq!(of_total("合 计"), Some(""));
    assert_eq!(of_total("Totally new business"), None);
    assert_eq!(of_total("Revenue"), None);
}

#[test]
fn footnote_marks_are_taken_off() {
    for (text, bare) in [
        ("Revenue*", "Revenue"),
        ("Revenue (1)", "Revenue"),
        ("2024¹", "2024"),
        ("收入[2]", "收入"),
        ("(1)", "(1)"),
        ("Margin (%)", "Margin (%)"),
        ("Sales (ex. tax)", "Sales (ex. tax)"),
    ] {
        for place in [Place::Meaning, Place::Label] {
            assert_eq!(without_footnotes(text, place), (bare, text != bare));
        }
    }
}

#[test]
fn a_label_may_have_marks_that_a_value_may_not() {
    for text in ["Revenue#", "Revenue (f)", "Revenue (2a)", "Revenue^"] {
        assert_eq!(without_footnotes(text, Place::Meaning), (text, false));
        assert_eq!(without_footnotes(text, Place::Label), ("Revenue", true));
    }
}

#[test]
fn every_mark_for_no_value_is_one_everywhere() {
    for text in "n/a | N/A | na | n.a. | N.M. | nm | nil | TBD | pending | - | -- | — | – | ... | … | / | 不适用 | 不適用 | 无 | \
        暂无 | 待定 | 未披露 | #N/A"
        .split(" | ")
    {
        assert!(is_absent(&half_width(text)), "{text}");
    }
    for text in ["", "*", "0", "no", "n", "name", "无锡", "nan-1", "$"] {
        assert!(!is_absent(&half_width(text)), "{text}");
    }
}
