//! A person's decisions: facts are taken out of answers and put back. Each decision is one transaction and leaves every
//! former state in the history; it never deletes a row.

use jiff::Timestamp;
use rusqlite::{OptionalExtension, Transaction, TransactionBehavior, params};

use super::place::Place;
use super::row::{OPEN, instant_text};
use crate::store::{Action, Selection, StoreError, Withdrawal};

/// The direction of a decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verb {
    Withdraw,
    Restore,
}

/// Most document names that are looked at for the nearest one.
const NAMES_MAX: i64 = 10_000;

/// Names further away than this (Jaro-Winkler, 0 to 1) are no proposal.
const NEARNESS_MIN: f64 = 0.7;

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
    place: &Place,
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
    withdrawn, stated, confidence, tags, source, line, ingested_run";

fn document(place: &Place, transaction: &Transaction<'_>, name: &str) -> Result<i64, StoreError> {
    let fault = place.fault("looking a document up");
    let found = transaction
        .query_row(&format!("SELECT d.id FROM document AS d WHERE d.name = ?1 AND {OPEN}"), [name], |row| row.get(0))
        .optional()
        .map_err(&fault)?;
    match found {
        Some(id) => Ok(id),
        None => Err(StoreError::UnknownDocument {
            doc: name.to_owned(),
            nearest: nearest(transaction, name).map_err(&fault)?,
        }),
    }
}

/// The open document whose name is most like `wanted`; a restricted one is never proposed.
fn nearest(transaction: &Transaction<'_>, wanted: &str) -> rusqlite::Result<Option<String>> {
    let mut statement =
        transaction.prepare(&format!("SELECT d.name FROM document AS d WHERE {OPEN} ORDER BY d.name LIMIT ?1"))?;
    let mut rows = statement.query([NAMES_MAX])?;
    let mut best: Option<(f64, String)> = None;
    while let Some(row) = rows.next()? {
        let name: String = row.get(0)?;
        let nearness = strsim::jaro_winkler(&name, wanted);
        if nearness >= NEARNESS_MIN && best.as_ref().is_none_or(|(most, _)| nearness > *most) {
            best = Some((nearness, name));
        }
    }
    Ok(best.map(|(_, name)| name))
}
