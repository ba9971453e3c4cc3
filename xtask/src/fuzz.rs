//! `cargo xtask fuzz`: the targets of `engine/fuzz`, one after the other, each with inputs that are made of the fixtures. What
//! a target found stays in `target/fuzz`: a corpus that grows, and the inputs that failed. It needs `cargo-fuzz` and a C++
//! compiler, and no other toolchain than the tests do.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};
use clap::Args;
use engine_fuzz::Target;
use harness::exit::Exit;

use crate::repository::Repository;
use crate::screen;

const HELP: &str = "\
A target fails by a panic, by 10 seconds or 2 GiB for one input, and by a broken promise: the same bytes come to something
else, or a file that says that it is restricted shows something. `cargo xtask fuzz TARGET --input FILE` runs one input again.

Exit codes: 0 when every target passed, 1 when one failed, 2 when the command line is wrong, 3 when cargo-fuzz is missing or
the targets cannot be built.";

/// Most memory of a target.
const MEMORY_MIB: u32 = 2_048;
/// Longest input, in bytes.
const INPUT_BYTES_MAX: u32 = 64 << 10;
/// Seconds after which libFuzzer ends a target that does not come back from an input. Targets look at the time themselves.
const HANGS_AFTER_SECONDS: u32 = 30;
/// Lines of a failed target's output that are shown.
const SHOWN_LINES: usize = 40;

#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(crate) struct FuzzArgs {
    /// Targets [default: all]
    #[arg(value_name = "TARGET", value_parser = target)]
    targets: Vec<Target>,
    /// How long each target runs
    #[arg(long, default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..))]
    seconds: u32,
    /// Runs this one input through the targets and no other
    #[arg(long, value_name = "FILE")]
    input: Option<PathBuf>,
}

fn target(name: &str) -> Result<Target, String> {
    let names = || Target::ALL.map(Target::name).join(", ");
    Target::ALL.into_iter().find(|target| target.name() == name).ok_or_else(|| format!("targets are {}", names()))
}

pub(crate) fn run(args: &FuzzArgs, repository: &Repository) -> Result<Exit> {
    let folder = repository.root.join("target/fuzz");
    let targets = if args.targets.is_empty() { Target::ALL.to_vec() } else { args.targets.clone() };
    let input = args.input.as_ref().map(|input| repository.path(input));
    screen::complain("building the targets ...");
    build(repository, &folder)?;
    let mut failed = 0;
    for target in &targets {
        let end = fuzz(*target, args.seconds, input.as_deref(), repository, &folder)?;
        failed += usize::from(end.is_some());
        screen::print(&format!("{:<12} {}\n", target.name(), end.unwrap_or_else(|| "passed".to_owned())));
    }
    screen::print(&format!("{} passed, {failed} failed\n", targets.len() - failed));
    Ok(if failed == 0 { Exit::Clean } else { Exit::Regressed })
}

/// `cargo fuzz`, as it builds these targets: instrumented, with the checks of a debug build, and without a sanitizer, which
/// needs a toolchain of its own.
fn cargo_fuzz(command: &str, repository: &Repository, folder: &Path) -> Command {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(&repository.root).env_remove("CARGO_MANIFEST_DIR");
    // Built sooner, and fast enough to find what a minute can find.
    cargo.env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "1").env("CARGO_PROFILE_RELEASE_STRIP", "none");
    cargo.args(["fuzz", command, "--fuzz-dir", "engine/fuzz", "--sanitizer", "none", "--features", "libfuzzer"]);
    cargo.arg("--target-dir").arg(folder.join("build"));
    cargo
}

fn build(repository: &Repository, folder: &Path) -> Result<()> {
    let output = cargo_fuzz("build", repository, folder).stdin(Stdio::null()).output().context("cannot run cargo")?;
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    if said.contains("no such command") {
        bail!("cargo-fuzz is missing; install it with `cargo install cargo-fuzz --locked`");
    }
    bail!("the targets cannot be built:\n{}", last_lines(&said));
}

/// Runs a target; how it failed, if it did.
fn fuzz(
    target: Target,
    seconds: u32,
    input: Option<&Path>,
    repository: &Repository,
    folder: &Path,
) -> Result<Option<String>> {
    let (corpus, failures) = (folder.join("corpus").join(target.name()), folder.join("failures").join(target.name()));
    for folder in [&corpus, &failures] {
        fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    }
    for (number, seed) in target.seeds().into_iter().enumerate() {
        let path = corpus.join(format!("seed-{number:03}"));
        fs::write(&path, seed).with_context(|| format!("cannot write {}", path.display()))?;
    }
    let mut command = cargo_fuzz("run", repository, folder);
    command.arg(target.name()).arg(input.unwrap_or(&corpus)).arg("--");
    command.arg(format!("-artifact_prefix={}/", failures.display()));
    command.args([format!("-timeout={HANGS_AFTER_SECONDS}"), format!("-rss_limit_mb={MEMORY_MIB}")]);
    if input.is_none() {
        command.args([format!("-max_total_time={seconds}"), format!("-max_len={INPUT_BYTES_MAX}")]);
    }
    let output = command.stdin(Stdio::null()).output().context("cannot run cargo")?;
    let said = String::from_utf8_lossy(&output.stderr);
    if output.status.success() {
        return Ok(None);
    }
    let mut told = String::from("FAILED\n");
    // Writing to a string cannot fail.
    let _ = write!(told, "{}", last_lines(&said));
    Ok(Some(told))
}

fn last_lines(said: &str) -> String {
    let lines: Vec<&str> = said.lines().collect();
    let from = lines.len().saturating_sub(SHOWN_LINES);
    lines.get(from..).unwrap_or_default().join("\n")
}

#[cfg(test)]
mod tests;
