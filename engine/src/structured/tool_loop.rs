//! The loop in which a model may call `query_metric`. It takes whatever a model does: a call that makes no sense is
//! answered with an error and counted, an endless conversation is cut, a failing provider ends it. The loop judges
//! nothing; it hands the guard a transcript.

use serde_json::{Value, json};

use super::{QUERY_METRIC, QueryMetric, ToolForm, ToolResult, tool_schema};
use crate::fact::FactKey;
use crate::provider::{LlmProvider, Message, ModelRequest, ProviderError, Task, ToolCall};
use crate::question::Question;
use crate::sealed::ModelText;
use crate::sqlite::StoreError;

/// How often a provider is asked for one question.
pub const TOOL_TURNS_MAX: usize = 5;

/// How many calls of one turn are carried out; the rest is answered with an error.
const CALLS_PER_TURN_MAX: usize = 8;

/// What a model did, and what came of it.
#[derive(Debug, Default)]
pub struct Transcript {
    /// Every call, in order.
    pub calls: Vec<CallRecord>,
    /// The last words, sealed; empty when the loop ended otherwise.
    pub text: ModelText,
    /// How many turns were taken.
    pub turns: usize,
    /// Why the provider gave up, if it did.
    pub failure: Option<ProviderError>,
}

/// A call and its outcome.
#[derive(Debug, Clone, PartialEq)]
pub struct CallRecord {
    /// What the model asked for.
    pub call: ToolCall,
    /// What it was answered.
    pub outcome: CallOutcome,
}

/// What a call came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CallOutcome {
    /// It was carried out.
    Done(ToolResult),
    /// It made no sense.
    Rejected(Rejection),
}

/// Why a call was not carried out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::Display)]
#[strum(serialize_all = "snake_case")]
pub enum Rejection {
    /// There is no such tool.
    UnknownTool,
    /// The arguments are not an object of strings with the required names.
    BadArguments,
    /// Too many calls in one turn.
    #[strum(serialize = "too_many_calls")]
    TooMany,
}

/// Lets a provider work on one question that was read as `asked`.
pub fn run_tool_loop(
    provider: &dyn LlmProvider,
    question: &Question,
    asked: &FactKey,
    tool: &QueryMetric<'_>,
) -> Result<Transcript, StoreError> {
    let tools = [tool_schema(tool.profile, ToolForm::Anthropic)];
    let mut messages = vec![Message::User(prompt(question, asked))];
    let mut transcript = Transcript::default();
    while transcript.turns < TOOL_TURNS_MAX {
        transcript.turns += 1;
        let task = Task::LookUp(asked);
        let request = ModelRequest { system: SYSTEM, messages: &messages, tools: &tools, task, lang: question.lang() };
        let turn = match provider.create_message(&request) {
            Ok(turn) => turn,
            Err(failure) => {
                transcript.failure = Some(failure);
                break;
            }
        };
        if turn.tool_calls.is_empty() {
            transcript.text = turn.text;
            break;
        }
        let mut results = Vec::with_capacity(turn.tool_calls.len());
        for (position, call) in turn.tool_calls.iter().enumerate() {
            let outcome = if position < CALLS_PER_TURN_MAX {
                carry_out(call, tool)?
            } else {
                CallOutcome::Rejected(Rejection::TooMany)
            };
            results.push((call.id.clone(), reply(&outcome)));
            transcript.calls.push(CallRecord { call: call.clone(), outcome });
        }
        messages.push(Message::Assistant(turn));
        messages.push(Message::ToolResults(results));
    }
    Ok(transcript)
}

const SYSTEM: &str = "You answer questions about one company's reported figures. Every figure comes from the tool \
                      query_metric: call it with the codes you are given, and say plainly when it finds nothing. Never \
                      state a figure the tool did not return.";

fn prompt(question: &Question, asked: &FactKey) -> String {
    format!(
        "Reference date: {}\nRead as: metric {}, entity {}, period {}, channel {}\nQuestion: {}",
        question.today(),
        asked.metric,
        asked.entity,
        asked.period.value(),
        asked.channel,
        question.text()
    )
}

fn carry_out(call: &ToolCall, tool: &QueryMetric<'_>) -> Result<CallOutcome, StoreError> {
    if call.name != QUERY_METRIC {
        return Ok(CallOutcome::Rejected(Rejection::UnknownTool));
    }
    let text = |name: &str| call.arguments.get(name).and_then(Value::as_str);
    let channel = match call.arguments.get("channel") {
        None | Some(Value::Null) => None,
        Some(Value::String(channel)) => Some(channel.as_str()),
        Some(_) => return Ok(CallOutcome::Rejected(Rejection::BadArguments)),
    };
    let (Some(metric), Some(entity), Some(period)) = (text("metric"), text("entity"), text("period")) else {
        return Ok(CallOutcome::Rejected(Rejection::BadArguments));
    };
    tool.by_wording(metric, entity, period, channel).map(CallOutcome::Done)
}

fn reply(outcome: &CallOutcome) -> Value {
    match outcome {
        CallOutcome::Done(result) => serde_json::to_value(result).unwrap_or(Value::Null),
        CallOutcome::Rejected(rejection) => json!({ "status": "error", "error": rejection.to_string() }),
    }
}
