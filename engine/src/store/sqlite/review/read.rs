//! Reading the review queue. Every query lets through the items of open documents only.

use std::ops::ControlFlow;

use rusqlite::types::ToSql;
use rusqlite::{Connection, OptionalExtension, Rows};

use super::{COLUMNS, FROM, Item, open_item};
use crate::fact::FactKey;
use crate::period::Period;
use crate::sqlite::{Location, OPEN, StoreError, StoredRow};
use crate::store::{AuditEntry, DecisionFault, ReasonCount, ReviewAction, ReviewFilter, ReviewId, ReviewItem};

/// The conditions of a filter, with the parameters that they name.
struct Conditions {
    sql: String,
    parameters: Vec<(&'static str, String)>,
}

impl Conditions {
    fn of(filter: &ReviewFilter) -> Self {
        let mut sql = format!("{OPEN} AND (i.stated = 1 OR i.status <> 'pending')");
        let mut parameters = Vec::new();
        // A person looks for an item by what it is about now: the fact that a decision made of it, else what was read.
        let wanted = [
            ("i.status = :status", ":status", filter.status.map(|status| status.as_str().to_owned())),
            ("d.name = :doc", ":doc", filter.doc.clone()),
            ("i.reason = :reason", ":reason", filter.reason.clone()),
            ("coalesce(i.fact_metric, i.metric) = :metric", ":metric", filter.metric.as_ref().map(ToString::to_string)),
            ("coalesce(i.fact_entity, i.entity) = :entity", ":entity", filter.entity.as_ref().map(ToString::to_string)),
            ("coalesce(i.fact_period, i.period) = :period", ":period", filter.period.map(Period::value)),
        ];
        for (condition, name, value) in wanted {
            if let Some(value) = value {
                sql.push_str(" AND ");
                sql.push_str(condition);
                parameters.push((name, value));
            }
        }
        if filter.changed {
            sql.push_str(" AND i.stated = 1 AND i.status <> 'pending' AND i.fingerprint IS NOT i.decided_fingerprint");
        }
        Self { sql, parameters }
    }

    fn parameters(&self) -> Vec<(&str, &dyn ToSql)> {
        self.parameters.iter().map(|(name, value)| (*name, value as &dyn ToSql)).collect()
    }
}

pub(in crate::store::sqlite) fn list(
    place: &Location,
    connection: &Connection,
    filter: &ReviewFilter,
    visit: &mut dyn FnMut(ReviewItem) -> ControlFlow<()>,
) -> Result<(), StoreError> {
    let fault = place.fault("listing review items");
    let conditions = Conditions::of(filter);
    let limit = filter.limit.and_then(|limit| i64::try_from(limit).ok()).unwrap_or(-1);
    let offset = i64::try_from(filter.offset).unwrap_or(i64::MAX);
    let sql =
        format!("SELECT {COLUMNS} {FROM} WHERE {} ORDER BY d.name, i.id LIMIT :limit OFFSET :offset", conditions.sql);
    let mut parameters = conditions.parameters();
    parameters.extend([(":limit", &limit as &dyn ToSql), (":offset", &offset)]);
    let mut statement = connection.prepare_cached(&sql).map_err(&fault)?;
    let mut rows = statement.query(parameters.as_slice()).map_err(&fault)?;
    while let Some(row) = rows.next().map_err(&fault)? {
        if visit(Item::read(&StoredRow { place, row })?.shown).is_break() {
            break;
        }
    }
    Ok(())
}

pub(in crate::store::sqlite) fn reasons(
    place: &Location,
    connection: &Connection,
    filter: &ReviewFilter,
) -> Result<Vec<ReasonCount>, StoreError> {
    let fault = place.fault("counting review items");
    let conditions = Conditions::of(filter);
    let sql = format!(
        "SELECT i.reason, count(*), sum(i.cells) {FROM} WHERE {} GROUP BY i.reason ORDER BY count(*) DESC, i.reason",
        conditions.sql
    );
    let mut statement = connection.prepare_cached(&sql).map_err(&fault)?;
    let mut rows = statement.query(conditions.parameters().as_slice()).map_err(&fault)?;
    counted(place, &mut rows)
}

pub(in crate::store::sqlite) fn waiting(
    place: &Location,
    connection: &Connection,
    key: &FactKey,
) -> Result<Vec<ReasonCount>, StoreError> {
    let fault = place.fault("looking for what waits for review");
    let sql = format!(
        "SELECT i.reason, count(*), sum(i.cells) {FROM} WHERE {OPEN} AND d.withdrawn = 0 AND i.status = 'pending'
         AND i.stated = 1 AND i.metric = ?1 AND i.entity = ?2 AND i.period = ?3 AND i.channel = ?4
         GROUP BY i.reason ORDER BY count(*) DESC, i.reason"
    );
    let period = key.period.value();
    let mut statement = connection.prepare_cached(&sql).map_err(&fault)?;
    let mut rows =
        statement.query([key.metric.as_str(), key.entity.as_str(), &period, key.channel.as_str()]).map_err(&fault)?;
    counted(place, &mut rows)
}

/// Rows of a reason, its items and their cells.
fn counted(place: &Location, rows: &mut Rows<'_>) -> Result<Vec<ReasonCount>, StoreError> {
    let mut counts = Vec::new();
    while let Some(row) = rows.next().map_err(place.fault("counting review items"))? {
        let reading = StoredRow { place, row };
        counts.push(ReasonCount {
            reason: reading.text(0)?.to_owned(),
            items: u64::try_from(reading.get::<i64>(1)?).unwrap_or_default(),
            cells: u64::try_from(reading.get::<i64>(2)?).unwrap_or_default(),
        });
    }
    Ok(counts)
}

pub(in crate::store::sqlite) fn show(
    place: &Location,
    connection: &Connection,
    id: ReviewId,
) -> Result<Result<(ReviewItem, Vec<AuditEntry>), DecisionFault>, StoreError> {
    let Some(item) = open_item(place, connection, id)? else {
        return Ok(Err(unknown(place, connection, id)?));
    };
    let fault = place.fault("reading an item's trail");
    let sql = "SELECT r.at, a.action, a.note, a.was, a.now FROM review_audit AS a JOIN run AS r ON r.id = a.run
        WHERE a.item = ?1 ORDER BY a.id";
    let mut statement = connection.prepare_cached(sql).map_err(&fault)?;
    let mut rows = statement.query([item.id()]).map_err(&fault)?;
    let mut trail = Vec::new();
    while let Some(row) = rows.next().map_err(&fault)? {
        let reading = StoredRow { place, row };
        let action = |text: &str| ReviewAction::ALL.into_iter().find(|action| action.as_str() == text);
        trail.push(AuditEntry {
            at: reading.instant(0)?,
            action: reading.parsed(1, "an action", action)?,
            note: reading.get(2)?,
            was: reading.get(3)?,
            now: reading.get(4)?,
        });
    }
    Ok(Ok((item.shown, trail)))
}

/// The fault of a number that no item of an open document has.
pub(super) fn unknown(place: &Location, connection: &Connection, id: ReviewId) -> Result<DecisionFault, StoreError> {
    let number = i64::try_from(id).unwrap_or(i64::MAX);
    let sql = format!("SELECT i.id {FROM} WHERE {OPEN} ORDER BY abs(i.id - ?1), i.id LIMIT 1");
    let nearest: Option<i64> = connection
        .query_row(&sql, [number], |row| row.get(0))
        .optional()
        .map_err(place.fault("looking for the nearest review item"))?;
    Ok(DecisionFault::UnknownItem { id, nearest: nearest.and_then(|id| u64::try_from(id).ok()) })
}
