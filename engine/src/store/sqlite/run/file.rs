//! One source file of a run. A statement is new, the same, changed, repeated or contradicted; this decides which, and
//! writes accordingly.

use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;
use std::sync::Arc;

use rusqlite::{Row, Statement, params};
use rust_decimal::Decimal;

use super::decisions::Decisions;
use super::statements::{Refusal, Statements, StoredState};
use super::{Run, StoreError};
use crate::code::UnitCode;
use crate::fact::FactKey;
use crate::profile::Sensitivity;
use crate::sqlite::Prepared;
use crate::store::sqlite::row::tags_text;
use crate::store::{Action, DocumentLabel, FileCounts, FileWriter, FirstStatement, NewFact, NewReview, Put, Review};

/// Documents that are remembered by name before the memory is given up and begun anew.
const DOCUMENTS_MAX: usize = 4_096;

/// A document of the file.
#[derive(Debug, Clone, Copy)]
pub(super) struct Document {
    pub(super) id: i64,
    withdrawn: bool,
    /// The strictest label that the file has given it so far.
    sensitivity: Sensitivity,
}

/// A statement as texts, made once for all SQL statements that need it. The buffers are reused from fact to fact.
#[derive(Default)]
struct Texts {
    value: String,
    period: String,
    valid_as_of: Option<String>,
    confidence: Option<String>,
    tags: Option<String>,
}

impl Texts {
    fn set(&mut self, fact: &NewFact) {
        self.value.clear();
        // Writing to a string cannot fail.
        let _ = write!(self.value, "{}", fact.value);
        self.period = fact.key.period.value();
        self.valid_as_of = fact.valid_as_of.map(|date| date.to_string());
        self.confidence = fact.confidence.map(|confidence| confidence.to_string());
        self.tags = tags_text(&fact.tags);
    }
}

/// A source file that is being read.
pub(super) struct File<'run, 'c> {
    pub(super) run: &'run mut Run<'c>,
    pub(super) source: i64,
    documents: HashMap<String, Document>,
    /// What persons decided about the documents, by their ids.
    decisions: HashMap<i64, Decisions>,
    last: Option<(Arc<DocumentLabel>, Document)>,
    texts: Texts,
    /// Sources whose content hash was taken back because this file took a fact over.
    displaced: HashSet<i64>,
    /// Whether the file repeats a statement of another file, which then stands in the store under that file's name.
    shares_facts: bool,
    ended: bool,
}

impl<'run, 'c> File<'run, 'c> {
    pub(super) fn new(run: &'run mut Run<'c>, source: i64) -> Self {
        Self {
            run,
            source,
            documents: HashMap::new(),
            decisions: HashMap::new(),
            last: None,
            texts: Texts::default(),
            displaced: HashSet::new(),
            shares_facts: false,
            ended: false,
        }
    }

    /// The document of a fact. The same label object as for the fact before is the common case.
    pub(super) fn document(&mut self, label: &Arc<DocumentLabel>) -> rusqlite::Result<Document> {
        if let Some((last, document)) = &self.last
            && Arc::ptr_eq(last, label)
        {
            return Ok(*document);
        }
        let known = self.documents.get(&label.name).filter(|known| known.sensitivity >= label.sensitivity).copied();
        let document = if let Some(document) = known {
            document
        } else {
            let document = self.state_document(label)?;
            if self.documents.len() >= DOCUMENTS_MAX {
                self.documents.clear();
            }
            self.documents.insert(label.name.clone(), document);
            document
        };
        self.last = Some((Arc::clone(label), document));
        Ok(document)
    }

    /// Notes that this run has read the document, under the strictest label it ever had.
    fn state_document(&mut self, label: &DocumentLabel) -> rusqlite::Result<Document> {
        let connection = self.run.connection;
        let find = "SELECT id, withdrawn, sensitivity FROM document WHERE name = ?1";
        let read = |row: &Row<'_>| Ok(Document { id: row.get(0)?, withdrawn: row.get(1)?, sensitivity: row.get(2)? });
        let Some(stored) = connection.first(find, [&label.name], read)? else {
            connection.change(
                "INSERT INTO document (name, sensitivity, stated_run, stated_source) VALUES (?1, ?2, ?3, ?4)",
                params![label.name, label.sensitivity, self.run.id, self.source],
            )?;
            let id = connection.last_insert_rowid();
            self.run.hides |= label.sensitivity == Sensitivity::Restricted;
            return Ok(Document { id, withdrawn: false, sensitivity: label.sensitivity });
        };
        self.run.may_drop = true;
        let sensitivity = label.sensitivity.max(stored.sensitivity);
        self.run.hides |= sensitivity == Sensitivity::Restricted;
        connection.change(
            "UPDATE document SET sensitivity = ?2, withheld = 0, stated_run = ?3,
                 stated_source = CASE WHEN stated_run IS ?3 THEN stated_source ELSE ?4 END WHERE id = ?1",
            params![stored.id, sensitivity, self.run.id, self.source],
        )?;
        Ok(Document { sensitivity, ..stored })
    }

    /// The counts of this file, as long as the run holds them.
    pub(super) fn counts(&mut self) -> Option<&mut FileCounts> {
        self.run.files.last_mut().map(|(_, counts)| counts)
    }

    /// Whether a person decided about something that the fact may be.
    fn is_decided(&mut self, document: i64, fact: &NewFact) -> rusqlite::Result<bool> {
        if let Some(decisions) = self.decisions.get(&document) {
            return Ok(decisions.concern(fact));
        }
        let decisions = Decisions::of(&self.items(document, true)?);
        let concerned = decisions.concern(fact);
        self.decisions.insert(document, decisions);
        Ok(concerned)
    }

    /// Stores a fact beside what persons decided about its document.
    fn put_one(&mut self, fact: &NewFact) -> rusqlite::Result<Put> {
        let document = self.document(&fact.doc)?.id;
        if !self.is_decided(document, fact)? {
            return self.put_fact(fact, false);
        }
        let items = self.items(document, true)?;
        let put = self.put_beside(&fact.doc, &items, std::slice::from_ref(fact), &[])?.pop();
        Ok(put.unwrap_or(Put::Same))
    }

    /// Stores a fact. A key that was rejected stays so, unless the fact `reopens` it.
    pub(super) fn put_fact(&mut self, fact: &NewFact, reopens: bool) -> rusqlite::Result<Put> {
        let document = self.document(&fact.doc)?;
        self.texts.set(fact);
        let inserted = self.write(|run| &mut run.insert, fact, document, (fact.review, document.withdrawn))?;
        if inserted == 1 {
            self.count(&Put::New, Refusal::of(document.withdrawn, fact.review));
            return Ok(Put::New);
        }
        self.put_again(fact, document, reopens)
    }

    /// The document has stated the key before: in this run, in an earlier one, or in one before it was dropped.
    fn put_again(&mut self, fact: &NewFact, document: Document, reopens: bool) -> rusqlite::Result<Put> {
        let (FactKey { metric, entity, channel, .. }, texts) = (&fact.key, &self.texts);
        let row = params![metric, entity, texts.period, channel, document.id, self.run.id];
        let present = self.run.statements.find.query_row(row, StoredState::read)?;
        if present.stated && present.in_this_run {
            let put = self.repeated(fact, &present);
            self.count(&put, None);
            return Ok(put);
        }
        if present.source != self.source && self.displaced.insert(present.source) {
            self.run.statements.displace.execute([present.source])?;
        }
        let same = present.value == texts.value
            && present.unit == fact.unit.as_str()
            && present.locator == fact.locator
            && present.valid_as_of == texts.valid_as_of
            && present.confidence == texts.confidence
            && present.tags == texts.tags;
        let rejected = present.review == Review::Rejected;
        let review = if rejected && !reopens { present.review } else { fact.review };
        let same = same && (review == present.review || !rejected);
        let put = match (present.stated, same) {
            (true, true) => {
                self.touch(fact, document)?;
                Put::Same
            }
            (true, false) => {
                self.replace(fact, document, &present, (review, Action::Changed))?;
                Put::Changed
            }
            (false, _) => {
                self.replace(fact, document, &present, (review, Action::Returned))?;
                Put::New
            }
        };
        self.count(&put, Refusal::of(present.withdrawn, review));
        Ok(put)
    }

    /// A second statement of the same document and key in one run.
    fn repeated(&mut self, fact: &NewFact, present: &StoredState) -> Put {
        // Every stored value was written from a decimal; a damaged one differs from whatever is read now.
        let value = Decimal::from_str_exact(&present.value).ok();
        let agrees = value == Some(fact.value)
            && present.unit == fact.unit.as_str()
            && present.valid_as_of == self.texts.valid_as_of;
        let first = FirstStatement {
            source: present.source_name.clone(),
            line: present.line,
            value: value.unwrap_or_default(),
            unit: UnitCode::new(present.unit.as_str()),
            valid_as_of: present.valid_as_of.as_deref().and_then(|date| date.parse().ok()),
        };
        self.shares_facts |= present.source != self.source;
        if agrees { Put::Duplicate(first) } else { Put::Contradiction(first) }
    }

    /// Runs the statement that stores a fact, or the one that replaces it; both take the same parameters.
    fn write(
        &mut self,
        statement: for<'s> fn(&'s mut Statements<'c>) -> &'s mut Statement<'c>,
        fact: &NewFact,
        document: Document,
        (review, withdrawn): (Review, bool),
    ) -> rusqlite::Result<usize> {
        let NewFact { key: FactKey { metric, entity, channel, .. }, unit, locator, line, shown, .. } = fact;
        let Texts { value, period, valid_as_of: date, confidence: sure, tags } = &self.texts;
        let (doc, source, run) = (document.id, self.source, self.run.id);
        let row = params![
            metric, entity, period, channel, doc, value, unit, locator, date, review, withdrawn, sure, tags, source,
            line, run, shown
        ];
        statement(&mut self.run.statements).execute(row)
    }

    fn touch(&mut self, fact: &NewFact, document: Document) -> rusqlite::Result<()> {
        let NewFact { key: FactKey { metric, entity, channel, .. }, line, shown, .. } = fact;
        let (period, doc, source, run) = (&self.texts.period, document.id, self.source, self.run.id);
        let row = params![metric, entity, period, channel, doc, source, line, run, shown];
        self.run.statements.touch.execute(row).map(drop)
    }

    fn replace(
        &mut self,
        fact: &NewFact,
        document: Document,
        present: &StoredState,
        (review, action): (Review, Action),
    ) -> rusqlite::Result<()> {
        let (FactKey { metric, entity, channel, .. }, period) = (&fact.key, &self.texts.period);
        let row = params![metric, entity, period, channel, document.id, action, self.run.id, self.source];
        self.run.statements.remember.execute(row)?;
        self.write(|run| &mut run.replace, fact, document, (review, present.withdrawn)).map(drop)
    }

    fn count(&mut self, put: &Put, refused: Option<Refusal>) {
        let Some((_, counts)) = self.run.files.last_mut() else { return };
        match refused {
            Some(Refusal::Withdrawn) => counts.still_withdrawn += 1,
            Some(Refusal::Rejected) => counts.still_rejected += 1,
            None => {}
        }
        match put {
            Put::New => counts.new += 1,
            Put::Changed => counts.changed += 1,
            Put::Same => counts.same += 1,
            Put::Duplicate(_) => counts.duplicates += 1,
            Put::Contradiction(_) => {}
        }
    }

    /// Undoes all that was put of the file.
    fn roll_back(&mut self) -> rusqlite::Result<()> {
        self.ended = true;
        if let Some((_, counts)) = self.run.files.last_mut() {
            *counts = FileCounts { source: std::mem::take(&mut counts.source), ..FileCounts::default() };
        }
        self.run.connection.execute_batch("ROLLBACK TO file; RELEASE file")
    }

    /// Hides the documents that the file was the last to state, and lets all that was read in it stop answering.
    fn hide(&mut self) -> rusqlite::Result<()> {
        self.roll_back()?;
        let (connection, run) = (self.run.connection, self.run.id);
        let hide = "UPDATE document SET withheld = 1, stated_run = ?2 WHERE stated_source = ?1";
        connection.change(hide, [self.source, run])?;
        let read = "UPDATE source SET content_hash = NULL, read_run = ?2, kept_run = NULL WHERE id = ?1";
        connection.change(read, [self.source, run])?;
        (self.run.wrote, self.run.may_drop, self.run.hides) = (true, true, true);
        Ok(())
    }

    fn take_back(&mut self) -> rusqlite::Result<()> {
        self.roll_back()?;
        let keep = "UPDATE source SET kept_run = ?2 WHERE id = ?1 AND read_run IS NOT ?2";
        self.run.connection.change(keep, [self.source, self.run.id]).map(drop)
    }
}

impl FileWriter for File<'_, '_> {
    fn put(&mut self, fact: &NewFact) -> Result<Put, StoreError> {
        let place = self.run.place;
        self.put_one(fact).map_err(place.fault("storing a fact"))
    }

    fn put_readings(
        &mut self,
        doc: &Arc<DocumentLabel>,
        facts: &[NewFact],
        reviews: &[NewReview],
    ) -> Result<Vec<Put>, StoreError> {
        let place = self.run.place;
        let items = self.document(doc).and_then(|document| self.items(document.id, false));
        let puts = items.and_then(|items| self.put_beside(doc, &items, facts, reviews));
        puts.map_err(place.fault("storing the readings of a document"))
    }

    fn accept(mut self: Box<Self>, content_hash: Option<&str>) -> Result<(), StoreError> {
        self.ended = true;
        self.run.wrote = true;
        let hash = content_hash.filter(|_| !self.shares_facts);
        let (connection, place) = (self.run.connection, self.run.place);
        let accept = "UPDATE source SET content_hash = ?2, read_run = ?3, kept_run = NULL WHERE id = ?1";
        connection
            .change(accept, params![self.source, hash, self.run.id])
            .and_then(|_| connection.execute_batch("RELEASE file"))
            .map_err(place.fault("accepting a source file"))
    }

    fn reject(mut self: Box<Self>) -> Result<(), StoreError> {
        let place = self.run.place;
        self.take_back().map_err(place.fault("taking a source file back"))
    }

    fn withhold(mut self: Box<Self>) -> Result<(), StoreError> {
        let place = self.run.place;
        self.hide().map_err(place.fault("hiding what a source file stated"))
    }
}

impl Drop for File<'_, '_> {
    fn drop(&mut self) {
        if !self.ended {
            // When even this fails, the connection is beyond use and the whole run is rolled back with it.
            let _ = self.take_back();
        }
    }
}
