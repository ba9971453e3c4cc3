//! From the checked file to the [`Profile`]: defaults are filled in here and nowhere else. It finds no faults; it is
//! given only what [`super::check`] has passed.

use std::collections::HashSet;

use super::raw::{Entry, Raw, RawSensitivity};
use super::value::{Label, Text};
use super::{
    Channel, ColorTag, Competitor, Entity, Home, LocalText, Metric, MissingPolicy, Profile, Sensitivity,
    SensitivityPolicy, TOTAL_EN, TOTAL_ZH, Unit, WhenMissing, WordLists,
};
use crate::code::{ChannelCode, EntityCode, MetricCode, UnitCode};
use crate::lang::Lang;
use crate::period::FiscalCalendar;
use crate::text::TextView;

/// The profile, or `None` where a required part is absent (which the reader has reported).
pub(super) fn build(raw: Raw<'_>) -> Option<Profile> {
    let languages = if raw.languages.is_empty() { vec![Lang::Zh, Lang::En] } else { raw.languages };
    let text = |label: Option<Label<'_>>, code: &str| local_text(label, code, &languages);
    let home_entity = raw.home_entity?;
    let mut metrics = indexmap::IndexMap::with_capacity(raw.metrics.len());
    for entry in raw.metrics {
        let unit = UnitCode::new(entry.attribute?.text);
        let metric = Metric { label: text(entry.label, entry.code.text), synonyms: owned(&entry.wordings), unit };
        metrics.insert(MetricCode::new(entry.code.text), metric);
    }
    let entities = raw.entities.into_iter().map(|entry| {
        let geography = entry.attribute.map(|geography| geography.text.to_owned());
        let entity = Entity { label: text(entry.label, entry.code.text), synonyms: owned(&entry.wordings), geography };
        (EntityCode::new(entry.code.text), entity)
    });
    let units = raw.units.into_iter().map(|entry| {
        let unit = Unit { label: text(entry.label, entry.code.text), aliases: owned(&entry.wordings) };
        (UnitCode::new(entry.code.text), unit)
    });
    let competitors = raw.competitors.into_iter().map(|entry| {
        let aliases = every_name(&entry);
        let competitor = Competitor { label: text(entry.label, entry.code.text), aliases };
        (entry.code.text.to_owned(), competitor)
    });
    let colors = raw.colors.into_iter().map(|color| {
        let rgb = color.rgb.iter().map(|rgb| rgb.text.to_ascii_uppercase()).collect();
        (color.tag.text.to_owned(), ColorTag { rgb, labels: owned(&color.labels), answers: color.answers })
    });
    Some(Profile {
        calendar: raw.calendar.or_else(|| FiscalCalendar::ending_in(12))?,
        home: Home { company: text(raw.company, home_entity.text), entity: EntityCode::new(home_entity.text) },
        metrics,
        entities: entities.collect(),
        channels: channels(raw.channels, &languages),
        units: units.collect(),
        competitors: competitors.collect(),
        competitors_in_documents: raw.competitors_in_documents,
        sensitivity: sensitivity(&raw.sensitivity),
        missing: MissingPolicy {
            entity: raw.policies.entity.unwrap_or(WhenMissing::Assume),
            period: raw.policies.period.unwrap_or(WhenMissing::Assume),
        },
        default_channel: raw
            .policies
            .channel_default
            .map_or_else(ChannelCode::total, |code| ChannelCode::new(code.text)),
        analyzer: raw.analyzer,
        words: WordLists { lists: raw.lists.iter().map(|list| (list.name.to_owned(), owned(&list.words))).collect() },
        colors: colors.collect(),
        extraction: raw.extraction,
        languages,
    })
}

/// Channels in file order; an unwritten TOTAL comes first, and a TOTAL without a label gets the usual one.
fn channels(entries: Vec<Entry<'_>>, languages: &[Lang]) -> indexmap::IndexMap<ChannelCode, Channel> {
    let total = || {
        let by_lang = [(Lang::Zh, TOTAL_ZH.to_owned()), (Lang::En, TOTAL_EN.to_owned())].into();
        let preferred = languages.first().copied().unwrap_or(Lang::Zh);
        LocalText { fallback: if preferred == Lang::Zh { TOTAL_ZH } else { TOTAL_EN }.to_owned(), by_lang }
    };
    let mut channels = indexmap::IndexMap::with_capacity(entries.len() + 1);
    if !entries.iter().any(|entry| entry.code.text == ChannelCode::TOTAL) {
        channels.insert(ChannelCode::total(), Channel { label: total(), synonyms: Vec::new() });
    }
    for entry in entries {
        let code = ChannelCode::new(entry.code.text);
        let label = match entry.label {
            None if code.is_total() => total(),
            label => local_text(label, entry.code.text, languages),
        };
        channels.insert(code, Channel { label, synonyms: owned(&entry.wordings) });
    }
    channels
}

/// A label; where there is none, the code. A text for the most preferred language stands in for the others.
fn local_text(label: Option<Label<'_>>, code: &str, languages: &[Lang]) -> LocalText {
    let label = label.unwrap_or_default();
    let by_lang: std::collections::BTreeMap<Lang, String> =
        label.by_lang.iter().map(|(lang, text)| (*lang, text.text.to_owned())).collect();
    let preferred = languages.iter().find_map(|lang| by_lang.get(lang)).or_else(|| by_lang.values().next());
    let fallback = match (label.plain, preferred) {
        (Some(plain), _) => plain.text.to_owned(),
        (None, Some(preferred)) => preferred.clone(),
        (None, None) => code.to_owned(),
    };
    LocalText { fallback, by_lang }
}

/// Aliases, labels and code of a competitor, each once in its compared form.
fn every_name(entry: &Entry<'_>) -> Vec<String> {
    let mut seen = HashSet::new();
    let labels = entry.label.iter().flat_map(Label::texts);
    let names = entry.wordings.iter().copied().chain(labels).chain(std::iter::once(entry.code));
    names.filter(|name| seen.insert(TextView::fold(name.text))).map(|name| name.text.to_owned()).collect()
}

fn sensitivity(raw: &RawSensitivity<'_>) -> SensitivityPolicy {
    SensitivityPolicy {
        default: raw.default.unwrap_or(Sensitivity::Internal),
        restricted_filename_patterns: owned(&raw.patterns),
        restricted_keywords: owned(&raw.keywords),
    }
}

fn owned(texts: &[Text<'_>]) -> Vec<String> {
    texts.iter().map(|text| text.text.to_owned()).collect()
}
