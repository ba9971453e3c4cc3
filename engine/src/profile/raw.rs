//! The profile as the file writes it: every table read into a shape with places, nothing compared or resolved yet.
//! Unknown keys, wrong types and absent keys are found here, in all tables at once; what the values mean together is
//! [`super::check`]'s matter.

use toml::de::DeTable;

use super::dimensions::{self, RawPolicies};
use super::extraction;
use super::fault::{Findings, Span};
use super::lists::{self, RawList};
use super::problem::{Dimension, Problem};
use super::value::{Label, Text, Value, key_text, label, language, switch, table, text, texts, unknown_key, whole};
use super::{Analyzer, ExtractionPolicy, Sensitivity};
use crate::lang::Lang;
use crate::period::FiscalCalendar;

/// The only schema this engine reads.
const SCHEMA: i64 = 1;

// In code: keys of the profile's own format.
const TOP: [&str; 16] = [
    "schema",
    "languages",
    "fiscal_year_end_month",
    "home",
    "metrics",
    "entities",
    "channels",
    "competitors",
    "units",
    "sensitivity",
    "colors",
    "cues",
    "qualifiers",
    "retrieval",
    "dimensions",
    "extraction",
];

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
        let mut raw = Self::default();
        for (key, value) in top {
            let key = key_text(key);
            match key.text {
                "schema" => schema(value, found),
                "languages" => raw.languages = languages(value, found),
                "fiscal_year_end_month" => raw.calendar = calendar(value, found),
                "home" => raw.read_home(key, value, found),
                "metrics" => raw.metrics = entries(Dimension::Metric, value, found),
                "entities" => raw.entities = entries(Dimension::Entity, value, found),
                "channels" => raw.channels = entries(Dimension::Channel, value, found),
                "units" => raw.units = entries(Dimension::Unit, value, found),
                "competitors" => raw.competitors = entries(Dimension::Competitor, value, found),
                "sensitivity" => raw.sensitivity = sensitivity(value, found),
                "colors" => raw.colors = colors(value, found),
                "cues" => lists::read_cues(value, &mut raw.lists, found),
                "qualifiers" => lists::read_qualifiers(value, &mut raw.lists, found),
                "retrieval" => raw.analyzer = retrieval(value, found),
                "dimensions" => raw.policies = dimensions::read(value, found),
                "extraction" => raw.extraction = extraction::read(value, found),
                _ => unknown_key(key, "the profile", &TOP, found),
            }
        }
        let required = [
            ("schema", "schema = 1"),
            ("home", "[home]"),
            ("metrics", "[metrics.CODE]"),
            ("entities", "[entities.CODE]"),
        ];
        for (key, example) in required.into_iter().filter(|(key, _)| !top.contains_key(*key)) {
            let problem = Problem::MissingKey { key, table: "the profile".into(), example };
            found.add(Span { start: 0, end: 0 }, problem);
        }
        raw
    }

    fn read_home(&mut self, at: Text<'_>, value: &'t Value<'t>, found: &mut Findings) {
        let Some(home) = table("home", value, found) else {
            return;
        };
        for (key, value) in home {
            let key = key_text(key);
            match key.text {
                "company" => self.company = label("company", value, found),
                "entity" => self.home_entity = text("entity", value, found),
                _ => unknown_key(key, "[home]", entry_keys(Dimension::Home), found),
            }
        }
        let required = [("company", "company = \"…\""), ("entity", "entity = \"CODE\"")];
        for (key, example) in required.into_iter().filter(|(key, _)| !home.contains_key(*key)) {
            found.add(at.at, Problem::MissingKey { key, table: "[home]".into(), example });
        }
    }
}

fn schema<'t>(value: &'t Value<'t>, found: &mut Findings) {
    if let Some((number, written)) = whole("schema", value, found)
        && number != Some(SCHEMA)
    {
        found.add(value.span(), Problem::Schema { found: written });
    }
}

fn languages<'t>(value: &'t Value<'t>, found: &mut Findings) -> Vec<Lang> {
    let written = texts("languages", value, found);
    if written.is_empty() && value.get_ref().as_array().is_some_and(|members| members.is_empty()) {
        let problem = Problem::Empty { what: "languages".into(), example: "languages = [\"zh\", \"en\"]" };
        found.add(value.span(), problem);
    }
    let mut languages = Vec::new();
    for text in written {
        match language("languages", text, found) {
            Some(lang) if languages.contains(&lang) => {
                found.add(text.at, Problem::DuplicateLanguage { lang: lang.as_str() });
            }
            lang => languages.extend(lang),
        }
    }
    languages
}

fn calendar<'t>(value: &'t Value<'t>, found: &mut Findings) -> Option<FiscalCalendar> {
    let (number, written) = whole("fiscal_year_end_month", value, found)?;
    let calendar = number.and_then(FiscalCalendar::ending_in);
    if calendar.is_none() {
        found.add(value.span(), Problem::Month { found: written });
    }
    calendar
}

/// What the tables of codes call their wordings and their attribute.
fn entry_keys(dimension: Dimension) -> &'static [&'static str] {
    match dimension {
        Dimension::Metric => &["label", "synonyms", "unit"],
        Dimension::Entity => &["label", "synonyms", "geography"],
        Dimension::Channel => &["label", "synonyms"],
        Dimension::Unit | Dimension::Competitor => &["label", "aliases"],
        Dimension::Home => &["company", "entity"],
    }
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
    members.iter().filter_map(|(code, value)| entry(dimension, key_text(code), value, found)).collect()
}

fn entry<'t>(dimension: Dimension, code: Text<'t>, value: &'t Value<'t>, found: &mut Findings) -> Option<Entry<'t>> {
    let members = table(code.text, value, found)?;
    let keys = entry_keys(dimension);
    let mut entry = Entry { code, label: None, wordings: Vec::new(), attribute: None };
    for (key, value) in members {
        let key = key_text(key);
        match key.text {
            "label" => entry.label = label("label", value, found),
            word if word == keys[1] => entry.wordings = texts(word, value, found),
            word if keys.get(2) == Some(&word) => entry.attribute = text(word, value, found),
            _ => unknown_key(key, &format!("[{}.{}]", dimension.table(), code.text), keys, found),
        }
    }
    if dimension == Dimension::Metric && !members.contains_key("unit") {
        let table = format!("[metrics.{}]", code.text);
        found.add(code.at, Problem::MissingKey { key: "unit", table, example: "unit = \"CODE\"" });
    }
    Some(entry)
}

fn sensitivity<'t>(value: &'t Value<'t>, found: &mut Findings) -> RawSensitivity<'t> {
    const KEYS: [&str; 3] = ["default", "restricted_filename_patterns", "restricted_keywords"];
    let mut raw = RawSensitivity::default();
    let Some(members) = table("sensitivity", value, found) else {
        return raw;
    };
    for (key, value) in members {
        let key = key_text(key);
        match key.text {
            "default" => {
                let written = text("default", value, found);
                raw.default = written.and_then(|written| super::lists::sensitivity(written, found));
            }
            "restricted_filename_patterns" => raw.patterns = texts(key.text, value, found),
            "restricted_keywords" => raw.keywords = texts(key.text, value, found),
            _ => unknown_key(key, "[sensitivity]", &KEYS, found),
        }
    }
    raw
}

fn colors<'t>(value: &'t Value<'t>, found: &mut Findings) -> Vec<RawColor<'t>> {
    let Some(members) = table("colors", value, found) else {
        return Vec::new();
    };
    members.iter().filter_map(|(tag, value)| color(key_text(tag), value, found)).collect()
}

fn color<'t>(tag: Text<'t>, value: &'t Value<'t>, found: &mut Findings) -> Option<RawColor<'t>> {
    let name = || format!("[colors.{}]", tag.text);
    let members = table(tag.text, value, found)?;
    let mut color = RawColor { tag, rgb: Vec::new(), labels: Vec::new(), answers: false };
    for (key, value) in members {
        let key = key_text(key);
        match key.text {
            "rgb" => {
                color.rgb = texts("rgb", value, found);
                if value.get_ref().as_array().is_some_and(|members| members.is_empty()) {
                    let what = format!("rgb of {}", name());
                    found.add(value.span(), Problem::Empty { what, example: "rgb = [\"FFF2CC\"]" });
                }
            }
            "labels" => color.labels = texts("labels", value, found),
            "answers" => color.answers = switch("answers", value, found).unwrap_or_default(),
            _ => unknown_key(key, &name(), &["rgb", "labels", "answers"], found),
        }
    }
    // A meaning that may or may not answer is never guessed; a tag that words state needs no colour.
    let required = [("rgb", "rgb = [\"FFF2CC\"]"), ("answers", "answers = false")];
    let absent = |key: &str| !members.contains_key(key) && (key != "rgb" || !members.contains_key("labels"));
    for (key, example) in required.into_iter().filter(|(key, _)| absent(key)) {
        found.add(tag.at, Problem::MissingKey { key, table: name(), example });
    }
    Some(color)
}

fn retrieval<'t>(value: &'t Value<'t>, found: &mut Findings) -> Analyzer {
    const ANALYZERS: [(&str, Analyzer); 2] = [("standard", Analyzer::Standard), ("english", Analyzer::English)];
    let mut analyzer = None;
    for (key, value) in table("retrieval", value, found).into_iter().flatten() {
        let key = key_text(key);
        if key.text == "analyzer" {
            let written = text("analyzer", value, found);
            analyzer = written.and_then(|written| super::value::choice("analyzer", written, &ANALYZERS, found));
        } else {
            unknown_key(key, "[retrieval]", &["analyzer"], found);
        }
    }
    analyzer.unwrap_or_default()
}
