//! `cargo xtask bench`: the engine's own benches, and how evaluation scales. Figures are printed for the machine and the
//! data at hand and written nowhere; they are no part of the evaluation's verdict.

mod against;
mod figures;

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use clap::Args;
use harness::exit::Exit;
use harness::golden::{Fixture, Suite};

use crate::repository::{QA, Repository};
use crate::{office, screen};

/// Cases of the generated golden set.
const CASES: usize = 20_000;
/// Rounds of each measurement; the fastest one counts, for everything else is the machine's other work.
const ROUNDS: usize = 5;
/// The fixture that is enlarged, and whose profile reads office files.
const FIXTURE: &str = "insurer";

#[derive(Debug, Args)]
pub(crate) struct BenchArgs {
    /// What to measure; everything but `retrieval`, `collection`, `office` and `against` when nothing is named
    #[command(subcommand)]
    what: Option<What>,
}

#[derive(Debug, Clone, PartialEq, Eq, clap::Subcommand)]
enum What {
    /// Facts into the store
    Ingest,
    /// Question to answer
    Ask,
    /// Question to intent
    Intent,
    /// A workbook of 200,000 styled cells to facts, beside openpyxl: exit code 1 when a target is missed, 3 when
    /// there is no openpyxl to compare with
    Extraction,
    /// Hostile files, generated, and the files of a folder, each read in a process of its own with 10 seconds of
    /// processor time, 512 MiB of memory and 2 GiB of address space: exit code 1 when one crashes or takes more
    Office {
        /// Files to read, with those in the folders below [default: none]
        folder: Option<PathBuf>,
    },
    /// 20,000 generated cases, on one thread and on two
    Eval,
    /// The passage index beside tantivy, with a verdict: exit code 1 when a target is missed. Takes half an hour and
    /// some gigabytes of temporary files, so that `all` leaves it out. Options: --chunks 10000 100000 1000000,
    /// --lang zh|en|all, --queries N
    #[command(disable_help_flag = true)]
    Retrieval {
        /// Handed on to the bench
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        options: Vec<String>,
    },
    /// Search quality on public collections, beside plain BM25 over whole documents: exit code 1 when nDCG@10 is more
    /// than 0.01 below it, 2 when a folder is no collection
    Collection {
        /// Folders in the layout of BEIR: corpus.jsonl, queries.jsonl, and qrels.tsv or qrels/test.tsv
        #[arg(required = true, value_name = "FOLDER")]
        folders: Vec<PathBuf>,
        /// How texts are cut, as in a profile's `[retrieval]`: standard or english
        #[arg(long, value_parser = ["standard", "english"], default_value = "standard")]
        analyzer: String,
        /// Write both runs and the judgements there, in the form of TREC, for other tools to judge
        #[arg(long, value_name = "DIR")]
        runs: Option<PathBuf>,
    },
    /// Benches of this tree and of an earlier revision in turns: exit code 1 when a figure is more than 5 % worse
    Against(against::AgainstArgs),
    /// Everything but `retrieval`, `collection`, `office` and `against`
    All,
}

pub(crate) fn run(args: &BenchArgs, repository: &Repository) -> Result<ExitCode> {
    let what = args.what.as_ref().unwrap_or(&What::All);
    let engine =
        [(What::Ingest, "ingest"), (What::Ask, "ask"), (What::Intent, "intent"), (What::Extraction, "extraction")];
    for (_, name) in engine.iter().filter(|(each, _)| what == each || *what == What::All) {
        let status = cargo(repository).args(["bench", "--package", "engine", "--bench", name]).status();
        let status = status.context("cannot run cargo")?;
        if !status.success() {
            return Ok(exit_code(status.code()));
        }
    }
    match what {
        // Unoptimised code measures the compiler, so the bench runs itself again, optimised.
        What::Office { folder } => office(repository, folder.as_deref()),
        What::Eval | What::All if cfg!(debug_assertions) => release(repository, "xtask", &["bench", "eval"]),
        What::Eval | What::All => eval(repository).map(Into::into),
        What::Retrieval { options } => {
            let options = options.iter().map(String::as_str);
            release(repository, "retrieval-bench", &std::iter::once("compare").chain(options).collect::<Vec<_>>())
        }
        What::Collection { folders, analyzer, runs } => collection(repository, folders, analyzer, runs.as_deref()),
        What::Against(args) => against::run(args, repository).map(Into::into),
        What::Ingest | What::Ask | What::Intent | What::Extraction => Ok(ExitCode::SUCCESS),
    }
}

/// Lets the built engine read hostile and real files.
fn office(repository: &Repository, folder: Option<&Path>) -> Result<ExitCode> {
    let [program] = match built(repository, ["engine"])? {
        Ok(programs) => programs,
        Err(failed) => return Ok(failed),
    };
    let profile = repository.root.join("fixtures").join(FIXTURE).join("profile.toml");
    let reader = office::Reader { program: &program, profile: &profile };
    let is_sound = office::run(reader, folder.map(|folder| repository.path(folder)).as_deref())?;
    Ok(ExitCode::from(u8::from(!is_sound)))
}

/// Lets the built engine search collections, beside plain BM25.
fn collection(repository: &Repository, folders: &[PathBuf], analyzer: &str, runs: Option<&Path>) -> Result<ExitCode> {
    let [engine, bench] = match built(repository, ["engine", "collection-bench"])? {
        Ok(programs) => programs,
        Err(failed) => return Ok(failed),
    };
    let mut command = Command::new(bench);
    command.arg("--engine").arg(engine).args(["--analyzer", analyzer]);
    if let Some(folder) = runs {
        command.arg("--runs").arg(repository.path(folder));
    }
    command.arg("--").args(folders.iter().map(|folder| repository.path(folder)));
    Ok(exit_code(command.status().context("cannot run the bench")?.code()))
}

/// Builds packages, optimised, and gives the program of each, or the exit code when they cannot be built.
fn built<const N: usize>(repository: &Repository, packages: [&str; N]) -> Result<Result<[PathBuf; N], ExitCode>> {
    let mut build = cargo(repository);
    build.args(["build", "--release", "--message-format", "json-render-diagnostics"]);
    build.args(packages.iter().flat_map(|package| ["--package", package]));
    let output = build.stderr(Stdio::inherit()).output().context("cannot run cargo")?;
    if !output.status.success() {
        return Ok(Err(exit_code(output.status.code())));
    }
    let messages = String::from_utf8_lossy(&output.stdout);
    let mut programs = [const { PathBuf::new() }; N];
    for (package, program) in packages.iter().zip(&mut programs) {
        let found = messages.lines().find_map(|line| program_of(package, line));
        *program = found.with_context(|| format!("cargo names no program that it built of {package}"))?;
    }
    Ok(Ok(programs))
}

/// The program of a package, where a message of cargo tells that it was built. Programs are called as their packages are.
fn program_of(package: &str, message: &str) -> Option<PathBuf> {
    let message: serde_json::Value = serde_json::from_str(message).ok()?;
    let is_own = message.get("target")?.get("name")?.as_str()? == package;
    message.get("executable")?.as_str().filter(|_| is_own).map(PathBuf::from)
}

/// Runs a program of the workspace, optimised.
fn release(repository: &Repository, package: &str, arguments: &[&str]) -> Result<ExitCode> {
    let mut command = cargo(repository);
    command.args(["run", "--release", "--quiet", "--package", package, "--"]).args(arguments);
    Ok(exit_code(command.status().context("cannot run cargo")?.code()))
}

fn cargo(repository: &Repository) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(&repository.root);
    command
}

fn exit_code(code: Option<i32>) -> ExitCode {
    ExitCode::from(code.map_or(1, |code| u8::try_from(code).unwrap_or(1)))
}

fn eval(repository: &Repository) -> Result<Exit> {
    let folder = tempfile::tempdir().context("cannot make a temporary folder")?;
    let cases = generate(folder.path(), &repository.root)?;
    let mut fastest = [Duration::MAX; 2];
    for _ in 0..ROUNDS {
        for (jobs, best) in [1, 2].into_iter().zip(&mut fastest) {
            *best = (*best).min(measure(folder.path(), jobs)?);
        }
    }
    let [one, two] = fastest.map(|time| time.as_secs_f64());
    let report = fs::read_to_string(folder.path().join("reports/eval.md")).context("eval wrote no report")?;
    let verdict = report.lines().find(|line| line.starts_with("**")).unwrap_or_default();
    screen::print(&format!(
        "eval of {cases} cases in two lanes, fastest of {ROUNDS}:\n  1 thread   {one:>7.2} s\n  2 threads  {two:>7.2} s\n  \
         ratio      {:>7.2}\n{verdict}\n",
        one / two
    ));
    Ok(Exit::Clean)
}

/// One whole evaluation in a process of its own, from start to exit.
fn measure(folder: &Path, jobs: usize) -> Result<Duration> {
    let program = std::env::current_exe().context("this program has no path")?;
    let mut command = Command::new(program);
    command.args(["eval", "--suite", "qa", "--no-snapshots", "--jobs", &jobs.to_string()]);
    for name in ["golden", "fixtures", "baselines", "reports"] {
        command.arg(format!("--{name}")).arg(folder.join(name));
    }
    command.env_remove("GITHUB_STEP_SUMMARY").stdout(Stdio::null()).stderr(Stdio::piped());
    let started = Instant::now();
    let output = command.output().context("cannot run the evaluation")?;
    let took = started.elapsed();
    // There is no baseline for generated cases, so a judged set ends unverified; an invalid one was not judged.
    let is_judged = output.status.code().is_some_and(|code| code != i32::from(Exit::Invalid.code()))
        && folder.join("reports/eval.md").exists();
    if !is_judged {
        bail!("the evaluation failed ({}):\n{}", output.status, String::from_utf8_lossy(&output.stderr));
    }
    Ok(took)
}

/// Writes a golden set of [`CASES`] cases: the repository's own cases of one fixture (so that each refusal has its
/// twin), and a question for each of the generated facts.
fn generate(into: &Path, root: &Path) -> Result<usize> {
    let (from, fixture) = (root.join("fixtures").join(FIXTURE), into.join("fixtures").join(FIXTURE));
    copy(&from, &fixture)?;
    let golden = into.join("golden").join(QA);
    fs::create_dir_all(&golden)?;
    let own = own_cases(&root.join("golden").join(QA), &golden)?;
    let loaded = Fixture::load(&fixture).map_err(|faults| anyhow::anyhow!("{} faults in {FIXTURE}", faults.len()))?;
    let (mut facts, mut cases) = (String::from("metric,entity,period,channel,value,unit,doc,locator\n"), String::new());
    let metrics: Vec<&str> = loaded.profile.metrics.codes().collect();
    let entities: Vec<&str> = loaded.profile.entities.codes().collect();
    let months = (1950..2000).flat_map(|year| (1..=12).map(move |month| format!("{year}-{month:02}")));
    let keys = months.flat_map(|period| {
        let entities = &entities;
        metrics.iter().flat_map(move |metric| {
            let period = period.clone();
            entities.iter().map(move |entity| (*metric, *entity, period.clone()))
        })
    });
    for (index, (metric, entity, period)) in keys.take(CASES.saturating_sub(own)).enumerate() {
        let (row, value) = (index + 2, format!("{}.{}", index + 1, index % 10));
        let unit = loaded.facts.iter().find(|fact| fact.key.metric == metric).map_or("USD_M", |fact| &fact.unit);
        let _ = writeln!(facts, "{metric},{entity},{period},TOTAL,{value},{unit},generated.xlsx,row={row}");
        let _ = writeln!(
            cases,
            r#"{{"id":"{FIXTURE}-generated-{index:05}","question":"{entity} {metric} {period}","case_type":"numeric","reference_date":"2026-03-15","expected":{{"clarification":"none","refuse":false,"value":"{value}","unit":"{unit}","source":{{"doc":"generated.xlsx","locator":"row={row}"}}}},"tags":{{"topic":"generated","scope":"generated","qtype":"lookup","lang":"en"}}}}"#
        );
    }
    fs::write(fixture.join("facts").join("generated.csv"), facts)?;
    fs::write(golden.join(format!("{FIXTURE}.generated.jsonl")), cases)?;
    match Suite::load(&golden, &into.join("fixtures")) {
        Ok(suite) => Ok(suite.cases.len()),
        Err(faults) => bail!("the generated golden set is invalid: {faults}"),
    }
}

/// Copies the fixture's own golden files and counts their cases.
fn own_cases(from: &Path, into: &Path) -> Result<usize> {
    let mut count = 0;
    for path in files(from)? {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if name.starts_with(&format!("{FIXTURE}.")) {
            count += fs::read_to_string(&path)?.lines().filter(|line| !line.trim().is_empty()).count();
            fs::copy(&path, into.join(name))?;
        }
    }
    Ok(count)
}

fn copy(from: &Path, into: &Path) -> Result<()> {
    fs::create_dir_all(into)?;
    for path in files(from)? {
        let target = into.join(path.file_name().unwrap_or_default());
        if path.is_dir() {
            copy(&path, &target)?;
        } else {
            fs::copy(&path, &target).with_context(|| format!("cannot copy {}", path.display()))?;
        }
    }
    Ok(())
}

fn files(folder: &Path) -> Result<Vec<PathBuf>> {
    let listing = fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?;
    Ok(listing.map(|entry| entry.map(|entry| entry.path())).collect::<std::io::Result<_>>()?)
}
