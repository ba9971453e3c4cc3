//! The seam to language models. A provider gets a conversation and returns a turn; it never sees a store, and what it
//! writes comes back sealed (see [`ModelText`]).

use std::time::Duration;

use serde_json::Value;

use crate::fact::FactKey;
use crate::lang::Lang;
use crate::passage::Passage;
use crate::sealed::ModelText;

/// A language model, local or remote. Called from many threads.
pub trait LlmProvider: Send + Sync {
    /// A short name for traces and reports, without secrets.
    fn name(&self) -> &str;

    /// One turn of the conversation. Errors are the network's or the service's; they never carry content.
    fn create_message(&self, request: &ModelRequest<'_>) -> Result<ModelTurn, ProviderError>;
}

/// What a model is given for one turn.
#[derive(Debug)]
pub struct ModelRequest<'a> {
    /// The system prompt.
    pub system: &'a str,
    /// The conversation so far, the question first.
    pub messages: &'a [Message],
    /// The tools it may call, in the neutral form.
    pub tools: &'a [Value],
    /// What is wanted, as values. The offline provider works from it; a remote one reads the prompt, which says the same.
    pub task: Task<'a>,
    /// The language to write in.
    pub lang: Lang,
}

/// What a model is wanted for.
#[derive(Debug, Clone, Copy)]
pub enum Task<'a> {
    /// Looking up one fact through the tool, under the key that the question was read as.
    LookUp(&'a FactKey),
    /// An account of passages that answers a question, each statement with the number of its passage. The first passage
    /// has number 1.
    Account {
        /// The question's words.
        question: &'a str,
        /// What the account may rest on.
        passages: &'a [Passage],
    },
    /// Putting so many candidates in order, the best first: their numbers, from 1.
    Ranking {
        /// How many there are.
        candidates: usize,
    },
}

/// A message of the conversation.
#[derive(Debug, Clone, PartialEq)]
pub enum Message {
    /// The question, with what it was read as.
    User(String),
    /// What the model wrote and called.
    Assistant(ModelTurn),
    /// Results of the calls, in their order: call id and JSON.
    ToolResults(Vec<(String, Value)>),
}

/// What a model returned for one turn.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ModelTurn {
    /// Its words, sealed.
    pub text: ModelText,
    /// The tools it wants called.
    pub tool_calls: Vec<ToolCall>,
}

/// A call that a model asks for. Nothing in it can be trusted to be well formed.
#[derive(Debug, Clone, PartialEq)]
pub struct ToolCall {
    /// The model's id for the call.
    pub id: String,
    /// The tool's name.
    pub name: String,
    /// The arguments; [`Value::Null`] when they were not JSON.
    pub arguments: Value,
}

/// Why a provider gave no turn. Holds no text of the service, which could repeat the prompt.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ProviderError {
    /// No answer in time.
    #[error("the model gave no answer within {after:?}")]
    Timeout {
        /// How long was waited.
        after: Duration,
    },
    /// The service could not be reached.
    #[error("the model service could not be reached")]
    Unreachable,
    /// The service refused or failed.
    #[error("the model service answered with status {status}")]
    Status {
        /// HTTP status.
        status: u16,
    },
    /// The answer was not in the service's own format.
    #[error("the model service sent an answer that cannot be read")]
    Malformed,
}
