//! Tests of `relevance`.

use super::AboutKind::{Name, WholeName, Word};
use super::*;
use crate::code::{EntityCode, MetricCode};
use crate::document::Attributes;
use crate::narrative::best_sentences;
use crate::passage::tests::passage;
use crate::profile::tests::company;

fn labelled(entity: Option<&str>, period: Option<&str>) -> Attributes {
    let owned = |text: Option<&str>| text.map(str::to_owned);
    Attributes { entity: owned(entity), period: owned(period), ..Attributes::default() }
}

fn about(words: &[(&str, AboutKind)]) -> Vec<AboutWord> {
    words.iter().map(|(text, kind)| AboutWord { text: (*text).to_owned(), kind: *kind }).collect()
}

/// The documents that are left, in order.
fn left(passages: &[Passage], relaxed: &[Attribute], subject: &Subject) -> Vec<String> {
    let profile = company();
    let found = Retrieved { passages: passages.to_vec(), relaxed: relaxed.to_vec(), ..Retrieved::default() };
    let found = screened(found, "", subject, &Glossary::new(&profile).unwrap(), profile.calendar);
    found.passages.iter().map(|passage| passage.doc().to_owned()).collect()
}

#[test]
fn where_the_filter_held_nothing_is_dropped_for_its_labels() {
    let passages =
        [passage("a", "A", "Sales fell.", labelled(None, None)), passage("b", "B", "x", labelled(None, None))];
    let subject = Subject { entities: vec![EntityCode::new("HK")], ..Subject::default() };
    assert_eq!(left(&passages, &[], &subject), ["a", "b"]);
}

#[test]
fn without_the_filter_a_passage_must_concern_the_asked_entity() {
    let passages = [
        passage("labelled", "Review", "Sales fell.", labelled(Some("HK"), None)),
        passage("named", "Review", "In Hong Kong sales fell.", labelled(Some("GROUP"), None)),
        passage("titled", "香港业务回顾", "销售下滑。", labelled(None, None)),
        passage("other", "Review", "Sales fell everywhere.", labelled(Some("GROUP"), None)),
    ];
    let subject = Subject { entities: vec![EntityCode::new("HK")], ..Subject::default() };
    assert_eq!(left(&passages, &[Attribute::Entity], &subject), ["labelled", "named", "titled"]);
}

#[test]
fn without_the_filter_a_stated_year_must_be_the_passages_own() {
    let passages = [
        passage("around", "Review", "Sales fell.", labelled(None, Some("2025"))),
        passage("inside", "Flash", "Sales fell.", labelled(None, Some("2025-03"))),
        passage("names it", "Review", "Sales will fall in 2025.", labelled(None, Some("2024"))),
        passage("another", "Review", "Sales fell.", labelled(None, Some("2024"))),
    ];
    let mut subject =
        Subject { periods: vec![Period::Half { year: 2025, half: 1 }], is_year_stated: true, ..Subject::default() };
    let relaxed = [Attribute::Period];
    assert_eq!(left(&passages, &relaxed, &subject), ["around", "inside", "names it"]);
    subject.is_year_stated = false;
    assert_eq!(left(&passages, &relaxed, &subject).len(), 4, "`the first half` says no year to hold against");
}

#[test]
fn without_the_filter_a_document_must_name_the_metric_to_explain() {
    let passages = [
        passage("names it", "Review", "Revenue is told here.", labelled(None, None)),
        passage("names it", "Review", "Two clients left.", labelled(None, None)),
        passage("silent", "Notes", "Two clients left.", labelled(None, None)),
    ];
    let subject = Subject { metrics: vec![MetricCode::new("REVENUE")], ..Subject::default() };
    assert_eq!(left(&passages, &[Attribute::Period], &subject), ["names it", "names it"]);
    assert_eq!(left(&passages, &[], &subject).len(), 3);
}

#[test]
fn a_name_of_the_question_must_be_in_what_was_found() {
    let passages = [passage("a", "Review", "The tamarind harvest and its price.", labelled(None, None))];
    let asked = |words: &[(&str, AboutKind)]| Subject { about: about(words), ..Subject::default() };
    assert_eq!(left(&passages, &[], &asked(&[("tamarind", Name), ("price", Word)])).len(), 1);
    assert!(left(&passages, &[], &asked(&[("sequoia", Name), ("price", Word)])).is_empty());
}

#[test]
fn of_somebody_elses_name_a_part_is_another_name() {
    let bank = passage("a", "回顾", "香港的合作银行暂停代销。", labelled(Some("HK"), None));
    let asked = Subject { about: about(&[("香港银行", WholeName)]), ..Subject::default() };
    assert!(left(std::slice::from_ref(&bank), &[], &asked).is_empty());
    let named = passage("b", "回顾", "香港银行亏损。", labelled(None, None));
    assert_eq!(left(&[bank, named], &[], &asked), ["a", "b"]);
}

#[test]
fn enough_of_the_questions_words_must_stand_in_one_passage_of_its_language() {
    let english = passage("en", "Review", "Complaints about claims rose.", labelled(None, None));
    let chinese = passage("zh", "回顾", "理赔投诉上升。", labelled(None, None));
    let asked = |words: &[(&str, AboutKind)]| Subject { about: about(words), ..Subject::default() };
    let more = asked(&[("complaint", Word), ("claim", Word), ("weather", Word)]);
    let less = asked(&[("complaint", Word), ("weather", Word), ("harvest", Word)]);
    assert_eq!(left(std::slice::from_ref(&english), &[], &more), ["en"]);
    assert!(left(std::slice::from_ref(&english), &[], &less).is_empty());
    assert_eq!(left(std::slice::from_ref(&chinese), &[], &less), ["zh"], "the other language is not judged");
    assert!(left(std::slice::from_ref(&chinese), &[], &asked(&[("天气预报", Word)])).is_empty());
    assert_eq!(left(&[chinese], &[], &asked(&[("理赔投诉", Word)])), ["zh"]);
    let both = passage("both", "Review", "Complaints rose and fell. 投诉上升。", labelled(None, None));
    assert!(left(std::slice::from_ref(&both), &[], &less).is_empty(), "a text in both languages is judged in each");
}

#[test]
fn words_are_not_looked_for_in_another_language() {
    let english = passage("en", "Review", "Complaints rose.", labelled(None, None));
    let chinese = passage("zh", "回顾", "投诉上升。", labelled(None, None));
    let asked = Subject { about: about(&[("投诉", Word)]), ..Subject::default() };
    assert!(is_foreign(&asked, [&english]));
    assert!(!is_foreign(&asked, [&english, &chinese]));
    assert!(is_foreign(&Subject { about: about(&[("complaint", Word)]), ..Subject::default() }, [&chinese]));
    assert!(!is_foreign(&Subject { metrics: vec![MetricCode::new("REVENUE")], ..asked }, [&english]));
    assert!(!is_foreign(&Subject::default(), [&english]), "no word was to be looked for");
}

#[test]
fn a_document_on_the_asked_entity_must_speak_of_the_subject_too() {
    let zh = passage("zh", "香港回顾", "两款产品的费用假设更新。", labelled(Some("HK"), None));
    let en = passage("en", "Hong Kong", "Fees rose.", labelled(Some("HK"), None));
    let asked = |words: &[(&str, AboutKind)]| Subject {
        entities: vec![EntityCode::new("HK")],
        about: about(words),
        ..Subject::default()
    };
    let inspection = [("费用", Name), ("核查", Word)];
    assert!(left(std::slice::from_ref(&zh), &[], &asked(&inspection)).is_empty());
    assert_eq!(left(&[zh.clone(), en], &[], &asked(&inspection)), ["en"], "which cannot be judged by these words");
    let assumption = asked(&[("费用", Name), ("假设", Word)]);
    assert_eq!(left(std::slice::from_ref(&zh), &[], &assumption), ["zh"]);
    let explained = Subject { metrics: vec![MetricCode::new("REVENUE")], ..asked(&inspection) };
    assert_eq!(left(&[zh], &[], &explained), ["zh"], "a figure's reason seldom repeats the question");
}

#[test]
fn a_line_on_a_source_is_neither_found_nor_told() {
    let passages = [
        passage("source", "Sales", "Source: sales report of the group.", labelled(None, None)),
        passage("来源", "销售", "资料来源：集团销售报告。", labelled(None, None)),
        passage("account", "Sales", "Sales fell. Source: sales report of the group.", labelled(None, None)),
    ];
    assert_eq!(left(&passages, &[], &Subject::default()), ["account"]);
    let told = best_sentences("sales report of the group", &passages[2..]);
    assert_eq!(told, "Sales fell. [1]");
}
