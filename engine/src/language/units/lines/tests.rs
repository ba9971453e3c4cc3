//! Tests of `lines`.

use super::*;

#[test]
fn unit_lines_are_told_from_titles() {
    let texts = "(US$ millions) | 单位：百万元 | 单位:亿元 币种:人民币 | in thousands | US$m | ($ in millions) | \
            Unit: RMB million | （人民币百万元） | (in millions of | % | RMB'000 | Currency: USD | 人民币亿元 | \
            US$ millions, %";
    for text in texts.split(" | ") {
        assert_eq!(is_unit_line(text), text != "(in millions of", "{text}");
    }
    let texts = "Income statement | 主要指标 | Unit economics of retail stores in the whole group, by region | \
            Revenue (US$m)";
    for text in texts.split(" | ") {
        assert!(!is_unit_line(text), "{text}");
    }
}
