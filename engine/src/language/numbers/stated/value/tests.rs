//! Tests of `value`.

use super::*;

#[test]
fn equal_values_are_equal_however_written() {
    assert_eq!(Value::decimal("1320.50"), Value::decimal("01320.5"));
    assert_eq!(Value::decimal("1200"), Value::decimal("1.2").scaled(3));
    assert_eq!(Value::decimal("0.00"), Value::whole(0).scaled(6));
    assert_ne!(Value::decimal("1.2"), Value::decimal("12"));
    let long = "9".repeat(500);
    assert_ne!(Value::decimal(&long), Value::decimal(&format!("{long}9")));
}
