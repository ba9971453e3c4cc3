//! A company or domain, as one TOML file describes it. The engine's code names no company, metric or place: everything
//! that a question can mean comes from here. A [`Profile`] is valid by construction; only the loader makes one.

mod build;
mod check;
mod dimensions;
mod extraction;
mod fault;
mod glossary;
mod lists;
mod load;
mod nearest;
mod problem;
mod raw;
mod restricted_words;
mod sensitivity;
mod show;
mod terms;
#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
pub(crate) mod tests;
mod value;
mod words;

use std::collections::BTreeMap;

use indexmap::IndexMap;

use crate::code::{ChannelCode, EntityCode, MetricCode, UnitCode};
use crate::lang::Lang;
use crate::language::numbers::DecimalMark;
use crate::period::FiscalCalendar;

pub use fault::{Fault, Faults, Place, ProfileError};
pub use glossary::{Glossary, Term};
pub use load::Checked;
pub(crate) use nearest::Names;
pub use problem::{Dimension, Owner, Problem, Severity};
pub use restricted_words::RestrictedWords;
pub(crate) use restricted_words::WALL;
pub(crate) use words::is_total_word;
pub use words::{Operation, Passed, WordClass};

/// The label of [`ChannelCode::total`] in a profile that gives it none.
const TOTAL_ZH: &str = "合计";
/// Its English counterpart.
const TOTAL_EN: &str = "Total";

/// A label in one or more languages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LocalText {
    /// The text for a language that has none of its own.
    pub fallback: String,
    /// Texts per language.
    pub by_lang: BTreeMap<Lang, String>,
}

impl LocalText {
    /// The text in `lang`, or the fallback.
    pub fn get(&self, lang: Lang) -> &str {
        self.by_lang.get(&lang).unwrap_or(&self.fallback)
    }

    /// Every name of what a code stands for: the code, its labels, its synonyms.
    fn names<'a>(&'a self, code: &'a str, synonyms: &'a [String]) -> impl Iterator<Item = &'a str> {
        std::iter::once(code).chain(self.all()).chain(synonyms.iter().map(String::as_str))
    }

    /// Every distinct text, the fallback first.
    pub fn all(&self) -> impl Iterator<Item = &str> {
        std::iter::once(self.fallback.as_str())
            .chain(self.by_lang.values().map(String::as_str).filter(|text| *text != self.fallback))
    }
}

/// What is measured.
#[derive(Debug, Clone)]
pub struct Metric {
    /// How answers name it.
    pub label: LocalText,
    /// Further wordings that mean it (code and labels are understood without being listed).
    pub synonyms: Vec<String>,
    /// The unit its facts are stated in.
    pub unit: UnitCode,
}

/// Who or what is measured.
#[derive(Debug, Clone)]
pub struct Entity {
    /// How answers name it.
    pub label: LocalText,
    /// Further wordings that mean it.
    pub synonyms: Vec<String>,
    /// The geography it belongs to.
    pub geography: Option<String>,
}

/// A way that facts are split.
#[derive(Debug, Clone)]
pub struct Channel {
    /// How answers name it.
    pub label: LocalText,
    /// Further wordings that mean it.
    pub synonyms: Vec<String>,
}

/// A unit of values.
#[derive(Debug, Clone)]
pub struct Unit {
    /// How answers name it.
    pub label: LocalText,
    /// Further spellings in documents and questions.
    pub aliases: Vec<String>,
}

/// A company the engine must not speak about.
#[derive(Debug, Clone)]
pub struct Competitor {
    /// The name a refusal shows.
    pub label: LocalText,
    /// Every name it goes by: those the file lists, its labels and its code.
    pub aliases: Vec<String>,
}

/// The company the profile belongs to.
#[derive(Debug, Clone)]
pub struct Home {
    /// Its name.
    pub company: LocalText,
    /// The entity that is meant when a question names nobody.
    pub entity: EntityCode,
}

/// How confidential a document is. Ordered: a later variant is stricter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, strum::Display, strum::EnumString)]
#[strum(serialize_all = "UPPERCASE", ascii_case_insensitive)]
pub enum Sensitivity {
    /// May leave the company.
    Public,
    /// For the company's own people.
    Internal,
    /// For few; never answers, never reaches a model.
    Restricted,
}

/// How documents get their sensitivity.
#[derive(Debug, Clone)]
pub struct SensitivityPolicy {
    /// For a document that nothing else classifies.
    pub default: Sensitivity,
    /// File-name patterns (`*` and `?`, compared without case) whose documents are restricted.
    pub restricted_filename_patterns: Vec<String>,
    /// Words whose presence in a document makes it restricted.
    pub restricted_keywords: Vec<String>,
}

/// What happens when a question leaves a dimension out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WhenMissing {
    /// Ask before anything else.
    Ask,
    /// Answer with the default, and say so.
    Assume,
}

/// What happens when entity or period is missing (a missing metric always asks).
#[derive(Debug, Clone, Copy)]
pub struct MissingPolicy {
    /// Default: assume the home entity.
    pub entity: WhenMissing,
    /// Default: assume the latest complete fiscal year.
    pub period: WhenMissing,
}

/// Words of a profile that extend or replace the defaults in `engine/data/language/questions`, by list name.
#[derive(Debug, Clone, Default)]
pub struct WordLists {
    /// List name (a file stem of `engine/data/language/questions`) to the words that replace it.
    pub lists: BTreeMap<String, Vec<String>>,
}

/// How narrative text is cut into search tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, strum::Display)]
#[strum(serialize_all = "lowercase")]
pub enum Analyzer {
    /// Lower-cased Latin words; CJK characters and adjacent pairs.
    #[default]
    Standard,
    /// As [`Analyzer::Standard`], with stemming and stop words for Latin words.
    English,
}

/// What is shown of a document that speaks of a competitor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, strum::Display)]
#[strum(serialize_all = "lowercase")]
pub enum InDocuments {
    /// Nothing that could be about the competitor.
    #[default]
    Drop,
    /// Everything but the name.
    Mask,
    /// Everything.
    Allow,
}

/// A mark that values carry in documents, by colour or by word: forecast, restated, budget.
#[derive(Debug, Clone)]
pub struct ColorTag {
    /// Fill or font colours, as `RRGGBB`. Empty for a tag that only words state.
    pub rgb: Vec<String>,
    /// Words that state it in headers and legends, beside the tag itself.
    pub labels: Vec<String>,
    /// Whether facts with this tag may answer.
    pub answers: bool,
}

/// How documents are read into facts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ExtractionPolicy {
    /// How sure a reading must be to answer without a review, in hundredths, 0 to 100.
    pub confidence_floor: u8,
    /// How numbers are written in text.
    pub decimal: DecimalMark,
}

impl Default for ExtractionPolicy {
    /// 0.80 and a decimal point.
    fn default() -> Self {
        Self { confidence_floor: 80, decimal: DecimalMark::Point }
    }
}

/// One company or domain.
///
/// In the file, `schema = 1`, `[home]` with `company` and `entity`, one `[metrics.CODE]` with its `unit`, one
/// `[entities.CODE]` and the units that metrics name are required. The rest has defaults: both languages with Chinese
/// first, a fiscal year that ends in December, TOTAL as the only channel, INTERNAL documents, no competitor, no colour,
/// the word lists of the engine. A label defaults to its code; codes and labels are wordings without being listed. A unit
/// that no metric has is a warning; everything else that is wrong is an error.
#[derive(Debug, Clone)]
pub struct Profile {
    /// Languages, the first one preferred.
    pub languages: Vec<Lang>,
    /// When the fiscal year ends.
    pub calendar: FiscalCalendar,
    /// The profile's own company.
    pub home: Home,
    /// Metrics in file order.
    pub metrics: IndexMap<MetricCode, Metric>,
    /// Entities in file order.
    pub entities: IndexMap<EntityCode, Entity>,
    /// Channels in file order; TOTAL always among them.
    pub channels: IndexMap<ChannelCode, Channel>,
    /// Units in file order.
    pub units: IndexMap<UnitCode, Unit>,
    /// Competitors in file order.
    pub competitors: IndexMap<String, Competitor>,
    /// What is shown of documents that speak of competitors.
    pub competitors_in_documents: InDocuments,
    /// How documents are classified.
    pub sensitivity: SensitivityPolicy,
    /// What to do about missing slots.
    pub missing: MissingPolicy,
    /// The channel that is meant when a question names none; TOTAL unless the file says otherwise.
    pub default_channel: ChannelCode,
    /// How narrative text is searched.
    pub analyzer: Analyzer,
    /// Overridden word lists.
    pub words: WordLists,
    /// Colours with a meaning, by tag.
    pub colors: IndexMap<String, ColorTag>,
    /// How documents are read into facts.
    pub extraction: ExtractionPolicy,
}

impl Profile {
    /// Whether two entities belong to two geographies, so that neither is a part of the other.
    pub(crate) fn are_apart(&self, one: &EntityCode, other: &EntityCode) -> bool {
        let geography = |code: &EntityCode| self.entities.get(code)?.geography.as_ref();
        geography(one).zip(geography(other)).is_some_and(|(one, other)| one != other)
    }

    /// Every unit with each of its spellings, its code among them.
    pub(crate) fn unit_spellings(&self) -> impl Iterator<Item = (&UnitCode, &str)> {
        self.units
            .iter()
            .flat_map(|(code, unit)| unit.label.names(code.as_str(), &unit.aliases).map(move |name| (code, name)))
    }
}
