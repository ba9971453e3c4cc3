//! `cargo xtask selftest`: asks every golden question once, spoils each honest answer in every way that is known, and has the
//! gates judge what comes of it, without snapshots. Nothing is built and nothing is written.

use std::collections::BTreeSet;
use std::path::Path;
use std::time::Instant;

use anyhow::Result;
use clap::Args;
use harness::corruption::{Corruption, Lost, Table, lost, must_hold};
use harness::exit::Exit;
use harness::gate::Gate;
use harness::golden::Suite;
use harness::lane::Lane;
use harness::run::{Answered, CaseResult, Options, Run, Selection};
use harness::target::{EngineTarget, Lies};

use crate::golden::complain;
use crate::repository::{Folders, Repository};
use crate::screen;

const HELP: &str = "\
Exit codes: 0 when every corruption is caught as often as it must be and what was not spoiled is judged as before, 1 when
not, 2 when the golden set is wrong, 3 when there is no such corruption.";

#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(crate) struct SelftestArgs {
    #[command(flatten)]
    folders: Folders,
    /// Only the corruptions whose name contains this
    #[arg(value_name = "TEXT", default_value = "", hide_default_value = true)]
    filter: String,
    /// Ask every gate about every spoiled answer, not only until one of them sees it
    #[arg(long)]
    all_gates: bool,
    /// Only let models lie, and spoil nothing
    #[arg(long, conflicts_with_all = ["filter", "all_gates"])]
    lies: bool,
}

/// How many lost verdicts are shown.
const LOST_SHOWN_MAX: usize = 5;

pub(crate) fn run(args: &SelftestArgs, repository: &Repository) -> Result<Exit> {
    let started = Instant::now();
    let suite = match args.folders.questions(repository) {
        Ok(suite) => suite,
        Err(faults) => {
            complain(std::iter::once(faults));
            return Ok(Exit::Invalid);
        }
    };
    if !Corruption::all().any(|one| one.name.contains(&args.filter)) {
        screen::complain(&format!("error: no corruption is named `{}`; nothing was judged", args.filter));
        return Ok(Exit::Unverified);
    }
    let target = EngineTarget::open(&args.folders.fixtures(repository), Lane::Tool)?;
    let run = Run::execute(&suite, &Selection::default(), Lane::Tool, &target, Options::default())?;
    let mut holds = true;
    if !args.lies {
        let table = Table::of(&run, &suite.fixtures, (&args.filter, args.all_gates));
        screen::print(&table.render());
        holds &= table.holds();
    }
    if args.filter.is_empty() {
        for lies in Lies::ALL {
            let shown_max = if args.lies { usize::MAX } else { LOST_SHOWN_MAX };
            holds &= lied(&args.folders.fixtures(repository), (&suite, &run), lies, shown_max)?;
        }
    }
    screen::complain(&format!("spoiled and judged in {:.1} s", started.elapsed().as_secs_f64()));
    Ok(if holds { Exit::Clean } else { Exit::Regressed })
}

/// Asks the questions of an engine whose model lies; whether everything holds that must.
fn lied(fixtures: &Path, (suite, honest): (&Suite, &Run), lies: Lies, shown_max: usize) -> Result<bool> {
    let target = EngineTarget::with_liars(fixtures, lies)?;
    // Only an account of passages can tell what these do not say.
    let is_told = |result: &&CaseResult| match &result.answered {
        Answered::Outcome(outcome) => outcome.narrative.as_ref().is_some_and(|narrative| narrative.prose.is_some()),
        _ => false,
    };
    let told = honest.results.iter().filter(is_told).map(|result| result.case.id().to_owned());
    let cases = if lies == Lies::Told { told.collect() } else { Vec::new() };
    let run =
        Run::execute(suite, &Selection { cases, ..Selection::default() }, Lane::Agent, &target, Options::default())?;
    let lost = lost(honest, &run, lies);
    for Lost { key, why } in lost.iter().take(shown_max) {
        screen::print(&format!("LOST {} {} {why}\n", key.case, key.gate));
    }
    let gates = Gate::ALL.into_iter().filter(|gate| must_hold(lies, *gate) && gate.judges(Lane::Agent)).count();
    screen::print(&format!(
        "{lies} lies of a model: {} of {} answers lost a verdict of {gates} gates\n",
        lost.iter().map(|lost| &lost.key.case).collect::<BTreeSet<_>>().len(),
        run.results.len(),
    ));
    Ok(lost.is_empty())
}
