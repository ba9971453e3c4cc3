//! What a document says about itself: the keys that front matter, HTML and JSON share, and the label, for which every doubt
//! counts as RESTRICTED. Where the statements stand is the formats' business; what entities and periods mean is not known
//! here.

use std::collections::BTreeMap;

use crate::files::Key;
use crate::files::fault::{MetadataProblem, Warning};
use crate::files::paragraphs::{Running, is_visible};
use crate::language::headings::is_owner_key;
use crate::language::labels;
use crate::profile::Sensitivity;

/// Most characters of a document's name.
pub(crate) const NAME_CHARS_MAX: usize = 500;
/// Most statements under keys that nobody knows which are kept.
const OTHERS_MAX: usize = 64;

/// The statements of one document.
#[derive(Debug, Default)]
pub(crate) struct Metadata {
    /// What was stated, without white space at the ends, and the line where.
    stated: BTreeMap<Key, (String, Option<u64>)>,
    label: Option<Sensitivity>,
    /// Whose the document is, in its own words: what stands under keys such as company and issuer.
    owners: Vec<String>,
    /// What stands under keys that nobody knows.
    others: Vec<String>,
    pub(crate) warnings: Vec<Warning>,
}

impl Metadata {
    /// Takes a statement. An empty one states nothing, except that an empty label is an unknown one. A second label
    /// restricts the document, whatever the two say; a second statement of another kind is refused.
    pub(crate) fn state(&mut self, key: Key, written: &str, line: Option<u64>) -> Result<(), MetadataProblem> {
        if key == Key::Sensitivity {
            self.label(Sensitivity::of_label(written));
            return Ok(());
        }
        if labels::holds_label(written) {
            self.label(None);
        }
        if let Some((_, first_line)) = self.stated.get(&key) {
            return Err(MetadataProblem::Twice { key, first_line: *first_line });
        }
        let text = one_line(written);
        match key {
            Key::Doc => {
                let broken = !text.contains(is_visible) || written.trim().contains(char::is_control);
                if broken || text.chars().count() > NAME_CHARS_MAX {
                    return Err(MetadataProblem::Name { chars_max: NAME_CHARS_MAX });
                }
            }
            Key::ValidAsOf if !text.is_empty() && iso_date(&text).is_none() => {
                return Err(MetadataProblem::Date);
            }
            _ => {}
        }
        if text.contains(is_visible) {
            self.stated.insert(key, (text, line));
        }
        Ok(())
    }

    /// Takes what stands under a key that is none of [`Key`]: whose the document is, or something else.
    pub(crate) fn state_other(&mut self, key: &str, written: &str) {
        let stated = one_line(written);
        if !stated.contains(is_visible) {
            return;
        }
        if is_owner_key(key) {
            self.owners.push(stated);
        } else if self.others.len() < OTHERS_MAX {
            self.others.push(stated);
        }
    }

    /// What the document states under keys that nobody knows.
    pub(crate) fn others(&self) -> &[String] {
        &self.others
    }

    /// Whose the document says that it is.
    pub(crate) fn owners(&self) -> impl Iterator<Item = &str> {
        self.owners.iter().map(String::as_str).chain(self.get(Key::Entity))
    }

    /// Takes a label; `None` is one that nobody knows.
    pub(crate) fn label(&mut self, known: Option<Sensitivity>) {
        if known.is_none() {
            self.warnings.push(Warning::UnknownLabel);
        }
        if self.label.is_some() {
            self.warnings.push(Warning::SeveralLabels);
        }
        self.label = match self.label {
            None => Some(known.unwrap_or(Sensitivity::Restricted)),
            Some(_) => Some(Sensitivity::Restricted),
        };
    }

    /// How the document is labelled; none when it is not.
    pub(crate) fn labelled(&self) -> Option<Sensitivity> {
        self.label
    }

    /// Whether something was stated under `key`.
    pub(crate) fn has(&self, key: Key) -> bool {
        self.stated.contains_key(&key)
    }

    /// What was stated under `key`.
    pub(crate) fn get(&self, key: Key) -> Option<&str> {
        self.stated.get(&key).map(|(text, _)| text.as_str())
    }

    /// Everything that was stated.
    pub(crate) fn texts(&self) -> impl Iterator<Item = &str> {
        self.stated.values().map(|(text, _)| text.as_str())
    }
}

/// A text with each run of white space as one space, and without control characters.
fn one_line(written: &str) -> String {
    let mut line = Running::default();
    line.push(written);
    line.take()
}

/// `YYYY-MM-DD` and nothing else; the date library also reads compact and expanded forms.
pub(crate) fn iso_date(cell: &str) -> Option<jiff::civil::Date> {
    let in_form = cell.len() == 10
        && cell.bytes().enumerate().all(|(at, b)| match at {
            4 | 7 => b == b'-',
            _ => b.is_ascii_digit(),
        });
    in_form.then(|| cell.parse().ok()).flatten()
}

#[cfg(test)]
mod tests;
