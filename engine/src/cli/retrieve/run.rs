//! Run files in the TREC form, for trec_eval, ir-measures, ranx and their like. Written whole or not at all; the filter is
//! never relaxed, and a stage that fails fails the run.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write as _};
use std::path::Path;
use std::process::ExitCode;

use engine::retrieval::{Filter, HybridRetriever};
use rayon::prelude::*;
use tempfile::NamedTempFile;

use super::RankedBy;
use super::queries::Query;
use crate::cli::exit::{ANSWERED, Failure};
use crate::cli::{counted, note, own_names, retriever};

/// Last column of every line.
const TAG: &str = "engine";

/// How much of a file is read to see that it holds a run.
const LINE_MAX: u64 = 1 << 16;

/// Queries that are searched together; bounds memory, and keeps every core busy.
const TOGETHER: usize = 256;

/// Refuses to write where a file cannot be put in place of what is there.
pub(super) fn refuse_odd_target(out: &Path) -> Result<(), Failure> {
    if let Some(what) = own_names::refused(out) {
        return Err(Failure::usage(format!("--run {}: {what}", out.display())));
    }
    match out.metadata() {
        Ok(found) if !found.is_file() => {
            Err(Failure::usage(format!("--run {}: not a file; name one to be written", out.display())))
        }
        Ok(_) if !holds_run(out) => Err(Failure::usage(format!(
            "--run {}: it holds something else than a run, which is left alone; name another file",
            out.display()
        ))),
        _ => Ok(()),
    }
}

/// Whether a file is empty or begins with a line of a run.
fn holds_run(path: &Path) -> bool {
    let mut line = Vec::new();
    let read = File::open(path).and_then(|file| BufReader::new(file.take(LINE_MAX)).read_until(b'\n', &mut line));
    let text = String::from_utf8(line).unwrap_or_else(|_| "?".to_owned());
    let fields: Vec<&str> = text.split_whitespace().collect();
    read.is_ok() && (text.is_empty() || matches!(fields[..], [_, "Q0", _, _, _, _]))
}

/// Searches for every query and writes the run.
pub(super) fn write(
    retriever: &HybridRetriever,
    queries: &[Query],
    filter: &Filter,
    top_k: usize,
    by: RankedBy,
    out: &Path,
) -> Result<ExitCode, Failure> {
    let at = |error: io::Error| Failure::fault(format!("run {}: {error}", out.display()));
    let folder = out.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut file = NamedTempFile::new_in(folder).map_err(at)?;
    let bar = retriever::bar("searching", "queries");
    bar.set_length(queries.len() as u64);
    let mut empty = 0;
    for queries in queries.chunks(TOGETHER) {
        let rankings: Vec<String> = queries
            .par_iter()
            .map(|query| {
                let ranking = ranking(retriever, query, filter, top_k, by);
                bar.inc(1);
                ranking
            })
            .collect::<Result<_, _>>()?;
        for ranking in rankings {
            empty += u64::from(ranking.is_empty());
            file.write_all(ranking.as_bytes()).map_err(at)?;
        }
    }
    bar.finish_and_clear();
    file.as_file().sync_all().map_err(at)?;
    file.persist(out).map_err(|error| at(error.error))?;
    let asked = counted(queries.len() as u64, "query").replace("querys", "queries");
    note(format_args!("{asked} searched, {empty} without a hit; run written to {}", out.display()));
    Ok(ExitCode::from(ANSWERED))
}

/// The lines of one query.
fn ranking(
    retriever: &HybridRetriever,
    query: &Query,
    filter: &Filter,
    top_k: usize,
    by: RankedBy,
) -> Result<String, Failure> {
    // The best chunks of `top_k` documents may stand anywhere in the ranking.
    let chunks = if by == RankedBy::Doc { usize::MAX } else { top_k };
    let found = retriever.retrieve_exactly(&query.text, filter, chunks);
    let passages = found?.passages;
    let mut seen = HashSet::new();
    let ranked = passages.iter().filter_map(|passage| {
        let unit = match by {
            RankedBy::Doc => passage.doc().to_owned(),
            RankedBy::Chunk => passage.chunk().id.to_string(),
        };
        seen.insert(unit.clone()).then(|| (unit, passage.scores().fused))
    });
    Ok(lines(&query.id, ranked.take(top_k)))
}

/// A ranking as lines of a run. Tools order by score, some of them in single precision, and break ties as they like; so
/// each score is made smaller than the one before, in single precision.
fn lines(query: &str, ranked: impl Iterator<Item = (String, f64)>) -> String {
    let mut text = String::new();
    let mut above = f32::INFINITY;
    for (rank, (unit, score)) in (1..).zip(ranked) {
        // Rounding is wanted: it is what a tool of single precision would do.
        #[allow(clippy::cast_possible_truncation)]
        let score = (score as f32).min(above.next_down());
        above = score;
        // Writing to a String cannot fail.
        let _ = writeln!(text, "{} Q0 {} {rank} {score} {TAG}", field(query), field(&unit));
    }
    text
}

/// A name as one field of a line: white space, control characters and the percent sign as `%XX` of their bytes.
fn field(name: &str) -> String {
    let mut field = String::with_capacity(name.len());
    for c in name.chars() {
        if c == '%' || c.is_whitespace() || c.is_control() {
            for byte in c.encode_utf8(&mut [0; 4]).bytes() {
                let _ = write!(field, "%{byte:02X}");
            }
        } else {
            field.push(c);
        }
    }
    field
}

#[cfg(test)]
mod tests;
