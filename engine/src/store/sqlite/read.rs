//! Reading facts. Every query lets through open documents only; which of several statements answers is decided outside of
//! SQL, by the rule that all backends share.

use std::ops::ControlFlow;

use rusqlite::types::ToSql;
use rusqlite::{Connection, Rows, params};

use super::row::{self, ANSWERS, COLUMN_COUNT, COLUMNS, JOINS};
use crate::code::UnitCode;
use crate::fact::{Fact, FactKey, Lineage};
use crate::period::Period;
use crate::sqlite::{Location, OPEN, StoreError, StoredRow};
use crate::store::{
    Answerable, Ending, FactFilter, HistoryEntry, Standing, StoredFact, agree, answerable, statement::precedence,
};

/// The condition that selects one key, after the four parameters of [`key_params`].
const BY_KEY: &str = "s.metric = ?1 AND s.entity = ?2 AND s.period = ?3 AND s.channel = ?4";

const LOOKUP: &str = "SELECT s.value, s.unit, d.name, s.locator, s.valid_as_of, s.ingested_run
    FROM fact AS s JOIN document AS d ON d.id = s.doc
    WHERE s.metric = ?1 AND s.entity = ?2 AND s.period = ?3 AND s.channel = ?4
      AND s.review IN (0, 1) AND s.withdrawn = 0 AND s.stated = 1 AND d.sensitivity IN ('PUBLIC', 'INTERNAL')";

/// One query, one descent into the table: this is what every answer waits for.
pub(super) fn lookup(
    place: &Location,
    connection: &Connection,
    key: &FactKey,
) -> Result<Option<Answerable>, StoreError> {
    let fault = place.fault("looking a fact up");
    let mut statement = connection.prepare_cached(LOOKUP).map_err(&fault)?;
    let period = key.period.value();
    let mut rows = statement
        .query(params![key.metric.as_str(), key.entity.as_str(), period, key.channel.as_str()])
        .map_err(&fault)?;
    let mut statements = Vec::new();
    while let Some(row) = rows.next().map_err(&fault)? {
        let reading = StoredRow { place, row };
        let fact = Fact {
            key: key.clone(),
            value: row::decimal(&reading, 0)?,
            unit: UnitCode::new(reading.text(1)?),
            lineage: Lineage { doc: reading.text(2)?.to_owned(), locator: reading.text(3)?.to_owned() },
            valid_as_of: reading.date(4)?,
        };
        statements.push((fact, reading.get::<i64>(5)?));
    }
    Ok(answerable(statements))
}

pub(super) fn list(
    place: &Location,
    connection: &Connection,
    filter: &FactFilter,
    visit: &mut dyn FnMut(StoredFact) -> ControlFlow<()>,
) -> Result<(), StoreError> {
    let fault = place.fault("listing facts");
    let standing = match filter.standing {
        Standing::Answering => ANSWERS,
        Standing::Pending => "s.review = 2 AND s.withdrawn = 0 AND s.stated = 1",
        Standing::Refused => "(s.withdrawn = 1 OR s.review = 3)",
    };
    let limit = filter.limit.and_then(|limit| i64::try_from(limit).ok()).unwrap_or(-1);
    let offset = i64::try_from(filter.offset).unwrap_or(i64::MAX);
    let mut conditions = vec![OPEN, standing];
    let mut parameters: Vec<(&str, &dyn ToSql)> = vec![(":limit", &limit), (":offset", &offset)];
    let wanted = [
        ("s.metric = :metric", ":metric", filter.metric.as_ref().map(ToString::to_string)),
        ("s.entity = :entity", ":entity", filter.entity.as_ref().map(ToString::to_string)),
        ("s.period = :period", ":period", filter.period.map(Period::value)),
        ("s.channel = :channel", ":channel", filter.channel.as_ref().map(ToString::to_string)),
        ("d.name = :doc", ":doc", filter.doc.clone()),
    ];
    for (condition, name, value) in &wanted {
        if value.is_some() {
            conditions.push(condition);
            parameters.push((name, value));
        }
    }
    let sql = format!(
        "SELECT {COLUMNS} FROM fact AS s {JOINS} WHERE {}
         ORDER BY s.metric, s.entity, s.period, s.channel, d.name LIMIT :limit OFFSET :offset",
        conditions.join(" AND ")
    );
    let mut statement = connection.prepare_cached(&sql).map_err(&fault)?;
    let mut rows = statement.query(parameters.as_slice()).map_err(&fault)?;
    while let Some(row) = rows.next().map_err(&fault)? {
        if visit(row::stored(&StoredRow { place, row })?).is_break() {
            break;
        }
    }
    Ok(())
}

pub(super) fn show(place: &Location, connection: &Connection, key: &FactKey) -> Result<Vec<StoredFact>, StoreError> {
    let fault = place.fault("reading a fact");
    let sql =
        format!("SELECT {COLUMNS}, s.ingested_run FROM fact AS s {JOINS} WHERE {BY_KEY} AND {ANSWERS} AND {OPEN}");
    let mut statement = connection.prepare_cached(&sql).map_err(&fault)?;
    let mut rows = statement.query(key_params(key)).map_err(&fault)?;
    let mut facts = Vec::new();
    while let Some(row) = rows.next().map_err(&fault)? {
        let reading = StoredRow { place, row };
        facts.push((row::stored(&reading)?, reading.get::<i64>(COLUMN_COUNT)?));
    }
    facts.sort_by(|(a, run_a), (b, run_b)| precedence((&a.fact, *run_a), (&b.fact, *run_b)));
    Ok(facts.into_iter().map(|(fact, _)| fact).collect())
}

/// Only keys that several documents state are read, and one key is held at a time.
pub(super) fn conflicts(
    place: &Location,
    connection: &Connection,
    visit: &mut dyn FnMut(&[Fact]) -> ControlFlow<()>,
) -> Result<(), StoreError> {
    let fault = place.fault("looking for conflicts");
    let sql = format!(
        "SELECT s.metric, s.entity, s.period, s.channel FROM fact AS s JOIN document AS d ON d.id = s.doc
         WHERE {ANSWERS} AND {OPEN} GROUP BY s.metric, s.entity, s.period, s.channel HAVING count(*) > 1
         ORDER BY s.metric, s.entity, s.period, s.channel"
    );
    let mut statement = connection.prepare_cached(&sql).map_err(&fault)?;
    let mut rows = statement.query([]).map_err(&fault)?;
    while let Some(row) = rows.next().map_err(&fault)? {
        let key = row::key(&StoredRow { place, row })?;
        let Some(Answerable { fact, others }) = lookup(place, connection, &key)? else { continue };
        if others.is_empty() {
            continue;
        }
        debug_assert!(others.iter().all(|other| !agree(&fact, other)));
        let mut facts = vec![fact];
        facts.extend(others);
        if visit(&facts).is_break() {
            break;
        }
    }
    Ok(())
}

pub(super) fn history(
    place: &Location,
    connection: &Connection,
    key: &FactKey,
) -> Result<Vec<HistoryEntry>, StoreError> {
    let fault = place.fault("reading the history");
    let former = format!(
        "SELECT {COLUMNS}, s.action, e.at, b.name, e.reason FROM history AS s {JOINS}
         JOIN run AS e ON e.id = s.ended_run LEFT JOIN source AS b ON b.id = s.ended_source
         WHERE {BY_KEY} AND {OPEN} ORDER BY d.name, s.id"
    );
    let present = format!("SELECT {COLUMNS} FROM fact AS s {JOINS} WHERE {BY_KEY} AND {OPEN} ORDER BY d.name");
    let mut entries = Vec::new();
    {
        let mut statement = connection.prepare_cached(&former).map_err(&fault)?;
        let mut rows = statement.query(key_params(key)).map_err(&fault)?;
        while let Some(row) = rows.next().map_err(&fault)? {
            let reading = StoredRow { place, row };
            let ending = Ending {
                action: row::action(&reading, COLUMN_COUNT)?,
                at: reading.instant(COLUMN_COUNT + 1)?,
                source: reading.get(COLUMN_COUNT + 2)?,
                reason: reading.get(COLUMN_COUNT + 3)?,
            };
            entries.push(HistoryEntry { state: row::stored(&reading)?, ending: Some(ending) });
        }
    }
    let mut statement = connection.prepare_cached(&present).map_err(&fault)?;
    let mut rows: Rows<'_> = statement.query(key_params(key)).map_err(&fault)?;
    while let Some(row) = rows.next().map_err(&fault)? {
        entries.push(HistoryEntry { state: row::stored(&StoredRow { place, row })?, ending: None });
    }
    // The sort is stable: within a document the former states keep their order, and the present one comes last.
    entries.sort_by(|a, b| a.state.fact.lineage.doc.cmp(&b.state.fact.lineage.doc));
    Ok(entries)
}

fn key_params(key: &FactKey) -> [String; 4] {
    [key.metric.to_string(), key.entity.to_string(), key.period.value(), key.channel.to_string()]
}
