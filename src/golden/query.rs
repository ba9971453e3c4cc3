//! A retrieval case: a search with what a right ranking holds, how much each part of it is worth, and what must stay
//! out. One JSON object a line; reading it checks it against the documents of its fixture.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::case::FileLine;
use super::fault::{Fault, FaultKind};
use super::fixture::Fixture;
use super::relevance::{Attribute, GRADE_MAX, Item};
use super::set::{GoldenCase, field_faults, hash_of};
use crate::key::Period;

/// The languages of queries, as the tag `lang` names them; each must have one.
const LANGUAGES: [&str; 3] = ["zh", "en", "mixed"];

/// One search with what a right ranking holds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Query {
    /// Unique over all golden sets.
    pub id: String,
    /// The fixture whose documents are searched.
    pub fixture: String,
    /// Where the case is written.
    pub place: FileLine,
    /// What is searched for, exactly as it is asked.
    pub query: String,
    /// Which documents may be found: for each attribute, one of the values.
    pub filters: BTreeMap<Attribute, BTreeSet<String>>,
    /// What is relevant, with grades from 1 to [`GRADE_MAX`].
    pub relevant: BTreeMap<Item, u8>,
    /// Documents that must not be found.
    pub must_not: BTreeSet<String>,
    /// Whether the right ranking is empty.
    pub expect_empty: bool,
    /// Free labels for filters.
    pub tags: BTreeMap<String, String>,
    /// BLAKE3, in hex, of everything that is asked and demanded.
    pub hash: String,
}

/// A line as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Raw {
    id: String,
    query: String,
    #[serde(default)]
    filters: BTreeMap<String, Vec<String>>,
    relevant: BTreeMap<String, i64>,
    #[serde(default)]
    must_not: Vec<String>,
    #[serde(default)]
    expect_empty: bool,
    #[serde(default)]
    tags: BTreeMap<String, String>,
}

const FIELDS: [&str; 7] = ["id", "query", "filters", "relevant", "must_not", "expect_empty", "tags"];
const REQUIRED: [&str; 3] = ["id", "query", "relevant"];

impl GoldenCase for Query {
    fn id(&self) -> &str {
        &self.id
    }

    fn place(&self) -> &FileLine {
        &self.place
    }

    fn tags(&self) -> &BTreeMap<String, String> {
        &self.tags
    }

    fn read(line: &str, place: FileLine, fixture: &Fixture) -> Result<Self, (Option<String>, Vec<FaultKind>)> {
        let raw: Raw =
            serde_json::from_str(line).map_err(|fault| field_faults(line, fault, (&FIELDS, &REQUIRED), None))?;
        let id = raw.id.clone();
        resolve(raw, place, fixture).map_err(|faults| (Some(id), faults))
    }

    fn together(queries: &[Arc<Self>], fixtures: &BTreeMap<String, Arc<Fixture>>) -> Vec<Fault> {
        together(queries, fixtures)
    }
}

fn resolve(raw: Raw, place: FileLine, fixture: &Fixture) -> Result<Query, Vec<FaultKind>> {
    let mut faults = Vec::new();
    let empty = [("id", &raw.id), ("query", &raw.query)].into_iter().filter(|(_, text)| text.trim().is_empty());
    faults.extend(empty.map(|(field, _)| FaultKind::Empty(field)));
    let filters = read_filters(raw.filters, fixture, &mut faults);
    let must_not: BTreeSet<String> = raw.must_not.into_iter().collect();
    let unknown = must_not.iter().filter(|doc| !fixture.has_document(doc));
    faults.extend(unknown.map(|doc| FaultKind::NoSuchDocument(doc.clone())));
    let mut relevant = BTreeMap::new();
    for (key, grade) in raw.relevant {
        let item = Item::read(&key);
        faults.extend(item_faults(&item, fixture, &must_not));
        match u8::try_from(grade) {
            Ok(grade @ 1..=GRADE_MAX) => {
                relevant.insert(item, grade);
            }
            _ => faults.push(FaultKind::Grade { item: key, grade }),
        }
    }
    match (relevant.is_empty() && faults.is_empty(), raw.expect_empty) {
        (true, false) => faults.push(FaultKind::NothingRelevant),
        (false, true) if faults.is_empty() => {
            faults.push(FaultKind::Expectation(
                "`expect_empty` says that nothing is found, and `relevant` names something",
            ));
        }
        _ => {}
    }
    if !raw.tags.get("lang").is_some_and(|lang| LANGUAGES.contains(&lang.as_str())) {
        faults.push(FaultKind::Expectation("a query is tagged `lang` with zh, en or mixed"));
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    let (fixture, expect_empty) = (fixture.name.clone(), raw.expect_empty);
    let mut query = Query {
        id: raw.id,
        fixture,
        place,
        query: raw.query,
        filters,
        relevant,
        must_not,
        expect_empty,
        tags: raw.tags,
        hash: String::new(),
    };
    let Query { fixture, query: asked, filters, relevant, must_not, expect_empty, .. } = &query;
    query.hash = hash_of(&(fixture, asked, filters, relevant, must_not, expect_empty));
    Ok(query)
}

fn read_filters(
    raw: BTreeMap<String, Vec<String>>,
    fixture: &Fixture,
    faults: &mut Vec<FaultKind>,
) -> BTreeMap<Attribute, BTreeSet<String>> {
    let mut filters = BTreeMap::new();
    for (name, values) in raw {
        let Some(attribute) = Attribute::named(&name) else {
            faults.push(FaultKind::UnknownAttribute(name));
            continue;
        };
        if values.is_empty() {
            faults.push(FaultKind::Expectation("a filter without values asks for nothing; leave it out"));
        }
        let unknown = values.iter().filter(|value| !can_be(attribute, value, fixture));
        faults.extend(unknown.map(|value| FaultKind::UnknownFilterValue { attribute, value: value.clone() }));
        filters.insert(attribute, values.into_iter().collect());
    }
    filters
}

/// Whether a document of the fixture can have the value; a filter for any other is a slip of the pen.
fn can_be(attribute: Attribute, value: &str, fixture: &Fixture) -> bool {
    let in_a_head =
        || fixture.documents().any(|doc| doc.head.get(attribute.as_str()).is_some_and(|found| found == value));
    match attribute {
        Attribute::Doc => fixture.has_document(value),
        Attribute::Entity => fixture.profile.entities.has(value),
        Attribute::Period => value.parse::<Period>().is_ok(),
        Attribute::Language => ["zh", "en"].contains(&value) || in_a_head(),
        Attribute::Geography => fixture.profile.has_geography(value) || in_a_head(),
        Attribute::Topic => in_a_head(),
    }
}

fn item_faults(item: &Item, fixture: &Fixture, must_not: &BTreeSet<String>) -> Option<FaultKind> {
    let doc = || item.doc.clone();
    let Some(document) = fixture.document(&item.doc) else { return Some(FaultKind::NoSuchDocument(doc())) };
    if must_not.contains(&item.doc) {
        return Some(FaultKind::RelevantAndForbidden(doc()));
    }
    if document.restricted {
        return Some(FaultKind::RestrictedRelevant(doc()));
    }
    let outside = item.paragraphs.is_some_and(|(_, last)| last > document.paragraphs.len());
    outside.then(|| FaultKind::NoSuchPlace { item: item.to_string(), paragraphs: document.paragraphs.len() })
}

/// What the queries must be together: each only once, every language, a restricted trap for every fixture.
fn together(queries: &[Arc<Query>], fixtures: &BTreeMap<String, Arc<Fixture>>) -> Vec<Fault> {
    let mut faults = Vec::new();
    let mut by_query: HashMap<_, &Query> = HashMap::new();
    for query in queries {
        let asked = (query.fixture.as_str(), query.query.trim(), &query.filters);
        if let Some(first) = by_query.insert(asked, query) {
            let kind = FaultKind::DuplicateQuery(first.place.clone());
            faults.push(Fault { place: query.place.clone(), case: Some(query.id.clone()), kind });
        }
    }
    let Some(first) = queries.first() else { return faults };
    let whole = |query: &Query| FileLine { file: query.place.file.clone(), line: 0 };
    for language in LANGUAGES {
        if !queries.iter().any(|query| query.tags.get("lang").is_some_and(|lang| lang == language)) {
            faults.push(Fault { place: whole(first), case: None, kind: FaultKind::NoQueryIn(language) });
        }
    }
    for (name, fixture) in fixtures {
        let is_restricted = |doc: &String| fixture.document(doc).is_some_and(|doc| doc.restricted);
        let mut of_fixture = queries.iter().filter(|query| query.fixture == *name);
        let Some(first) = of_fixture.clone().next() else { continue };
        if !of_fixture.any(|query| query.must_not.iter().any(is_restricted)) {
            let kind = FaultKind::NoRestrictedTrap(name.clone());
            faults.push(Fault { place: whole(first), case: None, kind });
        }
    }
    faults
}
