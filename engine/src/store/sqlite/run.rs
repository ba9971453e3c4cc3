//! One ingestion run: a transaction over any number of source files, each behind a savepoint. Which facts a later reading
//! replaces is decided in SQL over run numbers, so that a run of any size needs constant memory; nothing here parses.

use std::collections::HashMap;

use jiff::Timestamp;
use rusqlite::{Connection, Row, params};

use super::CONTENT;
use super::decide::STATE;
use super::row::OPEN;
use crate::sqlite::{Database, Location, Prepared, StoreError, content_of_source, counts, instant_text};
use crate::store::{Action, FileCounts, FileWriter, IngestRun};

mod decisions;
mod file;
mod hidden;
mod readings;
mod statements;

use file::File;
use statements::Statements;

/// What this run (`?1`) leaves unstated of facts, or of review items: their document or their source file was read, they
/// were not in it, and their source file is not one of those whose facts stay as they were.
const LEFT_OUT: &str = "s.stated = 1 AND s.seen_run <> ?1 AND (d.stated_run = ?1 OR f.read_run = ?1)
    AND f.kept_run IS NOT ?1";

/// The tables that [`LEFT_OUT`] needs, for facts and for review items.
const FACTS: &str = "FROM fact AS s JOIN document AS d ON d.id = s.doc JOIN source AS f ON f.id = s.source";
const ITEMS: &str = "FROM review_item AS s JOIN document AS d ON d.id = s.doc JOIN source AS f ON f.id = s.source";

/// The source file that a fact's disappearance is put down to: the one that read its document, else its own.
const DROPPED_BY: &str = "CASE WHEN d.stated_run = ?1 THEN d.stated_source ELSE s.source END";

pub(super) fn ingest(
    database: &Database,
    now: Timestamp,
    work: &mut dyn FnMut(&mut dyn IngestRun) -> Result<(), StoreError>,
) -> Result<Vec<FileCounts>, StoreError> {
    database.write("storing a run", |transaction| {
        let mut run = Run::begin(database.place(), &transaction, now)?;
        work(&mut run)?;
        let (files, wrote) = run.finish()?;
        if wrote {
            transaction.commit()?;
        }
        Ok(files)
    })
}

/// A run in progress.
pub(super) struct Run<'c> {
    place: &'c Location,
    connection: &'c Connection,
    statements: Statements<'c>,
    id: i64,
    /// Each file that was begun, with its source id.
    files: Vec<(i64, FileCounts)>,
    /// Where in `files` a source stands first.
    positions: HashMap<i64, usize>,
    /// Whether anything that is stored changed.
    wrote: bool,
    /// Whether a document or source was read that the store knew before, so that facts may have been left out.
    may_drop: bool,
    /// Whether a document was read, or refused, that must not be shown.
    hides: bool,
}

impl<'c> Run<'c> {
    fn begin(place: &'c Location, connection: &'c Connection, now: Timestamp) -> rusqlite::Result<Self> {
        connection.execute("INSERT INTO run (at) VALUES (?1)", [instant_text(now)])?;
        let (id, statements) = (connection.last_insert_rowid(), Statements::prepare(connection)?);
        Ok(Self {
            place,
            connection,
            statements,
            id,
            files: Vec::new(),
            positions: HashMap::new(),
            wrote: false,
            may_drop: false,
            hides: false,
        })
    }

    /// The id of a source file, made known to the store when it is new.
    fn source(&mut self, name: &str) -> rusqlite::Result<i64> {
        if let Some(id) = self.connection.first("SELECT id FROM source WHERE name = ?1", [name], |row| row.get(0))? {
            self.may_drop = true;
            return Ok(id);
        }
        self.connection.change("INSERT INTO source (name) VALUES (?1)", [name])?;
        Ok(self.connection.last_insert_rowid())
    }

    /// The counts of a file of this run.
    fn counts_of(&mut self, source: i64) -> Option<&mut FileCounts> {
        let at = *self.positions.get(&source)?;
        self.files.get_mut(at).map(|(_, counts)| counts)
    }

    /// Begins to count for a file.
    fn count_for(&mut self, source: i64, counts: FileCounts) {
        self.positions.entry(source).or_insert(self.files.len());
        self.files.push((source, counts));
    }

    /// Facts of `source` that a person has withdrawn, and those whose reading a person has rejected.
    fn refused(&self, source: i64) -> rusqlite::Result<[u64; 2]> {
        let sql = "SELECT count(*) FILTER (WHERE withdrawn = 1), count(*) FILTER (WHERE withdrawn = 0 AND review = 3)
             FROM fact WHERE source = ?1 AND (withdrawn = 1 OR review = 3) AND stated = 1";
        self.connection.first(sql, [source], counts).map(Option::unwrap_or_default)
    }

    /// Lets the facts that were left out stop answering, and tells whether anything changed in the whole run.
    fn finish(mut self) -> Result<(Vec<FileCounts>, bool), StoreError> {
        if self.wrote && self.may_drop {
            let fault = self.place.fault("withdrawing what is no longer stated");
            self.drop_left_out().and_then(|()| self.drop_items()).map_err(fault)?;
        }
        if self.wrote && self.hides {
            let fault = self.place.fault("forgetting what must not be shown");
            hidden::forget(self.connection, self.id).map_err(fault)?;
        }
        Ok((self.files.into_iter().map(|(_, counts)| counts).collect(), self.wrote))
    }

    /// A file of an earlier run that loses something no longer stands in the store as it was read.
    fn forget_displaced(&self, tables: &str) -> rusqlite::Result<()> {
        let sql = format!(
            "UPDATE source SET content_hash = NULL
             WHERE read_run IS NOT ?1 AND id IN (SELECT s.source {tables} WHERE {LEFT_OUT})"
        );
        self.connection.execute(&sql, [self.id]).map(drop)
    }

    /// How much of `tables` each file of this run leaves out.
    fn left_out(&self, tables: &str, condition: &str) -> rusqlite::Result<Vec<(i64, u64)>> {
        let sql = format!("SELECT {DROPPED_BY}, count(*) {tables} WHERE {LEFT_OUT} AND {condition} GROUP BY 1");
        self.connection.all(&sql, [self.id], |row| Ok((row.get(0)?, row.get(1)?)))
    }

    /// Counts the facts that stop answering because their document is read differently now: their key waits for a person.
    fn count_what_waits_now(&mut self) -> rusqlite::Result<()> {
        let of_its_key = "SELECT min(i.reason) FROM review_item AS i WHERE i.doc = s.doc AND i.metric = s.metric
            AND i.entity = s.entity AND i.period = s.period AND i.channel = s.channel AND i.status = 'pending'
            AND i.seen_run = ?1";
        let sql = format!(
            "SELECT source, reason, count(*)
             FROM (SELECT {DROPPED_BY} AS source, ({of_its_key}) AS reason {FACTS} WHERE {LEFT_OUT})
             WHERE reason IS NOT NULL GROUP BY source, reason"
        );
        let read = |row: &Row<'_>| Ok((row.get(0)?, row.get(1)?, row.get(2)?));
        let waiting: Vec<(i64, String, u64)> = self.connection.all(&sql, [self.id], read)?;
        for (source, reason, count) in waiting {
            if let Some(counts) = self.counts_of(source) {
                *counts.dropped_to_review.entry(reason).or_default() += count;
            }
        }
        Ok(())
    }

    fn drop_left_out(&mut self) -> rusqlite::Result<()> {
        let run = self.id;
        let counts = self.left_out(FACTS, "1")?;
        for (source, count) in &counts {
            if let Some(counts) = self.counts_of(*source) {
                counts.dropped += count;
            }
        }
        if counts.is_empty() {
            return Ok(());
        }
        self.count_what_waits_now()?;
        self.forget_displaced(FACTS)?;
        let state = STATE.split(", ").map(|column| format!("s.{}", column.trim())).collect::<Vec<_>>().join(", ");
        self.connection.execute(
            &format!(
                "INSERT INTO history ({STATE}, action, ended_run, ended_source)
                 SELECT {state}, ?2, ?1, {DROPPED_BY} {FACTS} WHERE {LEFT_OUT}"
            ),
            params![run, Action::Dropped],
        )?;
        self.connection.execute(
            &format!(
                "UPDATE fact AS s SET stated = 0 FROM document AS d, source AS f
                 WHERE d.id = s.doc AND f.id = s.source AND {LEFT_OUT}"
            ),
            [run],
        )?;
        Ok(())
    }
}

impl IngestRun for Run<'_> {
    fn hash_of(&mut self, source: &str) -> Result<Option<String>, StoreError> {
        let found = content_of_source(self.connection, CONTENT, source);
        found.map_err(self.place.fault("looking a source file up"))
    }

    fn stated_by(&mut self, doc: &str) -> Result<Option<String>, StoreError> {
        let sql = "SELECT f.name FROM document AS d JOIN source AS f ON f.id = d.stated_source WHERE d.name = ?1";
        let found = self.connection.first(sql, [doc], |row| row.get(0));
        found.map_err(self.place.fault("looking a document up"))
    }

    fn is_restricted(&mut self, source: &str) -> Result<bool, StoreError> {
        let sql = format!(
            "SELECT EXISTS (SELECT 1 FROM document AS d JOIN source AS f ON f.id = d.stated_source
             WHERE f.name = ?1 AND NOT ({OPEN}))"
        );
        self.connection.value(&sql, [source]).map_err(self.place.fault("looking a document up"))
    }

    fn keep_unchanged(&mut self, source: &str) -> Result<(), StoreError> {
        let fault = self.place.fault("keeping a source file's facts");
        let id = self.source(source).map_err(&fault)?;
        // Facts that the same run has read from the file are not "as they were": they are its present facts.
        let keep = "UPDATE source SET read_run = ?2, kept_run = ?2 WHERE id = ?1 AND read_run IS NOT ?2";
        self.connection.change(keep, [id, self.id]).map_err(&fault)?;
        let [still_withdrawn, still_rejected] = self.refused(id).map_err(&fault)?;
        let waiting = self.waiting(id).map_err(&fault)?;
        let source = source.to_owned();
        let counts =
            FileCounts { source, unchanged: true, still_withdrawn, still_rejected, waiting, ..FileCounts::default() };
        self.count_for(id, counts);
        Ok(())
    }

    fn begin_file<'run>(&'run mut self, source: &str) -> Result<Box<dyn FileWriter + 'run>, StoreError> {
        let fault = self.place.fault("beginning a source file");
        let id = self.source(source).map_err(&fault)?;
        self.count_for(id, FileCounts { source: source.to_owned(), ..FileCounts::default() });
        self.connection.execute_batch("SAVEPOINT file").map_err(&fault)?;
        Ok(Box::new(File::new(self, id)))
    }
}
