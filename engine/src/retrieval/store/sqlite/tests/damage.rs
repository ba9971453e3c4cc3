//! A damaged file of documents: whatever byte or page is not what was written, a passage comes back as it was stored, or a
//! fault does. None is altered, shortened, relabelled or lost in silence.

use std::fs;

use super::*;
use crate::sqlite::tests::damages;

const DOCUMENTS: usize = 40;
/// Three of each document.
const CHUNKS: ChunkKey = 120;

/// Everything that a store shows, a line a question.
fn told(store: &SqliteChunkStore) -> Vec<Result<String, StoreError>> {
    let text = |(document, chunks): (StoredDocument, Vec<Chunk>)| {
        chunks.into_iter().fold(format!("{document:?}"), |told, chunk| told + " " + &chunk.text)
    };
    let mut told: Vec<_> = (0..DOCUMENTS)
        .map(|n| store.document(&format!("{n}.md")).map(|found| found.map_or_else(String::new, text)))
        .collect();
    let candidate = |found: Vec<Candidate>| {
        let open = found.into_iter().filter_map(crate::passage::OpenChunk::of);
        let open: Vec<String> = open.map(|open| format!("{} {}", open.chunk().id.doc, open.chunk().text)).collect();
        open.concat()
    };
    told.extend((1..=CHUNKS).map(|key| store.candidates(&[(key, Scores::default())]).map(candidate)));
    let mut listed = Vec::new();
    let list = store.documents(&mut |document| {
        listed.push(format!("{document:?}"));
        ControlFlow::Continue(())
    });
    told.push(list.map(|()| listed.join("\n")));
    told.push(store.state().map(|state| format!("{state:?}")));
    told
}

#[test]
fn damage_is_never_a_passage_and_never_a_missing_one() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("documents.db");
    let store = SqliteChunkStore::create(&path).unwrap();
    for n in 0..DOCUMENTS {
        let texts =
            [0, 1, 2].map(|part| format!("Part {part} of {n}: {} was 25.187 in {n}. ", "sales").repeat(3 * (part + 1)));
        replace(&store, &document(&format!("{n}.md"), &texts.each_ref().map(String::as_str)));
    }
    drop(store);
    let sound = fs::read(&path).unwrap();
    let right: Vec<_> = told(&SqliteChunkStore::open(&path).unwrap()).into_iter().map(Result::unwrap).collect();
    assert!(right[..DOCUMENTS].iter().all(|told| told.contains("Part") && told.len() > 500));
    let mut noticed = 0;
    for (round, (what, bytes)) in damages(&sound, 330).enumerate() {
        for log in ["-wal", "-shm"] {
            let _ = fs::remove_file(folder.path().join(format!("documents.db{log}")));
        }
        fs::write(&path, &bytes).unwrap();
        let opened =
            if round % 2 == 0 { SqliteChunkStore::open_read_only(&path) } else { SqliteChunkStore::open(&path) };
        let Ok(store) = opened else {
            noticed += 1;
            continue;
        };
        let mut all_right = true;
        for (told, right) in told(&store).into_iter().zip(&right) {
            match told {
                Ok(told) => assert_eq!(&told, right, "{what}"),
                Err(StoreError::Damaged { .. }) => all_right = false,
                Err(other) => panic!("{what}: {other}"),
            }
        }
        assert_eq!(store.damaged_pages().unwrap().is_empty(), bytes == sound, "{what}");
        noticed += usize::from(!all_right);
    }
    assert!(noticed > 100, "{noticed} damages met a page that passages need");
}
