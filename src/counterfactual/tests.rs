//! Tests of `counterfactual`, over the harness's sample.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use rust_decimal::Decimal;

use super::*;
use crate::golden::{Fact, Fixture, Suite};
use crate::key::FactKey;

fn suite() -> Suite {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sample");
    Suite::load(&root.join("golden"), &root.join("fixtures")).unwrap_or_else(|faults| panic!("{faults}"))
}

fn of<'a>(plan: &'a Plan, id: &str) -> &'a Sourced {
    plan.cases.iter().find(|sourced| sourced.case.id == id).unwrap()
}

/// The copy of a case, as the harness reads it.
fn copy(plan: &Plan, id: &str, change: Change) -> Fixture {
    let folder = tempfile::tempdir().unwrap();
    let copy = &plan.copies[of(plan, id).of(change).unwrap().copy];
    copy.write(folder.path()).unwrap();
    Fixture::load(&folder.path().join("shop")).unwrap()
}

fn key(entity: &str, period: &str) -> FactKey {
    let (metric, channel) = ("REVENUE".to_owned(), "TOTAL".to_owned());
    FactKey { metric, entity: entity.to_owned(), period: period.parse().unwrap(), channel }
}

fn values(fixture: &Fixture, key: &FactKey) -> Vec<String> {
    fixture.with_key(key).map(|fact| fact.value.to_string()).collect()
}

#[test]
fn each_case_with_a_source_has_three_or_says_why_not() {
    let suite = suite();
    let plan = Plan::of(&suite);
    let ids: Vec<&str> = plan.cases.iter().map(|sourced| sourced.case.id.as_str()).collect();
    let sourced = suite.cases.iter().filter(|case| Sourced::has_source(case)).map(|case| case.id.as_str());
    assert_eq!(ids, sourced.collect::<Vec<_>>());
    assert!(!ids.contains(&"competitor") && !ids.contains(&"missing") && ids.contains(&"hk-2024"));
    assert_eq!(plan.count() + plan.left_out().values().sum::<usize>(), Change::ALL.len() * plan.cases.len());
    for sourced in &plan.cases {
        for (change, one) in Change::ALL.into_iter().zip(&sourced.each) {
            assert!(
                one.as_ref().is_err() || one.as_ref().is_ok_and(|one| one.change == change && !one.altered.is_empty())
            );
        }
    }
}

#[test]
fn a_deleted_fact_is_gone_from_every_document_and_its_neighbours_stay() {
    let plan = Plan::of(&suite());
    let without = copy(&plan, "jp-conflict", Change::Deleted);
    assert_eq!(values(&without, &key("JP", "2024")), [""; 0], "both documents stated it");
    assert_eq!(values(&without, &key("JP", "2023")), ["77.7"], "a restricted neighbour is where it was");
    let told = &of(&plan, "jp-conflict").of(Change::Deleted).unwrap().altered;
    assert!(told[0].contains("Annual_2024.xlsx") && told[0].contains("Restated_2024.pdf"), "{told:?}");
    let without = copy(&plan, "hk-2024", Change::Deleted);
    assert_eq!(values(&without, &key("HK", "2024")), [""; 0]);
    assert_eq!(values(&without, &key("HK", "2023")), ["1200"]);
    assert_eq!(of(&plan, "hk-2024").of(Change::Deleted).unwrap().demanded.expected.missing, [key("HK", "2024")]);
}

#[test]
fn changed_digits_are_all_others_and_nobody_elses() {
    let suite = suite();
    let plan = Plan::of(&suite);
    let known: BTreeSet<Decimal> = suite.fixtures["shop"].facts.iter().map(|fact| fact.value).collect();
    for sourced in &plan.cases {
        let Some(changed) = sourced.of(Change::Changed) else { continue };
        for (before, after) in sourced.case.expected.facts.iter().zip(&changed.demanded.expected.facts) {
            let (old, new) = (before.value.to_string(), after.value.to_string());
            assert_eq!(old.len(), new.len(), "{old} {new}");
            let same = |(a, b): (char, char)| a == b && a.is_ascii_digit();
            assert!(!old.chars().zip(new.chars()).any(same), "{old} {new}");
            assert!(!known.contains(&after.value));
            assert_eq!(before.source, after.source);
        }
    }
    let conflict = copy(&plan, "jp-conflict", Change::Changed);
    assert!(values(&conflict, &key("JP", "2024")).contains(&"-12.5".to_owned()), "the other source says what it said");
    let change = of(&plan, "hk-change").of(Change::Changed).unwrap().demanded.expected.clone();
    let [one, other] = change.facts.as_slice() else { panic!("two facts") };
    assert_eq!(change.difference.unwrap().value.abs(), (one.value - other.value).abs());
}

#[test]
fn a_moved_fact_stands_where_nobody_asks_and_nothing_stood() {
    let suite = suite();
    let plan = Plan::of(&suite);
    let before: BTreeSet<&FactKey> = suite.fixtures["shop"].facts.iter().map(|fact| &fact.key).collect();
    let asked: BTreeSet<&FactKey> = suite.cases.iter().flat_map(|case| &case.expected.missing).collect();
    let moved = copy(&plan, "hk-2024", Change::Moved);
    assert_eq!(values(&moved, &key("HK", "2024")), [""; 0]);
    let of_value = |fact: &&Fact| fact.value.to_string() == "1320.50";
    let target = &moved.facts.iter().find(of_value).unwrap().key;
    let same = [target.entity == "HK", target.period.to_string() == "2024", target.channel == "TOTAL"];
    assert_eq!(same.iter().filter(|same| **same).count(), 2, "{target}");
    assert!(!before.contains(target) && !asked.contains(target));
}

#[test]
fn what_shares_a_copy_leaves_each_others_neighbours_alone() {
    let suite = suite();
    let plan = Plan::of(&suite);
    let original = &suite.fixtures["shop"];
    let mut copies: BTreeMap<usize, Fixture> = BTreeMap::new();
    for sourced in &plan.cases {
        for one in sourced.asked().filter(|one| one.change != Change::Changed) {
            let altered = copies.entry(one.copy).or_insert_with(|| copy(&plan, &sourced.case.id, one.change));
            for fact in &sourced.case.expected.facts {
                let beside = original.facts.iter().filter(|other| {
                    other.key.metric == fact.key.metric
                        && (other.key.entity == fact.key.entity || other.key.period == fact.key.period)
                        && !sourced.case.expected.facts.iter().any(|own| own.key == other.key)
                });
                for other in beside {
                    let there = altered.with_key(&other.key).count();
                    assert_eq!(there, original.with_key(&other.key).count(), "{}: {}", sourced.case.id, other.key);
                }
            }
        }
    }
}

#[test]
fn a_case_alone_is_asked_of_the_copy_that_it_has_among_all() {
    assert_eq!(
        Plan::of(&suite()).cases.iter().map(|sourced| sourced.each.clone()).collect::<Vec<_>>(),
        Plan::of(&suite()).cases.iter().map(|sourced| sourced.each.clone()).collect::<Vec<_>>()
    );
}

#[test]
fn a_changed_passage_is_told_from_the_one_before() {
    let plan = Plan::of(&suite());
    let stores = of(&plan, "why-stores");
    let changed = stores.of(Change::Changed).unwrap();
    let document = copy(&plan, "why-stores", Change::Changed);
    let said = document.document("stores_2024.md").unwrap().paragraphs.join("\n");
    assert!(said.contains("new flagship zq"), "{said}");
    assert_eq!(changed.unaltered_in(&said), [""; 0]);
    assert!(changed.unaltered_in("It was the new flagship.").contains(&"new flagship"));
    let deleted = copy(&plan, "why-stores", Change::Deleted);
    assert!(deleted.document("stores_2024.md").is_none());
    assert!(deleted.document("exco_stores.md").is_some_and(|document| document.restricted), "it is never touched");
}

#[test]
fn a_moved_document_is_of_other_years_or_of_somebody_else_throughout() {
    let suite = suite();
    let fixture = &suite.fixtures["shop"];
    let years = |text: &str| prose::shifted(text, &prose::Shift::Years, fixture);
    assert_eq!(
        years("period: FY2025; 2024年, 2025-09, 2,025.5 and 120251 of 2025H2"),
        "period: FY2022; 2021年, 2022-09, 2,025.5 and 120251 of 2022H2"
    );
    let other = prose::Shift::Entity("HK".to_owned(), "JP".to_owned());
    let moved = prose::shifted("entity: HK, 香港, Hong Kong, HKT", &other, fixture);
    assert_eq!(moved, "entity: JP, 日本, Japan, HKT");
}

#[test]
fn digits_of_a_text_change_and_words_get_one_more() {
    assert_eq!(prose::stand_in("18%"), "41%");
    assert!(prose::stand_in("border crossings").starts_with("border crossings zq"));
    assert!(prose::stand_in("旗舰店").starts_with("旗舰店"));
    assert_ne!(prose::stand_in("旗舰店"), prose::stand_in("旗舰"));
}
