//! What a search found, for people and as JSON.

use engine::document::Attributes;
use engine::passage::{Passage, Scores};
use engine::retrieval::{Attribute, Retrieved, SearchSteps};
use jiff::civil::Date;
use serde::Serialize;

use crate::cli::exit::Failure;
use crate::cli::table::{Layout, table};
use crate::cli::{counted, note};

/// Characters of a passage in the table: two lines of a narrow terminal.
const FIRST_CHARACTERS: usize = 80;

/// Characters of a query in an explanation.
const QUERY_CHARACTERS: usize = 200;

/// The JSON of `engine retrieve`.
#[derive(Serialize)]
pub(super) struct Found<'a> {
    query: &'a str,
    /// Attributes of the filter that were given up.
    relaxed: &'a [Attribute],
    steps: &'a SearchSteps,
    passages: Vec<Shown<'a>>,
}

#[derive(Serialize)]
struct Shown<'a> {
    rank: usize,
    doc: &'a str,
    locator: String,
    title: &'a str,
    text: &'a str,
    attributes: &'a Attributes,
    valid_as_of: Option<Date>,
    scores: Scores,
}

impl<'a> Found<'a> {
    pub(super) fn of(query: &'a str, found: &'a Retrieved) -> Self {
        let passages = (1..).zip(&found.passages).map(|(rank, passage)| Shown {
            rank,
            doc: passage.doc(),
            locator: passage.chunk().id.locator(),
            title: passage.title(),
            text: &passage.chunk().text,
            attributes: passage.attributes(),
            valid_as_of: passage.valid_as_of(),
            scores: passage.scores(),
        });
        Self { query, relaxed: &found.relaxed, steps: &found.steps, passages: passages.collect() }
    }
}

/// Prints a table of passages, and what the search did where that is asked for.
pub(super) fn print(found: &Retrieved, explain: bool) -> Result<(), Failure> {
    if !found.relaxed.is_empty() {
        let given_up: Vec<&str> = found.relaxed.iter().map(|attribute| attribute.as_str()).collect();
        note(format_args!(
            "warning: no document fits the filter; these passages are found without its {}",
            given_up.join(" and ")
        ));
    }
    if found.steps.vectors == Some(false) {
        note("warning: the embeddings failed; these passages are found by words alone");
    }
    if explain {
        super::super::print(&explained(&found.steps))?;
    }
    if found.passages.is_empty() {
        note(match found.steps.admitted {
            0 => "no documents to search; `engine ingest PATH` reads some",
            _ => "nothing found",
        });
        return Ok(());
    }
    let columns: &[(&str, Layout)] = if explain {
        &[
            ("#", Layout::Figure),
            ("Fused", Layout::Figure),
            ("BM25", Layout::Figure),
            ("Cosine", Layout::Figure),
            ("Where", Layout::Key),
            ("Text", Layout::Text),
        ]
    } else {
        &[("#", Layout::Figure), ("Score", Layout::Figure), ("Where", Layout::Key), ("Text", Layout::Text)]
    };
    let rows = (1..).zip(&found.passages).map(|(rank, passage)| row(rank, passage, explain));
    super::super::print(&table(columns, rows.collect()))
}

fn row(rank: usize, passage: &Passage, explain: bool) -> Vec<String> {
    let Scores { bm25, vector, fused } = passage.scores();
    let place = format!("{} · {}", passage.doc(), passage.chunk().id.locator());
    let text = first(&passage.chunk().text, FIRST_CHARACTERS);
    let mut row = vec![rank.to_string(), format!("{fused:.5}")];
    if explain {
        let shown = |score: Option<f64>| score.map_or_else(|| "–".to_owned(), |score| format!("{score:.3}"));
        row.extend([shown(bm25), shown(vector)]);
    }
    row.extend([place, text]);
    row
}

/// What the search did, a line a stage.
fn explained(steps: &SearchSteps) -> String {
    let mut lines = vec![format!("searched {}", counted(steps.admitted, "chunk"))];
    lines.extend(steps.queries.iter().map(|query| format!("query    {}", first(query, QUERY_CHARACTERS))));
    let stage = |outcome: Option<bool>, off: &str, done: &str, failed: &str| match outcome {
        None => off.to_owned(),
        Some(true) => done.to_owned(),
        Some(false) => failed.to_owned(),
    };
    lines.push(format!("vectors  {}", stage(steps.vectors, "off", "took part", "failed; words alone decided")));
    lines.push(format!("fused    {}", counted(steps.fused as u64, "candidate")));
    lines.push(format!("judge    {}\n", stage(steps.reranked, "none", "ordered the best", "failed; the order stays")));
    lines.join("\n")
}

/// The beginning of a text on one line.
fn first(text: &str, characters: usize) -> String {
    let mut words = String::new();
    let mut left = characters;
    for word in text.split_whitespace() {
        if !words.is_empty() {
            words.push(' ');
        }
        for c in word.chars() {
            if left == 0 {
                words.push('…');
                return words;
            }
            words.push(c);
            left -= 1;
        }
    }
    words
}

#[cfg(test)]
mod tests;
