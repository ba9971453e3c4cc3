//! The repository's text files. Generated and ignored folders are left out by name, so that the rules also hold in an
//! unpacked archive, where there is no git to ask.

use std::fs;
use std::path::{Path, PathBuf};

use crate::demand;

/// Folders that hold nothing written by hand, wherever they lie.
const LEFT_OUT: [&str; 4] = [".git", "reports", ".engine", "snapshots"];
/// The folder of builds; `src/target/` is another one.
const BUILDS: &str = "target";

/// A text file with its path from the root of the repository, in slashes.
pub(crate) struct Text {
    pub(crate) path: String,
    pub(crate) text: String,
}

pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

/// Every readable text file whose name ends with `ending`.
pub(crate) fn ending_with(ending: &str) -> Vec<Text> {
    let (root, mut found) = (root(), Vec::new());
    walk(&root, &root, ending, &mut found);
    found.sort_by(|a, b| a.path.cmp(&b.path));
    found
}

fn walk(root: &Path, folder: &Path, ending: &str, found: &mut Vec<Text>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if LEFT_OUT.contains(&name.as_str()) || (name == BUILDS && folder == root) {
            continue;
        }
        if path.is_dir() {
            walk(root, &path, ending, found);
        } else if name.ends_with(ending)
            && let Ok(text) = fs::read_to_string(&path)
        {
            let path = path.strip_prefix(root).unwrap().to_string_lossy().replace('\\', "/");
            found.push(Text { path, text });
        }
    }
}

#[test]
fn every_source_file_opens_with_its_purpose() {
    let sources = ending_with(".rs");
    assert!(sources.len() > 20, "only {} source files were found; the walk is broken", sources.len());
    let faults: Vec<String> = sources
        .iter()
        .filter(|file| !file.text.starts_with("//! "))
        .map(|file| format!("{}:1 does not open with a `//!` paragraph", file.path))
        .collect();
    demand("a file opens with what it is for, and what it leaves out", &faults);
}

#[test]
fn nothing_names_the_machine_it_was_written_on() {
    // Put together here, so that this file does not break its own rule.
    let words = [["/wo", "rk/"], ["/ro", "ot/"], ["bash_", "jobs"], ["/Use", "rs/"]].map(|parts| parts.concat());
    let mut faults = Vec::new();
    for file in ending_with("") {
        for (index, line) in file.text.lines().enumerate() {
            faults.extend(
                words
                    .iter()
                    .filter(|word| line.contains(word.as_str()))
                    .map(|word| format!("{}:{} says `{word}`", file.path, index + 1)),
            );
        }
    }
    demand("the repository works wherever it is put", &faults);
}
