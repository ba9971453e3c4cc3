//! Tests of `cross_check`.

use super::*;
use crate::extraction::meaning::tests::{CONTEXT, read, shown};

const TABLE: &str = "@ HK\n# US$m\n || FY2024 | FY2025\n---\nNBV || =512.1 | =566.9";

fn settled(tables: &[&str], sentences: &[&str]) -> Vec<Reading> {
    let mut readings: Vec<Vec<Reading>> = tables.iter().map(|table| read(table, &CONTEXT).readings).collect();
    let sentences: Vec<Sentence> = (1..)
        .zip(sentences)
        .map(|(number, text)| Sentence { text: (*text).to_owned(), locator: format!("para{number}") })
        .collect();
    settle(&mut readings, &sentences, &CONTEXT);
    readings.concat()
}

fn lines(readings: &[Reading]) -> String {
    let line = |reading: &Reading| match reading {
        Reading::Fact(fact) if !fact.also.is_empty() => format!("{} also {}", shown(reading), fact.also.join(", ")),
        Reading::Fact(_) | Reading::Review(_) => shown(reading),
    };
    readings.iter().map(line).collect::<Vec<_>>().join("; ")
}

#[test]
fn the_same_value_twice_is_one_surer_fact() {
    let alone = settled(&[TABLE], &[]);
    let twice = settled(&[TABLE, "# Hong Kong FY2025\n || Value\n---\nNBV || US$566.90m"], &[]);
    assert_eq!(
        lines(&twice),
        "B3 NBV HK FY2024 = 512.1 USD_M; C3 NBV HK FY2025 = 566.9 USD_M also table=1,row=3,col=2"
    );
    let sure = |readings: &[Reading]| match readings {
        [_, Reading::Fact(fact)] => fact.confidence,
        _ => panic!("{readings:?}"),
    };
    assert!(sure(&twice) > sure(&alone));
}

#[test]
fn two_values_for_one_key_answer_in_neither_place() {
    let readings = settled(&[TABLE, "# Hong Kong FY2025\n || Value\n---\nNBV || US$567m"], &[]);
    assert_eq!(lines(&readings), "B3 NBV HK FY2024 = 512.1 USD_M; C3 ! contradiction; B3 ! contradiction");
    let Reading::Review(review) = &readings[1] else { panic!("{readings:?}") };
    assert!(review.candidate.complete().is_some());
    assert!(review.reason.to_string().contains("567 USD_M"), "{}", review.reason);
}

#[test]
fn a_sentence_confirms_or_contradicts_and_never_makes_a_fact() {
    for (sentence, expected) in [
        ("NBV of Hong Kong was US$566.9m in FY2025.", "C3 NBV HK FY2025 = 566.9 USD_M also para1"),
        ("香港2025年新业务价值为566.9百万美元。", "C3 NBV HK FY2025 = 566.9 USD_M also para1"),
        ("NBV of Hong Kong was US$600m in FY2025.", "C3 ! contradiction"),
        ("NBV of Hong Kong was about US$600m in FY2025.", "C3 NBV HK FY2025 = 566.9 USD_M"),
        ("NBV of Hong Kong and Thailand was US$600m in FY2025.", "C3 NBV HK FY2025 = 566.9 USD_M"),
        ("NBV growth of Hong Kong was US$54.8m in FY2025.", "C3 NBV HK FY2025 = 566.9 USD_M"),
        ("Agency NBV of Hong Kong was US$300m in FY2025.", "C3 NBV HK FY2025 = 566.9 USD_M"),
        ("EV of Hong Kong was US$600m in FY2025.", "C3 NBV HK FY2025 = 566.9 USD_M"),
    ] {
        let readings = settled(&[TABLE], &[sentence]);
        assert_eq!(lines(&readings), format!("B3 NBV HK FY2024 = 512.1 USD_M; {expected}"), "{sentence}");
    }
    assert_eq!(settled(&[], &["NBV of Hong Kong was US$566.9m in FY2025."]), []);
}

#[test]
fn a_note_contradicts_a_table_as_any_sentence_does() {
    for note in ["注：香港2025年新业务价值为567.1百万美元。", "Note 1: NBV of Hong Kong in FY2025 was US$567.1m."]
    {
        let settled = settled(&[TABLE], &[note]);
        assert!(settled.iter().any(|reading| matches!(reading, Reading::Review(_))), "{note}: {settled:?}");
    }
}
