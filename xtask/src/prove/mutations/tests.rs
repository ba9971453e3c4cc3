//! Tests of `mutations`.

use std::fs;
use std::path::Path;

use super::*;

#[test]
fn each_mutation_finds_its_passage_once_and_changes_it() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for Mutation { what, file, right, wrong, .. } in &MUTATIONS {
        let text = fs::read_to_string(root.join(file)).unwrap_or_default();
        assert_eq!(text.matches(right).count(), 1, "{file} has another number of passages for `{what}`");
        assert_ne!(right, wrong);
    }
}

#[test]
fn every_gate_has_its_mutation() {
    for gate in Gate::ALL {
        assert!(MUTATIONS.iter().any(|mutation| mutation.gates.contains(&gate)), "nothing is made for {gate}");
    }
}
