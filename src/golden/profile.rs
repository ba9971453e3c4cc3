//! What the harness must know of a fixture's `profile.toml` to check golden sets: the codes, the names that stand for
//! them, and which documents never answer. It validates nothing else; that is the engine's own `profile check`.

use std::collections::{BTreeMap, BTreeSet};

use rust_decimal::Decimal;
use serde::Deserialize;

use super::notation::fold;
use crate::key::TOTAL;

/// The codes of one dimension, with the names that stand for them.
#[derive(Debug, Clone, Default)]
pub struct Dimension {
    spellings: BTreeMap<String, Vec<String>>,
    labels: BTreeMap<String, Label>,
    by_name: BTreeMap<String, String>,
}

impl Dimension {
    fn new(terms: BTreeMap<String, Term>) -> Self {
        let mut dimension = Self::default();
        for (code, term) in terms {
            let mut spellings = vec![code.clone()];
            if let Some(label) = &term.label {
                dimension.labels.insert(code.clone(), label.clone());
            }
            spellings.extend(term.names());
            for name in &spellings {
                dimension.by_name.entry(name.to_lowercase()).or_insert_with(|| code.clone());
            }
            dimension.spellings.insert(code, spellings);
        }
        dimension
    }

    /// Whether the profile has the code, spelled exactly so.
    pub fn has(&self, code: &str) -> bool {
        self.spellings.contains_key(code)
    }

    /// What a code is called in a language (`zh`, `en`); the code itself where the profile does not say.
    pub fn label<'a>(&'a self, code: &'a str, language: &str) -> &'a str {
        self.labels.get(code).and_then(|label| label.of(language)).unwrap_or(code)
    }

    /// Every code, sorted.
    pub fn codes(&self) -> impl Iterator<Item = &str> {
        self.spellings.keys().map(String::as_str)
    }

    /// The code that a name stands for.
    pub fn resolve(&self, name: &str) -> Option<&str> {
        self.by_name.get(&name.trim().to_lowercase()).map(String::as_str)
    }

    /// Every way to write a code, the code itself first; empty when the profile does not have it.
    pub fn spellings(&self, code: &str) -> &[String] {
        self.spellings.get(code).map_or(&[], Vec::as_slice)
    }

    /// The code whose spelling a text begins with, and that spelling's length in bytes; the longest one counts, and it
    /// must not run on into a longer word.
    pub fn at_start_of(&self, text: &str) -> Option<(&str, usize)> {
        let starts = self.each_spelling().filter(|(_, spelling)| {
            text.strip_prefix(spelling).is_some_and(|rest| !runs_on(spelling.chars().last(), rest.chars().next()))
        });
        starts.map(|(code, spelling)| (code, spelling.len())).max_by_key(|(_, length)| *length)
    }

    /// The lengths of every spelling that a text begins with and that does not run on into a longer word, longest first.
    pub fn lengths_at_start_of(&self, text: &str) -> Vec<usize> {
        let starts = |spelling: &str| {
            text.strip_prefix(spelling).is_some_and(|rest| !runs_on(spelling.chars().last(), rest.chars().next()))
        };
        let found = self.each_spelling().filter(|(_, spelling)| starts(spelling));
        let mut lengths: Vec<usize> = found.map(|(_, spelling)| spelling.len()).collect();
        lengths.sort_unstable_by_key(|length| std::cmp::Reverse(*length));
        lengths.dedup();
        lengths
    }

    /// Whether a name belongs to another language than this one: it is the label there, and another one here.
    pub fn is_foreign(&self, name: &str, language: &str) -> bool {
        let Some(Label::PerLanguage(labels)) = self.resolve(name).and_then(|code| self.labels.get(code)) else {
            return false;
        };
        let elsewhere = labels.iter().any(|(other, label)| other != language && label == name);
        elsewhere && labels.get(language).is_some_and(|own| own != name)
    }

    /// The code whose spelling a text ends with; the longest one counts, and it must not begin inside a longer word.
    pub fn at_end_of(&self, text: &str) -> Option<&str> {
        let ends = self.each_spelling().filter(|(_, spelling)| {
            text.strip_suffix(spelling).is_some_and(|rest| !runs_on(rest.chars().last(), spelling.chars().next()))
        });
        ends.max_by_key(|(_, spelling)| spelling.len()).map(|(code, _)| code)
    }

    fn each_spelling(&self) -> impl Iterator<Item = (&str, &str)> {
        let nonempty = |(_, spelling): &(&str, &str)| !spelling.is_empty();
        self.spellings
            .iter()
            .flat_map(|(code, all)| all.iter().map(move |spelling| (code.as_str(), spelling.as_str())))
            .filter(nonempty)
    }

    fn all_spellings(&self) -> impl Iterator<Item = &str> {
        self.spellings.values().flatten().map(String::as_str)
    }
}

/// Whether two neighbours belong to one Latin word or number.
fn runs_on(left: Option<char>, right: Option<char>) -> bool {
    let inner = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric());
    inner(left) && inner(right)
}

/// A fixture's profile, as far as golden sets speak about it.
#[derive(Debug, Clone, Default)]
pub struct Profile {
    /// What is measured.
    pub metrics: Dimension,
    /// Who it is measured for.
    pub entities: Dimension,
    /// How facts are split.
    pub channels: Dimension,
    /// What values are stated in.
    pub units: Dimension,
    /// How sure a reading of a document must be to answer by itself.
    pub confidence_floor: Decimal,
    /// The company that is answered for.
    home: Option<Label>,
    /// Companies that nothing is said about, each with all of its names.
    competitors: Vec<Vec<String>>,
    restricted_patterns: Vec<String>,
    restricted_keywords: Vec<String>,
    geographies: BTreeSet<String>,
}

impl Profile {
    /// Reads the text of a `profile.toml`.
    pub fn read(text: &str) -> Result<Self, toml::de::Error> {
        let raw: RawProfile = toml::from_str(text)?;
        let mut channels = raw.channels;
        channels.entry(TOTAL.to_owned()).or_default();
        let competitors = raw.competitors.into_values().map(|term| term.names().collect());
        let geographies = raw.entities.values().filter_map(|term| term.geography.clone()).collect();
        let keywords = raw.sensitivity.restricted_keywords.iter().map(|word| fold(word));
        Ok(Self {
            geographies,
            confidence_floor: raw.extraction.confidence_floor.unwrap_or(CONFIDENCE_FLOOR),
            restricted_keywords: keywords.filter(|word| !word.is_empty()).collect(),
            metrics: Dimension::new(raw.metrics),
            entities: Dimension::new(raw.entities),
            channels: Dimension::new(channels),
            units: Dimension::new(raw.units),
            home: raw.home.company,
            competitors: competitors.collect(),
            restricted_patterns: raw.sensitivity.restricted_filename_patterns,
        })
    }

    /// Every name that an answer may write: codes, labels, synonyms, the home company and the competitors.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        [&self.metrics, &self.entities, &self.channels, &self.units]
            .into_iter()
            .flat_map(Dimension::all_spellings)
            .chain(self.home_names())
            .chain(self.competitors.iter().flatten().map(String::as_str))
    }

    /// What the company that is answered for is called.
    pub fn home_names(&self) -> impl Iterator<Item = &str> {
        self.home.iter().flat_map(Label::each)
    }

    /// The companies that nothing is said about, each with all of its names, its label first.
    pub fn competitors(&self) -> &[Vec<String>] {
        &self.competitors
    }

    /// Whether an entity of the profile lies there.
    pub fn has_geography(&self, geography: &str) -> bool {
        self.geographies.contains(geography)
    }

    /// Whether a text, in lower case and narrow forms, has a word that restricts its document.
    pub(super) fn restricts_text(&self, folded: &str) -> bool {
        self.restricted_keywords.iter().any(|word| folded.contains(word))
    }

    /// Whether a document's name, or what stands behind its folders, says that it never answers.
    pub fn restricts(&self, doc: &str) -> bool {
        let doc = doc.to_lowercase();
        let last = doc.rsplit(['/', '\\']).next().unwrap_or_default();
        let [whole, last] = [&doc, last].map(|name| name.chars().collect::<Vec<_>>());
        self.restricted_patterns.iter().any(|pattern| {
            let pattern: Vec<char> = pattern.to_lowercase().chars().collect();
            matches(&pattern, &whole) || matches(&pattern, &last)
        })
    }
}

/// File-name patterns with `*` and `?`.
fn matches(pattern: &[char], name: &[char]) -> bool {
    match (pattern, name) {
        (['*', rest @ ..], []) => matches(rest, name),
        (['*', rest @ ..], [_, left @ ..]) => matches(rest, name) || matches(pattern, left),
        ([c, rest @ ..], [first, left @ ..]) => (*c == '?' || c == first) && matches(rest, left),
        ([], name) => name.is_empty(),
        (_, []) => false,
    }
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct RawProfile {
    home: RawHome,
    metrics: BTreeMap<String, Term>,
    entities: BTreeMap<String, Term>,
    channels: BTreeMap<String, Term>,
    units: BTreeMap<String, Term>,
    competitors: BTreeMap<String, Term>,
    sensitivity: RawSensitivity,
    extraction: RawExtraction,
}

/// What holds where the profile does not say: 0.80.
const CONFIDENCE_FLOOR: Decimal = Decimal::from_parts(80, 0, 0, false, 2);

#[derive(Default, Deserialize)]
#[serde(default)]
struct RawExtraction {
    confidence_floor: Option<Decimal>,
}

#[derive(Default, Deserialize)]
struct RawHome {
    company: Option<Label>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct RawSensitivity {
    restricted_filename_patterns: Vec<String>,
    restricted_keywords: Vec<String>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Term {
    geography: Option<String>,
    label: Option<Label>,
    synonyms: Vec<String>,
    aliases: Vec<String>,
}

impl Term {
    /// Every name of it.
    fn names(self) -> impl Iterator<Item = String> {
        self.label.into_iter().flat_map(Label::texts).chain(self.synonyms).chain(self.aliases)
    }
}

#[derive(Debug, Clone, Deserialize)]
#[serde(untagged)]
enum Label {
    One(String),
    PerLanguage(BTreeMap<String, String>),
}

impl Label {
    fn of(&self, language: &str) -> Option<&str> {
        match self {
            Self::One(text) => Some(text),
            Self::PerLanguage(texts) => texts.get(language).map(String::as_str),
        }
    }

    fn each(&self) -> impl Iterator<Item = &str> {
        let (one, several) = match self {
            Self::One(text) => (Some(text), None),
            Self::PerLanguage(texts) => (None, Some(texts.values())),
        };
        one.into_iter().chain(several.into_iter().flatten()).map(String::as_str)
    }

    fn texts(self) -> Vec<String> {
        match self {
            Self::One(text) => vec![text],
            Self::PerLanguage(texts) => texts.into_values().collect(),
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
