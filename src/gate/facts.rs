//! `facts`: the facts that a document states, each with key, exact value, unit, cell, further places and tags, and the
//! reviews, each with its cell and reason. Judged because a fact answers questions by itself and a review keeps a number
//! from doing so: inventing one, losing one and taking one for the other are the same fault. Values compare as exact
//! decimals. A fact that says it is less sure than the profile's floor is none: it would have to wait. Unit: facts and
//! reviews. It cannot see how sure a reading is above that, the words of a review and how many cells it stops.

use std::collections::BTreeSet;

use rust_decimal::Decimal;

use crate::extracted::{Extracted, Fact, Review};
use crate::gate::inventory::{self, Inventory};
use crate::golden::{Truth, TruthReview};
use crate::judgement::Judgement;

/// Judges what was read.
pub fn judge(truth: &Truth, extracted: &Extracted) -> Judgement {
    let (mut expected, mut got) = (Inventory::default(), Inventory::default());
    for fact in &truth.facts {
        let key = &fact.key;
        let stated = [&key.metric, &key.entity, &key.period.to_string(), &key.channel, &exact(fact.value), &fact.unit];
        expected.add(fact.locator.clone(), stated_as(stated, &fact.also, &fact.tags));
    }
    for TruthReview { locator, reason, .. } in &truth.reviews {
        expected.add(locator.clone(), reviewed(reason));
    }
    for grid in inventory::grids(truth, extracted) {
        for other in &grid.others {
            got.decided(&grid.locator(&other.at), Some(&other.rule));
        }
        for fact in &grid.facts {
            let Fact { metric, entity, period, channel, value, unit, locator, also, tags, rule, confidence } = fact;
            got.decided(locator, rule.as_ref());
            // A value that is no decimal stays what it is, and equals none.
            let value = Decimal::from_str_exact(value).map_or_else(|_| value.clone(), exact);
            let mut stated = stated_as([metric, entity, period, channel, &value, unit], also, tags);
            if let Some(confidence) = confidence.as_ref().filter(|_| fact.is_unsure(truth.confidence_floor)) {
                stated = format!("{stated} with a confidence of {confidence}");
            }
            got.add(locator.clone(), stated);
        }
        for review in &grid.reviews {
            let place = place_of(review, truth);
            got.decided(&place, review.rule.as_ref());
            got.add(place, reviewed(&review.reason));
        }
    }
    inventory::judge(&expected, &got)
}

/// A decimal as text: `12.50` and `12.5` are one value, whatever digits the file shows.
fn exact(value: Decimal) -> String {
    value.normalize().to_string()
}

fn stated_as(stated: [&String; 6], also: &BTreeSet<String>, tags: &BTreeSet<String>) -> String {
    let mut text = stated.map(String::as_str).join(" ");
    for (name, list) in [("also", also), ("tagged", tags)] {
        if !list.is_empty() {
            text = format!("{text} {name} {}", list.iter().map(String::as_str).collect::<Vec<_>>().join(", "));
        }
    }
    text
}

fn reviewed(reason: &str) -> String {
    format!("review {reason}")
}

/// The place of a review. One that names the header at fault means the first cell that the header stops.
fn place_of(review: &Review, truth: &Truth) -> String {
    let names_the_header =
        |known: &&TruthReview| known.reason == review.reason && known.header.as_ref() == Some(&review.locator);
    truth.reviews.iter().find(names_the_header).map_or_else(|| review.locator.clone(), |known| known.locator.clone())
}
