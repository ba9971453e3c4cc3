//! A run held against its baseline.

use serde::Serialize;

use super::waiver::Waiver;
use crate::exit::Exit;
use crate::gate::Gate;
use crate::run::Run;
use crate::verdict::{Key, Rate};

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
    /// Fails, and a waiver covers it.
    Waived,
    /// Better than the baseline knows; `--ratchet` claims it.
    UnclaimedGain,
}

impl Kind {
    /// How a run ends in which this was found.
    pub fn exit(self) -> Exit {
        match self {
            Self::Waived | Self::UnclaimedGain => Exit::Clean,
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

/// A run held against its baseline.
#[derive(Debug, Clone, Serialize)]
pub struct Comparison {
    /// Every difference, worst first, then by key.
    pub findings: Vec<Finding>,
    /// The rate of each gate in the run and in the baseline.
    pub rates: Vec<GateRate>,
}

/// One gate's rate now and before.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct GateRate {
    /// The gate.
    pub gate: Gate,
    /// In the run: passes out of the manifest's pairs.
    pub now: Rate,
    /// In the baseline; none when it has no line for the gate.
    pub before: Option<Rate>,
}

impl Comparison {
    /// How the command ends.
    pub fn exit(&self) -> Exit {
        self.findings.iter().fold(Exit::Clean, |exit, finding| exit.worse(finding.kind.exit()))
    }
}

/// One lane's run with its comparison.
#[derive(Debug, Clone, Serialize)]
pub struct Section {
    /// The run.
    pub run: Run,
    /// Held against its baseline.
    pub comparison: Comparison,
}

/// What every report format shows: all lanes of one evaluation. There is no verdict anywhere but in here.
#[derive(Debug, Clone, Serialize)]
pub struct Report {
    /// One for each lane, in lane order.
    pub sections: Vec<Section>,
    /// Every waiver on file, shown first in every format.
    pub waivers: Vec<Waiver>,
}

impl Report {
    /// How the command ends. A report without a section has judged nothing.
    pub fn exit(&self) -> Exit {
        match self.sections.as_slice() {
            [] => Exit::Unverified,
            sections => sections.iter().fold(Exit::Clean, |exit, section| exit.worse(section.comparison.exit())),
        }
    }
}
