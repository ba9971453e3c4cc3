//! The repository's own rules, held as tests: how files open and how long they are, who may import whom, what the
//! manifest and the documents claim. Each rule says what it found and where; none of them repairs anything.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

mod documents;
mod files;
mod floors;
mod golden;
mod imports;
mod manifest;
mod promises;
mod sizes;
mod word_arrays;

use std::fmt::Write;

/// Fails with every fault at once.
fn demand(rule: &str, faults: &[String]) {
    let mut text = String::new();
    for fault in faults {
        let _ = write!(text, "\n  {fault}");
    }
    assert!(faults.is_empty(), "{rule}:{text}");
}
