//! What counts as worse.

use super::*;

fn side(values: [f64; 2]) -> Vec<Figure> {
    let [time, rate] = values;
    vec![
        Figure { label: "time".to_owned(), value: time, better: Better::Less },
        Figure { label: "rate".to_owned(), value: rate, better: Better::More },
    ]
}

#[test]
fn more_time_and_less_rate_are_worse_beyond_five_percent() {
    let worse = |after: [f64; 2]| compare(&[[side([1.0, 1.0]), side(after)]]).1;
    assert_eq!(worse([1.04, 0.96]), 0);
    assert_eq!(worse([1.06, 1.0]), 1);
    assert_eq!(worse([1.0, 0.94]), 1);
    assert_eq!(worse([0.5, 2.0]), 0);
}

#[test]
fn the_median_of_pairs_decides() {
    let rounds = [1.5, 1.0, 1.0].map(|time| [side([1.0, 1.0]), side([time, 1.0])]);
    assert_eq!(compare(&rounds).1, 0, "one slow round is the machine's");
    let rounds = [1.5, 1.2, 1.0].map(|time| [side([1.0, 1.0]), side([time, 1.0])]);
    let (table, count) = compare(&rounds);
    assert_eq!(count, 1);
    assert!(table.contains("1.200  worse"), "{table}");
}

#[test]
fn figures_of_different_names_are_not_compared() {
    let mut other = side([9.0, 1.0]);
    other[0].label = "another time".to_owned();
    let (table, count) = compare(&[[side([1.0, 1.0]), other]]);
    assert_eq!(count, 0);
    assert!(table.contains("another time") && table.contains("not printed by both"), "{table}");
}

#[test]
fn a_revision_that_nobody_knows_is_named() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let error = checkout(root, "no-such-revision", folder.path()).expect_err("there is no such revision");
    assert!(error.to_string().contains("`no-such-revision` is no revision"), "{error:#}");
}
