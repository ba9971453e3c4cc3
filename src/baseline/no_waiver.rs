//! What a waiver may be: the longest term, how many there may be, and the words for one that breaks these rules.

use jiff::civil::Date;

use crate::verdict::Key;

/// The longest that a waiver holds, in days from the day it was agreed to: a quarter, in which somebody looks again.
pub const TERM_DAYS_MAX: i32 = 90;
/// How many failures may be excused at a time, over all lanes. Whoever needs more has another problem.
pub const FAILING_MAX: usize = 40;
/// How many waivers for failures may end on one day, so that no day turns everything red at once.
pub const ENDING_A_DAY_MAX: usize = 8;

/// How many cases there may be at a time that somebody agreed to take out or to ask for something else, over all lanes.
pub const CASES_MAX: usize = 40;
/// About how many cases such agreements may end on one day.
pub const CASES_A_DAY_MAX: usize = 8;

/// Why a waiver excuses nothing.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoWaiver {
    /// The reason is none.
    #[error("the reason `{0}` is no sentence; say in a few words what is wrong and why it has to wait")]
    Reason(String),
    /// Nobody answers for it.
    #[error("there is no owner; name who answers for it")]
    Owner,
    /// It holds for too long, or ends before it began.
    #[error(
        "it runs from {agreed} until {expires}; a waiver holds for at most {TERM_DAYS_MAX} days from the day it was agreed to"
    )]
    Term {
        /// The day it was agreed to.
        agreed: Date,
        /// The last day.
        expires: Date,
    },
    /// The same key of the same lane has one already.
    #[error("`{0}` has a waiver already; keep one")]
    Twice(Key),
    /// There are too many.
    #[error("more than {FAILING_MAX} failures are waived; fix some first")]
    TooMany,
    /// Too many cases were taken out.
    #[error("more than {CASES_MAX} cases were taken out; bring back some")]
    TooManyGone,
    /// Too many agreements about cases that were taken out end on one day.
    #[error(
        "the agreements about more than {CASES_A_DAY_MAX} cases that were taken out end on {0}; spread their last days"
    )]
    CrowdedGone(Date),
    /// Too many end on one day.
    #[error("more than {ENDING_A_DAY_MAX} waivers end on {0}; spread their last days")]
    Crowded(Date),
}
