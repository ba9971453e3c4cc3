//! Tests of whole document files on their way into a store in memory.

use std::ops::ControlFlow;

use super::*;
use crate::retrieval::{ChunkSource as _, SqliteChunkStore};

/// A store, and what it is fed with.
struct Desk {
    wordings: Wordings,
    store: SqliteChunkStore,
    limits: ChunkLimits,
}

impl Desk {
    fn new() -> Self {
        let store = SqliteChunkStore::in_memory().unwrap();
        Self { wordings: Wordings::new(), store, limits: ChunkLimits::default() }
    }

    /// Ingests files of a folder, `name: content`; the reports and the notes as a person sees them.
    fn ingest(&self, files: &[(&str, &str)]) -> (Vec<TextReport>, Vec<String>) {
        let texts = TextsInto { store: &self.store, limits: self.limits };
        let (context, files) = (self.wordings.context(), in_memory(files));
        let job =
            FileJob { files: &files, context: &context, tables: None, texts: Some(texts), fingerprint: "profile 1" };
        let mut notes = Vec::new();
        let done = ingest(&job, None, Timestamp::UNIX_EPOCH, &mut |event| {
            if let FileEvent::Note { file, note, restricted } = event {
                notes.push(format!("{}: {note}", if restricted { "restricted" } else { file.name }));
            }
        });
        (done.unwrap().files.into_iter().filter_map(|outcome| outcome.text).collect(), notes)
    }

    fn names(&self) -> Vec<String> {
        let mut names = Vec::new();
        self.store
            .documents(&mut |document| {
                names.push(document.name.to_string());
                ControlFlow::Continue(())
            })
            .unwrap();
        names
    }
}

#[test]
fn files_are_read_once_until_something_changes() {
    let mut desk = Desk::new();
    let files = [("/in/a.md", "# A\n\nText."), ("/in/c.jsonl", "{\"_id\":\"x\",\"text\":\"One.\"}\n")];
    let (reports, notes) = desk.ingest(&files);
    assert!(notes.is_empty() && reports.iter().all(|report| matches!(report.outcome, TextOutcome::Taken)));
    assert_eq!((reports[0].added, reports[0].chunks, reports[1].added), (1, 1, 1));
    let (again, _) = desk.ingest(&files);
    assert!(again.iter().all(|report| matches!(report.outcome, TextOutcome::Unchanged)), "{again:?}");
    let before = desk.store.state().unwrap();
    desk.limits = ChunkLimits::new(100, 10).unwrap();
    let (other_limits, _) = desk.ingest(&files);
    assert!(other_limits.iter().all(|report| report.unchanged == 1 && report.documents == 1), "{other_limits:?}");
    assert_eq!(desk.store.state().unwrap(), before, "the same chunks came of it");
}

#[test]
fn a_file_of_nothing_but_restricted_records_is_named_by_no_note() {
    let restricted = "{\"_id\":\"m1\",\"text\":\"K\",\"labels\":[\"restricted\"]}\n";
    for file in [restricted.to_owned(), format!("[]\n{restricted}"), format!("{restricted}[]\n")] {
        let (_, notes) = Desk::new().ingest(&[("in/merger.jsonl", &file)]);
        assert!(!notes.is_empty() && notes.iter().all(|note| note.starts_with("restricted: ")), "{notes:?}");
    }
    let mixed = format!("[]\n{{\"_id\":\"o\",\"text\":\"Open.\"}}\n{restricted}[]\n");
    let (_, notes) = Desk::new().ingest(&[("in/mixed.jsonl", &mixed)]);
    let told = |start: &str| notes.iter().filter(|note| note.starts_with(start)).count();
    assert_eq!((told("in/mixed.jsonl: line 1"), told("in/mixed.jsonl: line 4"), told("in/")), (1, 1, 2), "{notes:?}");
    assert!(notes.iter().any(|note| note.starts_with("restricted: the ")), "no line either: {notes:?}");
}

#[test]
fn what_is_left_out_is_told_with_its_place() {
    let desk = Desk::new();
    desk.ingest(&[("in/a.md", "First.")]);
    let (reports, notes) = desk.ingest(&[
        ("in/c.jsonl", "{\"_id\":\"x\",\"text\":\"One.\"}\n[]\n{\"_id\":\"a.md\",\"text\":\"Two.\"}\n"),
        ("in/other/a.md", "Second."),
        ("in/none.md", ""),
    ]);
    assert!(notes[0].starts_with("in/c.jsonl: line 2: "), "{notes:?}");
    assert!(notes[1].contains("line 3: the document `a.md` came from in/a.md"), "{notes:?}");
    assert!(notes[2].starts_with("in/other/a.md: the document"), "{notes:?}");
    let outcomes: Vec<_> = reports.iter().map(|report| &report.outcome).collect();
    assert!(matches!(outcomes[..], [TextOutcome::TakenInPart, TextOutcome::Rejected, TextOutcome::NoText(_)]));
    assert_eq!(desk.names(), ["a.md", "x"]);
    // A file that was there and is gone from the disk claims nothing.
    desk.ingest(&[("/gone/b.md", "First.")]);
    assert_eq!(desk.ingest(&[("/elsewhere/b.md", "Second.")]).0[0].replaced, 1);
}

#[test]
fn a_folder_can_restrict_what_is_in_it() {
    let desk = Desk::new();
    let (reports, notes) = desk.ingest(&[("/in/vault/a.md", "---\ntitle: t\nowner: someone\n---\nText.")]);
    assert_eq!((reports[0].restricted, reports[0].added), (1, 1));
    assert!(notes.is_empty(), "its keys are not shown: {notes:?}");
    assert!(desk.names().is_empty());
    let (_, notes) = desk.ingest(&[("/in/a.md", "Other text.")]);
    assert!(notes.is_empty() || !notes[0].contains("vault"), "{notes:?}");
}

#[test]
fn program_code_with_blank_lines_is_several_paragraphs() {
    let desk = Desk::new();
    desk.ingest(&[("/in/a.md", "Before.\n\n```\none\n\n\ntwo\n```\n\nAfter.")]);
    let (_, chunks) = desk.store.document("a.md").unwrap().unwrap();
    assert_eq!((chunks[0].text.as_str(), chunks[0].id.last), ("Before.\n\none\n\ntwo\n\nAfter.", 4));
}

#[test]
fn many_documents_are_stored_in_groups_and_none_is_lost() {
    let desk = Desk::new();
    let lines: Vec<String> = (0..2_500).map(|n| format!("{{\"_id\":\"{n:04}\",\"text\":\"Text {n}.\"}}")).collect();
    let corpus = lines.join("\n");
    let (reports, _) = desk.ingest(&[("/in/a.md", "A."), ("/in/c.jsonl", &corpus), ("/in/z.md", "Z.")]);
    assert_eq!(reports.iter().map(|report| report.added).collect::<Vec<_>>(), [1, 2_500, 1]);
    assert_eq!(desk.names().len(), 2_502);
    let half = lines[..1_200].join("\n");
    let (reports, _) = desk.ingest(&[("/in/c.jsonl", &half)]);
    assert_eq!((reports[0].unchanged, reports[0].withdrawn), (1_200, 1_300));
    assert_eq!(desk.store.stats().unwrap().documents, 1_202);
}
