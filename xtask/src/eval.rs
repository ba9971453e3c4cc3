//! `cargo xtask eval`: golden sets in, verdicts out. It reads folders, runs lanes, compares, and hands everything to the
//! report; it judges nothing itself, and writes only reports, pending snapshots and, with `--ratchet`, the baseline.

use std::collections::BTreeSet;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use clap::Args;
use harness::baseline::{
    Baseline, Identities, Ratcheted, Refusal, Report, Section, Unusable, Waivers, compare, is_failure, ratchet,
};
use harness::exit::Exit;
use harness::lane::Lane;
use harness::report::{self, Digest, Readings, Settings, quoted};
use harness::run::{IsFailure, Options, Run, Selection, SelectionError};
use harness::snapshot::{Folder, Mode, Snapshots};
use harness::verdict::{Key, Score};
use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;

use crate::baseline::lowered_here;
use crate::cases::{Golden, TIMEOUT, open_extractor};
use crate::grown::grown_here;
use crate::repository::{Course, Folders, Repository, today, write};
use crate::screen;

#[derive(Debug, Args)]
#[allow(clippy::struct_excessive_bools)]
pub(crate) struct EvalArgs {
    #[command(flatten)]
    course: Course,
    #[command(flatten)]
    folders: Folders,
    /// Judge these recorded answers, grids and rankings (JSON lines) instead of asking the engine
    #[arg(long, value_name = "FILE")]
    answers: Option<PathBuf>,
    /// Only cases whose id contains this
    #[arg(long, value_name = "TEXT")]
    filter: Option<String>,
    /// Only cases with this tag
    #[arg(long = "tag", value_name = "KEY=VALUE", value_parser = tag)]
    tags: Vec<(String, String)>,
    /// Only this case
    #[arg(long = "case", value_name = "ID")]
    cases: Vec<String>,
    /// Threads [default: one a core]
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    jobs: usize,
    /// Ask no further case after the first that is worse than the baseline, or fails without a waiver
    #[arg(long)]
    fail_fast: bool,
    /// Longest time for one question, after which its case is errored [default: 120]
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..))]
    timeout: Option<u64>,
    /// Raise the baseline to what passes now; never under CI, never with a filter
    #[arg(long)]
    ratchet: bool,
    /// Why corpus, profile or scorer changed; with --ratchet
    #[arg(long, requires = "ratchet")]
    reason: Option<String>,
    /// Fail when something is better than the baseline knows
    #[arg(long)]
    require_ratcheted: bool,
    /// Treat snapshots as CI does: write none, and fail on those that wait for a decision
    #[arg(long)]
    check: bool,
    /// Do not look at snapshots
    #[arg(long, conflicts_with = "check")]
    no_snapshots: bool,
    /// Folder for the written reports [default: reports]
    #[arg(long, value_name = "DIR")]
    reports: Option<PathBuf>,
    /// Show every waiver in full
    #[arg(long)]
    verbose: bool,
    /// Print the JSON report instead of the table
    #[arg(long)]
    json: bool,
}

fn tag(text: &str) -> Result<(String, String), String> {
    let (key, value) = text.split_once('=').ok_or("write KEY=VALUE, for example lang=zh")?;
    Ok((key.to_owned(), value.to_owned()))
}

pub(crate) fn run(args: &EvalArgs, repository: &Repository) -> Result<Exit> {
    rayon::ThreadPoolBuilder::new().num_threads(args.jobs).build_global().context("cannot start the threads")?;
    let started = Instant::now();
    // What an earlier run found must not be taken for what this one finds, however it ends.
    let reports = repository.path_or(args.reports.as_deref(), "reports");
    report::remove(&reports)?;
    repository.say_which();
    let lanes = args.course.lanes(&args.folders, repository);
    if args.course.contradicts_itself() {
        screen::complain("error: only the qa suite has lanes; leave --lane or --suite out");
        return Ok(Exit::Invalid);
    }
    if lanes.is_empty() {
        screen::complain("error: the golden set has none of the folders qa, extraction and retrieval");
        return Ok(Exit::Invalid);
    }
    let Some(golden) = Golden::load(&lanes, &args.folders, repository) else { return Ok(Exit::Invalid) };
    let runs = runs(args, repository, &golden, &lanes)?;
    let files = Files::load(&runs, &args.folders, repository)?;
    let (files, refused) = claimed(args, repository, &runs, (files, &lanes))?;
    let snapshots = snapshots(args, repository, &runs)?;
    let report = files.report(runs);
    let arguments = arguments(args, repository);
    let fixtures = args.folders.fixtures(repository);
    let fixtures = fixtures.to_string_lossy();
    let readings = readings(args, repository, &report)?;
    let settings = Settings {
        require_ratcheted: args.require_ratcheted,
        is_verbose: args.verbose,
        arguments: &arguments,
        fixtures: &fixtures,
        readings: Some(&readings),
    };
    let digest = Digest::new(&report, &snapshots, settings);
    // Before the report, whose verdict is to be the last line on the screen.
    if let Some(refusal) = &refused {
        screen::complain(&format!("error: {refusal}"));
    }
    publish(&digest, args, repository, started)?;
    let exit = match refused {
        Some(refusal) => digest.exit.worse(match refusal {
            Refusal::Ci | Refusal::Partial | Refusal::NoReason(_) => Exit::Invalid,
            Refusal::Unusable(_) | Refusal::Lost { .. } => Exit::Unverified,
            Refusal::Findings(_) => Exit::Regressed,
        }),
        None => digest.exit,
    };
    // The process ends here: giving a large run's memory back piece by piece would take longer than comparing it.
    drop(digest);
    std::mem::forget((golden, report));
    Ok(exit)
}

/// What the reports behind red answers yield, so that a fault of reading them is not taken for one of answering. Where
/// nothing is red, nothing is read.
fn readings(args: &EvalArgs, repository: &Repository, report: &Report) -> Result<Readings> {
    let is_red = |section: &Section| {
        let scores = section.run.scores();
        section.run.suite == Lane::Tool.suite() && scores.into_iter().any(|(_, _, score)| !score.is_judged_right())
    };
    if !report.sections.iter().any(is_red) || !args.folders.judges_documents(repository) {
        return Ok(Readings::default());
    }
    let answers = args.answers.as_deref().map(|file| repository.path(file));
    let extractor = open_extractor((&args.folders.fixtures(repository), answers.as_deref()))?;
    Ok(Readings::behind(&report.sections, extractor.as_ref()))
}

/// The arguments that say where cases and answers come from, for the commands that show one case again.
fn arguments(args: &EvalArgs, repository: &Repository) -> String {
    let mut words = args.folders.arguments(repository);
    if let Some(file) = &args.answers {
        words.push(format!("--answers {}", quoted(&repository.path(file).to_string_lossy())));
    }
    words.join(" ")
}

/// The selected lanes' runs. A lane in which nothing is selected is left out, as long as another one has something.
fn runs(args: &EvalArgs, repository: &Repository, golden: &Golden, lanes: &[Lane]) -> Result<Vec<Run>> {
    let selection = Selection { filter: args.filter.clone(), tags: args.tags.clone(), cases: args.cases.clone() };
    let answers = args.answers.as_deref().map(|file| repository.path(file));
    let fixtures = args.folders.fixtures(repository);
    let waivers = Waivers::load(&args.folders.waivers(repository))?;
    let timeout = args.timeout.map_or(TIMEOUT, Duration::from_secs);
    let counts: Vec<(Lane, Result<usize, SelectionError>)> =
        lanes.iter().map(|lane| (*lane, golden.count(*lane, &selection))).collect();
    let selected: Vec<(Lane, usize)> =
        counts.iter().filter_map(|(lane, count)| Some((*lane, *count.as_ref().ok()?))).collect();
    let is_left_out =
        |error: &SelectionError| selection.is_everything() || selected.is_empty() || *error == SelectionError::Empty;
    if let Some(error) = counts.into_iter().filter_map(|(_, count)| count.err()).find(is_left_out) {
        return Err(error.into());
    }
    let run = |(lane, count): (Lane, usize), judged: Option<&Run>| -> Result<Run> {
        let bar = progress(lane, count);
        let tick = |_: &_| bar.inc(1);
        let baseline = Baseline::load(&args.folders.baselines(repository).join(Baseline::file_name(lane))).ok();
        let fails = |key: &Key, score: &Score| is_failure(key, score, lane, baseline.as_ref(), &waivers, today());
        let fail_fast = args.fail_fast.then_some(&fails as &IsFailure<'_>);
        let options = Options { jobs: args.jobs, fail_fast, progress: Some(&tick), judged };
        let run = golden.run(lane, &selection, (&fixtures, answers.as_deref()), (options, timeout))?;
        bar.finish_and_clear();
        Ok(run)
    };
    // Lanes of one golden set one after the other, so that equal answers are judged once; different sets side by side.
    let sets = selected.chunk_by(|(one, _), (other, _)| one.golden() == other.golden());
    let runs: Vec<Vec<Run>> = sets
        .collect::<Vec<_>>()
        .into_par_iter()
        .map(|lanes| {
            lanes.iter().try_fold(Vec::new(), |mut runs: Vec<Run>, lane| {
                runs.push(run(*lane, runs.first())?);
                Ok(runs)
            })
        })
        .collect::<Result<_>>()?;
    Ok(runs.into_iter().flatten().collect())
}

/// A bar on a terminal, and nothing anywhere else.
fn progress(lane: Lane, cases: usize) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(cases as u64);
    if let Ok(style) = ProgressStyle::with_template("{msg:>9} [{bar:40}] {pos}/{len}") {
        bar.set_style(style);
    }
    bar.with_message(lane.as_str())
}

/// What was reached before, lane by lane, and where it is written.
struct Files {
    baselines: Vec<(PathBuf, Result<Baseline, Unusable>)>,
    waivers_path: PathBuf,
    waivers: Waivers,
    identities_path: PathBuf,
    identities: Identities,
}

impl Files {
    fn load(runs: &[Run], folders: &Folders, repository: &Repository) -> Result<Self> {
        let baselines = runs
            .iter()
            .map(|run| {
                let path = folders.baselines(repository).join(Baseline::file_name(run.lane));
                let baseline = Baseline::load(&path);
                (path, baseline)
            })
            .collect();
        let waivers_path = folders.waivers(repository);
        let waivers = Waivers::load(&waivers_path)?;
        let identities_path = folders.baselines(repository).join(Identities::FILE);
        let identities = Identities::load(&identities_path)?;
        Ok(Self { baselines, waivers_path, waivers, identities_path, identities })
    }

    /// Whether some case asks or demands something else than a baseline knows.
    fn ask_for_more(&self, runs: &[Run]) -> bool {
        let mut known =
            runs.iter().zip(&self.baselines).filter_map(|(run, (_, known))| Some((run, known.as_ref().ok()?)));
        known.any(|(run, known)| {
            run.scores()
                .any(|(key, result, _)| known.entries.get(&key).is_some_and(|known| known.hash != result.case.hash()))
        })
    }

    fn with_grown(mut self, grown: &BTreeSet<String>) -> Self {
        let with =
            |(path, known): (PathBuf, Result<Baseline, Unusable>)| (path, known.map(|known| known.with_grown(grown)));
        self.baselines = self.baselines.into_iter().map(with).collect();
        self
    }

    fn report(&self, runs: Vec<Run>) -> Report {
        let today = today();
        let sections = runs.into_par_iter().zip(&self.baselines).map(|(run, (_, baseline))| {
            let comparison = compare(&run, baseline.as_ref(), &self.waivers, today);
            // Without a baseline there is nothing that was judged against anything.
            let changed = baseline.as_ref().map(|_| self.identities.check(&run)).unwrap_or_default();
            Section { run, comparison: comparison.and(changed) }
        });
        Report { sections: sections.collect(), waivers: self.waivers.all.clone() }
    }
}

/// The files with what this run claims, when it is to claim anything, and why it claims nothing.
fn claimed(
    args: &EvalArgs,
    repository: &Repository,
    runs: &[Run],
    (files, lanes): (Files, &[Lane]),
) -> Result<(Files, Option<Refusal>)> {
    let asks_git = args.ratchet || files.ask_for_more(runs);
    let files = if asks_git { files.with_grown(&grown_here(&args.folders, repository)?) } else { files };
    if !args.ratchet {
        return Ok((files, None));
    }
    let lowered = lowered_here(lanes, &args.folders, repository)?;
    if lowered.is_empty() {
        claim(runs, files, args.reason.as_deref())
    } else {
        Ok((files, Some(Refusal::Findings(lowered))))
    }
}

/// Claims what was reached, in all lanes or in none. Gives back what to compare with, and why nothing was claimed.
fn claim(runs: &[Run], mut files: Files, reason: Option<&str>) -> Result<(Files, Option<Refusal>)> {
    let (today, is_ci) = (today(), screen::is_ci());
    let mut waivers = files.waivers.clone();
    let (mut claimed, mut less_of_more) = (Vec::new(), Vec::new());
    for (run, (path, baseline)) in runs.iter().zip(&files.baselines) {
        match ratchet(run, baseline.as_ref(), &waivers, today, is_ci) {
            Ok(Ratcheted { baseline, waivers: kept, raised, first, less_of_more: is_less }) => {
                waivers = kept;
                less_of_more.push(is_less);
                claimed.push((path.clone(), baseline, raised.len(), first));
            }
            Err(refusal) => return Ok((files, Some(refusal))),
        }
    }
    let mut identities = files.identities.clone();
    let mut claims = runs.iter().zip(less_of_more).map(|(run, is_less)| identities.claim(run, reason, is_less));
    if let Some(refusal) = claims.find_map(Result::err) {
        return Ok((files, Some(refusal.into())));
    }
    if identities != files.identities {
        write(&files.identities_path, &identities.render())?;
        files.identities = identities;
    }
    for (path, baseline, raised, first) in &claimed {
        write(path, &baseline.render())?;
        let what = if *first { "made; nothing was compared" } else { "raised" };
        screen::complain(&format!("{}: {raised} keys {what}", path.display()));
    }
    if waivers != files.waivers {
        write(&files.waivers_path, &waivers.render())?;
    }
    files.waivers = waivers;
    files.baselines = claimed.into_iter().map(|(path, baseline, _, _)| (path, Ok(baseline))).collect();
    Ok((files, None))
}

fn snapshots(args: &EvalArgs, repository: &Repository, runs: &[Run]) -> Result<Snapshots> {
    let folder = Folder::of(&args.folders.golden(repository));
    if args.no_snapshots {
        return Ok(Snapshots::skipped("--no-snapshots"));
    }
    if runs.iter().all(|run| run.lane == Lane::Counterfactual) {
        return Ok(Snapshots::skipped("an altered copy has no accepted answers"));
    }
    if !folder.exists() && !args.folders.is_own_golden(repository) {
        return Ok(Snapshots::skipped("this golden set has no folder `snapshots`"));
    }
    let mode = if args.check || screen::is_ci() { Mode::Verify } else { Mode::Record };
    Ok(folder.check(runs, mode)?)
}

fn publish(digest: &Digest<'_>, args: &EvalArgs, repository: &Repository, started: Instant) -> Result<()> {
    report::write(digest, &repository.path_or(args.reports.as_deref(), "reports"))?;
    if let Some(file) = std::env::var_os("GITHUB_STEP_SUMMARY").filter(|file| !file.is_empty()) {
        // A summary that cannot be written is no fault of what was judged, and must not hide it.
        if let Err(fault) = report::append_summary(digest, Path::new(&file)) {
            let fault = anyhow::Error::new(fault);
            screen::complain(&screen::wrapped(&format!("warning: there is no summary of this job: {fault:#}")));
        }
    }
    // On standard error, so that the report on standard output is the same for the same answers.
    screen::complain(&format!("judged in {:.2} s", started.elapsed().as_secs_f64()));
    let text = if args.json { report::json(digest)? } else { report::terminal(digest, screen::colours()) };
    screen::print(&text);
    Ok(())
}
