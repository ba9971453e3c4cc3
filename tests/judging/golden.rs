//! The golden set that this repository ships: it agrees with its fixtures, and every gate can be passed on every case. The
//! answers judged here are written from the expectations, in the form an honest engine gives them, so that a gate that
//! no right answer satisfies shows here and not as a fault of an engine.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use harness::gate::Gate;
use harness::golden::{Attribute, Case, CaseType, Fixture, Query, RetrievalSuite, Suite};
use harness::judgement::Points;
use harness::key::{FactKey, Source};
use harness::lane::Lane;
use harness::outcome::{ClarificationMode, Outcome};
use harness::ranking::{Hit, Ranking};
use harness::run::{Options, Run, Selection};
use harness::target::{Searcher, Target, TargetError};
use harness::verdict::Verdict;
use jiff::civil::Date;
use serde_json::{Value, json};

fn suite() -> Suite {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let suite =
        Suite::load_with_truths(&root.join("golden/qa"), &root.join("fixtures"), &root.join("golden/extraction"));
    suite.unwrap_or_else(|faults| panic!("{faults}"))
}

/// Answers every case as its expectation demands.
struct Honest {
    cases: BTreeMap<(String, String, Date), Value>,
}

impl Honest {
    fn new(suite: &Suite) -> Self {
        let answer = |case: &Case| {
            let key = (case.fixture.clone(), case.question.clone(), case.reference_date);
            (key, written(case, &suite.fixtures[&case.fixture]))
        };
        Self { cases: suite.cases.iter().map(|case| answer(case)).collect() }
    }
}

impl Target for Honest {
    fn answer(&self, fixture: &str, question: &str, day: Date) -> Result<Outcome, TargetError> {
        let answer = self.cases[&(fixture.to_owned(), question.to_owned(), day)].to_string();
        serde_json::from_str(&answer).map_err(|fault| TargetError::Unreadable { message: fault.to_string() })
    }

    fn identity(&self) -> String {
        "honest".to_owned()
    }
}

/// The label after the code, which answers show.
fn label<'a>(spellings: &'a [String], code: &'a str) -> &'a str {
    spellings.get(1).map_or(code, String::as_str)
}

fn head(key: &FactKey, fixture: &Fixture) -> String {
    let profile = &fixture.profile;
    let metric = label(profile.metrics.spellings(&key.metric), &key.metric);
    let entity = label(profile.entities.spellings(&key.entity), &key.entity);
    let channel = label(profile.channels.spellings(&key.channel), &key.channel);
    format!("{entity} {} {metric}（{channel}）", key.period)
}

fn written(case: &Case, fixture: &Fixture) -> Value {
    let expected = &case.expected;
    let (mut lines, mut results, mut sources) = (Vec::new(), Vec::new(), Vec::<&Source>::new());
    for fact in &expected.facts {
        let unit = label(fixture.profile.units.spellings(&fact.unit), &fact.unit);
        let row = fixture.at(&fact.source).find(|row| row.key == fact.key).unwrap();
        let date = row.valid_as_of.map(|date| format!(" · 截至 {date}")).unwrap_or_default();
        lines.push(format!("{}：{} {unit}（来源：{}{date}）", head(&fact.key, fixture), fact.value, fact.source));
        let others = expected.conflict.iter().filter(|other| fixture.at(&other.source).any(|row| row.key == fact.key));
        let conflicts: Vec<Value> = others
            .map(|other| {
                lines.push(format!("{}：{} {unit}", other.source, other.value));
                sources.push(&other.source);
                json!({"value": number(&other.value.to_string()), "unit": fact.unit, "source": other.source})
            })
            .collect();
        sources.push(&fact.source);
        results.push(json!({
            "status": "found", "value": number(&fact.value.to_string()), "unit": fact.unit,
            "metric_code": fact.key.metric, "entity": fact.key.entity, "period_type": fact.key.period.type_code(),
            "period": fact.key.period, "channel": fact.key.channel, "source": fact.source, "conflicts": conflicts,
        }));
    }
    for key in &expected.missing {
        lines.push(format!("{}：查不到", head(key, fixture)));
        let FactKey { metric, entity, period, channel } = key;
        results.push(json!({"status": "not_found", "normalized":
            {"metric_code": metric, "entity": entity, "period": period, "channel": channel}}));
    }
    for param in &expected.unrecognized {
        lines.push(format!("无法识别：{param}「{}」", case.question));
        results.push(json!({"status": "unrecognized_param", "param": param, "raw": case.question}));
    }
    if let Some(difference) = &expected.difference {
        let percent = difference.percent.map(|percent| format!("（{percent}%）")).unwrap_or_default();
        lines.push(format!("差额：{}{percent}", difference.value));
    }
    let ask = (expected.clarification == ClarificationMode::AskFirst).then_some("请问您想了解什么指标？");
    lines.extend(ask.map(str::to_owned));
    if lines.is_empty() {
        lines.push("抱歉，无法回答。".to_owned());
    }
    let narrative = case.demands_prose().then(|| told(case, fixture));
    if let Some((words, _, source)) = &narrative {
        lines.push(words.clone());
        sources.push(source);
    }
    // Prose says what it must in its own words; elsewhere it is said behind the facts.
    lines.extend(expected.must_mention.iter().map(|demand| demand.alternatives[0].clone()));
    let narrative = narrative.as_ref().map(|(_, narrative, _)| narrative);
    json!({
        "question": case.question, "route": "structured", "narrative": narrative, "answer": lines.join("\n"), "answer_plain": lines.join("\n"),
        "clarification": {"mode": expected.clarification, "question": ask, "assumption_note": "默认主体与期间"},
        "intent": {"operation": expected.operation}, "tool_results": results, "sources": sources,
        "refused": expected.refuse,
    })
}

/// Prose that quotes a paragraph of an expected document, one that says something demanded if there is one: its words in
/// the answer, the narrative, its source.
fn told(case: &Case, fixture: &Fixture) -> (String, Value, Source) {
    let document = fixture.document(&case.expected.narrative_doc[0]).unwrap();
    let is_wanted = |text: &String| case.expected.must_mention.iter().any(|wanted| wanted.is_met_by(text));
    let is_text = |text: &String| text.chars().count() > 40;
    let texts = &document.paragraphs;
    let at = texts.iter().position(is_wanted).or_else(|| texts.iter().position(is_text)).unwrap();
    let text = &document.paragraphs[at];
    let locator = format!("para{0}-{0}", at + 1);
    let plain = text.replace('\n', " ");
    let prose = cited(&plain);
    let narrative = json!({"status": "answered", "prose": prose, "retrieved": 1, "passages": [
        {"number": 1, "doc": document.name, "title": document.title, "locator": locator, "text": plain, "cited": true}]});
    let words = format!("{prose}\n{} · {locator}", document.name);
    (words, narrative, Source { doc: document.name.clone(), locator })
}

fn number(digits: &str) -> Value {
    serde_json::from_str(digits).unwrap()
}

/// Gates that know a system's own sentences; the words of the answers here are this test's.
const OF_WORDS: [Gate; 3] = [Gate::AnswerAccounting, Gate::Disclosure, Gate::Relevance];

fn demand_full_marks(run: &Run) {
    let short: Vec<String> = run
        .scores()
        .filter(|(_, _, score)| !OF_WORDS.contains(&score.gate))
        .filter(|(_, _, score)| score.verdict != Verdict::Pass && !score.points.is_some_and(Points::is_full))
        .map(|(key, result, score)| format!("{key}: {:?} {:?}", result.case.asked(), score.failure))
        .collect();
    assert!(short.is_empty(), "{} short:\n{}", short.len(), short.join("\n"));
}

#[test]
fn the_shipped_golden_set_holds_together() {
    use CaseType::{Clarification, Composite, Narrative, Numeric, Refusal};
    let suite = suite();
    assert!(suite.cases.len() >= 200, "{} cases", suite.cases.len());
    for case_type in [Numeric, Clarification, Refusal, Narrative, Composite] {
        let cases = suite.cases.iter().filter(|case| case.case_type == case_type).count();
        assert!(cases >= 20, "{cases} {case_type:?} cases");
    }
}

#[test]
fn every_gate_can_be_passed_on_every_case() {
    let suite = suite();
    let honest = Honest::new(&suite);
    let run = Run::execute(&suite, &Selection::default(), Lane::Tool, &honest, Options::default()).unwrap();
    demand_full_marks(&run);
    assert_eq!(run.rate(Gate::Fabrication).out_of, suite.cases.len());
}

/// Finds what every query says is relevant, the most relevant first.
struct Librarian<'s>(&'s RetrievalSuite);

impl Searcher for Librarian<'_> {
    fn search(
        &self,
        fixture: &str,
        query: &str,
        filters: &BTreeMap<Attribute, BTreeSet<String>>,
    ) -> Result<Ranking, TargetError> {
        let is_asked = |case: &Query| case.fixture == fixture && case.query == query && case.filters == *filters;
        let case = self.0.cases.iter().find(|case| is_asked(case)).unwrap();
        let mut relevant: Vec<_> = case.relevant.iter().collect();
        relevant.sort_by(|(_, a), (_, b)| b.cmp(a));
        let hits = relevant.into_iter().map(|(item, _)| {
            let document = self.0.fixtures[fixture].document(&item.doc).unwrap();
            let (first, last) = item.paragraphs.unwrap_or((1, document.paragraphs.len()));
            let locator = format!("para{first}-{last}");
            let text = document.at(&locator).unwrap();
            Hit { doc: item.doc.clone(), title: document.title.clone(), locator, text, score: None }
        });
        Ok(Ranking { hits: hits.collect(), relaxed: Vec::new() })
    }

    fn identity(&self) -> String {
        "librarian".to_owned()
    }
}

#[test]
fn every_search_can_be_answered_in_full() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let suite = RetrievalSuite::load(&root.join("golden/retrieval"), &root.join("fixtures"));
    let suite = suite.unwrap_or_else(|faults| panic!("{faults}"));
    assert!(suite.cases.len() >= 60, "{} searches", suite.cases.len());
    let run = Run::search(&suite, &Selection::default(), &Librarian(&suite), Options::default()).unwrap();
    demand_full_marks(&run);
    assert_eq!(run.rate(Gate::RestrictedLeaks).out_of, suite.cases.len());
}

/// A text with the first passage's mark behind each of its sentences.
fn cited(text: &str) -> String {
    let mut cited = String::new();
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        cited.push(c);
        let ends = match c {
            '。' | '！' | '？' => true,
            '.' | '!' | '?' => chars.peek().is_none_or(|next| next.is_whitespace() || matches!(next, '"' | ')')),
            _ => false,
        };
        if ends {
            cited.push_str(" [1]");
        }
    }
    if cited.ends_with(']') { cited } else { format!("{cited} [1]") }
}
