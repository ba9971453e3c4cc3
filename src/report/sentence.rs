//! The verdict in one sentence, and the words for exit codes and findings. It reads counts; it makes none.

use super::digest::Digest;
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

/// What an exit code means.
pub fn meaning(exit: Exit) -> &'static str {
    match exit {
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
    }
}

pub(super) fn sentence(digest: &Digest<'_>) -> String {
    let Digest { exit, partial, lanes, snapshots, .. } = digest;
    let gains = lanes.iter().flat_map(|lane| &lane.notes).filter(|note| note.kind == Kind::UnclaimedGain).count();
    let pairs: usize = lanes.iter().map(|lane| lane.tally.pairs - lane.tally.scored).sum();
    let pass: usize = lanes.iter().map(|lane| lane.tally.pass).sum();
    let names: Vec<&str> = lanes.iter().map(|lane| lane.name.as_str()).collect();
    let scope = if *partial { "PARTIAL, " } else { "" };
    let mut counts = vec![format!("{pass} of {pairs} verdicts pass ({})", names.join(", "))];
    for (count, what) in [
        (lanes.iter().map(|lane| lane.tally.fail - lane.tally.waived).sum(), "fail"),
        (lanes.iter().map(|lane| lane.tally.waived).sum(), "fail under a waiver"),
        (lanes.iter().map(|lane| lane.tally.scored).sum(), "scored"),
        (lanes.iter().map(|lane| lane.tally.errored).sum(), "errored"),
        (lanes.iter().map(|lane| lane.tally.not_run).sum(), "not run"),
        (gains, "gains unclaimed"),
        (snapshots.findings.len(), "snapshots to decide on"),
    ] {
        if count > 0_usize {
            counts.push(format!("{count} {what}"));
        }
    }
    format!("{scope}{}: {}; exit {}: {}.", word(*exit), counts.join(", "), exit.code(), meaning(*exit))
}
