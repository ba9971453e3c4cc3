//! Headers that may stand for a value or not: what it is then, if it is the same whichever is meant, and else that it waits. Which
//! headers these are is told by the layout.

use super::Context;
use super::path::{self, Header, Path, Slot};
use crate::reading::{Candidate, HeaderDoubt};
use crate::rule::{Rule, cell as rules};

/// Whether a header that stands by this rule may as well stand for others.
pub(super) fn is_either(rule: &Rule) -> bool {
    [&rules::SPREADS_EITHER_WAY, &rules::LABEL_EITHER_WAY].contains(&rule)
}

/// Why the layout does not say which headers are those of a value, and what may be offered of it all the same: what gave the value
/// its place, its row and its column say so.
pub(super) fn of_value(placed: &Rule, paths: [&Path; 2], candidate: &Candidate) -> Option<(HeaderDoubt, Candidate)> {
    let of_place = if *placed == rules::OVER_SEVERAL {
        Some(HeaderDoubt::Merged)
    } else {
        [&rules::LONGER_ROW, &rules::FEWER_HEADERS].contains(&placed).then_some(HeaderDoubt::MoreCells)
    };
    if let Some(doubt) = of_place {
        // Nothing that its headers say is its own for certain.
        let candidate = Candidate { value: candidate.value, unit: candidate.unit.clone(), ..Candidate::default() };
        return Some((doubt, candidate));
    }
    paths.into_iter().find_map(|path| Some((path.doubt.clone()?, candidate.clone())))
}

/// Reads a path, outermost header first.
pub(super) fn read(headers: &[Header<'_>], context: &Context) -> Path {
    let (either, certain): (Vec<Header<'_>>, Vec<Header<'_>>) = headers.iter().partition(|header| header.is_either);
    let mut path = path::read(&certain, context);
    let others: Vec<Path> =
        either.iter().map(|header| path::read(&[&[*header], &certain[..]].concat(), context)).collect();
    path.knows |= others.iter().any(|other| other.knows);
    path.names_somebody |= others.iter().any(|other| other.names_somebody);
    if let Some(first) = either.first().filter(|_| others.iter().any(|other| !path.says_as(other))) {
        let second = either.get(1).map(|header| header.text.to_owned());
        for other in &others {
            let words = [first.text, second.as_deref().unwrap_or_default()];
            contest(&mut path.metric, &other.metric, words);
            contest(&mut path.entity, &other.entity, words);
            contest(&mut path.channel, &other.channel, words);
            contest(&mut path.period, &other.period, words);
            contest(&mut path.part, &other.part, words);
        }
        path.doubt = Some(HeaderDoubt::Either { first: first.text.to_owned(), second });
    }
    path
}

/// Leaves open what another choice of headers would say otherwise.
fn contest<T: PartialEq + Clone>(own: &mut Slot<T>, other: &Slot<T>, [first, second]: [&str; 2]) {
    if !own.is_as(other) {
        *own = Slot::Two(first.to_owned(), second.to_owned());
    }
}
