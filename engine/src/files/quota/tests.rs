//! Tests of `quota`.

use super::*;

#[test]
fn there_is_room_up_to_the_last_one_and_never_again_beyond_it() {
    let quota = Quota::new("things", 3);
    quota.take(2).unwrap();
    quota.take(1).unwrap();
    assert_eq!(quota.take(1).unwrap_err().to_string(), "the document has more than 3 things; split it");
    assert!(quota.take(0).is_err());
}
