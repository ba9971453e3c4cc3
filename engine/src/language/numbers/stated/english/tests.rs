//! Tests of `english`.

use super::*;

fn value(text: &str) -> Option<(&str, Value)> {
    words_at(text, 0).map(|(end, value, _)| (&text[..end], value))
}

#[test]
fn number_words_have_their_values() {
    for (text, words, expected) in [
        ("twenty-five staff", "twenty-five", 25),
        ("three hundred and twelve", "three hundred and twelve", 312),
        ("two million five hundred thousand", "two million five hundred thousand", 2_500_000),
        ("one and two", "one", 1),
        ("two three", "two", 2),
        ("two dozen", "two dozen", 24),
        ("doubled again", "doubled", 2),
        ("first quarter", "first", 1),
        ("seventh", "seventh", 7),
    ] {
        assert_eq!(value(text), Some((words, Value::whole(expected))), "{text}");
    }
    assert_eq!(value("two thirds of"), Some(("two thirds", Value::Fraction { part: 2, whole: 3 })));
    assert_eq!(value("one-fifth of"), Some(("one-fifth", Value::Fraction { part: 1, whole: 5 })));
    assert_eq!(words_at("a third", 2).map(|(_, value, _)| value), Some(Value::Fraction { part: 1, whole: 3 }));
}

#[test]
fn other_words_state_no_number() {
    for text in ["first, we", "second", "third party", "quarter", "often", "someone", "mn"] {
        assert_eq!(value(text), None, "{text}");
    }
    assert_eq!(words_at("a third party", 2), None);
}
