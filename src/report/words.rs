//! The words for exit codes and findings.

use crate::baseline::Kind;
use crate::exit::Exit;

/// The word for an end.
pub fn word(exit: Exit) -> &'static str {
    match exit {
        Exit::Clean => "CLEAN",
        Exit::Regressed => "REGRESSED",
        Exit::Invalid => "INVALID",
        Exit::Unverified => "UNVERIFIED",
        Exit::Inconclusive => "INCONCLUSIVE",
    }
}

/// What an exit code means, for a run over all cases or over a selection.
pub fn meaning(exit: Exit, is_partial: bool) -> &'static str {
    match exit {
        Exit::Clean if is_partial => "what was selected was judged, and nothing of it is worse than the baseline",
        Exit::Clean => "everything was judged, and nothing is worse than the baseline",
        Exit::Regressed => {
            "something is worse than the baseline, fails without a waiver, or was never accepted or claimed"
        }
        Exit::Invalid => "the golden set or the command line is wrong; nothing was judged",
        Exit::Unverified => "not everything was judged, so nothing can be said",
        Exit::Inconclusive => "everything was judged, with too few cases to tell",
    }
}

/// The words for a finding, as a heading.
pub fn heading(kind: Kind) -> &'static str {
    match kind {
        Kind::Regressed => "regressed",
        Kind::Gone => "gone",
        Kind::NewFailing => "new, failing",
        Kind::Unwaived => "failing, not waived",
        Kind::RateBelow => "rate below baseline",
        Kind::ExpectationChanged => "expectation changed",
        Kind::WaiverFault => "waiver at fault",
        Kind::Unverified => "unverified",
        Kind::Waived => "waived",
        Kind::UnclaimedGain => "unclaimed gain",
        Kind::Short => "short of full marks",
        Kind::IdentityChanged => "judged against something else",
        Kind::NotInSet => "not in this set",
    }
}
