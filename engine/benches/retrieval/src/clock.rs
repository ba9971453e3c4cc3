//! Processor time. Queries are timed by what the asking thread worked, not by the clock on the wall: on a machine that
//! does other work too, the slowest queries on the wall are those that were interrupted.

use std::time::Duration;

use anyhow::{Result, bail};
use rustix::time::{ClockId, clock_gettime};

/// Share of a process's work that may happen on threads other than the asking one.
const ELSEWHERE_MAX: f64 = 0.1;

/// What this thread has worked so far.
pub(crate) fn of_thread() -> Duration {
    read(ClockId::ThreadCPUTime)
}

/// Does `work`, which must stay on this thread, for work elsewhere would not be counted.
pub(crate) fn on_one_thread<T>(work: impl FnOnce() -> Result<T>) -> Result<T> {
    let before = [of_thread(), read(ClockId::ProcessCPUTime)];
    let done = work()?;
    let [thread, process] = [of_thread() - before[0], read(ClockId::ProcessCPUTime) - before[1]];
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
mod tests {
    use super::*;

    fn busy(time: Duration) {
        let until = of_thread() + time;
        while of_thread() < until {}
    }

    #[test]
    fn sleep_is_no_work() {
        let before = of_thread();
        std::thread::sleep(Duration::from_millis(30));
        busy(Duration::from_millis(5));
        let worked = of_thread() - before;
        assert!((5..20).contains(&worked.as_millis()), "{worked:?}");
    }
}
