//! Every text and number of a JSON value, each with its place. What an answer says in a field that no contract knows is read by
//! whoever reads the JSON, so that a gate on what must never come out asks for all of them.

use std::collections::BTreeSet;

use serde_json::Value;

/// A text or number of a JSON value, or the name of a field.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Leaf {
    /// Where it stands, such as `passages[0].text`.
    pub place: String,
    /// The text, or the number as it is written.
    pub text: String,
}

/// Every text and number of a value, in its order.
pub fn leaves(value: &Value) -> Vec<Leaf> {
    let mut found = Vec::new();
    collect(value, String::new(), &mut found);
    found
}

/// What stands in `whole` and not in `known`, which is the same value as far as a contract knows it; the names of fields
/// that only `whole` has are texts, too.
pub fn beside(whole: &Value, known: &Value) -> Vec<Leaf> {
    let known: BTreeSet<Leaf> = leaves(known).into_iter().collect();
    let unknown: Vec<Leaf> = leaves(whole).into_iter().filter(|leaf| !known.contains(leaf)).collect();
    let fields: BTreeSet<Leaf> =
        unknown.iter().map(|leaf| Leaf { place: "the name of a field".to_owned(), text: leaf.place.clone() }).collect();
    fields.into_iter().chain(unknown).collect()
}

fn collect(value: &Value, place: String, found: &mut Vec<Leaf>) {
    match value {
        Value::String(text) => found.push(Leaf { place, text: text.clone() }),
        Value::Number(number) => found.push(Leaf { place, text: number.to_string() }),
        Value::Array(values) => {
            for (index, value) in values.iter().enumerate() {
                collect(value, format!("{place}[{index}]"), found);
            }
        }
        Value::Object(fields) => {
            for (name, value) in fields {
                collect(value, if place.is_empty() { name.clone() } else { format!("{place}.{name}") }, found);
            }
        }
        Value::Null | Value::Bool(_) => {}
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::{Leaf, beside, leaves};

    #[test]
    fn what_a_contract_does_not_know_is_told_with_its_place() {
        let json = |text| serde_json::from_str(text).unwrap();
        let (whole, known) =
            (json(r#"{"a": "x", "b": [{"c": 1.50, "secret": "y"}]}"#), json(r#"{"a": "x", "b": [{"c": 1.50}]}"#));
        let all: Vec<(String, String)> = leaves(&whole).into_iter().map(|leaf| (leaf.place, leaf.text)).collect();
        let own = |place: &str, text: &str| (place.to_owned(), text.to_owned());
        assert_eq!(all, [own("a", "x"), own("b[0].c", "1.50"), own("b[0].secret", "y")]);
        let leaf = |place: &str, text: &str| Leaf { place: place.to_owned(), text: text.to_owned() };
        assert_eq!(beside(&whole, &known), [leaf("the name of a field", "b[0].secret"), leaf("b[0].secret", "y")]);
    }
}
