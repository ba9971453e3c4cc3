//! Tests: how sure readings are together, and what is said of a cell that waits.

use super::*;

fn confidence(hundredths: u8) -> Confidence {
    Confidence::hundredths(hundredths).unwrap()
}

#[test]
fn doubt_adds_up_and_agreement_takes_it_away() {
    assert_eq!(Confidence::FULL.and(confidence(90)), confidence(90));
    assert_eq!(confidence(90).and(confidence(85)), confidence(76), "0.765, rounded down");
    assert_eq!(confidence(80).agreeing(confidence(80)), confidence(96));
    assert_eq!(confidence(99).agreeing(confidence(99)), confidence(99), "0.9999, rounded down");
    assert_eq!(Confidence::hundredths(101), None);
    assert_eq!(confidence(76).to_string(), "0.76");
}

#[test]
fn a_low_confidence_tells_its_steps_the_heaviest_first() {
    let steps = vec![Step::Text, Step::Hidden(Unseen::Sheet), Step::Conditional];
    let reason = ReviewReason::LowConfidence { confidence: confidence(45), floor: confidence(80), steps };
    assert_eq!(
        reason.to_string(),
        "read with confidence 0.45, below 0.80: its sheet is hidden (0.50), a conditional format may change its \
         look (0.92), the number was read from text (0.99)"
    );
}

#[test]
fn what_is_hidden_says_so_whatever_else_is_the_matter() {
    let review = |reason, unseen| ReviewReading {
        locator: String::new(),
        text: String::new(),
        reason,
        candidate: Candidate::default(),
        cells: 1,
        unseen,
        decided: Decided::by(&crate::rule::value::SUM_OF_WHAT),
    };
    assert_eq!(review(ReviewReason::Subtotal, None).message(), "a subtotal; nothing says of what");
    let hidden = review(ReviewReason::Subtotal, Some(Unseen::Line)).message();
    assert_eq!(hidden, "a subtotal; nothing says of what; its row or column is hidden");
}

#[test]
fn all_ordinary_steps_together_stay_above_the_default_floor_and_a_hidden_value_does_not() {
    let floor = Confidence::hundredths(80);
    let headers = [Step::Carried, Step::Narrowed, Step::EntityFromSheet, Step::FromTitle, Step::UnitFromTitle];
    assert!(Some(confidence_after(headers.into_iter().chain([Step::Text, Step::Mark]))) >= floor);
    assert!(
        Some(confidence_after([Step::Conditional, Step::EntityFromSheet, Step::FromTitle, Step::UnitFromTitle]))
            >= floor
    );
    assert!(Some(confidence_after([Step::Page, Step::Text, Step::EntityFromTitle, Step::FromTitle])) >= floor);
    assert!(Some(confidence_after([Step::Page, Step::Text].into_iter().chain(headers))) < floor);
    assert!(Some(confidence_after([Step::Hidden(Unseen::Line)])) < floor);
    assert_eq!(confidence_after([]), Confidence::FULL);
}

#[test]
fn a_step_says_what_it_rests_on_and_what_it_leaves() {
    assert_eq!(Step::Hidden(Unseen::Sheet).to_string(), "its sheet is hidden (0.50)");
    assert_eq!(Step::EntityFromSheet.to_string(), "the entity comes from the name of the sheet (0.94)");
    for unseen in [Unseen::Sheet, Unseen::Slide, Unseen::Table, Unseen::Line, Unseen::Format] {
        assert!(unseen.to_string().contains("hidden"), "{unseen}");
    }
}
