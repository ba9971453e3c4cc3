//! Tests of `measure`.

use super::*;

fn grades(of: &[(&str, i32)]) -> Grades {
    of.iter().map(|(doc, grade)| ((*doc).to_owned(), *grade)).collect()
}

fn assert_near(is: f64, shall: f64) {
    assert!((is - shall).abs() < 1e-9, "{is} and not {shall}");
}

#[test]
fn gains_are_grades_discounted_by_their_place() {
    // By hand: (0 + 1/log2(3) + 2/log2(4) + 3/log2(5)) / (3 + 2/log2(3) + 1/log2(4))
    // = (0.6309297536 + 1 + 1.2920296742) / (3 + 1.2618595071 + 0.5).
    let judged = grades(&[("a", 3), ("b", 2), ("c", 1), ("d", 0)]);
    assert_near(ndcg(&["d", "c", "b", "a"], &judged), 2.922_959_427_8 / 4.761_859_507_1);
    assert_near(ndcg(&["a", "b", "c", "d"], &judged), 1.0);
    assert_near(ndcg(&[], &judged), 0.0);
}

#[test]
fn nothing_behind_the_tenth_place_counts_in_the_ranking_or_in_the_ideal() {
    let others: Vec<String> = (0..10).map(|number| format!("x{number}")).collect();
    let mut ranking: Vec<&str> = others.iter().map(String::as_str).collect();
    ranking.push("a");
    assert_near(ndcg(&ranking, &grades(&[("a", 1)])), 0.0);
    ranking.swap(9, 10);
    assert_near(ndcg(&ranking, &grades(&[("a", 1)])), 1.0 / 11_f64.log2());
    // Eleven relevant documents, of which ten places hold ten.
    let all = ranking.iter().map(|doc| ((*doc).to_owned(), 1)).collect();
    assert_near(ndcg(&ranking, &all), 1.0);
}

#[test]
fn a_grade_below_zero_is_worth_nothing_and_is_not_relevant() {
    let judged = grades(&[("a", -2), ("b", 1)]);
    assert_near(ndcg(&["a", "b"], &judged), 1.0 / 3_f64.log2());
    assert_near(recall(&["a"], &judged), 0.0);
    assert_near(recall(&["b"], &judged), 1.0);
}

#[test]
fn recall_is_the_relevant_documents_on_the_first_hundred_places() {
    let judged = grades(&[("a", 1), ("b", 3), ("c", 2), ("d", 0)]);
    assert_near(recall(&["d", "b", "x"], &judged), 1.0 / 3.0);
    let others: Vec<String> = (0..100).map(|number| format!("x{number}")).collect();
    let mut ranking: Vec<&str> = others.iter().map(String::as_str).collect();
    ranking.push("a");
    assert_near(recall(&ranking, &judged), 0.0);
    ranking.swap(99, 100);
    assert_near(recall(&ranking, &judged), 1.0 / 3.0);
}

#[test]
fn every_judged_query_counts_in_the_mean() {
    let one = grades(&[("a", 1)]);
    let judgements: Judgements =
        [("q1", one.clone()), ("q2", one), ("q3", grades(&[("a", 0)]))].map(|(id, of)| (id.to_owned(), of)).into();
    let run = Run::from_iter([("q1", "a", 1.0), ("unjudged", "a", 1.0)]);
    let quality = Quality::of(&run, &judgements);
    assert_near(quality.ndcg_10, 1.0 / 3.0);
    assert_near(quality.recall_100, 1.0 / 3.0);
}
