//! What the places of a ranking are worth, for the gates that measure it. A hit is credited with the relevant items it
//! shows that no better hit has shown; a hit that only repeats credited items takes no place, so that an engine is not
//! punished for cutting documents into overlapping passages. When every item of a case is a whole document, hits are
//! documents too: only the best passage of each counts. A hit whose text does not stand at its place shows nothing.

use std::collections::BTreeSet;

use crate::golden::{Fixture, Item, Query};
use crate::ranking::{Hit, Ranking};

/// One place of a ranking: the relevant item it shows, with its grade; none when it shows nothing relevant.
pub(super) type Credit<'q> = Option<(&'q Item, u8)>;

/// The places of a ranking, the best first. A hit that shows several items takes a place for each, the greater grade
/// first, so that no ranking beats the ideal one.
pub(super) fn places<'q>(query: &'q Query, ranking: &Ranking, fixture: &Fixture) -> Vec<Credit<'q>> {
    let is_there = |hit: &Hit| {
        fixture
            .document(&hit.doc)
            .is_some_and(|document| document.paragraphs.is_empty() || document.says(&hit.locator, &hit.text))
    };
    let by_document = query.relevant.keys().all(|item| item.paragraphs.is_none());
    let mut credited: BTreeSet<&Item> = BTreeSet::new();
    let mut seen: BTreeSet<&str> = BTreeSet::new();
    let mut places = Vec::new();
    for hit in &ranking.hits {
        let is_repeated = !seen.insert(hit.doc.as_str());
        let shown: Vec<(&Item, u8)> = query
            .relevant
            .iter()
            .filter(|(item, _)| item.is_shown_by(&hit.doc, &hit.locator) && is_there(hit))
            .map(|(item, grade)| (item, *grade))
            .collect();
        if shown.is_empty() {
            if !(by_document && is_repeated) {
                places.push(None);
            }
            continue;
        }
        let mut fresh: Vec<(&Item, u8)> = shown.into_iter().filter(|(item, _)| credited.insert(item)).collect();
        fresh.sort_by(|(_, a), (_, b)| b.cmp(a));
        places.extend(fresh.into_iter().map(Some));
    }
    places
}

/// What is relevant, with grades, for messages.
pub(super) fn demanded(query: &Query) -> String {
    query.relevant.iter().map(|(item, grade)| format!("{item} ({grade})")).collect::<Vec<_>>().join(", ")
}

/// The first places of the ranking, for messages.
pub(super) fn ranked(ranking: &Ranking, places: usize) -> String {
    let shown: Vec<_> = ranking.hits.iter().take(places).map(|hit| format!("{} · {}", hit.doc, hit.locator)).collect();
    if shown.is_empty() { "nothing".to_owned() } else { shown.join(", ") }
}
