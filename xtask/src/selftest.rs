//! `cargo xtask selftest`: asks every golden question once, spoils each honest answer in every way that is known, and has the
//! gates judge what comes of it, without snapshots. Nothing is built and nothing is written.

use std::time::Instant;

use anyhow::Result;
use clap::Args;
use harness::corruption::{Corruption, Table};
use harness::exit::Exit;
use harness::lane::Lane;
use harness::run::{Options, Run, Selection};
use harness::target::EngineTarget;

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
}

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
    let table = Table::of(&run, &suite.fixtures, (&args.filter, args.all_gates));
    screen::print(&table.render());
    screen::complain(&format!("spoiled and judged in {:.1} s", started.elapsed().as_secs_f64()));
    Ok(if table.holds() { Exit::Clean } else { Exit::Regressed })
}
