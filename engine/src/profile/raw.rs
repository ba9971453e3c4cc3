//! The profile as the file writes it: every table read into a shape with places, nothing compared or resolved yet.
//! Unknown keys, wrong types and absent keys are found here, in all tables at once; what the values mean together is
//! [`super::check`]'s matter.

use toml::de::DeTable;

use super::dimensions::{self, RawPolicies};
use super::extraction;
use super::fault::{Findings, Span};
use super::lists::{self, RawList};
use super::problem::{Dimension, Problem};
use super::value::{Label, Members, Text, Value, choice, key_text, label, language, switch, table, text, texts, whole};
use super::{Analyzer, ExtractionPolicy, InDocuments, Sensitivity};
use crate::lang::Lang;
use crate::period::FiscalCalendar;

/// The only schema this engine reads.
const SCHEMA: i64 = 1;

/// Everything the file says.
#[derive(Debug, Default)]
pub(super) struct Raw<'t> {
    pub(super) languages: Vec<Lang>,
    pub(super) calendar: Option<FiscalCalendar>,
    pub(super) company: Option<Label<'t>>,
    pub(super) home_entity: Option<Text<'t>>,
    pub(super) metrics: Vec<Entry<'t>>,
    pub(super) entities: Vec<Entry<'t>>,
    pub(super) channels: Vec<Entry<'t>>,
    pub(super) units: Vec<Entry<'t>>,
    pub(super) competitors: Vec<Entry<'t>>,
    pub(super) competitors_in_documents: InDocuments,
    pub(super) sensitivity: RawSensitivity<'t>,
    pub(super) colors: Vec<RawColor<'t>>,
    pub(super) lists: Vec<RawList<'t>>,
    pub(super) analyzer: Analyzer,
    pub(super) policies: RawPolicies<'t>,
    pub(super) extraction: ExtractionPolicy,
}

/// One member of a table of codes.
#[derive(Debug)]
pub(super) struct Entry<'t> {
    pub(super) code: Text<'t>,
    pub(super) label: Option<Label<'t>>,
    /// Synonyms or aliases.
    pub(super) wordings: Vec<Text<'t>>,
    /// A metric's unit, an entity's geography; the other tables have none.
    pub(super) attribute: Option<Text<'t>>,
}

/// `[sensitivity]`.
#[derive(Debug, Default)]
pub(super) struct RawSensitivity<'t> {
    pub(super) default: Option<Sensitivity>,
    pub(super) patterns: Vec<Text<'t>>,
    pub(super) keywords: Vec<Text<'t>>,
}

/// One `[colors.X]`.
#[derive(Debug)]
pub(super) struct RawColor<'t> {
    pub(super) tag: Text<'t>,
    pub(super) rgb: Vec<Text<'t>>,
    pub(super) labels: Vec<Text<'t>>,
    pub(super) answers: bool,
}

impl<'t> Raw<'t> {
    /// Reads the whole tree.
    pub(super) fn read(top: &'t DeTable<'t>, found: &mut Findings) -> Self {
        let mut top = Members::new("the profile".into(), Span { start: 0, end: 0 }, top, found);
        top.required("schema", "schema = 1", schema);
        let (languages, calendar) = (top.read("languages", languages), top.read("fiscal_year_end_month", calendar));
        let home_at = top.span_of("home");
        let (company, home_entity) =
            top.required("home", "[home]", |key, value, found| home(key, home_at, value, found).unwrap_or_default());
        let (competitors, competitors_in_documents) = top.read("competitors", competitors);
        let raw = Self {
            competitors,
            competitors_in_documents,
            languages,
            calendar,
            company,
            home_entity,
            metrics: top
                .required("metrics", "[metrics.CODE]", |_, value, found| entries(Dimension::Metric, value, found)),
            entities: top
                .required("entities", "[entities.CODE]", |_, value, found| entries(Dimension::Entity, value, found)),
            channels: top.read("channels", |_, value, found| entries(Dimension::Channel, value, found)),
            units: top.read("units", |_, value, found| entries(Dimension::Unit, value, found)),
            sensitivity: top.read("sensitivity", sensitivity),
            colors: top.read("colors", colors),
            lists: lists::read(&mut top),
            analyzer: top.read("retrieval", retrieval),
            policies: top.read("dimensions", dimensions::read),
            extraction: top.read("extraction", extraction::read),
        };
        top.close();
        raw
    }
}

/// The company's label, and the entity that is meant when nobody is named.
type Home<'t> = (Option<Label<'t>>, Option<Text<'t>>);

fn home<'t>(key: &str, at: Span, value: &'t Value<'t>, found: &mut Findings) -> Option<Home<'t>> {
    let mut home = Members::new("[home]".into(), at, table(key, value, found)?, found);
    let company = home.required("company", "company = \"…\"", label);
    let entity = home.required("entity", "entity = \"CODE\"", text);
    home.close();
    Some((company, entity))
}

fn schema<'t>(key: &str, value: &'t Value<'t>, found: &mut Findings) {
    if let Some((number, written)) = whole(key, value, found)
        && number != Some(SCHEMA)
    {
        found.add(value.span(), Problem::Schema { found: written });
    }
}

fn languages<'t>(key: &str, value: &'t Value<'t>, found: &mut Findings) -> Vec<Lang> {
    let mut languages = Vec::new();
    for text in some_texts(key, key, "languages = [\"zh\", \"en\"]", value, found) {
        match language(key, text, found) {
            Some(lang) if languages.contains(&lang) => {
                found.add(text.at, Problem::DuplicateLanguage { lang });
            }
            lang => languages.extend(lang),
        }
    }
    languages
}

fn calendar<'t>(key: &str, value: &'t Value<'t>, found: &mut Findings) -> Option<FiscalCalendar> {
    let (number, written) = whole(key, value, found)?;
    let calendar = number.and_then(FiscalCalendar::ending_in);
    if calendar.is_none() {
        found.add(value.span(), Problem::Month { found: written });
    }
    calendar
}

fn entries<'t>(dimension: Dimension, value: &'t Value<'t>, found: &mut Findings) -> Vec<Entry<'t>> {
    let name = dimension.table();
    let Some(members) = table(name, value, found) else {
        return Vec::new();
    };
    if members.is_empty() && matches!(dimension, Dimension::Metric | Dimension::Entity) {
        let example = if dimension == Dimension::Metric { "[metrics.CODE]" } else { "[entities.CODE]" };
        found.add(value.span(), Problem::Empty { what: format!("[{name}]"), example });
    }
    let codes = members.iter().map(|(code, value)| (key_text(code), value));
    let codes = codes.filter(|(code, _)| dimension != Dimension::Competitor || code.text != IN_DOCUMENTS);
    codes.filter_map(|(code, value)| entry(dimension, code, value, found)).collect()
}

/// The key of `[competitors]` that is no competitor's code.
const IN_DOCUMENTS: &str = "in_documents";

fn competitors<'t>(_: &str, value: &'t Value<'t>, found: &mut Findings) -> (Vec<Entry<'t>>, InDocuments) {
    const CHOICES: [(&str, InDocuments); 3] =
        [("drop", InDocuments::Drop), ("mask", InDocuments::Mask), ("allow", InDocuments::Allow)];
    let written = value.get_ref().as_table().and_then(|members| members.get(IN_DOCUMENTS));
    let written = written.and_then(|value| text(IN_DOCUMENTS, value, found));
    let policy = written.and_then(|written| choice(IN_DOCUMENTS, written, &CHOICES, found));
    (entries(Dimension::Competitor, value, found), policy.unwrap_or_default())
}

fn entry<'t>(dimension: Dimension, code: Text<'t>, value: &'t Value<'t>, found: &mut Findings) -> Option<Entry<'t>> {
    let mut members = Members::of_code(dimension.table(), code, value, found)?;
    let wordings = match dimension {
        Dimension::Metric | Dimension::Entity | Dimension::Channel => "synonyms",
        Dimension::Unit | Dimension::Competitor | Dimension::Home => "aliases",
    };
    let entry = Entry {
        code,
        label: members.read("label", label),
        wordings: members.read(wordings, texts),
        attribute: match dimension {
            Dimension::Metric => members.required("unit", "unit = \"CODE\"", text),
            Dimension::Entity => members.read("geography", text),
            _ => None,
        },
    };
    members.close();
    Some(entry)
}

fn sensitivity<'t>(key: &str, value: &'t Value<'t>, found: &mut Findings) -> RawSensitivity<'t> {
    let Some(mut members) = Members::of(key, value, found) else { return RawSensitivity::default() };
    let raw = RawSensitivity {
        default: members.read("default", lists::sensitivity),
        patterns: members.read("restricted_filename_patterns", texts),
        keywords: members.read("restricted_keywords", texts),
    };
    members.close();
    raw
}

fn colors<'t>(key: &str, value: &'t Value<'t>, found: &mut Findings) -> Vec<RawColor<'t>> {
    let members = table(key, value, found).into_iter().flatten();
    members.filter_map(|(tag, value)| color(key_text(tag), value, found)).collect()
}

fn color<'t>(tag: Text<'t>, value: &'t Value<'t>, found: &mut Findings) -> Option<RawColor<'t>> {
    const RGB: &str = "rgb = [\"FFF2CC\"]";
    let mut members = Members::of_code("colors", tag, value, found)?;
    let rgb = |key: &str, value: &'t Value<'t>, found: &mut Findings| {
        some_texts(key, &format!("rgb of [colors.{}]", tag.text), RGB, value, found)
    };
    let color = RawColor {
        tag,
        // A tag that words state needs no colour.
        rgb: if members.has("labels") { members.read("rgb", rgb) } else { members.required("rgb", RGB, rgb) },
        labels: members.read("labels", texts),
        // A meaning that may or may not answer is never guessed.
        answers: members.required("answers", "answers = false", switch).unwrap_or_default(),
    };
    members.close();
    Some(color)
}

fn retrieval<'t>(key: &str, value: &'t Value<'t>, found: &mut Findings) -> Analyzer {
    const ANALYZERS: [(&str, Analyzer); 2] = [("standard", Analyzer::Standard), ("english", Analyzer::English)];
    let Some(mut members) = Members::of(key, value, found) else { return Analyzer::default() };
    let analyzer =
        members.read("analyzer", |key, value, found| choice(key, text(key, value, found)?, &ANALYZERS, found));
    members.close();
    analyzer.unwrap_or_default()
}

/// The texts of a list that needs at least one.
fn some_texts<'t>(
    key: &str,
    what: &str,
    example: &'static str,
    value: &'t Value<'t>,
    found: &mut Findings,
) -> Vec<Text<'t>> {
    if value.get_ref().as_array().is_some_and(|members| members.is_empty()) {
        found.add(value.span(), Problem::Empty { what: what.to_owned(), example });
    }
    texts(key, value, found)
}
