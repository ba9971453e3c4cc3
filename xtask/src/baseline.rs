//! `cargo xtask baseline`: looking at what was reached, lowering one key with a waiver, and keeping pull requests and
//! merges from lowering it unseen. It raises nothing; that is `eval --ratchet`.

mod check;

pub(crate) use check::lowered_here;

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Subcommand};
use harness::baseline::{Baseline, Lowering, Waivers, lower, merge};
use harness::exit::Exit;
use harness::gate::Gate;
use harness::lane::Lane;
use harness::run::{Options, Selection};
use harness::verdict::Key;
use jiff::ToSpan;
use jiff::civil::Date;

use crate::cases::{Golden, TIMEOUT};
use crate::eval::{today, write};
use crate::grown::grown_here;
use crate::repository::{Course, Folders, Repository};
use crate::screen;

const MERGE_HELP: &str = "To let git merge baselines with it, once in a clone:
  git config merge.baseline.name 'keep the better of both, key by key'
  git config merge.baseline.driver 'cargo xtask baseline merge %O %A %B %P'
The repository's .gitattributes names the driver:
  baselines/qa.*.jsonl merge=baseline
  baselines/extraction.jsonl merge=baseline
  baselines/retrieval.jsonl merge=baseline";

#[derive(Debug, Subcommand)]
pub(crate) enum BaselineCommand {
    /// Show rates, waivers, and every key that is recorded as failing
    Show {
        #[command(flatten)]
        course: Course,
        #[command(flatten)]
        folders: Folders,
    },
    /// Lower one key to what it is now: the only way down
    Lower(LowerArgs),
    /// Hold the committed baselines against those at the merge base with a branch
    Check {
        /// Branch or commit that the change is to be merged into [default: the one that CI names, else the main branch,
        /// else the commit before]
        #[arg(long, value_name = "REF")]
        against: Option<String>,
        #[command(flatten)]
        folders: Folders,
    },
    /// Merge two baselines, as a git merge driver: the better of both, key by key
    #[command(after_help = MERGE_HELP)]
    Merge {
        /// The common ancestor (%O)
        base: PathBuf,
        /// This side (%A); the result is written here
        ours: PathBuf,
        /// The other side (%B)
        theirs: PathBuf,
        /// The file's path in the repository (%P), for messages
        path: PathBuf,
    },
}

#[derive(Debug, Args)]
pub(crate) struct LowerArgs {
    /// What to lower
    #[arg(value_name = "CASE:GATE")]
    key: Key,
    /// Lane
    #[arg(long, value_parser = lane())]
    lane: Lane,
    /// Why, in a sentence
    #[arg(long)]
    reason: String,
    /// Who answers for it
    #[arg(long)]
    owner: String,
    /// How many days it holds, at most 90
    #[arg(long, value_name = "N", required_unless_present = "expires", conflicts_with = "expires")]
    days: Option<i32>,
    /// The last day on which it holds
    #[arg(long, value_name = "YYYY-MM-DD")]
    expires: Option<Date>,
    /// Judge these recorded answers (JSON lines) instead of asking the engine
    #[arg(long, value_name = "FILE")]
    answers: Option<PathBuf>,
    #[command(flatten)]
    folders: Folders,
}

fn lane() -> impl TypedValueParser<Value = Lane> {
    PossibleValuesParser::new(Lane::ALL.map(Lane::as_str)).try_map(|word| Lane::named(&word).ok_or("no lane"))
}

pub(crate) fn run(command: BaselineCommand, repository: &Repository) -> Result<Exit> {
    match command {
        BaselineCommand::Show { course, folders } => show(&course.lanes(&folders, repository), &folders, repository),
        BaselineCommand::Lower(args) => lower_one(args, repository),
        BaselineCommand::Check { against, folders } => check::run(against.as_deref(), &folders, repository),
        BaselineCommand::Merge { base, ours, theirs, path } => {
            merge_files(&repository.path(&base), &repository.path(&ours), &repository.path(&theirs), &path)
        }
    }
}

fn show(lanes: &[Lane], folders: &Folders, repository: &Repository) -> Result<Exit> {
    let waivers = Waivers::load(&folders.waivers(repository))?;
    let mut out = String::new();
    for lane in lanes {
        let path = folders.baselines(repository).join(Baseline::file_name(*lane));
        let baseline = Baseline::load(&path)?;
        let _ = writeln!(out, "{}", path.display());
        for gate in Gate::of(*lane) {
            let rate = baseline.rate(gate).map_or_else(|| "no line".to_owned(), |rate| rate.shown(gate));
            let _ = writeln!(out, "  {:<30} {rate:>14}", gate.as_str());
        }
        for (key, _) in baseline.entries.iter().filter(|(_, entry)| entry.is_failing()) {
            let _ = writeln!(out, "  failing: {key}");
        }
        for waiver in waivers.of(*lane) {
            let _ = writeln!(
                out,
                "  waiver: {} until {}, {}: {}",
                waiver.key(),
                waiver.expires,
                waiver.owner,
                waiver.reason
            );
        }
    }
    screen::print(&out);
    Ok(Exit::Clean)
}

fn lower_one(args: LowerArgs, repository: &Repository) -> Result<Exit> {
    let LowerArgs { key, lane, reason, owner, days, expires, answers, folders } = args;
    if screen::is_ci() {
        screen::complain("error: a baseline is lowered by a person, not under CI");
        return Ok(Exit::Invalid);
    }
    let Some(golden) = Golden::load(&[lane], &folders, repository) else { return Ok(Exit::Invalid) };
    let path = folders.baselines(repository).join(Baseline::file_name(lane));
    let baseline = Baseline::load(&path)?.with_grown(&grown_here(&folders, repository)?);
    let waivers = Waivers::load(&folders.waivers(repository))?;
    let answers = answers.map(|file| repository.path(&file));
    // A case that is gone is known to be gone only by a whole run.
    let is_there = golden.ids(lane).contains(key.case.as_str());
    let selection =
        Selection { cases: is_there.then(|| key.case.clone()).into_iter().collect(), ..Selection::default() };
    let run = golden.run(
        lane,
        &selection,
        (&folders.fixtures(repository), answers.as_deref()),
        (Options::default(), TIMEOUT),
    )?;
    // One of the two is there; without either the term would be over at once.
    let expires = expires.unwrap_or_else(|| today().saturating_add(days.unwrap_or_default().days()));
    let request = Lowering { key, reason, owner, expires };
    let lowered = match lower(&request, &run, &baseline, &waivers, today()) {
        Ok(lowered) => lowered,
        Err(refused) => {
            screen::complain(&format!("error: nothing was lowered: {refused}"));
            return Ok(Exit::Invalid);
        }
    };
    // The waiver first: a lowered key without one is red, a waiver without its key is red too, and says why.
    write(&folders.waivers(repository), &lowered.waivers.render())?;
    write(&path, &lowered.baseline.render())?;
    screen::print(&format!("lowered {} in {} until {expires}\n", request.key, path.display()));
    Ok(Exit::Clean)
}

fn merge_files(base: &Path, ours: &Path, theirs: &Path, path: &Path) -> Result<Exit> {
    let read = |file: &Path| -> Result<Baseline> {
        let text = fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
        // git hands over an empty file for a side that has none.
        if text.is_empty() { Ok(Baseline::default()) } else { Ok(Baseline::parse(&path.display().to_string(), &text)?) }
    };
    let merged = merge(&read(base)?, &read(ours)?, &read(theirs)?);
    fs::write(ours, merged.render()).with_context(|| format!("cannot write {}", ours.display()))?;
    Ok(Exit::Clean)
}
