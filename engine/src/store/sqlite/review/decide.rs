//! A person's decisions about readings: what they do to an item, to its trail and to the facts of its document. A decision
//! that cannot be taken leaves no trace. Which item a key means is found in [`find`](super::find), how facts are written in
//! [`facts`](super::facts).

use jiff::Timestamp;
use rusqlite::{TransactionBehavior, params};
use rust_decimal::Decimal;

use super::desk::{Desk, Outcome, row_key};
use super::read::unknown;
use super::{Item, Trail, audit, open_item};
use crate::code::UnitCode;
use crate::fact::FactKey;
use crate::reading::Candidate;
use crate::sqlite::{Location, StoreError, StoredRow, instant_text};
use crate::store::review::{fact_text, missing, reading_text, stops_values};
use crate::store::sqlite::row::{self, ANSWERS, COLUMN_COUNT, COLUMNS, JOINS};
use crate::store::{Action, Decided, DecisionFault, ReviewAction, ReviewStatus, ReviewTarget, Verdict};

pub(in crate::store::sqlite) fn decide(
    place: &Location,
    targets: &[ReviewTarget],
    verdict: &Verdict,
    note: &str,
    now: Timestamp,
) -> Result<Vec<Result<Decided, DecisionFault>>, StoreError> {
    let fault = place.fault("storing a decision");
    let mut connection = place.writer()?;
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(&fault)?;
    transaction
        .execute("INSERT INTO run (at, reason) VALUES (?1, ?2)", params![instant_text(now), note])
        .map_err(&fault)?;
    let desk = Desk { place, connection: &transaction, run: transaction.last_insert_rowid(), note };
    let mut outcomes = Vec::with_capacity(targets.len());
    for target in targets {
        transaction.execute_batch("SAVEPOINT target").map_err(&fault)?;
        let outcome = desk.decide(target, verdict)?;
        let end = if outcome.is_ok() { "RELEASE target" } else { "ROLLBACK TO target; RELEASE target" };
        transaction.execute_batch(end).map_err(&fault)?;
        outcomes.push(outcome);
    }
    if outcomes.iter().any(|outcome| outcome.as_ref().is_ok_and(|decided| !decided.already)) {
        transaction.commit().map_err(&fault)?;
    }
    Ok(outcomes)
}

impl Desk<'_> {
    fn decide(&self, target: &ReviewTarget, verdict: &Verdict) -> Outcome<Decided> {
        let item = match target {
            ReviewTarget::Item(id) => match open_item(self.place, self.connection, *id)? {
                Some(item) => item,
                None => return Ok(Err(unknown(self.place, self.connection, *id)?)),
            },
            ReviewTarget::Fact { key, doc } => match self.find(key, doc.as_deref())? {
                Ok(item) => item,
                Err(fault) => return Ok(Err(fault)),
            },
        };
        match verdict {
            Verdict::Reject => self.reject(&item).map(Ok),
            Verdict::Approve => self.answer(&item, &item.shown.candidate, ReviewStatus::Approved),
            Verdict::Correct(correction) => {
                let read = item.shown.candidate.clone();
                let base = match (item.shown.status, &item.shown.fact) {
                    // A second correction begins where the first one ended.
                    (ReviewStatus::Corrected, Some((key, value, unit))) => read.stating(key, *value, unit),
                    _ => read,
                };
                self.answer(&item, &correction.over(&base), ReviewStatus::Corrected)
            }
        }
    }

    /// Brings an item into answers, with the values of `wanted`.
    fn answer(&self, item: &Item, wanted: &Candidate, status: ReviewStatus) -> Outcome<Decided> {
        let shown = &item.shown;
        let id = shown.id;
        if let Some(is_color) = stops_values(&shown.reason) {
            // A fact from it would cite a place where its value does not stand, and let the other values be forgotten.
            return Ok(Err(DecisionFault::NoValue { id, cells: shown.cells, is_color }));
        }
        let Some((key, value, unit)) = wanted.complete() else {
            return Ok(Err(DecisionFault::Incomplete { id, missing: missing(wanted) }));
        };
        let own = shown.fact.as_ref().filter(|(own, ..)| *own == key);
        let same_reading = item.decided_fingerprint.as_ref() == Some(&item.fingerprint);
        if shown.status == status && same_reading && own.is_some_and(|(_, v, u)| *v == value && *u == unit) {
            return Ok(Ok(decided(item, status, true, Some((key, value, unit)))));
        }
        if !shown.stated {
            return Ok(Err(DecisionFault::Gone { id }));
        }
        if let Some(fault) = self.objection(item, &key, own.is_some())? {
            return Ok(Err(fault));
        }
        let fault = self.place.fault("storing a decision");
        let action = if status == ReviewStatus::Approved { Action::Approved } else { Action::Corrected };
        let moved = shown.fact.as_ref().filter(|(own, ..)| *own != key);
        let was = was(item);
        if let Some((former, ..)) = moved {
            self.take_out(item, former, action).map_err(&fault)?;
        }
        self.write_fact(item, wanted, (&key, value, &unit), action).map_err(&fault)?;
        self.remember_fact(item.id(), &key, value, &unit).map_err(&fault)?;
        self.conclude(item, status, &was, &fact_text(&key, value, &unit)).map_err(&fault)?;
        Ok(Ok(decided(item, status, false, Some((key, value, unit)))))
    }

    /// What stands against a fact of the item's document with this key.
    fn objection(&self, item: &Item, key: &FactKey, own: bool) -> Result<Option<DecisionFault>, StoreError> {
        let shown = &item.shown;
        if item.doc_withdrawn {
            return Ok(Some(DecisionFault::Withdrawn { key: None, doc: shown.doc.clone() }));
        }
        let fault = self.place.fault("looking a fact up");
        let sql = format!(
            "SELECT {COLUMNS}, {ANSWERS} FROM fact AS s {JOINS} WHERE s.metric = ?1 AND s.entity = ?2 AND s.period = ?3
             AND s.channel = ?4 AND s.doc = ?5"
        );
        let mut statement = self.connection.prepare_cached(&sql).map_err(&fault)?;
        let mut rows = statement.query(row_key(key, item.doc)).map_err(&fault)?;
        let Some(row) = rows.next().map_err(&fault)? else { return Ok(None) };
        let reading = StoredRow { place: self.place, row };
        let present = row::stored(&reading)?;
        if present.withdrawn {
            return Ok(Some(DecisionFault::Withdrawn { key: Some(key.clone()), doc: shown.doc.clone() }));
        }
        if own || !reading.get::<bool>(COLUMN_COUNT)? {
            return Ok(None);
        }
        Ok(Some(DecisionFault::KeyTaken {
            key: key.clone(),
            doc: shown.doc.clone(),
            locator: present.fact.lineage.locator,
            value: present.fact.value,
            unit: present.fact.unit,
        }))
    }

    fn reject(&self, item: &Item) -> Result<Decided, StoreError> {
        let fault = self.place.fault("storing a decision");
        let shown = &item.shown;
        if shown.status == ReviewStatus::Rejected && item.decided_fingerprint.as_ref() == Some(&item.fingerprint) {
            return Ok(decided(item, ReviewStatus::Rejected, true, shown.fact.clone()));
        }
        let was = was(item);
        if let Some((key, ..)) = &shown.fact {
            self.refuse(item, key, Action::Rejected).map_err(&fault)?;
        }
        self.conclude(item, ReviewStatus::Rejected, &was, "does not answer").map_err(&fault)?;
        Ok(decided(item, ReviewStatus::Rejected, false, shown.fact.clone()))
    }

    /// Writes the decision to the item and to its trail.
    fn conclude(&self, item: &Item, status: ReviewStatus, was: &str, now: &str) -> rusqlite::Result<()> {
        let reading = reading_text(&item.shown.text, &item.shown.candidate);
        self.connection
            .prepare_cached(
                "UPDATE review_item SET status = ?2, decided_fingerprint = fingerprint, decided_reading = ?3 WHERE id = ?1",
            )?
            .execute(params![item.id(), status.as_str(), reading])?;
        let action = match status {
            ReviewStatus::Rejected => ReviewAction::Rejected,
            ReviewStatus::Corrected => ReviewAction::Corrected,
            ReviewStatus::Approved | ReviewStatus::Pending => ReviewAction::Approved,
        };
        let trail = Trail { action, note: Some(self.note), was: Some(was), now: Some(now) };
        audit(self.connection, item.id(), self.run, trail)
    }
}

/// What stood before a decision.
fn was(item: &Item) -> String {
    let shown = &item.shown;
    match &shown.fact {
        Some((key, value, unit)) if shown.status != ReviewStatus::Rejected => fact_text(key, *value, unit),
        Some(_) => "does not answer".to_owned(),
        None => reading_text(&shown.text, &shown.candidate),
    }
}

fn decided(item: &Item, status: ReviewStatus, already: bool, fact: Option<(FactKey, Decimal, UnitCode)>) -> Decided {
    let shown = &item.shown;
    Decided { id: shown.id, doc: shown.doc.clone(), locator: shown.locator.clone(), status, fact, already }
}
