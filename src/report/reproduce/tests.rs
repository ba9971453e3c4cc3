//! Tests of `reproduce`.

use std::sync::Arc;

use super::*;
use crate::golden::{FileLine, Fixture, GoldenCase};

#[test]
fn a_question_is_one_word_of_the_shell() {
    assert_eq!(quoted("insurer-numeric-001"), "insurer-numeric-001");
    assert_eq!(quoted("what's $HOME `x`?"), r"'what'\''s $HOME `x`?'");
    assert_eq!(quoted(""), "''");
    assert_eq!(dashed(&quoted("--help")), "-- --help");
}

#[test]
fn a_search_is_searched_for_with_its_filters_in_all_that_the_fixture_has() {
    let line = r#"{"id":"ret-1","query":"香港 margin","relevant":{},"expect_empty":true,"tags":{"lang":"mixed"},
            "filters":{"period":["2024","2025H1"],"language":["zh"]}}"#;
    let fixture = Fixture::from_texts("shop", "", &[]).unwrap();
    let place = FileLine { file: "f".to_owned(), line: 1 };
    let query = AnyCase::Search(Arc::new(Query::read(line, place, &fixture).unwrap()));
    let Reproduce { eval, ask, workspace, .. } = of(&query, Lane::Retrieval, Settings::default());
    assert_eq!(eval, "cargo xtask eval --suite retrieval --case ret-1");
    let search = "retrieve --workspace .engine/shop --filter 'period=2024' --filter 'period=2025H1' \
                      --filter 'language=zh' --explain '香港 margin'";
    assert_eq!(ask, format!("{ENGINE} {search}"));
    assert!(workspace.ends_with("ingest --workspace .engine/shop fixtures/shop"), "{workspace}");
}
