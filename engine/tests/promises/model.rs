//! A model that does anything: it talks in every script, calls tools that do not exist, asks for other facts, repeats
//! itself without end, or fails. What it does depends on its script and the conversation alone.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use engine::code::{ChannelCode, EntityCode, MetricCode};
use engine::profile::Profile;
use engine::provider::{LlmProvider, Message, ModelRequest, ModelTurn, ProviderError, ToolCall};
use engine::sealed::ModelText;
use engine::structured::QUERY_METRIC;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Map, Value, json};

/// What a model does in its turns, the last one again and again.
pub(crate) type Script = Vec<Act>;

/// One turn.
#[derive(Debug, Clone)]
pub(crate) enum Act {
    Fail(ProviderError),
    Turn { text: String, calls: Vec<ToolCall> },
}

/// Plays scripts, one for each question, and keeps what it was sent.
#[derive(Debug, Default)]
pub(crate) struct Anything {
    scripts: Mutex<Vec<Script>>,
    sent: Mutex<Vec<String>>,
}

impl Anything {
    /// Plays these from now on.
    pub(crate) fn play(&self, scripts: Vec<Script>) {
        *self.scripts.lock().unwrap_or_else(PoisonError::into_inner) = scripts;
        self.sent.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }

    /// All that was sent to it since then.
    pub(crate) fn sent(&self) -> Vec<String> {
        self.sent.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl LlmProvider for Anything {
    fn name(&self) -> &'static str {
        "anything"
    }

    fn create_message(&self, request: &ModelRequest<'_>) -> Result<ModelTurn, ProviderError> {
        let sent = format!("{} {:?} {:?}", request.system, request.messages, request.tools);
        self.sent.lock().unwrap_or_else(PoisonError::into_inner).push(sent);
        let mut hasher = DefaultHasher::new();
        format!("{:?}", request.messages.first()).hash(&mut hasher);
        let turn = request.messages.iter().filter(|message| matches!(message, Message::Assistant(_))).count();
        let scripts = self.scripts.lock().unwrap_or_else(PoisonError::into_inner);
        let script = &scripts[usize::try_from(hasher.finish() % scripts.len() as u64).unwrap()];
        match script.get(turn).or(script.last()) {
            None => Ok(ModelTurn::default()),
            Some(Act::Fail(fault)) => Err(fault.clone()),
            Some(Act::Turn { text, calls }) => {
                Ok(ModelTurn { text: ModelText::new(text.as_str()), tool_calls: calls.clone() })
            }
        }
    }
}

/// Any script of a model that knows the profile's words.
pub(crate) fn script(profile: &Profile) -> impl Strategy<Value = Script> + use<> {
    proptest::collection::vec(act(profile), 0..4)
}

fn act(profile: &Profile) -> impl Strategy<Value = Act> + use<> {
    let one = call(profile).boxed();
    let calls = prop_oneof![
        3 => Just(Vec::new()),
        5 => proptest::collection::vec(one.clone(), 1..4),
        1 => proptest::collection::vec(one.clone(), 7..10),
        1 => (one, 100_usize..300).prop_map(|(call, times)| vec![call; times]),
    ];
    prop_oneof![
        1 => fault().prop_map(Act::Fail),
        4 => (talk(), calls).prop_map(|(text, calls)| Act::Turn { text, calls }),
    ]
}

/// Every way in which a provider gives no turn.
pub(crate) fn fault() -> impl Strategy<Value = ProviderError> {
    prop_oneof![
        any::<u32>().prop_map(|ms| ProviderError::Timeout { after: Duration::from_millis(ms.into()) }),
        Just(ProviderError::Unreachable),
        any::<u16>().prop_map(|status| ProviderError::Status { status }),
        Just(ProviderError::Malformed),
    ]
}

fn talk() -> impl Strategy<Value = String> {
    prop_oneof![
        Just(String::new()),
        "(Revenue|营收) (was|为|约) -?[0-9]{1,9}(\\.[0-9]{1,4})? ?(US\\$m|%|百万美元)",
        "[〇一二三四五六七八九十百千万亿壹佰٠-٩०-९０-９Ⅰ-Ⅻ①-⑳½ ]{1,12}",
        "(about )?(twenty|three hundred|half a million|a dozen)",
        Just("{\"status\":\"found\",\"value\":4242.42}".to_owned()),
        any::<String>(),
    ]
}

fn call(profile: &Profile) -> impl Strategy<Value = ToolCall> + use<> {
    let name = prop_oneof![
        8 => Just(QUERY_METRIC.to_owned()),
        1 => select(vec!["", "Query_Metric", "query_metric ", "sql", "search_narrative"]).prop_map(str::to_owned),
        1 => any::<String>(),
    ];
    (select(vec!["", "call-1", "call-2", "呼叫"]), name, arguments(profile))
        .prop_map(|(id, name, arguments)| ToolCall { id: id.to_owned(), name, arguments })
}

fn arguments(profile: &Profile) -> impl Strategy<Value = Value> + use<> {
    let texts = |codes: Vec<&str>, labels: Vec<&str>| -> Vec<Value> {
        codes.into_iter().chain(labels).map(Value::from).collect()
    };
    let metrics = texts(
        profile.metrics.keys().map(MetricCode::as_str).collect(),
        profile.metrics.values().flat_map(|m| m.label.all()).collect(),
    );
    let entities = texts(
        profile.entities.keys().map(EntityCode::as_str).collect(),
        profile.entities.values().flat_map(|e| e.label.all()).collect(),
    );
    let channels = texts(
        profile.channels.keys().map(ChannelCode::as_str).collect(),
        profile.channels.values().flat_map(|c| c.label.all()).collect(),
    );
    let periods = texts(
        vec![
            "2025",
            "FY2024",
            "2024H1",
            "2025H1",
            "2025Q3",
            "2025-03",
            "2025年3月",
            "last year",
            "去年",
            "2022-2024",
            "then",
        ],
        Vec::new(),
    );
    let all = (argument(metrics), argument(entities), argument(periods), argument(channels));
    prop_oneof![
        9 => all.prop_map(|(metric, entity, period, channel)| {
            let named = [("metric", metric), ("entity", entity), ("period", period), ("channel", channel)];
            let present = named.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?)));
            Value::Object(present.collect::<Map<_, _>>())
        }),
        1 => nonsense(),
    ]
}

/// Mostly one of the values, sometimes nothing, sometimes nonsense.
fn argument(values: Vec<Value>) -> impl Strategy<Value = Option<Value>> {
    prop_oneof![20 => select(values).prop_map(Some), 1 => Just(None), 1 => nonsense().prop_map(Some)]
}

fn nonsense() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<String>().prop_map(Value::from),
        Just(json!([["REVENUE"], {"metric": "REVENUE"}])),
        Just(json!({"metric": {"metric": "REVENUE"}, "entity": 1, "period": [], "channel": {}})),
    ]
}
