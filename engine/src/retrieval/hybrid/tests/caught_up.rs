//! How vectors follow the chunks that they are of.

use super::*;
use crate::retrieval::vector::{CatchUp, Origin, SqliteVectorStore};

#[test]
fn vectors_are_caught_up_with_what_changed_and_with_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("vectors.db");
    let open = |doc: &str, text: &str| candidate(doc, "Title", text, Sensitivity::Internal);
    let library = Library::of([open("a", "sales fell"), open("b", "sales rose")]);
    let catch = |buckets: usize| {
        let store = SqliteVectorStore::open(&path).unwrap();
        let done = catch_up(&HashingBackend::new(buckets), &store, &*library, &mut |_, _| {}).unwrap();
        (done.embedded, done.dropped, store.count().unwrap())
    };
    assert_eq!(catch(8), (2, 0, 2));
    assert_eq!(catch(8), (0, 0, 2));
    library.put(open("b", "sales rose again"));
    library.put(open("c", "lunch"));
    assert_eq!(catch(8), (2, 1, 3));
    library.remove("a");
    assert_eq!(catch(8), (0, 1, 2));
    assert_eq!(catch(16), (2, 0, 2), "vectors of another backend are thrown away");
}

#[test]
fn work_before_an_interruption_is_not_done_again() {
    let folder = tempfile::tempdir().unwrap();
    let store = SqliteVectorStore::open(&folder.path().join("vectors.db")).unwrap();
    let text = |number: usize| candidate(&format!("{number:03}"), "Title", "text", Sensitivity::Internal);
    let library = Library::of((0..200).map(text));
    let backend = HashingBackend::new(8);
    catch_up(&backend, &store, &*library, &mut |_, _| {}).unwrap();
    // As it is when the program ends between the vectors and the note that all are there.
    store.delete(&[3, 4]).unwrap();
    store.set_origin(&Origin { generation: 0, ..store.origin().unwrap().unwrap() }).unwrap();
    let mut told = Vec::new();
    let done = catch_up(&backend, &store, &*library, &mut |done, all| told.push((done, all))).unwrap();
    assert_eq!(done, CatchUp { embedded: 2, dropped: 0 });
    assert_eq!(told, [(0, 200), (64, 200), (128, 200), (192, 200), (200, 200)]);
}
