//! Processes that meet on one file, or die in the middle of a run. The other process is this test program itself, started
//! again with the path in its environment.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use super::*;
use crate::reading::Candidate;
use crate::store::NewReview;

const PATH_VARIABLE: &str = "FACT_STORE_FOR_CHILD";

/// Facts of the store that the processes meet on.
const FACTS: u64 = 20_000;

/// What the child does: it replaces all facts, says so, and waits to be killed in the middle of its run. In a normal test
/// run there is no child, and nothing to do.
#[test]
fn child_in_the_middle_of_a_run() {
    let Some(path) = std::env::var_os(PATH_VARIABLE) else { return };
    let store = SqliteFactStore::open(Path::new(&path)).unwrap();
    let doc = std::sync::Arc::new(DocumentLabel { name: "a.xlsx".to_owned(), sensitivity: Sensitivity::Internal });
    let run = store.ingest(Timestamp::UNIX_EPOCH, &mut |run| {
        let mut file = run.begin_file("a.csv")?;
        for n in 0..FACTS {
            file.put(&NewFact { value: 2.into(), ..new_fact(n, &doc) })?;
        }
        file.put_readings(&doc, &[], &[waiting()])?;
        println!("in the middle");
        thread::sleep(Duration::from_mins(10));
        Ok(())
    });
    drop(run);
}

/// A reading that waits for a person.
fn waiting() -> NewReview {
    NewReview {
        locator: "sheet=PL!C7".to_owned(),
        text: "10".to_owned(),
        reason: "tagged".to_owned(),
        message: "marked as budget".to_owned(),
        candidate: Candidate::default(),
        cells: 1,
    }
}

/// Starts the child and waits until it is in the middle of its run.
fn start_child(path: &Path) -> Child {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "store::sqlite::tests::processes::child_in_the_middle_of_a_run", "--nocapture"])
        .env(PATH_VARIABLE, path)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let stdout = BufReader::new(child.stdout.take().unwrap());
    let ready = stdout.lines().map_while(Result::ok).any(|line| line.contains("in the middle"));
    assert!(ready, "the child ended before it was in the middle of its run");
    child
}

#[test]
fn a_process_that_is_killed_in_the_middle_of_a_run_leaves_the_old_state() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("facts.db");
    ingest(&SqliteFactStore::create(&path).unwrap(), 0..FACTS, 1).unwrap();

    let mut child = start_child(&path);
    let reader = SqliteFactStore::open_read_only(&path).unwrap();
    assert_eq!(reader.lookup(&key(7)).unwrap().unwrap().fact.value.to_string(), "1", "a reader is not held up");
    let writer = SqliteFactStore::open(&path).unwrap().with_busy_timeout(Duration::from_millis(50));
    let busy = ingest(&writer, 0..1, 3).unwrap_err();
    assert!(matches!(busy, StoreError::Busy { .. }), "{busy}");
    child.kill().unwrap();
    child.wait().unwrap();
    drop((reader, writer));

    let store = SqliteFactStore::open(&path).unwrap();
    assert_eq!(store.check().unwrap(), Vec::<String>::new());
    let stats = store.stats().unwrap();
    assert_eq!((stats.answering, stats.history, stats.reviews_pending), (FACTS, 0, 0));
    assert_eq!(store.lookup(&key(FACTS - 1)).unwrap().unwrap().fact.value.to_string(), "1");
    assert_eq!(ingest(&store, 0..FACTS, 2).unwrap()[0].changed, FACTS, "and can be written again");
}

#[test]
fn a_second_process_waits_for_the_first_and_loses_nothing() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("facts.db");
    let store = SqliteFactStore::create(&path).unwrap();
    let mut child = start_child(&path);
    thread::scope(|scope| {
        let waiting = scope.spawn(|| ingest(&store, 0..10, 5));
        thread::sleep(Duration::from_millis(200));
        assert!(!waiting.is_finished(), "the run must wait for the other process");
        child.kill().unwrap();
        child.wait().unwrap();
        assert_eq!(waiting.join().unwrap().unwrap()[0].new, 10);
    });
    assert_eq!(store.stats().unwrap().answering, 10);
}
