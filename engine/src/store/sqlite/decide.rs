//! A person's decisions: facts are taken out of answers and put back. Each decision is one transaction and leaves every
//! former state in the history; it never deletes a row.

use jiff::Timestamp;
use rusqlite::{Connection, OptionalExtension, TransactionBehavior, params};

use crate::sqlite::{Location, OPEN, StoreError, instant_text, nearest_document};
use crate::store::{Action, Selection, Withdrawal};

/// The direction of a decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verb {
    Withdraw,
    Restore,
}

/// The facts that a selection means: document id `?1`, key `?2` to `?5`. A restricted document's facts are never among
/// them, so that a decision's counts cannot tell whether there are any.
fn condition(what: &Selection) -> String {
    let named = match what {
        Selection::Document(_) => "doc = ?1",
        Selection::Key { doc: Some(_), .. } => {
            "metric = ?2 AND entity = ?3 AND period = ?4 AND channel = ?5 AND doc = ?1"
        }
        Selection::Key { doc: None, .. } => "metric = ?2 AND entity = ?3 AND period = ?4 AND channel = ?5",
    };
    format!("{named} AND doc IN (SELECT d.id FROM document AS d WHERE {OPEN})")
}

pub(super) fn decide(
    place: &Location,
    verb: Verb,
    what: &Selection,
    reason: &str,
    now: Timestamp,
) -> Result<Withdrawal, StoreError> {
    let fault = place.fault("storing a decision");
    let mut connection = place.writer()?;
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(&fault)?;
    let (doc_name, key) = match what {
        Selection::Document(doc) => (Some(doc.as_str()), None),
        Selection::Key { key, doc } => (doc.as_deref(), Some(key)),
    };
    let doc = doc_name.map(|name| document(place, &transaction, name)).transpose()?;
    let withdrawn = verb == Verb::Withdraw;
    let action = if withdrawn { Action::Withdrawn } else { Action::Restored };

    transaction
        .execute("INSERT INTO run (at, reason) VALUES (?1, ?2)", params![instant_text(now), reason])
        .map_err(&fault)?;
    let run = transaction.last_insert_rowid();
    if let (Selection::Document(_), Some(doc)) = (what, doc) {
        transaction
            .execute("UPDATE document SET withdrawn = ?2 WHERE id = ?1", params![doc, withdrawn])
            .map_err(&fault)?;
    }
    let selected = condition(what);
    let period = key.map(|key| key.period.value());
    let (metric, entity, channel) =
        (key.map(|k| k.metric.as_str()), key.map(|k| k.entity.as_str()), key.map(|k| k.channel.as_str()));
    let selection = params![doc, metric, entity, period, channel, withdrawn];
    let already: i64 = transaction
        .query_row(&format!("SELECT count(*) FROM fact WHERE {selected} AND withdrawn = ?6"), selection, |row| {
            row.get(0)
        })
        .map_err(&fault)?;
    let copy = format!(
        "INSERT INTO history ({STATE}, action, ended_run) SELECT {STATE}, ?7, ?8 FROM fact WHERE {selected} AND withdrawn <> ?6"
    );
    let facts = transaction
        .execute(&copy, params![doc, metric, entity, period, channel, withdrawn, action.as_str(), run])
        .map_err(&fault)?;
    transaction
        .execute(&format!("UPDATE fact SET withdrawn = ?6 WHERE {selected} AND withdrawn <> ?6"), selection)
        .map_err(&fault)?;
    transaction.commit().map_err(&fault)?;
    Ok(Withdrawal { facts: facts as u64, already: u64::try_from(already).unwrap_or_default() })
}

/// The columns that fact and history share.
pub(super) const STATE: &str = "metric, entity, period, channel, doc, value, unit, locator, valid_as_of, review, \
    withdrawn, stated, confidence, tags, source, line, ingested_run, shown";

/// The id of an open document.
pub(super) fn document(place: &Location, connection: &Connection, name: &str) -> Result<i64, StoreError> {
    let fault = place.fault("looking a document up");
    let found = connection
        .query_row(&format!("SELECT d.id FROM document AS d WHERE d.name = ?1 AND {OPEN}"), [name], |row| row.get(0))
        .optional()
        .map_err(&fault)?;
    match found {
        Some(id) => Ok(id),
        None => Err(place.unknown_document(name, nearest_document(connection, name).map_err(&fault)?)),
    }
}
