//! Flipped bytes: noticed before what they say is used, and mended from the store.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use proptest::prelude::*;
use proptest::sample::Index as Pick;

use super::memory::MemoryStore;
use super::{Draw, agree, everything, filters, stocked};
use crate::profile::Analyzer::Standard;
use crate::retrieval::index::deletions::Deletions;
use crate::retrieval::index::paged::Bytes;
use crate::retrieval::index::segment::Segment;
use crate::retrieval::index::{Freshness, Index, SearchIndex};
use crate::retrieval::store::ChunkSource;

/// An index on disk with two segments and removed chunks, and its files.
fn written(seed: u64) -> (tempfile::TempDir, Arc<MemoryStore>, Vec<PathBuf>) {
    let (dir, store) = (tempfile::tempdir().unwrap(), stocked(seed, 40, 40));
    Index::open(dir.path(), store.as_ref(), Standard).unwrap();
    Draw(seed | 1).change(&store, 5, 10);
    Index::open(dir.path(), store.as_ref(), Standard).unwrap();
    let files = fs::read_dir(dir.path()).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> = files.filter(|path| !path.ends_with("lock")).collect();
    files.sort();
    assert!(files.len() >= 4, "{files:?}");
    (dir, store, files)
}

/// Changes a byte of a file.
fn flip(path: &Path, at: Pick, bits: u8) {
    let mut bytes = fs::read(path).unwrap();
    let at = at.index(bytes.len());
    bytes[at] ^= bits;
    fs::write(path, &bytes).unwrap();
}

/// A letter of the checksum in capitals is the same number, and a changed byte.
#[test]
fn an_inspection_reads_every_digit_of_the_checksum() {
    let (dir, store, _files) = written(51);
    let path = dir.path().join("manifest");
    let whole = fs::read(&path).unwrap();
    for at in 0..8 {
        let mut changed = whole.clone();
        changed[at] ^= 0x20;
        fs::write(&path, changed).unwrap();
        let inspected = Index::inspect(dir.path(), store.as_ref(), Standard).unwrap();
        assert!(matches!(inspected, Freshness::Unusable(_)), "byte {at}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(36))]

    #[test]
    fn an_inspection_reads_every_byte(file: Pick, at: Pick, bit in 0..8_u8) {
        let (dir, store, files) = written(51);
        let inspected = || Index::inspect(dir.path(), store.as_ref(), Standard).unwrap();
        prop_assert_eq!(inspected(), Freshness::Fresh);
        let path: &PathBuf = file.get(&files);
        flip(path, at, 1 << bit);
        prop_assert!(matches!(inspected(), Freshness::Unusable(_)));
    }

    #[test]
    fn a_flipped_byte_anywhere_is_mended(file: Pick, at: Pick, bit in 0..8_u8) {
        let (dir, store, files) = written(51);
        let path = file.get(&files);
        flip(path, at, 1 << bit);
        let shared: Arc<dyn ChunkSource> = store.clone();
        let (index, _) = SearchIndex::open(dir.path(), shared, Standard).unwrap();
        let fresh = Index::in_memory(store.as_ref(), Standard).unwrap();
        for filter in filters() {
            for query in super::QUERIES {
                let found = index.search(query, &filter, 50).unwrap();
                prop_assert_eq!(found, fresh.search(query, &filter, 50).unwrap());
            }
        }
        agree(index.index(), &store, Standard);
    }

    #[test]
    fn a_change_meets_damage_and_starts_over(at: Pick, seed: u64) {
        let (dir, store, files) = written(52);
        let segment = files.iter().filter(|path| path.to_string_lossy().contains("segment")).max_by_key(|path| {
            fs::metadata(path).unwrap().len()
        });
        let path = segment.unwrap();
        flip(path, at, 0x10);
        Draw(seed | 1).change(&store, 20, 10);
        let shared: Arc<dyn ChunkSource> = store.clone();
        let (index, _) = SearchIndex::open(dir.path(), shared, Standard).unwrap();
        index.search("w0 营收", &super::filters()[0], 50).unwrap();
        let fresh = Index::in_memory(store.as_ref(), Standard).unwrap();
        for query in super::QUERIES {
            let found = index.search(query, &super::filters()[0], 50).unwrap();
            prop_assert_eq!(found, fresh.search(query, &super::filters()[0], 50).unwrap());
        }
    }

    /// Even bytes whose checksums are right, as a hostile writer would make them, break nothing but the results.
    #[test]
    fn no_bytes_make_a_reader_panic(seed: u64, flips in proptest::collection::vec((any::<Pick>(), any::<u8>()), 1..20)) {
        let store = stocked(53, 30, 40);
        let index = Index::in_memory(store.as_ref(), Standard).unwrap();
        let sound = everything(&index);
        let part = index.snapshot().parts[0].clone();
        let mut bytes = Vec::new();
        crate::retrieval::index::merge::merge(&[part], &mut bytes).unwrap();
        for (at, value) in flips {
            let at = at.index(bytes.len());
            bytes[at] = value ^ (seed as u8);
        }
        crate::retrieval::index::paged::reseal(&mut bytes);
        if let Ok(segment) = Segment::open(Bytes::Held(bytes), "hostile".into()) {
            let mut snapshot = (*index.snapshot()).clone();
            snapshot.parts[0].segment = Arc::new(segment);
            snapshot.parts[0].removed = Arc::new(Deletions::default());
            for filter in filters() {
                let _any_count = snapshot.admitted(&filter);
                for query in super::QUERIES {
                    let _any_hits = snapshot.search(query, Standard, &filter, 50);
                }
            }
            let _any_segment = crate::retrieval::index::merge::merge(&snapshot.parts, &mut Vec::new());
        }
        prop_assert_eq!(everything(&index), sound);
    }
}

#[test]
fn files_that_are_missing_or_cut_off_are_made_again() {
    for number in 0..4 {
        for cut in [true, false] {
            let (dir, store, files) = written(54);
            if cut {
                let bytes = fs::read(&files[number]).unwrap();
                // A new file, as the mapped ones may not shrink.
                fs::remove_file(&files[number]).unwrap();
                fs::write(&files[number], &bytes[..bytes.len() / 2]).unwrap();
            } else {
                fs::remove_file(&files[number]).unwrap();
            }
            let (index, _) = Index::open(dir.path(), store.as_ref(), Standard).unwrap();
            agree(&index, &store, Standard);
        }
    }
}
