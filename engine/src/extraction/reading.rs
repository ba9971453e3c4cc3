//! What comes out of a cell: a fact that is understood in every part, or a review that says why not. Both name the cell
//! they were read from. Whether a fact may answer is decided by who stores it.

use std::fmt;
use std::sync::Arc;

use jiff::civil::Date;
use rust_decimal::Decimal;

use super::meaning::confidence::{Step, Unseen};
use super::values;
use crate::code::{ChannelCode, EntityCode, MetricCode, UnitCode};
use crate::fact::FactKey;
use crate::files::Rgb;
use crate::period::Period;
use crate::rule::Rule;

/// What was read from one cell or header.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reading {
    /// A fact.
    Fact(FactReading),
    /// Something that a person has to look at; apart, for it is larger than a fact and mostly rarer.
    Review(Box<ReviewReading>),
}

/// What decided about a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Decided {
    /// Why it is a fact, or waits.
    pub verdict: &'static Rule,
    /// What its colour is to it, where it has one.
    pub color: Option<&'static Rule>,
}

impl Decided {
    /// A decision in which no colour had a part.
    pub fn by(verdict: &'static Rule) -> Self {
        Self { verdict, color: None }
    }
}

/// A fact as one document states it, understood in every part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FactReading {
    /// What the value is about.
    pub key: FactKey,
    /// The value, with the digits of the file. A percent-formatted 0.138 is 13.8 in the unit percent.
    pub value: Decimal,
    /// The text of the cell, where the file stores a number apart from what a reader sees.
    pub text: Option<Arc<str>>,
    /// The unit it is stated in.
    pub unit: UnitCode,
    /// The cell.
    pub locator: String,
    /// Further places of the document that state the same.
    pub also: Vec<String>,
    /// Tags from colours and headers, such as `forecast`, in order and each once. All of them may answer.
    pub tags: Vec<String>,
    /// How sure the reading is.
    pub confidence: Confidence,
    /// Business date, when the document states one.
    pub valid_as_of: Option<Date>,
    /// What made it a fact.
    pub decided: Decided,
}

impl FactReading {
    /// The text of the cell, where it shows another number than is stored: a number format rounds it, or the file stores
    /// the binary double nearest to what was typed (33.300000000000004 for 33.3).
    pub fn shown(&self) -> Option<&str> {
        self.text.as_deref().filter(|text| values::shows_another(text, self.value))
    }
}

/// Something in a document that is not a fact for a reason that a person can do something about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReviewReading {
    /// The cell; for a header or colour that stops several values, the first of them in reading order.
    pub locator: String,
    /// The text of that cell.
    pub text: String,
    /// Why.
    pub reason: ReviewReason,
    /// As much as was understood.
    pub candidate: Candidate,
    /// How many value cells it stops, itself included.
    pub cells: u64,
    /// Why a reader of the document does not see that cell; none for one that is seen.
    pub unseen: Option<Unseen>,
    /// What makes it wait.
    pub decided: Decided,
}

impl ReviewReading {
    /// Why it is there, in a sentence. That it is hidden is said whatever else is the matter with it.
    pub fn message(&self) -> String {
        match (&self.reason, self.unseen) {
            // Its steps say so.
            (ReviewReason::LowConfidence { .. }, _) | (_, None) => self.reason.to_string(),
            (reason, Some(unseen)) => format!("{reason}; {unseen}"),
        }
    }
}

/// A fact as far as it was understood. Complete in the parts that are there; none of them is a guess.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Candidate {
    /// Metric.
    pub metric: Option<MetricCode>,
    /// Entity.
    pub entity: Option<EntityCode>,
    /// Period.
    pub period: Option<Period>,
    /// Channel.
    pub channel: Option<ChannelCode>,
    /// Value.
    pub value: Option<Decimal>,
    /// Unit.
    pub unit: Option<UnitCode>,
    /// Business date.
    pub valid_as_of: Option<Date>,
    /// Tags.
    pub tags: Vec<String>,
    /// How sure the reading is, where a value was read.
    pub confidence: Option<Confidence>,
}

impl Candidate {
    /// Its key, value and unit, when it has all of them: what a person can approve as it stands.
    pub fn complete(&self) -> Option<(FactKey, Decimal, UnitCode)> {
        let key = FactKey {
            metric: self.metric.clone()?,
            entity: self.entity.clone()?,
            period: self.period?,
            channel: self.channel.clone()?,
        };
        Some((key, self.value?, self.unit.clone()?))
    }
}

/// How sure a reading is, from 0 to 1, in hundredths: each step of interpretation that could be wrong takes some away.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Confidence(u8);

impl Confidence {
    /// Nothing was interpreted.
    pub const FULL: Self = Self(100);

    /// A confidence of so many hundredths; none above 100.
    pub fn hundredths(hundredths: u8) -> Option<Self> {
        (hundredths <= 100).then_some(Self(hundredths))
    }

    /// The confidence when both steps must be right.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        // At most 100 × 100 / 100, rounded down so that doubt never disappears.
        Self(u8::try_from(u16::from(self.0) * u16::from(other.0) / 100).unwrap_or(100))
    }

    /// The confidence when two readings that were made apart from each other agree: 1 - (1 - a)(1 - b).
    #[must_use]
    pub fn agreeing(self, other: Self) -> Self {
        let doubt = u16::from(100 - self.0) * u16::from(100 - other.0);
        Self(100 - u8::try_from(doubt.div_ceil(100)).unwrap_or(100))
    }

    /// As a decimal from 0 to 1.
    pub fn decimal(self) -> Decimal {
        Decimal::new(i64::from(self.0), 2)
    }
}

impl fmt::Display for Confidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.decimal().fmt(f)
    }
}

/// Why a cell is not a fact that answers.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReviewReason {
    /// A header holds words that the profile does not know.
    #[error("the profile does not know `{words}`{}", meant(.nearest.as_deref()))]
    UnknownHeader {
        /// The words.
        words: String,
        /// The nearest name it knows.
        nearest: Option<String>,
    },
    /// Two headers of a value say different things about one dimension.
    #[error("two headers disagree: `{first}` and `{second}`")]
    ConflictingHeaders {
        /// What one of them says.
        first: String,
        /// What the other one says.
        second: String,
    },
    /// No header says what, for whom or when; the name of the dimension.
    #[error("no header, title or name says which {dimension}")]
    Missing {
        /// `metric`, `entity` or `period`.
        dimension: &'static str,
    },
    /// Nothing says in which unit the value is.
    #[error("nothing says in which unit it is; the metric is stated in {expected}")]
    UnitNotStated {
        /// The metric's unit.
        expected: UnitCode,
    },
    /// Words of a unit or scale that the profile does not know.
    #[error("`{unit}` is no unit of the profile")]
    UnknownUnit {
        /// As the document writes it.
        unit: String,
    },
    /// A unit that the metric is not stated in. Nothing is converted.
    #[error("the unit is {given}, and the metric is stated in {expected}; values are never converted")]
    UnitMismatch {
        /// The document's unit.
        given: UnitCode,
        /// The metric's unit.
        expected: UnitCode,
    },
    /// The number format shows another scale than what is stored.
    #[error("the number format `{format}` shows the value on another scale than the file stores it")]
    ScaledFormat {
        /// The format's code.
        format: String,
    },
    /// The cell's text is no number.
    #[error("not a number: {fault}")]
    NotANumber {
        /// What is wrong with it.
        fault: crate::ingestion::number::NumberFault,
    },
    /// A formula's error, or a formula whose result the file does not hold.
    #[error("the formula has no result in the file; open and save it in a spreadsheet program")]
    NoResult,
    /// More digits than are kept exactly, or no finite number.
    #[error("the number cannot be kept exactly")]
    OutOfRange,
    /// A subtotal whose scope is not stated.
    #[error("a subtotal; nothing says of what")]
    Subtotal,
    /// A colour that the profile does not register and no legend explains.
    #[error("nothing says what the colour {color} means; register it under [colors]")]
    UnknownColor {
        /// The colour.
        color: Rgb,
    },
    /// A tag that keeps facts from answering.
    #[error("marked as {tag}, which does not answer")]
    Tagged {
        /// The tag.
        tag: String,
    },
    /// The same document states another value for the same key.
    #[error("the same document states {value} {unit} for the same key at {locator}")]
    Contradiction {
        /// The other value.
        value: Decimal,
        /// Its unit.
        unit: UnitCode,
        /// Where.
        locator: String,
    },
    /// The reading is not sure enough to answer.
    #[error("read with confidence {confidence}, below {floor}: {}", listed(.steps))]
    LowConfidence {
        /// How sure it is.
        confidence: Confidence,
        /// How sure it must be.
        floor: Confidence,
        /// The steps of interpretation that took the rest.
        steps: Vec<Step>,
    },
}

impl ReviewReason {
    /// What a person does so that the value is read, as a sentence.
    pub fn remedy(&self) -> String {
        match self {
            Self::UnknownHeader { words, .. } => format!(
                "If `{words}` is a name of something that the profile knows, add it there as a synonym; if it is something \
                 new, add a metric, entity or channel; and if it makes another quantity of the value, nothing is missing."
            ),
            Self::ConflictingHeaders { .. } => {
                "Correct the document, or say which of the two is meant: `engine review correct`.".to_owned()
            }
            Self::Missing { dimension } => format!(
                "Name the {dimension} in a header, a title or the name of the sheet, or state it by hand: `engine review \
                 correct`."
            ),
            Self::UnitNotStated { expected } => {
                format!(
                    "State the unit in a header or title, or approve the value as {expected}: `engine review approve`."
                )
            }
            Self::UnknownUnit { unit } => format!("Add `{unit}` to the units of the profile, or correct the document."),
            Self::UnitMismatch { given, .. } => {
                format!("Give the value in the metric's unit by hand, or let the profile state the metric in {given}.")
            }
            Self::ScaledFormat { .. } => {
                "Store the number as it is shown, or correct it: `engine review correct`.".to_owned()
            }
            Self::NotANumber { .. } | Self::OutOfRange => {
                "Correct the cell, or give the number by hand: `engine review correct`.".to_owned()
            }
            Self::NoResult => {
                "Open the file in a spreadsheet program and save it, so that it holds the result.".to_owned()
            }
            Self::Subtotal => "Name in the label what it is the sum of.".to_owned(),
            Self::UnknownColor { color } => format!("Register {color} under [colors] in the profile."),
            Self::Tagged { tag } => format!("Approve the value, or let `{tag}` answer under [colors] in the profile."),
            Self::Contradiction { locator, .. } => {
                format!("Approve the right one of the two; the other stands at {locator}.")
            }
            Self::LowConfidence { .. } => "Look at the cell and approve it: `engine review approve`.".to_owned(),
        }
    }

    /// The word for it in lists and filters.
    pub fn code(&self) -> &'static str {
        match self {
            Self::UnknownHeader { .. } => "unknown_header",
            Self::ConflictingHeaders { .. } => "conflicting_headers",
            Self::Missing { .. } => "missing_dimension",
            Self::UnitNotStated { .. } => "unit_not_stated",
            Self::UnknownUnit { .. } => "unknown_unit",
            Self::UnitMismatch { .. } => "unit_mismatch",
            Self::ScaledFormat { .. } => "scaled_format",
            Self::NotANumber { .. } => "not_a_number",
            Self::NoResult => "no_result",
            Self::OutOfRange => "out_of_range",
            Self::Subtotal => "subtotal",
            Self::UnknownColor { .. } => "unknown_color",
            Self::Tagged { .. } => "tagged",
            Self::Contradiction { .. } => "contradiction",
            Self::LowConfidence { .. } => "low_confidence",
        }
    }
}

/// The steps, those that took the most first.
fn listed(steps: &[Step]) -> String {
    let mut steps = steps.to_vec();
    steps.sort_by_key(|step| step.share());
    steps.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

fn meant(nearest: Option<&str>) -> String {
    nearest.map(|name| format!("; did you mean `{name}`?")).unwrap_or_default()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
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
}
