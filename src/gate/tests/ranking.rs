//! Rankings: what each gate of the retrieval suite gives, and each leak found.

use std::path::Path;

use super::Gate::{self, Exclusion, Mrr, Ndcg, Recall, RestrictedLeaks};
use crate::golden::{Query, RetrievalSuite};
use crate::judgement::Judgement;
use crate::leaf::Leaf;
use crate::ranking::{Hit, Ranking};
use crate::target::{ScriptedTarget, Searcher};

struct Searches {
    suite: RetrievalSuite,
    searcher: ScriptedTarget,
}

fn searches() -> Searches {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sample");
    let suite = RetrievalSuite::load(&root.join("retrieval"), &root.join("fixtures"));
    let searcher = ScriptedTarget::from_lines(&std::fs::read_to_string(root.join("answers.jsonl")).unwrap()).unwrap();
    Searches { suite: suite.unwrap_or_else(|faults| panic!("{faults}")), searcher }
}

impl Searches {
    fn query(&self, id: &str) -> &Query {
        self.suite.cases.iter().find(|query| query.id == id).unwrap()
    }

    /// What every gate says of the right ranking, changed in this way: points, `pass`, `fail`, or nothing.
    fn judged(&self, id: &str, change: impl FnOnce(&mut Ranking)) -> Vec<(Gate, String)> {
        let query = self.query(id);
        let mut ranking = self.searcher.search(&query.fixture, &query.query, &query.filters).unwrap();
        change(&mut ranking);
        let judged = Gate::ALL.into_iter().filter_map(|gate| {
            let shown = match gate.judge_ranking(query, &ranking, &self.suite.fixtures[&query.fixture]) {
                Judgement::NotApplicable => return None,
                Judgement::Pass => "pass".to_owned(),
                Judgement::Fail(_) => "fail".to_owned(),
                Judgement::Scored(points, lacking) => {
                    assert_eq!(points.is_full(), lacking.is_none(), "{gate}");
                    points.to_string()
                }
            };
            if gate == Gate::CompetitorMentions {
                assert_eq!(shown, "pass");
                return None;
            }
            assert!(gate.applies_to_search(query), "{gate} judges what it does not apply to");
            Some((gate, shown))
        });
        judged.collect()
    }
}

fn judged(id: &str, change: impl FnOnce(&mut Ranking)) -> Vec<(Gate, String)> {
    searches().judged(id, change)
}

fn all(recall: &str, mrr: &str, ndcg: &str) -> Vec<(Gate, String)> {
    [(Recall, recall), (Mrr, mrr), (Ndcg, ndcg)].into_iter().map(|(gate, shown)| (gate, shown.to_owned())).collect()
}

fn with(mut scores: Vec<(Gate, String)>, exclusion: &str, leaks: &str) -> Vec<(Gate, String)> {
    scores.extend([(Exclusion, exclusion.to_owned()), (RestrictedLeaks, leaks.to_owned())]);
    scores
}

fn hit(doc: &str, locator: &str, text: &str) -> Hit {
    Hit { doc: doc.into(), locator: locator.into(), title: String::new(), text: text.into(), score: None }
}

#[test]
fn right_rankings_have_full_marks() {
    let full = with(all("2/2", "1.000000", "1.000000"), "pass", "pass");
    assert_eq!(judged("find-flagship", |_| ()), full);
    assert_eq!(judged("find-one", |_| ())[0], (Recall, "1/1".to_owned()));
    let nothing = [(Exclusion, "pass".to_owned()), (RestrictedLeaks, "pass".to_owned())];
    assert_eq!(judged("find-nothing", |_| ()), nothing);
}

#[test]
fn order_costs_ndcg_and_the_first_place_costs_mrr() {
    // Grades 3 and 2, swapped: (2 + 3 · 0.63093) / (3 + 2 · 0.63093).
    let swapped = judged("find-flagship", |ranking| ranking.hits.swap(0, 1));
    assert_eq!(swapped, with(all("2/2", "1.000000", "0.913402"), "pass", "pass"));
    // One irrelevant passage first: every item one place down.
    let late = judged("find-flagship", |ranking| ranking.hits.rotate_right(1));
    assert_eq!(late, with(all("2/2", "0.500000", "0.678762"), "pass", "pass"));
}

#[test]
fn a_hit_whose_text_is_another_shows_nothing() {
    let empty = judged("find-one", |ranking| ranking.hits.iter_mut().for_each(|hit| hit.text = "Rain all day.".into()));
    assert_eq!(empty[0], (Recall, "0/1".to_owned()));
}

#[test]
fn what_is_not_found_costs_recall_and_an_empty_ranking_has_nothing() {
    let half = judged("find-flagship", |ranking| drop(ranking.hits.remove(1)));
    assert_eq!(half, with(all("1/2", "1.000000", "0.703918"), "pass", "pass"));
    let empty = judged("find-flagship", |ranking| ranking.hits.clear());
    assert_eq!(empty, with(all("0/2", "0.000000", "0.000000"), "pass", "pass"));
}

#[test]
fn only_the_first_places_count_and_repetition_takes_no_place() {
    let buried = |count: usize| {
        judged("find-flagship", move |ranking| {
            let found = std::mem::take(&mut ranking.hits);
            ranking.hits = vec![hit("stores_2024.md", "para1-1", "Stores in 2024"); count];
            ranking.hits.extend(found);
        })
    };
    assert_eq!(buried(4)[0], (Recall, "1/2".to_owned()));
    assert_eq!(buried(5)[0], (Recall, "0/2".to_owned()));
    assert_eq!(buried(10)[2], (Ndcg, "0.000000".to_owned()));
    assert_eq!(buried(10)[1], (Mrr, "0.090909".to_owned()));
    let repeated = judged("find-flagship", |ranking| ranking.hits.insert(1, ranking.hits[0].clone()));
    assert_eq!(repeated, with(all("2/2", "1.000000", "1.000000"), "pass", "pass"));
    // Whole documents: a second passage of the first one stands between the two, and takes no place.
    let documents = judged("find-stores", |_| ());
    assert_eq!(documents[..3], all("2/2", "1.000000", "1.000000"));
}

#[test]
fn a_passage_across_two_relevant_ranges_is_no_better_than_the_ideal() {
    let one = searches();
    let mut query = one.query("find-flagship").clone();
    query.relevant = [("stores_2024.md", 2, 3), ("stores_2024.md", 3, 1)]
        .map(|(doc, at, grade)| (crate::golden::Item { doc: doc.into(), paragraphs: Some((at, at)) }, grade))
        .into();
    let text = one.suite.fixtures["shop"].document("stores_2024.md").and_then(|doc| doc.at("para1-3")).unwrap();
    let ranking =
        Ranking { hits: vec![hit("stores_2024.md", "para1-3", &text)], relaxed: Vec::new(), beside: Vec::new() };
    let Judgement::Scored(points, None) = Ndcg.judge_ranking(&query, &ranking, &one.suite.fixtures["shop"]) else {
        panic!("a passage that shows everything is short of something")
    };
    assert!(points.is_full());
}

#[test]
fn a_passage_that_overlaps_a_better_one_shows_nothing_again() {
    let one = searches();
    let mut query = one.query("find-flagship").clone();
    query.relevant = [(1, 1), (3, 3)]
        .map(|(at, grade)| (crate::golden::Item { doc: "stores_2024.md".into(), paragraphs: Some((at, at)) }, grade))
        .into();
    let text = |place: &str| one.suite.fixtures["shop"].document("stores_2024.md").and_then(|doc| doc.at(place));
    let hits = ["para1-1", "para1-2", "para3-3"].map(|place| hit("stores_2024.md", place, &text(place).unwrap()));
    let ranking = Ranking { hits: hits.into(), relaxed: Vec::new(), beside: Vec::new() };
    let Judgement::Scored(points, _) = Ndcg.judge_ranking(&query, &ranking, &one.suite.fixtures["shop"]) else {
        panic!("points are given")
    };
    // The grades 1 and 3 where 3 and 1 would be ideal; a place of its own for the second passage would earn more.
    assert_eq!(points.to_string(), "0.796708");
}

#[test]
fn a_restricted_document_is_found_wherever_it_stands_and_whatever_it_is_called() {
    let secret = "Project Heron would close the flagship in Causeway Bay by June.";
    let leaks: [fn(&str) -> Hit; 5] = [
        |_| hit("exco_stores.md", "para2-2", ""),
        |_| hit("unknown.md", "para1-1", "x"),
        |secret| hit("stores_2024.md", "para2-2", secret),
        |secret| hit("stores_2024.md", "para2-2", &secret.to_uppercase().replace(' ', "\n ")),
        |secret| Hit { title: secret.to_owned(), ..hit("stores_2024.md", "para2-2", "x") },
    ];
    for (number, leak) in leaks.into_iter().enumerate() {
        for id in ["find-flagship", "find-stores", "find-one"] {
            let gates = judged(id, |ranking| {
                let far = hit("门店回顾2024.md", "para1-1", "2024年门店回顾");
                ranking.hits.extend(vec![far; 30]);
                ranking.hits.push(leak(secret));
            });
            assert_eq!(gates.last(), Some(&(RestrictedLeaks, "fail".to_owned())), "leak {number} in {id}");
        }
    }
}

#[test]
fn a_restricted_document_is_called_one_whatever_is_shown_of_it() {
    let searches = searches();
    let query = searches.query("find-one");
    let mut ranking = searches.searcher.search(&query.fixture, &query.query, &query.filters).unwrap();
    ranking.hits.push(hit("exco_stores.md", "para2-2", ""));
    match RestrictedLeaks.judge_ranking(query, &ranking, &searches.suite.fixtures[&query.fixture]) {
        Judgement::Fail(failure) => assert!(failure.why.contains("is a restricted document"), "{}", failure.why),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_passage_that_is_found_again_is_worth_nothing_more() {
    let twice = judged("find-flagship", |ranking| ranking.hits.insert(1, ranking.hits[0].clone()));
    assert_eq!(twice, with(all("2/2", "1.000000", "1.000000"), "pass", "pass"));
}

#[test]
fn a_hit_shows_what_its_document_says_and_nothing_beside() {
    let text = "Tourists came back after the border was opened.";
    let real = || hit("stores_2024.md", "para3-3", text);
    let is_red = |changed: Hit, note: &str| {
        let note = note.to_owned();
        let gates = judged("find-nothing", move |ranking| {
            ranking.hits.push(changed);
            let beside = Leaf { place: "hits[0].note".to_owned(), text: note };
            ranking.beside.extend(Some(beside).filter(|leaf| !leaf.text.is_empty()));
        });
        gates.contains(&(RestrictedLeaks, "fail".to_owned()))
    };
    assert!(!is_red(real(), ""));
    assert!(!is_red(Hit { title: "Stores in 2024".to_owned(), ..real() }, ""));
    assert!(is_red(Hit { title: "Board resolution".to_owned(), ..real() }, ""));
    assert!(is_red(hit("stores_2024.md", "para3-3", "Tourists stayed away."), ""));
    assert!(is_red(hit("stores_2024.md", "para2-2", text), ""));
    for note in ["Project Heron would close the flagship in", "Project Heron"] {
        assert!(is_red(real(), note), "{note}");
    }
}

#[test]
fn what_must_stay_out_is_found_in_or_below_the_first_places_as_the_filter_says() {
    let forbidden = || hit("stores_2024.md", "para3-3", "Tourists came back after the border was opened.");
    let filtered = judged("find-one", |ranking| {
        ranking.hits.extend(vec![ranking.hits[0].clone(); 9]);
        ranking.hits.push(forbidden());
    });
    assert_eq!(filtered[3], (Exclusion, "fail".to_owned()));
    let found = judged("find-nothing", |ranking| ranking.hits.push(forbidden()));
    assert_eq!(found[0], (Exclusion, "fail".to_owned()));
    let restricted = judged("find-flagship", |ranking| {
        ranking.hits.extend(vec![ranking.hits[2].clone(); 9]);
        ranking.hits.push(hit("exco_stores.md", "para1-1", ""));
    });
    assert_eq!(restricted[3..], [(Exclusion, "fail".to_owned()), (RestrictedLeaks, "fail".to_owned())]);
}
