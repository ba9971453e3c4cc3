//! `cargo xtask prove`: breaks the engine and the gates, one mutation after the other, and sees what turns red. Everything
//! happens in a copy beside the built program, so that neither the repository nor the program that is used is ever touched.
//! That a gate stays green for what is right is for `eval` to say; here it must turn red for what is wrong.

mod bench;
mod matrix;
mod mutations;
mod weave;

use std::path::Path;

use anyhow::{Context, Result, bail};
use clap::Args;
use harness::exit::Exit;

use self::bench::Bench;
use self::matrix::{Line, Matrix};
use self::mutations::{Mutation, Mutations};
use crate::repository::Repository;
use crate::screen;

const HELP: &str = "\
Exit codes: 0 when everything was killed but what is named as a survivor, 1 when something else survived or a named survivor
was killed, 2 when the mutations no longer fit the code, 3 when the unbroken engine is not clean or nothing could be built.
An interrupted run goes on where it stopped, as long as nothing changed in between.";

#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(crate) struct ProveArgs {
    /// Only the mutations of these areas, or whose name contains this [default: all]
    #[arg(value_name = "TEXT")]
    texts: Vec<String>,
    /// Only every N-th, from the I-th on, as I/N
    #[arg(long, value_name = "I/N", value_parser = shard, default_value = "1/1", hide_default_value = true)]
    shard: (usize, usize),
    /// Judge again what was judged before
    #[arg(long)]
    fresh: bool,
    /// Write what was seen into the committed matrix
    #[arg(long)]
    write: bool,
    /// Build nothing: hold the committed matrix against the mutations
    #[arg(long, conflicts_with_all = ["texts", "fresh", "write"])]
    check: bool,
}

fn shard(text: &str) -> Result<(usize, usize), String> {
    let numbers = text.split_once('/').and_then(|(i, n)| Some((i.parse().ok()?, n.parse().ok()?)));
    numbers.filter(|(i, n)| (1..=*n).contains(i)).ok_or_else(|| "write I/N, for example 1/3".to_owned())
}

pub(crate) fn run(args: &ProveArgs, repository: &Repository) -> Result<Exit> {
    let mutations = Mutations::load(&repository.root)?;
    let mut faults = mutations.faults(&repository.root);
    faults.extend(weave::faults(&mutations, &repository.root));
    if !faults.is_empty() {
        screen::complain(&format!("error: the mutations no longer fit the code:\n  {}", faults.join("\n  ")));
        return Ok(Exit::Invalid);
    }
    let file = repository.root.join(Matrix::PATH);
    let mut matrix = Matrix::load(&file)?;
    if args.check {
        return Ok(check(&mutations, &matrix));
    }
    let (nth, of) = args.shard;
    let chosen: Vec<&Mutation> = mutations.all.iter().filter(|one| one.is_meant(&args.texts)).collect();
    let chosen: Vec<&Mutation> = chosen.into_iter().skip(nth - 1).step_by(of).collect();
    if chosen.is_empty() {
        screen::complain("error: no mutation has such a name or area; nothing was judged");
        return Ok(Exit::Unverified);
    }
    let lines = judged(args, repository, &mutations, &chosen)?;
    let seen = Matrix::of(lines);
    screen::print(&seen.table());
    if args.write {
        matrix.take(&seen, &mutations);
        crate::repository::write(&file, &matrix.render())?;
    }
    let faults = seen.surprises(&chosen);
    for fault in &faults {
        screen::print(&format!("{fault}\n"));
    }
    Ok(if faults.is_empty() { Exit::Clean } else { Exit::Regressed })
}

/// What the matrix on file says, without building anything.
fn check(mutations: &Mutations, matrix: &Matrix) -> Exit {
    let faults = matrix.faults(mutations);
    if faults.is_empty() {
        screen::print(&matrix.table());
        return Exit::Clean;
    }
    screen::complain(&format!("error: {} is not of these mutations:\n  {}", Matrix::PATH, faults.join("\n  ")));
    Exit::Regressed
}

/// Every chosen mutation with what turned red, those of an earlier run that stopped among them.
fn judged(args: &ProveArgs, repository: &Repository, mutations: &Mutations, chosen: &[&Mutation]) -> Result<Vec<Line>> {
    let program = std::env::current_exe().context("this program has no path")?;
    let folder = program.ancestors().nth(2).context("this program is in no target folder")?.join("prove");
    let bench = Bench::set_up(&repository.root, &folder, mutations)?;
    let done = folder.join("done.jsonl");
    let mut known = if args.fresh { Matrix::default() } else { Matrix::load(&done)? };
    let is_known = |known: &Matrix, one: &Mutation| known.has(&one.name, &one.hash(), &bench.state);
    let mut missing: Vec<&Mutation> = chosen.iter().copied().filter(|one| !is_known(&known, one)).collect();
    // What is built alone leaves a program behind that is broken for all others.
    missing.sort_by_key(|one| one.alone);
    if !missing.is_empty() {
        control(&bench, &missing)?;
    }
    for (number, mutation) in missing.iter().enumerate() {
        let line = bench.judge(mutation)?;
        screen::complain(&format!("{}/{} {}", number + 1, missing.len(), line.in_words(mutation)));
        append(&done, &line)?;
        known.put(line);
    }
    Ok(chosen.iter().filter_map(|one| known.line(&one.name).cloned()).collect())
}

/// Sees that nothing is red as long as nothing is broken: otherwise a red gate would show nothing.
fn control(bench: &Bench<'_>, missing: &[&Mutation]) -> Result<()> {
    screen::complain("building the engine with all mutations in it, and judging it with none of them on ...");
    bench.build(missing.iter().any(|one| one.is_of_gates()))?;
    if let Some(red) = bench.control(missing)? {
        bail!(
            "the engine is not clean to begin with ({red}), so a red gate would show nothing; see `cargo xtask eval`"
        );
    }
    Ok(())
}

fn append(file: &Path, line: &Line) -> Result<()> {
    let mut open = std::fs::OpenOptions::new().create(true).append(true).open(file)?;
    std::io::Write::write_all(&mut open, line.render().as_bytes()).with_context(|| file.display().to_string())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
