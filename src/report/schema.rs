//! The published form of `eval.json`, and whether a report has it. `eval.schema.json` is written by hand, so that a field that
//! is renamed, or comes or goes, is a decision; it is JSON Schema (draft 2020-12), of which no more is read here than it
//! uses, and a keyword beyond that is a fault.

use serde_json::{Map, Value};

/// The schema of `eval.json`.
pub const SCHEMA: &str = include_str!("eval.schema.json");

/// Whatever a report has that its schema does not allow, or lacks; each with its place. Nothing when it is as published.
pub fn faults(report: &Value) -> Vec<String> {
    match serde_json::from_str::<Value>(SCHEMA) {
        Ok(schema) => Check { root: &schema }.value(&schema, report, ""),
        Err(fault) => vec![format!("the schema is no JSON: {fault}")],
    }
}

struct Check<'a> {
    root: &'a Value,
}

/// Keywords that demand nothing.
// In code: words of JSON Schema.
const NOTES: [&str; 4] = ["$schema", "$defs", "title", "description"];

impl Check<'_> {
    fn value(&self, schema: &Value, value: &Value, at: &str) -> Vec<String> {
        let Some(keywords) = schema.as_object() else { return vec![format!("{at}: the schema is no object here")] };
        let demands = keywords.iter().filter(|(keyword, _)| !NOTES.contains(&keyword.as_str()));
        demands.flat_map(|(keyword, demand)| self.keyword((keyword, demand), keywords, value, at)).collect()
    }

    fn keyword(
        &self,
        (keyword, demand): (&str, &Value),
        beside: &Map<String, Value>,
        value: &Value,
        at: &str,
    ) -> Vec<String> {
        let is = |holds: bool| {
            if holds { Vec::new() } else { vec![format!("{at}: {value} is not as `{keyword}` demands: {demand}")] }
        };
        let list = demand.as_array().map_or(&[][..], Vec::as_slice);
        match keyword {
            "$ref" => match demand.as_str().and_then(|place| self.root.pointer(place.trim_start_matches('#'))) {
                Some(schema) => self.value(schema, value, at),
                None => vec![format!("{at}: the schema has nothing at {demand}")],
            },
            "type" => is(demand.as_str().is_some_and(|word| is_of_type(word, value))),
            "const" => is(demand == value),
            "enum" => is(list.contains(value)),
            "minimum" => is(value.as_f64().zip(demand.as_f64()).is_some_and(|(value, least)| value >= least)),
            "anyOf" => {
                let each = list.iter().map(|schema| self.value(schema, value, at));
                // The nearest miss is what the reader wants to know.
                each.min_by_key(Vec::len).unwrap_or_else(|| is(false))
            }
            "items" => {
                let items = value.as_array().into_iter().flatten().enumerate();
                items.flat_map(|(index, item)| self.value(demand, item, &format!("{at}/{index}"))).collect()
            }
            "required" => {
                let lacks =
                    list.iter().filter_map(Value::as_str).filter(|name| value.is_object() && value.get(name).is_none());
                lacks.map(|name| format!("{at}: `{name}` is missing")).collect()
            }
            "properties" => {
                let fields = demand.as_object().into_iter().flatten();
                let there = fields.filter_map(|(name, schema)| Some((name, schema, value.get(name)?)));
                there.flat_map(|(name, schema, field)| self.value(schema, field, &format!("{at}/{name}"))).collect()
            }
            "additionalProperties" => {
                let known = beside.get("properties").and_then(Value::as_object);
                let more = value.as_object().into_iter().flatten();
                let more = more.filter(|(name, _)| known.is_none_or(|known| !known.contains_key(*name)));
                let fault = |(name, field): (&String, &Value)| match demand {
                    Value::Bool(false) => vec![format!("{at}: `{name}` is not in the schema")],
                    schema => self.value(schema, field, &format!("{at}/{name}")),
                };
                more.flat_map(fault).collect()
            }
            _ => vec![format!("{at}: the schema's keyword `{keyword}` is not read here")],
        }
    }
}

fn is_of_type(word: &str, value: &Value) -> bool {
    match word {
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        "number" => value.is_number(),
        "integer" => value.is_u64() || value.is_i64(),
        _ => false,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::indexing_slicing)]
mod tests;
