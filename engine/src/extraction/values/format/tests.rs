//! Tests of `format`.

use super::*;

fn said(format: &str, value: i64) -> String {
    let shown = shown_by(&NumberFormat::parse(format), Decimal::new(value, 1));
    let mut said = format!("{}|{}", shown.prefix, shown.suffix);
    for (flag, word) in [(shown.percent, " percent"), (shown.another, " another"), (shown.without_digits, " no digits")]
    {
        if flag {
            said.push_str(word);
        }
    }
    said
}

#[test]
fn a_format_tells_percent_words_and_scale() {
    for (format, value, expected) in [
        ("General", 5, "|"),
        ("0.0%", 5, "| percent"),
        ("#,##0.0", 5, "|"),
        ("#,##0.0,,\"m\"", 5, "|m another"),
        ("#,##0,", 5, "| another"),
        ("0,.0", 5, "| another"),
        ("0.0\"x\"", 5, "|x"),
        ("0.00E+00", 5, "|"),
        ("##0.0e-0\" m\"", 5, "|m"),
        ("0.0\"E\"", 5, "|E"),
        ("0.0\\%", 5, "|%"),
        ("\"US$\"#,##0.0", 5, "US$|"),
        ("[$HK$-3C04]#,##0.00", 5, "HK$|"),
        ("[Red]0.0", 5, "|"),
        ("#,##0.0_);(#,##0.0)", -5, "|"),
        ("_(* #,##0.0_);_(* \\(#,##0.0\\);_(* \"-\"??_);_(@_)", -5, "|"),
        ("0.0;(0.0);\"–\"", 0, "–| no digits"),
        ("0.0;(0.0)\"亿元\"", -5, "|亿元"),
        (";;;", 5, "| no digits"),
        ("[>=1000000]0.0,,\"M\";0.0", 5, "|"),
        ("[>=0.1]0.0,,\"M\";0.0", 5, "|M another"),
        ("\"a;b\"0", 5, "a;b|"),
        ("0.00\" pp\"", 5, "|pp"),
        ("# ?/?", 5, "|"),
        ("-0.0", 5, "| another"),
        ("\\(0.0\\)", 5, "| another"),
        ("(0.0);0.0", -5, "| another"),
        ("0.0;0.0", -5, "| another"),
        ("0.0_);0.0_)", -5, "| another"),
        ("0.0;[Red]0.0;0.0", -5, "| another"),
        ("\"US$\"0.0;\"US$\"0.0", -5, "US$| another"),
        ("0.0;0.0", 5, "|"),
        ("0.0;0.0-", -5, "|"),
        ("0.0;−0.0", -5, "−|"),
        ("0.0;▲0.0", -5, "▲|"),
        ("0.0;\"loss \"0.0", -5, "loss|"),
    ] {
        assert_eq!(said(format, value), expected, "{format}");
    }
}
