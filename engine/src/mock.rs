//! The offline provider: deterministic, without key or network. It behaves as a good model would: it calls the tool with
//! what the question was read as, and then says what came back; asked for an account of passages, it quotes their best
//! sentences. The guard treats it like any other model.

use serde_json::{Value, json};

use crate::narrative::best_sentences;
use crate::provider::{LlmProvider, Message, ModelRequest, ModelTurn, ProviderError, Task, ToolCall};
use crate::sealed::ModelText;
use crate::structured::QUERY_METRIC;

/// Calls `query_metric` once, then repeats the result in words; quotes passages.
#[derive(Debug, Clone, Copy, Default)]
pub struct MockProvider;

impl LlmProvider for MockProvider {
    fn name(&self) -> &'static str {
        "mock"
    }

    fn create_message(&self, request: &ModelRequest<'_>) -> Result<ModelTurn, ProviderError> {
        if let Some(Message::ToolResults(results)) = request.messages.last() {
            let text: Vec<String> = results.iter().map(|(_, result)| in_words(result)).collect();
            return Ok(ModelTurn { text: ModelText::new(text.join("\n")), tool_calls: Vec::new() });
        }
        let asked = match request.task {
            Task::LookUp(asked) => asked,
            Task::Account { question, passages } => {
                let text = ModelText::new(best_sentences(question, passages));
                return Ok(ModelTurn { text, tool_calls: Vec::new() });
            }
            // It cannot judge, so it leaves the order as it is.
            Task::Ranking { candidates } => {
                let numbers: Vec<String> = (1..=candidates).map(|number| number.to_string()).collect();
                return Ok(ModelTurn { text: ModelText::new(numbers.join(", ")), tool_calls: Vec::new() });
            }
        };
        let call = ToolCall {
            id: "call-1".to_owned(),
            name: QUERY_METRIC.to_owned(),
            arguments: json!({
                "metric": asked.metric,
                "entity": asked.entity,
                "period": asked.period.value(),
                "channel": asked.channel,
            }),
        };
        Ok(ModelTurn { text: ModelText::default(), tool_calls: vec![call] })
    }
}

fn in_words(result: &Value) -> String {
    let field = |name: &str| match result.get(name) {
        Some(Value::String(text)) => text.clone(),
        Some(other) => other.to_string(),
        None => String::new(),
    };
    match result.get("status").and_then(Value::as_str) {
        Some("found") => format!(
            "{} {} {}: {} {}",
            field("entity"),
            field("period"),
            field("metric_code"),
            field("value"),
            field("unit")
        ),
        _ => "The tool found no such fact.".to_owned(),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
