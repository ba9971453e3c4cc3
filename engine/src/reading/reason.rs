//! Why a cell is not a fact that answers, in a word and in a sentence. What is done about it is not decided here.

use rust_decimal::Decimal;

use super::{Confidence, Step};
use crate::code::UnitCode;
use crate::files::{Blemish, Rgb};
use crate::language::numbers::inexact::Inexact;

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
    /// The layout does not say which header is the value's own.
    #[error("which header is its own is not certain: {doubt}")]
    UncertainHeader {
        /// Why not.
        doubt: HeaderDoubt,
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
    /// The number format shows another scale or sign than what is stored.
    #[error(
        "the number format `{format}` shows the value on another scale, or with another sign, than the file stores it"
    )]
    ScaledFormat {
        /// The format's code.
        format: String,
    },
    /// The cell's text is no number.
    #[error("not a number: {fault}")]
    NotANumber {
        /// What is wrong with it.
        fault: crate::language::numbers::exact::NumberFault,
    },
    /// Pieces of the text play different parts, so that together they could say what none of them says.
    #[error("its text is not one statement: {blemish}")]
    Blemished {
        /// What is the matter.
        blemish: Blemish,
    },
    /// A range, an approximation or an estimate.
    #[error("no exact number: {}", match .kind {
        Inexact::Range => "a range",
        Inexact::Approximate => "an approximation",
        Inexact::Estimate => "an estimate",
    })]
    Inexact {
        /// Which of them.
        kind: Inexact,
    },
    /// Two statements of a currency or of a scale that cannot both hold.
    #[error("`{near}` and `{far}` state different units; values are never converted")]
    ConflictingUnits {
        /// The nearer one.
        near: String,
        /// The other one.
        far: String,
    },
    /// A line around the table says something of its figures that may make others of them.
    #[error("a note speaks of the figures: `{note}`")]
    Noted {
        /// The line.
        note: String,
    },
    /// A title, the name of a sheet or that of the file names a company that the profile does not know as its own.
    #[error("`{words}` seems to be another company, and the figures to be its own")]
    SomebodyElse {
        /// The name.
        words: String,
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

/// Why it is not certain which header is a value's own.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum HeaderDoubt {
    /// A header stands in the middle of what it is for, so that either of two neighbours may be meant.
    #[error("{}", either(.first, .second.as_deref()))]
    Either {
        /// One of them.
        first: String,
        /// The other, where there is one.
        second: Option<String>,
    },
    /// There are fewer headers than cells.
    #[error("the row has more cells than there are headers, and which of them has none is not known")]
    MoreCells,
    /// The value is merged over several headers.
    #[error("the value is merged over several headers")]
    Merged,
}

impl ReviewReason {
    /// What a person does so that the value is read, as a sentence.
    pub fn remedy(&self) -> String {
        match self {
            Self::UnknownHeader { words, .. } => format!(
                "If `{words}` is a name of something that the profile knows, add it there as a synonym; if it is something \
                 new, add a metric, entity or channel; if it says nothing of the figures, give the values by hand in a facts \
                 CSV; and if it makes another quantity of them, nothing is missing."
            ),
            Self::ConflictingHeaders { .. } => {
                "Correct the document, or say which of the two is meant: `engine review correct`.".to_owned()
            }
            Self::UncertainHeader { .. } => {
                "Merge the header or label over all that it stands for, give each column and each row one of its own, or say \
                 what the value is: `engine review correct`."
                    .to_owned()
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
            Self::Blemished { .. } => {
                "Accept the changes in the document and save it, or give the number by hand: `engine review correct`."
                    .to_owned()
            }
            Self::Inexact { .. } => {
                "Give the exact number by hand, if there is one: `engine review correct`.".to_owned()
            }
            Self::ConflictingUnits { .. } => {
                "Correct the document, or give the value in the metric's unit by hand: `engine review correct`."
                    .to_owned()
            }
            Self::SomebodyElse { words } => format!(
                "If `{words}` is a name of yours, add it to the synonyms of the entity whose figures these are; if it is \
                 another company, nothing is missing."
            ),
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
            Self::Noted { .. } => {
                "Read the note; if the value stands, approve it: `engine review approve`, else correct it: `engine review correct`."
                    .to_owned()
            }
            Self::LowConfidence { .. } => "Look at the cell and approve it: `engine review approve`.".to_owned(),
        }
    }

    /// The word for it in lists and filters.
    pub fn code(&self) -> &'static str {
        match self {
            Self::UnknownHeader { .. } => "unknown_header",
            Self::ConflictingHeaders { .. } => "conflicting_headers",
            Self::UncertainHeader { .. } => "uncertain_header",
            Self::Missing { .. } => "missing_dimension",
            Self::UnitNotStated { .. } => "unit_not_stated",
            Self::UnknownUnit { .. } => "unknown_unit",
            Self::UnitMismatch { .. } => "unit_mismatch",
            Self::ScaledFormat { .. } => "scaled_format",
            Self::NotANumber { .. } => "not_a_number",
            Self::Blemished { blemish: Blemish::Struck } => "struck_out",
            Self::Blemished { .. } => "mixed_text",
            Self::Inexact { kind: Inexact::Range } => "range",
            Self::Inexact { kind: Inexact::Approximate } => "approximate",
            Self::Inexact { kind: Inexact::Estimate } => "estimate",
            Self::ConflictingUnits { .. } => "conflicting_units",
            Self::Noted { .. } => "noted",
            Self::SomebodyElse { .. } => "somebody_else",
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

fn either(first: &str, second: Option<&str>) -> String {
    match second {
        Some(second) => format!("`{first}` or `{second}` may stand for it"),
        None => format!("`{first}` may stand for it, or not"),
    }
}

fn meant(nearest: Option<&str>) -> String {
    nearest.map(|name| format!("; did you mean `{name}`?")).unwrap_or_default()
}
