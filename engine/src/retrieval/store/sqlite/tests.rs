//! Tests of what is SQLite's own: the two kinds of store, files that are no document store, labels that nobody knows,
//! damage, and processes that die.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

mod damage;
mod processes;

use tempfile::TempDir;

use super::*;
use crate::retrieval::store::conformance::{self, document, replace, served};
use crate::sqlite::OpenFault;
use crate::store::SqliteFactStore;

#[test]
fn a_file_passes_the_conformance_suite() {
    let folder = TempDir::new().unwrap();
    let next = std::cell::Cell::new(0);
    conformance::check(&|| {
        next.set(next.get() + 1);
        Box::new(SqliteChunkStore::create(&folder.path().join(format!("{}.db", next.get()))).unwrap())
    });
}

#[test]
fn the_schema_names_all_of_its_tables_and_indexes() {
    crate::sqlite::tests::assert_complete(&SCHEMA);
}

#[test]
fn memory_passes_the_conformance_suite() {
    conformance::check(&|| Box::new(SqliteChunkStore::in_memory().unwrap()));
}

#[test]
fn each_kind_of_store_refuses_the_other_by_its_name() {
    let folder = TempDir::new().unwrap();
    let [facts, documents] = ["facts.db", "documents.db"].map(|name| folder.path().join(name));
    SqliteFactStore::create(&facts).unwrap();
    SqliteChunkStore::create(&documents).unwrap();
    let error = SqliteChunkStore::open(&facts).unwrap_err();
    assert!(matches!(error, StoreError::Open { fault: OpenFault::Foreign { .. }, .. }), "{error}");
    let message = std::error::Error::source(&error).unwrap().to_string();
    assert!(error.to_string().contains("cannot open the document store") && message.contains("not a document store"));
    let message = SqliteFactStore::open_read_only(&documents).unwrap_err().to_string();
    assert!(message.contains("cannot open the fact store"), "{message}");
}

#[test]
fn stores_are_told_apart_and_stay_what_they_are() {
    let folder = TempDir::new().unwrap();
    let [a, b] = ["a.db", "b.db"].map(|name| folder.path().join(name));
    let identity = SqliteChunkStore::create(&a).unwrap().state().unwrap().identity;
    assert_ne!(identity, SqliteChunkStore::create(&b).unwrap().state().unwrap().identity);
    assert_eq!(identity, SqliteChunkStore::open_read_only(&a).unwrap().state().unwrap().identity);
    assert_eq!(identity.len(), 32);
}

#[test]
fn a_label_that_nobody_knows_counts_as_restricted() {
    let folder = TempDir::new().unwrap();
    for table in ["document", "version"] {
        let path = folder.path().join(format!("{table}.db"));
        let store = SqliteChunkStore::create(&path).unwrap();
        replace(&store, &document("a.md", &["text"]));
        for label in ["SECRET", "restricted", "Public", ""] {
            crate::sqlite::cache(&path)
                .unwrap()
                .execute(&format!("UPDATE {table} SET sensitivity = ?1"), [label])
                .unwrap();
            assert!(served(&store).is_empty(), "{label:?} in {table}");
            assert!(store.candidates(&[(1, Scores::default())]).unwrap().is_empty());
            assert!(store.history("a.md").unwrap().is_empty() && store.document("a.md").unwrap().is_none());
            let stats = store.stats().unwrap();
            assert_eq!((stats.documents, stats.chunks, stats.restricted), (0, 0, 1));
            store.changes_since(0, &mut |change| panic!("{:?}", change.doc)).unwrap();
        }
    }
}

#[test]
fn chunks_that_are_missing_are_found() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("documents.db");
    let store = SqliteChunkStore::create(&path).unwrap();
    replace(&store, &document("a.md", &["some text", "other text"]));
    crate::sqlite::cache(&path).unwrap().execute("DELETE FROM chunk WHERE id = 2", []).unwrap();
    assert_eq!(store.check().unwrap(), ["1 versions of documents do not have the chunks that they should"]);
}

#[test]
fn a_store_that_was_opened_to_read_refuses_to_write() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("documents.db");
    replace(&SqliteChunkStore::create(&path).unwrap(), &document("a.md", &["text"]));
    let store = SqliteChunkStore::open_read_only(&path).unwrap();
    assert!(!store.is_writable());
    let refused = store.withdraw("a.md", "?", Timestamp::UNIX_EPOCH).unwrap_err();
    assert!(refused.to_string().contains("the document store"), "{refused}");
    assert_eq!(served(&store).len(), 1);
}

#[test]
fn readers_see_whole_versions_while_a_writer_replaces_them() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("documents.db");
    let store = SqliteChunkStore::create(&path).unwrap();
    let version = |n: u32| {
        let text = format!("text {n}");
        document("a.md", &[&text, &text, &text])
    };
    replace(&store, &version(0));
    std::thread::scope(|scope| {
        let writing = scope.spawn(|| {
            for n in 1..60 {
                replace(&store, &version(n));
            }
        });
        while !writing.is_finished() {
            let (_, chunks) = store.document("a.md").unwrap().unwrap();
            assert!(chunks.len() == 3 && chunks.iter().all(|chunk| chunk.text == chunks[0].text), "{chunks:?}");
        }
    });
}
