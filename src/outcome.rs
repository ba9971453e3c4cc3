//! An answer as an engine states it: the one JSON object of `engine ask --json`, of a batch line, or of any other
//! system that speaks the same contract. Unknown fields are ignored; numbers are read from their text, never through a
//! binary float. There is no way from here back to the engine.

use rust_decimal::Decimal;
use serde::{Deserialize, Deserializer, Serialize};

use crate::key::{FactKey, Period, Source};
use crate::leaf::{self, Leaf};
use crate::words::words;

/// One answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    /// The question as the engine received it.
    #[serde(default)]
    pub question: String,
    /// Language of the answer.
    #[serde(default)]
    pub lang: String,
    /// `structured`, `narrative` or `composite`.
    pub route: String,
    /// How the question was read.
    #[serde(default)]
    pub intent: Intent,
    /// How the question was clarified.
    pub clarification: Clarification,
    /// What was looked up, in order.
    #[serde(default)]
    pub tool_results: Vec<ToolResult>,
    /// The change between two values, when the engine states one. Its form is the engine's affair.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub difference: Option<serde_json::Value>,
    /// The answer with inline sources.
    pub answer: String,
    /// The answer without inline sources.
    #[serde(default)]
    pub answer_plain: String,
    /// Every source of the answer.
    #[serde(default)]
    pub sources: Vec<Source>,
    /// Whether the answer is a refusal.
    pub refused: bool,
    /// The guard's case, when it had to step in.
    pub guard: Option<String>,
    /// Numbers of the prose that the engine itself found in no cited passage, as they are written.
    #[serde(default, deserialize_with = "as_texts", skip_serializing_if = "Vec::is_empty")]
    pub unsupported_numbers: Vec<String>,
    /// The prose and what it rests on; none when no document was asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub narrative: Option<Narrative>,
    /// The rules that decided about words of the question, each with its words, where the target shows them to a person who
    /// looks for a fault. They are no part of the contract and of no judgement.
    #[serde(skip)]
    pub rules: Vec<String>,
    /// What the JSON says in fields that the contract does not have.
    #[serde(skip)]
    pub beside: Vec<Leaf>,
}

/// The status of prose that is there.
pub(crate) const ANSWERED: &str = "answered";

/// Prose from documents.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Narrative {
    /// `answered`, or why there is no prose.
    pub status: String,
    /// The prose alone, without what the engine adds to it.
    pub prose: Option<String>,
    /// Filters that were given up because nothing passed them all.
    pub relaxed: Vec<String>,
    /// Words of the question that say a period which could not be read, and so narrowed no search.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unread_periods: Vec<String>,
    /// What the question takes for granted and a cited passage states the opposite of.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contradiction: Option<Contradiction>,
    /// Whether all cited passages are in another language than the question.
    pub other_language: bool,
    /// How many passages the prose was made from.
    pub retrieved: u64,
    /// The passages, with their numbers.
    pub passages: Vec<CitedPassage>,
}

/// A premise of the question that the documents contradict.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Contradiction {
    /// The question's words.
    pub asked: String,
    /// The passage's words.
    pub stated: String,
    /// The number of the passage.
    pub passage: u64,
}

/// A passage that prose rests on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CitedPassage {
    /// The number under which the prose may cite it.
    #[serde(default)]
    pub number: u64,
    /// Document name.
    pub doc: String,
    /// Document title.
    #[serde(default)]
    pub title: String,
    /// Place in the document, such as `para3-5`.
    pub locator: String,
    /// The passage itself.
    #[serde(default)]
    pub text: String,
    /// Canonical period of its document.
    pub period: Option<String>,
    /// Business date of its document.
    pub valid_as_of: Option<String>,
    /// Whether the prose cites it; systems that list only what they cite need not say so.
    #[serde(default = "yes")]
    pub cited: bool,
}

fn yes() -> bool {
    true
}

/// Reads a list of texts or numbers as texts.
fn as_texts<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    let values = Option::<Vec<serde_json::Value>>::deserialize(deserializer)?.unwrap_or_default();
    Ok(values.into_iter().map(|value| value.as_str().map_or_else(|| value.to_string(), str::to_owned)).collect())
}

impl Outcome {
    /// Reads an answer, with all that stands in fields that the contract does not have.
    pub fn read(json: &str) -> serde_json::Result<Self> {
        let mut outcome: Self = serde_json::from_str(json)?;
        outcome.beside = leaf::beside(&serde_json::from_str(json)?, &serde_json::to_value(&outcome)?);
        Ok(outcome)
    }

    /// Every text and number of it, in whatever field.
    pub fn leaves(&self) -> Vec<Leaf> {
        // What was read can be written.
        let known = serde_json::to_value(self).unwrap_or_default();
        leaf::leaves(&known).into_iter().chain(self.beside.iter().cloned()).collect()
    }

    /// The passages that the prose cites.
    pub fn cited(&self) -> impl Iterator<Item = &CitedPassage> {
        self.narrative.iter().flat_map(|narrative| &narrative.passages).filter(|passage| passage.cited)
    }

    /// Every text of it that a person may be shown, with the name of its place: both forms of the answer, the question
    /// back, the note on an assumption, each choice, the prose, and what the sources are called.
    pub fn texts(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let clarification = &self.clarification;
        let narrative = self.narrative.iter();
        let single = [
            ("the answer", Some(&self.answer)),
            ("the plain answer", Some(&self.answer_plain)),
            ("the question back", clarification.question.as_ref()),
            ("the assumption note", clarification.assumption_note.as_ref()),
        ];
        let single = single.into_iter().filter_map(|(place, text)| Some((place, text?)));
        let options = clarification.narrowing_options.iter().map(|option| ("a narrowing option", option));
        let prose = narrative.clone().filter_map(|narrative| Some(("the prose", narrative.prose.as_ref()?)));
        let passages = narrative.flat_map(|narrative| &narrative.passages);
        let passages = passages.flat_map(|passage| {
            [
                ("a passage's document", &passage.doc),
                ("a passage's title", &passage.title),
                ("a passage's place", &passage.locator),
                ("a passage", &passage.text),
            ]
        });
        let sources = self.sources.iter().flat_map(|source| [("a source", &source.doc), ("a place", &source.locator)]);
        let all = single.chain(options).chain(prose).chain(passages).chain(sources);
        all.map(|(place, text)| (place, text.as_str()))
    }

    /// The values that were found.
    pub fn found(&self) -> impl Iterator<Item = &Found> {
        self.tool_results.iter().filter_map(|result| match result {
            ToolResult::Found(found) => Some(found),
            _ => None,
        })
    }
}

/// How the question was read.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Intent {
    /// Metric code.
    pub metric: Option<String>,
    /// Entity code.
    pub entity: Option<String>,
    /// Period.
    pub period: Option<PeriodValue>,
    /// Channel code.
    pub channel: Option<String>,
    /// Every metric named.
    pub metrics: Vec<String>,
    /// Every entity named.
    pub entities: Vec<String>,
    /// Every period named.
    pub periods: Vec<PeriodValue>,
    /// Every channel named.
    pub channels: Vec<String>,
    /// The company outside the profile that was named.
    pub external_entity: Option<String>,
    /// The operation asked for that is not computed.
    pub operation: Option<String>,
}

/// A period in JSON.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PeriodValue {
    /// `FY`, `HY`, `QUARTER` or `MONTH`.
    #[serde(rename = "type")]
    pub kind: String,
    /// `2024`, `2024H1`, `2024Q3` or `2024-03`.
    pub value: String,
}

/// How the question was clarified.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Clarification {
    /// What was done.
    pub mode: ClarificationMode,
    /// The slots that were assumed.
    #[serde(default)]
    pub assumed_slots: Vec<String>,
    /// The assumption as the reader sees it.
    pub assumption_note: Option<String>,
    /// What the reader may choose from.
    #[serde(default)]
    pub narrowing_options: Vec<String>,
    /// The question back.
    pub question: Option<String>,
    /// Words of the question that are asked about and that the question back does not repeat, since they hold a number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unrepeated: Option<String>,
}

words! {
    /// What was done about a question that leaves something out or asks about somebody else.
    pub enum ClarificationMode {
        /// Nothing was missing.
        None = "none",
        /// It asks before anything else.
        AskFirst = "ask_first",
        /// It answers and shows what it assumed.
        AnswerWithAssumptions = "answer_with_assumptions",
        /// It is about a company that is not answered for.
        OutOfScopeEntity = "out_of_scope_entity",
    }
}

/// The result of one lookup.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "status", rename_all = "snake_case")]
pub enum ToolResult {
    /// There is a value.
    Found(Found),
    /// Every parameter is known, and there is no value.
    NotFound {
        /// What was looked up.
        normalized: Normalized,
        /// A reading of it that waits for a person.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        waiting: Option<Waiting>,
    },
    /// A parameter is not known.
    UnrecognizedParam {
        /// `metric`, `entity`, `period` or `channel`.
        param: String,
        /// What the question said.
        raw: Option<String>,
    },
}

/// A reading that is not used before a person has looked at it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Waiting {
    /// Why it waits, in words of the system.
    pub reasons: Vec<String>,
    /// The command that shows it.
    pub see: String,
}

/// A value with its key and lineage.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Found {
    /// The exact value.
    #[serde(deserialize_with = "exact")]
    #[serde(serialize_with = "rust_decimal::serde::arbitrary_precision::serialize")]
    pub value: Decimal,
    /// Unit code.
    pub unit: String,
    /// Metric code.
    pub metric_code: String,
    /// Entity code.
    pub entity: String,
    /// `FY`, `HY`, `QUARTER` or `MONTH`.
    pub period_type: String,
    /// `2024`, `2024H1`, `2024Q3` or `2024-03`.
    pub period: String,
    /// Channel code.
    pub channel: String,
    /// Where the value was read.
    pub source: Source,
    /// Business date of the statement.
    pub valid_as_of: Option<String>,
    /// What other sources state for the same key.
    #[serde(default)]
    pub conflicts: Vec<Conflict>,
}

impl Found {
    /// What the value is about; none when the period is no period, or not of the type it says.
    pub fn key(&self) -> Option<FactKey> {
        let period: Period = self.period.parse().ok()?;
        (period.type_code() == self.period_type).then(|| FactKey {
            metric: self.metric_code.clone(),
            entity: self.entity.clone(),
            period,
            channel: self.channel.clone(),
        })
    }
}

/// Another source's value for the same key.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Conflict {
    /// The exact value.
    #[serde(deserialize_with = "exact")]
    #[serde(serialize_with = "rust_decimal::serde::arbitrary_precision::serialize")]
    pub value: Decimal,
    /// Unit code.
    pub unit: String,
    /// Where the value was read.
    pub source: Source,
    /// Business date of the statement.
    pub valid_as_of: Option<String>,
}

/// A key whose parameters are all known.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Normalized {
    /// Metric code.
    pub metric_code: String,
    /// Entity code.
    pub entity: String,
    /// `2024`, `2024H1`, `2024Q3` or `2024-03`.
    pub period: String,
    /// Channel code.
    pub channel: String,
}

/// Reads a JSON number (or a text that holds one, for systems that quote their decimals) with every digit it has.
fn exact<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Decimal, D::Error> {
    use serde::de::Error;
    let text = match serde_json::Value::deserialize(deserializer)? {
        serde_json::Value::Number(number) => number.to_string(),
        other => return Err(D::Error::custom(format!("value must be a JSON number, not {other}"))),
    };
    Decimal::from_str_exact(&text).map_err(|fault| {
        D::Error::custom(format!("value {text} is not an exact decimal of at most 28 digits: {fault}"))
    })
}
