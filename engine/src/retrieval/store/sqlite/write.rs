//! Writing documents: one transaction, which takes the lock before it reads anything. Versions end and begin; nothing is
//! ever deleted or changed but the marks of what is active, and the text of what is restricted, which is not kept.

use jiff::Timestamp;
use rusqlite::types::ToSql;
use rusqlite::{Connection, Row, params};

use super::version::{self, NewVersion};
use crate::document::Document;
use crate::passage::Chunk;
use crate::profile::Sensitivity;
use crate::retrieval::store::{DocumentWriter, Put, Replacement};
use crate::sqlite::{Database, Fault, Location, OPEN, Prepared, StoreError, instant_text, unknown_document};

/// Why a version ended that no person ended.
const REPLACED: &str = "replaced by a newer version";
const NO_TEXT: &str = "its source holds no text";
const GONE: &str = "no longer in its source file";
const LABEL: &str = "the label of its source file cannot be read";
const WITHDRAWN: &str = "withdrawn; what it said then was lost to damage";

/// Work in one transaction, which moves the store on by as many generations as it shows changes.
pub(super) fn write<T>(
    database: &Database,
    now: Timestamp,
    doing: &'static str,
    work: impl FnOnce(&mut Writer<'_>) -> Result<T, Fault>,
) -> Result<T, StoreError> {
    database.write(doing, |transaction| {
        let before: i64 = transaction.value("SELECT generation FROM store", [])?;
        let (place, now) = (database.place(), instant_text(now));
        let mut writer = Writer { place, connection: &transaction, now, generation: before };
        let done = work(&mut writer)?;
        let after = writer.generation;
        if after != before {
            transaction.execute("UPDATE store SET generation = ?1", [after])?;
        }
        transaction.commit()?;
        Ok(done)
    })
}

pub(super) struct Writer<'c> {
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
    /// Whether what it says is not kept, because its label could not be read later.
    forgotten: bool,
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

    pub(super) fn withdraw(&mut self, doc: &str, reason: &str) -> Result<bool, Fault> {
        let known = self.open_document(doc)?;
        let Some(active) = known.last.filter(|last| last.active) else { return Ok(false) };
        let generation = self.next_generation();
        self.end(active.id, generation, reason)?;
        self.connection.execute("UPDATE document SET withdrawn = 1 WHERE id = ?1", [known.id])?;
        Ok(true)
    }

    /// The last version comes back as a new one.
    pub(super) fn restore(&mut self, doc: &str, reason: &str) -> Result<bool, Fault> {
        let known = self.open_document(doc)?;
        let Some(last) = known.last.filter(|last| known.withdrawn && !last.active) else { return Ok(false) };
        self.connection.execute("UPDATE document SET withdrawn = 0 WHERE id = ?1", [known.id])?;
        if last.forgotten {
            // Its file brings it back.
            self.forget_content(known.source)?;
            return Ok(true);
        }
        let generation = self.next_generation();
        version::copy(self.connection, last.id, &self.now, reason, generation)?;
        Ok(true)
    }

    /// What is known of an open document.
    fn open_document(&self, doc: &str) -> Result<Known, Fault> {
        let open = self.known(doc)?.filter(|known| is_open(known.sensitivity));
        open.ok_or_else(|| unknown_document(self.connection, doc))
    }

    fn known(&self, doc: &str) -> rusqlite::Result<Option<Known>> {
        let read = |row: &Row<'_>| {
            Ok(Known {
                id: row.get(0)?,
                sensitivity: row.get(1)?,
                withdrawn: row.get(2)?,
                source: row.get(3)?,
                reading: row.get(4)?,
                source_name: row.get(5)?,
                last: None,
            })
        };
        let sql = "SELECT d.id, d.sensitivity, d.withdrawn, d.source, d.reading, s.name
            FROM document AS d LEFT JOIN source AS s ON s.id = d.source WHERE d.name = ?1";
        let Some(known) = self.connection.first(sql, [doc], read)? else { return Ok(None) };
        let read = |row: &Row<'_>| {
            Ok(Last {
                id: row.get(0)?,
                number: row.get(1)?,
                sensitivity: row.get(2)?,
                content: row.get(3)?,
                digest: row.get(4)?,
                active: row.get(5)?,
                forgotten: row.get(6)?,
            })
        };
        let sql = "SELECT id, number, sensitivity, content, digest, ended IS NULL, title = ''
            FROM version WHERE document = ?1 ORDER BY number DESC LIMIT 1";
        let last = self.connection.first(sql, [known.id], read)?;
        Ok(Some(Known { last, ..known }))
    }

    /// A source file, made known to the store when it is new.
    fn source(&self, name: &str) -> rusqlite::Result<Source> {
        let read = |row: &Row<'_>| Ok(Source { id: row.get(0)?, reading: row.get(1)? });
        let find = "SELECT id, reading FROM source WHERE name = ?1";
        if let Some(source) = self.connection.first(find, [name], read)? {
            return Ok(source);
        }
        self.connection.change("INSERT INTO source (name) VALUES (?1)", [name])?;
        Ok(Source { id: self.connection.last_insert_rowid(), reading: 0 })
    }

    /// Ends a version at a generation.
    fn end(&self, version: i64, generation: i64, reason: &str) -> rusqlite::Result<()> {
        let sql = "UPDATE version SET ended = ?2, ended_at = ?3, end_reason = ?4 WHERE id = ?1";
        self.connection.change(sql, params![version, generation, self.now, reason]).map(drop)
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
        let Some(known) = known else {
            let sql = "INSERT INTO document (name, sensitivity, source, reading) VALUES (?1, ?2, ?3, ?4)";
            self.connection.change(sql, params![name, label, source, reading])?;
            return Ok(self.connection.last_insert_rowid());
        };
        if known.source != source {
            self.forget_content(known.source)?;
        }
        let sql = "UPDATE document SET sensitivity = ?2, withdrawn = ?3, source = ?4, reading = ?5 WHERE id = ?1";
        self.connection.change(sql, params![known.id, label, withdrawn, source, reading])?;
        Ok(known.id)
    }

    /// A source file that lost a document no longer stands in the store as it was read.
    fn forget_content(&self, source: Option<i64>) -> rusqlite::Result<()> {
        self.connection.change("UPDATE source SET content = NULL WHERE id = ?1", [source]).map(drop)
    }

    fn put_document(
        &mut self,
        source: Option<&str>,
        document: &Document,
        chunks: &[Chunk],
        content: &str,
    ) -> rusqlite::Result<Put> {
        let put = self.put_version(source, document, chunks, content)?;
        if let Put::Done(_) = put {
            self.forget_restricted(&document.name)?;
        }
        Ok(put)
    }

    /// Of a restricted document nothing is kept that it says, in this version or in an earlier one. Its name and its label
    /// stay, so that no other file can open it again, and hashes, so that it need not be read again.
    fn forget_restricted(&self, doc: &str) -> rusqlite::Result<()> {
        self.forget(&format!("SELECT d.id FROM document AS d WHERE d.name = ?1 AND NOT ({OPEN})"), params![doc])
    }

    /// Forgets what all versions of the documents that a query finds say.
    fn forget(&self, documents: &str, params: &[&dyn ToSql]) -> rusqlite::Result<()> {
        let texts = format!(
            "UPDATE chunk SET text = '', outline = NULL WHERE text <> '' AND id IN
             (SELECT c.id FROM version AS v JOIN chunk AS c ON c.id >= v.first_chunk AND c.id < v.first_chunk + v.chunks
              WHERE v.document IN ({documents}))"
        );
        self.connection.change(&texts, params)?;
        let words = format!(
            "UPDATE version SET title = '', topic = NULL, entity = NULL, geography = NULL, period = NULL, language = NULL,
                 valid_as_of = NULL, restored = NULL, end_reason = iif(ended IS NULL, NULL, '')
             WHERE title <> '' AND document IN ({documents})"
        );
        self.connection.change(&words, params).map(drop)
    }

    fn put_version(
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
                    self.end(active.id, generation, NO_TEXT)?;
                }
            }
            return Ok(Put::Done(Replacement::Withdrawn));
        }
        let digest = version::digest(document, chunks);
        let same = last.filter(|last| last.digest == digest);
        if let Some(same) = same {
            version::outline(self.connection, same.id, chunks)?;
        }
        if same.is_some() && withdrawn {
            self.note(known.as_ref(), &document.name, label, true, source)?;
            return Ok(Put::Done(Replacement::StillWithdrawn));
        }
        // A withdrawn document of which no text is known: nobody can tell that this is another one.
        let stays = withdrawn && last.is_none();
        let id = self.note(known.as_ref(), &document.name, label, stays, source)?;
        if let Some(same) = same.filter(|same| same.active && same.sensitivity == label) {
            if same.content != content {
                let sql = "UPDATE version SET content = ?2 WHERE id = ?1";
                self.connection.change(sql, params![same.id, content])?;
            }
            return Ok(Put::Done(Replacement::Unchanged));
        }
        let is_shown = was_shown || (is_open(label) && !stays);
        let generation = if is_shown { self.next_generation() } else { self.generation };
        let active = last.filter(|last| last.active);
        if let Some(active) = active {
            self.end(active.id, generation, REPLACED)?;
        }
        let number = last.map_or(0, |last| last.number) + 1;
        let new = NewVersion { document: id, number, label, content, digest: &digest, now: &self.now, generation };
        let version = version::insert(self.connection, &new, document, chunks)?;
        if stays {
            self.end(version, generation, WITHDRAWN)?;
            return Ok(Put::Done(Replacement::StillWithdrawn));
        }
        Ok(Put::Done(if active.is_some() { Replacement::Replaced } else { Replacement::Added }))
    }

    /// Ends the documents of a source that this reading of it did not meet.
    fn end_documents(&mut self, source: Source, reason: &str) -> rusqlite::Result<u64> {
        let sql = format!(
            "SELECT v.id, {OPEN} AND v.sensitivity IN ('PUBLIC', 'INTERNAL')
             FROM document AS d JOIN version AS v ON v.document = d.id AND v.ended IS NULL
             WHERE d.source = ?1 AND d.reading IS NOT ?2"
        );
        let read = |row: &Row<'_>| Ok((row.get(0)?, row.get(1)?));
        let gone: Vec<(i64, bool)> = self.connection.all(&sql, [source.id, source.reading], read)?;
        for (version, shown) in &gone {
            let generation = if *shown { self.next_generation() } else { self.generation };
            self.end(*version, generation, reason)?;
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
        let sql = "UPDATE source SET content = NULL, reading = reading + 1 WHERE id = ?1";
        let begun = self.source(source).and_then(|source| self.connection.change(sql, [source.id]));
        begun.map(drop).map_err(self.place.fault("beginning a source file"))
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
            self.connection.change(sql, [known.id]).map(drop)
        });
        known.map_err(self.place.fault("giving up a claim"))
    }

    fn end_source(&mut self, source: &str, content: Option<&str>) -> Result<u64, StoreError> {
        let Some(content) = content else { return Ok(0) };
        let place = self.place;
        let ended = self.source(source).and_then(|source| {
            let gone = self.end_documents(source, GONE)?;
            let sql = "UPDATE source SET content = ?2 WHERE id = ?1";
            self.connection.change(sql, params![source.id, content])?;
            Ok(gone)
        });
        ended.map_err(place.fault("ending a source file"))
    }

    fn withhold_source(&mut self, source: &str) -> Result<u64, StoreError> {
        let place = self.place;
        let ended = self.source(source).and_then(|source| {
            let unmet = "SELECT d.id FROM document AS d WHERE d.source = ?1 AND d.reading IS NOT ?2";
            self.forget(unmet, params![source.id, source.reading])?;
            self.end_documents(source, LABEL)
        });
        ended.map_err(place.fault("hiding what a source file held"))
    }
}
