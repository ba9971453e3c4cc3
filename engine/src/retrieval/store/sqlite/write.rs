//! Writing documents: one transaction, which takes the lock before it reads anything. Versions end and begin; nothing is
//! ever deleted or changed but the marks of what is active.

use jiff::Timestamp;
use rusqlite::{Connection, OptionalExtension, Row, TransactionBehavior, params};

use super::version::{self, NewVersion};
use crate::document::Document;
use crate::passage::Chunk;
use crate::profile::Sensitivity;
use crate::retrieval::store::{DocumentWriter, Put, Replacement};
use crate::sqlite::{Location, OPEN, StoreError, instant_text, nearest_document, sensitivity_code, sensitivity_from};

/// Why a version ended that no person ended.
const REPLACED: &str = "replaced by a newer version";
const NO_TEXT: &str = "its source holds no text";
const GONE: &str = "no longer in its source file";

pub(super) fn ingest(
    place: &Location,
    now: Timestamp,
    work: &mut dyn FnMut(&mut dyn DocumentWriter) -> Result<(), StoreError>,
) -> Result<(), StoreError> {
    write(place, now, "storing documents", |writer| work(writer))
}

/// Takes the active version of an open document out of answers.
pub(super) fn withdraw(place: &Location, doc: &str, reason: &str, now: Timestamp) -> Result<bool, StoreError> {
    let doing = "withdrawing a document";
    write(place, now, doing, |writer| {
        let known = writer.open_document(doc)?;
        let fault = place.fault(doing);
        let Some(active) = known.last.filter(|last| last.active) else { return Ok(false) };
        let generation = writer.next_generation();
        writer.end(&active, generation, reason).map_err(&fault)?;
        let connection = writer.connection;
        connection.execute("UPDATE document SET withdrawn = 1 WHERE id = ?1", [known.id]).map_err(&fault)?;
        Ok(true)
    })
}

/// Makes a new version of the last one of an open document that a person withdrew.
pub(super) fn restore(place: &Location, doc: &str, reason: &str, now: Timestamp) -> Result<bool, StoreError> {
    let doing = "restoring a document";
    write(place, now, doing, |writer| {
        let known = writer.open_document(doc)?;
        let fault = place.fault(doing);
        let Some(last) = known.last.filter(|last| known.withdrawn && !last.active) else { return Ok(false) };
        let generation = writer.next_generation();
        version::copy(writer.connection, last.id, &writer.now, reason, generation).map_err(&fault)?;
        let connection = writer.connection;
        connection.execute("UPDATE document SET withdrawn = 0 WHERE id = ?1", [known.id]).map_err(&fault)?;
        Ok(true)
    })
}

/// Runs `work` in a transaction and keeps what it did when it succeeds.
fn write<T>(
    place: &Location,
    now: Timestamp,
    doing: &'static str,
    work: impl FnOnce(&mut Writer<'_>) -> Result<T, StoreError>,
) -> Result<T, StoreError> {
    let fault = place.fault(doing);
    let mut connection = place.writer()?;
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(&fault)?;
    let before: i64 = transaction.query_row("SELECT generation FROM store", [], |row| row.get(0)).map_err(&fault)?;
    let mut writer = Writer { place, connection: &transaction, now: instant_text(now), generation: before };
    let done = work(&mut writer)?;
    let after = writer.generation;
    if after != before {
        transaction.execute("UPDATE store SET generation = ?1", [after]).map_err(&fault)?;
    }
    transaction.commit().map_err(&fault)?;
    Ok(done)
}

struct Writer<'c> {
    place: &'c Location,
    connection: &'c Connection,
    now: String,
    generation: i64,
}

/// A document that the store knows.
struct Known {
    id: i64,
    sensitivity: Sensitivity,
    withdrawn: bool,
    source: Option<i64>,
    reading: Option<i64>,
    source_name: Option<String>,
    last: Option<Last>,
}

/// The last version of a document, which is the active one if any is.
struct Last {
    id: i64,
    number: u32,
    sensitivity: Sensitivity,
    content: String,
    digest: String,
    active: bool,
}

/// A source file and how often it was begun.
#[derive(Clone, Copy)]
struct Source {
    id: i64,
    reading: i64,
}

fn is_open(sensitivity: Sensitivity) -> bool {
    sensitivity < Sensitivity::Restricted
}

impl Writer<'_> {
    /// A generation for a change of what is open and active.
    fn next_generation(&mut self) -> i64 {
        self.generation += 1;
        self.generation
    }

    fn open_document(&self, doc: &str) -> Result<Known, StoreError> {
        let fault = self.place.fault("looking a document up");
        match self.known(doc).map_err(&fault)?.filter(|known| is_open(known.sensitivity)) {
            Some(known) => Ok(known),
            None => Err(self.place.unknown_document(doc, nearest_document(self.connection, doc).map_err(&fault)?)),
        }
    }

    fn known(&self, doc: &str) -> rusqlite::Result<Option<Known>> {
        let read = |row: &Row<'_>| {
            Ok(Known {
                id: row.get(0)?,
                sensitivity: sensitivity_from(&row.get::<_, String>(1)?),
                withdrawn: row.get(2)?,
                source: row.get(3)?,
                reading: row.get(4)?,
                source_name: row.get(5)?,
                last: None,
            })
        };
        let sql = "SELECT d.id, d.sensitivity, d.withdrawn, d.source, d.reading, s.name
            FROM document AS d LEFT JOIN source AS s ON s.id = d.source WHERE d.name = ?1";
        let Some(known) = self.connection.prepare_cached(sql)?.query_row([doc], read).optional()? else {
            return Ok(None);
        };
        let read = |row: &Row<'_>| {
            Ok(Last {
                id: row.get(0)?,
                number: row.get(1)?,
                sensitivity: sensitivity_from(&row.get::<_, String>(2)?),
                content: row.get(3)?,
                digest: row.get(4)?,
                active: row.get(5)?,
            })
        };
        let sql = "SELECT id, number, sensitivity, content, digest, ended IS NULL
            FROM version WHERE document = ?1 ORDER BY number DESC LIMIT 1";
        let last = self.connection.prepare_cached(sql)?.query_row([known.id], read).optional()?;
        Ok(Some(Known { last, ..known }))
    }

    /// A source file, made known to the store when it is new.
    fn source(&self, name: &str) -> rusqlite::Result<Source> {
        let read = |row: &Row<'_>| Ok(Source { id: row.get(0)?, reading: row.get(1)? });
        let find = "SELECT id, reading FROM source WHERE name = ?1";
        if let Some(source) = self.connection.prepare_cached(find)?.query_row([name], read).optional()? {
            return Ok(source);
        }
        self.connection.prepare_cached("INSERT INTO source (name) VALUES (?1)")?.execute([name])?;
        Ok(Source { id: self.connection.last_insert_rowid(), reading: 0 })
    }

    /// Ends a version at a generation.
    fn end(&self, last: &Last, generation: i64, reason: &str) -> rusqlite::Result<()> {
        self.connection
            .prepare_cached("UPDATE version SET ended = ?2, ended_at = ?3, end_reason = ?4 WHERE id = ?1")?
            .execute(params![last.id, generation, self.now, reason])?;
        Ok(())
    }

    /// Makes a document known, or notes its label and where it was read now.
    fn note(
        &self,
        known: Option<&Known>,
        name: &str,
        label: Sensitivity,
        withdrawn: bool,
        source: Option<Source>,
    ) -> rusqlite::Result<i64> {
        let (source, reading) = (source.map(|source| source.id), source.map(|source| source.reading));
        let label = sensitivity_code(label);
        let Some(known) = known else {
            self.connection
                .prepare_cached("INSERT INTO document (name, sensitivity, source, reading) VALUES (?1, ?2, ?3, ?4)")?
                .execute(params![name, label, source, reading])?;
            return Ok(self.connection.last_insert_rowid());
        };
        if known.source != source {
            self.forget_content(known.source)?;
        }
        self.connection
            .prepare_cached(
                "UPDATE document SET sensitivity = ?2, withdrawn = ?3, source = ?4, reading = ?5 WHERE id = ?1",
            )?
            .execute(params![known.id, label, withdrawn, source, reading])?;
        Ok(known.id)
    }

    /// A source file that lost a document no longer stands in the store as it was read.
    fn forget_content(&self, source: Option<i64>) -> rusqlite::Result<()> {
        self.connection.prepare_cached("UPDATE source SET content = NULL WHERE id = ?1")?.execute([source])?;
        Ok(())
    }

    fn put_document(
        &mut self,
        source: Option<&str>,
        document: &Document,
        chunks: &[Chunk],
        content: &str,
    ) -> rusqlite::Result<Put> {
        let source = source.map(|name| self.source(name)).transpose()?;
        let known = self.known(&document.name)?;
        if let Some(claimed) = claim(known.as_ref(), source) {
            return Ok(claimed);
        }
        let stored = known.as_ref().map_or(Sensitivity::Public, |known| known.sensitivity);
        let label = document.sensitivity.max(stored);
        let last = known.as_ref().and_then(|known| known.last.as_ref());
        let withdrawn = known.as_ref().is_some_and(|known| known.withdrawn);
        let was_shown = is_open(stored) && last.is_some_and(|last| last.active && is_open(last.sensitivity));
        if chunks.is_empty() {
            if let Some(known) = &known {
                self.note(Some(known), &document.name, label, withdrawn, source)?;
                if let Some(active) = last.filter(|last| last.active) {
                    let generation = if was_shown { self.next_generation() } else { self.generation };
                    self.end(active, generation, NO_TEXT)?;
                }
            }
            return Ok(Put::Done(Replacement::Withdrawn));
        }
        let digest = version::digest(document, chunks);
        let same = last.filter(|last| last.digest == digest);
        if same.is_some() && withdrawn {
            self.note(known.as_ref(), &document.name, label, true, source)?;
            return Ok(Put::Done(Replacement::StillWithdrawn));
        }
        let id = self.note(known.as_ref(), &document.name, label, false, source)?;
        if let Some(same) = same.filter(|same| same.active && same.sensitivity == label) {
            if same.content != content {
                self.connection
                    .prepare_cached("UPDATE version SET content = ?2 WHERE id = ?1")?
                    .execute(params![same.id, content])?;
            }
            return Ok(Put::Done(Replacement::Unchanged));
        }
        let generation = if was_shown || is_open(label) { self.next_generation() } else { self.generation };
        let active = last.filter(|last| last.active);
        if let Some(active) = active {
            self.end(active, generation, REPLACED)?;
        }
        let number = last.map_or(0, |last| last.number) + 1;
        let new = NewVersion { document: id, number, label, content, digest: &digest, now: &self.now, generation };
        version::insert(self.connection, &new, document, chunks)?;
        Ok(Put::Done(if active.is_some() { Replacement::Replaced } else { Replacement::Added }))
    }

    fn end_documents(&mut self, source: Source) -> rusqlite::Result<u64> {
        let sql = format!(
            "SELECT v.id, {OPEN} AND v.sensitivity IN ('PUBLIC', 'INTERNAL')
             FROM document AS d JOIN version AS v ON v.document = d.id AND v.ended IS NULL
             WHERE d.source = ?1 AND d.reading IS NOT ?2"
        );
        let gone: Vec<(i64, bool)> = self
            .connection
            .prepare_cached(&sql)?
            .query_map([source.id, source.reading], |row| Ok((row.get(0)?, row.get(1)?)))?
            .collect::<rusqlite::Result<_>>()?;
        for (version, shown) in &gone {
            let generation = if *shown { self.next_generation() } else { self.generation };
            self.connection
                .prepare_cached("UPDATE version SET ended = ?2, ended_at = ?3, end_reason = ?4 WHERE id = ?1")?
                .execute(params![version, generation, self.now, GONE])?;
        }
        Ok(gone.len() as u64)
    }
}

/// Whether a document belongs to another source file, or was met in this very reading already.
fn claim(known: Option<&Known>, source: Option<Source>) -> Option<Put> {
    let (known, source) = (known?, source?);
    let repeated = known.source == Some(source.id) && known.reading == Some(source.reading);
    let active = known.last.as_ref().is_some_and(|last| last.active);
    let elsewhere = known.source.is_some_and(|owner| owner != source.id) && active;
    (repeated || elsewhere).then(|| Put::Claimed {
        by: known.source_name.clone().unwrap_or_default(),
        restricted: !is_open(known.sensitivity),
    })
}

impl DocumentWriter for Writer<'_> {
    fn begin_source(&mut self, source: &str) -> Result<(), StoreError> {
        self.source(source)
            .and_then(|source| {
                let sql = "UPDATE source SET content = NULL, reading = reading + 1 WHERE id = ?1";
                self.connection.prepare_cached(sql)?.execute([source.id])
            })
            .map(|_| ())
            .map_err(self.place.fault("beginning a source file"))
    }

    fn put(
        &mut self,
        source: Option<&str>,
        document: &Document,
        chunks: &[Chunk],
        content: &str,
    ) -> Result<Put, StoreError> {
        let place = self.place;
        self.put_document(source, document, chunks, content).map_err(place.fault("storing a document"))
    }

    fn disown(&mut self, doc: &str) -> Result<(), StoreError> {
        let known = self.known(doc).and_then(|known| {
            let Some(known) = known else { return Ok(()) };
            self.forget_content(known.source)?;
            let sql = "UPDATE document SET source = NULL, reading = NULL WHERE id = ?1";
            self.connection.prepare_cached(sql)?.execute([known.id]).map(|_| ())
        });
        known.map_err(self.place.fault("giving up a claim"))
    }

    fn end_source(&mut self, source: &str, content: Option<&str>) -> Result<u64, StoreError> {
        let Some(content) = content else { return Ok(0) };
        let place = self.place;
        let ended = self.source(source).and_then(|source| {
            let gone = self.end_documents(source)?;
            let sql = "UPDATE source SET content = ?2 WHERE id = ?1";
            self.connection.prepare_cached(sql)?.execute(params![source.id, content])?;
            Ok(gone)
        });
        ended.map_err(place.fault("ending a source file"))
    }
}
