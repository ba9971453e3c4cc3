//! The readings of a document: facts, and what a person has to look at. A decision that was taken about an earlier reading
//! is found again and kept in force here; which reading it is about is decided by the pairing that all backends share.

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
use crate::sqlite::StoreError;
use crate::store::review::matching::{NewReading, pair};
use crate::store::review::{cited_place, fingerprint, key_of, line_of, reading_text};
use crate::store::sqlite::review::{self, Item, Present, Trail, audit};
use crate::store::sqlite::row::{ANSWERS, review_code};
use crate::store::{DocumentLabel, NewFact, NewReview, Put, Review, ReviewAction, ReviewStatus};

/// A reading, fact or not.
struct Incoming<'r> {
    fact: Option<&'r NewFact>,
    locator: &'r str,
    text: String,
    reason: &'r str,
    message: &'r str,
    candidate: Candidate,
    cells: u64,
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
        let candidate = read.stating(&fact.key, fact.value, &fact.unit);
        let text = fact.value.to_string();
        Self { fact: Some(fact), locator: &fact.locator, text, reason: "", message: "", candidate, cells: 1 }
    }

    fn of_review(review: &'r NewReview) -> Self {
        Self {
            fact: None,
            locator: &review.locator,
            text: review.text.clone(),
            reason: &review.reason,
            message: &review.message,
            candidate: review.candidate.clone(),
            cells: review.cells,
        }
    }

    /// The text of its cell, where it shows another number than the value that answers, and that value was read there.
    fn shown(&self, value: Decimal) -> Option<String> {
        let text = match self.fact {
            Some(fact) => fact.shown.as_deref(),
            None => Some(self.text.as_str()).filter(|text| shows_another(text, value)),
        };
        text.filter(|_| self.candidate.value == Some(value)).map(str::to_owned)
    }

    fn read(&self) -> NewReading<'_> {
        let of_review = self.fact.is_none();
        NewReading {
            locator: self.locator,
            text: of_review.then_some(self.text.as_str()),
            reason: of_review.then_some(self.reason),
            candidate: &self.candidate,
        }
    }

    /// What goes into the row of `item`. A fact leaves the item the reason for which it was there, and the text of a cell
    /// whose value is the same.
    fn over<'a>(&'a self, item: &'a Item, source: i64) -> Present<'a> {
        let shown = &item.shown;
        let present = Present {
            source,
            locator: self.locator,
            text: &self.text,
            reason: self.reason,
            message: self.message,
            candidate: &self.candidate,
            cells: self.cells,
        };
        if self.fact.is_none() {
            return present;
        }
        let text = if shown.candidate.value == self.candidate.value { &shown.text } else { &self.text };
        Present { text, reason: &shown.reason, message: &shown.message, ..present }
    }
}

impl File<'_, '_> {
    /// The items of a document that this run has not met yet, decided ones alone if so wanted.
    pub(super) fn items(&self, doc: i64, decided: bool) -> Result<Vec<Item>, StoreError> {
        let only = if decided { " AND i.status <> 'pending'" } else { "" };
        let condition = format!("i.doc = ?1 AND i.seen_run <> ?2{only}");
        review::items(self.run.place, self.run.connection, &condition, &[&doc, &self.run.id])
    }

    /// Stores the readings of one document beside its items.
    pub(super) fn put_beside(
        &mut self,
        label: &Arc<DocumentLabel>,
        items: &[Item],
        facts: &[NewFact],
        reviews: &[NewReview],
    ) -> Result<Vec<Put>, StoreError> {
        let fault = self.run.place.fault("storing the readings of a document");
        let document = self.document(label).map_err(&fault)?;
        let readings: Vec<Incoming<'_>> =
            facts.iter().map(Incoming::of_fact).chain(reviews.iter().map(Incoming::of_review)).collect();
        let known: Vec<_> = items.iter().map(Item::known).collect();
        let read: Vec<_> = readings.iter().map(Incoming::read).collect();
        let paired: Vec<Option<&Item>> = pair(&known, &read).into_iter().map(|at| items.get(at?)).collect();
        let decisions = Decisions::of(items);
        let mut puts: Vec<Option<Put>> = vec![None; facts.len()];
        let mut decided = Vec::new();
        // What a person decided comes first, so that nothing else takes its place.
        for (index, (reading, item)) in readings.iter().zip(&paired).enumerate() {
            let Some(item) = item.filter(|item| item.shown.status.is_decided()) else { continue };
            self.reread(item, reading).map_err(&fault)?;
            let put = self.enforce(label, item, reading).map_err(&fault)?;
            if let Some(slot) = puts.get_mut(index) {
                *slot = Some(put);
            }
            decided.push((item, key_of(&reading.candidate)));
        }
        for (fact, put) in facts.iter().zip(&mut puts) {
            if put.is_none() {
                *put = Some(self.put_fact(fact, decisions.refused.contains(&fact.key)).map_err(&fault)?);
            }
        }
        for (item, key) in decided {
            let of_item = item.shown.fact.as_ref().map(|(key, ..)| key.clone());
            for key in of_item.into_iter().chain(key) {
                self.touch_refused(&key, document).map_err(&fault)?;
            }
        }
        for (reading, item) in readings.iter().zip(&paired) {
            if reading.fact.is_none() && item.is_none_or(|item| !item.shown.status.is_decided()) {
                self.wait(reading, *item, document).map_err(&fault)?;
            }
        }
        self.count_rejected(&readings, &paired, document).map_err(&fault)?;
        // Every fact was put above.
        Ok(puts.into_iter().flatten().collect())
    }

    /// Notes what a decided item reads now, and in its trail whether that is something else.
    fn reread(&mut self, item: &Item, reading: &Incoming<'_>) -> rusqlite::Result<()> {
        let run = self.run.id;
        let present = reading.over(item, self.source);
        review::reread(self.run.connection, item.id(), run, &present)?;
        let print = fingerprint(present.text, present.candidate);
        let (was, now) =
            (reading_text(&item.shown.text, &item.shown.candidate), reading_text(present.text, present.candidate));
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
        let Some((key, value, unit)) = shown.fact.as_ref().filter(|_| shown.status.answers()) else {
            return Ok(Put::Same);
        };
        let candidate = &reading.candidate;
        let confidence = candidate.confidence.filter(|_| shown.status == ReviewStatus::Approved);
        let fact = NewFact {
            key: key.clone(),
            value: *value,
            shown: reading.shown(*value),
            unit: unit.clone(),
            doc: Arc::clone(label),
            locator: cited_place(reading.locator, candidate, *value, unit),
            valid_as_of: candidate.valid_as_of,
            line: reading.fact.map_or_else(|| line_of(reading.locator), |fact| fact.line),
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
            let sql = format!(
                "SELECT EXISTS (SELECT 1 FROM fact AS s WHERE s.metric = ?1 AND s.entity = ?2 AND s.period = ?3
                 AND s.channel = ?4 AND s.doc = ?5 AND {ANSWERS})"
            );
            let (key, period) = (&fact.key, fact.key.period.value());
            let answers: bool = self.run.connection.prepare_cached(&sql)?.query_row(
                params![key.metric.as_str(), key.entity.as_str(), period, key.channel.as_str(), document.id],
                |row| row.get(0),
            )?;
            count += u64::from(!answers);
        }
        if let Some(counts) = self.counts() {
            counts.still_rejected += count;
        }
        Ok(())
    }

    /// A fact that a decision took out of answers is still stated by its document, as long as the reading is there.
    fn touch_refused(&mut self, key: &FactKey, document: Document) -> rusqlite::Result<()> {
        let rejected = review_code(Review::Rejected);
        self.run
            .connection
            .prepare_cached(&format!(
                "UPDATE fact SET seen_run = ?6, stated = 1 WHERE metric = ?1 AND entity = ?2 AND period = ?3
                 AND channel = ?4 AND doc = ?5 AND review = {rejected} AND seen_run <> ?6"
            ))?
            .execute(params![
                key.metric.as_str(),
                key.entity.as_str(),
                key.period.value(),
                key.channel.as_str(),
                document.id,
                self.run.id
            ])
            .map(drop)
    }

    /// Stores a reading that waits for a person.
    fn wait(&mut self, reading: &Incoming<'_>, item: Option<&Item>, document: Document) -> rusqlite::Result<()> {
        let (connection, run, source) = (self.run.connection, self.run.id, self.source);
        let present = Present {
            source,
            locator: reading.locator,
            text: &reading.text,
            reason: reading.reason,
            message: reading.message,
            candidate: &reading.candidate,
            cells: reading.cells,
        };
        match item {
            Some(item) => review::reread(connection, item.id(), run, &present)?,
            None => review::insert(connection, document.id, run, &present).map(drop)?,
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
        let count: i64 = self.connection.prepare_cached(sql)?.query_row([source], |row| row.get(0))?;
        Ok(u64::try_from(count).unwrap_or_default())
    }

    /// Lets the items that were left out rest: they neither wait nor keep anything in force.
    pub(super) fn drop_items(&mut self) -> rusqlite::Result<()> {
        let gone = self.left_out(ITEMS, "s.status IN ('approved', 'corrected')")?;
        for (source, count) in gone {
            if let Some((_, counts)) = self.files.iter_mut().find(|(id, _)| *id == source) {
                counts.decided_gone += count;
            }
        }
        self.forget_displaced(ITEMS)?;
        self.connection.execute(
            &format!(
                "INSERT INTO review_audit (item, run, action)
                 SELECT s.id, ?1, ?2 {ITEMS} WHERE {LEFT_OUT} AND s.status <> 'pending'"
            ),
            params![self.id, ReviewAction::Gone.as_str()],
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
