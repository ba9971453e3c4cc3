//! Tests of files whose tables and text go into both stores at once.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::*;
use crate::extraction::Context;
use crate::ingestion::documents::ReadDocument;
use crate::retrieval::SqliteChunkStore;
use crate::store::SqliteFactStore;

const REPORT: &str = "# Results\n\nRevenue rose.\n\n| US$m | FY2024 |\n|---|---|\n| Revenue | 12.5 |\n";

/// Both stores, and how often tables were understood.
struct Desk {
    wordings: Wordings,
    facts: SqliteFactStore,
    texts: SqliteChunkStore,
    understood: AtomicUsize,
}

impl Desk {
    fn new() -> Self {
        let (facts, texts) = (SqliteFactStore::in_memory().unwrap(), SqliteChunkStore::in_memory().unwrap());
        Self { wordings: Wordings::new(), facts, texts, understood: AtomicUsize::new(0) }
    }

    /// Ingests a file, into the stores that are wanted.
    fn ingest(&self, name: &str, text: &str, facts: bool, texts: bool) -> FileOutcome {
        self.try_ingest(name, text, facts, texts).unwrap().files.remove(0)
    }

    fn try_ingest(&self, name: &str, text: &str, facts: bool, texts: bool) -> Result<Ingested, StoreError> {
        let Wordings { profile, glossary } = Wordings::new();
        let meanings = Context::new(Arc::new(profile), Arc::new(glossary)).unwrap();
        let understand = |file: &SourceFile<'_>, read: &mut ReadDocument| {
            self.understood.fetch_add(1, Ordering::Relaxed);
            understand_tables(file, read, &meanings)
        };
        let (context, files) = (self.wordings.context(), in_memory(&[(name, text)]));
        let job = FileJob {
            files: &files,
            context: &context,
            tables: facts.then_some(TablesInto { store: &self.facts, understand: &understand }),
            texts: texts.then(|| TextsInto { store: &self.texts, limits: ChunkLimits::default() }),
            fingerprint: "1",
        };
        ingest(&job, None, Timestamp::UNIX_EPOCH, &mut |_| {})
    }
}

#[test]
fn one_reading_serves_both_stores_and_a_known_file_needs_none() {
    let desk = Desk::new();
    let done = desk.ingest("in/a.md", REPORT, true, true);
    let (tables, text) = (done.tables.unwrap(), done.text.unwrap());
    let readings = tables.counts.new + tables.counts.waiting;
    assert_eq!((readings, tables.grids, text.added, text.restricted), (1, 1, 1, 0));
    let again = desk.ingest("in/a.md", REPORT, true, true);
    assert!(matches!(again.tables.unwrap().outcome, TableOutcome::Unchanged));
    assert!(matches!(again.text.unwrap().outcome, TextOutcome::Unchanged));
    assert_eq!(desk.understood.load(Ordering::Relaxed), 1);
}

#[test]
fn a_file_that_one_store_knows_goes_into_the_other_alone() {
    let desk = Desk::new();
    desk.ingest("in/a.md", REPORT, true, false);
    let done = desk.ingest("in/a.md", REPORT, true, true);
    assert!(matches!(done.tables.unwrap().outcome, TableOutcome::Unchanged));
    assert_eq!((done.text.unwrap().added, desk.understood.load(Ordering::Relaxed)), (1, 1));
    let desk = Desk::new();
    desk.ingest("in/a.md", REPORT, false, true);
    let done = desk.ingest("in/a.md", REPORT, true, true);
    let counts = done.tables.unwrap().counts;
    assert_eq!(counts.new + counts.waiting, 1);
    assert!(matches!(done.text.unwrap().outcome, TextOutcome::Unchanged));
}

#[test]
fn what_a_table_hides_restricts_the_text_and_what_the_text_says_the_table() {
    let hidden =
        "<p>Revenue rose.</p><table><tr><td>US$m<td>FY2024<tr hidden><td>top secret<tr><td>Revenue<td>1</table>";
    let secret = format!("{REPORT}\nThis is top secret.\n");
    for (name, page) in [("in/a.html", hidden), ("in/b.md", secret.as_str()), ("in/exco.md", REPORT)] {
        let done = Desk::new().ingest(name, page, true, true);
        let (tables, text) = (done.tables.unwrap(), done.text.unwrap());
        assert_eq!((tables.restricted, tables.doc, text.added, text.restricted), (true, None, 1, 1), "{name}");
    }
}

#[test]
fn a_fault_of_the_tables_leaves_the_text() {
    let deep = format!("<p>Revenue rose.</p>{}", "<table><tr><td>".repeat(200));
    let done = Desk::new().ingest("in/a.html", &deep, true, true);
    assert!(matches!(done.tables.unwrap().outcome, TableOutcome::Unreadable(_)));
    assert_eq!(done.text.unwrap().added, 1);
    let unknown = Desk::new().ingest("in/a.md", "---\nsensitivity: x\n", true, true);
    assert!(matches!(unknown.tables.unwrap().outcome, TableOutcome::Unreadable(_)));
    assert!(matches!(unknown.text.unwrap().outcome, TextOutcome::Unreadable(_)));
}

#[test]
fn facts_go_in_although_the_store_of_documents_fails() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("documents.db");
    let desk = Desk { texts: SqliteChunkStore::create(&path).unwrap(), ..Desk::new() };
    let full = "CREATE TRIGGER full BEFORE INSERT ON chunk BEGIN SELECT RAISE(ABORT, 'full'); END";
    crate::sqlite::cache(&path).unwrap().execute_batch(full).unwrap();
    desk.try_ingest("in/a.md", REPORT, true, true).expect_err("a document went into a store that takes none");
    let again = desk.ingest("in/a.md", REPORT, true, false);
    assert!(matches!(again.tables.unwrap().outcome, TableOutcome::Unchanged), "the facts did not go in");
    assert_eq!(desk.texts.stats().unwrap().documents, 0);
}
