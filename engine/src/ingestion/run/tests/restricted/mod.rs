//! A restricted word in every part of a file of every format, in every dress: none of these files is stored open, listed,
//! indexed, answers with a figure, or is named in a note. And the same files without the word are all open, so that the
//! test sees what it should.

mod dress;
mod parts;

use std::ops::ControlFlow;
use std::sync::Arc;

use self::dress::DRESSES;
use self::parts::parts;
use super::*;
use crate::extraction::Context;
use crate::ingestion::documents::ReadDocument;
use crate::profile::Analyzer;
use crate::retrieval::index::Index;
use crate::retrieval::{ChunkSource as _, Filter, SqliteChunkStore};
use crate::store::SqliteFactStore;

const KEYWORDS: [&str; 3] = ["strictly confidential", "绝密", "仅限执委会"];

/// What became of drawn files: names of open documents, facts that answer or wait, chunks that are found, notes.
struct Came {
    open: Vec<String>,
    answering: u64,
    found: usize,
    notes: String,
}

fn came(files: &[(String, Vec<u8>)]) -> Came {
    let keywords = KEYWORDS.map(|word| format!("{word:?}")).join(", ");
    let profile = acme(&format!("[sensitivity]\nrestricted_keywords = [{keywords}]\n"));
    let glossary = Glossary::new(&profile).unwrap();
    let context = ReadContext::new(&profile, &glossary).unwrap();
    let meanings = Context::new(Arc::new(profile.clone()), Arc::new(Glossary::new(&profile).unwrap())).unwrap();
    let understand = |file: &SourceFile<'_>, read: &mut ReadDocument| understand_tables(file, read, &meanings);
    let (facts, texts) = (SqliteFactStore::in_memory().unwrap(), SqliteChunkStore::in_memory().unwrap());
    let sources: Vec<SourceFile<'_>> = files
        .iter()
        .map(|(name, bytes)| SourceFile {
            format: Format::of_name(name).unwrap(),
            content: ByteSource::Memory(bytes),
            file_name: name,
            name,
        })
        .collect();
    let job = FileJob {
        files: &sources,
        context: &context,
        tables: Some(TablesInto { store: &facts, understand: &understand }),
        texts: Some(TextsInto { store: &texts, limits: ChunkLimits::default() }),
        fingerprint: "1",
    };
    let mut notes = String::new();
    ingest(&job, None, Timestamp::UNIX_EPOCH, &mut |event| {
        if let FileEvent::Note { note, .. } = event {
            notes.push_str(&note.to_string());
        }
    })
    .unwrap();
    let mut open = Vec::new();
    texts
        .documents(&mut |document| {
            open.push(document.name.to_string());
            ControlFlow::Continue(())
        })
        .unwrap();
    let index = Index::in_memory(&texts, Analyzer::default()).unwrap();
    let found = index.search("zqxsentinel walrus", &Filter::default(), 10_000).unwrap().len();
    let stats = facts.stats().unwrap();
    let answering = stats.answering + stats.reviews_pending;
    assert_eq!(texts.state().unwrap().generation > 0, !open.is_empty());
    Came { open, answering, found, notes }
}

/// The whole product is looked at: more than two thousand files.
#[test]
fn no_part_of_any_format_hides_a_restricted_word() {
    let mut files = Vec::new();
    for part in parts() {
        for (number, word) in KEYWORDS.into_iter().enumerate() {
            for (dress, put_on) in DRESSES {
                let worn = put_on(word);
                if worn.is_ascii() || !part.ascii_only {
                    let name = format!("{} {number} {dress}.{}", part.name, part.extension);
                    files.push((name, (part.write)(&worn)));
                }
            }
        }
    }
    assert!(files.len() >= 2_000, "{} files", files.len());
    for some in files.chunks(500) {
        let came = came(some);
        assert_eq!(came.open, Vec::<String>::new());
        assert_eq!((came.answering, came.found), (0, 0));
        assert!(!came.notes.contains("zqxsentinel"), "{}", came.notes);
    }
}

#[test]
fn the_same_files_without_the_word_are_open() {
    let innocent = ["a quiet word", "绝不", "strictly speaking, confidence", "拒绝，密切"];
    for word in innocent {
        let files: Vec<(String, Vec<u8>)> = parts()
            .iter()
            .filter(|part| word.is_ascii() || !part.ascii_only)
            .map(|part| (format!("{}.{}", part.name, part.extension), (part.write)(word)))
            .collect();
        let came = came(&files);
        // Workbooks and separated values have tables alone; records go by their own name.
        let with_text = files.iter().filter(|(name, _)| Format::of_name(name).is_some_and(Format::has_text)).count();
        assert_eq!(came.open.len(), with_text, "{word}: {:?}", came.open);
        assert!(came.answering > 0 && came.found > 0, "{word}");
    }
}
