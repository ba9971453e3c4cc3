//! Small crates with one import that goes up, each in another disguise, and some with none: `cases.txt` has them. A case
//! is its title, a line `file: text` for each file that it changes or adds, and after `=>` the faults to be found.

use super::order;
use super::tree::{Sources, Tree};
use super::{faults, together};

/// A crate of three floors, to which each case adds its own.
const FILES: [(&str, &str); 4] = [
    ("lib.rs", "pub mod low; pub mod middle; pub mod high;"),
    ("low.rs", "pub struct Plain;"),
    ("middle.rs", "pub use crate::low::Plain; pub fn half() {}"),
    ("high.rs", "use crate::middle::half; pub struct Thing; pub fn thing() { half() }"),
];
const ORDER: [&str; 3] = ["low", "middle", "high"];

fn made<'a>(changes: impl IntoIterator<Item = (&'a str, &'a str)>) -> Tree {
    let files = FILES.into_iter().chain(changes);
    let sources: Sources = files.map(|(path, text)| (path.to_owned(), text.replace("\\n", "\n"))).collect();
    Tree::of("small", &sources)
}

#[test]
fn what_goes_up_is_seen_in_every_disguise_and_nothing_else() {
    let cases: Vec<&str> = include_str!("cases.txt").split("\n\n").collect();
    assert_eq!(cases.iter().filter(|case| case.trim_end().ends_with("=>")).count(), 5, "cases without a fault");
    for case in cases {
        let (crate_, expected) = case.split_once("\n=>").unwrap_or_else(|| panic!("no `=>` in {case}"));
        let tree = made(crate_.lines().skip(1).map(|line| line.split_once(": ").unwrap()));
        assert_eq!(faults(&tree, &ORDER).join("\n"), expected.trim(), "{case}");
    }
}

#[test]
fn an_order_that_names_no_module_is_at_fault() {
    assert_eq!(faults(&made([]), &["low", "middle", "high", "gone"]), ["gone is no module"]);
}

#[test]
fn channels_that_know_each_other_are_seen() {
    let tree = made([
        ("lib.rs", "pub mod low; pub mod middle; pub mod high; pub mod store; pub mod extraction;"),
        ("store.rs", "pub struct Row;"),
        ("middle.rs", "pub use crate::store::Row;"),
        ("extraction.rs", "use crate::middle::Row;"),
    ]);
    let fault = "extraction.rs:1 imports `crate::middle::Row` defined in store.rs: \
                 extraction returns what it read and stores nothing";
    assert_eq!(together(&order::edges(&tree)), [fault]);
}
