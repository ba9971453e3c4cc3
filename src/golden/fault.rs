//! What can be wrong with golden sets and the fixtures they cite. Loading collects faults; it never stops at the first.

use std::fmt;
use std::path::PathBuf;

use super::case::FileLine;
use super::notation::NotANumber;
use super::relevance::{Attribute, GRADE_MAX};
use crate::key::{FactKey, NotAPeriod, Source};

/// One fault, with where it stands.
#[derive(Debug)]
pub struct Fault {
    /// File and line.
    pub place: FileLine,
    /// The case, when its id could be read.
    pub case: Option<String>,
    /// What is wrong.
    pub kind: FaultKind,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.case {
            Some(case) => write!(f, "{}: case {case}: {}", self.place, self.kind),
            None => write!(f, "{}: {}", self.place, self.kind),
        }
    }
}

/// Every fault of a golden set.
#[derive(Debug, thiserror::Error)]
#[error("the golden set has {} fault{}:\n{}", .0.len(), if .0.len() == 1 { "" } else { "s" }, list(.0))]
pub struct Faults(pub Vec<Fault>);

fn list(faults: &[Fault]) -> String {
    faults.iter().map(|fault| format!("  {fault}")).collect::<Vec<_>>().join("\n")
}

/// What is wrong.
#[derive(Debug, thiserror::Error)]
pub enum FaultKind {
    /// A file or folder cannot be read.
    #[error("cannot read {}: {fault}", .path.display())]
    Unreadable {
        /// What was opened.
        path: PathBuf,
        /// Why it failed.
        #[source]
        fault: std::io::Error,
    },
    /// The phrases of the system cannot be used.
    #[error(transparent)]
    Phrases(#[from] super::phrases::PhraseFault),
    /// There is nothing to judge.
    #[error("no cases found; write at least one")]
    NoCases,
    /// The file's name starts with no fixture.
    #[error(
        "no fixture `{0}` for this file; name the file <fixture>.<topic>.jsonl after a folder of fixtures/, or that \
         folder as the `company` of a document"
    )]
    UnknownFixture(String),
    /// A profile is no TOML of the expected shape.
    #[error("the profile is not readable: {0}")]
    Profile(#[from] Box<toml::de::Error>),
    /// A facts file is no CSV of the expected shape.
    #[error("the facts are not readable: {0}")]
    Csv(#[from] csv::Error),
    /// A facts file lacks a column.
    #[error("the header lacks the column `{0}`")]
    NoColumn(&'static str),
    /// A cell of a facts file stands for nothing in the profile.
    #[error("column `{column}`: the profile knows no `{text}`")]
    UnknownCell {
        /// Column name.
        column: &'static str,
        /// The cell.
        text: String,
    },
    /// A row cites no place.
    #[error("the row has no doc or no locator; a fixture's fact must say where it was read")]
    NoSource,
    /// A line is no JSON object of the expected shape.
    #[error("not a case: {0}")]
    Json(#[from] serde_json::Error),
    /// A field that does not exist.
    #[error("unknown field `{0}`")]
    UnknownField(String),
    /// A field that must be there.
    #[error("missing field `{0}`")]
    MissingField(&'static str),
    /// A field that must not be empty.
    #[error("`{0}` is empty")]
    Empty(&'static str),
    /// A date that does not exist.
    #[error("`{text}` is not a date; write YYYY-MM-DD ({fault})")]
    Date {
        /// What was written.
        text: String,
        /// Why it is none.
        #[source]
        fault: jiff::Error,
    },
    /// A value that is no number.
    #[error(transparent)]
    Number(#[from] NotANumber),
    /// A value that is neither text nor JSON number.
    #[error("a value must be an exact text such as \"1320.50\", not {0}")]
    NotText(String),
    /// A period that is none.
    #[error(transparent)]
    Period(#[from] NotAPeriod),
    /// Two cases have one id.
    #[error("the id is already that of {0}; ids are unique over the golden set")]
    DuplicateId(FileLine),
    /// One question, asked alike, has two right answers.
    #[error("the same question is asked on the same day at {0} with another expectation; keep one")]
    ContradictingTwin(FileLine),
    /// A code that the profile does not have.
    #[error("{what} `{code}` is not a code of the fixture's profile")]
    UnknownCode {
        /// `metric`, `entity`, `channel` or `unit`.
        what: &'static str,
        /// The code.
        code: String,
    },
    /// The expectation lacks a part, or has parts that contradict each other.
    #[error("{0}")]
    Expectation(&'static str),
    /// The cited row does not exist.
    #[error("the fixture has no fact at {0}; cite document and locator exactly as the facts file has them")]
    NoSuchSource(Source),
    /// Several rows have the cited place.
    #[error("the fixture has several facts at {0}; write `facts` with metric, entity, period and channel")]
    AmbiguousSource(Source),
    /// The cited row says something else.
    #[error(transparent)]
    Differs(Box<Mismatch>),
    /// A document that may never answer is cited.
    #[error("{0} is restricted by the profile and may never answer")]
    Restricted(Source),
    /// A key is expected to be missing, and is there.
    #[error("`{key}` is expected to be missing, but the fixture has it at {at}")]
    NotMissing {
        /// The key.
        key: Box<FactKey>,
        /// Where it stands.
        at: Box<Source>,
    },
    /// Another document contradicts an expected fact, and the case does not say so.
    #[error("{at} states {value} for the same key; list it under `conflict`")]
    UnlistedConflict {
        /// The other place.
        at: Box<Source>,
        /// Its value.
        value: String,
    },
    /// A newer statement of the same key exists.
    #[error("{0} states the same key on a later business date; that one answers")]
    NotNewest(Source),
    /// The difference does not follow from the facts.
    #[error("the difference must be {0}, as it follows from the two facts")]
    Difference(String),
    /// A text that is demanded stands in the question already.
    #[error("`must_mention` has `{0}`, which the question contains: an echo would satisfy it")]
    Echo(String),
    /// A text that is satisfied by another of the same list.
    #[error("`must_mention` has `{text}` beside `{part}`, which it contains; leave the longer one out")]
    NeedlessAlternative {
        /// The longer text.
        text: String,
        /// The part of it, or the text itself once more.
        part: String,
    },
    /// A text of a list that no document of the fixture says.
    #[error("`must_mention` offers `{0}`, which stands nowhere in the fixture; offer what its documents say")]
    UnsaidAlternative(String),
    /// A document that the fixture does not have.
    #[error("the fixture has no document `{0}` under docs/")]
    NoSuchDocument(String),
    /// Prose is to rest on a restricted document.
    #[error("`{0}` is restricted and may never be cited; take it out of `narrative_doc`")]
    RestrictedProse(String),
    /// A place that the document does not have.
    #[error("`{item}` is no place of the document, which has {paragraphs} paragraphs")]
    NoSuchPlace {
        /// Document and locator.
        item: String,
        /// How many paragraphs the document has.
        paragraphs: usize,
    },
    /// A filter asks for something that documents do not have.
    #[error("unknown filter `{0}`; filters are {known}", known = Attribute::ALL.map(Attribute::as_str).join(", "))]
    UnknownAttribute(String),
    /// A filter asks for a value that no document can have.
    #[error("no document of the fixture can have the {attribute} `{value}`; write it as it is stored")]
    UnknownFilterValue {
        /// What the filter asks for.
        attribute: Attribute,
        /// The value.
        value: String,
    },
    /// A grade that is none.
    #[error("the grade of `{item}` is {grade}; grades are whole numbers from 1 to {GRADE_MAX}")]
    Grade {
        /// What is graded.
        item: String,
        /// The grade.
        grade: i64,
    },
    /// Nothing is relevant, and nobody says that this is meant.
    #[error("`relevant` names nothing; name what is relevant, or say `expect_empty`")]
    NothingRelevant,
    /// A document is relevant and must not be found.
    #[error("`{0}` is relevant and stands in `must_not` too")]
    RelevantAndForbidden(String),
    /// A restricted document is relevant.
    #[error("`{0}` is restricted and may never be found; it belongs in `must_not`")]
    RestrictedRelevant(String),
    /// The same search twice.
    #[error("the same query with the same filters stands at {0}; keep one")]
    DuplicateQuery(FileLine),
    /// A language without a query.
    #[error("no query is tagged `lang` {0}; both languages and mixtures of them are searched in")]
    NoQueryIn(&'static str),
    /// A fixture without a restricted trap.
    #[error("no query of the fixture `{0}` has a restricted document in `must_not`; a leak must have a trap")]
    NoRestrictedTrap(String),
    /// A report that the fixture does not have.
    #[error("the fixture has no document `{0}` under reports/")]
    NoSuchReport(String),
    /// A report without a truth.
    #[error(
        "nobody says what is true about `{0}`; write it under golden/extraction/, for what is not judged looks right"
    )]
    NoTruth(String),
    /// An element of a list is no object of the expected shape.
    #[error("{what} {number}: {fault}")]
    Element {
        /// `cell`, `fact` or `review`.
        what: &'static str,
        /// Which one of the list, from 1.
        number: usize,
        /// What is wrong with it.
        #[source]
        fault: serde_json::Error,
    },
    /// A place that no sheet has.
    #[error("`{0}` is no cell; write its column and row, for example C7")]
    NotACell(String),
    /// A cell stands in the list twice.
    #[error("{0} stands here a second time")]
    DuplicateCell(String),
    /// A colour that is none.
    #[error("{cell}: `{color}` is no colour; write six hexadecimal digits, for example FFF2CC")]
    NotAColor {
        /// The cell's locator.
        cell: String,
        /// What was written.
        color: String,
    },
    /// A value cell without headers, or headers of another one.
    #[error("{0}: a value cell has `headers`, which may be empty, and no other cell has")]
    Headers(String),
    /// A list names a cell that is not there, or of another kind.
    #[error("the {what} names {locator}, which is no {kinds} cell of this document")]
    NoSuchCell {
        /// `value`, `fact` or `review`.
        what: &'static str,
        /// What was named.
        locator: String,
        /// The kinds that it may be.
        kinds: String,
    },
    /// A reason that no review has.
    #[error("`{reason}` is no reason for a review; the reasons are {known}")]
    UnknownReason {
        /// What was written.
        reason: String,
        /// Those there are.
        known: String,
    },
    /// Only refusals, or none.
    #[error("one-sided: {0}")]
    OneSided(&'static str),
    /// The refusal's twin asks for something else.
    #[error("its twin {twin} asks something else: `{question}`; name an answerable question in nearly the same words")]
    FarTwin {
        /// The nearest answerable case of that name.
        twin: String,
        /// What it asks.
        question: String,
    },
    /// One twin stands beside too many refusals.
    #[error("its twin {twin} is that of more than {refusals_max} refusals; give it one of its own")]
    BusyTwin {
        /// The twin.
        twin: String,
        /// How many it may stand beside.
        refusals_max: usize,
    },
    /// A text that must not be mentioned stands nowhere.
    #[error("`{0}` stands nowhere in the fixture, so that nobody can mention it; choose what a wrong answer would say")]
    DisarmedTrap(String),
    /// A link in the place of a file or folder.
    #[error("this is a link; put the file itself here, where a review sees what it says")]
    Link,
    /// A file or folder that no golden set reads.
    #[error("no golden set reads this; give it the ending and the folder of its suite, or take it away")]
    Stray,
    /// A refusal without an answerable twin.
    #[error("a refusal needs an answerable twin: tag both `twin` with one name, or name the other's id")]
    NoTwin,
}

/// An expectation that the cited row contradicts.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{part} is `{expected}`, but the fixture has `{actual}` at {at}")]
pub struct Mismatch {
    /// Which part.
    pub part: &'static str,
    /// What the case says.
    pub expected: String,
    /// What the fixture says.
    pub actual: String,
    /// The cited place.
    pub at: Source,
}
