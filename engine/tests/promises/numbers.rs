//! P2: every number in an answer is accounted for. It stands in a fact of the scope that was asked for, or is that scope's
//! period, a date of such a fact, its place, or the change between two of them; and nothing else may be there.

use std::collections::HashSet;

use engine::answer::Answer;
use engine::fact::FactKey;
use proptest::prelude::*;
use rust_decimal::Decimal;

use crate::asking::{Asked, any_text, question, scoped};
use crate::check;
use crate::company::{PROFILE_OF, RESTRICTED_DIGITS, Statement, statements, store_of};
use crate::model::script;
use crate::numerals::{numerals, without};
use crate::stage::Stage;

#[test]
fn every_number_of_an_answer_is_of_the_asked_scope() {
    let stage = Stage::new(&PROFILE_OF);
    check(250, (statements(), scoped(), script(&PROFILE_OF)), |(statements, asked, script)| {
        stage.store.put(store_of(&statements));
        stage.model.play(vec![script]);
        let answer = stage.guided.ask(&asked.question()).unwrap();
        every_number_is_accounted_for(&asked, &statements, &answer)
    });
}

#[test]
fn an_answer_is_about_exactly_the_scope_that_was_asked_for() {
    let stage = Stage::new(&PROFILE_OF);
    check(200, (statements(), scoped(), script(&PROFILE_OF)), |(statements, asked, script)| {
        stage.store.put(store_of(&statements));
        stage.model.play(vec![script]);
        let answer = stage.guided.ask(&asked.question()).unwrap();
        let keys: Vec<FactKey> = answer.tool_results.iter().filter_map(|result| result.key().cloned()).collect();
        prop_assert_eq!(keys, asked.scope(), "{}", asked.text);
        for result in &answer.tool_results {
            let states = |one: &Statement| !one.is_restricted() && Some(&one.key) == result.key();
            prop_assert_eq!(result.found().is_some(), statements.iter().any(states));
        }
        Ok(())
    });
}

#[test]
fn a_question_in_any_words_gets_numbers_of_stored_facts_only() {
    let stage = Stage::new(&PROFILE_OF);
    check(200, (statements(), any_text(), script(&PROFILE_OF)), |(statements, text, script)| {
        stage.store.put(store_of(&statements));
        stage.model.play(vec![script]);
        let answer = stage.guided.ask(&question(&text)).unwrap();
        let scope: Vec<FactKey> = answer.tool_results.iter().filter_map(|result| result.key().cloned()).collect();
        let mut allowed = allowed(&scope, &statements);
        allowed.extend(change(&answer, &statements)?);
        // Assumed and offered periods are the engine's own words about the day on which it is asked.
        let offered = answer.clarification.narrowing_options.iter().chain(&answer.clarification.assumption_note);
        // An unknown name is repeated in the question's own words, up to a length.
        let unknown = answer.intent.unknown.iter().filter(|unknown| text.contains(&unknown.raw));
        let echoed = unknown.map(|unknown| unknown.raw.chars().take(60).collect());
        let known = offered.cloned().chain(echoed).chain(names(&statements)).collect::<Vec<_>>();
        let left = without(&answer.text, &known);
        for number in numerals(&left) {
            prop_assert!(allowed.contains(&number), "{number} in {}", answer.text);
        }
        Ok(())
    });
}

fn every_number_is_accounted_for(
    asked: &Asked,
    statements: &[Statement],
    answer: &Answer,
) -> Result<(), TestCaseError> {
    let mut allowed = allowed(&asked.scope(), statements);
    allowed.extend(change(answer, statements)?);
    for text in [&answer.text, &answer.text_plain].into_iter().chain(&answer.clarification.assumption_note) {
        for number in numerals(&without(text, &names(statements))) {
            prop_assert!(allowed.contains(&number), "{number} in {text}");
        }
    }
    Ok(())
}

/// Names that hold numerals and are no numbers: labels of the company, documents and places.
fn names(statements: &[Statement]) -> Vec<String> {
    let places = statements.iter().filter(|one| !one.is_restricted());
    let lineage = places.flat_map(|one| [one.doc.to_owned(), one.locator.clone()]);
    let profile = &*PROFILE_OF;
    let entities = profile
        .entities
        .iter()
        .flat_map(|(code, entity)| entity.label.all().map(str::to_owned).chain([code.to_string()]).collect::<Vec<_>>());
    let units =
        profile.units.values().flat_map(|unit| unit.label.all()).filter(|label| *label != "%").map(str::to_owned);
    lineage.chain(entities).chain(units).collect()
}

/// The values, dates and periods of the facts that open documents state in a scope.
fn allowed(scope: &[FactKey], statements: &[Statement]) -> HashSet<String> {
    let mut allowed: HashSet<String> = scope.iter().map(|key| key.period.to_string()).collect();
    for one in statements.iter().filter(|one| !one.is_restricted() && scope.contains(&one.key)) {
        allowed.insert(one.value.clone());
        allowed.extend(one.valid_as_of.map(|date| date.to_string()));
    }
    assert!(!allowed.iter().any(|number| number.contains(RESTRICTED_DIGITS)));
    allowed
}

/// The change and its percentage, when they are those of the two facts in the answer.
fn change(answer: &Answer, statements: &[Statement]) -> Result<Vec<String>, TestCaseError> {
    let Some(difference) = &answer.difference else { return Ok(Vec::new()) };
    let found: Vec<_> = answer.tool_results.iter().filter_map(|result| result.found()).collect();
    prop_assert_eq!(found.len(), 2, "a change is between two facts");
    let (a, b) = (found[0], found[1]);
    let (from, to) = if a.key.period < b.key.period { (a, b) } else { (b, a) };
    prop_assert_eq!(from.period_type, to.period_type);
    for fact in [from, to] {
        prop_assert!(statements.iter().any(|one| one.key == fact.key && one.value == fact.value.to_string()));
    }
    prop_assert_eq!(difference.value + from.value, to.value);
    let Some(percent) = difference.percent else { return Ok(vec![difference.value.to_string()]) };
    prop_assert!(from.value > Decimal::ZERO);
    // Half of the last digit given is the most that rounding may cost; products beyond the type cannot be checked.
    let half_digit = Decimal::new(5, (percent.scale() + 1).min(28));
    let exact = difference.value.checked_mul(Decimal::ONE_HUNDRED);
    if let (Some(exact), Some(stated), Some(slack)) =
        (exact, percent.checked_mul(from.value), from.value.checked_mul(half_digit))
    {
        prop_assert!((exact - stated).abs() <= slack * Decimal::new(1_000_001, 6), "{percent}% of {}", from.value);
    }
    Ok(vec![difference.value.to_string(), percent.to_string()])
}
