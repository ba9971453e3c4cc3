//! The table of corruptions: how many honest answers each of them spoils, how many of those a gate sees, and which gate.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Arc;

use rayon::prelude::*;

use super::{Corruption, Honest};
use crate::gate::Gate;
use crate::golden::{Case, Fixture};
use crate::judgement::Judgement;
use crate::outcome::Outcome;
use crate::run::{Answered, AnyCase, CaseResult, Run};
use crate::verdict::{Score, Verdict};

/// What became of one corruption over all cases.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// What was done.
    pub name: &'static str,
    /// How many of a hundred must be caught.
    pub share_min: u64,
    /// How many answers it changed.
    pub changed: u64,
    /// How many of those are worse at one gate at least.
    pub caught: u64,
    /// How many each gate caught.
    pub by_gate: BTreeMap<Gate, u64>,
    /// The ids of cases that no gate caught, by id.
    pub missed: Vec<String>,
}

/// Every corruption over every case of a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    /// Cases that are judged otherwise than in the run although nothing was changed; there must be none.
    pub control: Vec<String>,
    /// How many cases there were.
    pub cases: usize,
    /// One row a corruption.
    pub rows: Vec<Row>,
}

/// A case with its answer and what the gates found in it.
struct Judged<'a> {
    case: &'a Arc<Case>,
    fixture: &'a Arc<Fixture>,
    outcome: &'a Outcome,
    scores: &'a [Score],
}

impl Table {
    /// Spoils the answers of a run of questions in every way whose name contains the filter, and has them judged by the
    /// gates until one sees it, or by all.
    pub fn of(run: &Run, fixtures: &BTreeMap<String, Arc<Fixture>>, (filter, all_gates): (&str, bool)) -> Self {
        let judged = |result| judged(result, fixtures);
        // An answer that is red already cannot be made worse, and shows nothing.
        let is_green = |one: &Judged<'_>| one.scores.iter().all(Score::is_judged_right);
        let honest: Vec<Judged<'_>> = run.results.iter().filter_map(judged).filter(is_green).collect();
        let control = honest.par_iter().filter(|one| !one.is_as_before());
        let control = control.map(|one| one.case.id.clone()).collect();
        let corruptions: Vec<Corruption> = Corruption::all().filter(|one| one.name.contains(filter)).collect();
        let rows = corruptions.into_par_iter().map(|corruption| row(corruption, &honest, all_gates)).collect();
        Self { control, cases: honest.len(), rows }
    }

    /// Whether every corruption is caught as often as it must be, and nothing else is.
    pub fn holds(&self) -> bool {
        self.control.is_empty() && self.cases > 0 && !self.rows.is_empty() && self.rows.iter().all(Row::holds)
    }

    /// The table as a person reads it; with the first cases that were missed.
    pub fn render(&self) -> String {
        let mut out = format!("{:>7} {:>7} {:>6}  corruption; caught by\n", "changed", "caught", "share");
        for row in &self.rows {
            // Writing to a String cannot fail.
            let _ = writeln!(out, "{row}");
        }
        let _ =
            writeln!(out, "control: {} of {} cases are judged otherwise, unchanged", self.control.len(), self.cases);
        let fallen = self.rows.iter().filter(|row| !row.holds()).count();
        let _ = writeln!(
            out,
            "{} of {} corruptions are caught as often as they must be",
            self.rows.len() - fallen,
            self.rows.len()
        );
        out
    }
}

impl Row {
    /// Whether it is caught often enough. One that finds nothing to spoil shows nothing.
    pub fn holds(&self) -> bool {
        self.changed > 0 && self.caught * 100 >= self.changed * self.share_min
    }
}

impl std::fmt::Display for Row {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { name, changed, caught, by_gate, missed, .. } = self;
        // In tenths of a hundredth, cut off, so that all but one never reads as all.
        let share = (caught * 1000).checked_div(*changed).unwrap_or(0);
        let gates: Vec<String> = by_gate.iter().map(|(gate, count)| format!("{gate} {count}")).collect();
        let mark = if self.holds() { "" } else { "MISSED " };
        write!(f, "{changed:>7} {caught:>7} {:>4}.{}%  {mark}{name}; {}", share / 10, share % 10, gates.join(", "))?;
        if !missed.is_empty() {
            let first: Vec<&str> = missed.iter().take(3).map(String::as_str).collect();
            write!(f, "; not {}", first.join(", "))?;
        }
        Ok(())
    }
}

fn judged<'a>(result: &'a CaseResult, fixtures: &'a BTreeMap<String, Arc<Fixture>>) -> Option<Judged<'a>> {
    match (&result.case, &result.answered) {
        (AnyCase::Question(case), Answered::Outcome(outcome)) => {
            Some(Judged { case, fixture: fixtures.get(&case.fixture)?, outcome, scores: &result.scores })
        }
        _ => None,
    }
}

impl Judged<'_> {
    /// Whether the gates find in the unchanged answer what they found before.
    fn is_as_before(&self) -> bool {
        let answered = Answered::Outcome(Box::new(self.outcome.clone()));
        CaseResult::judged(Arc::clone(self.case), answered, Some(self.fixture)).scores == self.scores
    }

    /// The gates at which an answer is worse than the honest one: the first that is asked, or all of them. The gate on the
    /// whole answer is asked first, for it sees most.
    fn caught_by(&self, outcome: &Outcome, all: bool) -> Vec<Gate> {
        let (first, others): (Vec<&Score>, Vec<&Score>) =
            self.scores.iter().partition(|score| score.gate == Gate::AnswerAccounting);
        let worse = first.into_iter().chain(others).filter(|before| {
            let now = before.gate.judge(self.case, outcome, self.fixture);
            is_worse(&now, before)
        });
        worse.map(|score| score.gate).take(if all { usize::MAX } else { 1 }).collect()
    }
}

fn is_worse(now: &Judgement, before: &Score) -> bool {
    match (before.verdict, now, before.points) {
        (Verdict::Pass, now, _) => !matches!(now, Judgement::Pass),
        (Verdict::Scored, Judgement::Scored(now, _), Some(before)) => now.is_below(before),
        (Verdict::Scored, _, _) => true,
        _ => false,
    }
}

fn row(corruption: Corruption, honest: &[Judged<'_>], all_gates: bool) -> Row {
    let spoiled = honest.par_iter().enumerate().filter_map(|(number, one)| {
        let same_fixture = |other: &&Judged<'_>| other.case.fixture == one.case.fixture;
        let other = honest.iter().skip(number + 1).chain(honest).find(same_fixture)?;
        let answer =
            Honest { case: one.case, fixture: one.fixture, outcome: one.outcome, other: other.outcome, number };
        let outcome = corruption.apply(&answer)?;
        Some((&one.case.id, one.caught_by(&outcome, all_gates)))
    });
    let spoiled: Vec<_> = spoiled.collect();
    let mut by_gate = BTreeMap::new();
    for gate in spoiled.iter().flat_map(|(_, gates)| gates) {
        *by_gate.entry(*gate).or_default() += 1;
    }
    let missed: Vec<String> =
        spoiled.iter().filter(|(_, gates)| gates.is_empty()).map(|(id, _)| (*id).clone()).collect();
    Row {
        name: corruption.name,
        share_min: corruption.share_min,
        changed: spoiled.len() as u64,
        caught: (spoiled.len() - missed.len()) as u64,
        by_gate,
        missed,
    }
}
