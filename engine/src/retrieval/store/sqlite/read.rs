//! Reading documents and chunks. Every query lets through what is open only, by the label of the document and of the
//! version; an unknown label counts as restricted.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::Arc;

use rusqlite::{Connection, OptionalExtension, Statement};

use super::changes::{attributes, chunks};
use crate::document::Attributes;
use crate::passage::{Candidate, Chunk, ChunkId, ChunkKey, Scores};
use crate::profile::Sensitivity;
use crate::retrieval::store::{ChunkStats, StoredDocument, Version};
use crate::sqlite::{self, Location, OPEN, StoreError, StoredRow, sensitivity_from, version};

/// The active versions of open documents, with the columns that [`stored`] reads.
const ACTIVE: &str = "SELECT d.name, v.title, v.topic, v.entity, v.geography, v.period, v.language, v.sensitivity,
        d.sensitivity, v.valid_as_of, v.number, v.chunks, v.ingested_at, v.first_chunk
    FROM document AS d JOIN version AS v ON v.document = d.id AND v.ended IS NULL
    WHERE d.sensitivity IN ('PUBLIC', 'INTERNAL') AND v.sensitivity IN ('PUBLIC', 'INTERNAL')";

/// A chunk, whether it may be shown or not.
const CHUNK: &str = "SELECT version, first_paragraph, last_paragraph, piece, text FROM chunk WHERE id = ?1";

/// What candidates of one version share, when it is active and open; the columns that [`shared`] reads.
const SHARED: &str = "SELECT d.name, v.title, v.topic, v.entity, v.geography, v.period, v.language, v.sensitivity,
        d.sensitivity, v.valid_as_of
    FROM version AS v JOIN document AS d ON d.id = v.document
    WHERE v.id = ?1 AND v.ended IS NULL
      AND d.sensitivity IN ('PUBLIC', 'INTERNAL') AND v.sensitivity IN ('PUBLIC', 'INTERNAL')";

pub(super) fn is_source_restricted(
    place: &Location,
    connection: &Connection,
    source: &str,
) -> Result<bool, StoreError> {
    let sql = format!(
        "SELECT count(*) > 0 AND count(*) FILTER (WHERE {OPEN}) = 0
         FROM document AS d JOIN source AS f ON f.id = d.source WHERE f.name = ?1"
    );
    connection
        .prepare_cached(&sql)
        .and_then(|mut find| find.query_row([source], |row| row.get(0)))
        .map_err(place.fault("looking a source file up"))
}

/// Restricted documents count here too: a hash says nothing, and a restricted file need not be read again and again.
pub(super) fn content_of(place: &Location, connection: &Connection, doc: &str) -> Result<Option<String>, StoreError> {
    connection
        .prepare_cached(
            "SELECT v.content FROM document AS d JOIN version AS v ON v.document = d.id AND v.ended IS NULL
             WHERE d.name = ?1",
        )
        .and_then(|mut find| find.query_row([doc], |row| row.get(0)).optional())
        .map_err(place.fault("looking a document up"))
}

pub(super) fn documents(
    place: &Location,
    connection: &Connection,
    visit: &mut dyn FnMut(StoredDocument) -> ControlFlow<()>,
) -> Result<(), StoreError> {
    let fault = place.fault("listing documents");
    let mut statement = connection.prepare_cached(&format!("{ACTIVE} ORDER BY d.name")).map_err(&fault)?;
    let mut rows = statement.query([]).map_err(&fault)?;
    while let Some(row) = rows.next().map_err(&fault)? {
        if visit(stored(&StoredRow { place, row })?).is_break() {
            break;
        }
    }
    Ok(())
}

pub(super) fn document(
    place: &Location,
    connection: &Connection,
    doc: &str,
) -> Result<Option<(StoredDocument, Vec<Chunk>)>, StoreError> {
    let fault = place.fault("reading a document");
    let mut statement = connection.prepare_cached(&format!("{ACTIVE} AND d.name = ?1")).map_err(&fault)?;
    let mut rows = statement.query([doc]).map_err(&fault)?;
    let Some(row) = rows.next().map_err(&fault)? else { return Ok(None) };
    let reading = StoredRow { place, row };
    let document = stored(&reading)?;
    let chunks = chunks(place, connection, reading.get(13)?, reading.get(11)?, &document.name)?;
    Ok(Some((document, chunks.into_iter().map(|chunk| Chunk { id: chunk.id, text: chunk.text }).collect())))
}

fn stored(reading: &StoredRow<'_>) -> Result<StoredDocument, StoreError> {
    Ok(StoredDocument {
        name: Arc::from(reading.text(0)?),
        title: reading.text(1)?.to_owned(),
        attributes: attributes(reading, 2)?,
        sensitivity: strictest(reading, 7)?,
        valid_as_of: reading.date(9)?,
        version: reading.get(10)?,
        chunks: count(reading, 11)?,
        ingested_at: reading.instant(12)?,
    })
}

/// The stricter of the labels in two columns, those of a version and of its document.
fn strictest(reading: &StoredRow<'_>, first: usize) -> Result<Sensitivity, StoreError> {
    Ok(sensitivity_from(reading.text(first)?).max(sensitivity_from(reading.text(first + 1)?)))
}

fn count(reading: &StoredRow<'_>, column: usize) -> Result<u64, StoreError> {
    Ok(u64::try_from(reading.get::<i64>(column)?).unwrap_or_default())
}

pub(super) fn history(place: &Location, connection: &Connection, doc: &str) -> Result<Vec<Version>, StoreError> {
    let fault = place.fault("reading the history");
    let sql = format!(
        "SELECT v.number, v.title, v.chunks, v.ingested_at, v.restored, v.ended_at, v.end_reason
         FROM document AS d JOIN version AS v ON v.document = d.id
         WHERE d.name = ?1 AND {OPEN} AND v.sensitivity IN ('PUBLIC', 'INTERNAL') ORDER BY v.number"
    );
    let mut statement = connection.prepare_cached(&sql).map_err(&fault)?;
    let mut rows = statement.query([doc]).map_err(&fault)?;
    let mut versions = Vec::new();
    while let Some(row) = rows.next().map_err(&fault)? {
        let reading = StoredRow { place, row };
        let reason = reading.optional_text(6)?.unwrap_or_default().to_owned();
        let ended = if reading.optional_text(5)?.is_some() { Some((reading.instant(5)?, reason)) } else { None };
        versions.push(Version {
            version: reading.get(0)?,
            title: reading.text(1)?.to_owned(),
            chunks: count(&reading, 2)?,
            ingested_at: reading.instant(3)?,
            restored: reading.optional_text(4)?.map(str::to_owned),
            ended,
        });
    }
    Ok(versions)
}

/// What candidates of one version share.
struct Shared {
    doc: Arc<str>,
    title: String,
    attributes: Attributes,
    sensitivity: Sensitivity,
    valid_as_of: Option<jiff::civil::Date>,
}

/// Two descents a chunk at most; a version is read once for all of its chunks.
pub(super) fn candidates(
    place: &Location,
    connection: &Connection,
    keys: &[(ChunkKey, Scores)],
) -> Result<Vec<Candidate>, StoreError> {
    let fault = place.fault("reading chunks");
    // One moment for all: a version that ends meanwhile is not half of the candidates.
    let transaction = connection.unchecked_transaction().map_err(&fault)?;
    let mut versions: HashMap<i64, Option<Shared>> = HashMap::new();
    let mut find = transaction.prepare_cached(CHUNK).map_err(&fault)?;
    let mut find_version = transaction.prepare_cached(SHARED).map_err(&fault)?;
    let mut candidates = Vec::with_capacity(keys.len());
    for (key, scores) in keys {
        let mut rows = find.query([key]).map_err(&fault)?;
        let Some(row) = rows.next().map_err(&fault)? else { continue };
        let reading = StoredRow { place, row };
        let version: i64 = reading.get(0)?;
        let shared = match versions.entry(version) {
            std::collections::hash_map::Entry::Occupied(known) => known.into_mut(),
            std::collections::hash_map::Entry::Vacant(new) => new.insert(shared(place, &mut find_version, version)?),
        };
        let Some(shared) = shared else { continue };
        candidates.push(Candidate {
            chunk: Chunk {
                id: ChunkId {
                    doc: Arc::clone(&shared.doc),
                    first: reading.get(1)?,
                    last: reading.get(2)?,
                    piece: reading.get(3)?,
                },
                text: reading.text(4)?.to_owned(),
            },
            title: shared.title.clone(),
            attributes: shared.attributes.clone(),
            valid_as_of: shared.valid_as_of,
            sensitivity: shared.sensitivity,
            scores: *scores,
        });
    }
    Ok(candidates)
}

/// What is known of a version, when it is active and open.
fn shared(place: &Location, find: &mut Statement<'_>, version: i64) -> Result<Option<Shared>, StoreError> {
    let fault = place.fault("reading a version");
    let mut rows = find.query([version]).map_err(&fault)?;
    let Some(row) = rows.next().map_err(&fault)? else { return Ok(None) };
    let reading = StoredRow { place, row };
    Ok(Some(Shared {
        doc: Arc::from(reading.text(0)?),
        title: reading.text(1)?.to_owned(),
        attributes: attributes(&reading, 2)?,
        sensitivity: strictest(&reading, 7)?,
        valid_as_of: reading.date(9)?,
    }))
}

pub(super) fn stats(place: &Location, connection: &Connection) -> Result<ChunkStats, StoreError> {
    let fault = place.fault("counting documents");
    let sql = format!(
        "SELECT
           count(*) FILTER (WHERE {OPEN} AND v.sensitivity IN ('PUBLIC', 'INTERNAL')),
           coalesce(sum(v.chunks) FILTER (WHERE {OPEN} AND v.sensitivity IN ('PUBLIC', 'INTERNAL')), 0),
           count(v.id) FILTER (WHERE NOT ({OPEN}) OR v.sensitivity NOT IN ('PUBLIC', 'INTERNAL')),
           count(*) FILTER (WHERE {OPEN} AND v.id IS NULL)
         FROM document AS d LEFT JOIN version AS v ON v.document = d.id AND v.ended IS NULL"
    );
    let mut statement = connection.prepare_cached(&sql).map_err(&fault)?;
    let mut rows = statement.query([]).map_err(&fault)?;
    let mut stats = ChunkStats { schema_version: version(connection).map_err(&fault)?, ..ChunkStats::default() };
    if let Some(row) = rows.next().map_err(&fault)? {
        let reading = StoredRow { place, row };
        stats.documents = count(&reading, 0)?;
        stats.chunks = count(&reading, 1)?;
        stats.restricted = count(&reading, 2)?;
        stats.withdrawn = count(&reading, 3)?;
    }
    Ok(stats)
}

/// The integrity of the file, and that every version has its chunks.
pub(super) fn check(place: &Location, connection: &Connection) -> Result<Vec<String>, StoreError> {
    let mut faults = sqlite::check(place, connection)?;
    let broken: i64 = connection
        .query_row(
            "SELECT count(*) FROM version AS v WHERE v.chunks <>
               (SELECT count(*) FROM chunk AS c
                WHERE c.id >= v.first_chunk AND c.id < v.first_chunk + v.chunks AND c.version = v.id)",
            [],
            |row| row.get(0),
        )
        .map_err(place.fault("checking the chunks of its versions"))?;
    if broken > 0 {
        faults.push(format!("{broken} versions of documents do not have the chunks that they should"));
    }
    Ok(faults)
}
