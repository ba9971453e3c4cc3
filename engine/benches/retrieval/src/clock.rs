//! Processor time. Queries are timed by what the asking thread worked, not by the clock on the wall: on a machine that
//! does other work too, the slowest queries on the wall are those that were interrupted.

use std::time::Duration;

use anyhow::{Result, bail};
use rustix::time::{ClockId, clock_gettime};

/// Share of a process's work that may happen on threads other than the asking one.
const ELSEWHERE_MAX: f64 = 0.1;

/// What has been worked since a moment.
pub(crate) struct Work {
    clock: ClockId,
    since: Duration,
}

impl Work {
    /// By this thread, from now on.
    pub(crate) fn of_thread() -> Self {
        Self::by(ClockId::ThreadCPUTime)
    }

    /// By all threads of this process, from now on.
    pub(crate) fn of_process() -> Self {
        Self::by(ClockId::ProcessCPUTime)
    }

    fn by(clock: ClockId) -> Self {
        Self { clock, since: read(clock) }
    }

    /// How much it is so far.
    pub(crate) fn so_far(&self) -> Duration {
        read(self.clock).saturating_sub(self.since)
    }
}

/// Does `work`, which must stay on this thread, for work elsewhere would not be counted.
pub(crate) fn on_one_thread<T>(work: impl FnOnce() -> Result<T>) -> Result<T> {
    let (of_process, of_thread) = (Work::of_process(), Work::of_thread());
    let done = work()?;
    let (thread, process) = (of_thread.so_far(), of_process.so_far());
    if process.saturating_sub(thread) > process.mul_f64(ELSEWHERE_MAX) {
        bail!("queries were answered on other threads too: {process:?} in all, {thread:?} on the asking one");
    }
    Ok(done)
}

fn read(clock: ClockId) -> Duration {
    let time = clock_gettime(clock);
    Duration::new(time.tv_sec.try_into().unwrap_or_default(), time.tv_nsec.try_into().unwrap_or_default())
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod tests;
