//! Tests of `prove`.

use super::*;

const REPORT: &str = r#"{"exit_code": 1, "cases": [
        {"case": "a", "red": {"verdicts": [
            {"gate": "facts", "mark": "regressed", "failure": {"why": "1 missing"}},
            {"gate": "cell_value", "mark": "short", "failure": {"why": "1 too much"}}]}},
        {"case": "b", "red": null},
        {"case": "c", "red": {"verdicts": [{"gate": "facts", "mark": "regressed", "failure": null}]}}]}"#;

fn found(exit_code: u8) -> Found {
    Found { exit_code, ..Found::of(&serde_json::from_str(REPORT).unwrap()) }
}

#[test]
fn a_gate_is_red_by_what_was_better_before_and_the_run_with_it() {
    assert!(found(1).catches(&[Gate::Facts]));
    assert!(!found(1).catches(&[Gate::Facts, Gate::CellValue]), "what falls short as before shows nothing");
    assert!(!found(0).catches(&[Gate::Facts]));
    assert!(!found(3).catches(&[Gate::Facts]), "a run that judged nothing shows nothing");
}

#[test]
fn red_gates_are_shown_with_their_first_case() {
    let mutation = MUTATIONS.iter().find(|one| one.gates == [Gate::Facts]).unwrap();
    let text = found(1).lines(mutation);
    assert!(text.starts_with("facts red: whatever unit is stated"), "{text}");
    assert!(text.ends_with("  exit 1\n  facts: 2 regressed, first a: 1 missing\n"), "{text}");
    let mutation = MUTATIONS.iter().find(|one| one.gates == [Gate::CellValue]).unwrap();
    assert!(found(1).lines(mutation).starts_with("cell_value MISSED: "));
}
