//! Something that a reader must see is not there.

use super::{Corruption, Honest};
use crate::outcome::{ClarificationMode, Outcome, ToolResult};

pub(super) const ALL: &[Corruption] = &[
    Corruption::new("an empty text", |honest| honest.reworded(|_| String::new())),
    Corruption::new("an empty plain text", |honest| honest.with(|outcome| outcome.answer_plain.clear())),
    Corruption::new("a text of white space", |honest| honest.reworded(|_| " \n".to_owned())),
    Corruption::new("the assumption's banner missing", |honest| {
        let note = honest.outcome.clarification.assumption_note.as_ref()?;
        honest.replaced(note, "")
    }),
    Corruption::new("the assumption's banner missing in the plain form", |honest| {
        let note = honest.outcome.clarification.assumption_note.as_ref()?;
        honest.with(|outcome| outcome.answer_plain = outcome.answer_plain.replacen(note.as_str(), "", 1))
    }),
    Corruption::new("the notes on contradiction, relaxed filter, other language and unread period gone", |honest| {
        // In code: the engine's own sentences.
        let marks =
            ["No document", "没有标注为", "没有同时标注为", "Note: the", "注意：问题", "注意：引用", "注意：没有读懂"];
        without_lines(honest, |line| marks.iter().any(|mark| line.starts_with(mark)))
    }),
    Corruption::new("the other source's value gone", |honest| {
        without_lines(honest, |line| line.contains("另有来源") || line.contains("another source"))
    }),
    Corruption::new("the note on a waiting reading gone", |honest| {
        without_lines(honest, |line| line.contains("待人工审核") || line.contains("waits for review"))
    }),
    Corruption::new("what is missing is not said", |honest| {
        let is_there = honest.outcome.tool_results.iter().any(|result| matches!(result, ToolResult::NotFound { .. }));
        is_there
            .then(|| without_lines(honest, |line| line.starts_with("没有找到") || line.starts_with("Not found")))
            .flatten()
    }),
    Corruption::new("what is not computed is not said", |honest| {
        without_lines(honest, |line| line.starts_with("不计算") || line.starts_with("Not computed"))
    }),
    Corruption::new("what is not known is not said", |honest| {
        without_lines(honest, |line| line.starts_with("无法识别") || line.starts_with("Unrecognised"))
    }),
    Corruption::new("the last value's line gone", |honest| {
        let value = honest.found().last()?.value.to_string();
        without_lines(honest, |line| line.contains(&value))
    }),
    Corruption::new("the change's line gone", |honest| without_lines(honest, |line| line.contains(" → "))),
    Corruption::new("the sources of the values gone", |honest| {
        honest.found().first()?;
        honest.with(|outcome| outcome.answer.clone_from(&outcome.answer_plain))
    }),
    Corruption::new("the list of cited passages gone", |honest| {
        honest.prose()?;
        without_lines(honest, |line| line.starts_with('['))
    }),
    Corruption::new("the prose gone from the text", |honest| {
        let prose = honest.prose()?;
        honest.with(|outcome| {
            outcome.answer = outcome.answer.replacen(prose, "", 1);
            outcome.answer_plain = outcome.answer_plain.replacen(&super::without_marks(prose), "", 1);
        })
    }),
    Corruption::new("the prose gone from the plain form", |honest| {
        let prose = honest.prose()?;
        honest.with(|outcome| outcome.answer_plain = outcome.answer_plain.replacen(&super::without_marks(prose), "", 1))
    }),
    Corruption::new("the marks of the prose gone", |honest| {
        let prose = honest.prose()?;
        honest.with(|outcome| outcome.answer = outcome.answer.replacen(prose, &super::without_marks(prose), 1))
    }),
    Corruption::new("why there is no prose is not said", |honest| {
        honest.outcome.narrative.as_ref().filter(|narrative| narrative.prose.is_none())?;
        without_lines(honest, |line| line.contains("以免编造") || line.contains("rather than invented"))
    }),
    Corruption::new("the choices gone", |honest| {
        let clarification = &honest.outcome.clarification;
        (clarification.mode == ClarificationMode::AskFirst)
            .then(|| honest.with(|outcome| outcome.clarification.narrowing_options.clear()))
            .flatten()
    }),
    Corruption::new("the units gone", |honest| {
        let found = honest.found();
        let unit = honest.label(&honest.fixture.profile.units, &found.first()?.unit);
        honest.reworded(|text| text.replace(unit, ""))
    }),
    Corruption::new("the sources gone from the fields", |honest| honest.with(|outcome| outcome.sources.clear())),
];

fn without_lines(honest: &Honest<'_>, is_gone: impl Fn(&str) -> bool) -> Option<Outcome> {
    honest.reworded(|text| {
        let kept: Vec<&str> = text.lines().filter(|line| !is_gone(line.trim())).collect();
        kept.join("\n")
    })
}
