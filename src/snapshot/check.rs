//! Holds every answer against its snapshot. The first lane of a suite has a snapshot of each case; another lane has one only
//! where it answers otherwise, so that a changed word is one changed file. A file that is not there says "as the first
//! lane", which is held against that lane's answer of the same run: a difference that appears and one that goes away are
//! findings like any other change.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use insta::internals::TextSnapshotContents;
use rayon::prelude::*;

use super::{Diff, Finding, Folder, Mode, SnapshotError, Snapshots, State, content, diff, file, grids, ranking};
use crate::lane::Lane;
use crate::run::{Answered, AnyCase, CaseResult, Run};

/// What a lane says about a case, and what its folder has of it.
#[derive(Debug, Default)]
pub(super) struct Kept {
    /// Now; none when there is no answer, or nobody asked.
    pub(super) is: Option<TextSnapshotContents>,
    /// As it was accepted; none when there is no file.
    pub(super) was: Option<TextSnapshotContents>,
}

impl Kept {
    fn of(folder: &Path, result: &CaseResult) -> Result<Self, SnapshotError> {
        let text = match (&result.answered, &result.case) {
            (Answered::Outcome(outcome), _) => Some(content::render(outcome)),
            (Answered::Extracted(extracted), AnyCase::Document(truth)) => Some(grids::render(truth, extracted)),
            (Answered::Ranking(ranking), AnyCase::Search(query)) => Some(ranking::render(query, ranking)),
            // The missing answer itself is the verdict's affair.
            _ => None,
        };
        let was = file::read(&file::path(folder, result.case.id(), file::ACCEPTED))?;
        Ok(Self { is: text.map(file::contents), was })
    }

    /// The answer, or what is known of it when nobody asked.
    fn answer(&self) -> Option<&TextSnapshotContents> {
        self.is.as_ref().or(self.was.as_ref())
    }
}

/// What there is to decide about an answer, `first` being what the first lane has where this is not the first.
pub(super) fn decision(own: &Kept, first: Option<&Kept>) -> Option<(State, Option<Diff>)> {
    let is = own.is.as_ref()?;
    let changed = |was: &TextSnapshotContents| Some(diff::diff(&was.to_string(), &is.to_string()));
    let lead = first.and_then(Kept::answer);
    let leads = |lead: Option<&TextSnapshotContents>| lead.is_some_and(|lead| lead.matches_latest(is));
    match (&own.was, lead) {
        (None, Some(_)) if leads(lead) => None,
        (None, Some(lead)) if first.is_some_and(|first| first.was.is_some()) => Some((State::Differs, changed(lead))),
        (None, _) => Some((State::New, None)),
        // Where the first lane has come to agree, it is that lane's change which a person decides on.
        (Some(was), _) if was.matches_latest(is) => {
            leads(first.and_then(|first| first.was.as_ref()).filter(|_| leads(lead))).then_some((State::Agrees, None))
        }
        (Some(was), _) if leads(lead) => Some((State::Agrees, changed(was))),
        (Some(was), _) => Some((State::Changed, changed(was))),
    }
}

/// The first lane of a run's suite: its folder, and its answers where it ran, too.
struct First<'a> {
    folder: PathBuf,
    ran: Option<&'a BTreeMap<&'a str, Kept>>,
}

impl First<'_> {
    /// Calls `then` with what the first lane has of a case.
    fn with<T>(&self, case: &str, then: impl FnOnce(&Kept) -> T) -> Result<T, SnapshotError> {
        match self.ran.and_then(|ran| ran.get(case)) {
            Some(kept) => Ok(then(kept)),
            None => Ok(then(&Kept { is: None, was: file::read(&file::path(&self.folder, case, file::ACCEPTED))? })),
        }
    }
}

impl Folder {
    /// Holds every answer of some lanes against its snapshot. Where the first lane of a suite is not among them, its accepted
    /// answers stand for it.
    pub fn check(&self, runs: &[Run], mode: Mode) -> Result<Snapshots, SnapshotError> {
        let mut runs: Vec<&Run> = runs.iter().collect();
        runs.sort_by_key(|run| run.lane);
        let mut ran: BTreeMap<Lane, BTreeMap<&str, Kept>> = BTreeMap::new();
        let mut all = Snapshots::default();
        for run in runs {
            let (folder, lane) = (self.lane(run.lane), run.lane.first());
            let kept = |result| Kept::of(&folder, result);
            let own: Vec<Kept> = run.results.par_iter().map(kept).collect::<Result<_, _>>()?;
            let first = (lane != run.lane).then(|| First { folder: self.lane(lane), ran: ran.get(&lane) });
            all = all.and(held(&folder, run, &own, first.as_ref(), mode)?);
            ran.insert(run.lane, run.results.iter().map(|result| result.case.id()).zip(own).collect());
        }
        Ok(all)
    }
}

/// One lane.
fn held(
    folder: &Path,
    run: &Run,
    own: &[Kept],
    first: Option<&First<'_>>,
    mode: Mode,
) -> Result<Snapshots, SnapshotError> {
    let case = |(result, own): (&CaseResult, &Kept)| {
        let id = result.case.id();
        let (decision, is_accepted) = match first {
            Some(first) => first.with(id, |first| (decision(own, Some(first)), is_accepted(own, Some(first))))?,
            None => (decision(own, None), is_accepted(own, None)),
        };
        settle(folder, run, (result, own), decision, mode).map(|finding| (finding, usize::from(is_accepted)))
    };
    let cases: Vec<(Option<Finding>, usize)> =
        run.results.par_iter().zip(own).map(case).collect::<Result<_, SnapshotError>>()?;
    let matched = cases.iter().map(|(_, matched)| matched).sum();
    let mut findings: Vec<Finding> = cases.into_iter().filter_map(|(finding, _)| finding).collect();
    if !run.partial {
        findings.extend(strangers(folder, run)?);
    }
    Ok(Snapshots { findings, matched, skipped: None })
}

/// Whether a person has accepted exactly this answer.
fn is_accepted(own: &Kept, first: Option<&Kept>) -> bool {
    let was = own.was.as_ref().or_else(|| first.and_then(|first| first.was.as_ref()));
    own.is.as_ref().zip(was).is_some_and(|(is, was)| was.matches_latest(is))
}

/// Sees to the pending file of a case: what is to be decided is written down, and what an earlier run left behind goes, or
/// is found fault with.
fn settle(
    folder: &Path,
    run: &Run,
    (result, own): (&CaseResult, &Kept),
    decision: Option<(State, Option<Diff>)>,
    mode: Mode,
) -> Result<Option<Finding>, SnapshotError> {
    let case = result.case.id();
    let pending = file::path(folder, case, file::PENDING);
    let is_written = decision.as_ref().is_some_and(|(state, diff)| *state != State::Agrees || diff.is_some());
    match (mode, &own.is) {
        (Mode::Record, Some(is)) if is_written => record(&pending, run.lane, result, &is.to_string())?,
        (Mode::Record, Some(_)) => file::remove(&pending)?,
        (Mode::Record, None) | (Mode::Verify, _) => {}
    }
    let left = || (own.is.is_none() || mode == Mode::Verify) && pending.exists();
    let found = decision.or_else(|| left().then_some((State::Pending, None)));
    Ok(found.map(|(state, diff)| Finding { lane: run.lane, case: case.to_owned(), state, diff }))
}

fn record(pending: &Path, lane: Lane, result: &CaseResult, text: &str) -> Result<(), SnapshotError> {
    let asked = match &result.answered {
        Answered::Outcome(outcome) => &outcome.question,
        _ => result.case.asked(),
    };
    file::write(pending, &format!("{} ({} lane)", result.case.id(), lane.as_str()), asked, text)
}

/// Files that belong to no case of the run.
fn strangers(folder: &Path, run: &Run) -> Result<Vec<Finding>, SnapshotError> {
    let mut known: Vec<String> = run.results.iter().map(|result| file::name(result.case.id())).collect();
    known.sort();
    let mut findings = Vec::new();
    for (ending, state) in [(file::ACCEPTED, State::Orphaned), (file::PENDING, State::Pending)] {
        for name in file::names(folder, ending)? {
            if known.binary_search(&name).is_err() {
                findings.push(Finding { lane: run.lane, case: name, state, diff: None });
            }
        }
    }
    Ok(findings)
}
