//! Files in every bad state: each gets its own message, and none is made, changed or removed.

use std::fs;
use std::path::{Path, PathBuf};

use rusqlite::Connection;

use super::*;
use crate::sqlite::{Access, Location, OpenFault, StoreKind};

/// Opens a file in both ways; both must fail alike. Returns the fault and its message.
fn fault(path: &Path) -> (OpenFault, String) {
    let faults = [SqliteFactStore::open(path), SqliteFactStore::open_read_only(path)].map(|opened| {
        let error = opened.expect_err("the file must not open");
        let message = error.to_string();
        assert!(message.contains(&path.display().to_string()), "the path is named: {message}");
        match error {
            StoreError::Open { fault, .. } => (fault, message),
            other => panic!("{other:?}"),
        }
    });
    let [(write, _), (read, _)] = &faults;
    assert_eq!(format!("{write:?}"), format!("{read:?}"));
    let [first, _] = faults;
    first
}

fn store_file(folder: &TempDir, facts: u64) -> PathBuf {
    let path = folder.path().join("facts.db");
    let store = SqliteFactStore::create(&path).unwrap();
    ingest(&store, 0..facts, 1).unwrap();
    path
}

#[test]
fn what_is_no_store_is_told_apart_and_left_alone() {
    let folder = TempDir::new().unwrap();
    let path = |name: &str| folder.path().join(name);
    let missing = path("none.db");
    assert!(matches!(fault(&missing).0, OpenFault::Missing));
    assert!(!missing.exists(), "a read never makes a database");
    assert!(matches!(fault(&missing.join("deeper")).0, OpenFault::Missing));
    assert!(matches!(fault(folder.path()).0, OpenFault::Folder));

    fs::write(path("empty.db"), "").unwrap();
    assert!(matches!(fault(&path("empty.db")).0, OpenFault::Empty));
    for text in ["hello", &"metric,entity\n".repeat(100), "SQLite format 4\0"] {
        fs::write(path("text.db"), text).unwrap();
        assert!(matches!(fault(&path("text.db")).0, OpenFault::NotADatabase));
        assert_eq!(fs::read_to_string(path("text.db")).unwrap(), text);
    }
    Connection::open(path("other.db")).unwrap().execute_batch("CREATE TABLE t (x)").unwrap();
    assert!(matches!(fault(&path("other.db")).0, OpenFault::Foreign { wanted: StoreKind::Facts }));
    assert!(matches!(
        SqliteFactStore::create(&path("text.db")),
        Err(StoreError::Open { fault: OpenFault::Exists, .. })
    ));
    assert!(SqliteFactStore::create(&path("no folder/facts.db")).is_err());
}

#[test]
fn a_file_that_is_cut_off_is_noticed_at_every_length() {
    let folder = TempDir::new().unwrap();
    let path = store_file(&folder, 2_000);
    let whole = fs::read(&path).unwrap();
    for length in [1, 15, 16, 50, 99, 100, 4_096, whole.len() / 2, whole.len() - 4_096, whole.len() - 1] {
        fs::write(&path, &whole[..length]).unwrap();
        let (fault, message) = fault(&path);
        assert!(matches!(fault, OpenFault::Truncated { .. }), "{length}: {message}");
        assert!(message.contains("cut off"), "{message}");
    }
    fs::write(&path, &whole).unwrap();
    SqliteFactStore::open(&path).unwrap();
}

#[test]
fn a_newer_schema_is_not_touched() {
    let folder = TempDir::new().unwrap();
    let path = store_file(&folder, 1);
    crate::sqlite::cache(&path).unwrap().pragma_update(None, "user_version", 99).unwrap();
    let (fault, message) = fault(&path);
    assert!(matches!(fault, OpenFault::NewerSchema { found: 99, .. }));
    assert!(message.contains("use a newer program"), "{message}");
}

#[test]
fn damage_inside_a_file_is_found() {
    let folder = TempDir::new().unwrap();
    let path = store_file(&folder, 2_000);
    crate::sqlite::cache(&path)
        .unwrap()
        .execute_batch("PRAGMA writable_schema = 1; DELETE FROM sqlite_schema WHERE name = 'history_key'")
        .unwrap();
    let error = SqliteFactStore::open(&path).unwrap_err();
    assert!(matches!(&error, StoreError::Damaged { what, .. } if what.contains("history_key")), "{error}");

    fs::remove_file(&path).unwrap();
    let path = store_file(&folder, 2_000);
    let mut bytes = fs::read(&path).unwrap();
    let middle = bytes.len() / 2 / 4_096 * 4_096;
    bytes[middle..middle + 4_096].fill(0xA5);
    fs::write(&path, &bytes).unwrap();
    let faults = SqliteFactStore::open(&path).and_then(|store| store.check());
    assert!(faults.map_or(true, |faults| !faults.is_empty()), "a page of rubbish");

    fs::remove_file(&path).unwrap();
    let path = store_file(&folder, 1);
    crate::sqlite::cache(&path).unwrap().execute("UPDATE fact SET value = '1e3'", []).unwrap();
    let error = SqliteFactStore::open(&path).unwrap().lookup(&key(0)).unwrap_err();
    assert!(error.to_string().contains("`1e3` is stored as a value"), "{error}");
}

#[test]
fn a_store_that_was_opened_to_read_refuses_to_write() {
    let folder = TempDir::new().unwrap();
    let path = store_file(&folder, 3);
    let store = SqliteFactStore::open_read_only(&path).unwrap();
    assert!(store.lookup(&key(1)).unwrap().is_some());
    assert!(matches!(ingest(&store, 0..1, 2), Err(StoreError::ReadOnly { .. })));
    drop(store);
    let left: Vec<_> = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left, ["facts.db"], "a read leaves no file behind");
}

#[cfg(unix)]
#[test]
fn a_folder_without_write_access_can_be_read() {
    use std::os::unix::fs::PermissionsExt;
    let folder = TempDir::new().unwrap();
    let path = store_file(&folder, 3);
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o555)).unwrap();
    // A user whom permissions do not bind (root) can still write, and opens the file in the ordinary way.
    let bound = fs::write(folder.path().join("probe"), "").is_err();
    let store = SqliteFactStore::open_read_only(&path).unwrap();
    assert!(store.lookup(&key(1)).unwrap().is_some());
    if bound {
        assert!(SqliteFactStore::open(&path).is_err());
    }
    drop(store);
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).unwrap();
}

#[test]
fn a_file_is_read_as_unchanging_when_its_folder_takes_no_lock_files() {
    let folder = TempDir::new().unwrap();
    let path = store_file(&folder, 3);
    let renamed = folder.path().join("100% sure? #1.db");
    fs::rename(&path, &renamed).unwrap();
    let place = Location::file(StoreKind::Facts, &renamed, Access::Immutable);
    let store = SqliteFactStore { database: Database::at(place) };
    assert!(store.lookup(&key(2)).unwrap().is_some());
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "no file was made beside it");
}

/// The closing of a descriptor gives up the locks of the whole process, so that none may be closed beside connections.
#[cfg(target_os = "linux")]
#[test]
fn looking_at_a_database_leaves_the_locks_of_its_connections_alone() {
    use std::os::unix::fs::MetadataExt;
    const LOOKS: usize = 10;
    let folder = TempDir::new().unwrap();
    let path = store_file(&folder, 3);
    let (file, process) = (format!(":{} ", fs::metadata(&path).unwrap().ino()), format!(" {} ", std::process::id()));
    let locks = || {
        let all = fs::read_to_string("/proc/locks").unwrap();
        all.lines().filter(|line| line.contains("POSIX") && line.contains(&file) && line.contains(&process)).count()
    };
    let writer = Location::file(StoreKind::Facts, &path, Access::Write).writer().unwrap();
    writer.execute_batch("BEGIN IMMEDIATE").unwrap();
    // The list of all locks is no snapshot, so that one may be told twice or not at all while others come and go.
    let before = (0..LOOKS).map(|_| locks()).min().unwrap();
    assert!(before > 0, "the writer holds one");
    let other = SqliteFactStore::open_read_only(&path).unwrap();
    assert!(other.damaged_pages().unwrap().is_empty() && other.lookup(&key(1)).unwrap().is_some());
    drop(other);
    drop(SqliteFactStore::open(&path).unwrap());
    assert!((0..LOOKS).map(|_| locks()).max().unwrap() >= before);
}

#[test]
fn a_file_that_was_cut_or_grew_is_damaged_at_the_page_where_it_was() {
    let folder = TempDir::new().unwrap();
    let path = store_file(&folder, 2_000);
    let sound = fs::read(&path).unwrap();
    let pages = sound.len() / 4_096;
    let store = || SqliteFactStore::open_read_only(&path);
    let looked_at = |bytes: &[u8]| {
        fs::write(&path, bytes).unwrap();
        store().map(|store| store.damaged_pages().unwrap())
    };
    assert!(looked_at(&sound).unwrap().is_empty());
    for bytes in [&sound[..0], &sound[..99], &sound[..4_096 * (pages - 1)]] {
        assert!(looked_at(bytes).is_err(), "{} of {} bytes", bytes.len(), sound.len());
    }
    let number = u64::try_from(pages).unwrap();
    // Pages of this file and of none behind its end, and a piece of one.
    for (more, damaged) in [
        (&sound[..4_096], vec![number + 1]),
        (&[7; 100][..], vec![number + 1]),
        (&[0; 8_192][..], vec![number + 1, number + 2]),
    ] {
        assert_eq!(looked_at(&[&sound[..], more].concat()).unwrap(), damaged);
        assert!(store().unwrap().lookup(&key(1)).unwrap().is_some());
    }
    let mut swapped = sound.clone();
    swapped[4_096..8_192].copy_from_slice(&sound[8_192..12_288]);
    assert!(looked_at(&swapped).map_or(true, |pages| pages == [2]), "met on opening, or found");
    // The rollback journal of another database beside it.
    fs::write(&path, &sound).unwrap();
    fs::write(folder.path().join("facts.db-journal"), &sound[..8_192]).unwrap();
    assert!(matches!(fault(&path).0, OpenFault::ForeignJournal { .. }));
    assert_eq!(fs::read(&path).unwrap(), sound);
}
