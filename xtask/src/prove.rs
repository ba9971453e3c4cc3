//! `cargo xtask prove`: breaks the engine, one mutation after the other, and has the evaluation judge each broken engine.
//! Everything happens in a copy beside the built program, so that neither the repository nor the program that is used is
//! ever touched. That a gate stays green for what is right is for `eval` to say; here it must turn red for what is wrong.

mod mutations;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result, bail};
use clap::Args;
use harness::exit::Exit;
use harness::gate::Gate;
use serde::Deserialize;

use self::mutations::{MUTATIONS, Mutation};
use crate::repository::Repository;
use crate::screen;

const HELP: &str = "\
Exit codes: 0 when every mutation turned its gate red, 1 when one was missed, 3 when the evaluation is not clean to begin
with, or nothing could be built. The first run takes some minutes, to build everything in a folder of its own.";

#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(crate) struct ProveArgs {
    /// Only the mutations for these gates [default: all]
    #[arg(value_name = "GATE")]
    gates: Vec<Gate>,
}

/// What an evaluation says with `--json`, as far as it is needed.
#[derive(Deserialize)]
struct Report {
    exit_code: u8,
    cases: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    case: String,
    red: Option<RedCase>,
}

#[derive(Deserialize)]
struct RedCase {
    verdicts: Vec<Red>,
}

#[derive(Deserialize)]
struct Red {
    gate: Gate,
    mark: String,
    failure: Option<Failure>,
}

#[derive(Deserialize)]
struct Failure {
    why: String,
}

/// The word of a verdict that was better before.
const REGRESSED: &str = "regressed";

pub(crate) fn run(args: &ProveArgs, repository: &Repository) -> Result<Exit> {
    let chosen: Vec<&Mutation> = MUTATIONS
        .iter()
        .filter(|one| args.gates.is_empty() || args.gates.iter().any(|gate| one.gates.contains(gate)))
        .collect();
    let bench = Workbench::of(repository)?;
    screen::complain("building and judging the engine as it is ...");
    let unbroken = bench.judge()?;
    if unbroken.exit_code != Exit::Clean.code() {
        bail!("the engine is not clean to begin with, so a red gate would show nothing; see `cargo xtask eval`");
    }
    screen::print("control: nothing is broken\n  exit 0\n");
    let mut missed = 0;
    for mutation in &chosen {
        screen::complain(&format!("building and judging: {} ...", mutation.what));
        let report = bench.with(mutation, Workbench::judge)?;
        let found = Found::of(&report);
        missed += usize::from(!found.catches(mutation.gates));
        screen::print(&found.lines(mutation));
    }
    screen::print(&format!("{} of {} mutations turned their gate red\n", chosen.len() - missed, chosen.len()));
    Ok(if missed == 0 { Exit::Clean } else { Exit::Regressed })
}

/// The repository as it is in the working folder, in a folder of its own.
struct Workbench {
    source: PathBuf,
    build: PathBuf,
}

impl Workbench {
    fn of(repository: &Repository) -> Result<Self> {
        let program = std::env::current_exe().context("this program has no path")?;
        let folder = program.ancestors().nth(2).context("this program is in no target folder")?.join("prove");
        let bench = Self { source: folder.join("source"), build: folder.join("build") };
        if bench.source.exists() {
            fs::remove_dir_all(&bench.source).with_context(|| format!("cannot empty {}", bench.source.display()))?;
        }
        let mut list = Command::new("git");
        list.args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"]).current_dir(&repository.root);
        let output = list.output().context("cannot run git")?;
        if !output.status.success() {
            bail!("git lists no files: {}", String::from_utf8_lossy(&output.stderr).trim_end());
        }
        for name in String::from_utf8_lossy(&output.stdout).split_terminator('\0') {
            let (from, into) = (repository.root.join(name), bench.source.join(name));
            // A file that was deleted and not committed is listed too.
            if from.is_file() {
                fs::create_dir_all(into.parent().unwrap_or(&bench.source))?;
                fs::copy(&from, &into).with_context(|| format!("cannot copy {name}"))?;
            }
        }
        Ok(bench)
    }

    /// Does something while a mutation is in the copy, and takes it out again whatever comes of it.
    fn with<T>(&self, mutation: &Mutation, done: impl FnOnce(&Self) -> Result<T>) -> Result<T> {
        let path = self.source.join(mutation.file);
        let text = fs::read_to_string(&path).with_context(|| format!("cannot read {}", mutation.file))?;
        if text.matches(mutation.right).count() != 1 {
            bail!("{} no longer has this once: {}; write the mutation anew", mutation.file, mutation.right);
        }
        fs::write(&path, text.replace(mutation.right, mutation.wrong))?;
        let result = done(self);
        fs::write(&path, text).with_context(|| format!("cannot restore {}", mutation.file))?;
        result
    }

    /// Builds what is in the copy, and has it judged by all suites.
    fn judge(&self) -> Result<Report> {
        let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        command.args(["run", "--quiet", "--package", "xtask", "--", "eval", "--no-snapshots", "--json"]);
        command.current_dir(&self.source).env("CARGO_TARGET_DIR", &self.build);
        command.env_remove("CARGO_MANIFEST_DIR").env_remove("GITHUB_STEP_SUMMARY");
        let output = command.output().context("cannot run cargo")?;
        serde_json::from_slice(&output.stdout).with_context(|| {
            let said = String::from_utf8_lossy(&output.stderr);
            format!("the copy in {} was not judged ({}):\n{said}", self.source.display(), output.status)
        })
    }
}

/// What an evaluation found worse than before.
struct Found {
    exit_code: u8,
    /// For each gate how many verdicts, and the first of them: its case and why.
    gates: BTreeMap<Gate, (usize, String)>,
}

impl Found {
    fn of(report: &Report) -> Self {
        let mut gates: BTreeMap<Gate, (usize, String)> = BTreeMap::new();
        for case in &report.cases {
            for red in case.red.iter().flat_map(|red| &red.verdicts).filter(|red| red.mark == REGRESSED) {
                let why = || red.failure.as_ref().map_or("no answer", |failure| &failure.why);
                gates.entry(red.gate).or_insert_with(|| (0, format!("{}: {}", case.case, why()))).0 += 1;
            }
        }
        Self { exit_code: report.exit_code, gates }
    }

    /// Whether the run is red, and because of each of these gates too.
    fn catches(&self, gates: &[Gate]) -> bool {
        self.exit_code == Exit::Regressed.code() && gates.iter().all(|gate| self.gates.contains_key(gate))
    }

    fn lines(&self, mutation: &Mutation) -> String {
        let Mutation { gates, what, file, .. } = mutation;
        let names: Vec<&str> = gates.iter().map(|gate| gate.as_str()).collect();
        let verdict = if self.catches(gates) { "red" } else { "MISSED" };
        let mut text = format!("{} {verdict}: {what} ({file})\n  exit {}\n", names.join(", "), self.exit_code);
        for (gate, (count, first)) in &self.gates {
            // Writing to a String cannot fail.
            let _ = writeln!(text, "  {gate}: {count} regressed, first {first}");
        }
        text
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
