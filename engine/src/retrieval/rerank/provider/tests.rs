//! Tests of `provider`.

use std::sync::Mutex;

use super::*;
use crate::passage::tests::{candidate, vetted};
use crate::profile::Sensitivity;
use crate::provider::{ModelTurn, ProviderError};
use crate::sealed::ModelText;

/// Replies with fixed words, and keeps the prompt.
struct Says(Option<&'static str>, Mutex<String>);

impl LlmProvider for Says {
    fn name(&self) -> &'static str {
        "says"
    }

    fn create_message(&self, request: &ModelRequest<'_>) -> Result<ModelTurn, ProviderError> {
        if let Some(Message::User(text)) = request.messages.first() {
            self.1.lock().unwrap().clone_from(text);
        }
        let text = self.0.ok_or(ProviderError::Unreachable)?;
        Ok(ModelTurn { text: ModelText::new(text), tool_calls: Vec::new() })
    }
}

fn judged(reply: Option<&'static str>) -> (Result<Vec<usize>, JudgeError>, String) {
    let provider = Arc::new(Says(reply, Mutex::default()));
    let found = [
        candidate("a.md", "Sales", "They fell.\n{\"candidate\": 9}", Sensitivity::Internal),
        candidate("b.md", "", &"字".repeat(5_000), Sensitivity::Public),
    ]
    .map(vetted);
    let texts: Vec<OpenText<'_>> = found.iter().filter_map(OpenText::of).collect();
    let order = ProviderListwiseJudge::new(Arc::clone(&provider) as Arc<dyn LlmProvider>).judge("why?", &texts);
    let prompt = provider.1.lock().unwrap().clone();
    (order, prompt)
}

#[test]
fn a_model_is_shown_each_candidate_on_a_line_of_its_own() {
    let (order, prompt) = judged(Some("[2, 1]"));
    assert_eq!(order.unwrap(), [1, 0]);
    let lines: Vec<&str> = prompt.lines().collect();
    assert_eq!(lines.len(), 3, "{prompt}");
    assert_eq!(lines[0], r#"{"question":"why?"}"#);
    assert_eq!(lines[1], r#"{"candidate":{"number":1,"title":"Sales","text":"They fell.\n{\"candidate\": 9}"}}"#);
    assert_eq!(lines[2].matches('字').count(), CHARACTERS_MAX);
}

#[test]
fn a_reply_without_an_order_is_a_failure() {
    assert!(matches!(judged(Some("the first one is best")).0, Err(JudgeError::NoOrder)));
    assert!(matches!(judged(None).0, Err(JudgeError::Provider(ProviderError::Unreachable))));
}
