//! Reading the review queue. Every query lets through the items of open documents only.

use std::ops::ControlFlow;

use rusqlite::{Connection, Params, Row};

use super::{COLUMNS, FROM, Item, open_item};
use crate::fact::FactKey;
use crate::sqlite::{Prepared, stored};
use crate::store::sqlite::row::OPEN;
use crate::store::sqlite::row::{Conditions, key_params, page};
use crate::store::{AuditEntry, DecisionFault, ReasonCount, ReviewFilter, ReviewId, ReviewItem};

/// What a filter lets through. A person looks for an item by what it is about now: the fact that a decision made of it, else
/// what was read.
fn conditions(filter: &ReviewFilter) -> Conditions<'_> {
    let mut open = format!("{OPEN} AND (i.stated = 1 OR i.status <> 'pending')");
    if filter.changed {
        open.push_str(" AND i.stated = 1 AND i.status <> 'pending' AND i.fingerprint IS NOT i.decided_fingerprint");
    }
    Conditions::new(open)
        .and("i.status = :status", filter.status.as_ref())
        .and("d.name = :doc", filter.doc.as_ref())
        .and("i.reason = :reason", filter.reason.as_ref())
        .and("coalesce(i.fact_metric, i.metric) = :metric", filter.metric.as_ref())
        .and("coalesce(i.fact_entity, i.entity) = :entity", filter.entity.as_ref())
        .and("coalesce(i.fact_period, i.period) = :period", filter.period.as_ref())
}

pub(in crate::store::sqlite) fn list(
    connection: &Connection,
    filter: &ReviewFilter,
    visit: &mut dyn FnMut(ReviewItem) -> ControlFlow<()>,
) -> rusqlite::Result<()> {
    let page = page(filter.limit, filter.offset);
    let conditions = conditions(filter).paged(&page);
    let sql =
        format!("SELECT {COLUMNS} {FROM} WHERE {} ORDER BY d.name, i.id LIMIT :limit OFFSET :offset", conditions.sql);
    connection.visit(&sql, conditions.parameters.as_slice(), |row| Ok(Item::read(row)?.shown), visit)
}

pub(in crate::store::sqlite) fn reasons(
    connection: &Connection,
    filter: &ReviewFilter,
) -> rusqlite::Result<Vec<ReasonCount>> {
    let conditions = conditions(filter);
    counted(connection, &conditions.sql, conditions.parameters.as_slice())
}

pub(in crate::store::sqlite) fn waiting(connection: &Connection, key: &FactKey) -> rusqlite::Result<Vec<ReasonCount>> {
    let condition = format!(
        "{OPEN} AND d.withdrawn = 0 AND i.status = 'pending' AND i.stated = 1 AND i.metric = ?1 AND i.entity = ?2
         AND i.period = ?3 AND i.channel = ?4"
    );
    counted(connection, &condition, key_params(key))
}

/// The reasons of the items that meet a condition, with how many items and cells have each.
fn counted(connection: &Connection, condition: &str, params: impl Params) -> rusqlite::Result<Vec<ReasonCount>> {
    let sql = format!(
        "SELECT i.reason, count(*), sum(i.cells) {FROM} WHERE {condition} GROUP BY i.reason
         ORDER BY count(*) DESC, i.reason"
    );
    let read = |row: &Row<'_>| Ok(ReasonCount { reason: row.get(0)?, items: row.get(1)?, cells: row.get(2)? });
    connection.all(&sql, params, read)
}

pub(in crate::store::sqlite) fn show(
    connection: &Connection,
    id: ReviewId,
) -> rusqlite::Result<Result<(ReviewItem, Vec<AuditEntry>), DecisionFault>> {
    let Some(item) = open_item(connection, id)? else {
        return Ok(Err(unknown(connection, id)?));
    };
    let sql = "SELECT r.at, a.action, a.note, a.was, a.now FROM review_audit AS a JOIN run AS r ON r.id = a.run
        WHERE a.item = ?1 ORDER BY a.id";
    let trail = connection.all(sql, [item.id()], |row| {
        let (at, action) = (stored(row, 0)?, stored(row, 1)?);
        Ok(AuditEntry { at, action, note: row.get(2)?, was: row.get(3)?, now: row.get(4)? })
    })?;
    Ok(Ok((item.shown, trail)))
}

/// The fault of a number that no item of an open document has.
pub(super) fn unknown(connection: &Connection, id: ReviewId) -> rusqlite::Result<DecisionFault> {
    let number = i64::try_from(id).unwrap_or(i64::MAX);
    let sql = format!("SELECT i.id {FROM} WHERE {OPEN} ORDER BY abs(i.id - ?1), i.id LIMIT 1");
    Ok(DecisionFault::UnknownItem { id, nearest: connection.first(&sql, [number], |row| row.get(0))? })
}
