//! What changed since a generation, for an index. Everything is read in one transaction, so that the changes and the state
//! they lead to are those of one moment; nothing here is written.

use std::ops::ControlFlow;
use std::sync::Arc;

use rusqlite::{Connection, Row};

use crate::document::Attributes;
use crate::passage::ChunkId;
use crate::retrieval::store::{DocumentChange, IndexedChunk, IndexedDocument, StoreState};
use crate::sqlite::{OPEN, Prepared};

/// Documents of which a version began or ended after generation `?1`, by name.
const CHANGED: &str = "SELECT d.id, d.name FROM document AS d
    WHERE d.id IN (SELECT document FROM version WHERE began > ?1
                   UNION SELECT document FROM version WHERE ended > ?1)
    ORDER BY d.name";

/// What an index knows of a version; the columns that [`indexed`] reads.
const VERSION: &str = "SELECT v.first_chunk, v.chunks, v.title, v.topic, v.entity, v.geography, v.period, v.language
    FROM version AS v JOIN document AS d ON d.id = v.document WHERE v.document = ?1 AND v.sensitivity IN ('PUBLIC', 'INTERNAL')";

pub(super) fn state(connection: &Connection) -> rusqlite::Result<StoreState> {
    let read = |row: &Row<'_>| Ok(StoreState { identity: row.get(0)?, generation: row.get(1)? });
    connection.prepare_cached("SELECT identity, generation FROM store")?.query_row([], read)
}

pub(super) fn since(
    connection: &Connection,
    since: u64,
    visit: &mut dyn FnMut(DocumentChange) -> ControlFlow<()>,
) -> rusqlite::Result<StoreState> {
    // Dropping the transaction ends it; it has written nothing.
    let transaction = connection.unchecked_transaction()?;
    let state = state(&transaction)?;
    // A version was active between the generations that it began and ended in.
    let active = format!("{VERSION} AND v.began <= ?2 AND (v.ended IS NULL OR v.ended > ?2)");
    let open = format!("{active} AND {OPEN}");
    let [then, now] = [since, state.generation].map(|generation| i64::try_from(generation).unwrap_or(i64::MAX));
    let read = |row: &Row<'_>| {
        let (id, doc): (i64, Arc<str>) = (row.get(0)?, row.get(1)?);
        Ok(DocumentChange {
            before: version(&transaction, &active, [id, then], &doc)?,
            after: version(&transaction, &open, [id, now], &doc)?,
            doc,
        })
    };
    transaction.visit(CHANGED, [then], read, &mut |change| {
        if change.before.is_none() && change.after.is_none() { ControlFlow::Continue(()) } else { visit(change) }
    })?;
    Ok(state)
}

/// The version that a statement finds of a document, at a generation.
fn version(
    connection: &Connection,
    sql: &str,
    document_at: [i64; 2],
    doc: &Arc<str>,
) -> rusqlite::Result<Option<IndexedDocument>> {
    connection.first(sql, document_at, |row| {
        let chunks = chunks(connection, row.get(0)?, row.get(1)?, doc)?;
        Ok(IndexedDocument { title: row.get(2)?, attributes: attributes(row, 3)?, chunks })
    })
}

/// The chunks of a version: `count` of them from key `first` on.
pub(super) fn chunks(
    connection: &Connection,
    first: i64,
    count: i64,
    doc: &Arc<str>,
) -> rusqlite::Result<Vec<IndexedChunk>> {
    let sql =
        "SELECT id, first_paragraph, last_paragraph, piece, text FROM chunk WHERE id >= ?1 AND id < ?2 ORDER BY id";
    connection.all(sql, [first, first.saturating_add(count)], |row| {
        let id = ChunkId { doc: Arc::clone(doc), first: row.get(1)?, last: row.get(2)?, piece: row.get(3)? };
        Ok(IndexedChunk { key: row.get(0)?, id, text: row.get(4)? })
    })
}

/// The attributes in the five columns from `first` on.
pub(super) fn attributes(row: &Row<'_>, first: usize) -> rusqlite::Result<Attributes> {
    Ok(Attributes {
        topic: row.get(first)?,
        entity: row.get(first + 1)?,
        geography: row.get(first + 2)?,
        period: row.get(first + 3)?,
        language: row.get(first + 4)?,
    })
}
