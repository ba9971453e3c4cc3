//! `competitor_mentions`: nothing is said about a company that is not answered for. Judged on every question and search, in
//! every text of the JSON, whatever its field is called, and never waivable. A refusal may name the company that was asked
//! about, in its own fixed sentence and in its field, and nowhere else; a field that nobody is shown may repeat the question. Names are compared without case, width, and white space. Unit: cases. It cannot see a
//! company that is spoken of without a name that the profile has.

use crate::gate::reading::Reader;
use crate::golden::{Case, Fixture, PhraseKind, Query, skeleton};
use crate::judgement::Judgement;
use crate::leaf::Leaf;
use crate::outcome::{ClarificationMode, Outcome};
use crate::ranking::Ranking;

const EXPECTED: &str = "no company that is not answered for";

/// Judges an answer; applies to every case.
pub fn judge(case: &Case, outcome: &Outcome, fixture: &Fixture) -> Judgement {
    let leaves = outcome.leaves();
    if !any_spoken_of(&leaves, fixture) {
        return Judgement::Pass;
    }
    let reader = Reader::of(case, outcome, fixture);
    let asked = skeleton(&case.question);
    let is_refused = outcome.clarification.mode == ClarificationMode::OutOfScopeEntity;
    let named = leaves.iter().filter_map(|leaf| {
        spoken_of(&leaf.text, fixture)?;
        let is_shown = SHOWN.iter().any(|place| leaf.place.starts_with(place));
        // A field may repeat words of the question, and say which company a refusal is about.
        let may_name = asked.contains(&skeleton(&leaf.text)) || (is_refused && leaf.place == "intent.external_entity");
        if !is_shown && may_name {
            return None;
        }
        let pieces = reader.pieces(&leaf.text);
        let untrue: Vec<&str> = reader.untrue(&pieces).into_iter().map(|(text, _)| text).collect();
        let is_refusal = |kind: Option<PhraseKind>| kind == Some(PhraseKind::OutOfScope);
        let mut free = pieces
            .iter()
            .filter(|piece| !is_refusal(piece.phrase.as_ref().map(|read| read.kind)) || untrue.contains(&piece.text));
        let name = free.find_map(|piece| spoken_of(piece.text, fixture))?;
        Some(format!("`{}` names {name}", leaf.place))
    });
    let problems: Vec<String> = named.collect();
    Judgement::of(&problems, EXPECTED, outcome.answer.clone())
}

/// Judges a ranking; applies to every search.
pub fn judge_ranking(query: &Query, ranking: &Ranking, fixture: &Fixture) -> Judgement {
    let leaves = ranking.leaves();
    if !any_spoken_of(&leaves, fixture) {
        return Judgement::Pass;
    }
    let named = leaves.iter().filter(|leaf| leaf.text != query.query);
    let problems: Vec<String> =
        named.filter_map(|leaf| Some(format!("`{}` names {}", leaf.place, spoken_of(&leaf.text, fixture)?))).collect();
    Judgement::of(&problems, EXPECTED, format!("{} hits", ranking.hits.len()))
}

/// The fields that a reader is shown, who is not shown the question beside them.
const SHOWN: [&str; 3] = ["answer", "clarification", "narrative"];

/// Whether any of the texts may name such a company: a quick look, which may take the end of one text and the start of the
/// next for a name.
fn any_spoken_of(leaves: &[Leaf], fixture: &Fixture) -> bool {
    let texts: Vec<&str> = leaves.iter().map(|leaf| leaf.text.as_str()).collect();
    spoken_of(&texts.join("\n"), fixture).is_some()
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
