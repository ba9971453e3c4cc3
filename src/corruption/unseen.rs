//! What a reader of the JSON sees and a reader of the text does not: restricted words and companies in whatever field, a
//! second value, a wrong difference, wrong dates.

use rust_decimal::Decimal;

use super::leaks::{competitor, restricted_sentence};
use super::{Corruption, Honest};
use crate::leaf::Leaf;
use crate::outcome::{Found, Outcome, ToolResult};

pub(super) const ALL: &[Corruption] = &[
    Corruption::new("a restricted sentence in the guard's field", |honest| {
        let sentence = restricted_sentence(honest)?;
        honest.with(|outcome| outcome.guard = Some(sentence))
    }),
    Corruption::new("a restricted sentence in a field that no contract has", |honest| {
        beside(honest, restricted_sentence(honest)?)
    }),
    Corruption::new("most of a restricted sentence in a field that no contract has", |honest| {
        let sentence = restricted_sentence(honest)?;
        let words: Vec<&str> = sentence.split(' ').collect();
        let most = if words.len() > 1 {
            words.get(..words.len() - 2)?.join(" ")
        } else {
            sentence.chars().take(sentence.chars().count().checked_sub(3)?).collect()
        };
        // Fewer words could be anybody's.
        if crate::golden::sequence(&most).len() < 8 {
            return None;
        }
        beside(honest, most)
    }),
    Corruption::new("a restricted sentence as what was asked for", |honest| {
        let sentence = restricted_sentence(honest)?;
        honest.with(|outcome| {
            let result = ToolResult::UnrecognizedParam { param: "entity".to_owned(), raw: Some(sentence) };
            outcome.tool_results.push(result);
        })
    }),
    Corruption::new("a restricted figure as a second value of the key", |honest| {
        let restricted = honest.fixture.facts.iter().filter(|fact| fact.restricted);
        let telling = restricted.filter(|fact| honest.fixture.restricted().has_figure(fact.value));
        let value = honest.draw(telling.collect())?.value;
        second(honest, |found| found.value = value)
    }),
    Corruption::new("another value of the key beside the right one", |honest| {
        second(honest, |found| found.value += Decimal::ONE)
    }),
    Corruption::new("a competitor in the guard's field", |honest| {
        let name = competitor(honest)?.to_owned();
        honest.with(|outcome| outcome.guard = Some(name))
    }),
    Corruption::new("a competitor in a field that no contract has", |honest| {
        let name = competitor(honest)?;
        beside(honest, format!("{name} did better."))
    }),
    Corruption::new("a competitor as the company that was asked about", |honest| {
        if honest.outcome.intent.external_entity.is_some() {
            return None;
        }
        let name = competitor(honest)?.to_owned();
        honest.with(|outcome| outcome.intent.external_entity = Some(name))
    }),
    Corruption::new("the field of a difference has another value", |honest| {
        difference(honest, "value", serde_json::json!(1.5))
    }),
    Corruption::new("the field of a difference has another percentage", |honest| {
        difference(honest, "percent", serde_json::json!(99.9))
    }),
    Corruption::new("the field of a difference has another unit", |honest| {
        difference(honest, "unit", serde_json::json!("OTHER"))
    }),
    Corruption::new("the field of a difference has its periods swapped", |honest| {
        let field = honest.outcome.difference.as_ref().filter(|field| !field.is_null())?;
        let (from, to) = (field.get("from")?.clone(), field.get("to")?.clone());
        honest.with(|outcome| {
            if let Some(fields) = outcome.difference.as_mut().and_then(serde_json::Value::as_object_mut) {
                fields.insert("from".to_owned(), to);
                fields.insert("to".to_owned(), from);
            }
        })
    }),
    Corruption::new("the field of a difference is gone", |honest| {
        honest.outcome.difference.as_ref().filter(|field| !field.is_null())?;
        honest.with(|outcome| outcome.difference = None)
    }),
    Corruption::new("the date of a value is another one, with the field", |honest| {
        let date = honest.found().first()?.valid_as_of.clone()?;
        let mut outcome = honest.reworded(|text| text.replace(&date, "2099-12-31"))?;
        redate(&mut outcome, &date);
        Some(outcome)
    }),
    Corruption::new("the date of a value is another one in the field alone", |honest| {
        let date = honest.found().first()?.valid_as_of.clone()?;
        let mut outcome = honest.outcome.clone();
        redate(&mut outcome, &date);
        Some(outcome)
    }),
    Corruption::new("the dates of the values are not said", undated),
    Corruption::new("the dates of the values are not said in the plain form", |honest| {
        let plain = undated(honest)?.answer_plain;
        honest.with(|outcome| outcome.answer_plain = plain)
    }),
    Corruption::new("a cited passage has a date that its document does not have, with the field", |honest| {
        let passage = honest.outcome.cited().next()?;
        let start = format!("[{}] ", passage.number);
        let line = honest.outcome.answer.lines().find(|line| line.starts_with(&start))?.to_owned();
        let date = passage.valid_as_of.clone();
        let new = match &date {
            Some(date) => line.replace(date, "2099-12-31"),
            None => format!("{line}{}", honest.pick(" · 截至 2099-12-31", " · as of 2099-12-31")),
        };
        honest.with(|outcome| {
            outcome.answer = outcome.answer.replacen(&line, &new, 1);
            for passage in outcome.narrative.iter_mut().flat_map(|narrative| &mut narrative.passages).take(1) {
                passage.valid_as_of = Some("2099-12-31".to_owned());
            }
        })
    }),
    Corruption::new("one of two facts of the same value is left out", |honest| {
        let found = honest.found();
        let [.., last] = found.as_slice() else { return None };
        let others = found.iter().filter(|other| other.value == last.value).count();
        let name = honest.label(&honest.fixture.profile.entities, &last.entity);
        (others > 1).then(|| {
            honest.reworded(|text| {
                let value = last.value.to_string();
                let is_it = |line: &str| line.starts_with(name) && line.contains(&value);
                text.lines().filter(|line| !is_it(line)).collect::<Vec<_>>().join("\n")
            })
        })?
    }),
];

fn beside(honest: &Honest<'_>, text: String) -> Option<Outcome> {
    honest.with(|outcome| outcome.beside.push(Leaf { place: "debug.note".to_owned(), text }))
}

/// The answer with a second result for the key of the first one.
fn second(honest: &Honest<'_>, change: impl FnOnce(&mut Found)) -> Option<Outcome> {
    let found = honest
        .outcome
        .found()
        .find(|found| honest.case.expected.facts.iter().any(|fact| found.key().as_ref() == Some(&fact.key)));
    let mut second = found?.clone();
    change(&mut second);
    honest.with(|outcome| outcome.tool_results.push(ToolResult::Found(second)))
}

fn difference(honest: &Honest<'_>, name: &str, value: serde_json::Value) -> Option<Outcome> {
    honest.outcome.difference.as_ref().filter(|field| field.get(name).is_some_and(|own| !own.is_null()))?;
    honest.with(|outcome| {
        if let Some(fields) = outcome.difference.as_mut().and_then(serde_json::Value::as_object_mut) {
            fields.insert(name.to_owned(), value);
        }
    })
}

fn redate(outcome: &mut Outcome, date: &str) {
    for result in &mut outcome.tool_results {
        if let ToolResult::Found(found) = result
            && found.valid_as_of.as_deref() == Some(date)
        {
            found.valid_as_of = Some("2099-12-31".to_owned());
        }
    }
}

fn undated(honest: &Honest<'_>) -> Option<Outcome> {
    let dates: Vec<&str> = honest.outcome.found().filter_map(|found| found.valid_as_of.as_deref()).collect();
    dates.first()?;
    honest.reworded(|text| {
        dates.iter().fold(text.to_owned(), |text, date| {
            text.replace(&format!(" · 截至 {date}"), "").replace(&format!(" · as of {date}"), "")
        })
    })
}
