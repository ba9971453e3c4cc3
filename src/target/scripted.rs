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
    answers: BTreeMap<(String, String), String>,
    rankings: BTreeMap<(String, String), Vec<Recorded>>,
    grids: BTreeMap<(String, String), Vec<String>>,
}

/// One line of a script: an answer, which names its question, and the fixture it was asked of; a grid, which names its
/// document, or a document alone, of which nothing else was read; or a search and what it brought up.
#[derive(Deserialize)]
struct Line {
    fixture: String,
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

impl ScriptedTarget {
    /// A target that has no answers yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// A target from JSON lines `{"fixture": …, "answer": {"question": …, …}}`, `{"fixture": …, "grid": {"doc": …, …}}`,
    /// `{"fixture": …, "doc": …}` and `{"fixture": …, "query": …, "filters": …, "ranking": {"hits": …}}`.
    pub fn from_lines(text: &str) -> Result<Self, serde_json::Error> {
        let mut target = Self::new();
        for line in text.lines().filter(|line| !line.trim().is_empty()) {
            let Line { fixture, answer, grid, doc, query, filters, ranking } = serde_json::from_str(line)?;
            if let Some(answer) = answer {
                let question = answer.get("question").and_then(serde_json::Value::as_str).unwrap_or_default();
                target.answers.insert((fixture.clone(), question.to_owned()), answer.to_string());
            }
            let named = grid.as_ref().and_then(|grid| Some(grid.get("doc")?.as_str()?.to_owned()));
            if let Some(doc) = named.or(doc) {
                let grids = target.grids.entry((fixture.clone(), doc)).or_default();
                grids.extend(grid.map(|grid| grid.to_string()));
            }
            if let Some(ranking) = ranking {
                let recorded = Recorded { filters, json: ranking.to_string() };
                target.rankings.entry((fixture, query)).or_default().push(recorded);
            }
        }
        Ok(target)
    }

    /// Prepares the JSON for a question of a fixture; replaces an earlier one.
    #[must_use]
    pub fn with(mut self, fixture: &str, question: &str, answer_json: &str) -> Self {
        self.answers.insert((fixture.to_owned(), question.to_owned()), answer_json.to_owned());
        self
    }
}

impl Target for ScriptedTarget {
    fn answer(&self, fixture: &str, question: &str, _reference_date: Date) -> Result<Outcome, TargetError> {
        let key = (fixture.to_owned(), question.to_owned());
        let json = self.answers.get(&key).ok_or_else(|| TargetError::Failed {
            message: format!("the script has no answer to `{question}` of `{fixture}`"),
        })?;
        serde_json::from_str(json).map_err(unreadable)
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
        serde_json::from_str(&recorded.json).map_err(unreadable)
    }

    fn identity(&self) -> String {
        "scripted".to_owned()
    }
}

impl Extractor for ScriptedTarget {
    fn extract(&self, fixture: &str, doc: &str) -> Result<Option<Extracted>, TargetError> {
        let Some(grids) = self.grids.get(&(fixture.to_owned(), doc.to_owned())) else { return Ok(None) };
        let grids = grids.iter().map(|json| serde_json::from_str(json)).collect::<Result<_, _>>();
        Ok(Some(Extracted { grids: grids.map_err(unreadable)? }))
    }

    fn identity(&self) -> String {
        "scripted".to_owned()
    }
}
