//! A person's decisions: facts are taken out of answers and put back. Each decision is one transaction and leaves every
//! former state in the history; it never deletes a row.

use jiff::Timestamp;
use rusqlite::{Connection, params};

use super::row::OPEN;
use crate::sqlite::{Database, Fault, Prepared, StoreError, instant_text, unknown_document};
use crate::store::{Action, Selection, Withdrawal};

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

/// A fact that was withdrawn by a decision of its own before its document was.
const OF_ITS_OWN: &str = "withdrawn = 1 AND (SELECT coalesce(max(h.ended_run), 9223372036854775807) FROM history AS h
    WHERE h.metric = fact.metric AND h.entity = fact.entity AND h.period = fact.period AND h.channel = fact.channel
        AND h.doc = fact.doc AND h.action = 'withdrawn') < (SELECT d.withdrawn FROM document AS d WHERE d.id = fact.doc)";

/// Withdraws or restores, as `action` says.
pub(super) fn decide(
    database: &Database,
    action: Action,
    what: &Selection,
    reason: &str,
    now: Timestamp,
) -> Result<Withdrawal, StoreError> {
    let (doc, key) = match what {
        Selection::Document(doc) => (Some(doc), None),
        Selection::Key { key, doc } => (doc.as_ref(), Some(key)),
    };
    let withdrawn = action == Action::Withdrawn;
    database.write("storing a decision", |transaction| {
        let doc = doc.map(|name| document(&transaction, name)).transpose()?;
        let run = begin(&transaction, now, reason)?;
        let whole = doc.filter(|_| key.is_none());
        let (mut selected, mut kept) = (condition(what), 0);
        if !withdrawn && whole.is_some() {
            kept = transaction.value(&format!("SELECT count(*) FROM fact WHERE doc = ?1 AND {OF_ITS_OWN}"), [whole])?;
            selected = format!("{selected} AND NOT ({OF_ITS_OWN})");
        }
        let (metric, entity) = (key.map(|key| &key.metric), key.map(|key| &key.entity));
        let (period, channel) = (key.map(|key| key.period), key.map(|key| &key.channel));
        let selection = params![doc, metric, entity, period, channel, withdrawn];
        let sql = format!("SELECT count(*) FROM fact WHERE {selected} AND withdrawn = ?6");
        let already = transaction.value(&sql, selection)?;
        let copy = format!(
            "INSERT INTO history ({STATE}, action, ended_run) SELECT {STATE}, ?7, ?8 FROM fact WHERE {selected} AND withdrawn <> ?6"
        );
        transaction.execute(&copy, params![doc, metric, entity, period, channel, withdrawn, action, run])?;
        let sql = format!("UPDATE fact SET withdrawn = ?6 WHERE {selected} AND withdrawn <> ?6");
        let facts = transaction.execute(&sql, selection)? as u64;
        if whole.is_some() {
            // The number of the decision, by which those are told that were taken before it.
            let sql = "UPDATE document SET withdrawn = CASE WHEN ?2 = 1 AND withdrawn <> 0 THEN withdrawn ELSE ?2 * ?3 END
                WHERE id = ?1";
            transaction.execute(sql, params![whole, withdrawn, run])?;
        }
        transaction.commit()?;
        Ok(Withdrawal { facts, already, kept })
    })
}

/// Notes a person's decision. Returns its number among the runs.
pub(super) fn begin(connection: &Connection, now: Timestamp, reason: &str) -> rusqlite::Result<i64> {
    connection.execute("INSERT INTO run (at, reason) VALUES (?1, ?2)", params![instant_text(now), reason])?;
    Ok(connection.last_insert_rowid())
}

/// The columns that fact and history share.
pub(super) const STATE: &str = "metric, entity, period, channel, doc, value, unit, locator, valid_as_of, review, \
    withdrawn, stated, confidence, tags, source, line, ingested_run, shown";

/// The id of an open document.
pub(super) fn document(connection: &Connection, name: &str) -> Result<i64, Fault> {
    let sql = format!("SELECT d.id FROM document AS d WHERE d.name = ?1 AND {OPEN}");
    connection.first(&sql, [name], |row| row.get(0))?.ok_or_else(|| unknown_document(connection, name))
}
