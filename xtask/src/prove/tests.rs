//! Tests of `prove`: that the mutations fit the code and the matrix, and that what is woven is what is meant.

use std::path::Path;

use harness::gate::Gate;
use harness::lane::Lane;

use super::bench::Report;
use super::*;

/// What people can be told wrongly, each with mutations of its own.
const AREAS: [&str; 13] = [
    "answer",
    "competitors",
    "extraction",
    "files",
    "gates",
    "guard",
    "narrative",
    "period",
    "question",
    "restricted",
    "retrieval",
    "scope",
    "structured",
];
/// Fewer would leave too much of the code alone.
const MUTATIONS_MIN: usize = 100;
const OF_AN_AREA_MIN: usize = 5;
/// So many wait to be judged, or to be judged again since there are cases for what they break. It may only become less.
const UNJUDGED_MAX: usize = 0;
/// So many are seen by the engine's own tests and by no gate. It may only become less.
const TESTS_ALONE_MAX: usize = 2;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap()
}

fn mutation(find: &str, replace: &str) -> Mutation {
    let text = |text: &str| text.to_owned();
    let (find, replace, harm) = (text(find), text(replace), text("somebody is told something wrong"));
    Mutation { area: text("a"), name: text("n"), file: text("f"), find, replace, harm, alone: false, survives: None }
}

#[test]
fn every_mutation_fits_the_code() {
    let mutations = Mutations::load(root()).unwrap();
    assert_eq!(mutations.faults(root()), Vec::<String>::new());
    assert_eq!(weave::faults(&mutations, root()), Vec::<String>::new());
}

#[test]
fn every_area_has_mutations() {
    let mutations = Mutations::load(root()).unwrap();
    assert!(mutations.all.len() >= MUTATIONS_MIN, "{} are too few", mutations.all.len());
    for area in AREAS {
        let count = mutations.all.iter().filter(|one| one.area == area).count();
        assert!(count >= OF_AN_AREA_MIN, "{area} has {count}");
    }
    let strays = mutations.all.iter().filter(|one| !AREAS.contains(&one.area.as_str())).count();
    assert_eq!(strays, 0, "each file of mutations is an area of this test");
}

#[test]
fn each_gate_is_broken_too() {
    let mutations = Mutations::load(root()).unwrap();
    // What judges altered copies is tested by programs of their own (`tests/judging`).
    for gate in Gate::ALL.into_iter().filter(|gate| !gate.judges(Lane::Counterfactual)) {
        let file = format!("src/gate/{gate}.rs");
        assert!(mutations.all.iter().any(|one| one.file == file), "nothing breaks {file}");
    }
}

#[test]
fn the_committed_matrix_is_of_these_mutations() {
    let mutations = Mutations::load(root()).unwrap();
    let matrix = Matrix::load(&root().join(Matrix::PATH)).unwrap();
    let unjudged = matrix.unjudged(&mutations);
    assert!((0..=UNJUDGED_MAX).contains(&unjudged.len()), "{} were not judged: {unjudged:?}", unjudged.len());
    let alone = matrix.by_tests_alone();
    assert!(alone.len() <= TESTS_ALONE_MAX, "no gate sees {} of them: {}", alone.len(), alone.join(", "));
    let others: Vec<String> = matrix.faults(&mutations).into_iter().filter(|fault| !unjudged.contains(fault)).collect();
    assert_eq!(others, Vec::<String>::new());
}

#[test]
fn a_passage_becomes_a_choice() {
    let text = "fn f(a: u8) -> u8 { a + 1 }\nfn g() { call(); }\n";
    let (sum, call, other) =
        (mutation("a + 1", "a"), mutation("call();", ""), mutation("fn f(a: u8) -> u8 { «a + 1» }", "0"));
    assert_eq!(
        weave::woven(text, &[(3, &sum), (7, &call), (9, &other)]),
        "fn f(a: u8) -> u8 { (if crate::mutation::is(3) { a } else if crate::mutation::is(9) { 0 } else { a + 1 }) }\n\
         fn g() { if crate::mutation::is(7) {  } else { call(); } }\n"
    );
}

#[test]
fn passages_inside_each_other_are_refused() {
    let (outer, inner) = (mutation("a + 1", "a"), mutation("+ 1", "+ 2"));
    assert_eq!(weave::overlaps("a + 1", &[(1, &outer), (2, &inner)]).len(), 1);
    assert!(weave::overlaps("a + 1", &[(1, &outer), (2, &outer)]).is_empty());
}

#[test]
fn a_passage_by_itself_is_replaced_where_it_stands_once() {
    assert_eq!(mutation("x «+ 1»;", "+ 2").applied("x + 1; y + 1;").as_deref(), Some("x + 2; y + 1;"));
    assert_eq!(mutation("+ 1", "+ 2").applied("x + 1; y + 1;"), None);
}

#[test]
fn tests_beside_a_mutation_are_named_by_its_module() {
    let of = |file: &str| Mutation { file: file.to_owned(), ..mutation("a", "b") }.module();
    assert_eq!(of("engine/src/language/periods/days.rs"), "language::periods");
    assert_eq!(of("engine/src/period.rs"), "period");
}

const REPORT: &str = r#"{"exit_code": 1, "cases": [
        {"case": "a", "red": {"verdicts": [
            {"gate": "facts", "mark": "regressed", "failure": {"why": "1 missing"}},
            {"gate": "cell_value", "mark": "short", "failure": {"why": "1 too much"}}]}},
        {"case": "b", "red": null},
        {"case": "c", "red": {"verdicts": [{"gate": "facts", "mark": "regressed", "failure": null}]}}]}"#;

#[test]
fn a_gate_is_red_by_what_was_better_before() {
    let report: Report = serde_json::from_str(REPORT).unwrap();
    let (red, first) = report.red();
    assert_eq!(
        red.into_iter().collect::<Vec<_>>(),
        [("facts".to_owned(), 2)],
        "what falls short as before shows nothing"
    );
    assert_eq!(first.as_deref(), Some("a facts: 1 missing"));
}

fn line(mutation: &Mutation, red: &[&str]) -> Line {
    let red = red.iter().map(|gate| ((*gate).to_owned(), 1)).collect();
    let (name, area) = (mutation.name.clone(), mutation.area.clone());
    Line { mutation: name, area, hash: mutation.hash(), state: "s".to_owned(), red, first: None }
}

#[test]
fn a_new_survivor_and_a_dead_one_are_surprises() {
    let known = Mutation { survives: Some("no case can ask for it".to_owned()), ..mutation("a", "b") };
    let unknown = mutation("a", "b");
    let surprises = |one: &Mutation, red: &[&str]| Matrix::of(vec![line(one, red)]).surprises(&[one]).len();
    assert_eq!([surprises(&unknown, &["facts"]), surprises(&unknown, &[])], [0, 1]);
    assert_eq!([surprises(&known, &["facts"]), surprises(&known, &[])], [1, 0]);
}

#[test]
fn a_matrix_says_when_it_is_old() {
    let one = mutation("a", "b");
    let all = Mutations { all: vec![one.clone()] };
    let gates: Vec<&str> = Gate::ALL.into_iter().map(Gate::as_str).collect();
    let faults = |lines: Vec<Line>| Matrix::of(lines).faults(&all);
    assert_eq!(faults(vec![line(&one, &gates)]), Vec::<String>::new());
    assert_eq!(faults(vec![Line { hash: "other".to_owned(), ..line(&one, &gates) }]).len(), 1);
    assert_eq!(faults(vec![line(&one, &gates[1..])]).len(), 1, "a gate that nothing turns red");
    assert!(faults(Vec::new())[0].contains("was never judged"));
}
