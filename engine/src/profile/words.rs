//! The ordinary words of questions: cues, qualifiers, operations and the scaffolding around them, from the lists in
//! `engine/data/language/questions`. A profile may replace any list. No list names a company or a metric.

use super::WordLists;
use crate::language::lists::{list, spelled, terms};
use crate::language::units::notations::currencies;
use crate::text::{Lexicon, LexiconBuilder, VocabularyTooLarge};

/// What an ordinary word does in a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WordClass {
    /// Asks why or what happened.
    Narrative,
    /// Asks for a number, whatever else stands there.
    Numeric,
    /// Asks for a number unless the question also asks why.
    NumericWeak,
    /// Makes another quantity of the metric beside it.
    Qualifier,
    /// Asks how much a metric changed; the difference of two periods answers it.
    Change,
    /// Asks how two things differ; only a difference of periods is computed.
    Comparison,
    /// Holds one thing against another: an order, unless it is what a reason is asked for.
    Comparative,
    /// Asks for something the engine does not compute.
    Operation(Operation),
    /// A sum when several values are listed, else nothing.
    TotalWeak,
    /// The speaker's own company.
    Home,
    /// Makes a company's name out of the word beside it.
    Company,
    /// A company other than the profile's own, without a name.
    ThirdParty,
    /// A part of a company: nothing beside a known entity, a name beside anything else.
    Segment,
    /// A channel that the profile may not know.
    Channel,
    /// Announces that the word beside it is a channel.
    ChannelMarker,
    /// A currency, by its key.
    Currency(&'static str),
    /// Puts two things side by side: and, 和, versus.
    Joiner,
    /// A preposition after which a name stands: of, for, in.
    Preposition,
    /// What documents tell about: asks for an account where no metric is named, and is a word like another beside one.
    Topic,
    /// Cannot narrow what is asked, and so may be passed over.
    Passed(Passed),
}

/// Why a word cannot narrow what is asked. Every other word that fills no slot may, so it is never passed over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Passed {
    /// It only holds the sentence together.
    Grammar,
    /// It says of the figure only that it is the figure.
    Restates,
    /// It says how the answer is to look, where it stands, or what it is for.
    Formats,
    /// It greets, thanks, or asks to be told.
    Polite,
}

/// What the engine does not compute.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, strum::Display)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum Operation {
    /// Leaving something out of a sum.
    Exclusion,
    /// Ordering, the highest, the top.
    Ranking,
    /// A sum over what is listed.
    Total,
    /// A mean or median.
    Average,
    /// Arithmetic between figures.
    Arithmetic,
    /// A split by a dimension that the question does not list.
    Breakdown,
    /// A difference between two things that are not two periods of the same.
    Comparison,
    /// Another currency or unit.
    Conversion,
    /// What has not happened yet.
    Forecast,
}

macro_rules! lists {
    ($($name:literal => $class:expr),* $(,)?) => {
        /// List name, what its words do, and the default words. Of a word in two lists the earlier list wins.
        const LISTS: &[(&str, WordClass, &str)] =
            &[$(($name, $class, include_str!(concat!("../../data/language/questions/", $name, ".txt")))),*];

        /// The names of the lists, which a profile may replace.
        pub(super) const LIST_NAMES: &[&str] = &[$($name),*];
    };
}

lists! {
    "arithmetic" => WordClass::Operation(Operation::Arithmetic),
    "exclusion" => WordClass::Operation(Operation::Exclusion),
    "ranking" => WordClass::Operation(Operation::Ranking),
    "comparatives" => WordClass::Comparative,
    "total" => WordClass::Operation(Operation::Total),
    "average" => WordClass::Operation(Operation::Average),
    "conversion" => WordClass::Operation(Operation::Conversion),
    "forecast" => WordClass::Operation(Operation::Forecast),
    "breakdown" => WordClass::Operation(Operation::Breakdown),
    "comparison" => WordClass::Comparison,
    "change" => WordClass::Change,
    "qualifiers" => WordClass::Qualifier,
    "narrative" => WordClass::Narrative,
    "numeric" => WordClass::Numeric,
    "numeric_weak" => WordClass::NumericWeak,
    "total_weak" => WordClass::TotalWeak,
    "joiners" => WordClass::Joiner,
    "prepositions" => WordClass::Preposition,
    "third_parties" => WordClass::ThirdParty,
    "segment_nouns" => WordClass::Segment,
    "home_words" => WordClass::Home,
    "channel_markers" => WordClass::ChannelMarker,
    "channel_words" => WordClass::Channel,
    "company_words" => WordClass::Company,
    "narrative_topics" => WordClass::Topic,
    "grammar" => WordClass::Passed(Passed::Grammar),
    "restates" => WordClass::Passed(Passed::Restates),
    "formats" => WordClass::Passed(Passed::Formats),
    "polite" => WordClass::Passed(Passed::Polite),
}

const PLACES: &str = list!("dictionaries/places.tsv");

/// The lexicon of ordinary words, with the profile's own lists in place of the defaults they replace.
pub(super) fn lexicon(own: &WordLists) -> Result<Lexicon<WordClass>, VocabularyTooLarge> {
    let mut builder = LexiconBuilder::default();
    for (key, term) in currencies() {
        builder.add(term, WordClass::Currency(key));
    }
    for (name, class, default) in LISTS {
        match own.lists.get(*name) {
            Some(words) => words.iter().for_each(|word| builder.add(word, *class)),
            None => spelled(default).iter().for_each(|word| builder.add(word, *class)),
        }
    }
    builder.build()
}

/// A name of a known place.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Place {
    /// Territory code (ISO 3166, UN M49, or one of our own for a region).
    pub iso: &'static str,
    /// The name as people write it.
    pub name: &'static str,
    /// Whether the name is made of two places' names, such as "Hong Kong, China".
    pub compound: bool,
}

/// The names of known places.
pub(crate) fn places() -> impl Iterator<Item = Place> {
    terms(PLACES).filter_map(|line| {
        let mut fields = line.split('\t');
        let (iso, _lang, name) = (fields.next()?, fields.next()?, fields.next()?);
        Some(Place { iso, name, compound: fields.next() == Some("compound") })
    })
}

/// Whether a word means a sum when several values are listed.
pub(crate) fn is_total_word(word: &str) -> bool {
    terms(list!("questions/total_weak.txt")).any(|total| total == word)
}
