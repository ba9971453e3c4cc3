//! Reading documents and chunks. Every query lets through what is open only, by the label of the document and of the
//! version; an unknown label counts as restricted.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::ops::ControlFlow;
use std::sync::Arc;

use rusqlite::{Connection, OptionalExtension, Row};

use super::changes::{attributes, chunks};
use super::version::Kept;
use crate::gate::Outline;
use crate::passage::{Candidate, Chunk, ChunkId, ChunkKey, Scores};
use crate::profile::Sensitivity;
use crate::retrieval::store::{ChunkStats, Ended, StoredDocument, Version};
use crate::sqlite::{self, OPEN, Prepared, counts, stored, stored_or_none, version};

/// The active versions of open documents, with the columns that [`active`] reads.
const ACTIVE: &str = "SELECT d.name, v.title, v.topic, v.entity, v.geography, v.period, v.language, v.sensitivity,
        d.sensitivity, v.valid_as_of, v.number, v.chunks, v.ingested_at, v.first_chunk
    FROM document AS d JOIN version AS v ON v.document = d.id AND v.ended IS NULL
    WHERE d.sensitivity IN ('PUBLIC', 'INTERNAL') AND v.sensitivity IN ('PUBLIC', 'INTERNAL')";

/// A chunk, whether it may be shown or not.
const CHUNK: &str = "SELECT version, first_paragraph, last_paragraph, piece, text, outline FROM chunk WHERE id = ?1";

/// What candidates of one version share, when it is active and open; the columns that [`shared`] reads.
const SHARED: &str = "SELECT d.name, v.title, v.topic, v.entity, v.geography, v.period, v.language, v.sensitivity,
        d.sensitivity, v.valid_as_of
    FROM version AS v JOIN document AS d ON d.id = v.document
    WHERE v.id = ?1 AND v.ended IS NULL
      AND d.sensitivity IN ('PUBLIC', 'INTERNAL') AND v.sensitivity IN ('PUBLIC', 'INTERNAL')";

pub(super) fn is_source_restricted(connection: &Connection, source: &str) -> rusqlite::Result<bool> {
    let sql = format!(
        "SELECT count(*) > 0 AND count(*) FILTER (WHERE {OPEN}) = 0
         FROM document AS d JOIN source AS f ON f.id = d.source WHERE f.name = ?1"
    );
    connection.value(&sql, [source])
}

/// Restricted documents count here too: a hash says nothing, and a restricted file need not be read again and again.
pub(super) fn content_of(connection: &Connection, doc: &str) -> rusqlite::Result<Option<String>> {
    let sql = "SELECT v.content FROM document AS d JOIN version AS v ON v.document = d.id AND v.ended IS NULL
         WHERE d.name = ?1";
    connection.first(sql, [doc], |row| row.get(0))
}

pub(super) fn documents(
    connection: &Connection,
    visit: &mut dyn FnMut(StoredDocument) -> ControlFlow<()>,
) -> rusqlite::Result<()> {
    connection.visit(&format!("{ACTIVE} ORDER BY d.name"), [], active, visit)
}

pub(super) fn document(connection: &Connection, doc: &str) -> rusqlite::Result<Option<(StoredDocument, Vec<Chunk>)>> {
    connection.first(&format!("{ACTIVE} AND d.name = ?1"), [doc], |row| {
        let document = active(row)?;
        let chunks = chunks(connection, row.get(13)?, row.get(11)?, &document.name)?;
        Ok((
            document,
            chunks
                .into_iter()
                .map(|chunk| Chunk { id: chunk.id, text: chunk.text, outline: Outline::default() })
                .collect(),
        ))
    })
}

fn active(row: &Row<'_>) -> rusqlite::Result<StoredDocument> {
    Ok(StoredDocument {
        name: row.get(0)?,
        title: row.get(1)?,
        attributes: attributes(row, 2)?,
        sensitivity: strictest(row, 7)?,
        valid_as_of: stored_or_none(row, 9)?,
        version: row.get(10)?,
        chunks: row.get(11)?,
        ingested_at: stored(row, 12)?,
    })
}

/// The stricter of the labels in two columns, those of a version and of its document.
fn strictest(row: &Row<'_>, first: usize) -> rusqlite::Result<Sensitivity> {
    Ok(row.get::<_, Sensitivity>(first)?.max(row.get(first + 1)?))
}

pub(super) fn history(connection: &Connection, doc: &str) -> rusqlite::Result<Vec<Version>> {
    let sql = format!(
        "SELECT v.number, v.title, v.chunks, v.ingested_at, v.restored, v.ended_at, v.end_reason
         FROM document AS d JOIN version AS v ON v.document = d.id
         WHERE d.name = ?1 AND {OPEN} AND v.sensitivity IN ('PUBLIC', 'INTERNAL') ORDER BY v.number"
    );
    connection.all(&sql, [doc], |row| {
        let reason: Option<String> = row.get(6)?;
        Ok(Version {
            version: row.get(0)?,
            title: row.get(1)?,
            chunks: row.get(2)?,
            ingested_at: stored(row, 3)?,
            restored: row.get(4)?,
            ended: stored_or_none(row, 5)?.map(|at| Ended { at, reason: reason.unwrap_or_default() }),
        })
    })
}

/// Two descents a chunk at most; a version is read once for all of its chunks.
pub(super) fn candidates(connection: &Connection, keys: &[(ChunkKey, Scores)]) -> rusqlite::Result<Vec<Candidate>> {
    // One moment for all: a version that ends meanwhile is not half of the candidates.
    let transaction = connection.unchecked_transaction()?;
    let mut versions: HashMap<i64, Option<Candidate>> = HashMap::new();
    let (mut find, mut find_version) = (transaction.prepare_cached(CHUNK)?, transaction.prepare_cached(SHARED)?);
    let mut candidates = Vec::with_capacity(keys.len());
    for (key, scores) in keys {
        let mut rows = find.query([key])?;
        let Some(row) = rows.next()? else { continue };
        let version: i64 = row.get(0)?;
        let shared = match versions.entry(version) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(new) => new.insert(find_version.query_row([version], shared).optional()?),
        };
        let Some(shared) = shared else { continue };
        let doc = Arc::clone(&shared.chunk.id.doc);
        let id = ChunkId { doc, first: row.get(1)?, last: row.get(2)?, piece: row.get(3)? };
        let Kept(outline) = row.get(5)?;
        let chunk = Chunk { id, text: row.get(4)?, outline };
        candidates.push(Candidate { chunk, scores: *scores, ..shared.clone() });
    }
    Ok(candidates)
}

/// What candidates of one version share: a candidate without a place, a text and scores.
fn shared(row: &Row<'_>) -> rusqlite::Result<Candidate> {
    let id = ChunkId { doc: row.get(0)?, first: 0, last: 0, piece: 0 };
    Ok(Candidate {
        chunk: Chunk { id, text: String::new(), outline: Outline::default() },
        title: row.get(1)?,
        attributes: attributes(row, 2)?,
        sensitivity: strictest(row, 7)?,
        valid_as_of: stored_or_none(row, 9)?,
        scores: Scores::default(),
    })
}

pub(super) fn stats(connection: &Connection) -> rusqlite::Result<ChunkStats> {
    let sql = format!(
        "SELECT
           count(*) FILTER (WHERE {OPEN} AND v.sensitivity IN ('PUBLIC', 'INTERNAL')),
           coalesce(sum(v.chunks) FILTER (WHERE {OPEN} AND v.sensitivity IN ('PUBLIC', 'INTERNAL')), 0),
           count(v.id) FILTER (WHERE NOT ({OPEN}) OR v.sensitivity NOT IN ('PUBLIC', 'INTERNAL')),
           count(*) FILTER (WHERE {OPEN} AND v.id IS NULL)
         FROM document AS d LEFT JOIN version AS v ON v.document = d.id AND v.ended IS NULL"
    );
    let [documents, chunks, restricted, withdrawn] = connection.query_row(&sql, [], counts)?;
    let sql = format!(
        "SELECT count(*) FROM source AS s WHERE s.content IS NULL
         AND EXISTS (SELECT 1 FROM document AS d JOIN version AS v ON v.document = d.id WHERE d.source = s.id AND v.ended IS NULL
             AND {OPEN} AND v.sensitivity IN ('PUBLIC', 'INTERNAL'))"
    );
    let [to_read_again] = connection.query_row(&sql, [], counts)?;
    Ok(ChunkStats { documents, chunks, restricted, withdrawn, to_read_again, schema_version: version(connection)? })
}

pub(super) fn check(connection: &Connection) -> rusqlite::Result<Vec<String>> {
    let mut faults = sqlite::check(connection)?;
    let sql = "SELECT count(*) FROM version AS v WHERE v.chunks <>
           (SELECT count(*) FROM chunk AS c
            WHERE c.id >= v.first_chunk AND c.id < v.first_chunk + v.chunks AND c.version = v.id)";
    let broken: i64 = connection.value(sql, [])?;
    if broken > 0 {
        faults.push(format!("{broken} versions of documents do not have the chunks that they should"));
    }
    Ok(faults)
}
