//! `restricted_leaks`: nothing restricted comes out of a search. Judged on every case and over the whole ranking, and never
//! waivable, because what was shown once cannot be taken back. No hit may be of a document that the case forbids and that
//! is restricted, nor of any other restricted document of the fixture, nor of a document that the fixture does not have;
//! and no returned text or title may say a sentence that only restricted documents say. Unit: cases. It cannot see a
//! paraphrase, nor what a score gives away.

use crate::golden::{Fixture, Query};
use crate::judgement::Judgement;
use crate::ranking::{Hit, Ranking};

/// Judges a ranking; applies to every case.
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
