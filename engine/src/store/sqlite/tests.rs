//! Tests of what is SQLite's own: the two kinds of store, files in every bad state, and processes that meet on one file.

#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use tempfile::TempDir;

use super::*;
use crate::store::{OpenFault, conformance};

#[test]
fn a_file_passes_the_conformance_suite() {
    let folder = TempDir::new().unwrap();
    let next = std::cell::Cell::new(0);
    conformance::check(&|| {
        next.set(next.get() + 1);
        Box::new(SqliteFactStore::create(&folder.path().join(format!("{}.db", next.get()))).unwrap())
    });
}

#[test]
fn memory_passes_the_conformance_suite() {
    conformance::check(&|| Box::new(SqliteFactStore::in_memory().unwrap()));
}
