//! Tests of `office`.

use super::*;

/// What becomes of a file when the program is the given script.
fn outcome(script: &str) -> Fate {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = tempfile::tempdir().unwrap();
    let (program, file) = (folder.path().join("program"), folder.path().join("file.xlsx"));
    fs::write(&program, format!("#!/bin/sh\n{script}\n")).unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    fs::write(&file, "").unwrap();
    let reader = Reader { program: &program, profile: &file };
    extract(reader, &file, &folder.path().join("messages")).unwrap().0
}

#[test]
fn refusals_are_told_from_crashes() {
    assert_eq!(outcome("exit 0"), Fate::Read);
    assert_eq!(outcome("exit 4"), Fate::Empty);
    assert_eq!(outcome("echo \"error: $2: no worksheet\" >&2; exit 3"), Fate::Refused("no worksheet".to_owned()));
    assert!(matches!(outcome("echo overflow >&2; kill -SEGV $$"), Fate::Crashed(how) if how.ends_with("overflow")));
    assert!(matches!(outcome("exit 101"), Fate::Crashed(_)));
    assert_eq!(outcome("kill -XCPU $$"), Fate::TimedOut);
    assert!(matches!(outcome("test \"$(ulimit -v)\" = 2097152"), Fate::Read));
}
