//! What every chunk store must do, checked through the trait alone. `fresh` makes an empty store.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use std::collections::BTreeMap;

use super::*;
use crate::document::{Paragraph, ParagraphKind};
use crate::retrieval::chunker::{ChunkLimits, chunks};

/// Runs every check on a store of its own.
pub(super) fn check(fresh: &dyn Fn() -> Box<dyn ChunkStore>) {
    for check in [
        versions_follow_each_other,
        what_is_known_is_not_written_again,
        a_decision_outlives_later_readings,
        restricted_documents_are_counted_and_nowhere_else,
        a_label_only_rises,
        a_source_speaks_for_its_documents,
        a_name_belongs_to_the_file_that_brought_it,
        changes_lead_from_any_generation_to_the_present,
        a_failed_transaction_leaves_no_trace,
        candidates_come_as_asked,
    ] {
        check(&*fresh());
    }
}

/// A document of paragraphs.
pub(super) fn document(name: &str, paragraphs: &[&str]) -> Document {
    Document {
        name: name.to_owned(),
        title: format!("Title of {name}"),
        attributes: Attributes { entity: Some("HK".to_owned()), ..Attributes::default() },
        sensitivity: Sensitivity::Internal,
        valid_as_of: Some(jiff::civil::date(2025, 12, 31)),
        paragraphs: paragraphs
            .iter()
            .map(|text| Paragraph { text: (*text).to_owned(), kind: ParagraphKind::Text, breaks: Vec::new() })
            .collect(),
    }
}

fn cut(document: &Document) -> Vec<Chunk> {
    chunks(document, ChunkLimits::new(12, 0).unwrap())
}

fn now() -> Timestamp {
    Timestamp::from_second(1_767_225_600).unwrap()
}

pub(super) fn replace(store: &dyn ChunkStore, document: &Document) -> Replacement {
    store.replace(document, &cut(document), "content", now()).unwrap()
}

/// The texts that the store serves, by document.
pub(super) fn served(store: &dyn ChunkStore) -> BTreeMap<String, Vec<String>> {
    let mut served = BTreeMap::new();
    let mut names = Vec::new();
    store
        .documents(&mut |document| {
            names.push(document);
            ControlFlow::Continue(())
        })
        .unwrap();
    for listed in names {
        let (stored, chunks) = store.document(&listed.name).unwrap().unwrap();
        assert_eq!((&stored, stored.chunks), (&listed, chunks.len() as u64));
        served.insert(listed.name.to_string(), chunks.into_iter().map(|chunk| chunk.text).collect());
    }
    served
}

fn texts(document: Option<&IndexedDocument>) -> Vec<String> {
    document.into_iter().flat_map(|document| document.chunks.iter().map(|chunk| chunk.text.clone())).collect()
}

/// The changes since a generation, as texts before and after.
fn changes(store: &dyn ChunkStore, since: u64) -> BTreeMap<String, (Vec<String>, Vec<String>)> {
    let mut changes = BTreeMap::new();
    let state = store
        .changes_since(since, &mut |change| {
            changes.insert(change.doc.to_string(), (texts(change.before.as_ref()), texts(change.after.as_ref())));
            ControlFlow::Continue(())
        })
        .unwrap();
    assert_eq!(state, store.state().unwrap());
    changes
}

fn keys(store: &dyn ChunkStore) -> Vec<(ChunkKey, Scores)> {
    let mut keys = Vec::new();
    store
        .changes_since(0, &mut |change| {
            keys.extend(change.after.into_iter().flat_map(|document| document.chunks).map(|chunk| chunk.key));
            ControlFlow::Continue(())
        })
        .unwrap();
    keys.into_iter().map(|key| (key, Scores { fused: 0.5, ..Scores::default() })).collect()
}

fn versions_follow_each_other(store: &dyn ChunkStore) {
    assert_eq!(store.state().unwrap().generation, 0);
    assert_eq!(replace(store, &document("a.md", &["first text", "second text"])), Replacement::Added);
    assert_eq!(store.state().unwrap().generation, 1);
    let old = keys(store);
    assert_eq!(replace(store, &document("a.md", &["third text"])), Replacement::Replaced);
    assert_eq!(served(store), BTreeMap::from([("a.md".to_owned(), vec!["third text".to_owned()])]));
    assert!(store.candidates(&old).unwrap().is_empty(), "old chunks are no candidates");
    let history = store.history("a.md").unwrap();
    assert_eq!(history.iter().map(|version| (version.version, version.chunks)).collect::<Vec<_>>(), [(1, 2), (2, 1)]);
    assert!(history[0].ended.as_ref().unwrap().reason.contains("replaced") && history[1].ended.is_none());
    let (stored, _) = store.document("a.md").unwrap().unwrap();
    assert_eq!((stored.version, stored.ingested_at, &*stored.title), (2, now(), "Title of a.md"));
    assert_eq!(stored.attributes.entity.as_deref(), Some("HK"));
    assert_eq!(stored.valid_as_of, Some(jiff::civil::date(2025, 12, 31)));
    assert_eq!(store.content_of("a.md").unwrap().as_deref(), Some("content"));
    assert_eq!(store.nearest("b.md").unwrap().as_deref(), Some("a.md"));
    assert!(store.document("b.md").unwrap().is_none() && store.history("b.md").unwrap().is_empty());
    assert!(store.check().unwrap().is_empty());
}

fn what_is_known_is_not_written_again(store: &dyn ChunkStore) {
    let a = document("a.md", &["text"]);
    replace(store, &a);
    let state = store.state().unwrap();
    assert_eq!(replace(store, &a), Replacement::Unchanged);
    assert_eq!(store.replace(&a, &cut(&a), "read by a newer program", now()).unwrap(), Replacement::Unchanged);
    assert_eq!(store.content_of("a.md").unwrap().as_deref(), Some("read by a newer program"));
    assert_eq!((store.state().unwrap(), store.history("a.md").unwrap().len()), (state, 1));
    let renamed = Document { title: "Another title".to_owned(), ..a.clone() };
    assert_eq!(replace(store, &renamed), Replacement::Replaced);
    let moved = Document { attributes: Attributes::default(), ..renamed };
    assert_eq!(replace(store, &moved), Replacement::Replaced);
    assert_eq!(store.replace(&moved, &[], "content", now()).unwrap(), Replacement::Withdrawn);
    assert!(served(store).is_empty());
    assert_eq!(replace(store, &moved), Replacement::Added, "nobody decided that it must not answer");
}

fn a_decision_outlives_later_readings(store: &dyn ChunkStore) {
    let a = document("a.md", &["text"]);
    replace(store, &a);
    assert!(store.withdraw("a.md", "superseded", now()).unwrap());
    assert!(!store.withdraw("a.md", "again", now()).unwrap());
    assert!(served(store).is_empty());
    assert_eq!(store.stats().unwrap().withdrawn, 1);
    assert_eq!(store.content_of("a.md").unwrap(), None);
    assert_eq!(replace(store, &a), Replacement::StillWithdrawn);
    assert_eq!(store.replace(&a, &cut(&a), "other content", now()).unwrap(), Replacement::StillWithdrawn);
    assert!(served(store).is_empty());
    assert_eq!(store.history("a.md").unwrap()[0].ended.as_ref().unwrap().reason, "superseded");

    assert!(store.restore("a.md", "it was right", now()).unwrap());
    assert!(!store.restore("a.md", "again", now()).unwrap());
    assert_eq!(served(store)["a.md"], ["text"]);
    assert_eq!(store.history("a.md").unwrap()[1].restored.as_deref(), Some("it was right"));
    assert_eq!(keys(store).len(), store.candidates(&keys(store)).unwrap().len());

    store.withdraw("a.md", "wrong again", now()).unwrap();
    assert_eq!(replace(store, &document("a.md", &["corrected"])), Replacement::Added);
    assert_eq!(served(store)["a.md"], ["corrected"]);
    let unknown = store.withdraw("a.mdd", "?", now()).unwrap_err().to_string();
    assert!(unknown.contains("the document store has no document `a.mdd`; did you mean `a.md`?"), "{unknown}");
    assert!(unknown.contains("engine docs list"), "{unknown}");
    assert!(store.check().unwrap().is_empty());
}

/// Nothing that the store hands out may hold any of `words`.
fn nothing_shows(store: &dyn ChunkStore, doc: &str, words: &[&str]) {
    let mut shown = vec![
        format!("{:?}", served(store)),
        format!("{:?}", store.document(doc).unwrap()),
        format!("{:?}", store.history(doc).unwrap()),
        format!("{:?}", store.nearest(doc).unwrap()),
    ];
    store
        .changes_since(0, &mut |change| {
            shown.push(format!("{:?}", change.after));
            ControlFlow::Continue(())
        })
        .unwrap();
    let every: Vec<_> = (0..100).map(|key| (key, Scores::default())).collect();
    shown.push(format!("{:?}", store.candidates(&every).unwrap()));
    for change in [store.withdraw(doc, "?", now()), store.restore(doc, "?", now())] {
        let error = change.unwrap_err();
        assert!(matches!(error, StoreError::UnknownDocument { .. }), "{error}");
    }
    for word in words {
        assert!(!shown.iter().any(|shown| shown.contains(word)), "`{word}` is shown: {shown:?}");
    }
}

fn restricted_documents_are_counted_and_nowhere_else(store: &dyn ChunkStore) {
    let secret = Document { sensitivity: Sensitivity::Restricted, ..document("secret.md", &["hush hush"]) };
    let before = store.state().unwrap();
    assert_eq!(replace(store, &secret), Replacement::Added);
    assert_eq!(store.state().unwrap(), before, "what is open has not changed");
    assert!(changes(store, 0).is_empty());
    nothing_shows(store, "secret.md", &["secret", "hush"]);
    let stats = store.stats().unwrap();
    assert_eq!((stats.documents, stats.chunks, stats.restricted, stats.withdrawn), (0, 0, 1, 0));
    assert_eq!(replace(store, &secret), Replacement::Unchanged, "it need not be stored again");
    assert!(store.content_of("secret.md").unwrap().is_some());
}

fn a_label_only_rises(store: &dyn ChunkStore) {
    let a = document("plan.md", &["open words"]);
    replace(store, &a);
    let open = store.state().unwrap().generation;
    let secret = Document { sensitivity: Sensitivity::Restricted, ..a.clone() };
    assert_eq!(
        replace(store, &secret),
        Replacement::Replaced,
        "the same text under a stricter label is another version"
    );
    nothing_shows(store, "plan.md", &["plan.md", "open words"]);
    let gone = ("plan.md".to_owned(), (vec![String::new()], Vec::new()));
    assert_eq!(changes(store, open), BTreeMap::from([gone]), "an index must learn what to forget");
    assert!(changes(store, 0).is_empty());

    replace(store, &a);
    replace(store, &document("plan.md", &["more words"]));
    nothing_shows(store, "plan.md", &["plan.md", "words"]);
    assert_eq!(store.stats().unwrap().restricted, 1);
    let empty = Document { sensitivity: Sensitivity::Restricted, ..document("b.md", &["early words"]) };
    replace(store, &Document { sensitivity: Sensitivity::Public, ..empty.clone() });
    store.replace(&empty, &[], "content", now()).unwrap();
    nothing_shows(store, "b.md", &["b.md", "early"]);
}

/// Takes a source file that holds these documents; what became of each, and how many went.
fn take(store: &dyn ChunkStore, source: &str, documents: &[Document], whole: bool) -> (Vec<Put>, u64) {
    let (mut puts, mut gone) = (Vec::new(), 0);
    store.ingest(now(), &mut |writer| writer.begin_source(source)).unwrap();
    for document in documents {
        let chunks = cut(document);
        store
            .ingest(now(), &mut |writer| {
                puts.push(writer.put(Some(source), document, &chunks, "content")?);
                Ok(())
            })
            .unwrap();
    }
    store
        .ingest(now(), &mut |writer| {
            gone = writer.end_source(source, whole.then_some("hash"))?;
            Ok(())
        })
        .unwrap();
    (puts, gone)
}

fn a_source_speaks_for_its_documents(store: &dyn ChunkStore) {
    let [a, b, c] = ["a", "b", "c"].map(|name| document(name, &["text"]));
    assert_eq!(store.content_of_source("f").unwrap(), None);
    take(store, "f", &[a.clone(), b.clone()], true);
    take(store, "g", &[c], true);
    assert_eq!(store.content_of_source("f").unwrap().as_deref(), Some("hash"));
    let (puts, gone) = take(store, "f", std::slice::from_ref(&b), false);
    assert_eq!((puts, gone), (vec![Put::Done(Replacement::Unchanged)], 0), "something in it could not be read");
    assert_eq!((store.content_of_source("f").unwrap(), served(store).len()), (None, 3));
    assert_eq!(take(store, "f", std::slice::from_ref(&b), true).1, 1);
    assert_eq!(served(store).into_keys().collect::<Vec<_>>(), ["b", "c"]);
    assert!(store.history("a").unwrap()[0].ended.as_ref().unwrap().reason.contains("no longer in its source"));
    assert_eq!(take(store, "f", &[a, b], true).0[0], Put::Done(Replacement::Added));
    store.ingest(now(), &mut |writer| writer.begin_source("f")).unwrap();
    assert_eq!(store.content_of_source("f").unwrap(), None, "a file that was begun and not ended is not known");
    assert_eq!(served(store).len(), 3);
}

fn a_name_belongs_to_the_file_that_brought_it(store: &dyn ChunkStore) {
    let (a, other) = (document("a", &["text"]), document("a", &["other"]));
    take(store, "f", std::slice::from_ref(&a), true);
    let claimed = Put::Claimed { by: "f".to_owned(), restricted: false };
    let (puts, gone) = take(store, "g", std::slice::from_ref(&other), true);
    assert_eq!((&puts, gone), (&vec![claimed.clone()], 0));
    assert_eq!(served(store)["a"], ["text"]);
    let (puts, _) = take(store, "f", &[a.clone(), other.clone()], true);
    assert_eq!(puts, [Put::Done(Replacement::Unchanged), claimed], "a file repeats a name");

    store.ingest(now(), &mut |writer| writer.disown("a")).unwrap();
    assert_eq!(take(store, "g", std::slice::from_ref(&other), true).0, [Put::Done(Replacement::Replaced)]);
    assert_eq!(store.content_of_source("f").unwrap(), None, "the file does not stand here as it was read");
    store.withdraw("a", "wrong", now()).unwrap();
    assert_eq!(take(store, "f", &[a], true).0, [Put::Done(Replacement::Added)], "nothing active is claimed");
    assert_eq!(store.content_of_source("g").unwrap(), None);
}

fn changes_lead_from_any_generation_to_the_present(store: &dyn ChunkStore) {
    let mut states = vec![(0, served(store))];
    let secret = Document { sensitivity: Sensitivity::Restricted, ..document("s", &["hush"]) };
    let steps: [&dyn Fn(); 9] = [
        &|| {
            replace(store, &document("a", &["one", "two and more"]));
        },
        &|| {
            replace(store, &document("b", &["three"]));
        },
        &|| {
            replace(store, &secret);
        },
        &|| {
            replace(store, &document("a", &["four"]));
        },
        &|| {
            store.withdraw("b", "?", now()).unwrap();
        },
        &|| {
            replace(store, &document("s2", &["five"]));
        },
        &|| {
            store.restore("b", "?", now()).unwrap();
        },
        &|| {
            replace(store, &Document { sensitivity: Sensitivity::Restricted, ..document("s2", &["five"]) });
        },
        &|| {
            take(store, "f", &[document("c", &["six"]), document("d", &["seven"])], true);
        },
    ];
    for step in steps {
        step();
        states.push((store.state().unwrap().generation, served(store)));
    }
    let (last, present) = states.last().unwrap().clone();
    for (generation, then) in states {
        for (doc, (before, after)) in changes(store, generation) {
            // The words of what was restricted since are gone; how many chunks an index has to forget is not.
            let mut then = then.get(&doc).cloned().unwrap_or_default();
            if before.iter().all(String::is_empty) && !present.contains_key(&doc) {
                then.fill(String::new());
            }
            assert_eq!(then, before, "{doc} at {generation}");
            assert_eq!(present.get(&doc).cloned().unwrap_or_default(), after, "{doc} since {generation}");
        }
        let changed = changes(store, generation);
        for doc in then.keys().chain(present.keys()) {
            assert!(changed.contains_key(doc) || then.get(doc) == present.get(doc), "{doc} since {generation}");
        }
    }
    assert!(changes(store, last).is_empty());
}

fn a_failed_transaction_leaves_no_trace(store: &dyn ChunkStore) {
    replace(store, &document("a", &["old"]));
    let (state, content) = (store.state().unwrap(), document("a", &["new"]));
    let failed = store.ingest(now(), &mut |writer| {
        writer.begin_source("f")?;
        writer.put(Some("f"), &content, &cut(&content), "content")?;
        writer.end_source("f", Some("hash"))?;
        Err(StoreError::Busy { kind: crate::store::StoreKind::Documents, place: String::new() })
    });
    assert!(failed.is_err());
    assert_eq!((store.state().unwrap(), &served(store)["a"][..]), (state, &["old".to_owned()][..]));
    assert_eq!(store.content_of_source("f").unwrap(), None);
}

fn candidates_come_as_asked(store: &dyn ChunkStore) {
    replace(store, &document("a", &["first text", "second text", "third text"]));
    replace(store, &document("b", &["fourth"]));
    let mut keys = keys(store);
    keys.reverse();
    keys.insert(1, (999, Scores::default()));
    keys.push(keys[0]);
    let candidates = store.candidates(&keys).unwrap();
    let ids: Vec<String> = candidates.iter().map(|candidate| candidate.chunk.id.to_string()).collect();
    assert_eq!(ids, ["b#para1-1", "a#para3-3", "a#para2-2", "a#para1-1", "b#para1-1"]);
    assert_eq!((candidates[1].chunk.text.as_str(), candidates[1].scores.fused), ("third text", 0.5));
    assert_eq!((candidates[1].title.as_str(), candidates[1].sensitivity), ("Title of a", Sensitivity::Internal));
    assert!(store.candidates(&[]).unwrap().is_empty());
}
