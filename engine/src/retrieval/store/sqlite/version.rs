//! Versions and their chunks as rows: what tells two versions apart, and how one is written. The chunks of a version lie
//! under keys that follow each other, so that no index over them is needed.

use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ToSql, ToSqlOutput, ValueRef};
use rusqlite::{Connection, params};

use crate::document::{Attributes, Document};
use crate::gate::Outline;
use crate::passage::{Chunk, ChunkId};
use crate::profile::Sensitivity;
use crate::sqlite::Prepared;

/// What a version is besides its document's text.
pub(super) struct NewVersion<'a> {
    pub(super) document: i64,
    pub(super) number: u32,
    pub(super) label: Sensitivity,
    pub(super) content: &'a str,
    pub(super) digest: &'a str,
    pub(super) now: &'a str,
    pub(super) generation: i64,
}

/// A hash of all that answers and the index see of a document. Each part goes in with its length, so that no two
/// documents are cut into the same bytes. Where a chunk stands in the document is no part of it: see [`outline`].
pub(super) fn digest(document: &Document, chunks: &[Chunk]) -> String {
    let mut hasher = blake3::Hasher::new();
    let mut part = |text: Option<&str>| {
        hasher.update(&text.map_or(u64::MAX, |text| text.len() as u64).to_le_bytes());
        hasher.update(text.unwrap_or_default().as_bytes());
    };
    let Attributes { topic, entity, geography, period, language } = &document.attributes;
    part(Some(&document.title));
    for attribute in [topic, entity, geography, period, language] {
        part(attribute.as_deref());
    }
    part(document.valid_as_of.map(|date| date.to_string()).as_deref());
    for Chunk { id: ChunkId { doc: _, first, last, piece }, text, outline: _ } in chunks {
        part(Some(&format!("{first}-{last}.{piece}")));
        part(Some(text));
    }
    hasher.finalize().to_hex().to_string()
}

/// Writes a version and its chunks, and returns its id.
pub(super) fn insert(
    connection: &Connection,
    new: &NewVersion<'_>,
    document: &Document,
    chunks: &[Chunk],
) -> rusqlite::Result<i64> {
    let first_key = next_key(connection)?;
    let Attributes { topic, entity, geography, period, language } = &document.attributes;
    connection
        .prepare_cached(
            "INSERT INTO version (document, number, sensitivity, content, digest, title, topic, entity, geography,
                 period, language, valid_as_of, first_chunk, chunks, ingested_at, began)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16)",
        )?
        .execute(params![
            new.document,
            new.number,
            new.label,
            new.content,
            new.digest,
            document.title,
            topic,
            entity,
            geography,
            period,
            language,
            document.valid_as_of.map(|date| date.to_string()),
            first_key,
            i64::try_from(chunks.len()).unwrap_or(i64::MAX),
            new.now,
            new.generation,
        ])?;
    let version = connection.last_insert_rowid();
    let mut insert = connection.prepare_cached(
        "INSERT INTO chunk (id, version, first_paragraph, last_paragraph, piece, text, outline)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
    )?;
    for (key, chunk) in (first_key..).zip(chunks) {
        let ChunkId { first, last, piece, .. } = chunk.id;
        insert.execute(params![key, version, first, last, piece, chunk.text, Kept(&chunk.outline)])?;
    }
    Ok(version)
}

/// Notes where the chunks of a version stand in the document, which may change while they say the same.
pub(super) fn outline(connection: &Connection, version: i64, chunks: &[Chunk]) -> rusqlite::Result<()> {
    let first_key: i64 = connection.value("SELECT first_chunk FROM version WHERE id = ?1", [version])?;
    for (key, chunk) in (first_key..).zip(chunks) {
        let sql = "UPDATE chunk SET outline = ?2 WHERE id = ?1 AND outline IS NOT ?2 AND text <> ''";
        connection.change(sql, params![key, Kept(&chunk.outline)])?;
    }
    Ok(())
}

/// An outline as the store keeps it.
pub(super) struct Kept<T>(pub(super) T);

impl ToSql for Kept<&Outline> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        let text =
            serde_json::to_string(self.0).map_err(|error| rusqlite::Error::ToSqlConversionFailure(error.into()))?;
        Ok(text.into())
    }
}

impl FromSql for Kept<Outline> {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        match value.as_str_or_null()? {
            // Of a database of before nothing is known.
            None => Ok(Self(Outline::default())),
            Some(text) => serde_json::from_str(text).map(Self).map_err(|error| FromSqlError::Other(error.into())),
        }
    }
}

/// Writes a version that says what version `former` said, under keys of its own.
pub(super) fn copy(
    connection: &Connection,
    former: i64,
    now: &str,
    reason: &str,
    generation: i64,
) -> rusqlite::Result<()> {
    let first_key = next_key(connection)?;
    connection.execute(
        "INSERT INTO version (document, number, sensitivity, content, digest, title, topic, entity, geography, period,
             language, valid_as_of, first_chunk, chunks, ingested_at, restored, began)
         SELECT document, number + 1, sensitivity, content, digest, title, topic, entity, geography, period, language,
             valid_as_of, ?2, chunks, ?3, ?4, ?5 FROM version WHERE id = ?1",
        params![former, first_key, now, reason, generation],
    )?;
    connection.execute(
        "INSERT INTO chunk (id, version, first_paragraph, last_paragraph, piece, text, outline)
         SELECT c.id - v.first_chunk + ?2, ?3, c.first_paragraph, c.last_paragraph, c.piece, c.text, c.outline
         FROM version AS v JOIN chunk AS c ON c.id >= v.first_chunk AND c.id < v.first_chunk + v.chunks
         WHERE v.id = ?1",
        [former, first_key, connection.last_insert_rowid()],
    )?;
    Ok(())
}

/// The key after the last one that was ever given: chunks are never deleted.
fn next_key(connection: &Connection) -> rusqlite::Result<i64> {
    connection.value("SELECT coalesce(max(id), 0) + 1 FROM chunk", [])
}
