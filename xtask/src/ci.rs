//! `cargo xtask ci`: every check, in order, until the first that fails. Steps are ordinary cargo commands that a person
//! can run alone; this file adds names, times, and the order. What a step says is shown only when it fails, as the last
//! thing on the screen. Counts are read from the test runner's own output, never kept here.

mod slow;

use std::fmt::Write as _;
use std::io::Read as _;
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use clap::Args;

use crate::repository::Repository;
use crate::screen;

#[derive(Debug, Args)]
pub(crate) struct CiArgs {
    /// Name the steps and run none
    #[arg(long)]
    list: bool,
    /// Also what takes minutes to build: the local embedding models, and the peer of the search bench
    #[arg(long)]
    full: bool,
    /// Run the tests one by one, and list those that take longer than 10 seconds
    #[arg(long, conflicts_with_all = ["list", "full"])]
    slow: bool,
}

/// A step: its name, and what cargo is called with.
struct Step {
    name: &'static str,
    cargo: &'static [&'static str],
    /// Whether its output has test results, of which there must be some.
    has_tests: bool,
}

const fn step(name: &'static str, cargo: &'static [&'static str]) -> Step {
    Step { name, cargo, has_tests: false }
}

const fn tests(name: &'static str, cargo: &'static [&'static str]) -> Step {
    Step { name, cargo, has_tests: true }
}

/// What every change must pass. The embedding back ends are a crate of their own, so that the engine is compiled once.
// In code: arguments of cargo.
const STEPS: [Step; 12] = [
    step("format", &["fmt", "--all", "--check"]),
    step("clippy", &["clippy", "--workspace", "--exclude", "retrieval-bench", "--all-targets", "--", "-D", "warnings"]),
    step("tidy", &["test", "--package", "xtask", "--test", "tidy"]),
    tests(
        "tests",
        &["test", "--workspace", "--exclude", "retrieval-bench", "--lib", "--bins", "--tests", "--no-fail-fast"],
    ),
    tests("doc tests", &["test", "--workspace", "--exclude", "retrieval-bench", "--doc", "--no-fail-fast"]),
    step("golden lint", &["run", "--quiet", "--package", "xtask", "--", "golden", "lint"]),
    step("eval", &["run", "--quiet", "--package", "xtask", "--", "eval", "--require-ratcheted"]),
    step(
        "counterfact",
        &["run", "--quiet", "--package", "xtask", "--", "eval", "--suite", "counterfactual", "--require-ratcheted"],
    ),
    step("selftest", &["run", "--quiet", "--package", "xtask", "--", "selftest"]),
    step("baseline", &["run", "--quiet", "--package", "xtask", "--", "baseline", "check"]),
    step(
        "http lint",
        &["clippy", "--package", "engine-embeddings", "--features", "http", "--all-targets", "--", "-D", "warnings"],
    ),
    tests("http tests", &["test", "--package", "engine-embeddings", "--features", "http"]),
];

/// What `--full` adds: code that few changes touch, behind dependencies that take minutes to build.
const FULL: [Step; 5] = [
    step(
        "models lint",
        &["clippy", "--package", "engine-embeddings", "--all-features", "--all-targets", "--", "-D", "warnings"],
    ),
    tests("models tests", &["test", "--package", "engine-embeddings", "--all-features"]),
    step("engine, all", &["check", "--package", "engine", "--all-features"]),
    step("peer lint", &["clippy", "--package", "retrieval-bench", "--all-targets", "--", "-D", "warnings"]),
    tests("peer tests", &["test", "--package", "retrieval-bench"]),
];

/// How a step ended.
struct Done {
    name: &'static str,
    code: u8,
    took: Duration,
    output: String,
    counts: Counts,
}

/// Tests as the runner counted them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Counts {
    passed: usize,
    failed: usize,
}

pub(crate) fn run(args: &CiArgs, repository: &Repository) -> Result<ExitCode> {
    if args.slow {
        return slow::run(repository);
    }
    let steps: Vec<&Step> = STEPS.iter().chain(FULL.iter().filter(|_| args.full)).collect();
    if args.list {
        let lines: Vec<String> =
            steps.iter().map(|step| format!("{:<12} cargo {}\n", step.name, step.cargo.join(" "))).collect();
        screen::print(&lines.concat());
        return Ok(ExitCode::SUCCESS);
    }
    let mut done: Vec<Done> = Vec::new();
    for step in &steps {
        screen::complain(&format!("{} ...", step.name));
        let result = take(step, repository)?;
        let has_failed = result.code != 0;
        done.push(result);
        if has_failed {
            break;
        }
    }
    screen::print(&closing(&steps, &done));
    Ok(ExitCode::from(done.last().map_or(1, |last| last.code)))
}

fn take(step: &Step, repository: &Repository) -> Result<Done> {
    let started = Instant::now();
    let (mut reader, writer) = std::io::pipe().context("cannot open a pipe")?;
    let mut command = cargo(step.cargo, repository);
    command.stdout(writer.try_clone().context("cannot open a pipe")?).stderr(writer);
    let mut child = command.spawn().with_context(|| format!("cannot run cargo for `{}`", step.name))?;
    // The command holds the pipe's other end open, and reading would never finish.
    drop(command);
    let mut bytes = Vec::new();
    reader.read_to_end(&mut bytes).context("cannot read a step's output")?;
    let status = child.wait().context("cannot wait for a step")?;
    let mut output = String::from_utf8_lossy(&bytes).into_owned();
    let counts = if step.has_tests { Counts::read(&output) } else { Counts::default() };
    // A step that was killed has no code, and is not a success.
    let mut code = status.code().map_or(1, |code| u8::try_from(code).unwrap_or(1));
    if code == 0 && counts.failed > 0 {
        code = 1;
    }
    if code == 0 && step.has_tests && counts == Counts::default() {
        output.push_str("\nno test was run, so nothing was tested\n");
        code = 3;
    }
    Ok(Done { name: step.name, code, took: started.elapsed(), output, counts })
}

/// Cargo at the root of the repository, as CI calls it. The check of baselines alone is told nothing that is not so: without
/// history it is red where a system merges, and a note where a person looks.
fn cargo(args: &[&str], repository: &Repository) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(args).current_dir(&repository.root);
    if !args.contains(&"baseline") {
        command.env("CI", "true");
    }
    // The package that runs this is not the one that the step is about.
    command.env_remove("CARGO_MANIFEST_DIR");
    command
}

impl Counts {
    /// Adds up the lines `test result: ok. 3 passed; 0 failed; …`.
    fn read(output: &str) -> Self {
        let plain = anstream::adapter::strip_str(output).to_string();
        let mut counts = Self::default();
        for line in plain.lines().filter_map(|line| line.strip_prefix("test result: ")) {
            let number = |what: &str| {
                let before = line.split_once(what).map_or("", |(before, _)| before);
                before.rsplit(' ').next().and_then(|digits| digits.parse().ok()).unwrap_or(0)
            };
            counts.passed += number(" passed");
            counts.failed += number(" failed");
        }
        counts
    }
}

/// The table of steps; then the first fault's output; then, when tests were run, their count alone on the last line.
fn closing(steps: &[&Step], done: &[Done]) -> String {
    let mut out = String::from("\n");
    for Done { name, code, took, .. } in done {
        let end = if *code == 0 { "ok".to_owned() } else { format!("FAILED (exit {code})") };
        let _ = writeln!(out, "{name:<12} {:>7.1} s  {end}", took.as_secs_f64());
    }
    for step in steps.iter().skip(done.len()) {
        let _ = writeln!(out, "{:<12} {:>9}  not run", step.name, "");
    }
    // What a step wants to be known although it passed, such as that there was nothing to compare with.
    for step in done {
        for note in notes(&step.output) {
            let _ = writeln!(out, "{}", screen::wrapped(&format!("{}: {note}", step.name)));
        }
    }
    if let Some(fault) = done.iter().find(|step| step.code != 0) {
        let _ = write!(out, "\n{} failed:\n{}", fault.name, fault.output);
        if !out.ends_with('\n') {
            out.push('\n');
        }
    }
    let (passed, failed) =
        done.iter().fold((0, 0), |(passed, failed), step| (passed + step.counts.passed, failed + step.counts.failed));
    if passed + failed > 0 {
        let _ = writeln!(out, "\n{passed} passed, {failed} failed");
    }
    out
}

/// The notes of an output, each with the lines that it goes on in.
fn notes(output: &str) -> Vec<String> {
    let mut notes: Vec<String> = Vec::new();
    let mut is_note = false;
    for line in output.lines() {
        is_note = match (line.strip_prefix("note: "), notes.last_mut()) {
            (Some(note), _) => {
                notes.push(note.to_owned());
                true
            }
            (None, Some(note)) if is_note && line.starts_with("      ") => {
                note.push(' ');
                note.push_str(line.trim());
                true
            }
            _ => false,
        };
    }
    notes
}

#[cfg(test)]
mod tests;
