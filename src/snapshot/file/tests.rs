//! Tests of `file`.

use super::*;

#[test]
fn insta_reads_what_is_written_here() {
    let folder = tempfile::tempdir().unwrap();
    let path = path(folder.path(), "qa-1", PENDING);
    let question = "“增长”: \"10%\"?\n\\ 'x' # - ";
    write(&path, "qa-1 (tool)", question, "a: 1\nanswer:\n  x").unwrap();
    let snapshot = Snapshot::from_file(&path).unwrap();
    assert_eq!(snapshot.metadata().expression(), Some(question));
    assert_eq!(snapshot.metadata().description(), Some("qa-1 (tool)"));
    assert!(snapshot.as_text().unwrap().matches_fully(&contents("a: 1\nanswer:\n  x".to_owned())));
}

#[test]
fn what_insta_itself_saves_is_read_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let (pending, accepted) = (path(folder.path(), "q", PENDING), path(folder.path(), "q", ACCEPTED));
    write(&pending, "q", "多少？", "answer:\n  140.0").unwrap();
    // This is what `cargo insta accept` does.
    Snapshot::from_file(&pending).unwrap().save(&accepted).unwrap();
    assert!(read(&accepted).unwrap().unwrap().matches_fully(&read(&pending).unwrap().unwrap()));
}

#[test]
fn a_case_id_never_leaves_the_folder() {
    for id in ["../x", "/etc/x", "..", "a/b", "C:\\x"] {
        let path = path(Path::new("snapshots"), id, ACCEPTED);
        assert_eq!(path.parent(), Some(Path::new("snapshots")), "{id}");
    }
}

#[test]
fn a_damaged_snapshot_is_an_error_that_names_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.snap");
    fs::write(&path, "---\n: : [\n---\nx").unwrap();
    assert!(read(&path).unwrap_err().to_string().contains("x.snap"));
}
