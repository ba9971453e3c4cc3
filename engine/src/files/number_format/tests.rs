//! Tests of `number_format`.

use super::*;

fn meaning(code: &str) -> Meaning {
    NumberFormat::parse(code).shown(Decimal::from(45_000)).unwrap().meaning()
}

#[test]
fn a_code_tells_dates_from_numbers() {
    for code in ["General", "0.00", "#,##0_);[Red](#,##0)", "0%", "\"day\" 0", "[$USD] 0", "0\\d", "[Red]0", "0E+00"] {
        assert_eq!(meaning(code), Meaning::Number, "{code}");
    }
    for code in ["yyyy-mm-dd", "m/d/yyyy;@", "yyyy\"年\"m\"月\"", "[$-409]mmm\\-yy", "gggee", "aaaa", "yyyy年m月d日"]
    {
        assert_eq!(meaning(code), Meaning::Day, "{code}");
    }
    assert_eq!(meaning("yyyy-mm-dd hh:mm"), Meaning::Moment);
    assert_eq!(meaning("h:mm AM/PM"), Meaning::Time);
    assert_eq!(meaning("[h]:mm:ss"), Meaning::Elapsed);
}

#[test]
fn a_text_section_adds_to_texts() {
    assert_eq!(NumberFormat::parse("0;-0;0;@\" (US$m)\"").text("Revenue").unwrap(), "Revenue (US$m)");
    assert_eq!(NumberFormat::parse("@").text("Revenue"), None);
    // What hides texts does not hide them from those who must keep them confidential.
    assert_eq!(NumberFormat::parse(";;;").text("Revenue"), None);
}
