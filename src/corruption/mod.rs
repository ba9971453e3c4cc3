//! Ways of spoiling an honest answer, and whether the gates see it. Each corruption is deterministic, changes what a reader
//! would read or what a system says about it, and is judged by every gate without snapshots, as another system's answers
//! are. What has nothing to spoil in an answer leaves it alone, and is not counted.

mod alter;
mod fields;
mod insert;
mod leaks;
mod lies;
mod notices;
mod remove;
mod table;
#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
mod unseen;

use crate::golden::{Case, Dimension, Fixture};
use crate::outcome::{Found, Outcome};

pub use lies::{Lost, lost, must_hold};
pub use table::{Row, Table};

/// The share of spoiled answers, in hundredths, that must turn a gate red.
const SHARE_MIN: u64 = 99;

/// One way of spoiling an answer.
#[derive(Debug, Clone, Copy)]
pub struct Corruption {
    /// What is done, in words.
    pub name: &'static str,
    /// How many of a hundred spoiled answers must turn red.
    pub share_min: u64,
    make: fn(&Honest<'_>) -> Option<Outcome>,
}

impl Corruption {
    /// Every corruption, by where it strikes.
    pub fn all() -> impl Iterator<Item = Self> {
        [leaks::ALL, insert::ALL, alter::ALL, remove::ALL, fields::ALL, notices::ALL, unseen::ALL]
            .into_iter()
            .flatten()
            .copied()
    }

    const fn new(name: &'static str, make: fn(&Honest<'_>) -> Option<Outcome>) -> Self {
        Self { name, share_min: SHARE_MIN, make }
    }

    /// The spoiled answer; none when there is nothing to spoil in this way.
    pub fn apply(&self, honest: &Honest<'_>) -> Option<Outcome> {
        (self.make)(honest).filter(|spoiled| spoiled != honest.outcome)
    }
}

/// An honest answer with all that a corruption may draw on.
#[derive(Debug, Clone, Copy)]
pub struct Honest<'a> {
    /// The case.
    pub case: &'a Case,
    /// What the case is about.
    pub fixture: &'a Fixture,
    /// The answer.
    pub outcome: &'a Outcome,
    /// The answer to another case of the fixture.
    pub other: &'a Outcome,
    /// The number of the case, from which choices are drawn.
    pub number: usize,
}

impl<'a> Honest<'a> {
    fn is_chinese(&self) -> bool {
        self.outcome.lang == ZH
    }

    /// The one of two texts that is in the answer's language.
    fn pick<T>(&self, zh: T, en: T) -> T {
        if self.is_chinese() { zh } else { en }
    }

    /// The one of some things that falls to this case.
    fn draw<T>(&self, things: Vec<T>) -> Option<T> {
        let index = self.number.checked_rem(things.len())?;
        things.into_iter().nth(index)
    }

    /// The answer after a change.
    #[allow(clippy::unnecessary_wraps, reason = "every corruption may find nothing to spoil")]
    fn with(&self, change: impl FnOnce(&mut Outcome)) -> Option<Outcome> {
        let mut outcome = self.outcome.clone();
        change(&mut outcome);
        Some(outcome)
    }

    /// The answer with another text in both of its forms.
    fn reworded(&self, change: impl Fn(&str) -> String) -> Option<Outcome> {
        self.with(|outcome| {
            outcome.answer = change(&outcome.answer);
            outcome.answer_plain = change(&outcome.answer_plain);
        })
    }

    /// The answer with another word at the first place of a word, in both of its forms.
    fn replaced(&self, from: &str, to: &str) -> Option<Outcome> {
        (!from.is_empty()).then(|| self.reworded(|text| text.replacen(from, to, 1))).flatten()
    }

    /// The answer with a sentence behind it, in both of its forms.
    fn saying(&self, zh: &str, en: &str) -> Option<Outcome> {
        let sentence = self.pick(zh, en);
        self.reworded(|text| format!("{text}\n{sentence}"))
    }

    /// The answer with another prose, wherever the prose stands.
    fn retold(&self, change: impl Fn(&str) -> Option<String>) -> Option<Outcome> {
        let prose = self.prose()?;
        let changed = |line: &str| change(line).map(|new| (line.to_owned(), new));
        let (line, new) = prose.lines().filter_map(changed).find(|(line, new)| line != new)?;
        let (bare, new_bare) = (without_marks(&line), without_marks(&new));
        self.with(|outcome| {
            outcome.answer = outcome.answer.replacen(&line, &new, 1);
            outcome.answer_plain = outcome.answer_plain.replacen(&bare, &new_bare, 1);
            if let Some(prose) = outcome.narrative.as_mut().and_then(|narrative| narrative.prose.as_mut()) {
                *prose = prose.replacen(&line, &new, 1);
            }
        })
    }

    fn prose(&self) -> Option<&'a str> {
        self.outcome.narrative.as_ref()?.prose.as_deref()
    }

    fn found(&self) -> Vec<&'a Found> {
        self.outcome.found().collect()
    }

    fn label(&self, dimension: &'a Dimension, code: &'a str) -> &'a str {
        dimension.label(code, &self.outcome.lang)
    }

    /// What a neighbour of a code in its dimension is called.
    fn neighbour(&self, dimension: &'a Dimension, code: &str) -> Option<&'a str> {
        let others: Vec<&str> = dimension.codes().filter(|other| *other != code).collect();
        let other = self.draw(others)?;
        Some(self.label(dimension, other))
    }
}

const ZH: &str = "zh";

/// A line of prose without the marks behind its sentences.
fn without_marks(line: &str) -> String {
    let mut out = String::new();
    let mut rest = line;
    while let Some((before, mark)) = rest.split_once(" [") {
        let Some((_, behind)) = mark.split_once(']') else { break };
        out.push_str(before);
        rest = behind;
    }
    out.push_str(rest);
    out
}
