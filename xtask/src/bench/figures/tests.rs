//! Lines as the benches print them.

use super::*;

fn read(line: &str) -> Vec<(String, f64, Better)> {
    figures(line).into_iter().map(|figure| (figure.label, figure.value, figure.better)).collect()
}

#[test]
fn units_stand_behind_attached_or_before() {
    let seconds = |label: &str, value: f64| vec![(label.to_owned(), value, Better::Less)];
    assert_eq!(read("warm answer 25.5µs, 3.1 x the point query"), seconds("warm answer", 25.5e-6));
    assert_eq!(read("file to facts: 0.303 s, fastest of 5"), seconds("file to facts:", 0.303));
    assert_eq!(read("  6 terms p50, ms    0.25      0.12   2.08 ×   ≤ 0.70 ×"), seconds("6 terms p50, ms", 0.25e-3));
}

#[test]
fn rates_are_better_when_they_grow_and_peers_are_left_out() {
    let line = "round 1: bare insert 812345 rows/s, ingestion 401234 rows/s, ratio 0.49";
    assert_eq!(read(line), vec![("ingestion".to_owned(), 401_234.0, Better::More)]);
}

#[test]
fn criterion_gives_three_times() {
    let line = "ask/5000-entities       time:   [21.1 µs 21.3 µs 21.5 µs]";
    let values: Vec<f64> = read(line).into_iter().map(|(_, value, _)| value * 1e6).collect();
    assert!(values.iter().zip([21.1, 21.3, 21.5]).all(|(value, expected)| (value - expected).abs() < 1e-9));
    assert_eq!(values.len(), 3);
    assert!(read(line).iter().all(|(label, ..)| !label.contains("21")), "a measured number names no figure");
    let beside = "lookup 8.45 µs (1.6 ×), in two threads 4.2 µs";
    assert_eq!(read(beside)[1].0, "lookup µs ×), in two threads");
}

#[test]
fn counts_and_targets_are_no_figures() {
    assert_eq!(read("200000 values, 190000 facts, 12 reviews"), vec![]);
    assert_eq!(read("ratio: 6.4 (target: at least 5)"), vec![]);
}
