//! `exclusion`: what must stay out of a ranking stays out. Judged on cases that forbid a document (mostly one of another
//! entity or period) or expect nothing at all, because the wrong company's passage is worse than none. With filters a
//! forbidden document may stand nowhere, and a restricted one never may; without filters an open one may not stand on the
//! first five places, for further down a search without filters shows whatever there is. Unit: cases. It cannot see a
//! wrong document that no case forbids.

use crate::gate::{credit, recall};
use crate::golden::{Fixture, Query};
use crate::judgement::Judgement;
use crate::ranking::Ranking;

/// Whether the case forbids a document, or expects nothing.
pub fn applies(query: &Query) -> bool {
    query.expect_empty || !query.must_not.is_empty()
}

/// Judges a ranking.
pub fn judge(query: &Query, ranking: &Ranking, fixture: &Fixture) -> Judgement {
    let is_restricted = |doc: &str| fixture.document(doc).is_some_and(|doc| doc.restricted);
    if query.expect_empty && !ranking.hits.is_empty() {
        let why = "something was found where nothing may be";
        return Judgement::fail("an empty ranking", credit::ranked(ranking, recall::PLACES), why);
    }
    let places = if query.filters.is_empty() { recall::PLACES } else { usize::MAX };
    let forbidden: Vec<String> = ranking
        .hits
        .iter()
        .enumerate()
        .filter(|(index, hit)| query.must_not.contains(&hit.doc) && (*index < places || is_restricted(&hit.doc)))
        .map(|(index, hit)| format!("place {}: {} · {}", index + 1, hit.doc, hit.locator))
        .collect();
    if forbidden.is_empty() {
        return Judgement::Pass;
    }
    let listed: Vec<&str> = query.must_not.iter().map(String::as_str).collect();
    let expected = format!("none of {}", listed.join(", "));
    Judgement::fail(expected, forbidden.join("; "), "a document that must stay out was found")
}
