//! `competitor_mentions`: nothing is said about a company that is not answered for. Judged on every question and search, in
//! every text that a reader may see, and never waivable. A refusal may name the company that was asked about, in its own
//! fixed sentence, and nowhere else. Names are compared without case, width, and white space. Unit: cases. It cannot see a
//! company that is spoken of without a name that the profile has.

use std::cell::OnceCell;

use crate::gate::reading::Reader;
use crate::golden::{Case, Fixture, PhraseKind, Query, skeleton};
use crate::judgement::Judgement;
use crate::outcome::Outcome;
use crate::ranking::Ranking;

const EXPECTED: &str = "no company that is not answered for";

/// Judges an answer; applies to every case.
pub fn judge(case: &Case, outcome: &Outcome, fixture: &Fixture) -> Judgement {
    let reader = OnceCell::new();
    let named = outcome.texts().filter_map(|(place, text)| {
        spoken_of(text, fixture)?;
        let reader = reader.get_or_init(|| Reader::of(case, outcome, fixture));
        let pieces = reader.pieces(text);
        let untrue: Vec<&str> = reader.untrue(&pieces).into_iter().map(|(text, _)| text).collect();
        let is_refusal = |kind: Option<PhraseKind>| kind == Some(PhraseKind::OutOfScope);
        let mut free = pieces
            .iter()
            .filter(|piece| !is_refusal(piece.phrase.as_ref().map(|read| read.kind)) || untrue.contains(&piece.text));
        let name = free.find_map(|piece| spoken_of(piece.text, fixture))?;
        Some(format!("{place} names {name}"))
    });
    let problems: Vec<String> = named.collect();
    Judgement::of(&problems, EXPECTED, outcome.answer.clone())
}

/// Judges a ranking; applies to every search.
pub fn judge_ranking(_: &Query, ranking: &Ranking, fixture: &Fixture) -> Judgement {
    let named = ranking.hits.iter().zip(1..).filter_map(|(hit, place)| {
        let name = [&hit.doc, &hit.title, &hit.text].into_iter().find_map(|text| spoken_of(text, fixture))?;
        Some(format!("place {place}: {} names {name}", hit.doc))
    });
    let problems: Vec<String> = named.collect();
    Judgement::of(&problems, EXPECTED, format!("{} hits", ranking.hits.len()))
}

/// The name of such a company that a text has.
fn spoken_of<'a>(text: &str, fixture: &'a Fixture) -> Option<&'a str> {
    let bare = skeleton(text);
    let lower = text.to_lowercase();
    let names = fixture.profile.competitors().iter().flatten().map(String::as_str);
    names.filter(|name| !name.is_empty()).find(|name| {
        let is_latin = name.is_ascii();
        if is_latin { stands_alone(&lower, &name.to_lowercase()) } else { bare.contains(&skeleton(name)) }
    })
}

/// Whether a Latin name stands in a text and is no part of a longer word.
fn stands_alone(text: &str, name: &str) -> bool {
    let inner = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric());
    text.match_indices(name).any(|(at, _)| {
        let (before, behind) = (text.get(..at).unwrap_or_default(), text.get(at + name.len()..).unwrap_or_default());
        !inner(before.chars().last()) && !inner(behind.chars().next())
    })
}
