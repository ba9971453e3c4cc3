//! Serial numbers to dates, by both calendars of workbooks (ECMA-376 part 1, 18.17.4.1). In the calendar of 1900 the number
//! 60 is a 29 February that never was; it is no date here, and neither is 0, a number below it, or one beyond the year 9999.

use jiff::ToSpan;
use jiff::civil::{Date, DateTime, Time, date};
use rust_decimal::prelude::ToPrimitive;
use rust_decimal::{Decimal, RoundingStrategy};

use crate::files::number_format::Clock;

const DAY_MS: i64 = 86_400_000;
/// The day of 31 December 9999 in the calendar of 1900, the last one.
const LAST_DAY: i64 = 2_958_465;
/// The day that never was.
const NO_DAY: i64 = 60;

/// Which day is the first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Calendar {
    /// 1 is 1 January 1900.
    #[default]
    Since1900,
    /// 0 is 1 January 1904.
    Since1904,
}

impl Calendar {
    /// The point in time that a number means, to the millisecond; none when it is negative or beyond the calendar.
    pub(super) fn clock(self, serial: Decimal) -> Option<Clock> {
        if serial.is_sign_negative() && !serial.is_zero() || serial > Decimal::from(LAST_DAY + 1) {
            return None;
        }
        let ms = serial.checked_mul(Decimal::from(DAY_MS))?;
        let elapsed_ms = ms.round_dp_with_strategy(0, RoundingStrategy::MidpointAwayFromZero).to_i64()?;
        let (day, ms) = (elapsed_ms / DAY_MS, elapsed_ms % DAY_MS);
        let time = DateTime::constant(1970, 1, 1, 0, 0, 0, 0).checked_add(ms.milliseconds()).ok()?.time();
        Some(Clock { date: self.date(day), time, elapsed_ms })
    }

    fn date(self, day: i64) -> Option<Date> {
        let zero = match self {
            Self::Since1904 => date(1904, 1, 1),
            Self::Since1900 if day < 1 || day == NO_DAY => return None,
            // Days after the one that never was are counted one too many.
            Self::Since1900 if day > NO_DAY => date(1899, 12, 30),
            Self::Since1900 => date(1899, 12, 31),
        };
        zero.checked_add(day.days()).ok()
    }
}

/// A moment of a cell that stores its date as text (ISO 8601), as strict workbooks do.
pub(super) fn iso(text: &str) -> Option<Clock> {
    let text = text.trim().trim_end_matches('Z');
    if let Ok(moment) = text.parse::<DateTime>() {
        return Some(Clock { date: Some(moment.date()), time: moment.time(), elapsed_ms: 0 });
    }
    let time = text.trim_start_matches('T').parse::<Time>().ok()?;
    Some(Clock { date: None, time, elapsed_ms: 0 })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
