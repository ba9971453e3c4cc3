//! `cargo xtask golden`: checks on golden sets. It asks no question and needs no engine.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use clap::Subcommand;
use harness::counterfactual::Plan;
use harness::exit::Exit;
use harness::gate::Gate;
use harness::golden::{ExtractionSuite, Faults, GoldenSet, RetrievalSuite, Suite, Truth, strays};
use harness::key::Source;
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
    let judges = |lane| folders.judges(lane, repository);
    let lanes = folders.lanes(repository);
    if lanes.is_empty() {
        let folder = folders.golden(repository);
        screen::complain(&format!("error: {} has none of the folders qa, extraction and retrieval", folder.display()));
        return Exit::Invalid;
    }
    let questions = judges(Lane::Tool).then(|| folders.questions(repository)).transpose();
    let documents = judges(Lane::Extraction).then(|| folders.documents(repository)).transpose();
    let searches = judges(Lane::Retrieval).then(|| folders.searches(repository)).transpose();
    let strays = strays(&folders.golden(repository)).err();
    match (questions, documents, searches, strays) {
        (Ok(questions), Ok(documents), Ok(searches), None) => {
            let parts = [
                questions.as_ref().map(of_questions),
                documents.as_ref().map(of_documents),
                searches.as_ref().map(of_searches),
            ];
            screen::print(&parts.map(Option::unwrap_or_default).concat());
            Exit::Clean
        }
        (questions, documents, searches, strays) => {
            complain([questions.err(), documents.err(), searches.err(), strays].into_iter().flatten());
            Exit::Invalid
        }
    }
}

/// Names every fault of several sets; what is wrong with a fixture that two of them cite, once.
pub(crate) fn complain(all: impl Iterator<Item = Faults>) {
    let mut lines: Vec<String> =
        all.flat_map(|faults| faults.0).map(|fault| screen::wrapped(&format!("  {fault}"))).collect();
    let mut seen = BTreeSet::new();
    lines.retain(|line| seen.insert(line.clone()));
    let plural = if lines.len() == 1 { "" } else { "s" };
    screen::complain(&format!("the golden sets have {} fault{plural}:\n{}", lines.len(), lines.join("\n")));
}

/// How many cases there are of each kind.
fn census<C>(what: &str, suite: &GoldenSet<C>, kind: impl Fn(&C) -> String) -> String {
    let mut out = format!("{} {what} over {} fixtures\n", suite.cases.len(), suite.fixtures.len());
    let mut kinds: BTreeMap<String, usize> = BTreeMap::new();
    for case in &suite.cases {
        *kinds.entry(kind(case)).or_default() += 1;
    }
    for (kind, count) in kinds {
        let _ = writeln!(out, "  {count:>5} {kind}");
    }
    out
}

fn of_questions(suite: &Suite) -> String {
    let mut out = census("questions", suite, |case| format!("{:?}", case.case_type).to_lowercase());
    judged(&mut out, Lane::Tool, |gate| suite.cases.iter().filter(|case| gate.applies(case)).count());
    let plan = Plan::of(suite);
    let _ =
        writeln!(out, "{} questions with a source, asked of {} altered copies", plan.cases.len(), plan.copies.len());
    judged(&mut out, Lane::Counterfactual, |gate| {
        plan.cases.iter().flat_map(|sourced| sourced.asked()).filter(|one| Gate::of_change(one.change) == gate).count()
    });
    for ((change, why), count) in plan.left_out() {
        let _ = writeln!(out, "  {count:>5} without {}: {why}", Gate::of_change(change));
    }
    out.push_str(&uncited(suite));
    out
}

/// The open rows that no expectation states, neither as a value nor as another source's: nothing judges them.
fn uncited(suite: &Suite) -> String {
    let expected = || suite.cases.iter().map(|case| (&case.fixture, &case.expected));
    let facts = expected().flat_map(|(name, expected)| expected.facts.iter().map(move |fact| (name, &fact.source)));
    let others =
        expected().flat_map(|(name, expected)| expected.conflict.iter().map(move |other| (name, &other.source)));
    let cited: BTreeSet<(&String, &Source)> = facts.chain(others).collect();
    let rows = suite.fixtures.iter().flat_map(|(name, fixture)| fixture.facts.iter().map(move |fact| (name, fact)));
    let rows = rows.filter(|(name, fact)| !fact.restricted && !cited.contains(&(*name, &fact.source)));
    let lines: Vec<String> = rows.map(|(name, fact)| format!("    {name}: {}, {}\n", fact.key, fact.source)).collect();
    format!("  {:>5} rows of the fixtures that no question cites\n{}", lines.len(), lines.concat())
}

fn of_documents(suite: &ExtractionSuite) -> String {
    let mut out = census("documents", suite, |truth| tag(&truth.tags, "format"));
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

fn of_searches(suite: &RetrievalSuite) -> String {
    let mut out = census("searches", suite, |query| tag(&query.tags, "lang"));
    judged(&mut out, Lane::Retrieval, |gate| suite.cases.iter().filter(|query| gate.applies_to_search(query)).count());
    out
}

fn tag(tags: &BTreeMap<String, String>, name: &str) -> String {
    tags.get(name).cloned().unwrap_or_else(|| format!("no {name}"))
}

/// How many cases each gate judges.
fn judged(out: &mut String, lane: Lane, count: impl Fn(Gate) -> usize) {
    for gate in Gate::of(lane) {
        let _ = writeln!(out, "  {:>5} judged by {gate}", count(gate));
    }
}
