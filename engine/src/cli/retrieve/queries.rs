//! Files of queries, one JSON object a line. A file is used as a whole or not at all: a run that silently leaves queries
//! out would be judged as if they had found nothing.

use std::collections::HashSet;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read as _};
use std::path::Path;

use serde::Deserialize;

use crate::cli::counted;
use crate::cli::exit::Failure;

/// Longest line, and most bytes of all queries together, which are in memory at once. The largest sets of BEIR have some
/// thirteen thousand queries in two MiB.
const LINE_BYTES_MAX: u64 = 1 << 20;
const BYTES_MAX: u64 = 256 << 20;
/// Faults that are shown; more of them are counted.
const FAULTS_SHOWN: usize = 10;

/// A query with its name. Further fields, such as BEIR's `metadata`, are passed over.
#[derive(Debug, PartialEq, Eq, Deserialize)]
pub(super) struct Query {
    /// Its name in the run.
    #[serde(rename = "_id")]
    pub(super) id: String,
    /// What to search for.
    pub(super) text: String,
}

/// Every query of a file, `-` for standard input.
pub(super) fn read(path: &Path) -> Result<Vec<Query>, Failure> {
    let at = |error: io::Error| Failure::fault(format!("queries in {}: {error}", path.display()));
    let queries = if path.as_os_str() == "-" {
        parse(io::stdin().lock())
    } else {
        parse(BufReader::new(File::open(path).map_err(at)?))
    };
    match queries.map_err(at)? {
        Ok(queries) if queries.is_empty() => {
            Err(Failure::fault(format!("no queries in {}; nothing was written", path.display())))
        }
        Ok(queries) => Ok(queries),
        Err(faults) => {
            let more = faults.len().saturating_sub(FAULTS_SHOWN);
            let mut lines: Vec<String> = faults.into_iter().take(FAULTS_SHOWN).collect();
            if more > 0 {
                lines.push(format!("and {} more", counted(more as u64, "fault")));
            }
            Err(Failure::fault(format!(
                "queries in {}, nothing was written:\n  {}",
                path.display(),
                lines.join("\n  ")
            )))
        }
    }
}

/// The queries of an input, or what is wrong with it, a line a fault.
fn parse(mut input: impl BufRead) -> io::Result<Result<Vec<Query>, Vec<String>>> {
    let (mut queries, mut faults, mut ids) = (Vec::new(), Vec::new(), HashSet::new());
    let mut bytes_left = BYTES_MAX;
    for number in 1.. {
        let mut line = Vec::new();
        // Whoever writes without an end would otherwise fill the memory.
        let most = LINE_BYTES_MAX.min(bytes_left);
        if input.by_ref().take(most + 1).read_until(b'\n', &mut line)? == 0 {
            break;
        }
        if line.len() as u64 > most {
            let what = if most == LINE_BYTES_MAX { "the line" } else { "the input up to this line" };
            let most = if most == LINE_BYTES_MAX { LINE_BYTES_MAX } else { BYTES_MAX };
            faults.push(format!("line {number}: {what} is longer than the {most} bytes that are read"));
            break;
        }
        bytes_left -= line.len() as u64;
        let line = if number == 1 { line.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&line) } else { &line };
        if line.trim_ascii().is_empty() {
            continue;
        }
        match serde_json::from_slice::<Query>(line) {
            Err(error) => {
                let text = error.to_string();
                let what = text.rsplit_once(" at line ").map_or(text.as_str(), |(what, _)| what);
                faults.push(format!("line {number}, column {}: {what}", error.column()));
            }
            Ok(query) if query.id.is_empty() => faults.push(format!("line {number}: `_id` is empty")),
            Ok(query) if !ids.insert(query.id.clone()) => {
                faults.push(format!("line {number}: `_id` {} stands in an earlier line", query.id));
            }
            Ok(query) => queries.push(query),
        }
    }
    Ok(if faults.is_empty() { Ok(queries) } else { Err(faults) })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
