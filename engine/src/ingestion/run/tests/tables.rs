//! Tests of what is the run's own: what is read again, what a file that changes does to the facts of its document, and what
//! restricts it. The reader is a made-up one, a reading a line: `cell entity value`, with `?` before what must wait.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicI64, AtomicUsize, Ordering};

use super::*;
use crate::code::UnitCode;
use crate::fact::FactKey;
use crate::files::DocumentFault;
use crate::ingestion::documents::ReadDocument;
use crate::period::Period;
use crate::profile::Sensitivity;
use crate::reading::{Candidate, Confidence, Decided, FactReading, Reading, ReviewReading, ReviewReason};
use crate::rule::value as rules;
use crate::store::{FactSource as _, ReviewFilter, ReviewTarget, SqliteFactStore, Verdict};

fn key(entity: &str) -> FactKey {
    FactKey::total("REVENUE", entity, Period::Year { year: 2024 })
}

fn reading(line: &str) -> Reading {
    let (waits, line) = line.strip_prefix('?').map_or((false, line), |rest| (true, rest));
    let [cell, entity, value] = line.split(' ').collect::<Vec<_>>()[..] else { panic!("{line}") };
    let (key, value, unit) = (key(entity), value.parse().unwrap(), UnitCode::new("USD_M"));
    let locator = format!("sheet=PL!{cell}");
    if waits {
        let candidate = Candidate::default().stating(&key, value, &unit);
        let reason = ReviewReason::Tagged { tag: "budget".to_owned() };
        let text = value.to_string();
        let review = ReviewReading {
            locator,
            text,
            reason,
            candidate,
            cells: 1,
            unseen: None,
            decided: Decided::by(&rules::TAG_HOLDS_BACK),
        };
        return Reading::Review(Box::new(review));
    }
    Reading::Fact(FactReading {
        key,
        value,
        text: None,
        unit,
        locator,
        also: Vec::new(),
        tags: Vec::new(),
        confidence: Confidence::FULL,
        valid_as_of: None,
        color_rule: None,
    })
}

/// A store, and how often a file was read.
struct Desk {
    store: SqliteFactStore,
    wordings: Wordings,
    read: AtomicUsize,
    now: AtomicI64,
}

impl Desk {
    fn new() -> Self {
        Self {
            store: SqliteFactStore::in_memory().unwrap(),
            wordings: Wordings::new(),
            read: AtomicUsize::new(0),
            now: AtomicI64::new(0),
        }
    }

    fn understand(&self, file: &SourceFile<'_>) -> Result<TableContent, DocumentFault> {
        self.read.fetch_add(1, Ordering::Relaxed);
        let ByteSource::Memory(bytes) = file.content else { panic!("in memory") };
        let text = std::str::from_utf8(bytes).unwrap();
        if text == "broken" {
            return Err(DocumentFault::CutOff);
        }
        let secret = text.contains("secret");
        let lines = text.lines().filter(|line| *line != "secret");
        Ok(TableContent {
            doc: file.file_name.to_owned(),
            sensitivity: if secret { Sensitivity::Restricted } else { Sensitivity::Internal },
            valid_as_of: None,
            grids: u64::from(!text.is_empty()),
            cells: 9,
            ignored: 2,
            readings: lines.filter(|line| *line != "nothing").map(reading).collect(),
        })
    }

    fn ingest(&self, files: &[(&str, &str)]) -> Vec<TableReport> {
        let understand = |file: &SourceFile<'_>, _: &mut ReadDocument| self.understand(file);
        let files: Vec<SourceFile<'_>> =
            in_memory(files).into_iter().map(|file| SourceFile { format: Format::Markdown, ..file }).collect();
        let tables = TablesInto { store: &self.store, understand: &understand };
        let context = self.wordings.context();
        let job = FileJob { files: &files, context: &context, tables: Some(tables), texts: None, fingerprint: "1" };
        let now = Timestamp::from_second(self.now.fetch_add(60, Ordering::Relaxed)).unwrap();
        let done = ingest(&job, None, now, &mut |_| {}).unwrap();
        done.files.into_iter().filter_map(|outcome| outcome.tables).collect()
    }

    fn one(&self, text: &str) -> TableReport {
        self.ingest(&[("a.xlsx", text)]).remove(0)
    }

    fn answer(&self, entity: &str) -> String {
        let found = self.store.lookup(&key(entity)).unwrap();
        found.map_or_else(|| "-".to_owned(), |found| format!("{} {}", found.fact.value, found.fact.lineage.locator))
    }

    fn waiting(&self) -> u64 {
        let mut count = 0;
        let visit = &mut |_| {
            count += 1;
            ControlFlow::Continue(())
        };
        self.store.reviews(&ReviewFilter::default(), visit).unwrap();
        count
    }
}

#[test]
fn facts_answer_and_readings_wait() {
    let desk = Desk::new();
    let report = desk.one("C7 HK 10.0\n?C8 CN 11");
    assert!(matches!(report.outcome, TableOutcome::Taken));
    assert_eq!((report.counts.new, report.counts.waiting, report.cells, report.ignored), (1, 1, 9, 2));
    assert_eq!((report.doc.as_deref(), report.restricted), (Some("a.xlsx"), false));
    assert_eq!((desk.answer("HK").as_str(), desk.answer("CN").as_str()), ("10.0 sheet=PL!C7", "-"));
    let again = desk.one("C7 HK 10.0\n?C8 CN 11");
    assert!(matches!(again.outcome, TableOutcome::Unchanged));
    assert_eq!((again.counts.unchanged, again.counts.waiting), (true, 1));
    assert_eq!(desk.read.load(Ordering::Relaxed), 1, "a known file is not read again");
}

#[test]
fn rows_and_tables_that_disappear_stop_answering() {
    let desk = Desk::new();
    desk.one("C7 HK 10\nC8 CN 11\n?C9 VN 12");
    let report = desk.one("C7 HK 10");
    assert_eq!((report.counts.same, report.counts.dropped, desk.waiting()), (1, 1, 0));
    let report = desk.one("nothing");
    assert!(matches!(report.outcome, TableOutcome::NoFacts));
    assert_eq!((report.counts.dropped, desk.answer("HK").as_str()), (1, "-"));
    assert!(matches!(desk.one("").outcome, TableOutcome::NoTables));
}

#[test]
fn a_file_that_cannot_be_read_changes_nothing_and_stops_nobody() {
    let desk = Desk::new();
    desk.one("C7 HK 10");
    let reports = desk.ingest(&[("a.xlsx", "broken"), ("b.xlsx", "C7 CN 11")]);
    let unreadable = |fault: &DocumentFault| matches!(fault, DocumentFault::CutOff);
    assert!(matches!(&reports[0].outcome, TableOutcome::Unreadable(fault) if unreadable(fault)));
    assert_eq!((desk.answer("HK").as_str(), desk.answer("CN").as_str()), ("10 sheet=PL!C7", "11 sheet=PL!C7"));
}

#[test]
fn a_restricted_document_is_counted_and_shown_nowhere() {
    let desk = Desk::new();
    let reports = desk.ingest(&[
        ("exco.xlsx", "C7 HK 10"),
        ("b.xlsx", "secret\nC7 CN 11\n?C8 VN 12"),
        ("exco/c.xlsx", "C7 JP 1"),
    ]);
    assert!(reports.iter().all(|report| report.restricted && report.doc.is_none()), "{reports:?}");
    assert_eq!(["HK", "CN", "VN", "JP"].map(|entity| desk.answer(entity)), ["-"; 4]);
    assert_eq!(desk.waiting(), 0);
    let stats = desk.store.stats().unwrap();
    assert_eq!((stats.restricted, stats.reviews_restricted, stats.reviews_pending), (3, 1, 0));
    let again = desk.ingest(&[("b.xlsx", "secret\nC7 CN 11\n?C8 VN 12")]).remove(0);
    assert!(matches!(again.outcome, TableOutcome::Unchanged) && again.restricted, "known without reading it");
    assert!(desk.ingest(&[("b.xlsx", "C7 CN 11")]).remove(0).restricted, "a label never becomes milder");
    assert_eq!(desk.answer("CN"), "-");
}

#[test]
fn a_decision_outlives_the_next_edition_of_a_file() {
    let desk = Desk::new();
    desk.one("?C7 HK 10");
    let decided =
        desk.store.decide(&[ReviewTarget::Item(1)], &Verdict::Approve, "checked", Timestamp::UNIX_EPOCH).unwrap();
    assert!(decided[0].is_ok());
    let report = desk.one("C1 CN 5\n?C8 HK 10");
    assert_eq!((report.counts.decided, report.counts.decided_changed), (1, 0));
    assert_eq!(desk.answer("HK"), "10 sheet=PL!C8");
    let report = desk.one("?C8 HK 12");
    assert_eq!((report.counts.decided_changed, desk.answer("HK").as_str()), (1, "10 sheet=PL!C8 (corrected)"));
    let report = desk.one("C1 CN 5");
    assert_eq!((report.counts.decided_gone, desk.answer("HK").as_str()), (1, "-"));
}

#[test]
fn two_files_of_one_name_do_not_replace_each_other() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    for name in ["q1", "q2"] {
        std::fs::create_dir(folder.path().join(name)).unwrap();
        std::fs::write(folder.path().join(name).join("a.xlsx"), "").unwrap();
    }
    let desk = Desk::new();
    let (first, second) = (path("q1/a.xlsx"), path("q2/a.xlsx"));
    let reports = desk.ingest(&[(&first, "C7 HK 10"), (&second, "C7 HK 11\nC8 CN 1")]);
    assert!(matches!(&reports[1].outcome, TableOutcome::Claimed { by: Some(by) } if *by == first), "{reports:?}");
    assert_eq!((desk.answer("HK").as_str(), desk.answer("CN").as_str()), ("10 sheet=PL!C7", "-"));
    std::fs::remove_file(&first).unwrap();
    assert!(matches!(desk.ingest(&[(&second, "C7 HK 11")]).remove(0).outcome, TableOutcome::Taken));
    assert_eq!(desk.answer("HK"), "11 sheet=PL!C7", "the other file is gone");
}

#[test]
fn the_store_does_not_depend_on_the_number_of_threads() {
    let files: Vec<(String, String)> =
        (0..40).map(|n| (format!("{n}.xlsx"), format!("C7 E{n} {n}\n?C8 W{n} {n}"))).collect();
    let files: Vec<(&str, &str)> = files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let items = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let desk = Desk::new();
        pool.install(|| desk.ingest(&files));
        let mut items = Vec::new();
        let visit = &mut |item: crate::store::ReviewItem| {
            items.push((item.id, item.doc, item.locator));
            ControlFlow::Continue(())
        };
        desk.store.reviews(&ReviewFilter::default(), visit).unwrap();
        items
    };
    assert_eq!(items(1), items(4));
}

#[test]
fn all_threads_of_the_usual_pool_may_ingest_at_once() {
    let (done, finished) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        let facts = rayon::broadcast(|_| {
            let desk = Desk::new();
            desk.ingest(&[("a.xlsx", "C7 HK 10"), ("b.xlsx", "C7 CN 11"), ("c.xlsx", "C7 VN 12")]);
            desk.answer("HK")
        });
        done.send(facts)
    });
    let facts = finished.recv_timeout(std::time::Duration::from_mins(1)).expect("nobody reads: all threads wait");
    assert!(facts.iter().all(|fact| fact == "10 sheet=PL!C7"), "{facts:?}");
}
