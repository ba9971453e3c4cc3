//! Markdown files: the paths they name are there. Only paths that begin with a folder of this repository are judged;
//! a path with a placeholder is not.

use crate::demand;
use crate::files::{ending_with, root};

/// Folders whose contents appear only when a command has run.
const GENERATED: [&str; 3] = ["reports/", "target/", ".engine/"];

#[test]
fn paths_named_in_documents_exist() {
    let mut faults = Vec::new();
    for file in ending_with(".md") {
        let folder = root().join(&file.path).parent().expect("a file is in a folder").to_owned();
        for (index, line) in file.text.lines().enumerate() {
            for path in code_paths(line) {
                let is_there = root().join(path).exists() || folder.join(path).exists();
                if starts_in_repository(path) && !is_there {
                    faults.push(format!("{}:{} names `{path}`, which is not there", file.path, index + 1));
                }
            }
            for path in link_paths(line) {
                if !folder.join(path).exists() {
                    faults.push(format!("{}:{} links to `{path}`, which is not there", file.path, index + 1));
                }
            }
        }
    }
    demand("paths named in documents exist", &faults);
}

fn starts_in_repository(path: &str) -> bool {
    let is_generated = GENERATED.iter().any(|folder| path.starts_with(folder));
    let top = path.split('/').next().unwrap_or_default();
    !is_generated && path.contains('/') && root().join(top).is_dir()
}

/// Code spans that are a path and nothing else.
fn code_paths(line: &str) -> impl Iterator<Item = &str> {
    let is_path = |c: char| c.is_alphanumeric() || matches!(c, '/' | '.' | '_' | '-');
    line.split('`').skip(1).step_by(2).filter(move |span| !span.is_empty() && span.chars().all(is_path))
}

/// Targets of links that stay in the repository.
fn link_paths(line: &str) -> impl Iterator<Item = &str> {
    line.split("](").skip(1).filter_map(|rest| {
        let target = rest.split([')', '#', ' ']).next()?;
        let is_elsewhere = target.is_empty() || target.contains(':') || target.starts_with('/');
        (!is_elsewhere).then_some(target)
    })
}

#[test]
fn paths_are_found_in_text() {
    assert_eq!(code_paths("see `src/a.rs` and `cargo x` and `b/<name>.rs`").collect::<Vec<_>>(), ["src/a.rs"]);
    let links = "[a](docs/a.md#part) [b](https://example.org) [c](#here)";
    assert_eq!(link_paths(links).collect::<Vec<_>>(), ["docs/a.md"]);
}
