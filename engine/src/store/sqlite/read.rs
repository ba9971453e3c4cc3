//! Reading facts. Every query lets through open documents only; which of several statements answers is decided outside of
//! SQL, by the rule that all backends share.

use std::ops::ControlFlow;

use rusqlite::{Connection, Row};

use super::row::{self, ANSWERS, BY_KEY, COLUMN_COUNT, COLUMNS, Conditions, JOINS, OPEN, key_params, page};
use crate::fact::{Fact, FactKey, Lineage};
use crate::sqlite::{Prepared, stored, stored_or_none};
use crate::store::{
    Answerable, Ending, FactFilter, HistoryEntry, Standing, StoredFact, agree, answerable, statement::precedence,
};

const LOOKUP: &str = "SELECT s.value, s.unit, d.name, s.locator, s.valid_as_of, s.ingested_run
    FROM fact AS s JOIN document AS d ON d.id = s.doc
    WHERE s.metric = ?1 AND s.entity = ?2 AND s.period = ?3 AND s.channel = ?4
      AND s.review IN (0, 1) AND s.withdrawn = 0 AND s.stated = 1 AND d.sensitivity IN ('PUBLIC', 'INTERNAL')";

/// One query, one descent into the table: this is what every answer waits for.
pub(super) fn lookup(connection: &Connection, key: &FactKey) -> rusqlite::Result<Option<Answerable>> {
    let statements = connection.all(LOOKUP, key_params(key), |row| {
        let fact = Fact {
            key: key.clone(),
            value: stored(row, 0)?,
            unit: stored(row, 1)?,
            lineage: Lineage { doc: row.get(2)?, locator: row.get(3)? },
            valid_as_of: stored_or_none(row, 4)?,
        };
        Ok((fact, row.get(5)?))
    })?;
    Ok(answerable(statements))
}

pub(super) fn list(
    connection: &Connection,
    filter: &FactFilter,
    visit: &mut dyn FnMut(StoredFact) -> ControlFlow<()>,
) -> rusqlite::Result<()> {
    let standing = match filter.standing {
        Standing::Answering => ANSWERS,
        Standing::Pending => "s.review = 2 AND s.withdrawn = 0 AND s.stated = 1",
        Standing::Refused => "(s.withdrawn = 1 OR s.review = 3)",
    };
    let page = page(filter.limit, filter.offset);
    let conditions = Conditions::new(format!("{OPEN} AND {standing}"))
        .and("s.metric = :metric", filter.metric.as_ref())
        .and("s.entity = :entity", filter.entity.as_ref())
        .and("s.period = :period", filter.period.as_ref())
        .and("s.channel = :channel", filter.channel.as_ref())
        .and("d.name = :doc", filter.doc.as_ref())
        .paged(&page);
    let sql = format!(
        "SELECT {COLUMNS} FROM fact AS s {JOINS} WHERE {}
         ORDER BY s.metric, s.entity, s.period, s.channel, d.name LIMIT :limit OFFSET :offset",
        conditions.sql
    );
    connection.visit(&sql, conditions.parameters.as_slice(), row::fact, visit)
}

pub(super) fn show(connection: &Connection, key: &FactKey) -> rusqlite::Result<Vec<StoredFact>> {
    let sql =
        format!("SELECT {COLUMNS}, s.ingested_run FROM fact AS s {JOINS} WHERE {BY_KEY} AND {ANSWERS} AND {OPEN}");
    let read = |row: &Row<'_>| Ok((row::fact(row)?, row.get(COLUMN_COUNT)?));
    let mut facts: Vec<(StoredFact, i64)> = connection.all(&sql, key_params(key), read)?;
    facts.sort_by(|(a, run_a), (b, run_b)| precedence((&a.fact, *run_a), (&b.fact, *run_b)));
    Ok(facts.into_iter().map(|(fact, _)| fact).collect())
}

/// Only keys that several documents state are read, and one key is held at a time.
pub(super) fn conflicts(
    connection: &Connection,
    visit: &mut dyn FnMut(&[Fact]) -> ControlFlow<()>,
) -> rusqlite::Result<()> {
    let sql = format!(
        "SELECT s.metric, s.entity, s.period, s.channel FROM fact AS s JOIN document AS d ON d.id = s.doc
         WHERE {ANSWERS} AND {OPEN} GROUP BY s.metric, s.entity, s.period, s.channel HAVING count(*) > 1
         ORDER BY s.metric, s.entity, s.period, s.channel"
    );
    let read = |row: &Row<'_>| lookup(connection, &row::key(row)?);
    connection.visit(&sql, [], read, &mut |found| match found {
        Some(Answerable { fact, others }) if !others.is_empty() => {
            debug_assert!(others.iter().all(|other| !agree(&fact, other)));
            let facts: Vec<Fact> = std::iter::once(fact).chain(others).collect();
            visit(&facts)
        }
        _ => ControlFlow::Continue(()),
    })
}

pub(super) fn history(connection: &Connection, key: &FactKey) -> rusqlite::Result<Vec<HistoryEntry>> {
    let former = format!(
        "SELECT {COLUMNS}, s.action, e.at, b.name, e.reason FROM history AS s {JOINS}
         JOIN run AS e ON e.id = s.ended_run LEFT JOIN source AS b ON b.id = s.ended_source
         WHERE {BY_KEY} AND {OPEN} ORDER BY d.name, s.id"
    );
    let mut entries = connection.all(&former, key_params(key), |row| {
        let ending = Ending {
            action: stored(row, COLUMN_COUNT)?,
            at: stored(row, COLUMN_COUNT + 1)?,
            source: row.get(COLUMN_COUNT + 2)?,
            reason: row.get(COLUMN_COUNT + 3)?,
        };
        Ok(HistoryEntry { state: row::fact(row)?, ending: Some(ending) })
    })?;
    let present = format!("SELECT {COLUMNS} FROM fact AS s {JOINS} WHERE {BY_KEY} AND {OPEN} ORDER BY d.name");
    let read = |row: &Row<'_>| Ok(HistoryEntry { state: row::fact(row)?, ending: None });
    entries.extend(connection.all(&present, key_params(key), read)?);
    // The sort is stable: within a document the former states keep their order, and the present one comes last.
    entries.sort_by(|a, b| a.state.fact.lineage.doc.cmp(&b.state.fact.lineage.doc));
    Ok(entries)
}
