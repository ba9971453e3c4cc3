//! `cargo xtask golden`: checks on golden sets. It asks no question and needs no engine.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use clap::Subcommand;
use harness::exit::Exit;
use harness::gate::Gate;
use harness::golden::{ExtractionSuite, Faults, RetrievalSuite, Suite, Truth};
use harness::lane::Lane;

use crate::repository::{Folders, Repository};
use crate::screen;

#[derive(Debug, Subcommand)]
pub(crate) enum GoldenCommand {
    /// Check every file against the fixtures, and name every fault with file, line and case
    Lint {
        #[command(flatten)]
        folders: Folders,
    },
}

pub(crate) fn run(command: &GoldenCommand, repository: &Repository) -> Exit {
    let GoldenCommand::Lint { folders } = command;
    let documents = folders.judges_documents(repository).then(|| folders.documents(repository)).transpose();
    match (folders.questions(repository), documents, folders.searches(repository)) {
        (Ok(questions), Ok(documents), Ok(searches)) => {
            let of_documents = documents.as_ref().map(census_of_documents).unwrap_or_default();
            screen::print(&(census(&questions) + &of_documents + &census_of_searches(&searches)));
            Exit::Clean
        }
        (questions, documents, searches) => {
            complain([questions.err(), documents.err(), searches.err()].into_iter().flatten());
            Exit::Invalid
        }
    }
}

/// Names every fault of several sets; what is wrong with a fixture that two of them cite, once.
pub(crate) fn complain(all: impl Iterator<Item = Faults>) {
    let mut lines: Vec<String> = all.flat_map(|faults| faults.0).map(|fault| format!("  {fault}")).collect();
    let mut seen = BTreeSet::new();
    lines.retain(|line| seen.insert(line.clone()));
    let plural = if lines.len() == 1 { "" } else { "s" };
    screen::complain(&format!("the golden sets have {} fault{plural}:\n{}", lines.len(), lines.join("\n")));
}

/// How many cases there are of each kind, and how many each gate judges.
fn census(suite: &Suite) -> String {
    let mut out = format!("{} questions over {} fixtures\n", suite.cases.len(), suite.fixtures.len());
    let mut kinds: BTreeMap<String, usize> = BTreeMap::new();
    for case in &suite.cases {
        *kinds.entry(format!("{:?}", case.case_type).to_lowercase()).or_default() += 1;
    }
    for (kind, count) in kinds {
        let _ = writeln!(out, "  {count:>5} {kind}");
    }
    judged(&mut out, Lane::Tool, |gate| suite.cases.iter().filter(|case| gate.applies(case)).count());
    out
}

fn census_of_documents(suite: &ExtractionSuite) -> String {
    let mut out = format!("{} documents over {} fixtures\n", suite.cases.len(), suite.fixtures.len());
    let mut formats: BTreeMap<&str, usize> = BTreeMap::new();
    for truth in &suite.cases {
        *formats.entry(truth.tags.get("format").map_or("no format", String::as_str)).or_default() += 1;
    }
    for (format, count) in formats {
        let _ = writeln!(out, "  {count:>5} {format}");
    }
    let sum = |count: fn(&Truth) -> usize| suite.cases.iter().map(|truth| count(truth)).sum::<usize>();
    for (what, count) in [
        ("cells", sum(|truth| truth.cells.len())),
        ("facts", sum(|truth| truth.facts.len())),
        ("reviews", sum(|truth| truth.reviews.len())),
    ] {
        let _ = writeln!(out, "  {count:>5} {what}");
    }
    judged(&mut out, Lane::Extraction, |_| suite.cases.len());
    out
}

fn census_of_searches(suite: &RetrievalSuite) -> String {
    let mut out = format!("{} searches over {} fixtures\n", suite.cases.len(), suite.fixtures.len());
    let mut languages: BTreeMap<&str, usize> = BTreeMap::new();
    for query in &suite.cases {
        *languages.entry(query.tags.get("lang").map_or("no lang", String::as_str)).or_default() += 1;
    }
    for (language, count) in languages {
        let _ = writeln!(out, "  {count:>5} {language}");
    }
    judged(&mut out, Lane::Retrieval, |gate| suite.cases.iter().filter(|query| gate.applies_to_search(query)).count());
    out
}

fn judged(out: &mut String, lane: Lane, count: impl Fn(Gate) -> usize) {
    for gate in Gate::of(lane) {
        let _ = writeln!(out, "  {:>5} judged by {gate}", count(gate));
    }
}
