//! Tests of `premise`.

use super::*;
use crate::code::MetricCode;
use crate::document::Attributes;
use crate::intent::{AboutKind, AboutWord};
use crate::passage::tests::passage;
use crate::profile::tests::company;

fn stated(period: &str, text: &str) -> Passage {
    let attributes =
        Attributes { entity: Some("GROUP".to_owned()), period: Some(period.to_owned()), ..Attributes::default() };
    passage("a", "Customer complaints", text, attributes)
}

/// What contradicts a question about complaints, or about revenue where `metric` says so, in 2025.
fn found(question: &str, metric: bool, passages: &[Passage]) -> Option<String> {
    let profile = company();
    let word = AboutWord { text: "complaints".to_owned(), kind: AboutKind::Word };
    let chinese = AboutWord { text: "投诉".to_owned(), kind: AboutKind::Name };
    let about = if question.is_ascii() { vec![word] } else { vec![chinese] };
    let subject = Subject {
        periods: vec![Period::Year { year: 2025 }],
        metrics: if metric { vec![MetricCode::new("REVENUE")] } else { Vec::new() },
        about: if metric { Vec::new() } else { about },
        ..Subject::default()
    };
    let premise = Premise {
        question,
        subject: &subject,
        home: &profile.home.entity,
        glossary: &Glossary::new(&profile).unwrap(),
        calendar: profile.calendar,
    };
    contradicted(&premise, passages.iter().enumerate().map(|(at, passage)| (at + 1, passage)))
        .map(|found| format!("{} {} {}", found.asked, found.stated, found.passage))
}

#[test]
fn the_opposite_direction_of_the_subject_is_a_contradiction() {
    let fell = [stated("2025", "The weather was fine."), stated("2025", "Complaints fell for the third time.")];
    assert_eq!(found("Why did complaints rise in 2025?", false, &fell), Some("rise fell 2".to_owned()));
    assert_eq!(found("Why did complaints fall in 2025?", false, &fell), None);
    let zh = [stated("2025", "投诉数量持续下降，员工增加。")];
    assert_eq!(found("2025年投诉为什么上升？", false, &zh), Some("上升 下降 1".to_owned()));
    let revenue = [stated("2025", "Revenue of the group rose from US$1m in 2024 to US$2m in 2025.")];
    assert_eq!(found("Why did revenue fall in 2025?", true, &revenue), Some("fall rose 1".to_owned()));
}

#[test]
fn a_reason_that_has_a_direction_of_its_own_hides_no_contradiction() {
    for text in [
        "Complaints fell because staff numbers rose.",
        "Complaints fell as agents did not leave and training increased.",
        "Complaints fell sharply due to increased training.",
        "Complaints have fallen after rising for years.",
    ] {
        let word = if text.contains("fallen") { "fallen" } else { "fell" };
        let expected = Some(format!("rise {word} 1"));
        assert_eq!(found("Why did complaints rise in 2025?", false, &[stated("2025", text)]), expected, "{text}");
    }
    for text in [
        "投诉因人员增加而下降。",
        "投诉下降是因为人员增加。",
        "投诉数量下降主要由于员工增加。",
        "投诉受培训增加影响下降。",
    ] {
        let passage = stated("2025", text);
        assert_eq!(found("2025年投诉为什么上升？", false, &[passage]), Some("上升 下降 1".to_owned()), "{text}");
    }
    let reason = stated("2025", "Costs fell because complaints fell.");
    assert_eq!(found("Why did complaints rise in 2025?", false, &[reason]), None, "only the reason speaks of it");
}

#[test]
fn whatever_is_not_plainly_the_opposite_contradicts_nothing() {
    for text in [
        "Complaints about waiting fell.",
        "Complaints did not fall.",
        "Complaints fell in Hong Kong.",
        "Complaints fell in the first half of 2025.",
        "Complaints fell in 2023.",
        "Complaints fell and costs rose.",
        "Waiting times fell.",
        "Complaints slowed.",
    ] {
        assert_eq!(found("Why did complaints rise in 2025?", false, &[stated("2025", text)]), None, "{text}");
    }
    assert_eq!(found("2025年投诉为什么上升？", false, &[stated("2025", "投诉处理时间下降。")]), None);
    let agency = [stated("2025", "Agency revenue rose.")];
    assert_eq!(found("Why did revenue fall in 2025?", true, &agency), None);
    assert_eq!(found("Why did agency revenue fall in 2025?", true, &agency), Some("fall rose 1".to_owned()));
}

#[test]
fn another_period_or_a_passage_that_bears_the_question_out_keeps_it_quiet() {
    let other = [stated("2024", "Complaints fell.")];
    assert_eq!(found("Why did complaints rise in 2025?", false, &other), None);
    let both = [stated("2025", "Complaints fell."), stated("2025", "Complaints rose.")];
    assert_eq!(found("Why did complaints rise in 2025?", false, &both), None);
    let neither = [stated("2025", "Complaints fell.")];
    for question in ["Why did complaints not rise?", "Why did complaints rise and fall?", "Why complaints?"] {
        assert_eq!(found(question, false, &neither), None, "{question}");
    }
}
