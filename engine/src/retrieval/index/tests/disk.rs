//! What is on disk: found again, caught up with, made again when it is of no use, and never half.

use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicUsize;

use proptest::prelude::*;

use super::memory::MemoryStore;
use super::{Draw, agree, everything, stocked};
use crate::document::Attributes;
use crate::profile::Analyzer::{self, English, Standard};
use crate::retrieval::filter::Filter;
use crate::retrieval::index::folder::Folder;
use crate::retrieval::index::{Action, Home, Index, IndexError, SEGMENT, Unusable};

fn open(dir: &Path, store: &MemoryStore, analyzer: Analyzer) -> (Index, Action) {
    let (index, health) = Index::open(dir, store, analyzer).unwrap();
    assert!(health.kept);
    (index, health.action)
}

fn rebuilt(why: Unusable, action: &Action) -> bool {
    matches!(action, Action::Rebuilt { why: found, .. } if *found == why)
}

/// How many files of a kind there are.
fn files(dir: &Path, kind: &str) -> usize {
    let entries = fs::read_dir(dir).unwrap();
    entries.filter(|entry| entry.as_ref().unwrap().file_name().to_string_lossy().contains(kind)).count()
}

#[test]
fn an_index_is_found_as_it_was_left() {
    let (dir, store) = (tempfile::tempdir().unwrap(), stocked(3, 30, 20));
    let (first, action) = open(dir.path(), &store, Standard);
    assert!(rebuilt(Unusable::Missing, &action));
    let (second, action) = open(dir.path(), &store, Standard);
    assert_eq!(action, Action::None);
    assert_eq!(everything(&first), everything(&second));
    agree(&second, &store, Standard);
}

#[test]
fn many_small_changes_are_kept_and_merged() {
    let (dir, store, mut draw) = (tempfile::tempdir().unwrap(), stocked(5, 30, 20), Draw(77));
    for _ in 0..30 {
        draw.change(&store, 2, 20);
        let (index, _) = open(dir.path(), &store, Standard);
        let fresh = Index::in_memory(store.as_ref(), Standard).unwrap();
        assert_eq!(everything(&index), everything(&fresh));
        assert!(files(dir.path(), SEGMENT) <= 8);
    }
    let (index, action) = open(dir.path(), &store, Standard);
    assert_eq!(action, Action::None);
    agree(&index, &store, Standard);
}

#[test]
fn an_index_of_another_store_state_or_analyzer_is_made_again() {
    let (dir, store) = (tempfile::tempdir().unwrap(), stocked(11, 20, 10));
    let backup = store.copy();
    open(dir.path(), &store, Standard);
    store.put("new", "", Attributes::default(), &["w1".into()]);
    assert_eq!(open(dir.path(), &store, Standard).1, Action::CaughtUp { documents: 1 });
    let (index, action) = open(dir.path(), &backup, Standard);
    assert!(rebuilt(Unusable::Newer, &action));
    agree(&index, &backup, Standard);
    let other = stocked(12, 20, 10).copy().named("other");
    let (index, action) = open(dir.path(), &other, Standard);
    assert!(rebuilt(Unusable::Foreign, &action));
    agree(&index, &other, Standard);
    let (index, action) = open(dir.path(), &other, English);
    assert!(rebuilt(Unusable::OtherTokens, &action));
    agree(&index, &other, English);
}

#[test]
fn a_store_that_remembers_otherwise_is_believed() {
    let (dir, store) = (tempfile::tempdir().unwrap(), MemoryStore::default());
    store.put("a", "title", Attributes::default(), &["w1 w2".into(), "w1".into()]);
    store.put("b", "title", Attributes::default(), &["w1 w3".into()]);
    open(dir.path(), &store, Standard);
    // The same generations with another text: what the index holds of it cannot be counted off word by word.
    let other = MemoryStore::default();
    other.put("a", "title", Attributes::default(), &["w7 w8 w9".into(), "w1".into()]);
    other.put("b", "title", Attributes::default(), &["w1 w3".into()]);
    other.put("a", "title", Attributes::default(), &["w1 w4".into()]);
    let (index, action) = open(dir.path(), &other, Standard);
    assert_eq!(action, Action::CaughtUp { documents: 1 });
    agree(&index, &other, Standard);
}

#[test]
fn two_open_indexes_see_each_others_changes() {
    let (dir, store) = (tempfile::tempdir().unwrap(), stocked(21, 20, 10));
    let ((first, _), (second, _)) = (open(dir.path(), &store, Standard), open(dir.path(), &store, Standard));
    let mut draw = Draw(5);
    for turn in 0..6 {
        draw.change(&store, 3, 10);
        let (writer, reader) = if turn % 2 == 0 { (&first, &second) } else { (&second, &first) };
        assert!(matches!(writer.refresh(store.as_ref()).unwrap().action, Action::CaughtUp { .. }));
        assert_eq!(reader.refresh(store.as_ref()).unwrap().action, Action::None);
        assert_eq!(everything(&first), everything(&second));
    }
    agree(&first, &store, Standard);
}

#[test]
fn searches_go_on_while_the_index_changes() {
    let (dir, store) = (tempfile::tempdir().unwrap(), stocked(31, 30, 10));
    let (index, _) = open(dir.path(), &store, Standard);
    std::thread::scope(|scope| {
        let searching: Vec<_> = (0..2)
            .map(|_| scope.spawn(|| (0..200).map(|_| index.search("w0 营收", &Filter::none(), 5).unwrap().len()).sum()))
            .collect();
        let mut draw = Draw(17);
        for _ in 0..10 {
            draw.change(&store, 3, 10);
            index.refresh(store.as_ref()).unwrap();
        }
        let found: Vec<usize> = searching.into_iter().map(|thread| thread.join().unwrap()).collect();
        assert!(found.iter().all(|found| *found > 0));
    });
    agree(&index, &store, Standard);
}

#[cfg(unix)]
#[test]
fn where_nothing_can_be_written_the_index_is_kept_in_memory() {
    // A path below a file can never be made, not even by the superuser.
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("file"), "").unwrap();
    let store = stocked(41, 20, 10);
    let refused = Index::open(&dir.path().join("file/index"), store.as_ref(), Standard);
    assert!(matches!(refused, Err(IndexError::Io { .. })), "no folder at all is an error");

    open(dir.path(), &store, Standard);
    Draw(9).change(&store, 4, 10);
    let index = Index::empty(Standard, Home::on_disk(Folder { read_only: true, ..Folder::new(dir.path()) }));
    let health = index.refresh(store.as_ref()).unwrap();
    assert!(!health.kept && matches!(health.action, Action::CaughtUp { .. }), "{health:?}");
    agree(&index, &store, Standard);
    Draw(10).change(&store, 4, 10);
    index.refresh(store.as_ref()).unwrap();
    agree(&index, &store, Standard);
    assert!(matches!(open(dir.path(), &store, Standard).1, Action::CaughtUp { .. }), "the folder was left alone");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn a_process_killed_between_any_two_steps_leaves_a_usable_index(seed: u64, operations in 0_usize..30) {
        let (dir, store) = (tempfile::tempdir().unwrap(), stocked(seed, 20, 6));
        let mut draw = Draw(seed | 1);
        let mut died = false;
        for _ in 0..4 {
            draw.change(&store, 3, 6);
            let folder = Folder { operations_left: Some(AtomicUsize::new(operations)), ..Folder::new(dir.path()) };
            let index = Index::empty(Standard, Home::on_disk(folder));
            match index.refresh(store.as_ref()) {
                Ok(_) => {}
                Err(IndexError::Io { .. }) => died = true,
                Err(error) => panic!("{error}"),
            }
        }
        prop_assert!(died || operations > 3);
        let (index, action) = open(dir.path(), &store, Standard);
        prop_assert!(!matches!(action, Action::Rebuilt { why: Unusable::Damaged { .. }, .. }), "{:?}", action);
        let fresh = Index::in_memory(store.as_ref(), Standard).unwrap();
        prop_assert_eq!(everything(&index), everything(&fresh));
        draw.change(&store, 1, 6);
        open(dir.path(), &store, Standard);
        prop_assert_eq!(files(dir.path(), ".tmp"), 0, "nothing is left lying about");
    }
}
