//! What a baseline was claimed against: hashes of the golden set, the corpus, the profiles and the scorer, one line a lane
//! and part in `baselines/identity.jsonl`, each with the reason why it changed last. Cases remember what they ask and
//! demand; a falsified row that no case cites, a trap taken out of a document or a weakened gate is seen by these hashes
//! alone. They say that something changed, never whether it was right.

use std::collections::BTreeSet;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::compare::{Finding, Kind};
use super::file::{LineFault, LineFaultKind, Unusable, each_line, render, text_of};
use super::waiver::is_sentence;
use crate::golden::FileLine;
use crate::lane::Lane;
use crate::run::Run;
use crate::words::words;

words! {
    /// A part of what a run is judged against.
    pub enum Part {
        /// The cases, with what they ask and demand.
        Golden = "golden",
        /// Facts, documents and reports.
        Corpus = "corpus",
        /// The profiles.
        Profile = "profile",
        /// The sources of everything that judges.
        Scorer = "scorer",
    }
}

/// One line of `baselines/identity.jsonl`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Judged {
    /// The lane.
    pub lane: Lane,
    /// What was hashed.
    pub part: Part,
    /// BLAKE3, in hex.
    pub hash: String,
    /// Why it changed last.
    pub reason: String,
}

/// Every line on file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Identities {
    /// Sorted by lane and part.
    pub all: Vec<Judged>,
}

/// A changed hash was to be claimed without a reason.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the {} of {} changed since the baseline was claimed; say why with --reason, in a few words", part.as_str(), lane.name())]
pub struct NoReason {
    /// The lane.
    pub lane: Lane,
    /// What changed.
    pub part: Part,
}

impl Identities {
    /// The file's name.
    pub const FILE: &'static str = "identity.jsonl";

    /// Reads a file; no file is no lines.
    pub fn load(path: &Path) -> Result<Self, Unusable> {
        let text = text_of(path)?;
        text.map_or_else(|| Ok(Self::default()), |text| Self::parse(&path.display().to_string(), &text))
    }

    /// Reads a text; `file` names it in faults.
    pub fn parse(file: &str, text: &str) -> Result<Self, Unusable> {
        let (mut all, mut faults) = (Vec::new(), Vec::new());
        for (line, result) in each_line::<Judged>(text) {
            let held = result.and_then(|judged| {
                if is_sentence(&judged.reason) { Ok(judged) } else { Err(LineFaultKind::NoReason(judged.reason)) }
            });
            match held {
                Ok(judged) => all.push(judged),
                Err(kind) => faults.push(LineFault { place: FileLine { file: file.to_owned(), line }, kind }),
            }
        }
        all.sort();
        if faults.is_empty() { Ok(Self { all }) } else { Err(Unusable::Garbled(faults)) }
    }

    /// The text of the file: sorted, one line a lane and part.
    pub fn render(&self) -> String {
        render(self.all.iter())
    }

    fn of(&self, lane: Lane, part: Part) -> Option<&Judged> {
        self.all.iter().find(|judged| judged.lane == lane && judged.part == part)
    }

    /// What is judged otherwise than when the baseline was claimed. A selection of cases is not the golden set.
    pub fn check(&self, run: &Run) -> Vec<Finding> {
        let parts = Part::ALL.into_iter().filter(|part| !(run.partial && *part == Part::Golden));
        let changed = parts.filter(|part| self.of(run.lane, *part).is_none_or(|known| known.hash != hash(run, *part)));
        let message = |part: Part| match self.of(run.lane, part) {
            Some(known) => format!(
                "the {} changed since the baseline was claimed (then: {}); `eval --ratchet --reason` agrees to it",
                part.as_str(),
                known.reason
            ),
            None => format!("no {} is on file; `eval --ratchet --reason` writes it down", part.as_str()),
        };
        changed.map(|part| Finding::of_run(Kind::IdentityChanged, message(part))).collect()
    }

    /// Takes over what a whole run was judged against. The golden set needs no reason here, for each of its changes is
    /// agreed to key by key or demands more, unless `less_of_more` is reached; neither does what is written down for the
    /// first time.
    pub fn claim(&mut self, run: &Run, reason: Option<&str>, less_of_more: bool) -> Result<(), NoReason> {
        for part in Part::ALL {
            let now = hash(run, part);
            let known = self.of(run.lane, part);
            if known.is_some_and(|known| known.hash == now) {
                continue;
            }
            let reason = match (reason.map(str::trim).filter(|reason| is_sentence(reason)), known) {
                (Some(reason), _) => reason.to_owned(),
                (None, None) => "written down for the first time".to_owned(),
                (None, Some(_)) if part == Part::Golden && !less_of_more => "cases were claimed".to_owned(),
                (None, Some(_)) => return Err(NoReason { lane: run.lane, part }),
            };
            self.all.retain(|judged| !(judged.lane == run.lane && judged.part == part));
            self.all.push(Judged { lane: run.lane, part, hash: now, reason });
        }
        self.all.sort();
        Ok(())
    }

    /// The lanes of which this says something new about why their golden sets are others than in the file at another commit.
    pub fn explained(&self, then: &Self) -> BTreeSet<Lane> {
        let of = |lane: Lane| self.of(lane, Part::Golden);
        let is_new = |lane: &Lane| {
            of(*lane).is_some_and(|new| then.of(*lane, Part::Golden).is_none_or(|old| new.reason != old.reason))
        };
        Lane::ALL.into_iter().filter(is_new).collect()
    }

    /// What changed against the file at another commit without a word about it, or was taken out.
    pub fn against(&self, then: &Self) -> Vec<Finding> {
        let red = |message: String| Finding::of_run(Kind::Regressed, message);
        let mut findings = Vec::new();
        for old in &then.all {
            let (part, lane) = (old.part.as_str(), old.lane.name());
            match self.of(old.lane, old.part) {
                None => findings.push(red(format!("the {part} of {lane} was taken out of the file"))),
                Some(new) if new.hash != old.hash && new.reason == old.reason && old.part != Part::Golden => {
                    findings.push(red(format!("the {part} of {lane} changed, and its reason is that of before")));
                }
                Some(_) => {}
            }
        }
        findings
    }
}

fn hash(run: &Run, part: Part) -> String {
    let identity = &run.identity;
    match part {
        Part::Golden => identity.golden.clone(),
        Part::Corpus => identity.corpus.clone(),
        Part::Profile => identity.profile.clone(),
        Part::Scorer => identity.scorer.clone(),
    }
}
