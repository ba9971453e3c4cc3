//! Our index alone in a process of its own, which opens it, answers and says what that took. In the process that built
//! the indexes, the memory of everything else would be counted too.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use serde::{Deserialize, Serialize};

use crate::peer::{Peer, Serving};

/// What serving takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Service {
    /// From a path to an index that answers.
    pub(crate) opening: Duration,
    /// Memory after all queries, without the pages of files, which the machine may take back.
    pub(crate) resident_bytes: u64,
}

/// Opens the index in `folder` and answers the queries in `file`, one a line, in another process.
pub(crate) fn in_own_process(folder: &Path, file: &Path) -> Result<Service> {
    let program = std::env::current_exe().context("this program has no path")?;
    let mut command = Command::new(program);
    command.arg("serve").arg(folder).arg(file).stderr(Stdio::inherit());
    let output = command.output().context("cannot start the serving process")?;
    if !output.status.success() {
        bail!("the serving process ended with {}", output.status);
    }
    serde_json::from_slice(&output.stdout).context("the serving process said nothing that can be read")
}

/// What the other process does.
pub(crate) fn serve<P: Peer>(folder: &Path, file: &Path) -> Result<Service> {
    let started = Instant::now();
    let index = P::open(folder)?;
    let opening = started.elapsed();
    let queries = fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    for query in queries.lines() {
        index.answer(query)?;
    }
    let status = fs::read_to_string("/proc/self/status").context("resident memory is known on Linux only")?;
    let resident_bytes = anonymous_bytes(&status).context("/proc/self/status has no line RssAnon")?;
    Ok(Service { opening, resident_bytes })
}

fn anonymous_bytes(status: &str) -> Option<u64> {
    let kibibytes = status.lines().find_map(|line| line.strip_prefix("RssAnon:"))?;
    kibibytes.trim().strip_suffix("kB")?.trim().parse::<u64>().ok().map(|kibibytes| kibibytes * 1024)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod tests;
