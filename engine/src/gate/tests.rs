//! Tests: what is a competitor's name, however it is dressed up, and what is an ordinary word.

mod disguises;
mod glued;
mod ordinary;
mod properties;

use std::collections::BTreeMap;

use super::*;
use crate::code::{ChannelCode, EntityCode};
use crate::period::FiscalCalendar;
use crate::profile::{
    Analyzer, Competitor, Home, LocalText, MissingPolicy, Sensitivity, SensitivityPolicy, WhenMissing, WordLists,
};

/// A gate for competitors given as key and aliases.
pub(super) fn gate(competitors: &[(&str, &[&str])]) -> SecurityGate {
    let text = |text: &str| LocalText { fallback: text.to_owned(), by_lang: BTreeMap::new() };
    let competitor = |aliases: &[&str]| Competitor {
        label: text(aliases.first().unwrap_or(&"")),
        aliases: aliases.iter().map(ToString::to_string).collect(),
    };
    SecurityGate::new(&Profile {
        languages: Vec::new(),
        calendar: FiscalCalendar::ending_in(12).unwrap(),
        home: Home { company: text("Acme"), entity: EntityCode::new("GROUP") },
        metrics: indexmap::IndexMap::new(),
        entities: indexmap::IndexMap::new(),
        channels: indexmap::IndexMap::new(),
        units: indexmap::IndexMap::new(),
        competitors: competitors.iter().map(|(key, aliases)| ((*key).to_owned(), competitor(aliases))).collect(),
        competitors_in_documents: crate::profile::InDocuments::default(),
        sensitivity: SensitivityPolicy {
            default: Sensitivity::Internal,
            restricted_filename_patterns: Vec::new(),
            restricted_keywords: Vec::new(),
        },
        missing: MissingPolicy { entity: WhenMissing::Assume, period: WhenMissing::Assume },
        default_channel: ChannelCode::total(),
        analyzer: Analyzer::Standard,
        words: WordLists::default(),
        colors: indexmap::IndexMap::new(),
        extraction: crate::profile::ExtractionPolicy::default(),
    })
}

/// The hits as key and original text.
fn hits<'q>(gate: &SecurityGate, question: &'q str) -> Vec<(String, &'q str)> {
    gate.screen(question).hits.into_iter().map(|hit| (hit.competitor, &question[hit.span])).collect()
}

fn pair(key: &str, text: &'static str) -> (String, &'static str) {
    (key.to_owned(), text)
}

#[test]
fn a_hit_covers_the_name_with_all_that_stands_between() {
    let gate = gate(&[("JINGAN", &["竞安", "jingan"]), ("PEER", &["China Ping An"])]);
    assert_eq!(hits(&gate, "请问 竞\u{200B} · 安🎉 的营收"), [pair("JINGAN", "竞\u{200B} · 安")]);
    assert_eq!(
        hits(&gate, "J.I.N.G.A.N's and china-pingan?"),
        [pair("JINGAN", "J.I.N.G.A.N"), pair("PEER", "china-pingan")]
    );
    assert_eq!(hits(&gate, "jíngañ2024"), [pair("JINGAN", "jíngañ")]);
}

#[test]
fn a_name_that_begins_with_a_home_word_is_masked_whole() {
    let gate = gate(&[("JINGAN", &["竞安", "中国竞安"])]);
    let question = "中国 競安去年的营收";
    let screening = gate.screen(question);
    assert_eq!(screening.hits, [CompetitorHit { competitor: "JINGAN".to_owned(), span: 0.."中国 競安".len() }]);
    assert_eq!(screening.masked(question), format!("{}去年的营收", " ".repeat("中国 競安".len())));
}

#[test]
fn a_longer_candidate_that_fails_hides_no_shorter_one() {
    let gate = gate(&[("LONG", &["jingan group"]), ("SHORT", &["jingan"])]);
    assert_eq!(hits(&gate, "jingan groupie"), [pair("SHORT", "jingan")]);
    assert_eq!(hits(&gate, "jingan group"), [pair("LONG", "jingan group")]);
}

#[test]
fn overlapping_names_are_masked_together() {
    let gate = gate(&[("A", &["甲戊"]), ("B", &["戊丙寅"])]);
    let screening = gate.screen("问甲戊丙寅");
    assert_eq!(screening.hits.len(), 1);
    assert_eq!(screening.masked("问甲戊丙寅").trim_end(), "问");
}

#[test]
fn a_name_that_folding_would_empty_is_compared_as_written() {
    let gate = gate(&[("PLUS", &["A+", "★"])]);
    assert_eq!(hits(&gate, "What about A+ in 2024?"), [pair("PLUS", "A+")]);
    assert!(!gate.screen("★的营收").is_clear());
    assert!(gate.screen("What is a margin?").is_clear());
}

#[test]
fn without_competitors_everything_is_clear() {
    assert!(gate(&[]).screen("竞安").is_clear());
    assert!(gate(&[("EMPTY", &["", " ", "\u{200B}"])]).screen("竞安 \u{200B}").is_clear());
}
