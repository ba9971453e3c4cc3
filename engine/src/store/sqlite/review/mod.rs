//! Review items in SQLite: how a row is read and written. What a decision does is in [`decide`], what an ingestion does
//! beside the facts of its run.

mod decide;
mod desk;
mod facts;
mod find;
mod read;

use rusqlite::types::ToSql;
use rusqlite::{Connection, params};
use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;

pub(super) use decide::decide;
pub(super) use read::{list, reasons, show, waiting};

use super::row::tags_text;
use crate::code::{ChannelCode, EntityCode, MetricCode, UnitCode};
use crate::fact::FactKey;
use crate::period::Period;
use crate::reading::{Candidate, Confidence};
use crate::sqlite::{Location, OPEN, StoreError, StoredRow};
use crate::store::review::matching::Known;
use crate::store::review::{fingerprint, reading_text};
use crate::store::{Change, ReviewAction, ReviewItem, ReviewStatus};

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
    fn read(row: &StoredRow<'_>) -> Result<Self, StoreError> {
        let text = row.text(4)?.to_owned();
        let candidate = candidate(row)?;
        let fingerprint = row.text(26)?.to_owned();
        let decided_fingerprint = row.optional_text(27)?.map(str::to_owned);
        let changed = match (&decided_fingerprint, row.optional_text(28)?) {
            (Some(then), Some(was)) if *then != fingerprint => {
                Some(Change { was: was.to_owned(), now: reading_text(&text, &candidate) })
            }
            _ => None,
        };
        let shown = ReviewItem {
            id: u64::try_from(row.get::<i64>(0)?).unwrap_or_default(),
            doc: row.text(1)?.to_owned(),
            source: row.text(2)?.to_owned(),
            locator: row.text(3)?.to_owned(),
            text,
            reason: row.text(5)?.to_owned(),
            message: row.text(6)?.to_owned(),
            candidate,
            cells: u64::try_from(row.get::<i64>(16)?).unwrap_or_default(),
            status: row.parsed(17, "a review's status", ReviewStatus::of)?,
            stated: row.get(18)?,
            fact: fact(row)?,
            changed,
            first_read_at: row.instant(25)?,
        };
        let (doc, source, doc_withdrawn) = (row.get(29)?, row.get(30)?, row.get(31)?);
        Ok(Self { shown, fingerprint, decided_fingerprint, doc, source, doc_withdrawn })
    }

    /// Its key in the table.
    pub(super) fn id(&self) -> i64 {
        i64::try_from(self.shown.id).unwrap_or(i64::MAX)
    }

    /// What pairing needs of it.
    pub(super) fn known(&self) -> Known {
        Known {
            locator: self.shown.locator.clone(),
            text: self.shown.text.clone(),
            reason: self.shown.reason.clone(),
            candidate: self.shown.candidate.clone(),
            fact_key: self.shown.fact.as_ref().map(|(key, ..)| key.clone()),
            decided: self.shown.status.is_decided(),
        }
    }
}

/// The items that a condition over [`FROM`] selects, by document and number, open documents or not.
pub(super) fn items(
    place: &Location,
    connection: &Connection,
    condition: &str,
    parameters: &[&dyn ToSql],
) -> Result<Vec<Item>, StoreError> {
    let fault = place.fault("reading review items");
    let sql = format!("SELECT {COLUMNS} {FROM} WHERE {condition} ORDER BY d.name, i.id");
    let mut statement = connection.prepare_cached(&sql).map_err(&fault)?;
    let mut rows = statement.query(parameters).map_err(&fault)?;
    let mut items = Vec::new();
    while let Some(row) = rows.next().map_err(&fault)? {
        items.push(Item::read(&StoredRow { place, row })?);
    }
    Ok(items)
}

/// An item of an open document.
fn open_item(place: &Location, connection: &Connection, id: u64) -> Result<Option<Item>, StoreError> {
    let id = i64::try_from(id).unwrap_or(i64::MAX);
    Ok(items(place, connection, &format!("i.id = ?1 AND {OPEN}"), &[&id])?.pop())
}

fn candidate(row: &StoredRow<'_>) -> Result<Candidate, StoreError> {
    let text = |column| Ok::<_, StoreError>(row.optional_text(column)?.map(str::to_owned));
    let confidence = optional_decimal(row, 15)?;
    Ok(Candidate {
        metric: text(7)?.map(MetricCode::new),
        entity: text(8)?.map(EntityCode::new),
        period: period(row, 9)?,
        channel: text(10)?.map(ChannelCode::new),
        value: optional_decimal(row, 11)?,
        unit: text(12)?.map(UnitCode::new),
        valid_as_of: row.date(13)?,
        tags: super::row::tags_from(row.optional_text(14)?),
        confidence: confidence
            .and_then(|confidence| (confidence * Decimal::ONE_HUNDRED).to_u8())
            .and_then(Confidence::hundredths),
    })
}

fn fact(row: &StoredRow<'_>) -> Result<Option<(FactKey, Decimal, UnitCode)>, StoreError> {
    let text = |column| Ok::<_, StoreError>(row.optional_text(column)?.map(str::to_owned));
    let parts = (text(19)?, text(20)?, period(row, 21)?, text(22)?, optional_decimal(row, 23)?, text(24)?);
    let (Some(metric), Some(entity), Some(period), Some(channel), Some(value), Some(unit)) = parts else {
        return Ok(None);
    };
    let key = FactKey {
        metric: MetricCode::new(metric),
        entity: EntityCode::new(entity),
        period,
        channel: ChannelCode::new(channel),
    };
    Ok(Some((key, value, UnitCode::new(unit))))
}

fn period(row: &StoredRow<'_>, column: usize) -> Result<Option<Period>, StoreError> {
    match row.optional_text(column)? {
        None => Ok(None),
        Some(_) => row.parsed(column, "a period", |text| text.parse().ok()).map(Some),
    }
}

fn optional_decimal(row: &StoredRow<'_>, column: usize) -> Result<Option<Decimal>, StoreError> {
    match row.optional_text(column)? {
        None => Ok(None),
        Some(_) => super::row::decimal(row, column).map(Some),
    }
}

/// A reading on its way into an item's row.
#[derive(Debug, Clone, Copy)]
pub(super) struct Present<'a> {
    pub(super) source: i64,
    pub(super) locator: &'a str,
    pub(super) text: &'a str,
    pub(super) reason: &'a str,
    pub(super) message: &'a str,
    pub(super) candidate: &'a Candidate,
    pub(super) cells: u64,
}

/// Makes an item that waits. Returns its key.
pub(super) fn insert(connection: &Connection, doc: i64, run: i64, present: &Present<'_>) -> rusqlite::Result<i64> {
    connection
        .prepare_cached(
            "INSERT INTO review_item (source, locator, text, reason, message, metric, entity, period, channel, value, unit,
                 valid_as_of, tags, confidence, cells, fingerprint, seen_run, doc, first_run, status, stated)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?17, 'pending', 1)",
        )?
        .execute(&values(present, run, doc)[..].iter().map(|value| &**value as &dyn ToSql).collect::<Vec<_>>()[..])?;
    Ok(connection.last_insert_rowid())
}

/// Puts what is read now in the place of what an item held.
pub(super) fn reread(connection: &Connection, item: i64, run: i64, present: &Present<'_>) -> rusqlite::Result<()> {
    connection
        .prepare_cached(
            "UPDATE review_item SET source = ?1, locator = ?2, text = ?3, reason = ?4, message = ?5, metric = ?6,
                 entity = ?7, period = ?8, channel = ?9, value = ?10, unit = ?11, valid_as_of = ?12, tags = ?13,
                 confidence = ?14, cells = ?15, fingerprint = ?16, seen_run = ?17, stated = 1 WHERE id = ?18",
        )?
        .execute(&values(present, run, item)[..].iter().map(|value| &**value as &dyn ToSql).collect::<Vec<_>>()[..])?;
    Ok(())
}

/// The parameters that [`insert`] and [`reread`] share.
fn values(present: &Present<'_>, run: i64, last: i64) -> Vec<Box<dyn ToSql>> {
    let candidate = present.candidate;
    vec![
        Box::new(present.source),
        Box::new(present.locator.to_owned()),
        Box::new(present.text.to_owned()),
        Box::new(present.reason.to_owned()),
        Box::new(present.message.to_owned()),
        Box::new(candidate.metric.as_ref().map(ToString::to_string)),
        Box::new(candidate.entity.as_ref().map(ToString::to_string)),
        Box::new(candidate.period.map(Period::value)),
        Box::new(candidate.channel.as_ref().map(ToString::to_string)),
        Box::new(candidate.value.map(|value| value.to_string())),
        Box::new(candidate.unit.as_ref().map(ToString::to_string)),
        Box::new(candidate.valid_as_of.map(|date| date.to_string())),
        Box::new(tags_text(&candidate.tags)),
        Box::new(candidate.confidence.map(|confidence| confidence.to_string())),
        Box::new(i64::try_from(present.cells).unwrap_or(i64::MAX)),
        Box::new(fingerprint(present.text, candidate)),
        Box::new(run),
        Box::new(last),
    ]
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
    connection
        .prepare_cached("INSERT INTO review_audit (item, run, action, note, was, now) VALUES (?1, ?2, ?3, ?4, ?5, ?6)")?
        .execute(params![item, run, trail.action.as_str(), trail.note, trail.was, trail.now])?;
    Ok(())
}
