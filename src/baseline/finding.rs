//! What differs between a run and what was reached before, and what each key of a run is looked up in. How differences are found is
//! for the comparison.

use jiff::civil::Date;
use serde::Serialize;

use super::file::Baseline;
use super::waiver::{Waiver, Waivers};
use crate::exit::Exit;
use crate::gate::Gate;
use crate::run::Run;
use crate::verdict::Key;

/// What differs between a run and its baseline. The order is the order of reports: what is worst stands first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Passed before; fails, errs or was not run now.
    Regressed,
    /// Stands in the baseline, and no case of the manifest has it.
    Gone,
    /// Not in the baseline, and fails now.
    NewFailing,
    /// Fails now and in the baseline, and no waiver covers it.
    Unwaived,
    /// Fewer of the manifest's pairs pass than the baseline's rate.
    RateBelow,
    /// The case asks or demands something else than the baseline knows.
    ExpectationChanged,
    /// A waiver that has run out, or covers nothing.
    WaiverFault,
    /// No answer to judge, or not asked: nothing can be said.
    Unverified,
    /// Fails, or reaches less than it did, and a waiver covers it.
    Waived,
    /// Better than the baseline knows; `--ratchet` claims it.
    UnclaimedGain,
    /// Reaches as much as the baseline knows, and not all there is.
    Short,
    /// Corpus, profile, scorer or golden set are others than when the baseline was claimed.
    IdentityChanged,
    /// No case of the set demands anything of a gate, and none ever did.
    NotInSet,
}

impl Kind {
    /// How a run ends in which this was found.
    pub fn exit(self) -> Exit {
        match self {
            Self::Waived | Self::UnclaimedGain | Self::Short | Self::IdentityChanged | Self::NotInSet => Exit::Clean,
            Self::Unverified => Exit::Unverified,
            _ => Exit::Regressed,
        }
    }
}

/// One difference.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// What differs.
    pub kind: Kind,
    /// The pair it is about; none when it is about a gate or the whole run.
    pub key: Option<Key>,
    /// The gate it is about, when it is about one.
    pub gate: Option<Gate>,
    /// What was, what is, and what to do next.
    pub message: String,
    /// The waiver in question.
    pub waiver: Option<Waiver>,
}

impl Finding {
    pub(super) fn of_run(kind: Kind, message: String) -> Self {
        Self { kind, key: None, gate: None, message, waiver: None }
    }

    pub(super) fn of_gate(kind: Kind, gate: Gate, message: String) -> Self {
        Self { kind, key: None, gate: Some(gate), message, waiver: None }
    }

    pub(super) fn of_key(kind: Kind, key: &Key, message: String) -> Self {
        Self { kind, key: Some(key.clone()), gate: Some(key.gate), message, waiver: None }
    }

    pub(super) fn with(self, waiver: &Waiver) -> Self {
        Self { waiver: Some(waiver.clone()), ..self }
    }
}

/// What a key is looked up in.
pub(super) struct Lookup<'a> {
    pub(super) run: &'a Run,
    pub(super) known: &'a Baseline,
    /// Whether `known` is what was reached before, and not the want of it.
    pub(super) is_usable: bool,
    pub(super) waivers: &'a Waivers,
    pub(super) today: Date,
}
