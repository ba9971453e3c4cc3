//! Tests of `date`.

use jiff::civil::{date, time};
use rust_decimal::Decimal;

use super::super::NumberFormat;
use super::*;

#[test]
fn dates_and_times_are_rendered_in_both_languages() {
    let clock = Clock {
        date: Some(date(2023, 3, 15)),
        time: time(16, 8, 5, 250_000_000),
        elapsed_ms: (36 * 3_600 + 8 * 60 + 5) * 1_000,
    };
    for (code, text) in [
        ("yyyy-mm-dd", "2023-03-15"),
        ("m/d/yyyy", "3/15/2023"),
        ("d-mmm-yy", "15-Mar-23"),
        ("dddd, mmmm d", "Wednesday, March 15"),
        ("yyyy\"年\"m\"月\"d\"日\";@", "2023年3月15日"),
        ("[$-804]mmmm", "三月"),
        ("[$-404]aaaa", "星期三"),
        ("[$-zh-CN]ddd", "周三"),
        ("e/mm", "2023/03"),
        ("h:mm AM/PM", "4:08 PM"),
        ("上午/下午h\"时\"mm\"分\"", "下午4时08分"),
        ("hh:mm:ss.00", "16:08:05.25"),
        ("mm:ss", "08:05"),
        ("[h]:mm:ss", "36:08:05"),
        ("yyyy-mm-dd hh:mm", "2023-03-15 16:08"),
    ] {
        let format = NumberFormat::parse(code);
        let shown = format.shown(Decimal::ONE).unwrap();
        assert_eq!(shown.clock(clock).as_deref(), Some(text), "{code}");
    }
    let era = NumberFormat::parse("gggee");
    assert_eq!(era.shown(Decimal::ONE).unwrap().clock(clock), None);
}
