//! When a request is tried again, and after how long. It sleeps nowhere itself.

use std::time::Duration;

use jiff::Timestamp;
use jiff::fmt::rfc2822::DateTimeParser;

use crate::EmbeddingError;

/// The longest pause that is made unasked.
const PAUSE_MAX: Duration = Duration::from_secs(8);

/// What came of one attempt.
pub(super) enum Attempt {
    /// An answer, yet to be read.
    Answered(Vec<u8>),
    /// It will not do better next time.
    Failed(EmbeddingError),
    /// It may do better next time.
    Again {
        /// What to report when there is no next time.
        error: EmbeddingError,
        /// How long the service asked to be left alone.
        after: Option<Duration>,
    },
}

/// How long to wait before the next attempt; none when the time that is `left` does not allow one.
pub(super) fn wait(pause: Duration, asked: Option<Duration>, left: Duration) -> Option<Duration> {
    let pause = asked.unwrap_or_default().max(pause.min(PAUSE_MAX));
    (pause < left).then_some(pause)
}

/// The meaning of a `Retry-After` header: seconds or a date (RFC 9110, 10.2.3).
pub(super) fn after(header: &str) -> Option<Duration> {
    let header = header.trim();
    if let Ok(seconds) = header.parse() {
        return Some(Duration::from_secs(seconds));
    }
    let at = DateTimeParser::new().parse_timestamp(header).ok()?;
    // A date that has passed asks for no pause.
    Some(Duration::try_from(at.duration_since(Timestamp::now())).unwrap_or_default())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
