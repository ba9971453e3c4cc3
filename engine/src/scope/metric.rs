//! Asking back which metric is meant: none is named, one is named that the profile does not know, or one with a word that
//! makes another quantity of it. It offers names and takes none.

use super::clarification::{Clarification, OPTIONS_MAX};
use crate::code::MetricCode;
use crate::gate::Screened;
use crate::intent::{Param, Unknown};
use crate::language::numbers::numeric_content::speaks_of_numbers;
use crate::phrases::Phrases;
use crate::profile::Profile;

/// The question back where no known metric is named. What the question calls it is said, where it calls it anything, with
/// the metrics whose names are like it.
pub(super) fn unknown(
    profile: &Profile,
    question: &Screened<'_>,
    phrases: &Phrases<'_>,
    unknown: &[Unknown],
) -> Clarification {
    let all = || options(profile, phrases, profile.metrics.keys());
    let asked = question.question().text();
    // A parser's own words are not repeated: they could hold a number that nobody asked about.
    let named = unknown.iter().find(|name| name.param == Param::Metric && asked.contains(&name.raw));
    let Some(name) = named else { return Clarification::ask_first(phrases.which_metric(&all()), all()) };
    let near = options(profile, phrases, profile.metrics_like(&name.raw).into_iter());
    let text = phrases.unknown_metric(&name.raw, &near, &all());
    Clarification::ask_first(text, if near.is_empty() { all() } else { near })
}

/// The question back where a word makes another quantity of the asked metrics.
pub(super) fn qualified(
    profile: &Profile,
    phrases: &Phrases<'_>,
    asked: &[MetricCode],
    qualifier: &str,
) -> Clarification {
    let options = options(profile, phrases, nearest_metrics(profile, asked, qualifier));
    let unrepeated = speaks_of_numbers(qualifier).then(|| qualifier.to_owned());
    Clarification { unrepeated, ..Clarification::ask_first(phrases.qualified_metric(qualifier, &options), options) }
}

fn options<'a>(profile: &Profile, phrases: &Phrases<'_>, codes: impl Iterator<Item = &'a MetricCode>) -> Vec<String> {
    codes
        .filter(|code| profile.metrics.contains_key(*code))
        .take(OPTIONS_MAX)
        .map(|code| phrases.metric(code))
        .collect()
}

/// The asked metrics, and those that are named with the qualifier or with an asked metric's name in theirs.
fn nearest_metrics<'a>(
    profile: &'a Profile,
    asked: &'a [MetricCode],
    qualifier: &str,
) -> impl Iterator<Item = &'a MetricCode> {
    let qualifier = qualifier.to_lowercase();
    let names = |code: &MetricCode| -> Vec<String> {
        profile.metrics.get(code).map_or_else(Vec::new, |metric| {
            metric.label.all().chain(metric.synonyms.iter().map(String::as_str)).map(str::to_lowercase).collect()
        })
    };
    let stems: Vec<String> = asked.iter().flat_map(&names).collect();
    let others: Vec<&MetricCode> = profile
        .metrics
        .keys()
        .filter(|code| !asked.contains(code))
        .filter(|code| {
            names(code)
                .iter()
                .any(|name| name.contains(&qualifier) || stems.iter().any(|stem| name.contains(stem.as_str())))
        })
        .collect();
    asked.iter().chain(others)
}
