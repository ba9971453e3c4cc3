//! Tests of `serial`.

use jiff::civil::time;

use super::*;

fn day(calendar: Calendar, serial: &str) -> Option<Date> {
    calendar.clock(serial.parse().unwrap()).and_then(|clock| clock.date)
}

#[test]
fn the_day_that_never_was_is_none() {
    let since_1900 = |serial| day(Calendar::Since1900, serial);
    assert_eq!(since_1900("1"), Some(date(1900, 1, 1)));
    assert_eq!(since_1900("59"), Some(date(1900, 2, 28)));
    assert_eq!(since_1900("60"), None);
    assert_eq!(since_1900("61"), Some(date(1900, 3, 1)));
    assert_eq!(since_1900("45657"), Some(date(2024, 12, 31)));
    assert_eq!(since_1900("2958465"), Some(date(9999, 12, 31)));
    assert_eq!(since_1900("0"), None);
    assert!(Calendar::Since1900.clock("2958467".parse().unwrap()).is_none());
    assert!(Calendar::Since1900.clock("-1".parse().unwrap()).is_none());
}

#[test]
fn the_calendar_of_1904_is_four_years_and_a_day_later() {
    assert_eq!(day(Calendar::Since1904, "0"), Some(date(1904, 1, 1)));
    assert_eq!(day(Calendar::Since1904, "60"), Some(date(1904, 3, 1)));
    assert_eq!(day(Calendar::Since1904, "44195"), Some(date(2024, 12, 31)));
    assert_eq!(day(Calendar::Since1904, "2958465"), None);
}

#[test]
fn times_are_rounded_to_milliseconds_and_carry_over() {
    let clock = |serial: &str| Calendar::Since1900.clock(serial.parse().unwrap()).unwrap();
    assert_eq!(clock("45657.75").time, time(18, 0, 0, 0));
    assert_eq!(clock("0.7").time, time(16, 48, 0, 0));
    assert_eq!(clock("45656.9999999999").date, Some(date(2024, 12, 31)));
    assert_eq!(clock("1.5").elapsed_ms, 36 * 3_600_000);
}

#[test]
fn dates_may_be_text() {
    assert_eq!(iso("2024-12-31").unwrap().date, Some(date(2024, 12, 31)));
    assert_eq!(iso("2024-12-31T18:30:00Z").unwrap().time, time(18, 30, 0, 0));
    assert_eq!(iso("18:30:00").unwrap().time, time(18, 30, 0, 0));
    assert_eq!(iso("soon"), None);
}
