//! `restricted_leaks`: nothing restricted comes out, of a search or in an answer. Judged on every case, over every text and
//! number of the answer's or ranking's JSON, whatever the field is called, and never waivable, because what was shown once
//! cannot be taken back. None of them may have a run of words, a name, a title or a figure that only restricted documents
//! and facts have, unless the question has it. No hit may be of a restricted document of the fixture, nor of one that the
//! fixture does not have; and what a hit shows must be what its document says at its place, under its own title, for
//! nobody has looked at anything else. Unit: cases. It cannot see a paraphrase, a name that is neither quoted nor
//! capitalised, nor what a score gives away.

use crate::gate::evidence::Evidence;
use crate::golden::{Case, Fixture, Query, skeleton};
use crate::judgement::Judgement;
use crate::leaf::Leaf;
use crate::numerals::{self, Numeral};
use crate::outcome::Outcome;
use crate::ranking::{Hit, Ranking};

/// Judges an answer; applies to every case.
pub fn judge_answer(case: &Case, outcome: &Outcome, fixture: &Fixture) -> Judgement {
    let leaves = outcome.leaves();
    let figures = |text: &str| {
        let evidence = Evidence::of(case, outcome, fixture);
        let figures = evidence.figures(text).into_iter();
        figures.filter(|figure| !evidence.explains(figure)).collect()
    };
    let problems = told(&leaves, &case.question, fixture, &figures);
    Judgement::of(&problems, "no restricted text", outcome.answer.clone())
}

/// Judges a ranking; applies to every search.
pub fn judge(query: &Query, ranking: &Ranking, fixture: &Fixture) -> Judgement {
    let places = ranking.hits.iter().zip(1..);
    let mut problems: Vec<String> =
        places.filter_map(|(hit, place)| Some(format!("place {place}: {}", problem(query, hit, fixture)?))).collect();
    // What an open document says is open, figures and all; what hits say beside is not.
    let is_said = |leaf: &Leaf| ranking.hits.iter().any(|hit| hit.text == leaf.text && says(hit, fixture));
    let leaves: Vec<Leaf> = ranking.leaves().into_iter().filter(|leaf| !is_said(leaf)).collect();
    problems.extend(told(&leaves, &query.query, fixture, &numerals::find));
    let got = format!("{} problems in {} hits", problems.len(), ranking.hits.len());
    Judgement::of(&problems, "no restricted text", got)
}

/// What texts say that only restricted documents and facts say.
fn told(leaves: &[Leaf], question: &str, fixture: &Fixture, figures: &dyn Fn(&str) -> Vec<Numeral>) -> Vec<String> {
    let restricted = fixture.restricted();
    let given_away = |leaf: &Leaf| {
        let text = leaf.text.as_str();
        let figure = || {
            if !restricted.may_state(text) {
                return None;
            }
            let asked = |value| numerals::find(question).iter().any(|numeral| numeral.equals(value));
            let mut values = figures(text).into_iter().filter_map(|figure| figure.value);
            values.find(|value| restricted.has_figure(*value) && !asked(*value)).map(|value| value.to_string())
        };
        // A sentence of fewer words than a run is seen when it is whole.
        let sentence =
            || fixture.given_away(text).filter(|_| fixture.given_away(question).is_none()).map(str::to_owned);
        let what = restricted.given_away(text, question).or_else(sentence).or_else(figure)?;
        Some(format!("`{}` says what only a restricted document says: `{what}`", leaf.place))
    };
    leaves.iter().filter_map(given_away).collect()
}

fn problem(query: &Query, hit: &Hit, fixture: &Fixture) -> Option<String> {
    let named = if query.must_not.contains(&hit.doc) { " that the case forbids" } else { "" };
    let document = match fixture.document(&hit.doc) {
        Some(document) if document.restricted => {
            return Some(format!("{} is a restricted document{named}", hit.doc));
        }
        Some(document) => document,
        // A restricted document under another name would pass for an open one.
        None => return Some(format!("the fixture has no document {}", hit.doc)),
    };
    if !says(hit, fixture) {
        return Some(format!("{} does not say at {} what is shown from there", hit.doc, hit.locator));
    }
    let is_titled = hit.title.is_empty() || document.paragraphs.is_empty() || is_same(&hit.title, &document.title);
    (!is_titled).then(|| format!("{} is not called `{}`", hit.doc, hit.title))
}

fn is_same(one: &str, other: &str) -> bool {
    skeleton(one) == skeleton(other)
}

/// Whether the text of a hit stands at its place; of a format that is not read here nobody can tell.
fn says(hit: &Hit, fixture: &Fixture) -> bool {
    fixture
        .document(&hit.doc)
        .is_some_and(|document| document.paragraphs.is_empty() || document.says(&hit.locator, &hit.text))
}
