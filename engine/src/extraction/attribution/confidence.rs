//! How sure a reading is. Each step of interpretation that can be wrong leaves a share of the confidence; the shares are
//! multiplied. They are set so that what office documents do every day stays at or above the default floor of 0.80, all of
//! it together, and a value that a reader of the document does not see falls below it by itself.
//!
//! | Step | Hundredths |
//! |---|---|
//! | the value, its row or its grid is hidden, or its format hides it | 50 |
//! | a conditional format may change its look | 92 |
//! | the table was put together from the places of words on a page | 95 |
//! | the number was read from text | 99 |
//! | a footnote mark was taken off the value | 98 |
//! | a header stands for cells beyond those it covers | 98 |
//! | a nearer header made an outer one more exact | 97 |
//! | the entity comes from a title or caption | 97 |
//! | the entity comes from the name of the sheet | 94 |
//! | the entity is the owner of the document | 94 |
//! | metric or period comes from a title | 97 |
//! | the unit comes from a corner, a title or the name of the sheet | 99 |

use crate::extraction::reading::Confidence;

/// A step of interpretation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    Hidden,
    Conditional,
    Page,
    Text,
    Mark,
    Carried,
    Narrowed,
    EntityFromTitle,
    EntityFromSheet,
    EntityOfOwner,
    FromTitle,
    UnitFromTitle,
}

impl Step {
    fn hundredths(self) -> u8 {
        match self {
            Self::Hidden => 50,
            Self::Conditional => 92,
            Self::Page => 95,
            Self::Text | Self::UnitFromTitle => 99,
            Self::Mark | Self::Carried => 98,
            Self::EntityFromTitle | Self::FromTitle | Self::Narrowed => 97,
            Self::EntityFromSheet | Self::EntityOfOwner => 94,
        }
    }
}

/// The confidence after all steps.
pub(super) fn after(steps: impl IntoIterator<Item = Step>) -> Confidence {
    let shares = steps.into_iter().filter_map(|step| Confidence::hundredths(step.hundredths()));
    shares.fold(Confidence::FULL, Confidence::and)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_ordinary_steps_together_stay_above_the_default_floor_and_a_hidden_value_does_not() {
        let floor = Confidence::hundredths(80);
        let headers = [Step::Carried, Step::Narrowed, Step::EntityFromSheet, Step::FromTitle, Step::UnitFromTitle];
        assert!(Some(after(headers.into_iter().chain([Step::Text, Step::Mark]))) >= floor);
        assert!(Some(after([Step::Conditional, Step::EntityFromSheet, Step::FromTitle, Step::UnitFromTitle])) >= floor);
        assert!(Some(after([Step::Page, Step::Text, Step::EntityFromTitle, Step::FromTitle])) >= floor);
        assert!(Some(after([Step::Page, Step::Text].into_iter().chain(headers))) < floor);
        assert!(Some(after([Step::Hidden])) < floor);
        assert_eq!(after([]), Confidence::FULL);
    }
}
