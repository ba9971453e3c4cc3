//! How sure a reading is. Each step of interpretation that can be wrong leaves a share of the confidence; the shares are
//! multiplied. They are set so that any three ordinary steps stay above the default floor of 0.80 and a value that a
//! reader of the document does not see falls below it by itself.
//!
//! | Step | Hundredths |
//! |---|---|
//! | the value, its row or its grid is hidden, or its format hides it | 50 |
//! | a conditional format may change its look | 85 |
//! | the table was put together from the places of words on a page | 95 |
//! | the number was read from text | 98 |
//! | a footnote mark was taken off the value | 97 |
//! | a header stands for cells beyond those it covers | 97 |
//! | a nearer header made an outer one more exact | 95 |
//! | the entity comes from a title or caption | 96 |
//! | the entity comes from the name of the sheet | 92 |
//! | the entity is the owner of the document | 92 |
//! | metric or period comes from a title | 96 |
//! | the unit comes from a title or the name of the sheet | 98 |

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
            Self::Conditional => 85,
            Self::Page | Self::Narrowed => 95,
            Self::Text | Self::UnitFromTitle => 98,
            Self::Mark | Self::Carried => 97,
            Self::EntityFromTitle | Self::FromTitle => 96,
            Self::EntityFromSheet | Self::EntityOfOwner => 92,
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
    fn three_ordinary_steps_stay_above_the_default_floor_and_a_hidden_value_does_not() {
        let floor = Confidence::hundredths(80);
        assert!(Some(after([Step::Page, Step::EntityFromSheet, Step::FromTitle])) >= floor);
        assert!(Some(after([Step::Hidden])) < floor);
        assert_eq!(after([]), Confidence::FULL);
    }
}
