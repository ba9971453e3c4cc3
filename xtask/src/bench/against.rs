//! `cargo xtask bench against REV`: the benches of this tree and of an earlier revision in turns, and how each figure
//! changed. Both are built here, the earlier one in a copy under the build folder; nothing of the repository is touched.
//! It judges change alone: whether a figure is good is for each bench to say.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};
use clap::{Args, ValueEnum};
use harness::exit::Exit;

use super::figures::{Better, Figure, figures};
use crate::repository::Repository;
use crate::screen;

/// How many times as much a figure may be before it is worse. Two runs of one program differ by two or three percent on a
/// quiet machine.
const WORSE: f64 = 1.05;

#[derive(Debug, Clone, PartialEq, Eq, Args)]
pub(crate) struct AgainstArgs {
    /// The revision to compare with, as git names it
    rev: String,
    /// Which benches [default: ask, ingest, intent and extraction]
    #[arg(value_enum)]
    benches: Vec<Bench>,
    /// How often each is run; the medians of pairs count
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u8).range(1..))]
    rounds: u8,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Bench {
    Ask,
    Ingest,
    Intent,
    Extraction,
    /// The passage index on 10,000 generated chunks
    Retrieval,
}

impl Bench {
    const USUAL: [Self; 4] = [Self::Ask, Self::Ingest, Self::Intent, Self::Extraction];

    fn name(self) -> &'static str {
        match self {
            Self::Ask => "ask",
            Self::Ingest => "ingest",
            Self::Intent => "intent",
            Self::Extraction => "extraction",
            Self::Retrieval => "retrieval-bench",
        }
    }

    /// What cargo builds it with.
    fn build(self) -> Vec<&'static str> {
        match self {
            Self::Retrieval => vec!["build", "--release", "--package", self.name()],
            _ => vec!["bench", "--no-run", "--package", "engine", "--bench", self.name()],
        }
    }

    fn arguments(self) -> &'static [&'static str] {
        match self {
            Self::Retrieval => &["compare", "--chunks", "10000"],
            _ => &["--bench"],
        }
    }
}

pub(crate) fn run(args: &AgainstArgs, repository: &Repository) -> Result<Exit> {
    let benches = if args.benches.is_empty() { Bench::USUAL.to_vec() } else { args.benches.clone() };
    let build_folder = repository.root.join("target").join("against");
    let earlier = checkout(&repository.root, &args.rev, &build_folder.join("tree"))?;
    let mut worse = 0;
    for bench in benches {
        screen::complain(&format!("building {} of both ...", bench.name()));
        let sides = [(earlier.as_path(), "before"), (repository.root.as_path(), "after")]
            .map(|(tree, name)| build(tree, &build_folder.join(name), bench));
        let [before, after] = sides;
        let rounds = measure(bench, [&before?, &after?], args.rounds)?;
        let (table, count) = compare(&rounds);
        worse += count;
        screen::print(&format!("{}\n{table}\n", bench.name()));
    }
    Ok(if worse == 0 { Exit::Clean } else { Exit::Regressed })
}

/// The tree of a revision, in a folder of its own.
fn checkout(root: &Path, rev: &str, into: &Path) -> Result<PathBuf> {
    let git = |arguments: &[&str]| -> Result<String> {
        let output = Command::new("git").args(arguments).current_dir(root).output().context("cannot run git")?;
        if !output.status.success() {
            bail!("git {}: {}", arguments.join(" "), String::from_utf8_lossy(&output.stderr).trim_end());
        }
        Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
    };
    let commit = git(&["rev-parse", "--verify", "--quiet", &format!("{rev}^{{commit}}")])
        .with_context(|| format!("`{rev}` is no revision of this repository"))?;
    let tree = into.join(&commit);
    if !tree.exists() {
        fs::create_dir_all(into).with_context(|| format!("cannot make {}", into.display()))?;
        let partial = into.join(format!("{commit}.part"));
        let (path, archive) = (partial.to_string_lossy().into_owned(), into.join(format!("{commit}.tar")));
        fs::create_dir_all(&partial).with_context(|| format!("cannot make {path}"))?;
        git(&["archive", "--format=tar", "--output", &archive.to_string_lossy(), &commit])?;
        let unpacked = Command::new("tar").arg("-xf").arg(&archive).arg("-C").arg(&partial).status();
        if !unpacked.context("cannot run tar")?.success() {
            bail!("cannot unpack {}", archive.display());
        }
        // Only a whole tree has its name, so that one that was interrupted is made again.
        fs::rename(&partial, &tree).with_context(|| format!("cannot move {path}"))?;
    }
    Ok(tree)
}

/// Builds a bench of a tree and names its program.
fn build(tree: &Path, target: &Path, bench: Bench) -> Result<PathBuf> {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(bench.build()).args(["--message-format", "json-render-diagnostics"]);
    command.current_dir(tree).env("CARGO_TARGET_DIR", target).env_remove("CARGO_MANIFEST_DIR");
    let output = command.stderr(Stdio::inherit()).output().context("cannot run cargo")?;
    if !output.status.success() {
        bail!("{} cannot be built in {}", bench.name(), tree.display());
    }
    let messages = String::from_utf8_lossy(&output.stdout);
    let program = messages.lines().find_map(|line| super::program_of(bench.name(), line));
    program.with_context(|| format!("cargo names no program that it built of {}", bench.name()))
}

/// The figures of both programs, round by round, in turns so that neither always has the warmer machine.
fn measure(bench: Bench, programs: [&Path; 2], rounds: u8) -> Result<Vec<[Vec<Figure>; 2]>> {
    let mut measured = Vec::new();
    for round in 0..rounds {
        screen::complain(&format!("{}: round {} of {rounds} ...", bench.name(), round + 1));
        let mut pair = [Vec::new(), Vec::new()];
        for side in if round % 2 == 0 { [0, 1] } else { [1, 0] } {
            pair[side] = figures(&output_of(programs[side], bench)?);
        }
        measured.push(pair);
    }
    Ok(measured)
}

fn output_of(program: &Path, bench: Bench) -> Result<String> {
    let folder = tempfile::tempdir().context("cannot make a temporary folder")?;
    let mut command = Command::new(program);
    command.args(bench.arguments()).current_dir(folder.path()).env("CRITERION_HOME", folder.path());
    command.env("INGEST_ROUNDS", "1").env("EXTRACTION_ROUNDS", "3");
    let output = command.stderr(Stdio::null()).output().with_context(|| format!("cannot run {}", program.display()))?;
    // A bench that misses its target, or finds no peer, has measured all the same.
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    if output.status.code().is_none() || figures(&text).is_empty() {
        bail!("{} ended with {} and no figure:\n{text}", bench.name(), output.status);
    }
    Ok(text)
}

/// A line for each figure that both sides have, and how many are worse.
fn compare(rounds: &[[Vec<Figure>; 2]]) -> (String, usize) {
    let (mut table, mut worse) = (String::new(), 0);
    let count = rounds.iter().flatten().map(Vec::len).min().unwrap_or(0);
    let _ = writeln!(table, "  {:<48} {:>11} {:>11} {:>7}", "", "before", "after", "ratio");
    for at in 0..count {
        let figure = &rounds[0][1][at];
        if rounds.iter().flatten().any(|side| side[at].label != figure.label) {
            let _ = writeln!(table, "  {:<48} is not printed by both", shortened(&figure.label));
            continue;
        }
        let values = |side: usize| rounds.iter().map(|pair| pair[side][at].value).collect::<Vec<f64>>();
        let ratios = rounds.iter().map(|pair| pair[1][at].value / pair[0][at].value).collect();
        let ratio = median(ratios);
        let is_worse = match figure.better {
            Better::Less => ratio > WORSE,
            Better::More => ratio < 1.0 / WORSE,
        };
        worse += usize::from(is_worse);
        let (before, after) = (median(values(0)), median(values(1)));
        let mark = if is_worse { "  worse" } else { "" };
        let _ = writeln!(table, "  {:<48} {before:>11.4e} {after:>11.4e} {ratio:>7.3}{mark}", shortened(&figure.label));
    }
    (table, worse)
}

/// The last words of a label, which tell figures of one line apart.
fn shortened(label: &str) -> String {
    const CHARS_MAX: usize = 48;
    let skip = label.chars().count().saturating_sub(CHARS_MAX);
    label.chars().skip(skip).collect()
}

/// The median; of an even number the lower of the two in the middle. Not a number for none.
fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len().saturating_sub(1) / 2).copied().unwrap_or(f64::NAN)
}

#[cfg(test)]
#[allow(clippy::expect_used)]
mod tests;
