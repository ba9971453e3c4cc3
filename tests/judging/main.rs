//! The harness through its public API: whole evaluations of a small sample, and the golden set that ships. One program, so
//! that harness and engine are linked once.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod evaluation;
mod extractions;
mod golden;
mod searches;

use std::path::{Path, PathBuf};

use jiff::civil::{Date, date};

const TODAY: Date = date(2026, 3, 15);

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sample")
}
