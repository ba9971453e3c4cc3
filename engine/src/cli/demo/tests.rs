//! Tests of `demo`.

use std::collections::BTreeSet;
use std::path::Path;

use engine::retrieval::ChunkStore;

use super::*;

#[test]
fn every_file_of_the_fixtures_is_built_in() {
    for (folder, listed) in [("facts", FACTS), ("docs", DOCUMENTS)] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures/insurer").join(folder);
        let there = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let listed: BTreeSet<String> = listed.iter().map(|(name, _)| (*name).to_owned()).collect();
        assert_eq!(listed, there.collect());
    }
}

#[test]
fn the_documents_go_in_and_the_restricted_ones_stay_hidden() {
    let store = documents().unwrap();
    let stats = store.stats().unwrap();
    assert!(stats.documents >= 20 && stats.restricted >= 3, "{stats:?}");
    assert!(store.document("indonesia_turnaround.md").unwrap().is_some());
    assert!(store.document("exco_minutes_2026-01.md").unwrap().is_none());
}
