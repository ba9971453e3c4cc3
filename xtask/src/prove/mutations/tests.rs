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

/// Gates on the whole answer, for which `selftest` spoils answers instead.
const OF_ANSWERS: [Gate; 4] = [Gate::AnswerAccounting, Gate::Disclosure, Gate::Relevance, Gate::CompetitorMentions];

/// Gates on altered copies, of which the evaluation of a mutation is not asked; `tests/judging` has targets that do not read
/// their sources.
const OF_COPIES: [Gate; 3] = [Gate::SourceDeleted, Gate::SourceChanged, Gate::SourceMoved];

#[test]
fn every_gate_has_its_mutation() {
    let elsewhere = [&OF_ANSWERS[..], &OF_COPIES].concat();
    for gate in Gate::ALL.into_iter().filter(|gate| !elsewhere.contains(gate)) {
        assert!(MUTATIONS.iter().any(|mutation| mutation.gates.contains(&gate)), "nothing is made for {gate}");
    }
}
