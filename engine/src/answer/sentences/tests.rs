//! Tests: no sentence states a number of its own. Each is rendered in both languages with arguments that hold none; the
//! numbers that a value or a period needs are taken out of the sentence again before it is read.

use rust_decimal::Decimal;

use super::Sentences;
use crate::code::{ChannelCode, EntityCode, UnitCode};
use crate::fact::{Fact, FactKey, Lineage};
use crate::intent::{Operation, Param};
use crate::lang::Lang;
use crate::language::numbers::numeric_content::speaks_of_numbers;
use crate::narrative::{Contradiction, NarrativeStatus, Subject};
use crate::period::Period;
use crate::profile::tests::company;
use crate::retrieval::Attribute;
use crate::store::Answerable;
use crate::structured::{Difference, Found, Normalized, OtherStatement, Waiting};

const EARLIER: Period = Period::Year { year: 2024 };
const LATER: Period = Period::Year { year: 2025 };
const DATE: jiff::civil::Date = jiff::civil::date(2026, 2, 28);

const OPERATIONS: [Operation; 9] = [
    Operation::Arithmetic,
    Operation::Exclusion,
    Operation::Ranking,
    Operation::Total,
    Operation::Average,
    Operation::Breakdown,
    Operation::Comparison,
    Operation::Conversion,
    Operation::Forecast,
];

fn key(period: Period) -> FactKey {
    FactKey { channel: ChannelCode::new("AGENCY"), ..FactKey::total("REVENUE", "GROUP", period) }
}

fn fact(period: Period) -> Found {
    Answerable {
        fact: Fact {
            key: key(period),
            value: Decimal::new(42, 1),
            unit: UnitCode::new("USD"),
            lineage: Lineage { doc: "report".to_owned(), locator: "table".to_owned() },
            valid_as_of: Some(DATE),
        },
        others: Vec::new(),
    }
    .into()
}

/// Every sentence, with numbers only where an argument holds them.
fn sentences(say: &Sentences<'_>) -> Vec<String> {
    let found = fact(LATER);
    let other = OtherStatement {
        value: found.value,
        unit: found.unit.clone(),
        source: found.source.clone(),
        valid_as_of: found.valid_as_of,
    };
    let missing = Normalized {
        metric_code: found.metric_code.clone(),
        entity: found.entity.clone(),
        period: LATER.value(),
        channel: found.channel.clone(),
        key: key(LATER),
    };
    let change = Difference::between(&fact(EARLIER), &found).unwrap();
    let options = ["Revenue".to_owned(), "营收".to_owned()];
    let mut sentences = vec![
        say.fact(&found),
        say.source("report", "table"),
        say.conflict(&other),
        say.not_found(&missing),
        say.waiting(&Waiting { reasons: vec!["low_confidence".to_owned()], see: "engine review list".to_owned() }),
        say.no_guess().to_owned(),
        say.out_of_scope("Jingan"),
        say.which_metric(&options),
        say.unknown_metric("headcount", &options, &options),
        say.unknown_metric("headcount", &[], &options),
        say.qualified_metric("growth", &options),
        say.which_entity(&options),
        say.which_period(),
        say.too_many(),
        say.assumption(&[Param::Entity, Param::Period], std::slice::from_ref(&found.entity), &[LATER]),
        say.difference(&change, EARLIER, LATER),
        say.why_heading().to_owned(),
        say.ask_for_a_metric().to_owned(),
    ];
    sentences.extend(narrative_sentences(say));
    for param in [Param::Metric, Param::Entity, Param::Period, Param::Channel] {
        sentences.push(say.unrecognized(param, Some("Atlantis"), Some("Atlantic")));
    }
    sentences.extend(OPERATIONS.map(|operation| say.not_computed(operation, true)));
    sentences.extend(OPERATIONS.map(|operation| say.not_computed(operation, false)));
    sentences
}

/// The sentences of the narrative part.
fn narrative_sentences(say: &Sentences<'_>) -> Vec<String> {
    use NarrativeStatus::{Answered, ModelFailed, NoDocuments, NoPassage, NoRetriever, SearchFailed, Withheld};
    let subject = Subject { entities: vec![EntityCode::new("GROUP")], periods: vec![LATER], ..Subject::default() };
    let statuses = [Answered, NoRetriever, NoDocuments, NoPassage, SearchFailed, ModelFailed, Withheld];
    let mut sentences: Vec<String> =
        statuses.iter().filter_map(|status| say.no_prose(*status)).map(str::to_owned).collect();
    assert_eq!(sentences.len(), 6);
    let contradiction = Contradiction { passage: 3, asked: "rise".to_owned(), stated: "fell".to_owned() };
    assert_eq!(say.unread_periods(&subject), None);
    let unread = Subject { unread_periods: vec!["since the merger".to_owned()], ..Subject::default() };
    sentences.extend(say.unread_periods(&unread));
    sentences.extend([
        say.relaxed(&[Attribute::Entity, Attribute::Period], &subject),
        say.caution(&["4.2".to_owned()]),
        say.contradicted(&contradiction).1,
        say.shortened().to_owned(),
        say.sources_heading().to_owned(),
        say.also_retrieved(&["report", "deck"]),
    ]);
    sentences
}

#[test]
fn no_sentence_states_a_number_of_its_own() {
    let profile = company();
    for lang in [Lang::Zh, Lang::En] {
        for sentence in sentences(&Sentences::new(lang, &profile)) {
            let own = ["FY2025", "FY2024", "2026-02-28", "4.2", "0.0%", "0.0"]
                .into_iter()
                .fold(sentence.clone(), |own, argument| own.replace(argument, ""));
            assert!(!speaks_of_numbers(&own), "{sentence}");
        }
    }
}

#[test]
fn no_number_is_offered_as_a_correction_or_repeated_as_a_qualifier() {
    let profile = company();
    for lang in [Lang::Zh, Lang::En] {
        let say = Sentences::new(lang, &profile);
        for named in ["9,999", "４２", "٣", "三亿", "Twenty", "十号店", "5%", "约two个"] {
            for sentence in [say.unrecognized(Param::Entity, None, Some(named)), say.qualified_metric(named, &[])] {
                assert!(!speaks_of_numbers(&sentence), "{sentence}");
            }
        }
    }
}

/// The texts between quotation marks in the code, without what is put into them.
#[test]
fn no_text_in_the_code_states_a_number() {
    let code = [include_str!("../../phrases.rs"), include_str!("../sentences.rs"), include_str!("narrative.rs")];
    for line in code.iter().flat_map(|code| code.lines()).filter(|line| !line.trim_start().starts_with("//")) {
        for text in line.split('"').skip(1).step_by(2) {
            let fixed: String =
                text.split('{').map(|part| part.split_once('}').map_or(part, |(_, rest)| rest)).collect();
            let fixed = fixed.replace('%', "");
            assert!(!speaks_of_numbers(&fixed), "{line}");
        }
    }
}
