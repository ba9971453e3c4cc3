//! Tests of `retry`.

use super::*;

const fn seconds(count: u64) -> Duration {
    Duration::from_secs(count)
}

#[test]
fn a_pause_is_as_long_as_asked_and_never_beyond_the_deadline() {
    assert_eq!(wait(seconds(1), None, seconds(60)), Some(seconds(1)));
    assert_eq!(wait(seconds(1), Some(seconds(20)), seconds(60)), Some(seconds(20)));
    assert_eq!(wait(seconds(64), None, seconds(60)), Some(PAUSE_MAX));
    assert_eq!(wait(seconds(1), Some(seconds(61)), seconds(60)), None);
    assert_eq!(wait(seconds(1), None, seconds(0)), None);
}

#[test]
fn seconds_and_dates_are_read() {
    assert_eq!(after(" 7 "), Some(seconds(7)));
    assert_eq!(after("Wed, 21 Oct 2015 07:28:00 GMT"), Some(seconds(0)));
    assert!(after("Fri, 21 Oct 2095 07:28:00 GMT").is_some_and(|pause| pause > seconds(1_000_000)));
    assert_eq!(after("soon"), None);
    assert_eq!(after("-1"), None);
}
