//! What only restricted documents and facts of a fixture say: runs of words, names (of documents, and those that they give
//! to people, places and projects), titles, and figures. Whatever an open
//! document says too gives nothing away.

use std::collections::{BTreeSet, HashSet};

use rust_decimal::Decimal;

use super::document::{Document, sequence, skeleton};
use super::fact::Fact;
use crate::numerals;

/// So many words in a row are nobody else's.
const RUN_WORDS: usize = 6;
/// Shorter names could stand anywhere.
const NAME_CHARS_MIN: usize = 4;
/// Numbers of fewer digits could mean anything.
const FIGURE_DIGITS_MIN: usize = 3;

/// What only restricted documents and facts say.
#[derive(Debug, Clone, Default)]
pub struct Restricted {
    runs: HashSet<Vec<String>>,
    /// The first words of runs, so that most texts are done with at once.
    starts: HashSet<String>,
    names: BTreeSet<String>,
    figures: BTreeSet<Decimal>,
    digits: Vec<String>,
}

impl Restricted {
    pub(super) fn of<'d>(
        facts: &[Fact],
        documents: impl Iterator<Item = &'d Document>,
        profile: impl Iterator<Item = &'d str>,
    ) -> Self {
        let (closed, open): (Vec<&Document>, Vec<&Document>) = documents.partition(|document| document.restricted);
        let (closed_facts, open_facts): (Vec<&Fact>, Vec<&Fact>) = facts.iter().partition(|fact| fact.restricted);
        let texts = |documents: &[&'d Document]| -> Vec<&'d str> {
            let all = documents.iter().flat_map(|document| document.paragraphs.iter().chain([&document.title]));
            all.map(String::as_str).collect()
        };
        let (said, open_said) = (texts(&closed), texts(&open));
        let open_runs: HashSet<Vec<String>> = open_said.iter().flat_map(|text| runs(text)).collect();
        let open_figures: BTreeSet<Decimal> = open_said
            .iter()
            .flat_map(|text| figures(text))
            .chain(open_facts.iter().map(|fact| fact.value.normalize()))
            .collect();
        let open_names = open_said.iter().copied().chain(profile).map(skeleton);
        let known: String = open_names.collect::<Vec<_>>().join("\n");
        let of_documents = closed.iter().flat_map(|document| [document.name.as_str(), document.title.as_str()]);
        let of_facts = closed_facts.iter().map(|fact| fact.source.doc.as_str());
        let names = of_documents.chain(of_facts).flat_map(|name| [name, stem(name)]).map(skeleton);
        let names = names.chain(said.iter().flat_map(|text| called(text)).map(|name| skeleton(&name)));
        let is_telling = |name: &String| name.chars().count() >= NAME_CHARS_MIN && !known.contains(name.as_str());
        let closed_figures =
            said.iter().flat_map(|text| figures(text)).chain(closed_facts.iter().map(|fact| fact.value.normalize()));
        let only_closed: HashSet<Vec<String>> =
            said.iter().flat_map(|text| runs(text)).filter(|run| !open_runs.contains(run)).collect();
        let figures: BTreeSet<Decimal> =
            closed_figures.filter(|figure| is_telling_figure(*figure) && !open_figures.contains(figure)).collect();
        Self {
            starts: only_closed.iter().filter_map(|run| run.first().cloned()).collect(),
            runs: only_closed,
            names: names.filter(is_telling).collect(),
            digits: figures.iter().map(|figure| figure.abs().to_string()).collect(),
            figures,
        }
    }

    /// Words or a name that `text` gives away; what the question says itself is no secret any more.
    pub fn given_away(&self, text: &str, question: &str) -> Option<String> {
        for words in clauses(text) {
            let mut told = words.windows(RUN_WORDS).filter(|run| self.starts.contains(&run[0]));
            let is_asked = |run: &[String]| runs(question).any(|asked| asked == run);
            if let Some(run) = told.find(|run| self.runs.contains(*run) && !is_asked(run)) {
                return Some(run.join(" "));
            }
        }
        let (text, question) = (skeleton(text), skeleton(question));
        self.names.iter().find(|name| text.contains(name.as_str()) && !question.contains(name.as_str())).cloned()
    }

    /// Whether a text has the digits of such a number; whether it states it is a longer question.
    pub fn may_state(&self, text: &str) -> bool {
        self.digits.iter().any(|digits| text.contains(digits.as_str()))
            || (text.contains(',') && {
                let text = text.replace(',', "");
                self.digits.iter().any(|digits| text.contains(digits.as_str()))
            })
    }

    /// Whether only restricted documents and facts state the number.
    pub fn has_figure(&self, value: Decimal) -> bool {
        self.figures.contains(&value.normalize())
    }
}

fn stem(name: &str) -> &str {
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}

/// Runs within a clause: across its end, words of two sentences meet by chance.
fn runs(text: &str) -> impl Iterator<Item = Vec<String>> {
    clauses(text).flat_map(|words| words.windows(RUN_WORDS).map(<[String]>::to_vec).collect::<Vec<_>>())
}

fn clauses(text: &str) -> impl Iterator<Item = Vec<String>> {
    let clauses = text.split(['。', '！', '？', '；', ';', '\n', '（', '(', '：']);
    clauses.flat_map(|clause| clause.split(". ")).map(sequence)
}

/// What a text calls by a name of its own: words between quotation marks, and two capitalised words or more in a row.
fn called(text: &str) -> Vec<String> {
    let mut names = Vec::new();
    for (open, close) in [('“', '”'), ('「', '」'), ('《', '》'), ('"', '"')] {
        let mut parts = text.split(open).skip(1);
        names.extend(parts.by_ref().filter_map(|part| Some(part.split_once(close)?.0.to_owned())));
    }
    for clause in text.split(['.', '!', '?', '\n', ':', ';', '(', ')', ',', '“', '”', '"']) {
        let words: Vec<&str> = clause.split_whitespace().collect();
        let is_name = |word: &&str| word.starts_with(char::is_uppercase) && word.chars().any(char::is_lowercase);
        let runs = words.split(|word| !is_name(word)).filter(|run| run.len() > 1);
        names.extend(runs.map(|run| run.join(" ")));
    }
    names
}

fn figures(text: &str) -> impl Iterator<Item = Decimal> {
    numerals::find(text).into_iter().filter_map(|numeral| numeral.value.map(|value| value.normalize()))
}

fn is_telling_figure(figure: Decimal) -> bool {
    figure.mantissa().unsigned_abs().to_string().len() >= FIGURE_DIGITS_MIN
}
