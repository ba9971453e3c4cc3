//! What can be wrong with a profile, one variant a fault, each with its sentence and its remedy. It knows neither files
//! nor positions: [`super::Fault`] adds where.

use std::fmt;

use crate::lang::Lang;

/// One thing that is wrong. `Display` says what; [`Problem::help`] says what to do.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Problem {
    /// The file holds bytes that are no UTF-8.
    #[error("the file is not UTF-8 text")]
    NotUtf8,
    /// The file holds a NUL, which no text does.
    #[error("the file holds a NUL byte, so it is not plain text")]
    NulByte,
    /// The text is not TOML.
    #[error("not valid TOML: {message}")]
    Syntax {
        /// The parser's sentence.
        message: String,
    },
    /// A key that the format does not have.
    #[error("unknown key `{key}` in {table}")]
    UnknownKey {
        /// As written.
        key: String,
        /// Where it stands, such as `[metrics.REVENUE]`.
        table: String,
        /// The known key that looks most like it.
        nearest: Option<String>,
        /// Every key that may stand there.
        known: Vec<&'static str>,
    },
    /// A value of another type.
    #[error("`{key}` must be {expected}, not {found}")]
    WrongType {
        /// The key.
        key: String,
        /// What belongs there, with an example.
        expected: &'static str,
        /// The type that was found.
        found: &'static str,
    },
    /// A required key or table is absent.
    #[error("{table} has no `{key}`")]
    MissingKey {
        /// The absent key.
        key: &'static str,
        /// Where it belongs.
        table: String,
        /// A line that would mend it.
        example: &'static str,
    },
    /// A schema number this engine does not read.
    #[error("schema {found} is not supported")]
    Schema {
        /// As written.
        found: String,
    },
    /// A month outside the year.
    #[error("fiscal_year_end_month is {found}, which is no month")]
    Month {
        /// As written.
        found: String,
    },
    /// A language listed twice.
    #[error("language `{lang}` is listed twice")]
    DuplicateLanguage {
        /// The language.
        lang: Lang,
    },
    /// A word that is none of the allowed ones.
    #[error("`{key}` cannot be `{found}`")]
    UnknownChoice {
        /// The key.
        key: String,
        /// As written.
        found: String,
        /// The allowed word that looks most like it.
        nearest: Option<String>,
        /// Every allowed word.
        allowed: Vec<&'static str>,
    },
    /// A list or table that needs at least one member.
    #[error("{what} is empty")]
    Empty {
        /// What is empty.
        what: String,
        /// What to write.
        example: &'static str,
    },
    /// A code that could not be typed or shown.
    #[error("{dimension} code {code:?} is empty or holds white space or invisible characters")]
    BadCode {
        /// Whose code.
        dimension: Dimension,
        /// As written.
        code: String,
    },
    /// A wording without a visible character.
    #[error("{owner} has a blank wording {text:?}")]
    Blank {
        /// Whose wording.
        owner: String,
        /// As written.
        text: String,
    },
    /// One wording, two meanings.
    #[error("`{term}` means {owner} here, but already means {first}")]
    Claimed {
        /// The wording.
        term: String,
        /// Who claims it second.
        owner: Owner,
        /// Who claimed it first.
        first: Owner,
    },
    /// A wording that the security gate refuses, so nobody could ask with it.
    #[error("`{term}` of {owner} is hidden by `{alias}`, a name of competitor {competitor}")]
    Hidden {
        /// The wording.
        term: String,
        /// Whose wording.
        owner: Owner,
        /// The competitor's name inside it.
        alias: String,
        /// The competitor's code.
        competitor: String,
    },
    /// A competitor's name that ordinary text is full of.
    #[error("`{alias}` of competitor {competitor} is too short: it would refuse ordinary questions")]
    ShortAlias {
        /// The name.
        alias: String,
        /// The competitor's code.
        competitor: String,
    },
    /// A wording that a question would use for a period or a plain number.
    #[error("`{term}` of {owner} reads as a period or a number")]
    ReadsAsPeriod {
        /// The wording.
        term: String,
        /// Whose wording.
        owner: Owner,
    },
    /// A reference to a code that the profile does not define.
    #[error("{key} names the {dimension} `{code}`, which the profile does not define")]
    UnknownCode {
        /// The key that refers.
        key: String,
        /// What is referred to.
        dimension: Dimension,
        /// As written.
        code: String,
        /// The defined code that looks most like it.
        nearest: Option<String>,
    },
    /// A unit that no metric is stated in: a warning.
    #[error("no metric is stated in unit {unit}")]
    UnusedUnit {
        /// The unit's code.
        unit: String,
    },
    /// Something that is not `RRGGBB`.
    #[error("`{found}` is not a colour")]
    BadColor {
        /// As written.
        found: String,
    },
    /// One colour, two meanings.
    #[error("colour {rgb} means `{tag}` here, but already means `{first}`")]
    ColorTwice {
        /// The colour.
        rgb: String,
        /// Who claims it second.
        tag: String,
        /// Who claimed it first.
        first: String,
    },
    /// One word, two tags.
    #[error("`{label}` means the tag `{tag}` here, but already means `{first}`")]
    TagLabelTwice {
        /// The word.
        label: String,
        /// Who claims it second.
        tag: String,
        /// Who claimed it first.
        first: String,
    },
    /// No confidence from 0 to 1 in whole hundredths.
    #[error("confidence_floor is {found}, which is no confidence")]
    Confidence {
        /// As written.
        found: String,
    },
    /// A word list given in two tables.
    #[error("the word list `{list}` is given twice")]
    ListTwice {
        /// Its name.
        list: &'static str,
    },
    /// A dimension setting that would break a promise of the engine.
    #[error("[dimensions.{dimension}] cannot have `{key} = {found}`")]
    Policy {
        /// The dimension.
        dimension: &'static str,
        /// The key.
        key: &'static str,
        /// As written.
        found: String,
        /// Why not, and what may stand there.
        why: String,
    },
}

/// How much a fault matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The profile cannot be used.
    Error,
    /// The profile works; a part of it has no effect.
    Warning,
}

/// The tables whose members have codes and wordings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, strum::Display)]
#[strum(serialize_all = "lowercase")]
pub enum Dimension {
    /// `[metrics]`.
    Metric,
    /// `[entities]`.
    Entity,
    /// `[channels]`.
    Channel,
    /// `[units]`.
    Unit,
    /// `[competitors]`.
    Competitor,
    /// `[home]`, whose one member is the company.
    Home,
}

/// Who a wording belongs to, such as `entity HK`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Owner {
    /// The table.
    pub dimension: Dimension,
    /// The code in it.
    pub code: String,
}

impl fmt::Display for Owner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.dimension, self.code)
    }
}

impl Problem {
    /// Whether the profile can be used in spite of it.
    pub fn severity(&self) -> Severity {
        match self {
            Self::UnusedUnit { .. } => Severity::Warning,
            _ => Severity::Error,
        }
    }

    /// Whether a broken line elsewhere may be the true cause: something is absent that the line would have brought.
    pub(super) fn is_absence(&self) -> bool {
        matches!(
            self,
            Self::MissingKey { .. } | Self::Empty { .. } | Self::UnknownCode { .. } | Self::UnusedUnit { .. }
        )
    }

    /// What to do about it, as one clause.
    pub fn help(&self) -> String {
        match self {
            Self::NotUtf8 | Self::NulByte => "save the file as UTF-8 text (not UTF-16, not a workbook)".into(),
            Self::Syntax { .. } => "text goes in double quotes, lists in [ ], and codes of other scripts than \
                                    Latin in quotes: [entities.\"香港\"]"
                .into(),
            Self::UnknownKey { nearest, known, .. } => did_you_mean(nearest.as_deref(), known),
            Self::UnknownChoice { nearest, allowed, .. } => did_you_mean(nearest.as_deref(), allowed),
            Self::WrongType { expected, .. } => format!("write {expected}"),
            Self::MissingKey { example, .. } | Self::Empty { example, .. } => {
                format!("add `{example}`")
            }
            Self::Schema { .. } => "this engine reads `schema = 1`".into(),
            Self::Month { .. } => "write a number from 1 to 12; 12 when the fiscal year is the calendar year".into(),
            Self::DuplicateLanguage { .. } => "keep the first, which is preferred, and remove the other".into(),
            Self::BadCode { .. } => "use letters, digits and `_`; put the readable name in `label`".into(),
            Self::Blank { .. } => "remove it, or write the wording".into(),
            Self::Claimed { owner, first, .. } if owner.dimension == first.dimension => {
                format!("leave it to one of {} and {}, or make both wordings longer", first.code, owner.code)
            }
            Self::Claimed { .. } => "a question could not tell the two apart: make one of the wordings longer".into(),
            Self::Hidden { .. } => "questions with a competitor's name are refused: change one of the two".into(),
            Self::ShortAlias { .. } => "use at least two characters; give a code or label that is itself a name".into(),
            Self::ReadsAsPeriod { .. } => "add a word to it: questions use it for time or quantity".into(),
            Self::UnknownCode { dimension, code, nearest, .. } => match nearest {
                Some(nearest) => format!("did you mean `{nearest}`?"),
                None => format!("add [{}.{code}], or name a {dimension} that is there", dimension.table()),
            },
            Self::UnusedUnit { .. } => "give it to a metric as `unit`, or remove it".into(),
            Self::BadColor { .. } => "write six hexadecimal digits without `#`, such as \"FFF2CC\"".into(),
            Self::Confidence { .. } => "write a number from 0 to 1 with at most two decimals, such as 0.80".into(),
            Self::ColorTwice { .. } | Self::TagLabelTwice { .. } => "leave it to one of the two tags".into(),
            Self::ListTwice { .. } => "put all its words in one place".into(),
            Self::Policy { why, .. } => why.clone(),
        }
    }
}

impl Dimension {
    /// The name of its table in the file.
    pub(super) fn table(self) -> &'static str {
        match self {
            Self::Metric => "metrics",
            Self::Entity => "entities",
            Self::Channel => "channels",
            Self::Unit => "units",
            Self::Competitor => "competitors",
            Self::Home => "home",
        }
    }
}

/// The name among `known` that `written` is most likely a slip of: at most one edit for every three characters,
/// adjacent swaps counted once.
pub(super) fn nearest<'n>(written: &str, known: impl IntoIterator<Item = &'n str>) -> Option<String> {
    let written = written.to_lowercase();
    let edits_max = (written.chars().count() / 3).max(1);
    known
        .into_iter()
        .filter(|name| name.len().abs_diff(written.len()) <= 4 * edits_max)
        .map(|name| (strsim::damerau_levenshtein(&written, &name.to_lowercase()), name))
        .filter(|&(edits, _)| edits <= edits_max)
        .min_by_key(|&(edits, _)| edits)
        .map(|(_, name)| name.to_owned())
}

fn did_you_mean(nearest: Option<&str>, known: &[&'static str]) -> String {
    match (nearest, known) {
        (Some(nearest), _) => format!("did you mean `{nearest}`?"),
        (None, [only]) => format!("the only possibility is `{only}`"),
        (None, known) => format!("possible here: {}", known.join(", ")),
    }
}

#[cfg(test)]
mod tests;
