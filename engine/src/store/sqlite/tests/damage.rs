//! A damaged file of facts: whatever byte or page is not what was written, a look-up ends in the right fact or in a fault.
//! It never ends in another value, label or place, and never in "not found".

use std::fs;

use rusqlite::Connection;

use super::*;
use crate::sqlite::tests::damages;
use crate::store::Review;

const FACTS: u64 = 400;

/// Facts of two documents, one of them restricted; some are withdrawn, some are contradicted.
fn sound(folder: &TempDir) -> Vec<u8> {
    let path = folder.path().join("sound.db");
    let store = SqliteFactStore::create(&path).unwrap();
    let labels = [("open.xlsx", Sensitivity::Internal), ("secret.xlsx", Sensitivity::Restricted)];
    for (name, sensitivity) in labels {
        let doc = std::sync::Arc::new(DocumentLabel { name: name.to_owned(), sensitivity });
        let ingest = |run: &mut dyn IngestRun| {
            let mut file = run.begin_file(name)?;
            for n in 0..FACTS {
                let value = rust_decimal::Decimal::new(i64::try_from(n).unwrap() * 7_919, 3);
                file.put(&NewFact { value, review: Review::Approved, ..new_fact(n, &doc) })?;
            }
            file.accept(None)
        };
        store.ingest(Timestamp::UNIX_EPOCH, &mut |run| ingest(run)).unwrap();
    }
    for n in (0..FACTS).step_by(50) {
        store.withdraw(&Selection::Key { key: key(n), doc: None }, "wrong", Timestamp::UNIX_EPOCH).unwrap();
    }
    drop(store);
    fs::read(path).unwrap()
}

fn answers(store: &SqliteFactStore) -> Vec<Result<String, StoreError>> {
    let told = |n| store.lookup(&key(n)).map(|found| format!("{found:?}"));
    let mut answers: Vec<_> = (0..FACTS).map(told).collect();
    let mut listed = Vec::new();
    let list = store.list(&FactFilter::default(), &mut |fact| {
        listed.push(format!("{fact:?}"));
        ControlFlow::Continue(())
    });
    answers.push(list.map(|()| listed.join("\n")));
    answers.push(store.stats().map(|stats| format!("{stats:?}")));
    answers
}

#[test]
fn damage_is_never_an_answer_and_never_not_found() {
    let folder = TempDir::new().unwrap();
    let sound = sound(&folder);
    let path = folder.path().join("facts.db");
    fs::write(&path, &sound).unwrap();
    let right: Vec<String> = answers(&SqliteFactStore::open(&path).unwrap()).into_iter().map(Result::unwrap).collect();
    assert!(right.iter().any(|answer| answer == "None") && right[1].contains("7.919"));
    let mut noticed = 0;
    for (round, (what, bytes)) in damages(&sound, 400).enumerate() {
        fs::write(&path, &bytes).unwrap();
        for log in ["-wal", "-shm"] {
            let _ = fs::remove_file(folder.path().join(format!("facts.db{log}")));
        }
        let opened = if round % 2 == 0 { SqliteFactStore::open_read_only(&path) } else { SqliteFactStore::open(&path) };
        let Ok(store) = opened else {
            noticed += 1;
            continue;
        };
        let mut all_right = true;
        for (answer, right) in answers(&store).into_iter().zip(&right) {
            match answer {
                Ok(answer) => assert_eq!(&answer, right, "{what}"),
                Err(StoreError::Damaged { what, .. }) => {
                    assert!(what.contains("page"), "{what}");
                    all_right = false;
                }
                Err(other) => panic!("{what}: {other}"),
            }
        }
        let is_same = bytes == sound;
        assert_eq!(store.damaged_pages().unwrap().is_empty(), is_same, "{what}: every byte is under a seal");
        noticed += usize::from(!all_right);
    }
    assert!(noticed > 200, "{noticed} of 400 damages met a page that answers need");
}

#[test]
fn what_another_program_writes_is_damage() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("facts.db");
    fs::write(&path, sound(&folder)).unwrap();
    Connection::open(&path).unwrap().execute("UPDATE fact SET value = '1'", []).unwrap();
    let asked = SqliteFactStore::open(&path).and_then(|store| store.lookup(&key(1)));
    let error = asked.unwrap_err();
    assert!(matches!(error, StoreError::Damaged { .. }), "{error}");
    assert!(error.to_string().contains("does not hold what was written to it"), "{error}");
}

#[test]
fn what_restricted_documents_state_goes_with_the_first_opening() {
    let mut old = Connection::open_in_memory().unwrap();
    for step in &SCHEMA.migrations[..4] {
        old.execute_batch(step).unwrap();
    }
    old.pragma_update(None, "user_version", 4).unwrap();
    let rows = "INSERT INTO run VALUES (1, '1970-01-01T00:00:00Z', NULL), (2, '1970-01-01T00:00:00Z', 'hush');
        INSERT INTO source VALUES (1, 'a.csv', 'x', 1, 1);
        INSERT INTO document VALUES (1, 'a.xlsx', 'INTERNAL', 0, 1, 1), (2, 'b.xlsx', 'RESTRICTED', 0, 1, 1);
        INSERT INTO fact VALUES ('M', 'E', '2024', 'TOTAL', 1, '1', 'U', 'row 1', NULL, 0, 0, 1, NULL, NULL, 1, 1, 1, 1, NULL),
            ('M', 'E', '2024', 'TOTAL', 2, '2', 'U', 'row 1', NULL, 0, 0, 1, NULL, NULL, 1, 1, 1, 1, NULL);
        INSERT INTO history SELECT doc, metric, entity, period, channel, doc, value, unit, locator, valid_as_of, review,
            withdrawn, stated, confidence, tags, source, line, ingested_run, 'withdrawn', doc, NULL, shown FROM fact;
        INSERT INTO review_item (id, doc, source, locator, text, reason, message, cells, fingerprint, status, stated,
            first_run, seen_run) VALUES (1, 1, 1, '', 'x', '', '', 1, '', 'rejected', 1, 1, 1),
            (2, 2, 1, '', 'hush', '', '', 1, '', 'rejected', 1, 1, 1);
        INSERT INTO review_audit VALUES (1, 1, 1, 'rejected', 'x', NULL, NULL), (2, 2, 1, 'rejected', 'hush', NULL, NULL);";
    old.execute_batch(rows).unwrap();
    SCHEMA.migrate(&mut old).unwrap();
    let count = |of: &str| old.query_row(of, [], |row| row.get::<_, i64>(0)).unwrap();
    for table in ["fact", "history", "review_item", "review_audit"] {
        assert_eq!(count(&format!("SELECT count(*) FROM {table}")), 1, "{table}");
    }
    assert_eq!(count("SELECT count(*) FROM run WHERE reason IS NOT NULL"), 0);
    assert_eq!(count("SELECT facts + readings FROM document WHERE id = 2"), 2);
    assert_eq!(count("SELECT count(*) FROM source WHERE content_hash IS NULL"), 1, "every file is read again");
    assert!(old.execute("DELETE FROM review_audit", []).is_err(), "the trail of an open document is never cut");
}

#[test]
fn a_file_of_before_there_were_seals_is_sealed_and_keeps_its_rows() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("facts.db");
    let mut old = Connection::open(&path).unwrap();
    old.pragma_update_and_check(None, "journal_mode", "WAL", |_| Ok(())).unwrap();
    for step in &SCHEMA.migrations[..3] {
        old.execute_batch(step).unwrap();
    }
    old.pragma_update(None, "application_id", SCHEMA.application_id).unwrap();
    old.pragma_update(None, "user_version", 3).unwrap();
    let rows = "INSERT INTO run VALUES (1, '1970-01-01T00:00:00Z', NULL); INSERT INTO source VALUES (1, 'a.csv', 'x', 1, 1);
        INSERT INTO document VALUES (1, 'a.xlsx', 'INTERNAL', 0, 1, 1);
        INSERT INTO fact VALUES ('M0000001', 'E', '2024', 'TOTAL', 1, '-0.070', 'USD_M', 'row 1', NULL, 0, 0, 1, NULL, NULL,
            1, 1, 1, 1, NULL);";
    let transaction = old.transaction().unwrap();
    transaction.execute_batch(rows).unwrap();
    transaction.commit().unwrap();
    assert!(SqliteFactStore::open_read_only(&path).unwrap_err().to_string().contains("schema is version 3"));
    drop(old);
    let store = SqliteFactStore::open(&path).unwrap();
    assert_eq!(store.lookup(&key(1)).unwrap().unwrap().fact.value.to_string(), "-0.070");
    assert!(store.damaged_pages().unwrap().is_empty());
    let mode = crate::sqlite::cache(&path).unwrap().query_row("PRAGMA journal_mode", [], |row| row.get::<_, String>(0));
    assert_eq!(mode.as_deref(), Ok("wal"));
    ingest(&store, 0..300, 5).unwrap();
    drop(store);
    let store = SqliteFactStore::open_read_only(&path).unwrap();
    assert_eq!(store.lookup(&key(299)).unwrap().unwrap().fact.value, 5.into());
    assert!(store.damaged_pages().unwrap().is_empty() && store.check().unwrap().is_empty());
}

#[test]
fn no_byte_of_the_header_and_no_page_costs_what_a_person_decided() {
    let folder = TempDir::new().unwrap();
    let sound = sound(&folder);
    let path = folder.path().join("facts.db");
    let bytes = (0..100).step_by(7).chain((100..sound.len()).step_by(4096 * 3));
    for at in bytes {
        let mut bytes = sound.clone();
        bytes[at] ^= 0x5A;
        fs::write(&path, bytes).unwrap();
        let salvage = SqliteFactStore::salvage(&path).unwrap();
        assert!(salvage.vital_holes.is_empty(), "byte {at}: {:?}", salvage.vital_holes);
        assert_eq!(salvage.sources.len(), 2, "byte {at}");
        salvage.discard();
    }
    for length in [sound.len() - 4096, sound.len() - 1] {
        fs::write(&path, &sound[..length]).unwrap();
        let salvage = SqliteFactStore::salvage(&path).unwrap();
        assert!(salvage.vital_holes.is_empty(), "{length} bytes: {:?}", salvage.vital_holes);
        salvage.discard();
    }
    // What was laid out otherwise is not guessed.
    fs::write(&path, &sound).unwrap();
    let store = SqliteFactStore::open(&path).unwrap();
    let lay_out = |connection: rusqlite::Transaction<'_>| {
        connection.execute_batch("CREATE TABLE other (value TEXT) STRICT")?;
        Ok(connection.commit()?)
    };
    store.database.write("laying it out otherwise", lay_out).unwrap();
    drop(store);
    let mut bytes = fs::read(&path).unwrap();
    bytes[200] ^= 1;
    fs::write(&path, bytes).unwrap();
    let salvage = SqliteFactStore::salvage(&path).unwrap();
    assert_eq!(salvage.vital_holes, ["source", "document"]);
    salvage.discard();
}

#[test]
fn what_does_not_reach_the_new_file_is_a_fault_and_replaces_nothing() {
    let folder = TempDir::new().unwrap();
    let (path, other) = (folder.path().join("facts.db"), folder.path().join("other.db"));
    fs::write(&path, sound(&folder)).unwrap();
    let store = SqliteFactStore::create(&other).unwrap();
    ingest(&store, 0..1, 1).unwrap();
    drop(store);
    let mut salvage = SqliteFactStore::salvage(&path).unwrap();
    // Somebody who reads the new file keeps its log from being taken over, as a full disk does.
    let reader = crate::sqlite::cache(salvage.unfinished()).unwrap();
    reader.execute_batch("BEGIN").unwrap();
    reader.query_row("SELECT count(*) FROM source", [], |row| row.get::<_, i64>(0)).unwrap();
    salvage.vital_holes.push("source");
    let learned = salvage.learn(&other);
    assert!(learned.is_err(), "the log was not taken over");
    assert!(salvage.replace().is_err(), "rows would stay behind in the log");
    assert_eq!(
        fs::read_dir(folder.path())
            .unwrap()
            .filter(|entry| { entry.as_ref().unwrap().file_name().to_string_lossy().contains("damaged") })
            .count(),
        0
    );
}
