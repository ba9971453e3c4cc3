//! The description of `query_metric` that a model is given, derived from the profile: the codes it may use are the
//! profile's, in both wire forms. Long lists are shortened; the glossary understands every wording anyway.

use serde_json::{Value, json};

use crate::profile::Profile;

/// The tool's name.
pub const QUERY_METRIC: &str = "query_metric";

/// How many codes of a dimension a schema lists.
const CODES_LISTED_MAX: usize = 50;

/// A wire form of tool descriptions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ToolForm {
    /// `name`, `description`, `input_schema` (Anthropic Messages API).
    Anthropic,
    /// `type: function` with `function.parameters` (`OpenAI` chat completions).
    OpenAi,
}

/// The tool's description in a wire form.
pub fn tool_schema(profile: &Profile, form: ToolForm) -> Value {
    let description = "Looks up one exact fact. Returns its value with unit and source, or says that it is not found or \
                       that a parameter is not recognised. Call it for every number; never state a number it did not return.";
    let parameters = json!({
        "type": "object",
        "properties": {
            "metric": { "type": "string", "description": listed("Metric code", profile.metrics.keys()) },
            "entity": { "type": "string", "description": listed("Entity code", profile.entities.keys()) },
            "period": {
                "type": "string",
                "description": "2024 for a fiscal year, 2024H1 for a half, 2024Q3 for a quarter, 2024-03 for a month",
            },
            "channel": {
                "type": "string",
                "description": listed("Channel code, TOTAL when left out", profile.channels.keys()),
            },
        },
        "required": ["metric", "entity", "period"],
        "additionalProperties": false,
    });
    match form {
        ToolForm::Anthropic => json!({ "name": QUERY_METRIC, "description": description, "input_schema": parameters }),
        ToolForm::OpenAi => json!({
            "type": "function",
            "function": { "name": QUERY_METRIC, "description": description, "parameters": parameters },
        }),
    }
}

fn listed<'a, C: std::fmt::Display + 'a>(what: &str, codes: impl ExactSizeIterator<Item = &'a C>) -> String {
    let more = codes.len() > CODES_LISTED_MAX;
    let codes: Vec<String> = codes.take(CODES_LISTED_MAX).map(ToString::to_string).collect();
    format!("{what}, one of: {}{}", codes.join(", "), if more { ", …" } else { "" })
}
