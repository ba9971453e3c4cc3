//! The readings of a document: facts, and what a person has to look at. A decision that was taken about an earlier reading
//! is found again and kept in force here; which reading it is about is decided by the pairing that all backends share.

use std::borrow::Cow;
use std::sync::Arc;

use rusqlite::params;
use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;

use super::decisions::Decisions;
use super::file::{Document, File};
use super::{ITEMS, LEFT_OUT, Run};
use crate::fact::FactKey;
use crate::language::numbers::notation::shows_another;
use crate::reading::{Candidate, Confidence};
use crate::sqlite::Prepared;
use crate::store::review::matching::{NewReading, pair};
use crate::store::review::{cited_place, fingerprint, key_of, line_of, reading_text};
use crate::store::sqlite::review::{self, Item, Trail, audit};
use crate::store::sqlite::row::{ANSWERS, BY_KEY};
use crate::store::{DocumentLabel, NewFact, NewReview, Put, Review, ReviewAction, ReviewStatus};

/// A reading, fact or not, as an item of review holds it.
struct Incoming<'r> {
    fact: Option<&'r NewFact>,
    review: Cow<'r, NewReview>,
}

impl<'r> Incoming<'r> {
    fn of_fact(fact: &'r NewFact) -> Self {
        let confidence = fact.confidence.and_then(|confidence| (confidence * Decimal::ONE_HUNDRED).to_u8());
        let read = Candidate {
            valid_as_of: fact.valid_as_of,
            tags: fact.tags.clone(),
            confidence: confidence.and_then(Confidence::hundredths),
            ..Candidate::default()
        };
        let review = NewReview {
            locator: fact.locator.clone(),
            text: fact.value.to_string(),
            reason: String::new(),
            message: String::new(),
            candidate: read.stating(&fact.key, fact.value, &fact.unit),
            cells: 1,
        };
        Self { fact: Some(fact), review: Cow::Owned(review) }
    }

    fn of_review(review: &'r NewReview) -> Self {
        Self { fact: None, review: Cow::Borrowed(review) }
    }

    /// The text of its cell, where it shows another number than the value that answers, and that value was read there.
    fn shown(&self, value: Decimal) -> Option<String> {
        let text = match self.fact {
            Some(fact) => fact.shown.as_deref(),
            None => Some(self.review.text.as_str()).filter(|text| shows_another(text, value)),
        };
        text.filter(|_| self.review.candidate.value == Some(value)).map(str::to_owned)
    }

    fn read(&self) -> NewReading<'_> {
        let NewReview { locator, text, reason, candidate, .. } = &*self.review;
        let of_review = self.fact.is_none();
        let (text, reason) = (of_review.then_some(text.as_str()), of_review.then_some(reason.as_str()));
        NewReading { locator, text, reason, candidate }
    }

    /// What goes into the row of `item`. A fact leaves the item the reason for which it was there, and the text of a cell
    /// whose value is the same.
    fn over(&self, item: &Item) -> Cow<'_, NewReview> {
        let (shown, review) = (&item.shown, &self.review);
        if self.fact.is_none() {
            return Cow::Borrowed(review);
        }
        let text = if shown.candidate.value == review.candidate.value { &shown.text } else { &review.text };
        let (text, reason, message) = (text.clone(), shown.reason.clone(), shown.message.clone());
        Cow::Owned(NewReview { text, reason, message, ..NewReview::clone(review) })
    }
}

impl File<'_, '_> {
    /// The items of a document that this run has not met yet, decided ones alone if so wanted.
    pub(super) fn items(&self, doc: i64, decided: bool) -> rusqlite::Result<Vec<Item>> {
        let only = if decided { " AND i.status <> 'pending'" } else { "" };
        let condition = format!("i.doc = ?1 AND i.seen_run <> ?2{only}");
        review::items(self.run.connection, &condition, &[&doc, &self.run.id])
    }

    /// Stores the readings of one document beside its items.
    pub(super) fn put_beside(
        &mut self,
        label: &Arc<DocumentLabel>,
        items: &[Item],
        facts: &[NewFact],
        reviews: &[NewReview],
    ) -> rusqlite::Result<Vec<Put>> {
        let document = self.document(label)?;
        let readings: Vec<Incoming<'_>> =
            facts.iter().map(Incoming::of_fact).chain(reviews.iter().map(Incoming::of_review)).collect();
        let known: Vec<_> = items.iter().map(|item| &item.shown).collect();
        let read: Vec<_> = readings.iter().map(Incoming::read).collect();
        let paired: Vec<Option<&Item>> = pair(&known, &read).into_iter().map(|at| items.get(at?)).collect();
        let decisions = Decisions::of(items);
        let mut puts: Vec<Option<Put>> = vec![None; facts.len()];
        let mut decided = Vec::new();
        // What a person decided comes first, so that nothing else takes its place.
        for (index, (reading, item)) in readings.iter().zip(&paired).enumerate() {
            let Some(item) = item.filter(|item| item.shown.status.is_decided()) else { continue };
            self.reread(item, reading)?;
            let put = self.enforce(label, item, reading)?;
            if let Some(slot) = puts.get_mut(index) {
                *slot = Some(put);
            }
            decided.push((item, key_of(&reading.review.candidate)));
        }
        for (fact, put) in facts.iter().zip(&mut puts) {
            if put.is_none() {
                *put = Some(self.put_fact(fact, decisions.refused.contains(&fact.key))?);
            }
        }
        for (item, key) in decided {
            let of_item = item.shown.fact.as_ref().map(|fact| fact.key.clone());
            for key in of_item.into_iter().chain(key) {
                self.touch_refused(&key, document)?;
            }
        }
        for (reading, item) in readings.iter().zip(&paired) {
            if reading.fact.is_none() && item.is_none_or(|item| !item.shown.status.is_decided()) {
                self.wait(reading, *item, document)?;
            }
        }
        self.count_rejected(&readings, &paired, document)?;
        // Every fact was put above.
        Ok(puts.into_iter().flatten().collect())
    }

    /// Notes what a decided item reads now, and in its trail whether that is something else.
    fn reread(&mut self, item: &Item, reading: &Incoming<'_>) -> rusqlite::Result<()> {
        let run = self.run.id;
        let present = reading.over(item);
        review::reread(self.run.connection, item.id(), self.source, run, &present)?;
        let print = fingerprint(&present.text, &present.candidate);
        let (was, now) =
            (reading_text(&item.shown.text, &item.shown.candidate), reading_text(&present.text, &present.candidate));
        let trail = |action| Trail { action, note: None, was: Some(&was), now: Some(&now) };
        if !item.shown.stated {
            audit(self.run.connection, item.id(), run, trail(ReviewAction::Returned))?;
        }
        let changed = print != item.fingerprint;
        if changed {
            audit(self.run.connection, item.id(), run, trail(ReviewAction::Changed))?;
        }
        let flagged = changed && item.decided_fingerprint.as_ref() != Some(&print);
        if let Some(counts) = self.counts() {
            counts.decided += 1;
            counts.decided_changed += u64::from(flagged);
        }
        Ok(())
    }

    /// Lets a decision hold for a reading: an approved or corrected fact stands in the store as the person wanted it, and
    /// a rejected reading does not.
    fn enforce(&mut self, label: &Arc<DocumentLabel>, item: &Item, reading: &Incoming<'_>) -> rusqlite::Result<Put> {
        let shown = &item.shown;
        let Some(stated) = shown.fact.as_ref().filter(|_| shown.status.answers()) else { return Ok(Put::Same) };
        let candidate = &reading.review.candidate;
        let confidence = candidate.confidence.filter(|_| shown.status == ReviewStatus::Approved);
        let fact = NewFact {
            key: stated.key.clone(),
            value: stated.value,
            shown: reading.shown(stated.value),
            unit: stated.unit.clone(),
            doc: Arc::clone(label),
            locator: cited_place(&reading.review.locator, candidate, stated),
            valid_as_of: candidate.valid_as_of,
            line: reading.fact.map_or_else(|| line_of(&reading.review.locator), |fact| fact.line),
            review: Review::Approved,
            confidence: confidence.map(Confidence::decimal),
            tags: candidate.tags.clone(),
        };
        self.put_fact(&fact, true)
    }

    /// Counts the readings that would be facts, had no person rejected them, of keys that nothing else of the document
    /// answers.
    fn count_rejected(
        &mut self,
        readings: &[Incoming<'_>],
        paired: &[Option<&Item>],
        document: Document,
    ) -> rusqlite::Result<()> {
        let rejected = |item: Option<&Item>| item.is_some_and(|item| item.shown.status == ReviewStatus::Rejected);
        let held_back = readings.iter().zip(paired).filter(|(_, item)| rejected(**item));
        let held_back = held_back.filter_map(|(reading, _)| reading.fact);
        let mut count = 0;
        for fact in held_back {
            let sql = format!("SELECT EXISTS (SELECT 1 FROM fact AS s WHERE {BY_KEY} AND s.doc = ?5 AND {ANSWERS})");
            let FactKey { metric, entity, period, channel } = &fact.key;
            let answers: bool =
                self.run.connection.value(&sql, params![metric, entity, period, channel, document.id])?;
            count += u64::from(!answers);
        }
        if let Some(counts) = self.counts() {
            counts.still_rejected += count;
        }
        Ok(())
    }

    /// A fact that a decision took out of answers is still stated by its document, as long as the reading is there.
    fn touch_refused(&mut self, key: &FactKey, document: Document) -> rusqlite::Result<()> {
        let sql = "UPDATE fact SET seen_run = ?6, stated = 1 WHERE metric = ?1 AND entity = ?2 AND period = ?3
             AND channel = ?4 AND doc = ?5 AND review = ?7 AND seen_run <> ?6";
        let FactKey { metric, entity, period, channel } = key;
        let row = params![metric, entity, period, channel, document.id, self.run.id, Review::Rejected];
        self.run.connection.change(sql, row).map(drop)
    }

    /// Stores a reading that waits for a person.
    fn wait(&mut self, reading: &Incoming<'_>, item: Option<&Item>, document: Document) -> rusqlite::Result<()> {
        let (connection, run, source) = (self.run.connection, self.run.id, self.source);
        match item {
            Some(item) => review::reread(connection, item.id(), source, run, &reading.review)?,
            None => review::insert(connection, document.id, source, run, &reading.review).map(drop)?,
        }
        if let Some(counts) = self.counts() {
            counts.waiting += 1;
            counts.waiting_new += u64::from(item.is_none());
        }
        Ok(())
    }
}

impl Run<'_> {
    /// Items of a source file that wait for a person.
    pub(super) fn waiting(&self, source: i64) -> rusqlite::Result<u64> {
        let sql = "SELECT count(*) FROM review_item WHERE source = ?1 AND status = 'pending' AND stated = 1";
        self.connection.value(sql, [source])
    }

    /// Lets the items that were left out rest: they neither wait nor keep anything in force.
    pub(super) fn drop_items(&mut self) -> rusqlite::Result<()> {
        let gone = self.left_out(ITEMS, "s.status IN ('approved', 'corrected')")?;
        for (source, count) in gone {
            if let Some(counts) = self.counts_of(source) {
                counts.decided_gone += count;
            }
        }
        self.forget_displaced(ITEMS)?;
        self.connection.execute(
            &format!(
                "INSERT INTO review_audit (item, run, action)
                 SELECT s.id, ?1, ?2 {ITEMS} WHERE {LEFT_OUT} AND s.status <> 'pending'"
            ),
            params![self.id, ReviewAction::Gone],
        )?;
        self.connection.execute(
            &format!(
                "UPDATE review_item AS s SET stated = 0 FROM document AS d, source AS f
                 WHERE d.id = s.doc AND f.id = s.source AND {LEFT_OUT}"
            ),
            [self.id],
        )?;
        Ok(())
    }
}
