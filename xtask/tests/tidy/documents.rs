//! Markdown files: the paths they name are there, and the headings that they link to. Only paths that begin with a folder of
//! this repository are judged; a path with a placeholder is not.

use std::fs;

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
fn headings_linked_to_in_documents_exist() {
    let (mut faults, mut links) = (Vec::new(), 0);
    for file in ending_with(".md") {
        let folder = root().join(&file.path).parent().expect("a file is in a folder").to_owned();
        for (index, line) in file.text.lines().enumerate() {
            for (path, heading) in heading_links(line) {
                let text = if path.is_empty() { Ok(file.text.clone()) } else { fs::read_to_string(folder.join(path)) };
                links += 1;
                if !text.is_ok_and(|text| headings(&text).any(|found| found == heading)) {
                    faults.push(format!("{}:{} links to `{path}#{heading}`, which is not there", file.path, index + 1));
                }
            }
        }
    }
    assert!(links > 20, "only {links} links to headings were found");
    demand("headings linked to in documents exist", &faults);
}

/// Links to a heading, with the path of its file; empty for a heading of the same file.
fn heading_links(line: &str) -> impl Iterator<Item = (&str, &str)> {
    line.split("](").skip(1).filter_map(|rest| {
        let (path, heading) = rest.split(')').next()?.split_once('#')?;
        (!path.contains(':')).then_some((path, heading))
    })
}

/// Headings as links name them: in small letters, without punctuation, with `-` for each space.
fn headings(text: &str) -> impl Iterator<Item = String> {
    let titles = text.lines().filter(|line| line.starts_with('#')).map(|line| line.trim_start_matches('#').trim());
    titles.map(|title| {
        let kept = title.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
        kept.map(|c| if c == ' ' { '-' } else { c.to_ascii_lowercase() }).collect()
    })
}

#[test]
fn headings_are_found_as_links_name_them() {
    let text = "# One\ntext\n## Baseline, waivers, snapshots\n";
    assert_eq!(headings(text).collect::<Vec<_>>(), ["one", "baseline-waivers-snapshots"]);
    let links = "[a](#one) [b](x.md#two) [c](x.md) [d](https://example.org/#three)";
    assert_eq!(heading_links(links).collect::<Vec<_>>(), [("", "one"), ("x.md", "two")]);
}

#[test]
fn paths_are_found_in_text() {
    assert_eq!(code_paths("see `src/a.rs` and `cargo x` and `b/<name>.rs`").collect::<Vec<_>>(), ["src/a.rs"]);
    let links = "[a](docs/a.md#part) [b](https://example.org) [c](#here)";
    assert_eq!(link_paths(links).collect::<Vec<_>>(), ["docs/a.md"]);
}
