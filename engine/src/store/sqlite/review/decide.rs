//! A person's decisions about readings: what they write to an item, to its trail and to the facts of its document. A
//! decision that cannot be taken leaves no trace.

use jiff::Timestamp;
use rusqlite::{Connection, TransactionBehavior, params};
use rust_decimal::Decimal;

use super::read::unknown;
use super::{Item, Present, Trail, audit, insert, items, open_item};
use crate::code::UnitCode;
use crate::extraction::Candidate;
use crate::fact::FactKey;
use crate::sqlite::{OPEN, Place, Reading, instant_text};
use crate::store::review::{
    DECISION_MESSAGE, cited_place, fact_text, key_of, line_of, missing, reading_text, stops_values,
};
use crate::store::sqlite::decide::{STATE, document};
use crate::store::sqlite::row::{ANSWERS, COLUMN_COUNT, COLUMNS, JOINS, review_code, tags_text};
use crate::store::{
    Action, DECISION_REASON, Decided, DecisionFault, Review, ReviewAction, ReviewStatus, ReviewTarget, StoreError,
    StoredFact, Verdict,
};

/// What a decision comes to, or why it is not taken.
type Outcome<T> = Result<Result<T, DecisionFault>, StoreError>;

/// The condition that selects one key of a document, after the parameters of [`row_key`].
const ROW: &str = "metric = ?1 AND entity = ?2 AND period = ?3 AND channel = ?4 AND doc = ?5";

pub(in crate::store::sqlite) fn decide(
    place: &Place,
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

/// A decision in progress.
struct Desk<'c> {
    place: &'c Place,
    connection: &'c Connection,
    run: i64,
    note: &'c str,
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
                    (ReviewStatus::Corrected, Some((key, value, unit))) => candidate_of(key, *value, unit, read),
                    _ => read,
                };
                self.answer(&item, &correction.over(&base), ReviewStatus::Corrected)
            }
        }
    }

    /// The item that speaks about a key: the one behind the fact that answers, made for it when there is none, else the
    /// only one that was read with this key.
    fn find(&self, key: &FactKey, doc: Option<&str>) -> Outcome<Item> {
        if let Some(doc) = doc {
            document(self.place, self.connection, doc)?;
        }
        let period = key.period.value();
        let parameters: [&dyn rusqlite::types::ToSql; 5] =
            [&key.metric.as_str(), &key.entity.as_str(), &period, &key.channel.as_str(), &doc];
        let read = "i.metric = ?1 AND i.entity = ?2 AND i.period = ?3 AND i.channel = ?4";
        let decided = "i.fact_metric = ?1 AND i.fact_entity = ?2 AND i.fact_period = ?3 AND i.fact_channel = ?4";
        let condition =
            format!("{OPEN} AND i.stated = 1 AND (?5 IS NULL OR d.name = ?5) AND (({read}) OR ({decided}))");
        let mut known = items(self.place, self.connection, &condition, &parameters)?;
        let mut facts = self.facts(key, doc)?;
        let mut docs: Vec<String> = facts.iter().map(|fact| fact.fact.lineage.doc.clone()).collect();
        docs.extend(known.iter().map(|item| item.shown.doc.clone()));
        docs.sort();
        docs.dedup();
        if docs.len() > 1 {
            return Ok(Err(DecisionFault::SeveralDocuments { key: key.clone(), docs }));
        }
        if let Some(fact) = facts.pop() {
            let owner = known.iter().position(|item| {
                item.shown.status.answers() && item.shown.fact.as_ref().is_some_and(|(known, ..)| known == key)
            });
            return match owner {
                Some(owner) => Ok(Ok(known.swap_remove(owner))),
                None => self.item_for(&fact).map(Ok),
            };
        }
        match (known.pop(), docs.pop()) {
            (Some(item), _) if known.is_empty() => Ok(Ok(item)),
            (Some(last), Some(doc)) => {
                let items = known.iter().map(|item| item.shown.id).chain([last.shown.id]).collect();
                Ok(Err(DecisionFault::SeveralItems { key: key.clone(), doc, items }))
            }
            _ => Ok(Err(DecisionFault::UnknownFact { key: key.clone(), doc: doc.map(str::to_owned) })),
        }
    }

    /// The facts that answer for a key, one a document.
    fn facts(&self, key: &FactKey, doc: Option<&str>) -> Result<Vec<StoredFact>, StoreError> {
        let fault = self.place.fault("looking a fact up");
        let sql = format!(
            "SELECT {COLUMNS} FROM fact AS s {JOINS} WHERE s.metric = ?1 AND s.entity = ?2 AND s.period = ?3
             AND s.channel = ?4 AND (?5 IS NULL OR d.name = ?5) AND {ANSWERS} AND {OPEN} ORDER BY d.name"
        );
        let mut statement = self.connection.prepare_cached(&sql).map_err(&fault)?;
        let mut rows = statement
            .query(params![key.metric.as_str(), key.entity.as_str(), key.period.value(), key.channel.as_str(), doc])
            .map_err(&fault)?;
        let mut facts = Vec::new();
        while let Some(row) = rows.next().map_err(&fault)? {
            facts.push(Reading { place: self.place, row }.stored()?);
        }
        Ok(facts)
    }

    /// Makes an item for a fact that answers, as if it had been read with the fact.
    fn item_for(&self, stored: &StoredFact) -> Result<Item, StoreError> {
        let fault = self.place.fault("storing a decision");
        let fact = &stored.fact;
        let doc = document(self.place, self.connection, &fact.lineage.doc)?;
        let (source, seen): (i64, i64) = self
            .connection
            .query_row(&format!("SELECT source, seen_run FROM fact WHERE {ROW}"), row_key(&fact.key, doc), |row| {
                Ok((row.get(0)?, row.get(1)?))
            })
            .map_err(&fault)?;
        let read = Candidate { valid_as_of: fact.valid_as_of, tags: stored.tags.clone(), ..Candidate::default() };
        let present = Present {
            source,
            locator: &fact.lineage.locator,
            text: &fact.value.to_string(),
            reason: DECISION_REASON,
            message: DECISION_MESSAGE,
            candidate: &candidate_of(&fact.key, fact.value, &fact.unit, read),
            cells: 1,
        };
        let id = insert(self.connection, doc, seen, &present).map_err(&fault)?;
        self.remember_fact(id, &fact.key, fact.value, &fact.unit).map_err(&fault)?;
        let item = open_item(self.place, self.connection, u64::try_from(id).unwrap_or_default())?;
        item.ok_or_else(|| self.place.damaged(format!("review item {id} is gone")))
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
            return Ok(Some(DecisionFault::Withdrawn { what: format!("the document {}", shown.doc) }));
        }
        let fault = self.place.fault("looking a fact up");
        let sql = format!(
            "SELECT {COLUMNS}, {ANSWERS} FROM fact AS s {JOINS} WHERE s.metric = ?1 AND s.entity = ?2 AND s.period = ?3
             AND s.channel = ?4 AND s.doc = ?5"
        );
        let mut statement = self.connection.prepare_cached(&sql).map_err(&fault)?;
        let mut rows = statement.query(row_key(key, item.doc)).map_err(&fault)?;
        let Some(row) = rows.next().map_err(&fault)? else { return Ok(None) };
        let reading = Reading { place: self.place, row };
        let present = reading.stored()?;
        if present.withdrawn {
            return Ok(Some(DecisionFault::Withdrawn { what: key.to_string() }));
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

    /// Takes the fact of a former key out, after the item was given another one. What the document itself states under
    /// that key is refused; what only a person stated is merely not stated any more.
    fn take_out(&self, item: &Item, former: &FactKey, action: Action) -> rusqlite::Result<()> {
        let read = key_of(&item.shown.candidate);
        if read.as_ref() == Some(former) {
            return self.refuse(item, former, action);
        }
        self.keep_former(item, former, action)?;
        self.connection
            .prepare_cached(&format!("UPDATE fact SET stated = 0 WHERE {ROW}"))?
            .execute(row_key(former, item.doc))
            .map(drop)
    }

    fn refuse(&self, item: &Item, key: &FactKey, action: Action) -> rusqlite::Result<()> {
        self.keep_former(item, key, action)?;
        let rejected = review_code(Review::Rejected);
        self.connection
            .prepare_cached(&format!("UPDATE fact SET review = {rejected} WHERE {ROW}"))?
            .execute(row_key(key, item.doc))
            .map(drop)
    }

    /// Copies the present state of a fact to the history.
    fn keep_former(&self, item: &Item, key: &FactKey, action: Action) -> rusqlite::Result<()> {
        let (metric, entity, period, channel, doc) = row_key(key, item.doc);
        self.connection
            .prepare_cached(&format!(
                "INSERT INTO history ({STATE}, action, ended_run) SELECT {STATE}, ?6, ?7 FROM fact WHERE {ROW}"
            ))?
            .execute(params![metric, entity, period, channel, doc, action.as_str(), self.run])
            .map(drop)
    }

    /// Stores the fact that a person vouches for.
    fn write_fact(
        &self,
        item: &Item,
        wanted: &Candidate,
        (key, value, unit): (&FactKey, Decimal, &UnitCode),
        action: Action,
    ) -> rusqlite::Result<()> {
        self.keep_former(item, key, action)?;
        let (metric, entity, period, channel, doc) = row_key(key, item.doc);
        let seen: i64 =
            self.connection
                .query_row("SELECT seen_run FROM review_item WHERE id = ?1", [item.id()], |row| row.get(0))?;
        let confidence = wanted.confidence.filter(|_| action == Action::Approved);
        self.connection
            .prepare_cached(&format!(
                "INSERT OR REPLACE INTO fact ({STATE}, seen_run)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, 0, 1, ?11, ?12, ?13, ?14, ?15, ?16)"
            ))?
            .execute(params![
                metric,
                entity,
                period,
                channel,
                doc,
                value.to_string(),
                unit.as_str(),
                cited_place(&item.shown.locator, &item.shown.candidate, value, unit),
                wanted.valid_as_of.map(|date| date.to_string()),
                review_code(Review::Approved),
                confidence.map(|confidence| confidence.to_string()),
                tags_text(&wanted.tags),
                item.source,
                i64::try_from(line_of(&item.shown.locator)).unwrap_or(i64::MAX),
                self.run,
                seen,
            ])
            .map(drop)
    }

    fn remember_fact(&self, item: i64, key: &FactKey, value: Decimal, unit: &UnitCode) -> rusqlite::Result<()> {
        self.connection
            .prepare_cached(
                "UPDATE review_item SET fact_metric = ?2, fact_entity = ?3, fact_period = ?4, fact_channel = ?5,
                     fact_value = ?6, fact_unit = ?7 WHERE id = ?1",
            )?
            .execute(params![
                item,
                key.metric.as_str(),
                key.entity.as_str(),
                key.period.value(),
                key.channel.as_str(),
                value.to_string(),
                unit.as_str()
            ])
            .map(drop)
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

/// The columns that name a row of facts.
fn row_key(key: &FactKey, doc: i64) -> (String, String, String, String, i64) {
    (key.metric.to_string(), key.entity.to_string(), key.period.value(), key.channel.to_string(), doc)
}

/// A candidate with all parts, and the date, tags and confidence of `read`.
fn candidate_of(key: &FactKey, value: Decimal, unit: &UnitCode, read: Candidate) -> Candidate {
    Candidate {
        metric: Some(key.metric.clone()),
        entity: Some(key.entity.clone()),
        period: Some(key.period),
        channel: Some(key.channel.clone()),
        value: Some(value),
        unit: Some(unit.clone()),
        ..read
    }
}

fn decided(item: &Item, status: ReviewStatus, already: bool, fact: Option<(FactKey, Decimal, UnitCode)>) -> Decided {
    let shown = &item.shown;
    Decided { id: shown.id, doc: shown.doc.clone(), locator: shown.locator.clone(), status, fact, already }
}
