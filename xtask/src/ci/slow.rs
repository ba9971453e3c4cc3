//! `cargo xtask ci --slow`: how long each test takes, as the stable test runner lets one see it. Its own timing is for
//! nightly toolchains alone, so each test program runs its tests one after the other, and the time of a test is the time
//! between two lines of the program. Documentation tests are not timed; they are compiled more than they are run.

use std::fmt::Write as _;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use rayon::prelude::*;
use serde_json::Value;

use super::cargo;
use crate::repository::Repository;
use crate::screen;

/// A test that takes longer makes people run the tests less often.
const LONG: Duration = Duration::from_secs(10);

/// A program of tests.
#[derive(Debug, PartialEq, Eq)]
struct Program {
    /// The package's folder, in which cargo runs it.
    folder: PathBuf,
    path: PathBuf,
    name: String,
}

/// A test that was run.
#[derive(Debug, PartialEq, Eq)]
struct Timed {
    name: String,
    is_passed: bool,
    took: Duration,
}

pub(super) fn run(repository: &Repository) -> Result<ExitCode> {
    let programs = build(repository)?;
    ensure!(!programs.is_empty(), "cargo built no test program");
    let timed: Vec<(&Program, Vec<Timed>)> =
        programs.par_iter().map(|program| Ok((program, time(program)?))).collect::<Result<_>>()?;
    let (text, is_good) = report(&timed);
    screen::print(&text);
    Ok(ExitCode::from(u8::from(!is_good)))
}

/// Builds the programs that the step `tests` runs.
fn build(repository: &Repository) -> Result<Vec<Program>> {
    // In code: arguments of cargo.
    let args = ["test", "--workspace", "--exclude", "retrieval-bench", "--lib", "--bins", "--tests", "--no-run"];
    let mut command = cargo(&args, repository);
    command.args(["--message-format", "json-render-diagnostics"]);
    let output = command.stderr(Stdio::inherit()).output().context("cannot run cargo")?;
    ensure!(output.status.success(), "the tests do not build");
    let lines = String::from_utf8_lossy(&output.stdout);
    Ok(lines.lines().filter_map(|line| program(&serde_json::from_str(line).ok()?)).collect())
}

/// The test program that a message of cargo is about.
fn program(message: &Value) -> Option<Program> {
    let path = PathBuf::from(message.get("executable")?.as_str()?);
    let folder = Path::new(message.get("manifest_path")?.as_str()?).parent()?.to_owned();
    let target = message.get("target")?;
    let kind = target.get("kind")?.get(0)?.as_str()?;
    let is_test = message.pointer("/profile/test")?.as_bool()?;
    let name = format!("{} ({kind})", target.get("name")?.as_str()?);
    is_test.then_some(Program { folder, path, name })
}

fn time(program: &Program) -> Result<Vec<Timed>> {
    let mut command = Command::new(&program.path);
    command.arg("--test-threads=1").current_dir(&program.folder).env("CARGO_MANIFEST_DIR", &program.folder);
    watch(&mut command).with_context(|| format!("cannot run {}", program.path.display()))
}

/// The tests that a program runs, each with the time since the line before its own.
fn watch(command: &mut Command) -> Result<Vec<Timed>> {
    let mut child = command.env("CI", "true").stdout(Stdio::piped()).stderr(Stdio::null()).spawn()?;
    let output = child.stdout.take().context("it has no output")?;
    let mut last = Instant::now();
    let mut tests = Vec::new();
    for line in BufReader::new(output).lines() {
        let line = line?;
        let took = last.elapsed();
        if let Some((name, is_passed)) = result(&line) {
            tests.push(Timed { name: name.to_owned(), is_passed, took });
        }
        last = Instant::now();
    }
    let status = child.wait()?;
    let is_failed = tests.iter().any(|test| !test.is_passed);
    ensure!(status.success() || is_failed, "it ended with {status} and no failed test");
    Ok(tests)
}

/// The test that a line is about, and whether it passed; none for other lines, and for tests that were not run.
fn result(line: &str) -> Option<(&str, bool)> {
    let (name, end) = line.strip_prefix("test ")?.rsplit_once(" ... ")?;
    match end {
        "ok" => Some((name, true)),
        "FAILED" => Some((name, false)),
        _ => None,
    }
}

/// The tests that take long, the longest first; those that failed; and whether all is well.
fn report(timed: &[(&Program, Vec<Timed>)]) -> (String, bool) {
    let mut tests: Vec<(&str, &Timed)> =
        timed.iter().flat_map(|(program, tests)| tests.iter().map(|test| (program.name.as_str(), test))).collect();
    tests.sort_by_key(|(_, test)| std::cmp::Reverse(test.took));
    let mut out = String::new();
    let mut long = 0;
    for (program, test) in tests.iter().filter(|(_, test)| test.took > LONG) {
        let _ = writeln!(out, "{:>7.1} s  {program} {}", test.took.as_secs_f64(), test.name);
        long += 1;
    }
    let failed = tests.iter().filter(|(_, test)| !test.is_passed).count();
    for (program, test) in tests.iter().filter(|(_, test)| !test.is_passed) {
        let _ = writeln!(out, "FAILED     {program} {}", test.name);
    }
    let _ = writeln!(out, "{long} of {} tests take longer than {} s, {failed} failed", tests.len(), LONG.as_secs());
    (out, failed == 0 && !tests.is_empty())
}

#[cfg(test)]
#[allow(clippy::expect_used)]
mod tests;
