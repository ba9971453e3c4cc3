//! Which stored item a reading of a later ingestion speaks about. Rows move, values change and colours come and go between
//! two editions of a document, and a person's decision must follow what it was taken about, and nothing else. The rule is
//! the same for every backend and knows no database.
//!
//! All readings of a document are paired at once, in passes from the surest to the weakest sign, and each item with one
//! reading at most: so a reading that merely resembles an item never takes it from the reading that is the same.

use std::collections::HashMap;
use std::hash::Hash;

use super::{DECISION_REASON, ReviewItem, fingerprint, key_of};
use crate::fact::FactKey;
use crate::reading::Candidate;

/// A reading of the present ingestion.
#[derive(Debug, Clone, Copy)]
pub(crate) struct NewReading<'r> {
    /// Its place.
    pub(crate) locator: &'r str,
    /// Its text; none for a fact, of which only the value is handed on.
    pub(crate) text: Option<&'r str>,
    /// Its reason; none for a fact.
    pub(crate) reason: Option<&'r str>,
    /// What was understood.
    pub(crate) candidate: &'r Candidate,
}

impl NewReading<'_> {
    fn fingerprint(&self) -> String {
        fingerprint(self.text.unwrap_or_default(), self.candidate)
    }
}

/// The position of the item in `known` that each of `read` speaks about, if any.
pub(crate) fn pair(known: &[&ReviewItem], read: &[NewReading<'_>]) -> Vec<Option<usize>> {
    let mut pairing = Pairing { known, read, of_read: vec![None; read.len()], taken: vec![false; known.len()] };
    if known.is_empty() {
        return pairing.of_read;
    }
    let known_prints: Vec<String> = known.iter().map(|item| fingerprint(&item.text, &item.candidate)).collect();
    let read_prints: Vec<String> = read.iter().map(NewReading::fingerprint).collect();
    // The same content in the same place.
    pairing.pass(
        |index, item| vec![(item.locator.as_str(), known_prints[index].as_str())],
        |index, read| Some((read.locator, read_prints[index].as_str())),
    );
    // The same content, moved. Without a whole key, the reason must be the same too: the same words may stand in many places.
    pairing.pass(
        |index, item| {
            let reason = if key_of(&item.candidate).is_some() { "" } else { item.reason.as_str() };
            vec![(known_prints[index].as_str(), reason)]
        },
        |index, read| {
            let reason = if key_of(read.candidate).is_some() { "" } else { read.reason? };
            Some((read_prints[index].as_str(), reason))
        },
    );
    // Other content for the same key, in the same place, and then anywhere.
    pairing.pass(
        |_, item| keys(item).map(|key| (item.locator.as_str(), key)).collect(),
        |_, read| Some((read.locator, key_of(read.candidate)?)),
    );
    pairing.pass(
        |_, item| keys(item).map(|key| (key, item.candidate.tags.as_slice())).collect(),
        |_, read| Some((key_of(read.candidate)?, read.candidate.tags.as_slice())),
    );
    pairing.in_place();
    pairing.of_read
}

/// The keys under which an item is known: the one that was read, and the one that a person gave.
fn keys(item: &ReviewItem) -> impl Iterator<Item = FactKey> {
    key_of(&item.candidate).into_iter().chain(item.fact.as_ref().map(|fact| fact.key.clone()))
}

struct Pairing<'p> {
    known: &'p [&'p ReviewItem],
    read: &'p [NewReading<'p>],
    of_read: Vec<Option<usize>>,
    taken: Vec<bool>,
}

impl<'p> Pairing<'p> {
    /// Pairs what is left and has an equal sign, in the order of the items.
    fn pass<S: Hash + Eq>(
        &mut self,
        signs: impl Fn(usize, &'p ReviewItem) -> Vec<S>,
        sign: impl Fn(usize, &'p NewReading<'p>) -> Option<S>,
    ) {
        let mut items: HashMap<S, Vec<usize>> = HashMap::new();
        for (index, item) in self.known.iter().enumerate() {
            if !self.taken[index] {
                for sign in signs(index, item) {
                    items.entry(sign).or_default().push(index);
                }
            }
        }
        for (index, read) in self.read.iter().enumerate() {
            if self.of_read[index].is_some() {
                continue;
            }
            let found = sign(index, read)
                .and_then(|sign| items.get(&sign)?.iter().copied().find(|&item| self.free(item, read)));
            self.take(index, found);
        }
    }

    /// Pairs what is left and stands in the same place, where nothing that was understood speaks against it and something
    /// speaks for it.
    fn in_place(&mut self) {
        let mut items: HashMap<&str, Vec<usize>> = HashMap::new();
        for (index, item) in self.known.iter().enumerate() {
            if !self.taken[index] {
                items.entry(&item.locator).or_default().push(index);
            }
        }
        for (index, read) in self.read.iter().enumerate() {
            if self.of_read[index].is_some() {
                continue;
            }
            let here = items.get(read.locator).map_or(&[][..], Vec::as_slice);
            let found = here.iter().copied().find(|&item| self.free(item, read) && alike(self.known[item], read));
            self.take(index, found);
        }
    }

    fn free(&self, item: usize, read: &NewReading<'_>) -> bool {
        !self.taken[item] && (self.known[item].status.is_decided() || read.reason.is_some())
    }

    fn take(&mut self, read: usize, item: Option<usize>) {
        if let Some(item) = item {
            self.taken[item] = true;
            self.of_read[read] = Some(item);
        }
    }
}

/// Whether a reading in an item's place may be what the item was.
fn alike(item: &ReviewItem, read: &NewReading<'_>) -> bool {
    let (was, is) = (&item.candidate, read.candidate);
    let compatible = agrees(was.metric.as_ref(), is.metric.as_ref())
        && agrees(was.entity.as_ref(), is.entity.as_ref())
        && agrees(was.period.as_ref(), is.period.as_ref())
        && agrees(was.channel.as_ref(), is.channel.as_ref());
    let same_reason = read.reason == Some(item.reason.as_str()) || item.reason == DECISION_REASON;
    let same_text = read.text == Some(item.text.as_str());
    let same_value = was.value.is_some() && was.value == is.value;
    compatible && (same_reason || same_text || same_value)
}

fn agrees<T: PartialEq>(was: Option<&T>, is: Option<&T>) -> bool {
    was.is_none() || is.is_none() || was == is
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
