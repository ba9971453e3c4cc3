//! What changed since a generation, for an index. Everything is read in one transaction, so that the changes and the state
//! they lead to are those of one moment; nothing here is written.

use std::ops::ControlFlow;
use std::sync::Arc;

use rusqlite::{Connection, Row, params};

use crate::document::Attributes;
use crate::passage::ChunkId;
use crate::retrieval::store::{DocumentChange, IndexedChunk, IndexedDocument, StoreState};
use crate::sqlite::{Location, OPEN, StoreError, StoredRow};

/// Documents of which a version began or ended after generation `?1`, by name.
const CHANGED: &str = "SELECT d.id, d.name FROM document AS d
    WHERE d.id IN (SELECT document FROM version WHERE began > ?1
                   UNION SELECT document FROM version WHERE ended > ?1)
    ORDER BY d.name";

/// What an index knows of a version; the columns that [`indexed`] reads.
const VERSION: &str = "SELECT v.first_chunk, v.chunks, v.title, v.topic, v.entity, v.geography, v.period, v.language
    FROM version AS v JOIN document AS d ON d.id = v.document WHERE v.document = ?1 AND v.sensitivity IN ('PUBLIC', 'INTERNAL')";

pub(super) fn state(place: &Location, connection: &Connection) -> Result<StoreState, StoreError> {
    let read = |row: &Row<'_>| Ok((row.get::<_, String>(0)?, row.get::<_, i64>(1)?));
    let (identity, generation) = connection
        .prepare_cached("SELECT identity, generation FROM store")
        .and_then(|mut state| state.query_row([], read))
        .map_err(place.fault("reading its state"))?;
    Ok(StoreState { identity, generation: u64::try_from(generation).unwrap_or_default() })
}

pub(super) fn since(
    place: &Location,
    connection: &Connection,
    since: u64,
    visit: &mut dyn FnMut(DocumentChange) -> ControlFlow<()>,
) -> Result<StoreState, StoreError> {
    let fault = place.fault("looking for changes");
    // Dropping the transaction ends it; it has written nothing.
    let transaction = connection.unchecked_transaction().map_err(&fault)?;
    let state = state(place, &transaction)?;
    // A version was active between the generations that it began and ended in.
    let active = format!("{VERSION} AND v.began <= ?2 AND (v.ended IS NULL OR v.ended > ?2)");
    let open = format!("{active} AND {OPEN}");
    let [then, now] = [since, state.generation].map(|generation| i64::try_from(generation).unwrap_or(i64::MAX));
    let mut changed = transaction.prepare_cached(CHANGED).map_err(&fault)?;
    let mut rows = changed.query([then]).map_err(&fault)?;
    while let Some(row) = rows.next().map_err(&fault)? {
        let reading = StoredRow { place, row };
        let (id, doc): (i64, Arc<str>) = (reading.get(0)?, Arc::from(reading.text(1)?));
        let change = DocumentChange {
            before: version(place, &transaction, &active, id, then, &doc)?,
            after: version(place, &transaction, &open, id, now, &doc)?,
            doc,
        };
        if (change.before.is_some() || change.after.is_some()) && visit(change).is_break() {
            break;
        }
    }
    Ok(state)
}

fn version(
    place: &Location,
    connection: &Connection,
    sql: &str,
    document: i64,
    generation: i64,
    doc: &Arc<str>,
) -> Result<Option<IndexedDocument>, StoreError> {
    let fault = place.fault("reading a version");
    let mut statement = connection.prepare_cached(sql).map_err(&fault)?;
    let mut rows = statement.query(params![document, generation]).map_err(&fault)?;
    let Some(row) = rows.next().map_err(&fault)? else { return Ok(None) };
    let reading = StoredRow { place, row };
    let (first, count): (i64, i64) = (reading.get(0)?, reading.get(1)?);
    Ok(Some(IndexedDocument {
        title: reading.text(2)?.to_owned(),
        attributes: attributes(&reading, 3)?,
        chunks: chunks(place, connection, first, count, doc)?,
    }))
}

/// The chunks of a version: `count` of them from key `first` on.
pub(super) fn chunks(
    place: &Location,
    connection: &Connection,
    first: i64,
    count: i64,
    doc: &Arc<str>,
) -> Result<Vec<IndexedChunk>, StoreError> {
    let fault = place.fault("reading chunks");
    let mut statement = connection
        .prepare_cached(
            "SELECT id, first_paragraph, last_paragraph, piece, text FROM chunk WHERE id >= ?1 AND id < ?2 ORDER BY id",
        )
        .map_err(&fault)?;
    let mut rows = statement.query([first, first.saturating_add(count)]).map_err(&fault)?;
    let mut chunks = Vec::new();
    while let Some(row) = rows.next().map_err(&fault)? {
        let reading = StoredRow { place, row };
        chunks.push(IndexedChunk {
            key: reading.get(0)?,
            id: ChunkId { doc: Arc::clone(doc), first: reading.get(1)?, last: reading.get(2)?, piece: reading.get(3)? },
            text: reading.text(4)?.to_owned(),
        });
    }
    Ok(chunks)
}

/// The attributes in the five columns from `first` on.
pub(super) fn attributes(reading: &StoredRow<'_>, first: usize) -> Result<Attributes, StoreError> {
    let text = |column: usize| Ok::<_, StoreError>(reading.optional_text(first + column)?.map(str::to_owned));
    Ok(Attributes { topic: text(0)?, entity: text(1)?, geography: text(2)?, period: text(3)?, language: text(4)? })
}
