//! A ranking as a snapshot shows it: the search, then one line a place. Scores are shown to few digits, so that what
//! changes neither order nor scores changes no snapshot; texts are left out, for they stand in the documents. The
//! difference of two rankings says who moved, appeared and vanished.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::change::Change;
use super::content::visible;
use crate::golden::Query;
use crate::ranking::Ranking;

/// The name of a line that is a place of the ranking.
pub(super) const HIT: &str = "hit";
/// Places shown; below them nobody looks, and every small change would show.
const PLACES: usize = 20;

/// The lines of a snapshot.
pub(super) fn render(query: &Query, ranking: &Ranking) -> String {
    let mut text = String::new();
    // Writing to a String cannot fail.
    let _ = writeln!(text, "query: {}", visible(&query.query));
    for (attribute, values) in &query.filters {
        let values: Vec<&str> = values.iter().map(String::as_str).collect();
        let _ = writeln!(text, "filter: {attribute} {}", visible(&values.join(", ")));
    }
    for relaxed in &ranking.relaxed {
        let _ = writeln!(text, "relaxed: {}", visible(relaxed));
    }
    let _ = writeln!(text, "hits: {}", ranking.hits.len());
    for (index, hit) in ranking.hits.iter().take(PLACES).enumerate() {
        let score = hit.score.map(|score| format!(" | {score:.4}")).unwrap_or_default();
        let _ = writeln!(text, "{HIT}: {} {} · {}{score}", index + 1, visible(&hit.doc), visible(&hit.locator));
    }
    text.truncate(text.trim_end().len());
    text
}

/// A place: rank, passage, score.
struct RankedPassage<'a> {
    rank: usize,
    passage: &'a str,
    score: Option<&'a str>,
}

fn place(line: &str) -> Option<RankedPassage<'_>> {
    let (rank, rest) = line.split_once(' ')?;
    let (passage, score) = rest.split_once(" | ").map_or((rest, None), |(passage, score)| (passage, Some(score)));
    Some(RankedPassage { rank: rank.parse().ok()?, passage, score })
}

/// What became of each passage, in the order of the new ranking, and then of those that are gone. Lines that are no
/// places stay what they are.
pub(super) fn compare(was: &[&str], is: &[&str]) -> Vec<Change> {
    let index = |lines: &[&'_ str]| -> BTreeMap<String, usize> {
        lines.iter().enumerate().filter_map(|(at, line)| Some((place(line)?.passage.to_owned(), at))).collect()
    };
    let (before, after) = (index(was), index(is));
    let shown = |place: &RankedPassage<'_>| match place.score {
        Some(score) => format!("place {} ({score})", place.rank),
        None => format!("place {}", place.rank),
    };
    let mut changes = Vec::new();
    for line in is {
        let Some(now) = place(line) else { continue };
        let old = before.get(now.passage).and_then(|at| was.get(*at)).and_then(|line| place(line));
        let what = match &old {
            None => "appeared",
            Some(old) if old.rank != now.rank => "moved",
            Some(old) if old.score != now.score => "scored anew",
            Some(_) => continue,
        };
        let was = old.as_ref().map(shown);
        changes.push(Change { what: format!("{} {what}", now.passage), was, is: Some(shown(&now)) });
    }
    for line in was {
        let Some(old) = place(line).filter(|old| !after.contains_key(old.passage)) else { continue };
        changes.push(Change { what: format!("{} vanished", old.passage), was: Some(shown(&old)), is: None });
    }
    changes
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
