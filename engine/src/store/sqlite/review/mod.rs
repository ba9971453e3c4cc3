//! Review items in SQLite: how a row is read and written. What a decision does is in [`decide`], what an ingestion does
//! beside the facts of its run.

mod decide;
mod desk;
mod facts;
mod find;
mod read;

use rusqlite::types::ToSql;
use rusqlite::{Connection, Row, params};
use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;

pub(super) use decide::decide;
pub(super) use read::{list, reasons, show, waiting};

use super::row::{OPEN, tags_text};
use crate::fact::Stated;
use crate::reading::{Candidate, Confidence};
use crate::sqlite::{Prepared, stored, stored_or_none};
use crate::store::review::{fingerprint, reading_text};
use crate::store::{Change, NewReview, ReviewAction, ReviewItem};

/// The columns of an item, in the order in which [`Item::read`] takes them. `i`: item, `d`: document, `f`: source, `r`: the
/// run that first read it.
const COLUMNS: &str = "i.id, d.name, f.name, i.locator, i.text, i.reason, i.message, i.metric, i.entity, i.period, \
    i.channel, i.value, i.unit, i.valid_as_of, i.tags, i.confidence, i.cells, i.status, i.stated, i.fact_metric, \
    i.fact_entity, i.fact_period, i.fact_channel, i.fact_value, i.fact_unit, r.at, i.fingerprint, \
    i.decided_fingerprint, i.decided_reading, i.doc, i.source, d.withdrawn";

/// The tables that [`COLUMNS`] need. Conditions are added to it; the first one lets through open documents alone.
const FROM: &str = "FROM review_item AS i JOIN document AS d ON d.id = i.doc JOIN source AS f ON f.id = i.source
    JOIN run AS r ON r.id = i.first_run";

/// An item, and what only the store knows of it.
#[derive(Debug, Clone)]
pub(super) struct Item {
    pub(super) shown: ReviewItem,
    pub(super) fingerprint: String,
    pub(super) decided_fingerprint: Option<String>,
    pub(super) doc: i64,
    pub(super) source: i64,
    pub(super) doc_withdrawn: bool,
}

impl Item {
    fn read(row: &Row<'_>) -> rusqlite::Result<Self> {
        let (text, candidate): (String, Candidate) = (row.get(4)?, candidate(row)?);
        let fingerprint: String = row.get(26)?;
        let decided_fingerprint: Option<String> = row.get(27)?;
        let changed = match (&decided_fingerprint, row.get(28)?) {
            (Some(then), Some(was)) if *then != fingerprint => {
                Some(Change { was, now: reading_text(&text, &candidate) })
            }
            _ => None,
        };
        let shown = ReviewItem {
            id: row.get(0)?,
            doc: row.get(1)?,
            source: row.get(2)?,
            locator: row.get(3)?,
            text,
            reason: row.get(5)?,
            message: row.get(6)?,
            candidate,
            cells: row.get(16)?,
            status: stored(row, 17)?,
            stated: row.get(18)?,
            fact: fact(row)?,
            changed,
            first_read_at: stored(row, 25)?,
        };
        let (doc, source, doc_withdrawn) = (row.get(29)?, row.get(30)?, row.get(31)?);
        Ok(Self { shown, fingerprint, decided_fingerprint, doc, source, doc_withdrawn })
    }

    /// Its key in the table.
    pub(super) fn id(&self) -> i64 {
        i64::try_from(self.shown.id).unwrap_or(i64::MAX)
    }
}

/// The items that a condition over [`FROM`] selects, by document and number, open documents or not.
pub(super) fn items(
    connection: &Connection,
    condition: &str,
    parameters: &[&dyn ToSql],
) -> rusqlite::Result<Vec<Item>> {
    let sql = format!("SELECT {COLUMNS} {FROM} WHERE {condition} ORDER BY d.name, i.id");
    connection.all(&sql, parameters, Item::read)
}

/// An item of an open document.
fn open_item(connection: &Connection, id: u64) -> rusqlite::Result<Option<Item>> {
    let id = i64::try_from(id).unwrap_or(i64::MAX);
    Ok(items(connection, &format!("i.id = ?1 AND {OPEN}"), &[&id])?.pop())
}

fn candidate(row: &Row<'_>) -> rusqlite::Result<Candidate> {
    let confidence: Option<Decimal> = stored_or_none(row, 15)?;
    Ok(Candidate {
        metric: stored_or_none(row, 7)?,
        entity: stored_or_none(row, 8)?,
        period: stored_or_none(row, 9)?,
        channel: stored_or_none(row, 10)?,
        value: stored_or_none(row, 11)?,
        unit: stored_or_none(row, 12)?,
        valid_as_of: stored_or_none(row, 13)?,
        tags: super::row::tags_from(row.get(14)?),
        confidence: confidence
            .and_then(|confidence| (confidence * Decimal::ONE_HUNDRED).to_u8())
            .and_then(Confidence::hundredths),
    })
}

/// The fact of a decision, when there is one.
fn fact(row: &Row<'_>) -> rusqlite::Result<Option<Stated>> {
    let decided = Candidate {
        metric: stored_or_none(row, 19)?,
        entity: stored_or_none(row, 20)?,
        period: stored_or_none(row, 21)?,
        channel: stored_or_none(row, 22)?,
        value: stored_or_none(row, 23)?,
        unit: stored_or_none(row, 24)?,
        ..Candidate::default()
    };
    Ok(decided.complete())
}

/// Makes an item that waits. Returns its key.
pub(super) fn insert(
    connection: &Connection,
    doc: i64,
    source: i64,
    run: i64,
    read: &NewReview,
) -> rusqlite::Result<i64> {
    let sql =
        "INSERT INTO review_item (source, locator, text, reason, message, metric, entity, period, channel, value, unit,
             valid_as_of, tags, confidence, cells, fingerprint, seen_run, doc, first_run, status, stated)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?17, 'pending', 1)";
    write(connection, sql, source, run, doc, read)?;
    Ok(connection.last_insert_rowid())
}

/// Puts what is read now in the place of what an item held.
pub(super) fn reread(
    connection: &Connection,
    item: i64,
    source: i64,
    run: i64,
    read: &NewReview,
) -> rusqlite::Result<()> {
    let sql = "UPDATE review_item SET source = ?1, locator = ?2, text = ?3, reason = ?4, message = ?5, metric = ?6,
             entity = ?7, period = ?8, channel = ?9, value = ?10, unit = ?11, valid_as_of = ?12, tags = ?13,
             confidence = ?14, cells = ?15, fingerprint = ?16, seen_run = ?17, stated = 1 WHERE id = ?18";
    write(connection, sql, source, run, item, read)
}

/// Runs a statement whose parameters are a reading's source, its parts, their fingerprint, the run, and `last`.
fn write(
    connection: &Connection,
    sql: &str,
    source: i64,
    run: i64,
    last: i64,
    read: &NewReview,
) -> rusqlite::Result<()> {
    let NewReview { locator, text, reason, message, candidate, cells } = read;
    let Candidate { metric, entity, period, channel, unit, .. } = candidate;
    let value = candidate.value.map(|value| value.to_string());
    let (date, tags) = (candidate.valid_as_of.map(|date| date.to_string()), tags_text(&candidate.tags));
    let (confidence, print) = (candidate.confidence.map(|sure| sure.to_string()), fingerprint(text, candidate));
    let row = params![
        source, locator, text, reason, message, metric, entity, period, channel, value, unit, date, tags, confidence,
        cells, print, run, last
    ];
    connection.change(sql, row).map(drop)
}

/// A line of an item's trail.
#[derive(Debug, Clone, Copy)]
pub(super) struct Trail<'a> {
    pub(super) action: ReviewAction,
    pub(super) note: Option<&'a str>,
    pub(super) was: Option<&'a str>,
    pub(super) now: Option<&'a str>,
}

/// Adds a line to an item's trail.
pub(super) fn audit(connection: &Connection, item: i64, run: i64, trail: Trail<'_>) -> rusqlite::Result<()> {
    let sql = "INSERT INTO review_audit (item, run, action, note, was, now) VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
    connection.change(sql, params![item, run, trail.action, trail.note, trail.was, trail.now]).map(drop)
}
