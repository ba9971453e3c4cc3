//! Tests: where traces are written, and where they are not.

use std::os::unix::fs::{PermissionsExt, symlink};

use super::*;

const TRACE: &str = "{\"lang\":\"en\",\"route\":\"structured\",\"elapsed_us\":1}\n";

fn open(path: &Path, origin: Origin, workspace: &Path) -> Result<TraceFile, String> {
    let workspace = Setting { value: workspace.to_owned(), origin: Origin::Flag };
    TraceFile::open(path, origin, &workspace).map_err(|failure| failure.to_string())
}

#[test]
fn traces_stay_inside_and_overwrite_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let (root, workspace) = (folder.path(), folder.path().join("ws"));
    fs::create_dir_all(root.join("out")).unwrap();
    fs::create_dir(&workspace).unwrap();
    fs::write(workspace.join("facts.db"), "SQLite format 3\0").unwrap();
    fs::write(workspace.join("old.jsonl"), TRACE).unwrap();
    fs::write(root.join("victim"), "").unwrap();
    symlink(root.join("victim"), workspace.join("link.jsonl")).unwrap();
    symlink(root.join("out"), workspace.join("sub")).unwrap();
    let made = std::process::Command::new("mkfifo").arg(workspace.join("fifo")).status().unwrap();
    assert!(made.success());
    for origin in [Origin::File, Origin::Flag] {
        for name in [
            "../victim",
            "link.jsonl",
            "sub/t.jsonl",
            "fifo",
            "facts.db",
            "engine.toml",
            "facts.db-journal",
            "documents.db-wal",
            "sub/../../victim",
        ] {
            let fault = open(&workspace.join(name), origin, &workspace).err();
            assert!(fault.is_some(), "{name} from {origin}");
        }
    }
    assert!(open(&root.join("outside.jsonl"), Origin::File, &workspace).is_err());
    assert!(open(Path::new("/dev/full"), Origin::Flag, &workspace).is_err());
    assert!(open(&root.join("outside.jsonl"), Origin::Flag, &workspace).is_ok(), "a person may name any new file");
    assert!(open(&workspace.join("old.jsonl"), Origin::File, &workspace).is_ok());
    let new: PathBuf = workspace.join("new.jsonl");
    let mut trace = open(&new, Origin::File, &workspace).unwrap();
    trace.write_all(TRACE.as_bytes()).unwrap();
    assert_eq!(trace.fault(), None);
    assert_eq!(fs::metadata(&new).unwrap().permissions().mode() & 0o777, 0o600);
    assert!(open(&new, Origin::File, &workspace).is_ok(), "it holds a trace now");
    assert_eq!(fs::read(root.join("victim")).unwrap(), b"");
}

#[test]
fn a_trace_that_cannot_be_written_is_said() {
    let file = Arc::new(Mutex::new(fs::OpenOptions::new().append(true).open("/dev/full").unwrap()));
    let mut trace = TraceFile { file, fault: Arc::default(), name: "t".to_owned() };
    assert!(trace.write_all(TRACE.as_bytes()).is_err());
    assert!(trace.fault().unwrap().contains("No space left"));
}
