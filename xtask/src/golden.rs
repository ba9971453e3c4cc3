//! `cargo xtask golden`: checks on golden sets. It asks no question and needs no engine.

use std::collections::BTreeMap;
use std::fmt::Write;

use clap::Subcommand;
use harness::exit::Exit;
use harness::gate::Gate;
use harness::golden::Suite;

use crate::place::{Folders, Place};
use crate::screen;

#[derive(Debug, Subcommand)]
pub(crate) enum GoldenCommand {
    /// Check every file against the fixtures, and name every fault with file, line and case
    Lint {
        #[command(flatten)]
        folders: Folders,
    },
}

pub(crate) fn run(command: &GoldenCommand, place: &Place) -> Exit {
    let GoldenCommand::Lint { folders } = command;
    match Suite::load(&folders.suite(place), &folders.fixtures(place)) {
        Ok(suite) => {
            screen::print(&census(&suite));
            Exit::Clean
        }
        Err(faults) => {
            screen::complain(&faults.to_string());
            Exit::Invalid
        }
    }
}

/// How many cases there are of each kind, and how many each gate judges.
fn census(suite: &Suite) -> String {
    let mut out = format!("{} cases over {} fixtures\n", suite.cases.len(), suite.fixtures.len());
    let mut kinds: BTreeMap<String, usize> = BTreeMap::new();
    for case in &suite.cases {
        *kinds.entry(format!("{:?}", case.case_type).to_lowercase()).or_default() += 1;
    }
    for (kind, count) in kinds {
        let _ = writeln!(out, "  {count:>5} {kind}");
    }
    for gate in Gate::ALL {
        let count = suite.cases.iter().filter(|case| gate.applies(case)).count();
        let _ = writeln!(out, "  {count:>5} judged by {gate}");
    }
    out
}
