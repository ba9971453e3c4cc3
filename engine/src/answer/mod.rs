//! The answer: what was understood, what was found, and the words for it. Words about facts are rendered here from findings
//! alone; model text comes in as prose that the guard has checked, behind them, and no second look-up does.

mod contract;
mod forms;
mod narrative;
mod render;
mod sentences;

use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

use crate::code::ChannelCode;
use crate::fact::Lineage;
use crate::guard::{Finding, GuardCase};
use crate::intent::{Intent, Param, Slot};
use crate::lang::Lang;
use crate::narrative::Narrative;
use crate::profile::Profile;
use crate::question::Question;
use crate::scope::{Clarification, Mode};
use crate::structured::{Difference, ToolResult};

use forms::TwoForms;
pub(crate) use render::{Evidence, render};

/// What the engine says to a question.
///
/// Serialises to one JSON object, the contract of `engine ask --json` and of the evaluation harness.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    /// The question, untouched.
    pub question: String,
    /// The language of the answer.
    pub lang: Lang,
    /// What the question was read as.
    pub intent: Intent,
    /// The channel that a question means when it names none.
    pub default_channel: ChannelCode,
    /// What was decided about missing slots.
    pub clarification: Clarification,
    /// What was found for each key that was looked up, with who looked.
    pub findings: Vec<Finding>,
    /// What every look-up came to, each once, then the unknown names.
    pub tool_results: Vec<ToolResult>,
    /// The change between exactly two comparable facts.
    pub difference: Option<Difference>,
    /// The answer with its sources.
    pub text: String,
    /// The answer without inline sources.
    pub text_plain: String,
    /// Every document and place that the answer rests on, each once.
    pub sources: Vec<Lineage>,
    /// Whether nothing was answered.
    pub refused: bool,
    /// On what ground the structured part stands; none when nothing was looked up.
    pub guard: Option<GuardCase>,
    /// What the documents say; none when that was not asked, or when the question was refused or asked back.
    pub narrative: Option<Narrative>,
}

impl Answer {
    /// An answer that looked nothing up: a refusal or a question back.
    pub(crate) fn without_facts(
        profile: &Profile,
        question: &Question,
        intent: Intent,
        clarification: Clarification,
    ) -> Self {
        let text = clarification.question.clone().unwrap_or_default();
        Self {
            question: question.text().to_owned(),
            lang: question.lang(),
            default_channel: profile.default_channel.clone(),
            refused: clarification.mode == Mode::OutOfScopeEntity,
            intent,
            clarification,
            findings: Vec::new(),
            tool_results: Vec::new(),
            difference: None,
            text_plain: text.clone(),
            text,
            sources: Vec::new(),
            guard: None,
            narrative: None,
        }
    }
}

impl Serialize for Answer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_map(None)?;
        object.serialize_entry("question", &self.question)?;
        object.serialize_entry("lang", &self.lang)?;
        object.serialize_entry("route", &self.intent.route)?;
        object.serialize_entry("intent", &IntentJson(&self.intent, &self.default_channel))?;
        object.serialize_entry("clarification", &self.clarification)?;
        object.serialize_entry("tool_results", &self.tool_results)?;
        object.serialize_entry("difference", &self.difference)?;
        object.serialize_entry("answer", &self.text)?;
        object.serialize_entry("answer_plain", &self.text_plain)?;
        object.serialize_entry("sources", &self.sources)?;
        object.serialize_entry("refused", &self.refused)?;
        object.serialize_entry("guard", &self.guard)?;
        let unsupported = self.narrative.as_ref().map_or(&[][..], Narrative::unsupported_numbers);
        object.serialize_entry("unsupported_numbers", unsupported)?;
        object.serialize_entry("narrative", &self.narrative)?;
        object.end()
    }
}

/// An intent without spans, as the contract has it.
struct IntentJson<'a>(&'a Intent, &'a ChannelCode);

impl Serialize for IntentJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        fn values<T>(slots: &[Slot<T>]) -> Vec<&T> {
            slots.iter().map(|slot| &slot.value).collect()
        }
        let intent = self.0;
        let unknown: Vec<UnknownJson<'_>> =
            intent.unknown.iter().map(|unknown| UnknownJson { param: unknown.param, raw: &unknown.raw }).collect();
        let mut object = serializer.serialize_map(None)?;
        object.serialize_entry("metric", &intent.metrics.first().map(|slot| &slot.value))?;
        object.serialize_entry("entity", &intent.entities.first().map(|slot| &slot.value))?;
        object.serialize_entry("period", &intent.periods.first().map(|slot| &slot.value))?;
        object.serialize_entry("channel", intent.channels.first().map_or(self.1, |slot| &slot.value))?;
        object.serialize_entry("metrics", &values(&intent.metrics))?;
        object.serialize_entry("entities", &values(&intent.entities))?;
        object.serialize_entry("periods", &values(&intent.periods))?;
        object.serialize_entry("channels", &values(&intent.channels))?;
        object.serialize_entry("external_entity", &intent.external_entity)?;
        object.serialize_entry("operation", &intent.operation.as_ref().map(|slot| slot.value))?;
        object.serialize_entry("qualifiers", &values(&intent.qualifiers))?;
        object.serialize_entry("unrecognized", &unknown)?;
        object.end()
    }
}

#[derive(Serialize)]
struct UnknownJson<'a> {
    param: Param,
    raw: &'a str,
}
