//! `restricted_leaks`: nothing restricted comes out, of a search or in an answer. Judged on every case, over the whole
//! ranking and every text of the answer, and never waivable, because what was shown once cannot be taken back. No text of an
//! answer may have a run of words, a name, a title or a figure that only restricted documents and facts have, unless the
//! question has it. No hit may be of a document that the case forbids and that
//! is restricted, nor of any other restricted document of the fixture, nor of a document that the fixture does not have;
//! and no returned text or title may say a sentence that only restricted documents say. Unit: cases. It cannot see a
//! paraphrase, nor what a score gives away.

use crate::gate::evidence::Evidence;
use crate::golden::{Case, Fixture, Query};
use crate::judgement::Judgement;
use crate::numerals;
use crate::outcome::Outcome;
use crate::ranking::{Hit, Ranking};

/// Judges an answer; applies to every case.
pub fn judge_answer(case: &Case, outcome: &Outcome, fixture: &Fixture) -> Judgement {
    let restricted = fixture.restricted();
    let given_away = |(place, text): (&str, &str)| {
        let words = restricted.given_away(text, &case.question);
        let figure = || {
            if !restricted.may_state(text) {
                return None;
            }
            let evidence = Evidence::of(case, outcome, fixture);
            let figures = evidence.figures(text).into_iter().filter(|figure| !evidence.explains(figure));
            let asked = |value| numerals::find(&case.question).iter().any(|numeral| numeral.equals(value));
            let mut values = figures.filter_map(|figure| figure.value);
            values.find(|value| restricted.has_figure(*value) && !asked(*value)).map(|value| value.to_string())
        };
        Some(format!("{place} says what only a restricted document says: `{}`", words.or_else(figure)?))
    };
    let problems: Vec<String> = outcome.texts().filter_map(given_away).collect();
    Judgement::of(&problems, "no restricted text", outcome.answer.clone())
}

/// Judges a ranking; applies to every search.
pub fn judge(query: &Query, ranking: &Ranking, fixture: &Fixture) -> Judgement {
    let places = ranking.hits.iter().zip(1..);
    let problems: Vec<String> =
        places.filter_map(|(hit, place)| Some(format!("place {place}: {}", problem(query, hit, fixture)?))).collect();
    let got = format!("{} of {} hits", problems.len(), ranking.hits.len());
    Judgement::of(&problems, "no restricted text", got)
}

fn problem(query: &Query, hit: &Hit, fixture: &Fixture) -> Option<String> {
    let named = if query.must_not.contains(&hit.doc) { " that the case forbids" } else { "" };
    match fixture.document(&hit.doc) {
        Some(document) if document.restricted => {
            return Some(format!("{} is a restricted document{named}", hit.doc));
        }
        Some(_) => {}
        // A restricted document under another name would pass for an open one.
        None => return Some(format!("the fixture has no document {}", hit.doc)),
    }
    let texts = [("text", &hit.text), ("title", &hit.title), ("locator", &hit.locator)];
    texts.into_iter().find_map(|(part, text)| {
        let sentence = fixture.given_away(text)?;
        Some(format!("the {part} of {} says what only a restricted document says: `{sentence}`", hit.doc))
    })
}
