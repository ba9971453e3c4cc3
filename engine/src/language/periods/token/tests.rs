//! Tests of `token`.

use super::*;

fn kinds(text: &str) -> Vec<Kind> {
    tokens(text).into_iter().map(|token| token.kind).collect()
}

#[test]
fn numbers_words_and_marks_come_apart() {
    let ascii = |value, len| Kind::Number(Number { value, len, han: false });
    assert_eq!(kinds("fy2024q3"), [Kind::Key(Key::Fy), ascii(2024, 4), Kind::Key(Key::LetterQ), ascii(3, 1)]);
    assert_eq!(kinds("2,024 roe"), [Kind::Figure, Kind::Word]);
    assert_eq!(kinds("2023,2024"), [ascii(2023, 4), Kind::Mark(','), ascii(2024, 4)]);
    let year = Kind::Number(Number { value: 2024, len: 4, han: true });
    assert_eq!(kinds("二〇二四年"), [year, Kind::Key(Key::YearMark { fiscal: false })]);
}

#[test]
fn words_that_only_look_like_time_stay_whole() {
    assert!(!kinds("成本年增").contains(&Kind::Key(Key::Relative {
        unit: super::super::words::Unit::Year,
        offset: 0,
        fiscal: false
    })));
    assert!(kinds("年金").iter().all(|kind| matches!(kind, Kind::Mark(_))));
    assert!(kinds("统一季度").contains(&Kind::Mark('一')));
}
