//! The glossary: what every wording of a profile means. It normalises a single parameter ([`Glossary::metric`] and its
//! siblings answer `None` rather than guess) and finds all known terms in a question. It draws no conclusion from what it
//! finds.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::words::{self, WordClass};
use super::{LocalText, Profile};
use crate::code::{ChannelCode, EntityCode, MetricCode, UnitCode};
use crate::text::{Lexicon, LexiconBuilder, Mention, VocabularyTooLarge};

/// What a known term of the profile, or the name of a place, stands for.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Term {
    /// A metric of the profile.
    Metric(MetricCode),
    /// An entity of the profile.
    Entity(EntityCode),
    /// A channel of the profile.
    Channel(ChannelCode),
    /// A unit of the profile.
    Unit(UnitCode),
    /// The name of the profile's own company.
    HomeCompany,
    /// A place that no entity of the profile is named after.
    Place,
}

/// Every known wording, ready to be looked up.
#[derive(Debug)]
pub struct Glossary {
    terms: Lexicon<Term>,
    units: Lexicon<UnitCode>,
    words: Lexicon<WordClass>,
}

impl Glossary {
    /// Builds the tries of a profile. Fails only when the profile is too large for one trie (gigabytes).
    pub fn new(profile: &Profile) -> Result<Self, VocabularyTooLarge> {
        Ok(Self { terms: terms(profile)?, units: units(profile)?, words: words::lexicon(&profile.words)? })
    }

    /// The metric that `raw` means as a whole.
    pub fn metric(&self, raw: &str) -> Option<MetricCode> {
        match self.terms.exact(raw)? {
            Term::Metric(code) => Some(code.clone()),
            _ => None,
        }
    }

    /// The entity that `raw` means as a whole.
    pub fn entity(&self, raw: &str) -> Option<EntityCode> {
        match self.terms.exact(raw)? {
            Term::Entity(code) => Some(code.clone()),
            _ => None,
        }
    }

    /// The channel that `raw` means as a whole.
    pub fn channel(&self, raw: &str) -> Option<ChannelCode> {
        match self.terms.exact(raw)? {
            Term::Channel(code) => Some(code.clone()),
            _ => None,
        }
    }

    /// The unit that `raw` means as a whole.
    pub fn unit(&self, raw: &str) -> Option<UnitCode> {
        self.units.exact(raw).cloned()
    }

    /// Whether `raw` as a whole is a name of the profile: of a metric, an entity, a channel or its own company.
    pub(crate) fn names(&self, raw: &str) -> bool {
        matches!(self.terms.exact(raw), Some(Term::Metric(_) | Term::Entity(_) | Term::Channel(_) | Term::HomeCompany))
    }

    /// The profile's terms and known places in a view's text; `periods` are the spans already read as periods.
    pub(crate) fn find_terms(&self, text: &str, periods: &[Range<usize>]) -> Vec<Mention<Term>> {
        self.terms.find_around(text, periods)
    }

    /// The ordinary words in a view's text, outside `taken`.
    pub(crate) fn find_words(&self, text: &str, taken: &[Range<usize>]) -> Vec<Mention<WordClass>> {
        self.words.find(text, taken)
    }
}

fn terms(profile: &Profile) -> Result<Lexicon<Term>, VocabularyTooLarge> {
    let mut builder = LexiconBuilder::default();
    let mut add = |code: &str, label: &LocalText, synonyms: &[String], tag: &Term| {
        label.names(code, synonyms).for_each(|name| builder.add(name, tag.clone()));
    };
    for (code, metric) in &profile.metrics {
        add(code.as_str(), &metric.label, &metric.synonyms, &Term::Metric(code.clone()));
    }
    for (code, entity) in &profile.entities {
        add(code.as_str(), &entity.label, &entity.synonyms, &Term::Entity(code.clone()));
    }
    for (code, channel) in &profile.channels {
        add(code.as_str(), &channel.label, &channel.synonyms, &Term::Channel(code.clone()));
    }
    // A single ideograph (人, 分) stands inside too many words to mean a unit.
    for (code, name) in profile.unit_spellings().filter(|(_, name)| name.chars().count() > 1 || name.is_ascii()) {
        builder.add(name, Term::Unit(code.clone()));
    }
    for name in profile.home.company.all() {
        builder.add(name, Term::HomeCompany);
    }
    let owners = place_owners(profile);
    for place in words::places() {
        let owner = owners.get(place.iso).filter(|_| place.compound);
        builder.add(place.name, owner.map_or(Term::Place, |code| Term::Entity((*code).clone())));
    }
    builder.build()
}

fn units(profile: &Profile) -> Result<Lexicon<UnitCode>, VocabularyTooLarge> {
    let mut builder = LexiconBuilder::default();
    for (code, name) in profile.unit_spellings() {
        builder.add(name, code.clone());
    }
    builder.build()
}

/// The entities that are places with compound names, by territory code: whoever knows 香港 knows 中国香港 too.
fn place_owners(profile: &Profile) -> HashMap<&'static str, &EntityCode> {
    let compound: HashSet<&str> = words::places().filter(|place| place.compound).map(|place| place.iso).collect();
    let simple: HashMap<&str, &'static str> = words::places()
        .filter(|place| !place.compound && compound.contains(place.iso))
        .map(|place| (place.name, place.iso))
        .collect();
    let mut owners = HashMap::new();
    for (code, entity) in &profile.entities {
        let named = entity.label.all().chain(entity.synonyms.iter().map(String::as_str));
        if let Some(iso) = named.into_iter().find_map(|term| simple.get(term)) {
            owners.entry(*iso).or_insert(code);
        }
    }
    owners
}
