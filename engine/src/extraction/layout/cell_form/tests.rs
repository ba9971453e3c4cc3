//! Tests of `cell_form`.

use super::*;

#[test]
fn numbers_are_recognised_as_reports_print_them() {
    let texts = "1,234 | (123.4) | 12.5% | -5 | US$ 12m | $1.2bn | ¥1,000 | 3.5亿 | 12万元 | 1,234百万元 | +3.2pp | \
            45 bps | 2.1x | 1 234,5 | 0.5 | .5 | １，２３４ | （12.5） | RMB 3,200 million | 约12亿元 | 1.2E+05 | \
            1,234* | 120 (1) | 85人 | € 12 | 12 % | 1.5个百分点 | TRUE";
    for text in texts.split(" | ") {
        assert_eq!(of_text(text) == Form::Number, text != "TRUE", "{text}");
    }
    for text in ["n/a", "N/A", "—", "-", "–", "--", "待定", "TBD", "不适用", "..."] {
        assert_eq!(of_text(text), Form::Nothing, "{text}");
    }
}

#[test]
fn periods_are_recognised_in_their_notations() {
    let texts = "FY2024 | FY24 | 2024年 | Q1 2025 | 2025年一季度 | 1H24 | H1 2024 | Jan-24 | March 2024 | 2024/12/31 | \
            31 Dec 2024 | 2024A | 2025E | 2024 Actual | 2024 Budget | 同比 | YoY | 2024-12-31 | 2024Q1 | 1Q24 | \
            Q3 | 三季度 | 上半年 | 截至2024年12月31日 | Dec 31, 2024 | 2024年度 | 本期金额 | \
            As at 31 December 2024 | FY2024 Q1 | Jan | 12M24 | Year ended 31 March 2025 | 2024-12 | 1月 | FY24E | \
            LTM Jun-25 | YTD";
    for text in texts.split(" | ") {
        assert_eq!(of_text(text), Form::Period, "{text}");
    }
    for text in ["2024", "1999", "2024¹", "2024*"] {
        assert_eq!(of_text(text), Form::Year, "{text}");
    }
}

#[test]
fn words_stay_words() {
    let texts = "Revenue | Revenue (1) | 营业收入 | (US$ millions) | 单位：百万元 | 1.2.3 Scope | on track | \
            EBITDA 2024 | 期间费用 | Note 5 | Top 10 | 3 offices in Asia | 净利润同比增速 | 1. Revenue | \
            (1) restated | A | May be";
    for text in texts.split(" | ") {
        assert_eq!(of_text(text), Form::Text, "{text}");
    }
}
