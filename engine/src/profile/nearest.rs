//! Known names that are like an unknown one, for a message. They are only ever offered, never taken.

use std::collections::BTreeSet;

use super::{LocalText, Profile};
use crate::code::MetricCode;
use crate::lang::is_cjk;

/// Which names are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Names {
    Metrics,
    Entities,
    Channels,
    Units,
}

/// A name that is like the unknown one, and the label of what it names.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Near<'a> {
    pub(crate) name: &'a str,
    pub(crate) label: &'a LocalText,
}

/// How alike two names must be to be offered (Jaro–Winkler, 1 = equal).
const ALIKE_MIN: f64 = 0.88;
/// The longest text for which a name is offered, in bytes; the comparison is quadratic in it.
const TEXT_BYTES_MAX: usize = 120;

impl Profile {
    /// The name most like `text`, if one is like it at all. Compares with every name of the dimension.
    pub(crate) fn nearest(&self, names: Names, text: &str) -> Option<Near<'_>> {
        if text.len() > TEXT_BYTES_MAX {
            return None;
        }
        let entries: Box<dyn Iterator<Item = (&str, &LocalText, &Vec<String>)>> = match names {
            Names::Metrics => Box::new(self.metrics.iter().map(|(code, m)| (code.as_str(), &m.label, &m.synonyms))),
            Names::Entities => Box::new(self.entities.iter().map(|(code, e)| (code.as_str(), &e.label, &e.synonyms))),
            Names::Channels => Box::new(self.channels.iter().map(|(code, c)| (code.as_str(), &c.label, &c.synonyms))),
            Names::Units => Box::new(self.units.iter().map(|(code, u)| (code.as_str(), &u.label, &u.aliases))),
        };
        let text = text.to_lowercase();
        entries
            .flat_map(|(code, label, synonyms)| label.names(code, synonyms).map(move |name| Near { name, label }))
            .map(|near| (strsim::jaro_winkler(&near.name.to_lowercase(), &text), near))
            .filter(|(alike, _)| *alike >= ALIKE_MIN)
            .max_by(|a, b| a.0.total_cmp(&b.0))
            .map(|(_, near)| near)
    }

    /// The metrics that share a word with `text` (of Chinese, two neighbouring characters), in the order of the profile.
    pub(crate) fn metrics_like(&self, text: &str) -> Vec<&MetricCode> {
        let asked = words(text);
        let named = |code: &&MetricCode| {
            self.metrics.get(*code).is_some_and(|metric| {
                let mut names = metric.label.all().chain(metric.synonyms.iter().map(String::as_str));
                names.any(|name| !words(name).is_disjoint(&asked))
            })
        };
        self.metrics.keys().filter(named).collect()
    }
}

/// The words of a name in small letters without a plural's ending, and the neighbouring characters of its Chinese.
fn words(name: &str) -> BTreeSet<String> {
    let lower = name.to_lowercase();
    let latin =
        lower.split(|c: char| !c.is_alphanumeric() || is_cjk(c)).map(|word| word.trim_end_matches('s').to_owned());
    let characters: Vec<char> = lower.chars().collect();
    let pairs = characters.windows(2).filter(|pair| pair.iter().all(|c| is_cjk(*c))).map(|pair| pair.iter().collect());
    latin.filter(|word| word.len() > 2).chain(pairs).collect()
}
