//! The fixed sentences that an answer may hold, as a system's `phrases.toml` lists them: patterns with typed slots, by kind
//! and language. What a slot may hold in an answer is for gates to say; here a pattern only has to hold together.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, LazyLock};

use serde::Deserialize;

use crate::words::words;

words! {
    /// What a fixed sentence is, and so what is asked of it.
    pub enum PhraseKind {
        /// A found value with all that it is about.
        Fact = "fact",
        /// Another source's value for the fact before it.
        Conflict = "conflict",
        /// The change between two facts.
        Change = "change",
        /// That there is no value.
        NotFound = "not_found",
        /// That a reading waits for a person.
        Waiting = "waiting",
        /// That no value is guessed.
        NoGuess = "no_guess",
        /// That a name is not known.
        Unrecognized = "unrecognized",
        /// That an operation is not done.
        NotComputed = "not_computed",
        /// That a company is not answered for.
        OutOfScope = "out_of_scope",
        /// A question back.
        Ask = "ask",
        /// What was assumed.
        Assumption = "assumption",
        /// Why there is no prose.
        NoProse = "no_prose",
        /// That a filter was given up.
        Relaxed = "relaxed",
        /// That a period of the question could not be read, and narrowed no search.
        UnreadPeriod = "unread_period",
        /// That the documents contradict the question.
        Contradiction = "contradiction",
        /// That the passages are in another language.
        OtherLanguage = "other_language",
        /// Numbers that no passage states.
        Caution = "caution",
        /// That prose was cut off.
        Shortened = "shortened",
        /// A heading.
        Heading = "heading",
        /// A cited passage in the list of sources.
        Source = "source",
        /// Documents that were found beside.
        AlsoFound = "also_found",
        /// What can be asked instead.
        Hint = "hint",
        /// One of the choices.
        Choice = "choice",
    }
}

words! {
    /// What a question back offers.
    pub enum Offer {
        /// All that there is.
        All = "all",
        /// What is like the words of the question.
        Nearest = "nearest",
    }
}

words! {
    /// A typed place of a pattern.
    pub enum Slot {
        /// A name of an entity.
        Entity = "entity",
        /// A name of a metric.
        Metric = "metric",
        /// A name of a channel.
        Channel = "channel",
        /// A name of a unit.
        Unit = "unit",
        /// A period.
        Period = "period",
        /// The earlier of two periods.
        From = "from",
        /// The later of two periods.
        To = "to",
        /// A found value.
        Value = "value",
        /// The difference of two values.
        Change = "change",
        /// The difference of two percentages, in points.
        Points = "points",
        /// A difference in per cent.
        Percent = "percent",
        /// A calendar day.
        Date = "date",
        /// The name of a document.
        Doc = "doc",
        /// Names of documents.
        Docs = "docs",
        /// A place in a document.
        Locator = "locator",
        /// The title of a document.
        Title = "title",
        /// The number of a passage.
        Number = "number",
        /// Numbers that stand in no passage.
        Numbers = "numbers",
        /// Words of the question.
        Words = "words",
        /// A known name like an unknown one.
        Near = "near",
        /// The word for a parameter.
        Param = "param",
        /// The words for an operation.
        Operation = "operation",
        /// Names of the profile to choose from.
        Choices = "choices",
        /// Parameters, each with its value.
        Assumed = "assumed",
        /// Filters, each with its values.
        GivenUp = "given_up",
        /// A company that is not answered for.
        Competitor = "competitor",
        /// The company that is answered for.
        Home = "home",
        /// Words of the question that a passage contradicts.
        Asked = "asked",
        /// Words of the passage that contradict them.
        Stated = "stated",
        /// Why a reading waits.
        Reasons = "reasons",
        /// The command that shows what waits.
        Command = "command",
    }
}

/// A piece of a pattern.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Part {
    /// Exactly these letters.
    Text(String),
    /// A typed place.
    Slot(Slot),
    /// What may be left out.
    Optional(Vec<Part>),
}

/// A fixed sentence in one language.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Phrase {
    /// What it is.
    pub kind: PhraseKind,
    /// Its pieces, in order.
    pub parts: Vec<Part>,
    /// What a question back asks for.
    pub missing: Option<String>,
    /// The status of the narrative that it explains.
    pub status: Option<String>,
    /// What the choices of a question back are.
    pub choices: Option<Offer>,
    /// So many characters of prose must be there, or nothing was cut off.
    pub prose_min: usize,
    /// Whether it tells the date of what it states wherever the fixture has one.
    pub is_dated: bool,
}

/// The fixed sentences of a system.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Phrasebook {
    languages: BTreeMap<String, Vec<Phrase>>,
    parameters: BTreeMap<String, BTreeMap<String, String>>,
    operations: BTreeMap<String, BTreeMap<String, String>>,
    separators: BTreeMap<String, Vec<String>>,
    hash: String,
    directions: Directions,
    commands: Vec<String>,
    cues: BTreeMap<String, Vec<String>>,
}

/// Words for the two directions in which a figure goes.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Directions {
    up: Vec<String>,
    down: Vec<String>,
}

/// A phrase file that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum PhraseFault {
    /// The file is there, and cannot be read.
    #[error("the phrases cannot be read: {0}")]
    Unreadable(#[from] std::io::Error),
    /// It is no TOML of this form.
    #[error("the phrases cannot be read: {0}")]
    Form(#[from] toml::de::Error),
    /// A place has a name that is none.
    #[error("`{{{slot}}}` in `{pattern}` is no slot; the slots are {}", Slot::ALL.map(Slot::as_str).join(", "))]
    UnknownSlot {
        /// What stands between the braces.
        slot: String,
        /// The pattern.
        pattern: String,
    },
    /// A brace or bracket has no other half.
    #[error("`{0}` has a `{{` or `<` without its other half")]
    Unclosed(String),
}

impl Phrasebook {
    /// Reads the text of a `phrases.toml`.
    pub fn read(text: &str) -> Result<Self, PhraseFault> {
        let mut raw: RawBook = toml::from_str(text)?;
        let mut languages: BTreeMap<String, Vec<Phrase>> = BTreeMap::new();
        for RawPhrase { kind, missing, status, choices, prose_min, dated, languages: wordings } in
            std::mem::take(&mut raw.phrase)
        {
            for (language, pattern) in wordings {
                let parts = parts(&pattern)?;
                let phrase = Phrase {
                    kind,
                    parts,
                    missing: missing.clone(),
                    status: status.clone(),
                    choices,
                    prose_min,
                    is_dated: dated,
                };
                languages.entry(language).or_default().push(phrase);
            }
        }
        let RawBook { parameters, operations, separators, directions, commands, cues, .. } = raw;
        let hash = blake3::hash(text.as_bytes()).to_hex().to_string();
        Ok(Self { languages, parameters, operations, separators, hash, directions, commands, cues })
    }

    /// BLAKE3, in hex, of the text that it was read from.
    pub fn hash(&self) -> &str {
        &self.hash
    }

    /// The phrases beside a folder of cases, or those of the engine that ships with the harness when there are none.
    pub(super) fn beside(cases: &Path) -> Result<Arc<Self>, PhraseFault> {
        let Some(file) = cases.parent().map(|folder| folder.join("phrases.toml")) else { return Ok(Self::shipped()) };
        match std::fs::read_to_string(file) {
            Ok(text) => Self::read(&text).map(Arc::new),
            Err(fault) if fault.kind() == std::io::ErrorKind::NotFound => Ok(Self::shipped()),
            Err(fault) => Err(fault.into()),
        }
    }

    /// The phrases of the engine that ships with the harness.
    pub fn shipped() -> Arc<Self> {
        static SHIPPED: LazyLock<Arc<Phrasebook>> = LazyLock::new(|| {
            // A test reads the file; a fault of it leaves no sentence accounted for, which is seen at once.
            Arc::new(Phrasebook::read(include_str!("../../golden/phrases.toml")).unwrap_or_default())
        });
        Arc::clone(&SHIPPED)
    }

    /// The phrases of a language, in the order of the file.
    pub fn of(&self, language: &str) -> &[Phrase] {
        self.languages.get(language).map_or(&[], Vec::as_slice)
    }

    /// The parameters with their words in a language.
    pub fn parameters<'a>(&'a self, language: &'a str) -> impl Iterator<Item = (&'a str, &'a str)> {
        worded(&self.parameters, language)
    }

    /// The operations with their words in a language.
    pub fn operations<'a>(&'a self, language: &'a str) -> impl Iterator<Item = (&'a str, &'a str)> {
        worded(&self.operations, language)
    }

    /// Whether two words say opposite directions.
    pub fn are_opposite(&self, one: &str, other: &str) -> bool {
        let Directions { up, down } = &self.directions;
        let says = |words: &[String], word: &str| words.iter().any(|known| *known == word.to_lowercase());
        (says(up, one) && says(down, other)) || (says(down, one) && says(up, other))
    }

    /// The words by which a question asks for an operation.
    pub fn cues(&self, operation: &str) -> impl Iterator<Item = &str> {
        self.cues.get(operation).into_iter().flatten().map(String::as_str)
    }

    /// The commands that a note may name, without their options.
    pub fn commands(&self) -> &[String] {
        &self.commands
    }

    /// What may stand between the entries of a list.
    pub fn separators(&self, language: &str) -> &[String] {
        self.separators.get(language).map_or(&[], Vec::as_slice)
    }
}

fn worded<'a>(
    all: &'a BTreeMap<String, BTreeMap<String, String>>,
    language: &'a str,
) -> impl Iterator<Item = (&'a str, &'a str)> {
    all.iter().filter_map(move |(name, words)| Some((name.as_str(), words.get(language)?.as_str())))
}

fn parts(pattern: &str) -> Result<Vec<Part>, PhraseFault> {
    let unclosed = || PhraseFault::Unclosed(pattern.to_owned());
    let mut parts = Vec::new();
    let mut rest = pattern;
    while let Some(at) = rest.find(['{', '<']) {
        let (before, opened) = rest.split_at(at);
        if !before.is_empty() {
            parts.push(Part::Text(before.to_owned()));
        }
        let (is_slot, close) = if opened.starts_with('{') { (true, '}') } else { (false, '>') };
        let (inside, behind) = opened.get(1..).and_then(|inside| inside.split_once(close)).ok_or_else(unclosed)?;
        parts.push(if is_slot {
            let unknown = || PhraseFault::UnknownSlot { slot: inside.to_owned(), pattern: pattern.to_owned() };
            Part::Slot(Slot::named(inside).ok_or_else(unknown)?)
        } else {
            Part::Optional(self::parts(inside)?)
        });
        rest = behind;
    }
    if !rest.is_empty() {
        parts.push(Part::Text(rest.to_owned()));
    }
    Ok(parts)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawBook {
    #[serde(default)]
    parameters: BTreeMap<String, BTreeMap<String, String>>,
    #[serde(default)]
    operations: BTreeMap<String, BTreeMap<String, String>>,
    #[serde(default)]
    separators: BTreeMap<String, Vec<String>>,
    #[serde(default)]
    directions: Directions,
    #[serde(default)]
    commands: Vec<String>,
    #[serde(default)]
    cues: BTreeMap<String, Vec<String>>,
    phrase: Vec<RawPhrase>,
}

#[derive(Deserialize)]
struct RawPhrase {
    kind: PhraseKind,
    missing: Option<String>,
    status: Option<String>,
    choices: Option<Offer>,
    #[serde(default)]
    prose_min: usize,
    #[serde(default)]
    dated: bool,
    #[serde(flatten)]
    languages: BTreeMap<String, String>,
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
