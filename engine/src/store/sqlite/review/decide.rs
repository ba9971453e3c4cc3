//! A person's decisions about readings: what they do to an item, to its trail and to the facts of its document. A decision
//! that cannot be taken leaves no trace. Which item a key means is found in [`find`](super::find), how facts are written in
//! [`facts`](super::facts).

use jiff::Timestamp;
use rusqlite::{Row, params};

use super::desk::{Desk, Outcome};
use super::read::unknown;
use super::{Item, Trail, audit, open_item};
use crate::fact::{Fact, FactKey, Stated};
use crate::reading::Candidate;
use crate::sqlite::{Database, Prepared, StoreError};
use crate::store::review::{missing, reading_text, stops_values};
use crate::store::sqlite::decide::begin;
use crate::store::sqlite::row::{self, ANSWERS, BY_KEY, COLUMN_COUNT, COLUMNS, JOINS};
use crate::store::{Action, Decided, DecisionFault, ReviewAction, ReviewStatus, ReviewTarget, Verdict};

pub(in crate::store::sqlite) fn decide(
    database: &Database,
    targets: &[ReviewTarget],
    verdict: &Verdict,
    note: &str,
    now: Timestamp,
) -> Result<Vec<Result<Decided, DecisionFault>>, StoreError> {
    database.write("storing a decision", |transaction| {
        let desk = Desk { connection: &transaction, run: begin(&transaction, now, note)?, note };
        let mut outcomes = Vec::with_capacity(targets.len());
        for target in targets {
            transaction.execute_batch("SAVEPOINT target")?;
            let outcome = desk.decide(target, verdict)?;
            let end = if outcome.is_ok() { "RELEASE target" } else { "ROLLBACK TO target; RELEASE target" };
            transaction.execute_batch(end)?;
            outcomes.push(outcome);
        }
        if outcomes.iter().any(|outcome| outcome.as_ref().is_ok_and(|decided| !decided.already)) {
            transaction.commit()?;
        }
        Ok(outcomes)
    })
}

impl Desk<'_> {
    fn decide(&self, target: &ReviewTarget, verdict: &Verdict) -> Outcome<Decided> {
        let item = match target {
            ReviewTarget::Item(id) => match open_item(self.connection, *id)? {
                Some(item) => item,
                None => return Ok(Err(unknown(self.connection, *id)?)),
            },
            ReviewTarget::Fact { key, doc } => match self.find(key, doc.as_deref())? {
                Ok(item) => item,
                Err(fault) => return Ok(Err(fault)),
            },
        };
        match verdict {
            Verdict::Reject => Ok(Ok(self.reject(&item)?)),
            Verdict::Approve => self.answer(&item, &item.shown.candidate, ReviewStatus::Approved),
            Verdict::Correct(correction) => {
                let read = item.shown.candidate.clone();
                let base = match (item.shown.status, &item.shown.fact) {
                    // A second correction begins where the first one ended.
                    (ReviewStatus::Corrected, Some(Stated { key, value, unit })) => read.stating(key, *value, unit),
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
        let Some(fact) = wanted.complete() else {
            return Ok(Err(DecisionFault::Incomplete { id, missing: missing(wanted) }));
        };
        let same_reading = item.decided_fingerprint.as_ref() == Some(&item.fingerprint);
        if shown.status == status && same_reading && shown.fact.as_ref() == Some(&fact) {
            return Ok(Ok(decided(item, status, true, Some(fact))));
        }
        if !shown.stated {
            return Ok(Err(DecisionFault::Gone { id }));
        }
        let own = shown.fact.as_ref().is_some_and(|own| own.key == fact.key);
        if let Some(fault) = self.objection(item, &fact.key, own)? {
            return Ok(Err(fault));
        }
        let action = if status == ReviewStatus::Approved { Action::Approved } else { Action::Corrected };
        let was = was(item);
        if let Some(former) = shown.fact.as_ref().filter(|_| !own) {
            self.take_out(item, &former.key, action)?;
        }
        self.write_fact(item, wanted, &fact, action)?;
        self.remember_fact(item.id(), &fact)?;
        self.conclude(item, status, &was, &fact.to_string())?;
        Ok(Ok(decided(item, status, false, Some(fact))))
    }

    /// What stands against a fact of the item's document with this key.
    fn objection(&self, item: &Item, key: &FactKey, own: bool) -> rusqlite::Result<Option<DecisionFault>> {
        let shown = &item.shown;
        if item.doc_withdrawn {
            return Ok(Some(DecisionFault::Withdrawn { key: None, doc: shown.doc.clone() }));
        }
        let sql = format!("SELECT {COLUMNS}, {ANSWERS} FROM fact AS s {JOINS} WHERE {BY_KEY} AND s.doc = ?5");
        let FactKey { metric, entity, period, channel } = key;
        let read = |row: &Row<'_>| Ok((row::fact(row)?, row.get::<_, bool>(COLUMN_COUNT)?));
        let found = self.connection.first(&sql, params![metric, entity, period, channel, item.doc], read)?;
        let Some((present, answers)) = found else { return Ok(None) };
        if present.withdrawn {
            return Ok(Some(DecisionFault::Withdrawn { key: Some(key.clone()), doc: shown.doc.clone() }));
        }
        if own || !answers {
            return Ok(None);
        }
        let Fact { lineage, value, unit, .. } = present.fact;
        let (key, doc, locator) = (key.clone(), shown.doc.clone(), lineage.locator);
        Ok(Some(DecisionFault::KeyTaken { key, doc, locator, value, unit }))
    }

    fn reject(&self, item: &Item) -> rusqlite::Result<Decided> {
        let shown = &item.shown;
        if shown.status == ReviewStatus::Rejected && item.decided_fingerprint.as_ref() == Some(&item.fingerprint) {
            return Ok(decided(item, ReviewStatus::Rejected, true, shown.fact.clone()));
        }
        let was = was(item);
        if let Some(fact) = &shown.fact {
            self.refuse(item, &fact.key, Action::Rejected)?;
        }
        self.conclude(item, ReviewStatus::Rejected, &was, "does not answer")?;
        Ok(decided(item, ReviewStatus::Rejected, false, shown.fact.clone()))
    }

    /// Writes the decision to the item and to its trail.
    fn conclude(&self, item: &Item, status: ReviewStatus, was: &str, now: &str) -> rusqlite::Result<()> {
        let reading = reading_text(&item.shown.text, &item.shown.candidate);
        let sql =
            "UPDATE review_item SET status = ?2, decided_fingerprint = fingerprint, decided_reading = ?3 WHERE id = ?1";
        self.connection.change(sql, params![item.id(), status, reading])?;
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
        Some(fact) if shown.status != ReviewStatus::Rejected => fact.to_string(),
        Some(_) => "does not answer".to_owned(),
        None => reading_text(&shown.text, &shown.candidate),
    }
}

fn decided(item: &Item, status: ReviewStatus, already: bool, fact: Option<Stated>) -> Decided {
    let shown = &item.shown;
    Decided { id: shown.id, doc: shown.doc.clone(), locator: shown.locator.clone(), status, fact, already }
}
