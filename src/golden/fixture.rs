//! A fixture: one profile, the facts that its documents state, and the documents themselves. The harness reads it on its
//! own, so that an expectation is held against the rows themselves and never against what the engine made of them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use aho_corasick::{AhoCorasick, MatchKind};
use jiff::civil::Date;
use serde::Deserialize;

use super::case::FileLine;
use super::document::{self, Document};
use super::fact::Fact;
use super::fault::{Fault, FaultKind};
use super::folder::{contents, files_in, link_fault, read_text};
use super::known::{Known, Wait};
use super::notation;
use super::phrases::Phrasebook;
use super::profile::{Dimension, Profile};
use super::restricted::Restricted;
use crate::key::{FactKey, NotAPeriod, Period, Source, TOTAL};
use crate::numerals;

/// What golden sets tell about the reports of a fixture, which are not read here.
#[derive(Debug, Default)]
pub(super) struct Told {
    /// The facts that they state.
    pub(super) facts: Vec<Fact>,
    /// The texts of their cells, and what is noted about them.
    pub(super) texts: Vec<String>,
    /// Readings that wait for a person.
    pub(super) waits: Vec<Wait>,
}

/// A company or domain with its facts.
#[derive(Debug, Clone, Default)]
pub struct Fixture {
    /// Folder name.
    pub name: String,
    /// The profile.
    pub profile: Profile,
    /// Every row of every facts file, by file name and line; then what reports state, where that is known.
    pub facts: Vec<Fact>,
    /// BLAKE3 of the facts files and documents, in hex.
    pub corpus_hash: String,
    /// BLAKE3 of the profile, in hex.
    pub profile_hash: String,
    /// What golden sets tell about it.
    pub known: Known,
    /// The text of `profile.toml`.
    pub profile_text: String,
    documents: BTreeMap<String, Document>,
    sentinels: BTreeSet<String>,
    reports: BTreeSet<String>,
    told: Vec<String>,
    by_source: BTreeMap<Source, Vec<usize>>,
    by_key: BTreeMap<FactKey, Vec<usize>>,
    known_docs: BTreeSet<String>,
    names_with_numbers: OnceLock<Option<AhoCorasick>>,
    phrases: Option<Arc<Phrasebook>>,
    restricted: OnceLock<Restricted>,
}

impl Fixture {
    /// A fixture from texts: a profile, and facts files with their names.
    pub fn from_texts(name: &str, profile: &str, facts: &[(&str, &str)]) -> Result<Self, Vec<Fault>> {
        let texts: Vec<_> = facts.iter().map(|(file, text)| ((*file).to_owned(), (*text).to_owned())).collect();
        Self::build(name, "profile.toml", profile, &texts, &[])
    }

    /// The fixture with these documents, `(file name, text)`, instead of its own.
    #[must_use]
    pub fn with_documents(mut self, documents: &[(&str, &str)]) -> Self {
        self.documents.clear();
        for (file, text) in documents {
            self.add_documents(Path::new(file), Some(text));
        }
        self.sentinels = document::sentinels(self.documents.values());
        self
    }

    /// The fixture with the fixed sentences of the system that is judged, instead of those that ship.
    #[must_use]
    pub fn with_phrases(mut self, phrases: Arc<Phrasebook>) -> Self {
        self.phrases = Some(phrases);
        self
    }

    /// A copy of another fixture with the same profile: what that and the phrases alone decide is taken over from there.
    #[must_use]
    pub fn as_copy_of(self, original: &Self) -> Self {
        let Self { names_with_numbers, phrases, .. } = original.clone();
        Self { names_with_numbers, phrases, ..self }
    }

    /// The fixed sentences of the system that is judged.
    pub fn phrases(&self) -> Arc<Phrasebook> {
        self.phrases.clone().unwrap_or_else(Phrasebook::shipped)
    }

    /// The fixture with reports of these names beside its own. What they say is for golden sets to tell.
    #[must_use]
    pub fn with_reports(mut self, names: &[&str]) -> Self {
        self.reports.extend(names.iter().map(|name| (*name).to_owned()));
        self
    }

    /// The names of the files under `reports/`.
    pub fn reports(&self) -> impl Iterator<Item = &str> {
        self.reports.iter().map(String::as_str)
    }

    /// Whether `reports/` has a file of that name.
    pub fn has_report(&self, name: &str) -> bool {
        self.reports.contains(name)
    }

    /// Reads `profile.toml`, `facts/*.csv` and what is under `docs/` and `reports/` of a folder.
    pub fn load(folder: &Path) -> Result<Self, Vec<Fault>> {
        let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let profile_path = folder.join("profile.toml");
        let parts = ["", "profile.toml", "facts", "docs", "reports"].map(|part| folder.join(part));
        let links: Vec<Fault> = parts.iter().filter_map(|path| link_fault(path)).collect();
        if !links.is_empty() {
            return Err(links);
        }
        let profile = read_text(&profile_path).map_err(|fault| vec![fault])?;
        let mut faults = Vec::new();
        let mut texts = Vec::new();
        for path in files_in(&folder.join("facts"), "csv").map_err(|fault| vec![fault])? {
            match read_text(&path) {
                Ok(text) => texts.push((path.display().to_string(), text)),
                Err(fault) => faults.push(fault),
            }
        }
        if !faults.is_empty() {
            return Err(faults);
        }
        let documents = contents(&folder.join("docs"))?;
        let mut fixture = Self::build(&name, &profile_path.display().to_string(), &profile, &texts, &documents)?;
        let mut hasher = blake3::Hasher::new();
        hasher.update(fixture.corpus_hash.as_bytes());
        for (path, bytes) in contents(&folder.join("reports"))? {
            hasher.update(&bytes);
            fixture.reports.insert(path.file_name().unwrap_or_default().to_string_lossy().into_owned());
        }
        if !fixture.reports.is_empty() {
            fixture.corpus_hash = hasher.finalize().to_hex().to_string();
        }
        Ok(fixture)
    }

    fn build(
        name: &str,
        profile_file: &str,
        profile_text: &str,
        texts: &[(String, String)],
        documents: &[(PathBuf, Vec<u8>)],
    ) -> Result<Self, Vec<Fault>> {
        let profile = Profile::read(profile_text).map_err(|fault| {
            let place = FileLine { file: profile_file.to_owned(), line: 0 };
            vec![Fault { place, case: None, kind: Box::new(fault).into() }]
        })?;
        let mut fixture = Self {
            name: name.to_owned(),
            profile_hash: blake3::hash(profile_text.as_bytes()).to_hex().to_string(),
            profile_text: profile_text.to_owned(),
            profile,
            ..Self::default()
        };
        let mut hasher = blake3::Hasher::new();
        let mut faults = Vec::new();
        for (file, text) in texts {
            hasher.update(text.as_bytes());
            fixture.read_facts(file, text, &mut faults);
        }
        for (path, bytes) in documents {
            hasher.update(bytes);
            // A format that is no text is known by its name alone.
            fixture.add_documents(path, std::str::from_utf8(bytes).ok());
        }
        fixture.sentinels = document::sentinels(fixture.documents.values());
        fixture.corpus_hash = hasher.finalize().to_hex().to_string();
        fixture.index(0);
        if faults.is_empty() { Ok(fixture) } else { Err(faults) }
    }

    /// The fixture with what its reports state and say, where golden sets tell.
    #[must_use]
    pub(super) fn with_told(mut self, told: Told) -> Self {
        let from = self.facts.len();
        self.facts.extend(told.facts);
        self.index(from);
        (self.told, self.known.waits) = (told.texts, told.waits);
        self
    }

    /// What is told about the content of reports.
    pub(super) fn told(&self) -> &[String] {
        &self.told
    }

    /// Makes the facts from an index on known by their places, keys and documents.
    fn index(&mut self, from: usize) {
        for (index, fact) in self.facts.iter().enumerate().skip(from) {
            self.by_source.entry(fact.source.clone()).or_default().push(index);
            self.by_key.entry(fact.key.clone()).or_default().push(index);
            self.known_docs.insert(fact.source.doc.clone());
        }
    }

    /// The facts at a place; several when one cell holds more than one.
    pub fn at(&self, source: &Source) -> impl Iterator<Item = &Fact> {
        self.by_source.get(source).into_iter().flatten().filter_map(|index| self.facts.get(*index))
    }

    /// The facts with a key, restricted ones included.
    pub fn with_key(&self, key: &FactKey) -> impl Iterator<Item = &Fact> {
        self.by_key.get(key).into_iter().flatten().filter_map(|index| self.facts.get(*index))
    }

    /// Whether a fact, `docs/` or `reports/` names the document.
    pub fn knows_document(&self, name: &str) -> bool {
        self.known_docs.contains(name) || self.reports.contains(name) || self.documents.contains_key(name)
    }

    /// The documents under `docs/`, by name.
    pub fn documents(&self) -> impl Iterator<Item = &Document> {
        self.documents.values()
    }

    /// The document of that name under `docs/`.
    pub fn document(&self, name: &str) -> Option<&Document> {
        self.documents.get(name)
    }

    /// A sentence of a restricted document that `text` gives away, without its white space and markup.
    pub fn given_away(&self, text: &str) -> Option<&str> {
        if self.sentinels.is_empty() {
            return None;
        }
        let text = document::skeleton(text);
        self.sentinels.iter().map(String::as_str).find(|sentence| text.contains(sentence))
    }

    /// What only restricted documents and facts say.
    pub fn restricted(&self) -> &Restricted {
        self.restricted.get_or_init(|| Restricted::of(&self.facts, self.documents(), self.profile.names()))
    }

    /// Finds the names of the profile that contain a number (`13个月继续率`, `百万美元`), longest first, without case.
    /// None when there are no such names, or too many for one automaton.
    pub(crate) fn names_with_numbers(&self) -> Option<&AhoCorasick> {
        let build = || {
            let names: BTreeSet<&str> = self.profile.names().filter(|name| is_named_number(name)).collect();
            let builder =
                AhoCorasick::builder().match_kind(MatchKind::LeftmostLongest).ascii_case_insensitive(true).build(names);
            builder.ok().filter(|automaton| automaton.patterns_len() > 0)
        };
        self.names_with_numbers.get_or_init(build).as_ref()
    }

    /// Whether `docs/` has a document of that name.
    pub fn has_document(&self, name: &str) -> bool {
        self.documents.contains_key(name)
    }

    fn add_documents(&mut self, path: &Path, text: Option<&str>) {
        for document in document::read(path, text, &self.profile) {
            self.documents.insert(document.name.clone(), document);
        }
    }

    fn read_facts(&mut self, file: &str, text: &str, faults: &mut Vec<Fault>) {
        let mut fault = |line: usize, kind: FaultKind| {
            faults.push(Fault { place: FileLine { file: file.to_owned(), line }, case: None, kind });
        };
        let mut reader = csv::ReaderBuilder::new().trim(csv::Trim::All).from_reader(text.as_bytes());
        let header = match reader.headers() {
            Ok(header) => header.clone(),
            Err(kind) => return fault(1, kind.into()),
        };
        if let Some(name) = COLUMNS.into_iter().find(|name| header.iter().all(|column| column != *name)) {
            return fault(1, FaultKind::NoColumn(name));
        }
        let line = |position: Option<&csv::Position>| {
            position.map_or(0, |position| usize::try_from(position.line()).unwrap_or(usize::MAX))
        };
        for record in reader.records() {
            let row = match record {
                Ok(row) => row,
                Err(kind) => {
                    fault(line(kind.position()), kind.into());
                    continue;
                }
            };
            let read = row.deserialize(Some(&header)).map_err(FaultKind::from);
            match read.and_then(|fact: Row<'_>| fact.read(&self.profile)) {
                Ok(fact) => self.facts.push(fact),
                Err(kind) => fault(line(row.position()), kind),
            }
        }
    }
}

/// Whether a name contains a number and is more than that number: a name that is only a number would excuse it.
fn is_named_number(name: &str) -> bool {
    let numerals = numerals::find(name);
    let stated: usize = numerals.iter().map(|numeral| numeral.text.len()).sum();
    !numerals.is_empty() && stated < name.trim().len()
}

/// Columns that a facts file must have.
const COLUMNS: [&str; 7] = ["metric", "entity", "period", "value", "unit", "doc", "locator"];

/// A row of a facts file.
#[derive(Deserialize)]
struct Row<'a> {
    metric: &'a str,
    entity: &'a str,
    period: &'a str,
    channel: Option<&'a str>,
    value: &'a str,
    unit: &'a str,
    doc: &'a str,
    locator: &'a str,
    valid_as_of: Option<&'a str>,
}

impl Row<'_> {
    fn read(&self, profile: &Profile) -> Result<Fact, FaultKind> {
        let code = |column: &'static str, dimension: &Dimension, text: &str| {
            let unknown = || FaultKind::UnknownCell { column, text: text.to_owned() };
            dimension.resolve(text).map(str::to_owned).ok_or_else(unknown)
        };
        let channel = self.channel.map(|text| code("channel", &profile.channels, text)).transpose()?;
        let valid_as_of = self.valid_as_of.map(read_date).transpose()?;
        if self.doc.is_empty() || self.locator.is_empty() {
            return Err(FaultKind::NoSource);
        }
        Ok(Fact {
            key: FactKey {
                metric: code("metric", &profile.metrics, self.metric)?,
                entity: code("entity", &profile.entities, self.entity)?,
                period: Period::read_in_report(self.period).ok_or_else(|| NotAPeriod(self.period.to_owned()))?,
                channel: channel.unwrap_or_else(|| TOTAL.to_owned()),
            },
            value: notation::read(self.value)?,
            unit: code("unit", &profile.units, self.unit)?,
            restricted: profile.restricts(self.doc) || profile.restricts_text(&notation::fold(self.doc)),
            source: Source { doc: self.doc.to_owned(), locator: self.locator.to_owned() },
            valid_as_of,
        })
    }
}

/// The codes of a key (metric, entity, channel) that the profile does not have.
pub(super) fn unknown_codes(profile: &Profile, codes: [&str; 3]) -> impl Iterator<Item = FaultKind> {
    let dimensions = [("metric", &profile.metrics), ("entity", &profile.entities), ("channel", &profile.channels)];
    let unknown = dimensions.into_iter().zip(codes).filter(|((_, dimension), code)| !dimension.has(code));
    unknown.map(|((what, _), code)| FaultKind::UnknownCode { what, code: code.to_owned() })
}

/// Reads a calendar day.
pub(super) fn read_date(text: &str) -> Result<Date, FaultKind> {
    text.parse().map_err(|fault| FaultKind::Date { text: text.to_owned(), fault })
}
