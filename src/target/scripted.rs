//! A target that answers, reads and searches from a prepared map to JSON. It understands nothing; tests of gates, runs and
//! reports use it to state any answer, right or wrong.

use std::collections::{BTreeMap, BTreeSet};

use jiff::civil::Date;
use serde::Deserialize;

use super::{Extractor, Searcher, Target, TargetError, unreadable};
use crate::extracted::Extracted;
use crate::golden::Attribute;
use crate::outcome::Outcome;
use crate::ranking::Ranking;

/// Answers by looking the question up.
#[derive(Debug, Clone, Default)]
pub struct ScriptedTarget {
    answers: BTreeMap<(String, String), BTreeMap<Option<Date>, String>>,
    rankings: BTreeMap<(String, String), Vec<Recorded>>,
    grids: BTreeMap<(String, String), Vec<serde_json::Value>>,
}

/// One line of a script: an answer, which names its question, with the fixture it was asked of and the day it was asked
/// on; a grid, which names its document, or a document alone, of which nothing else was read; or a search and what it
/// brought up.
#[derive(Deserialize)]
struct Line {
    fixture: String,
    reference_date: Option<Date>,
    answer: Option<serde_json::Value>,
    grid: Option<serde_json::Value>,
    doc: Option<String>,
    #[serde(default)]
    query: String,
    #[serde(default)]
    filters: BTreeMap<Attribute, BTreeSet<String>>,
    ranking: Option<serde_json::Value>,
}

/// A ranking with the filters it was made for.
#[derive(Debug, Clone)]
struct Recorded {
    filters: BTreeMap<Attribute, BTreeSet<String>>,
    json: String,
}

/// A file of recorded answers that cannot be judged.
#[derive(Debug, thiserror::Error)]
pub enum ScriptFault {
    /// A line is no JSON of the expected shape.
    #[error("line {line} is no recorded answer, grid or ranking: {fault}")]
    Json {
        /// The line, from 1.
        line: usize,
        /// Why.
        #[source]
        fault: serde_json::Error,
    },
    /// A line records nothing.
    #[error("line {0} records nothing; it has neither `answer`, `grid`, `doc` nor `ranking`")]
    Nothing(usize),
    /// The same thing was recorded before; which of the two is meant is not for the judge to choose.
    #[error("line {line} records {what} a second time; keep one")]
    Twice {
        /// The line, from 1.
        line: usize,
        /// What.
        what: String,
    },
}

impl ScriptedTarget {
    /// A target that has no answers yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// A target from JSON lines `{"fixture": …, "reference_date": …, "answer": {"question": …, …}}` (the date may be left
    /// out when the question is asked on one day only), `{"fixture": …, "grid": {"doc": …, …}}`, `{"fixture": …, "doc": …}`
    /// and `{"fixture": …, "query": …, "filters": …, "ranking": {"hits": …}}`.
    pub fn from_lines(text: &str) -> Result<Self, ScriptFault> {
        let mut target = Self::new();
        for (index, text) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            let line = index + 1;
            let read: Line = serde_json::from_str(text).map_err(|fault| ScriptFault::Json { line, fault })?;
            if read.answer.is_none() && read.grid.is_none() && read.doc.is_none() && read.ranking.is_none() {
                return Err(ScriptFault::Nothing(line));
            }
            if let Some(what) = target.add(read) {
                return Err(ScriptFault::Twice { line, what });
            }
        }
        Ok(target)
    }

    /// Takes a line in. Gives back what it records when that was recorded before.
    fn add(&mut self, line: Line) -> Option<String> {
        let Line { fixture, reference_date, answer, grid, doc, query, filters, ranking } = line;
        let mut twice = None;
        if let Some(answer) = answer {
            let question = answer.get("question").and_then(serde_json::Value::as_str).unwrap_or_default().to_owned();
            let of_question = self.answers.entry((fixture.clone(), question.clone())).or_default();
            // An answer of every day and one of a certain day would both be the one that is meant.
            let clashes = !of_question.is_empty()
                && (reference_date.is_none() || [None, reference_date].iter().any(|day| of_question.contains_key(day)));
            of_question.insert(reference_date, answer.to_string());
            twice = clashes.then(|| format!("an answer to `{question}` of `{fixture}`"));
        }
        let named = grid.as_ref().and_then(|grid| Some(grid.get("doc")?.as_str()?.to_owned()));
        if let Some(doc) = named.or(doc) {
            let grids = self.grids.entry((fixture.clone(), doc.clone())).or_default();
            let is_there = |grid: &serde_json::Value| grids.iter().any(|other| other.get("sheet") == grid.get("sheet"));
            if grid.as_ref().is_some_and(is_there) {
                twice = Some(format!("a grid of `{doc}` of `{fixture}`"));
            }
            grids.extend(grid);
        }
        if let Some(ranking) = ranking {
            let of_query = self.rankings.entry((fixture.clone(), query.clone())).or_default();
            if of_query.iter().any(|recorded| recorded.filters == filters) {
                twice = Some(format!("a ranking for `{query}` of `{fixture}` with these filters"));
            }
            of_query.push(Recorded { filters, json: ranking.to_string() });
        }
        twice
    }

    /// Prepares the JSON for a question of a fixture, on whatever day it is asked; replaces an earlier one.
    #[must_use]
    pub fn with(mut self, fixture: &str, question: &str, answer_json: &str) -> Self {
        let answer = BTreeMap::from([(None, answer_json.to_owned())]);
        self.answers.insert((fixture.to_owned(), question.to_owned()), answer);
        self
    }
}

impl Target for ScriptedTarget {
    fn answer(&self, fixture: &str, question: &str, reference_date: Date) -> Result<Outcome, TargetError> {
        let of_question = self.answers.get(&(fixture.to_owned(), question.to_owned()));
        let of_day = |days: &BTreeMap<_, String>| days.get(&Some(reference_date)).or(days.get(&None)).cloned();
        let json = of_question.and_then(of_day).ok_or_else(|| TargetError::Failed {
            message: format!("nothing is recorded for `{question}` of `{fixture}` on {reference_date}"),
        })?;
        Outcome::read(&json).map_err(unreadable)
    }

    fn identity(&self) -> String {
        "scripted".to_owned()
    }
}

impl Searcher for ScriptedTarget {
    fn search(
        &self,
        fixture: &str,
        query: &str,
        filters: &BTreeMap<Attribute, BTreeSet<String>>,
    ) -> Result<Ranking, TargetError> {
        let of_query = self.rankings.get(&(fixture.to_owned(), query.to_owned()));
        let recorded = of_query.into_iter().flatten().find(|recorded| recorded.filters == *filters);
        let recorded = recorded.ok_or_else(|| TargetError::Failed {
            message: format!("the script has no ranking for `{query}` of `{fixture}` with these filters"),
        })?;
        Ranking::read(&recorded.json).map_err(unreadable)
    }

    fn identity(&self) -> String {
        "scripted".to_owned()
    }
}

impl Extractor for ScriptedTarget {
    fn extract(&self, fixture: &str, doc: &str) -> Result<Option<Extracted>, TargetError> {
        let Some(grids) = self.grids.get(&(fixture.to_owned(), doc.to_owned())) else { return Ok(None) };
        let grids = grids.iter().map(|json| serde_json::from_str(&json.to_string())).collect::<Result<_, _>>();
        Ok(Some(Extracted { grids: grids.map_err(unreadable)? }))
    }

    fn identity(&self) -> String {
        "scripted".to_owned()
    }
}
