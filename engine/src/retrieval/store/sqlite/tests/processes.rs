//! A process that dies amid its transactions. It is this test program itself, started again with the path in its
//! environment.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use super::*;
use crate::document::Document;
use crate::retrieval::chunker::{ChunkLimits, chunks};

const PATH_VARIABLE: &str = "DOCUMENT_STORE_FOR_CHILD";

/// Documents of the store, and those that a transaction of the child replaces.
const DOCUMENTS: usize = 40;
const GROUP: usize = 10;

fn version(number: usize, text: &str) -> Document {
    let words = format!("{text} {number}");
    document(&format!("{number:02}.md"), &[&words, &words, &words])
}

fn put_all(store: &SqliteChunkStore, numbers: std::ops::Range<usize>, text: &str, after: &mut dyn FnMut()) {
    store
        .ingest(Timestamp::UNIX_EPOCH, &mut |writer| {
            for number in numbers.clone() {
                let document = version(number, text);
                writer.put(Some("all"), &document, &chunks(&document, ChunkLimits::new(8, 0).unwrap()), text)?;
            }
            after();
            Ok(())
        })
        .unwrap();
}

/// What the child does: it commits one group of documents, writes another, says so, and waits to be killed before the
/// commit. In a normal test run there is no child, and nothing to do.
#[test]
fn child_amid_its_transactions() {
    let Some(path) = std::env::var_os(PATH_VARIABLE) else { return };
    let store = SqliteChunkStore::open(Path::new(&path)).unwrap();
    store.ingest(Timestamp::UNIX_EPOCH, &mut |writer| writer.begin_source("all")).unwrap();
    put_all(&store, 0..GROUP, "new", &mut || ());
    put_all(&store, GROUP..DOCUMENTS, "new", &mut || {
        println!("amid the second transaction");
        std::thread::sleep(Duration::from_mins(10));
    });
}

#[test]
fn a_process_that_is_killed_leaves_each_document_in_its_old_or_new_version() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("documents.db");
    let store = SqliteChunkStore::create(&path).unwrap();
    store.ingest(Timestamp::UNIX_EPOCH, &mut |writer| writer.begin_source("all")).unwrap();
    put_all(&store, 0..DOCUMENTS, "old", &mut || ());
    store.ingest(Timestamp::UNIX_EPOCH, &mut |writer| writer.end_source("all", Some("hash")).map(drop)).unwrap();

    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "retrieval::store::sqlite::tests::processes::child_amid_its_transactions", "--nocapture"])
        .env(PATH_VARIABLE, &path)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let stdout = BufReader::new(child.stdout.take().unwrap());
    let ready = stdout.lines().map_while(Result::ok).any(|line| line.contains("amid the second transaction"));
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(ready, "the child ended before it was amid its second transaction");

    let store = SqliteChunkStore::open(&path).unwrap();
    assert_eq!(store.check().unwrap(), Vec::<String>::new());
    for (number, (_, texts)) in served(&store).into_iter().enumerate() {
        let text = if number < GROUP { "new" } else { "old" };
        assert_eq!(
            texts.concat(),
            version(number, text).paragraphs.iter().map(|p| p.text.as_str()).collect::<String>()
        );
    }
    assert_eq!(store.content_of_source("all").unwrap(), None, "the file must be read again");
    put_all(&store, GROUP..DOCUMENTS, "new", &mut || ());
    assert!(served(&store).values().all(|texts| texts.concat().contains("new")));
}
