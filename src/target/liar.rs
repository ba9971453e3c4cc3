//! Models that lie, so that the guard has something to stop: they look up what nobody asked for, talk instead of looking up,
//! fail, and tell of passages what these do not say. Each lie is drawn from what is asked, and so the same in every run.

use engine::narrative::best_sentences;
use engine::profile::Profile;
use engine::provider::{LlmProvider, Message, ModelRequest, ModelTurn, ProviderError, Task, ToolCall};
use engine::sealed::ModelText;
use engine::structured::QUERY_METRIC;
use serde_json::{Value, json};

use crate::words::words;

words! {
    /// How far a model goes.
    pub enum Lies {
        /// Whatever it does is dropped or repaired, so that the answer is that of an honest model.
        Idle = "idle",
        /// It tells of passages what these do not say; the answer may be worse, and must warn of it.
        Told = "told",
    }
}

/// A model that lies about the figures and passages of one company.
pub(super) struct Liar {
    lies: Lies,
    entities: Vec<String>,
    competitors: Vec<String>,
}

impl Liar {
    pub(super) fn of(profile: &Profile, lies: Lies) -> Self {
        let entities = profile.entities.keys().map(ToString::to_string).collect();
        let competitors = profile.competitors.values().flat_map(|one| one.label.all()).map(str::to_owned).collect();
        Self { lies, entities, competitors }
    }

    /// Looks up another key than the asked one, or none.
    fn look_up(&self, key: &engine::fact::FactKey) -> Result<ModelTurn, ProviderError> {
        let before = key.period.shifted(-1).unwrap_or(key.period).value();
        let elsewhere = self.entities.iter().find(|other| **other != key.entity.as_str()).cloned().unwrap_or_default();
        let (period, entity) = (key.period.value(), key.entity.to_string());
        let call = |tool: &str, entity: &str, period: &str| ToolCall {
            id: "call-1".to_owned(),
            name: tool.to_owned(),
            arguments: json!({ "metric": key.metric, "entity": entity, "period": period, "channel": key.channel }),
        };
        let (wrong_time, wrong_place) = (call(QUERY_METRIC, &entity, &before), call(QUERY_METRIC, &elsewhere, &period));
        let calls = match drawn(&format!("{key:?}"), 6) {
            0 => vec![wrong_time],
            1 => vec![wrong_place],
            2 => vec![wrong_time, wrong_place, call(QUERY_METRIC, &entity, &period)],
            3 => vec![call("guess", &entity, &period)],
            4 => return Err(ProviderError::Unreachable),
            _ => return Ok(said("It is about 999.9.".to_owned())),
        };
        Ok(ModelTurn { text: ModelText::default(), tool_calls: calls })
    }

    /// What an honest model would say, with a lie in it.
    fn account(&self, question: &str, passages: &[engine::passage::Passage]) -> String {
        let honest = best_sentences(question, passages);
        match (self.lies, drawn(question, 3), drawn(question, 5)) {
            (Lies::Idle, 0, _) => honest.replace("[1]", "[1] [99]"),
            (Lies::Idle, 1, _) => honest.chars().flat_map(|c| [c, '\u{2060}']).collect(),
            (Lies::Idle, ..) => format!("\u{1b}[1m{honest}\u{1b}[0m"),
            (Lies::Told, _, 0) => format!("{honest}\nThe rate was 87.35%. [1]"),
            (Lies::Told, _, 1) => format!("{honest}\nSo it had been in 1987. [1]"),
            (Lies::Told, _, 2) => format!("{honest}\n利率为百分之八十七点三五。 [1]"),
            // The numbers of the passages are those of others.
            (Lies::Told, _, 3) => best_sentences(question, passages.get(1..).unwrap_or_default()),
            (Lies::Told, ..) => {
                let name = self.competitors.get(drawn(question, self.competitors.len().max(1)));
                format!("{honest}\n{} grew faster. [1]", name.map_or("Nobody", String::as_str))
            }
        }
    }
}

impl LlmProvider for Liar {
    fn name(&self) -> &'static str {
        "liar"
    }

    fn create_message(&self, request: &ModelRequest<'_>) -> Result<ModelTurn, ProviderError> {
        if let Some(Message::ToolResults(_)) = request.messages.last() {
            return Ok(said("It was 999.9, and 12.5% more than before.".to_owned()));
        }
        match request.task {
            Task::LookUp(key) => self.look_up(key),
            Task::Account { question, passages } => Ok(said(self.account(question, passages))),
            Task::Ranking { .. } => Ok(said(Value::Null.to_string())),
        }
    }
}

fn said(text: String) -> ModelTurn {
    ModelTurn { text: ModelText::new(text), tool_calls: Vec::new() }
}

/// One of so many, the same for the same text.
fn drawn(text: &str, count: usize) -> usize {
    let digest = *blake3::hash(text.as_bytes()).as_bytes();
    let number = digest.iter().take(4).fold(0, |number, byte| number * 256 + usize::from(*byte));
    number.checked_rem(count).unwrap_or_default()
}
