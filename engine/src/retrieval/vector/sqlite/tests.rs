//! Tests of `sqlite`.

use super::*;
use crate::passage::OpenChunk;
use crate::passage::tests::candidate;
use crate::profile::Sensitivity;
use crate::retrieval::filter::Attribute;

fn entry(key: ChunkKey, doc: &str, text: &str, vector: [f32; 3]) -> VectorEntry {
    let mut found = candidate(doc, "Title", text, Sensitivity::Internal);
    found.attributes.entity = Some(doc.to_uppercase());
    VectorEntry::new(key, &OpenChunk::of(found).unwrap(), vector.to_vec())
}

fn origin(generation: u64) -> Origin {
    Origin { backend: "b".to_owned(), dimension: 3, identity: "i".to_owned(), generation }
}

fn keys(store: &SqliteVectorStore, filter: &Filter) -> Vec<ChunkKey> {
    store.query(&[1.0, 0.0, 0.0], filter, 9).unwrap().iter().map(|hit| hit.key).collect()
}

#[test]
fn what_was_put_in_is_there_when_the_file_is_opened_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("vectors.db");
    let store = SqliteVectorStore::open(&path).unwrap();
    store.set_origin(&origin(4)).unwrap();
    let entries =
        [entry(7, "a", "x", [0.1, 0.2, 0.3]), entry(9, "b", "y", [1.0, 0.0, 0.0]), entry(11, "c", "z", [0.0; 3])];
    store.upsert(&entries).unwrap();
    store.delete(&[11, 12]).unwrap();
    let hits = store.query(&[3.0, 2.0, 1.0], &Filter::none(), 9).unwrap();
    drop(store);
    let again = SqliteVectorStore::open(&path).unwrap();
    assert_eq!(again.query(&[3.0, 2.0, 1.0], &Filter::none(), 9).unwrap(), hits);
    assert_eq!((again.count().unwrap(), again.origin().unwrap()), (2, Some(origin(4))));
    assert_eq!(again.fingerprints(&[9, 11]).unwrap(), [Some(entries[1].fingerprint()), None]);
    assert_eq!(keys(&again, &Filter::none().with(Attribute::Entity, ["A"])), [7]);
    again.clear().unwrap();
    drop(again);
    let empty = SqliteVectorStore::open(&path).unwrap();
    assert_eq!((empty.count().unwrap(), empty.origin().unwrap()), (0, None));
}

#[test]
fn a_file_that_cannot_be_trusted_is_made_anew() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("vectors.db");
    let filled = || {
        let store = SqliteVectorStore::open(&path).unwrap();
        store.set_origin(&origin(4)).unwrap();
        store.upsert(&[entry(7, "a", "x", [1.0; 3])]).unwrap();
    };
    std::fs::write(&path, "not a database, but long enough to look at ".repeat(200)).unwrap();
    assert_eq!(SqliteVectorStore::open(&path).unwrap().count().unwrap(), 0);
    for damage in [
        "UPDATE vector SET numbers = x'0000'",
        "UPDATE origin SET dimension = 4",
        "PRAGMA user_version = 9",
        "UPDATE vector SET attributes = '{'",
        "UPDATE vector SET fingerprint = x'00'",
        "UPDATE origin SET generation = -1",
    ] {
        filled();
        crate::sqlite::cache(&path).unwrap().execute_batch(damage).unwrap();
        let store = SqliteVectorStore::open(&path).unwrap();
        assert_eq!((store.count().unwrap(), store.origin().unwrap()), (0, None), "{damage}");
    }
    assert!(matches!(SqliteVectorStore::open(&folder.path().join("no/vectors.db")), Err(VectorError::Database { .. })));
}

#[test]
fn a_deleted_vector_leaves_no_trace_in_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("vectors.db");
    let store = SqliteVectorStore::open(&path).unwrap();
    store.set_origin(&origin(1)).unwrap();
    store.upsert(&[entry(7, "zqxname", "x", [1.0; 3])]).unwrap();
    store.delete(&[7]).unwrap();
    drop(store);
    let bytes = std::fs::read(&path).unwrap();
    assert!(!bytes.windows(7).any(|window| window.eq_ignore_ascii_case(b"zqxname")));
}

#[test]
fn damage_never_changes_a_ranking() {
    use crate::sqlite::tests::damages;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("vectors.db");
    let store = SqliteVectorStore::open(&path).unwrap();
    store.set_origin(&origin(1)).unwrap();
    for key in 0..600_i16 {
        store.upsert(&[entry(key.into(), "a", "x", [f32::from(key), 1.0, f32::from(key % 7)])]).unwrap();
    }
    drop(store);
    let sound = std::fs::read(&path).unwrap();
    let hits = |store: &SqliteVectorStore| format!("{:?}", store.query(&[1.0, 2.0, 3.0], &Filter::default(), 50));
    let right = hits(&SqliteVectorStore::open(&path).unwrap());
    let mut made_anew = 0;
    for (what, bytes) in damages(&sound, 300) {
        for log in ["-wal", "-shm"] {
            let _ = std::fs::remove_file(folder.path().join(format!("vectors.db{log}")));
        }
        std::fs::write(&path, bytes).unwrap();
        let store = SqliteVectorStore::open(&path).unwrap();
        if store.count().unwrap() == 0 {
            assert_eq!(store.origin().unwrap(), None, "{what}: an empty store is filled again");
            made_anew += 1;
        } else {
            assert_eq!(hits(&store), right, "{what}");
        }
    }
    assert!(made_anew > 200, "{made_anew}");
}
