//! The kill matrix: for each mutation what turned red when it was on, and how often. It is written by the tool, committed, and
//! says itself when it is no longer about the mutations that there are.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use anyhow::{Context, Result};
use harness::gate::Gate;
use harness::lane::Lane;
use serde::{Deserialize, Serialize};

use super::mutations::{Mutation, Mutations};

/// What the tests of a crate saw, where a gate has its name otherwise.
pub(super) const TESTS: &str = "tests";
/// The area of what breaks a gate.
const AREA_OF_GATES: &str = "gates";

/// What became of one mutation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Line {
    pub(super) mutation: String,
    pub(super) area: String,
    /// The mutation's [hash](Mutation::hash).
    pub(super) hash: String,
    /// Of everything that decides what turns red: the code, the cases, the fixtures, the baselines.
    pub(super) state: String,
    /// How many verdicts of each gate got worse; of a mutation of a gate how many tests fail and how many corruptions are missed.
    pub(super) red: BTreeMap<String, usize>,
    /// The first of them: its case, and why.
    pub(super) first: Option<String>,
}

/// A line a mutation.
#[derive(Debug, Default)]
pub(super) struct Matrix {
    lines: BTreeMap<String, Line>,
}

/// How many mutations there are, and what killed how many of them.
#[derive(Debug, Default)]
struct Tally {
    all: usize,
    by_gates: usize,
    by_tests: usize,
}

impl Tally {
    fn add(&mut self, line: &Line) {
        self.all += 1;
        self.by_tests += usize::from(line.is_killed_by_tests_alone());
        self.by_gates += usize::from(line.is_killed() && !line.is_killed_by_tests_alone());
    }
}

impl Line {
    /// As it stands in the file.
    pub(super) fn render(&self) -> String {
        // Strings and numbers are JSON.
        serde_json::to_string(self).map(|line| line + "\n").unwrap_or_default()
    }

    fn is_killed(&self) -> bool {
        !self.red.is_empty()
    }

    /// Whether only a test of the engine saw it. What breaks a gate is for the tests of the gates to see.
    fn is_killed_by_tests_alone(&self) -> bool {
        self.area != AREA_OF_GATES && self.is_killed() && self.red.keys().all(|what| what == TESTS)
    }

    /// The line for a person who waits.
    pub(super) fn in_words(&self, mutation: &Mutation) -> String {
        let Line { mutation: name, area, .. } = self;
        if !self.is_killed() {
            return format!("SURVIVES {area}/{name}: {}", mutation.harm);
        }
        let red: Vec<String> = self.red.iter().map(|(gate, count)| format!("{gate} {count}")).collect();
        format!("killed {area}/{name}: {}; first {}", red.join(", "), self.first.as_deref().unwrap_or("unknown"))
    }
}

impl Matrix {
    /// Where it stands, from the root of the repository.
    pub(super) const PATH: &'static str = "baselines/mutations.jsonl";

    pub(super) fn of(lines: Vec<Line>) -> Self {
        Self { lines: lines.into_iter().map(|line| (line.mutation.clone(), line)).collect() }
    }

    /// Reads a file; no file is no lines. Of two lines on one mutation the later counts, and one that was cut short by an
    /// interruption not at all.
    pub(super) fn load(file: &Path) -> Result<Self> {
        let text = match fs::read_to_string(file) {
            Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
            text => text.with_context(|| format!("cannot read {}", file.display()))?,
        };
        Ok(Self::of(text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect()))
    }

    /// The file: sorted, a line a mutation.
    pub(super) fn render(&self) -> String {
        self.lines.values().map(Line::render).collect()
    }

    /// Whether a mutation was judged, as it is and in this state of everything.
    pub(super) fn has(&self, name: &str, hash: &str, state: &str) -> bool {
        self.lines.get(name).is_some_and(|line| line.hash == hash && line.state == state)
    }

    pub(super) fn line(&self, name: &str) -> Option<&Line> {
        self.lines.get(name)
    }

    pub(super) fn put(&mut self, line: Line) {
        self.lines.insert(line.mutation.clone(), line);
    }

    /// Takes over what was seen, and drops what is no mutation any more.
    pub(super) fn take(&mut self, seen: &Self, mutations: &Mutations) {
        self.lines.extend(seen.lines.clone());
        self.lines.retain(|name, _| mutations.named(name).is_some());
    }

    /// What was seen and not expected: a survivor that nobody named, and a named one that something sees.
    pub(super) fn surprises(&self, mutations: &[&Mutation]) -> Vec<String> {
        let of = |one: &&Mutation| {
            let line = self.lines.get(&one.name)?;
            match (line.is_killed(), &one.survives) {
                (false, None) => Some(format!("SURVIVES {}/{}: {}", one.area, one.name, one.harm)),
                (true, Some(_)) => Some(format!("{} is killed now; take its `survives` away", one.name)),
                _ => None,
            }
        };
        mutations.iter().filter_map(of).collect()
    }

    /// Mutations that were not judged as they are now.
    pub(super) fn unjudged(&self, mutations: &Mutations) -> Vec<String> {
        let of = |one: &Mutation| match self.lines.get(&one.name) {
            None => Some(format!("{0} was never judged; `cargo xtask prove {0} --write`", one.name)),
            Some(line) if line.hash != one.hash() => {
                Some(format!("{0} changed since it was judged; `cargo xtask prove {0} --write`", one.name))
            }
            Some(_) => None,
        };
        mutations.all.iter().filter_map(of).collect()
    }

    /// Everything by which the matrix is not of these mutations.
    pub(super) fn faults(&self, mutations: &Mutations) -> Vec<String> {
        let mut faults = self.unjudged(mutations);
        let gone = self.lines.keys().filter(|name| mutations.named(name).is_none());
        faults.extend(gone.map(|name| format!("{name} is no mutation any more; `cargo xtask prove TEXT --write`")));
        faults.extend(self.surprises(&mutations.all.iter().collect::<Vec<_>>()));
        let red: BTreeSet<&str> = self.lines.values().flat_map(|line| line.red.keys().map(String::as_str)).collect();
        let idle =
            Gate::ALL.into_iter().filter(|gate| !gate.judges(Lane::Counterfactual) && !red.contains(gate.as_str()));
        faults.extend(idle.map(|gate| format!("no mutation turns {gate} red; add one that does")));
        faults
    }

    /// The mutations that a test of the engine saw, and no gate.
    pub(super) fn by_tests_alone(&self) -> Vec<&str> {
        let lines = self.lines.values().filter(|line| line.is_killed_by_tests_alone());
        lines.map(|line| line.mutation.as_str()).collect()
    }

    /// For each area how many mutations there are, how many a gate and how many a test alone killed, and what turned red.
    pub(super) fn table(&self) -> String {
        let mut areas: BTreeMap<&str, (Tally, BTreeMap<&str, usize>)> = BTreeMap::new();
        let mut sum = Tally::default();
        for line in self.lines.values() {
            let (tally, red) = areas.entry(&line.area).or_default();
            tally.add(line);
            sum.add(line);
            line.red.keys().for_each(|gate| *red.entry(gate).or_default() += 1);
        }
        let mut out =
            format!("{:<12} {:>4} {:>5} {:>5}  mutations by what they turned red\n", "area", "all", "gates", "tests");
        for (area, (Tally { all, by_gates, by_tests }, red)) in &areas {
            let red: Vec<String> = red.iter().map(|(gate, count)| format!("{gate} {count}")).collect();
            // Writing to a String cannot fail.
            let _ = writeln!(out, "{area:<12} {all:>4} {by_gates:>5} {by_tests:>5}  {}", red.join(", "));
        }
        let Tally { all, by_gates, by_tests } = sum;
        let _ = writeln!(
            out,
            "of {all} mutations the gates killed {by_gates} ({} %), tests alone {by_tests}; {} survived",
            by_gates * 100 / all.max(1),
            all - by_gates - by_tests
        );
        if by_tests > 0 {
            let _ = writeln!(out, "tests alone: {}", self.by_tests_alone().join(", "));
        }
        out
    }
}
