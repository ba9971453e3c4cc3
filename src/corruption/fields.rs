//! The text is right, and the fields say something else.

use super::{Corruption, Honest};
use crate::outcome::{ClarificationMode, Found, Outcome, ToolResult};

pub(super) const ALL: &[Corruption] = &[
    Corruption::new("the fields of another case", |honest| {
        let (answer, plain) = (&honest.outcome.answer, &honest.outcome.answer_plain);
        let outcome = Outcome {
            answer: answer.clone(),
            answer_plain: plain.clone(),
            question: honest.outcome.question.clone(),
            ..honest.other.clone()
        };
        (honest.other.tool_results != honest.outcome.tool_results).then_some(outcome)
    }),
    Corruption::new("everything of another case", |honest| {
        (honest.other.answer != honest.outcome.answer)
            .then(|| Outcome { question: honest.outcome.question.clone(), ..honest.other.clone() })
    }),
    Corruption::new("the field says another entity", |honest| {
        found(honest, |honest, found| {
            let others: Vec<&str> =
                honest.fixture.profile.entities.codes().filter(|code| *code != found.entity).collect();
            if let Some(other) = honest.draw(others) {
                other.clone_into(&mut found.entity);
            }
        })
    }),
    Corruption::new("the field says another period", |honest| {
        found(honest, |_, found| found.period = found.period.replacen("20", "19", 1))
    }),
    Corruption::new("the field says another value", |honest| {
        found(honest, |_, found| found.value += rust_decimal::Decimal::ONE)
    }),
    Corruption::new("the field says another unit", |honest| {
        found(honest, |honest, found| {
            let others: Vec<&str> = honest.fixture.profile.units.codes().filter(|code| *code != found.unit).collect();
            if let Some(other) = honest.draw(others) {
                other.clone_into(&mut found.unit);
            }
        })
    }),
    Corruption::new("the sources' documents renamed", |honest| {
        honest.outcome.sources.first()?;
        honest.with(|outcome| {
            for source in &mut outcome.sources {
                source.doc = format!("Draft_{}", source.doc);
            }
        })
    }),
    Corruption::new("the sources' documents renamed everywhere", |honest| {
        let docs: Vec<String> = honest.outcome.sources.iter().map(|source| source.doc.clone()).collect();
        docs.first()?;
        let json = serde_json::to_string(honest.outcome).ok()?;
        let renamed = docs
            .iter()
            .fold(json, |json, doc| json.replace(&format!("Draft_{doc}"), doc).replace(doc, &format!("Draft_{doc}")));
        serde_json::from_str(&renamed).ok()
    }),
    Corruption::new("a source that nothing came from", |honest| {
        let facts = &honest.fixture.facts;
        let fact = facts.get(honest.number % facts.len().max(1))?;
        (!honest.outcome.sources.contains(&fact.source))
            .then(|| honest.with(|outcome| outcome.sources.push(fact.source.clone())))
            .flatten()
    }),
    Corruption::new("an answer called a refusal, or a refusal an answer", |honest| {
        honest.with(|outcome| outcome.refused = !outcome.refused)
    }),
    Corruption::new("another kind of clarification", |honest| {
        honest.with(|outcome| {
            outcome.clarification.mode = match outcome.clarification.mode {
                ClarificationMode::None => ClarificationMode::AskFirst,
                _ => ClarificationMode::None,
            };
        })
    }),
    Corruption::new("the note on an assumption says something else than the banner", |honest| {
        honest.outcome.clarification.assumption_note.as_ref()?;
        honest.with(|outcome| outcome.clarification.assumption_note = Some("?".to_owned()))
    }),
    Corruption::new("a passage that the document does not say", |honest| {
        honest.prose()?;
        honest.with(|outcome| {
            for passage in outcome.narrative.iter_mut().flat_map(|narrative| &mut narrative.passages) {
                passage.text = format!("{} {}", passage.text, honest.pick("前景光明。", "The outlook is bright."));
            }
        })
    }),
];

fn found(honest: &Honest<'_>, change: impl Fn(&Honest<'_>, &mut Found)) -> Option<Outcome> {
    honest.found().first()?;
    honest.with(|outcome| {
        let first = outcome.tool_results.iter_mut().find_map(|result| match result {
            ToolResult::Found(found) => Some(found),
            _ => None,
        });
        if let Some(found) = first {
            change(honest, found);
        }
    })
}
