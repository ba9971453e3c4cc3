//! Each rule about a word decides its own example, and no other rule does; and the page of rules is as the tables are.
//!
//! `UPDATE_RULES=1 cargo test -p engine --test promises rules` writes the page; read the difference before it is committed.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;

use engine::engine::Engine;
use engine::question::Question;
use engine::rule::Rule;
use engine::rule::cell::CELL_RULES;
use engine::rule::value::VALUE_RULES;
use engine::rule::word::WORD_RULES;
use engine::store::SqliteFactStore;

use crate::fixtures::{FIXTURES, golden, profile};

fn engines() -> Vec<Engine> {
    let engine = |name: &&str| Engine::new(profile(name), Arc::new(SqliteFactStore::in_memory().unwrap())).unwrap();
    FIXTURES.iter().map(engine).collect()
}

/// The rules that decide about words of a question, and the words.
fn deciding(engine: &Engine, question: &Question) -> Vec<(&'static Rule, String)> {
    let answer = engine.ask(question).unwrap();
    let words = |span: &std::ops::Range<usize>| question.text()[span.clone()].to_owned();
    answer.intent.rules.iter().map(|slot| (slot.value, words(&slot.span))).collect()
}

#[test]
fn a_rule_about_words_decides_its_example_alone() {
    let engines = engines();
    let mut faults = Vec::new();
    for rule in WORD_RULES {
        let question = Question::new(rule.example(), jiff::civil::date(2026, 3, 15)).unwrap();
        let decided: Vec<_> = engines.iter().map(|engine| deciding(engine, &question)).collect();
        let alone = |decided: &Vec<(&Rule, String)>| !decided.is_empty() && decided.iter().all(|(by, _)| by == rule);
        if !decided.iter().any(alone) {
            let decided =
                decided.iter().map(|by| by.iter().map(|(rule, words)| (rule.name(), words)).collect::<Vec<_>>());
            faults.push(format!(
                "{}: “{}” is decided by {:?}",
                rule.name(),
                rule.example(),
                decided.collect::<Vec<_>>()
            ));
        }
    }
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

/// Whatever a question names that is not known, and whatever it asks for that is not computed, a rule decided so.
#[test]
fn whatever_stops_an_answer_was_decided_by_a_rule() {
    for (fixture, engine) in FIXTURES.iter().zip(engines()) {
        for question in golden(fixture) {
            let intent = engine.ask(&question).unwrap().intent;
            let spans = intent.unknown.iter().map(|unknown| &unknown.span);
            let spans = spans.chain(intent.qualifiers.iter().map(|slot| &slot.span));
            for span in spans.chain(intent.operation.iter().map(|slot| &slot.span)) {
                let is_decided =
                    intent.rules.iter().any(|rule| rule.span.start < span.end && span.start < rule.span.end);
                assert!(is_decided, "{}: {intent:?}", question.text());
            }
        }
    }
}

#[test]
fn names_are_distinct_and_read_like_names() {
    let rules = || WORD_RULES.iter().chain(CELL_RULES).chain(VALUE_RULES);
    let names: BTreeSet<&str> = rules().map(|rule| rule.name()).collect();
    assert_eq!(names.len(), rules().count());
    for rule in rules() {
        assert!(rule.name().chars().all(|c| c.is_ascii_lowercase() || c == '-'), "{rule:?}");
        assert!(rule.decides().ends_with('.') && !rule.example().is_empty(), "{rule:?}");
    }
}

#[test]
fn the_page_of_rules_is_as_the_tables_are() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("RULES.md");
    if std::env::var_os("UPDATE_RULES").is_some() {
        std::fs::write(&path, page()).unwrap();
    }
    let shown = std::fs::read_to_string(&path).unwrap();
    assert!(shown == page(), "RULES.md is out of date: UPDATE_RULES=1 cargo test -p engine --test promises rules");
}

fn page() -> String {
    let mut page = "# Rules\n\nWritten from the tables in `engine/src/rule`.\n".to_owned();
    for (title, about, rules) in [
        (
            "Words",
            "What becomes of a word of a question that fills no slot. `engine ask --explain` shows the rule beside the word; an \
             example is a question to the company that ships with the program (`engine ask --demo --explain`), or to the power \
             grid of the fixtures.",
            WORD_RULES,
        ),
        (
            "Cells",
            "What a cell of a table is, which table it lies in and which headers it stands under. `engine extract FILE --rules` \
             shows the rules of all cells, `--cell PLACE` those of one. An example is a cell of a sheet, its rows between `;`: \
             `<` and `^` continue the cell on the left and the one above as one merged cell, `!` makes bold, `@` coloured, \
             `>` indents.",
            CELL_RULES,
        ),
        (
            "Values",
            "Why a value is a fact, waits for a person, or is ignored, in the order in which that is tried; then what its colour \
             is to it. An example is a cell of a table, its lines between `;`: `@` names the sheet, `#` is a title, `&` a label below it, `||` parts \
             labels from values and `---` headers from rows, `=` makes a number, `{…}` is its format, `[…]` its fill, `!` \
             hides it.",
            VALUE_RULES,
        ),
    ] {
        let _ = write!(page, "\n## {title}\n\n{about}\n\n| rule | what it decides | example |\n|---|---|---|\n");
        for rule in rules {
            let cell = |text: &str| text.replace('|', "\\|").replace('\n', "<br>");
            let _ = writeln!(page, "| `{}` | {} | {} |", rule.name(), cell(rule.decides()), cell(rule.example()));
        }
    }
    page
}
