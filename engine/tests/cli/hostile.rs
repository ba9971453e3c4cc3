//! Folders, names and files that others have prepared: what is read, what is written, and what reaches the terminal.
#![cfg(unix)]

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{PermissionsExt, symlink};

use crate::desk::Desk;

const NOTE: &str = "# Hong Kong 2024\n\nRevenue in Hong Kong fell in 2024 because clients left.\n";

#[test]
fn ingestion_stays_inside_of_what_was_named() {
    let desk = Desk::new();
    desk.file("in/a.md", NOTE);
    desk.file("outside/secret.md", NOTE.replace("clients left", "OUTSIDE"));
    symlink(desk.path("outside/secret.md"), desk.path("in/link.md")).unwrap();
    symlink(desk.path("outside"), desk.path("in/folder")).unwrap();
    symlink(desk.path("in/a.md"), desk.path("in/twice.md")).unwrap();
    symlink("gone.md", desk.path("in/dangling.md")).unwrap();
    assert!(std::process::Command::new("mkfifo").arg(desk.path("in/pipe.csv")).status().unwrap().success());
    std::fs::write(desk.path("in").join(OsStr::from_bytes(b"bad\xff.md")), NOTE).unwrap();
    desk.file("in/es\u{1b}[2Jc.md", NOTE);
    std::fs::create_dir(desk.path("in/directory.md")).unwrap();
    symlink("..", desk.path("in/directory.md/up")).unwrap();
    symlink("../..", desk.path("in/directory.md/further")).unwrap();
    symlink("loop.md", desk.path("in/loop.md")).unwrap();
    symlink(desk.path("in/link.md"), desk.path("in/linked.md")).unwrap();
    let _socket = std::os::unix::net::UnixListener::bind(desk.path("in/socket.md")).unwrap();
    desk.file("in/li\nne.md", NOTE);
    let run = desk.run(&["ingest", "in"]).exits(4).says(&[
        "links out of the named folder",
        "in/link.md",
        "in/linked.md",
        "in/folder",
        "in/directory.md/further",
        "not regular files: in/pipe.csv, in/socket.md",
        "in/dangling.md, in/loop.md",
        "names that are not valid text",
        "\\u{1b}",
    ]);
    assert!(!run.err.contains('\u{1b}') && !run.out.contains('\u{1b}'));
    assert_eq!(desk.run(&["docs", "list", "--json"]).exits(0).json().len(), 1);
    desk.run(&["retrieve", "OUTSIDE"]).exits(0).says(&["nothing found"]);
    desk.run(&["ingest", "in/*/secret.md"]).exits(3).says(&["links out of the named folder"]);
    desk.run(&["ingest", "in/pipe.csv"]).exits(3).says(&["not a regular file"]);
}

#[test]
fn a_workspace_is_its_owners_alone() {
    let desk = Desk::new();
    desk.file("a.md", NOTE);
    desk.run(&["ingest", "a.md"]).exits(0);
    let mode = |name: &str| std::fs::metadata(desk.path(name)).unwrap().permissions().mode() & 0o777;
    for (name, wanted) in
        [(".engine", 0o700), (".engine/facts.db", 0o600), (".engine/documents.db", 0o600), (".engine/index", 0o700)]
    {
        assert_eq!(mode(name), wanted, "{name}");
    }
    for name in [".engine/facts.db", ".engine/documents.db"] {
        std::fs::set_permissions(desk.path(name), PermissionsExt::from_mode(0o644)).unwrap();
    }
    desk.run(&["ask", "What was revenue in Hong Kong in 2024?"]).exits(0);
    desk.run(&["retrieve", "clients"]).exits(0);
    assert_eq!((mode(".engine/facts.db"), mode(".engine/documents.db")), (0o600, 0o600));
}

#[test]
fn what_cannot_be_seen_is_printed_as_an_escape() {
    let desk = Desk::new();
    desk.file("a.md", NOTE.replace("clients left", "clients\u{202e}left\u{200b} the\u{9b}31m company"));
    desk.run(&["ingest", "a.md"]).exits(0);
    for args in [
        &["retrieve", "Hong Kong clients"][..],
        &["ask", "Why did revenue in Hong Kong fall in 2024?"],
        &["docs", "show", "a.md"],
        &["retrieve", "--json", "Hong Kong clients"],
        &["ask", "--json", "Why did revenue in Hong Kong fall in 2024?"],
    ] {
        let run = desk.run(args).exits(0);
        let raw = |c: char| matches!(c, '\u{202e}' | '\u{200b}' | '\u{9b}' | '\u{1b}');
        assert!(!run.out.contains(raw) && !run.err.contains(raw), "{args:?}: {}", run.out);
    }
}

#[test]
fn a_trace_and_a_run_overwrite_nothing_else() {
    let desk = Desk::with_rows("REVENUE,HK,2024,,10,USD_M,deck.pptx,,\n");
    desk.file("queries.jsonl", "{\"_id\": \"1\", \"text\": \"revenue\"}\n");
    let before = std::fs::read(desk.path(".engine/facts.db")).unwrap();
    let question = "Hong Kong revenue in FY2024?";
    for trace in [".engine/facts.db", "/dev/full", ".engine/../out.jsonl"] {
        desk.run(&["ask", "--trace", trace, question]).exits(3).says(&["trace"]);
    }
    desk.run(&["retrieve", "--queries", "queries.jsonl", "--run", ".engine/facts.db"]).exits(2).says(&["--run"]);
    desk.file(".engine/engine.toml", "trace = \"../out.jsonl\"\n");
    desk.run(&["ask", question]).exits(3).says(&["trace", "without `..`"]);
    assert!(!desk.path("out.jsonl").exists());
    assert_eq!(std::fs::read(desk.path(".engine/facts.db")).unwrap(), before);
}
