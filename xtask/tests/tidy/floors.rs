//! The floors of each crate: one list, lowest first. A module names only what stands before it; parent and child of one
//! folder may know each other; and siblings within a folder never need each other in a circle. Every `use` and every path,
//! in tests and macros too, is followed to the file that defines the name.

mod cases;
mod names;
mod order;
mod resolve;
mod tree;

use crate::demand;
use crate::files::ending_with;
use order::Edge;
use tree::{Sources, Tree};

/// A crate with its top modules, lowest first.
struct Floors {
    name: &'static str,
    /// Where its sources lie.
    folder: &'static str,
    order: &'static [&'static str],
}

const ENGINE: Floors = Floors {
    name: "engine",
    folder: "engine/src/",
    order: &[
        "rule",
        "private",
        "code",
        "lang",
        "period",
        "fact",
        "text",
        "language",
        "profile",
        "question",
        "gate",
        "document",
        "files",
        "reading",
        "passage",
        "sqlite",
        "store",
        "sealed",
        "provider",
        "intent",
        "phrases",
        "scope",
        "structured",
        "guard",
        "plan",
        "retrieval",
        "narrative",
        "mock",
        "answer",
        "trace",
        "engine",
        "extraction",
        "ingestion",
        "cli",
    ],
};

const HARNESS: Floors = Floors {
    name: "harness",
    folder: "src/",
    order: &[
        "exit",
        "words",
        "lane",
        "key",
        "numerals",
        "outcome",
        "extracted",
        "ranking",
        "difference",
        "golden",
        "counterfactual",
        "target",
        "judgement",
        "gate",
        "verdict",
        "run",
        "corruption",
        "baseline",
        "snapshot",
        "report",
    ],
};

const XTASK: Floors = Floors {
    name: "xtask",
    folder: "xtask/src/",
    order: &[
        "screen",
        "repository",
        "base",
        "golden",
        "cases",
        "fixtures",
        "office",
        "snapshots",
        "bench",
        "eval",
        "record",
        "baseline",
        "selftest",
        "prove",
        "fuzz",
        "ci",
    ],
};

/// Folders of the engine that never need one of some others, in whichever order their floors lie.
const APART: [(&str, &[&str], &str); 3] = [
    ("structured", &["narrative", "retrieval"], "a number never comes out of prose"),
    ("narrative", &["structured", "store"], "prose never sees the facts"),
    ("extraction", &["store"], "extraction returns what it read and stores nothing"),
];

#[test]
fn the_engine_imports_one_way() {
    demand("a module names what stands below it", &upward(&ENGINE));
}

#[test]
fn the_harness_imports_one_way() {
    demand("a module names what stands below it", &upward(&HARNESS));
}

#[test]
fn the_commands_import_one_way() {
    demand("a module names what stands below it", &upward(&XTASK));
}

#[test]
fn the_channels_of_the_engine_do_not_know_each_other() {
    let tree = tree_of("engine", "engine/src/");
    demand("what must not know each other does not", &together(&order::edges(&tree)));
}

fn tree_of(name: &str, folder: &str) -> Tree {
    let inside = ending_with(".rs").into_iter().filter_map(|file| {
        let path = file.path.strip_prefix(folder)?.to_owned();
        Some((path, file.text))
    });
    let sources: Sources = inside.collect();
    assert!(sources.len() > 5, "only {} files were found under {folder}", sources.len());
    Tree::of(name, &sources)
}

fn upward(floors: &Floors) -> Vec<String> {
    faults(&tree_of(floors.name, floors.folder), floors.order)
}

/// Everything in a crate that does not keep to its order.
fn faults(tree: &Tree, order: &[&str]) -> Vec<String> {
    let edges = order::edges(tree);
    let mut faults = tree.faults.clone();
    faults.extend(order::gaps(tree, order));
    faults.extend(order::upward(&edges, order));
    // In the top folder a circle is an upward line already.
    faults.extend(order::circles(&edges).into_iter().filter(|circle| !circle.starts_with("circle in /")));
    faults
}

fn together(edges: &[Edge]) -> Vec<String> {
    let is_in =
        |file: &str, module: &str| file.strip_prefix(module).is_some_and(|rest| rest.starts_with('/') || rest == ".rs");
    let broken = APART.iter().flat_map(|(folder, others, why)| {
        let own = edges.iter().filter(move |edge| is_in(&edge.file, folder));
        own.filter(move |edge| others.iter().any(|other| is_in(&edge.needs, other)))
            .map(move |edge| format!("{}: {why}", edge.told()))
    });
    broken.collect()
}
