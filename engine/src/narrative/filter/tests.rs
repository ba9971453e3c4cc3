//! Tests of `filter`.

use super::*;

#[test]
fn several_values_are_any_of_them_and_a_period_brings_its_parts() {
    let subject = Subject {
        entities: vec![EntityCode::new("HK"), EntityCode::new("CN")],
        periods: vec![Period::Half { year: 2025, half: 1 }, Period::Year { year: 2023 }],
        ..Subject::default()
    };
    let filter = subject.filter(FiscalCalendar::ending_in(12).unwrap());
    let wanted: Vec<_> = filter.wanted().collect();
    assert_eq!(wanted[0].0, Attribute::Entity);
    assert_eq!(wanted[0].1.iter().collect::<Vec<_>>(), ["CN", "HK"]);
    let periods = wanted[1].1;
    for inside in ["2025H1", "2025Q2", "2025-06", "2023", "2023H2", "2023-12"] {
        assert!(periods.contains(inside), "{inside}");
    }
    for outside in ["2025", "2025H2", "2025-07", "2022-12"] {
        assert!(!periods.contains(outside), "{outside}");
    }
    assert_eq!(wanted.len(), 2);
}

#[test]
fn a_question_that_names_nobody_and_no_period_is_not_narrowed() {
    assert!(Subject::default().filter(FiscalCalendar::ending_in(12).unwrap()).is_empty());
}
