//! The narrative part of an explanation: how passages were found, and what the guard did to the prose. It prints no text of
//! a passage; those that are cited stand in `--json`.

use engine::narrative::{Narrative, NarrativeStatus, Teller};
use engine::passage::Passage;
use engine::retrieval::Attribute;

/// How passages were found.
pub(super) fn search(narrative: &Narrative) -> Vec<String> {
    match narrative.status {
        NarrativeStatus::NoRetriever => return vec!["no documents to search".to_owned()],
        NarrativeStatus::NoSubject => return vec!["not searched: the question names nothing to look for".to_owned()],
        NarrativeStatus::NoDocuments => return vec!["no document is stored".to_owned()],
        NarrativeStatus::SearchFailed => return vec!["failed; the cause is told beside the answer".to_owned()],
        _ => {}
    }
    let (retrieved, steps) = (&narrative.retrieved, &narrative.retrieved.steps);
    let mut lines: Vec<String> = steps.queries.iter().map(|query| format!("query “{query}”")).collect();
    let relaxed: Vec<&str> = retrieved.relaxed.iter().copied().map(Attribute::as_str).collect();
    if !relaxed.is_empty() {
        lines.push(format!("no document has the asked {}; searched without", relaxed.join(" and ")));
    }
    let judged = match steps.reranked {
        None => "no judge",
        Some(true) => "reordered by the judge",
        Some(false) => "the judge failed, so the fused order stands",
    };
    let vectors = match steps.vectors {
        None => "by words alone",
        Some(true) => "by words and vectors",
        Some(false) => "by words alone, since vectors failed",
    };
    lines.push(format!(
        "{} chunk(s) admitted, searched {vectors}; {} fused, {judged}, {} passage(s)",
        steps.admitted,
        steps.fused,
        retrieved.passages.len()
    ));
    let cited: Vec<usize> = narrative.cited().map(|(number, _)| number).collect();
    let passages = retrieved.passages.iter().enumerate();
    lines.extend(passages.map(|(at, passage)| found(at + 1, passage, cited.contains(&(at + 1)))));
    lines
}

fn found(number: usize, passage: &Passage, cited: bool) -> String {
    let scores = passage.scores();
    let part = |name: &str, score: Option<f64>| score.map_or_else(String::new, |score| format!(", {name} {score:.4}"));
    let mark = if cited { "  cited" } else { "" };
    let (bm25, vector) = (part("bm25", scores.bm25), part("vector", scores.vector));
    let place = passage.chunk().id.locator();
    format!("[{number}] {} · {place}  fused {:.4}{bm25}{vector}{mark}", passage.doc(), scores.fused)
}

/// Who wrote the prose, and what the guard did to it.
pub(super) fn prose(narrative: &Narrative) -> Vec<String> {
    let mut lines = Vec::new();
    match &narrative.teller {
        None => {}
        Some(Teller::Engine) => lines.push("quoted by the engine, no model".to_owned()),
        Some(Teller::Model { name, calls_ignored, failure }) => {
            lines.push(match failure {
                Some(failure) => format!("the provider `{name}` failed: {failure}"),
                None => format!("written by the provider `{name}` from the passages"),
            });
            if *calls_ignored > 0 {
                lines.push(format!("{calls_ignored} call(s) of tools that were not offered were ignored"));
            }
        }
    }
    lines.push(format!("{}: {}", narrative.status, outcome(narrative.status)));
    if let Some(prose) = &narrative.prose {
        let cited: Vec<String> = prose.cited().iter().map(|number| format!("[{number}]")).collect();
        lines.push(format!("cites {}", if cited.is_empty() { "nothing".to_owned() } else { cited.join(" ") }));
        lines.extend(
            narrative
                .contradiction
                .as_ref()
                .map(|found| format!("“{}” is contradicted by “{}” in [{}]", found.asked, found.stated, found.passage)),
        );
        if prose.false_marks() > 0 {
            lines.push(format!("{} citation(s) named no passage and were taken out", prose.false_marks()));
        }
        if prose.shortened() {
            lines.push("its end was cut off".to_owned());
        }
        lines.push(match prose.unsupported() {
            [] => "every number stands in a cited passage".to_owned(),
            numbers => format!("in no cited passage ({}): {}", narrative.policy, numbers.join(", ")),
        });
    }
    lines
}

fn outcome(status: NarrativeStatus) -> &'static str {
    match status {
        NarrativeStatus::Answered => "the prose is printed",
        NarrativeStatus::NoRetriever
        | NarrativeStatus::NoSubject
        | NarrativeStatus::NoDocuments
        | NarrativeStatus::NoPassage => "nothing to tell",
        NarrativeStatus::SearchFailed => "nothing was found out",
        NarrativeStatus::ModelFailed => "no usable prose",
        NarrativeStatus::Withheld => "the prose is withheld for its numbers",
    }
}
