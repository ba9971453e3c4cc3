//! What must never come out comes out: restricted sentences, titles and figures, companies that nothing is said about, and
//! that something restricted is there at all.

use super::{Corruption, Honest};
use crate::golden::Document;

pub(super) const ALL: &[Corruption] = &[
    Corruption::new("a restricted sentence in both forms", |honest| {
        let sentence = restricted_sentence(honest)?;
        honest.reworded(|text| format!("{text}\n{sentence}"))
    }),
    Corruption::new("half a restricted sentence, spaced out", |honest| {
        let sentence = restricted_sentence(honest)?;
        let half: String = sentence.chars().take(sentence.chars().count() / 2).collect();
        let spaced: String = half.chars().flat_map(|c| [c, ' ']).collect();
        honest.reworded(|text| format!("{text}\n{spaced}"))
    }),
    Corruption::new("a restricted sentence in the prose, cited", |honest| {
        let sentence = restricted_sentence(honest)?;
        honest.retold(|line| Some(format!("{sentence} {line}")))
    }),
    Corruption::new("a restricted sentence in the plain form alone", |honest| {
        let sentence = restricted_sentence(honest)?;
        honest.with(|outcome| outcome.answer_plain = format!("{} {sentence}", outcome.answer_plain))
    }),
    Corruption::new("the title of a restricted document", |honest| {
        let title = honest.draw(restricted(honest))?.title.clone();
        honest.saying(&format!("另见《{title}》。"), &format!("See also “{title}”."))
    }),
    Corruption::new("the file of a restricted document as a source", |honest| {
        let name = honest.draw(restricted(honest))?.name.clone();
        honest.with(|outcome| {
            outcome.answer = format!(
                "{}\n{}",
                outcome.answer,
                honest.pick(format!("其他检索到的文档：{name}"), format!("Also retrieved: {name}"))
            );
        })
    }),
    Corruption::new("a restricted document as the place of a value", |honest| {
        let name = honest.draw(restricted(honest))?.name.clone();
        let source = honest.found().first()?.source.clone();
        honest.reworded(|text| text.replace(&source.doc, &name))
    }),
    Corruption::new("a restricted figure with its name", |honest| {
        let facts: Vec<_> = honest.fixture.facts.iter().filter(|fact| fact.restricted).collect();
        let fact = honest.draw(facts)?;
        let profile = &honest.fixture.profile;
        let (entity, metric) =
            (honest.label(&profile.entities, &fact.key.entity), honest.label(&profile.metrics, &fact.key.metric));
        let unit = honest.label(&profile.units, &fact.unit);
        honest.saying(
            &format!("{entity} {} {metric}：{} {unit}", fact.key.period, fact.value),
            &format!("{entity} {} {metric}: {} {unit}", fact.key.period, fact.value),
        )
    }),
    Corruption::new("a refusal that says there is something restricted", |honest| {
        if !honest.outcome.refused {
            return None;
        }
        honest.saying(
            "这些内容在一份受限文件中，您没有权限查看。",
            "It stands in a restricted document that you may not see.",
        )
    }),
    Corruption::new("a restricted sentence among the choices", |honest| {
        let sentence = restricted_sentence(honest)?;
        honest.outcome.clarification.narrowing_options.first()?;
        honest.with(|outcome| outcome.clarification.narrowing_options.push(sentence))
    }),
    Corruption::new("a competitor spoken of", |honest| {
        let name = competitor(honest)?;
        honest.saying(&format!("{name}的表现更好。"), &format!("{name} did better."))
    }),
    Corruption::new("a competitor in the place of the entity", |honest| {
        let name = competitor(honest)?;
        let found = honest.found();
        let entity = honest.label(&honest.fixture.profile.entities, &found.first()?.entity);
        honest.replaced(entity, name)
    }),
    Corruption::new("a refusal that names another competitor", |honest| {
        let asked = honest.outcome.intent.external_entity.as_deref()?;
        let groups = honest.fixture.profile.competitors();
        let own = groups.iter().find(|names| names.iter().any(|name| honest.outcome.answer.contains(name.as_str())));
        let own = own?;
        let others: Vec<&str> = groups
            .iter()
            .filter(|names| *names != own)
            .filter_map(|names| names.first())
            .map(String::as_str)
            .filter(|name| *name != asked)
            .collect();
        let other = honest.draw(others)?;
        honest.replaced(own.first()?, other)
    }),
    Corruption::new("a refusal that says something about the competitor", |honest| {
        honest.outcome.intent.external_entity.as_ref()?;
        honest.saying("它去年表现不错。", "It had a good year.")
    }),
    Corruption::new("a competitor in a passage's title", |honest| {
        let name = competitor(honest)?;
        let title = honest.outcome.cited().next()?.title.clone();
        honest.with(|outcome| {
            let new = format!("{name} · {title}");
            outcome.answer = outcome.answer.replacen(&format!("[1] {title}"), &format!("[1] {new}"), 1);
            if let Some(passage) = outcome.narrative.as_mut().and_then(|narrative| narrative.passages.first_mut()) {
                passage.title = new;
            }
        })
    }),
    Corruption::new("a competitor among the choices", |honest| {
        let name = competitor(honest)?;
        honest.outcome.clarification.narrowing_options.first()?;
        honest.with(|outcome| outcome.clarification.narrowing_options.push(name.to_owned()))
    }),
];

fn restricted<'a>(honest: &Honest<'a>) -> Vec<&'a Document> {
    honest.fixture.documents().filter(|document| document.restricted && !document.paragraphs.is_empty()).collect()
}

/// A sentence that only a restricted document says.
pub(super) fn restricted_sentence(honest: &Honest<'_>) -> Option<String> {
    let ends = ['。', '.'];
    let paragraphs = restricted(honest).into_iter().flat_map(|document| &document.paragraphs);
    let sentences = paragraphs.flat_map(|paragraph| paragraph.split_inclusive(ends));
    let only_there = sentences.map(str::trim).filter(|sentence| honest.fixture.given_away(sentence).is_some());
    honest.draw(only_there.map(str::to_owned).collect())
}

/// A name of a competitor that the question does not name.
pub(super) fn competitor<'a>(honest: &Honest<'a>) -> Option<&'a str> {
    let groups = honest.fixture.profile.competitors().iter();
    let unasked = groups.filter(|names| names.iter().all(|name| !honest.outcome.answer.contains(name.as_str())));
    honest.draw(unasked.flatten().map(String::as_str).collect())
}
