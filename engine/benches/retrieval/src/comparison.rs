//! One corpus, both indexes: built, opened, asked. Whatever is timed more than once is timed in turns, ours, theirs, ours,
//! so that the machine's other work meets both; the fastest time of each counts, for everything else is that other work.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context as _, Result};

use crate::clock::{Work, on_one_thread};
use crate::corpus::{Corpus, Plan};
use crate::peer::{Built, Peer, Serving};
use crate::queries::{self, Terms};
use crate::screen;
use crate::serving::{self, Service};

/// Times that each query is asked.
const ROUNDS: usize = 3;

/// What was measured on one corpus.
#[derive(Debug)]
pub(crate) struct Comparison {
    pub(crate) plan: Plan,
    pub(crate) text_bytes: u64,
    pub(crate) ours: Side,
    pub(crate) theirs: Side,
    /// Our index alone, in a process of its own.
    pub(crate) service: Service,
    /// Share of their best passages that are among ours, over all queries.
    pub(crate) agreement: f64,
}

/// What was measured of one index.
#[derive(Debug)]
pub(crate) struct Side {
    pub(crate) built: Built,
    /// For each of [`Terms::ALL`].
    pub(crate) latencies: Vec<Latency>,
}

/// How long queries take, of the asking thread's work.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Latency {
    /// Half of the queries are faster.
    pub(crate) p50: Duration,
    /// One in a hundred is slower.
    pub(crate) p99: Duration,
}

/// Measures both sides on the corpus of a plan, with so many queries of each length.
pub(crate) fn compare<Ours: Peer, Theirs: Peer>(plan: Plan, queries: usize) -> Result<Comparison> {
    let folder = tempfile::tempdir().context("cannot make a temporary folder")?;
    screen::note(&format!("{plan}: writing the text"));
    let corpus = Corpus::write(plan, folder.path())?;
    let (our_folder, their_folder) = (folder.path().join("ours"), folder.path().join("theirs"));
    let (mut our_builds, mut their_builds) = (Vec::new(), Vec::new());
    for _ in 0..builds(plan.chunks) {
        screen::note(&format!("{plan}: indexing"));
        our_builds.push(build::<Ours>(&corpus, &our_folder)?);
        their_builds.push(build::<Theirs>(&corpus, &their_folder)?);
    }
    let sets = Terms::ALL.map(|terms| queries::cut(plan, terms, queries));
    screen::note(&format!("{plan}: serving alone"));
    let service = serving::in_own_process(&our_folder, &queries_file(folder.path(), &sets.concat())?)?;
    screen::note(&format!("{plan}: asking"));
    let (ours, theirs) = (Ours::open(&our_folder)?, Theirs::open(&their_folder)?);
    let agreement = agreement(&ours, &theirs, &sets.concat())?;
    let mut latencies = (Vec::new(), Vec::new());
    for set in &sets {
        let (our_latency, their_latency) = latency(&ours, &theirs, set)?;
        latencies.0.push(our_latency);
        latencies.1.push(their_latency);
    }
    Ok(Comparison {
        plan,
        text_bytes: corpus.text_bytes,
        ours: Side { built: fastest(&our_builds)?, latencies: latencies.0 },
        theirs: Side { built: fastest(&their_builds)?, latencies: latencies.1 },
        service,
        agreement,
    })
}

/// Small indexes are built more often, for they are built sooner than the machine's other work evens out.
fn builds(chunks: u64) -> usize {
    match chunks {
        0..=30_000 => 3,
        30_001..=300_000 => 2,
        _ => 1,
    }
}

fn build<P: Peer>(corpus: &Corpus, folder: &Path) -> Result<Built> {
    if folder.exists() {
        fs::remove_dir_all(folder).with_context(|| format!("cannot empty {}", folder.display()))?;
    }
    fs::create_dir(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    P::build(corpus, folder)
}

fn fastest(builds: &[Built]) -> Result<Built> {
    builds.iter().min_by_key(|built| built.time).copied().context("nothing was built")
}

fn queries_file(folder: &Path, queries: &[String]) -> Result<PathBuf> {
    let path = folder.join("queries.txt");
    fs::write(&path, queries.join("\n")).with_context(|| format!("cannot write {}", path.display()))?;
    Ok(path)
}

#[allow(clippy::cast_precision_loss, reason = "counts are small")]
fn agreement(ours: &impl Serving, theirs: &impl Serving, queries: &[String]) -> Result<f64> {
    let (mut shared, mut all) = (0, 0);
    for query in queries {
        let found: HashSet<u64> = ours.best(query)?.into_iter().collect();
        let expected = theirs.best(query)?;
        shared += expected.iter().filter(|number| found.contains(number)).count();
        all += expected.len();
    }
    Ok(shared as f64 / all.max(1) as f64)
}

fn latency(ours: &impl Serving, theirs: &impl Serving, queries: &[String]) -> Result<(Latency, Latency)> {
    let mut fastest = (vec![Duration::MAX; queries.len()], vec![Duration::MAX; queries.len()]);
    for _ in 0..ROUNDS {
        ask(ours, queries, &mut fastest.0)?;
        ask(theirs, queries, &mut fastest.1)?;
    }
    Ok((Latency::of(fastest.0), Latency::of(fastest.1)))
}

fn ask(index: &impl Serving, queries: &[String], fastest: &mut [Duration]) -> Result<()> {
    on_one_thread(|| {
        for (query, fastest) in queries.iter().zip(fastest) {
            let work = Work::of_thread();
            index.answer(query)?;
            *fastest = (*fastest).min(work.so_far());
        }
        Ok(())
    })
}

impl Latency {
    fn of(mut times: Vec<Duration>) -> Self {
        times.sort_unstable();
        Self { p50: percentile(&times, 50), p99: percentile(&times, 99) }
    }
}

/// The nearest rank: the smallest time that at least so many percent do not exceed.
fn percentile(sorted: &[Duration], percent: usize) -> Duration {
    let rank = (sorted.len() * percent).div_ceil(100).max(1);
    sorted.get(rank - 1).copied().unwrap_or_default()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod tests;
