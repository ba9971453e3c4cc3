//! Filters as they are written on the command line.

use engine::ingestion::Vocabulary;
use engine::period::Period;
use engine::retrieval::{Attribute, Filter};

use crate::cli::exit::Failure;

/// The filter that `conditions` of the form `attribute=value` make together. Entities and periods may be
/// written in any wording that the profile understands, languages in any case; every other value is compared as it is stored.
pub(super) fn parse(conditions: &[String], vocabulary: Vocabulary<'_>) -> Result<Filter, Failure> {
    conditions.iter().try_fold(Filter::none(), |filter, condition| {
        let (name, value) =
            condition.split_once('=').map_or((condition.as_str(), ""), |(name, value)| (name.trim(), value.trim()));
        if value.is_empty() {
            let example = "write ATTRIBUTE=VALUE, such as period=2024";
            return Err(Failure::usage(format!("--filter {condition}: no value; {example}")));
        }
        let Some(attribute) = Attribute::ALL.into_iter().find(|known| known.as_str().eq_ignore_ascii_case(name)) else {
            return Err(Failure::usage(format!("--filter {condition}: no such attribute; {}", offered(name))));
        };
        Ok(filter.with(attribute, [stored_value(attribute, value, vocabulary)]))
    })
}

/// The value of an attribute as documents are stored with it.
pub(in crate::cli) fn stored_value(attribute: Attribute, value: &str, vocabulary: Vocabulary<'_>) -> String {
    let known = match attribute {
        Attribute::Entity => vocabulary.entity(value).map(|code| code.as_str().to_owned()),
        Attribute::Period => value.parse().ok().or_else(|| vocabulary.period(value)).map(Period::value),
        // A tag of a language is the same in every case (RFC 5646, 2.1.1); its first part is stored, in lower case.
        Attribute::Language => value.split(['-', '_']).next().map(str::to_lowercase),
        _ => None,
    };
    known.unwrap_or_else(|| value.to_owned())
}

/// What to write instead of an attribute that there is not.
fn offered(name: &str) -> String {
    let names = Attribute::ALL.map(Attribute::as_str);
    let slips = |known: &&str| strsim::damerau_levenshtein(known, &name.to_lowercase());
    match names.into_iter().min_by_key(slips).filter(|known| slips(known) <= 2) {
        Some(near) => format!("did you mean {near}?"),
        None => format!("one of {}", names.join(", ")),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
