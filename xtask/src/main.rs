//! The developer's commands. This file only sorts them out and turns their end into the process's exit code, which
//! nothing on the way may swallow.

mod base;
mod baseline;
mod bench;
mod cases;
mod ci;
mod eval;
mod fixtures;
mod fuzz;
mod golden;
mod grown;
mod office;
mod prove;
mod record;
mod repository;
mod screen;
mod selftest;
mod snapshots;

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use harness::exit::Exit;

/// Exit codes: 0 clean, 1 regressed, 2 golden set or command line invalid, 3 not everything was looked at,
/// 4 inconclusive.
#[derive(Parser)]
#[command(name = "cargo xtask", version, about = "The developer's commands", after_help = EXITS)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

const EXITS: &str = "Exit codes:
  0  everything was judged, and nothing is worse than the baseline
  1  something is worse than the baseline, fails without a waiver, or was never accepted
  2  the golden set or the command line is wrong; nothing was judged
  3  not everything was judged, so nothing can be said
  4  everything was judged, with too few cases to tell";

#[derive(Subcommand)]
enum Command {
    /// Ask every golden question, judge the answers, and hold the result against the baseline
    Eval(eval::EvalArgs),
    /// Write down what the engine answers, for `eval --answers`
    Record(record::RecordArgs),
    /// Check the golden sets
    #[command(subcommand)]
    Golden(golden::GoldenCommand),
    /// Show, lower, check or merge baselines
    #[command(subcommand)]
    Baseline(baseline::BaselineCommand),
    /// List, show, accept, reject or prune snapshots of answers
    #[command(subcommand)]
    Snapshots(snapshots::SnapshotsCommand),
    /// Write the office documents of the fixtures and the truth about them, or check that they are as written
    Fixtures(fixtures::FixturesArgs),
    /// Spoil the engine's honest answers, in one way after the other, and see the gates turn red
    Selftest(selftest::SelftestArgs),
    /// Break the engine in a copy, in one way after the other, and see the gates turn red
    Prove(prove::ProveArgs),
    /// Feed every reader and the questions with inputs that nobody thought of
    Fuzz(fuzz::FuzzArgs),
    /// Measure speed and search quality
    Bench(bench::BenchArgs),
    /// Everything that must hold before a change is merged
    Ci(ci::CiArgs),
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    match run(cli.command) {
        Ok(end) => end,
        Err(error) => {
            screen::complain(&format!("error: {error:#}"));
            Exit::Unverified.into()
        }
    }
}

fn run(command: Command) -> anyhow::Result<ExitCode> {
    let repository = repository::Repository::find()?;
    let exit = match command {
        Command::Eval(args) => eval::run(&args, &repository)?,
        Command::Record(args) => record::run(&args, &repository)?,
        Command::Golden(command) => golden::run(&command, &repository),
        Command::Baseline(command) => baseline::run(command, &repository)?,
        Command::Snapshots(command) => snapshots::run(command, &repository)?,
        Command::Fixtures(args) => fixtures::run(&args, &repository)?,
        Command::Selftest(args) => selftest::run(&args, &repository)?,
        Command::Prove(args) => prove::run(&args, &repository)?,
        Command::Fuzz(args) => fuzz::run(&args, &repository)?,
        Command::Bench(args) => return bench::run(&args, &repository),
        Command::Ci(args) => return ci::run(&args, &repository),
    };
    Ok(exit.into())
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    #[test]
    fn the_command_line_holds_together() {
        super::Cli::command().debug_assert();
    }
}
