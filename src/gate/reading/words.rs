//! Words of slots: whether the question has them, which parameter they name, and lists and settings such as `entity = Hong
//! Kong`. It knows no fact.

use rust_decimal::Decimal;

use super::Reader;
use crate::golden::Dimension;

impl<'a> Reader<'a> {
    /// Whether the question has these words; neither case nor white space counts.
    pub(in crate::gate) fn asks(&self, words: &str) -> bool {
        let bare =
            |text: &str| text.chars().filter(|c| !c.is_whitespace()).flat_map(char::to_lowercase).collect::<String>();
        let words = bare(words);
        !words.is_empty() && bare(&self.case.question).contains(&words)
    }

    /// The names of a parameter; a period has none.
    pub(super) fn dimension(&self, param: &str) -> Option<&'a Dimension> {
        let profile = &self.fixture.profile;
        match param {
            "metric" => Some(&profile.metrics),
            "entity" => Some(&profile.entities),
            "channel" => Some(&profile.channels),
            _ => None,
        }
    }

    /// Whether a name of that dimension reads so in the reader's language.
    pub(in crate::gate) fn is_native_name(&self, param: &str, name: &str) -> bool {
        let dimension = self.dimension(param);
        dimension.is_some_and(|all| all.resolve(name).is_some() && !all.is_foreign(name, self.language))
    }

    /// The parameter that is called so.
    pub(super) fn parameter(&self, words: &str) -> Option<&str> {
        self.book.parameters(self.language).find(|(_, wording)| *wording == words).map(|(name, _)| name)
    }

    /// The entries of a list.
    pub(super) fn entries(&self, list: &str) -> Vec<String> {
        let separators = self.book.separators(self.language);
        let one = "\u{1}";
        let joined = separators.iter().fold(list.to_owned(), |list, separator| list.replace(separator.as_str(), one));
        joined.split(one).map(|entry| entry.trim().to_owned()).filter(|entry| !entry.is_empty()).collect()
    }

    /// Entries such as `entity = Hong Kong`, each with its values.
    pub(super) fn settings(&self, list: &str) -> Option<Vec<(&str, Vec<String>)>> {
        let mut settings: Vec<(&str, Vec<String>)> = Vec::new();
        for entry in self.entries(list) {
            match entry.split_once(" = ") {
                Some((param, value)) => settings.push((self.parameter(param)?, vec![value.to_owned()])),
                None => settings.last_mut()?.1.push(entry),
            }
        }
        Some(settings)
    }
}

/// Whether a text in plain digits is a value with exactly its digits and sign; thousands may be separated.
pub(super) fn is_exactly(text: &str, value: Decimal) -> bool {
    text.replace(',', "") == value.to_string()
}
