//! Every wording of a profile side by side, as questions are compared: claimed once, not hidden by a competitor's name,
//! not a date. All of it is one hash map and one scan, so that ten thousand entities load in a fraction of a second.

use std::collections::HashMap;
use std::ops::Range;

use super::fault::{Findings, Span};
use super::problem::{Dimension, Owner, Problem};
use super::raw::{Entry, Raw};
use super::value::Label;
use super::{TOTAL_EN, TOTAL_ZH};
use crate::code::ChannelCode;
use crate::language::periods::is_period_wording;
use crate::text::{LexiconBuilder, TextView};

/// A wording in its compared form.
struct Wording<'t> {
    /// Bytes of [`Terms::haystack`].
    folded: Range<usize>,
    written: &'t str,
    /// Where it is written; the built-in channel's wordings are written nowhere.
    at: Option<Span>,
    dimension: Dimension,
    code: &'t str,
}

impl Wording<'_> {
    fn owner(&self) -> Owner {
        Owner { dimension: self.dimension, code: self.code.to_owned() }
    }
}

/// Compared forms in one text, a line each, so that one scan finds every name in all of them.
#[derive(Default)]
struct Terms<'t> {
    haystack: String,
    list: Vec<Wording<'t>>,
}

/// Checks all wordings of the profile.
pub(super) fn check(raw: &Raw<'_>, found: &mut Findings) {
    let mut asked = Terms::default();
    if !raw.channels.iter().any(|channel| channel.code.text == ChannelCode::TOTAL) {
        for written in [ChannelCode::TOTAL, TOTAL_ZH, TOTAL_EN] {
            asked.push(Dimension::Channel, ChannelCode::TOTAL, written, None, found);
        }
    }
    asked.add(Dimension::Metric, &raw.metrics, found);
    asked.add(Dimension::Entity, &raw.entities, found);
    asked.add(Dimension::Channel, &raw.channels, found);
    asked.claims(found);
    asked.periods(found);

    let mut units = Terms::default();
    units.add(Dimension::Unit, &raw.units, found);
    units.claims(found);

    let mut competitors = Terms::default();
    competitors.add(Dimension::Competitor, &raw.competitors, found);
    competitors.claims(found);
    competitors.short_names(found);
    // The gate refuses the home company's name too if a competitor's name stands in it.
    for text in raw.company.iter().flat_map(Label::texts) {
        asked.push(Dimension::Home, "company", text.text, Some(text.at), found);
    }
    asked.hidden_by(&competitors, found);
}

impl<'t> Terms<'t> {
    fn add(&mut self, dimension: Dimension, entries: &[Entry<'t>], found: &mut Findings) {
        for entry in entries {
            let code = entry.code;
            let labels = entry.label.iter().flat_map(Label::texts);
            for text in std::iter::once(code).chain(labels).chain(entry.wordings.iter().copied()) {
                self.push(dimension, code.text, text.text, Some(text.at), found);
            }
        }
    }

    fn push(&mut self, dimension: Dimension, code: &'t str, written: &'t str, at: Option<Span>, found: &mut Findings) {
        let start = self.haystack.len();
        self.haystack.push_str(&TextView::fold(written));
        let folded = start..self.haystack.len();
        self.haystack.push('\n');
        match at {
            // A blank code is reported as a code.
            Some(at) if folded.is_empty() => {
                if written != code {
                    let owner = Owner { dimension, code: code.to_owned() }.to_string();
                    found.add(at, Problem::Blank { owner, text: written.to_owned() });
                }
            }
            at => self.list.push(Wording { folded, written, at, dimension, code }),
        }
    }

    fn folded(&self, term: &Wording<'t>) -> &str {
        self.haystack.get(term.folded.clone()).unwrap_or_default()
    }

    /// A wording belongs to one code, over all dimensions in this collection. Within one code it may repeat.
    fn claims(&self, found: &mut Findings) {
        let mut first: HashMap<&str, &Wording<'t>> = HashMap::with_capacity(self.list.len());
        for term in &self.list {
            let earlier = *first.entry(self.folded(term)).or_insert(term);
            if let Some(at) = term.at
                && (earlier.dimension, earlier.code) != (term.dimension, term.code)
            {
                let problem =
                    Problem::Claimed { term: term.written.to_owned(), owner: term.owner(), first: earlier.owner() };
                found.add_pair(at, problem, earlier.at);
            }
        }
    }

    fn periods(&self, found: &mut Findings) {
        for term in &self.list {
            if let Some(at) = term.at
                && reads_as_period(self.folded(term))
            {
                let problem = Problem::ReadsAsPeriod { term: term.written.to_owned(), owner: term.owner() };
                found.add(at, problem);
            }
        }
    }

    /// A name of one letter or character would refuse nearly every question.
    fn short_names(&self, found: &mut Findings) {
        for term in &self.list {
            let visible = self.folded(term).chars().filter(|c| c.is_alphanumeric()).count();
            if let Some(at) = term.at
                && visible < 2
            {
                let alias = term.written.to_owned();
                found.add(at, Problem::ShortAlias { alias, competitor: term.code.to_owned() });
            }
        }
    }

    /// Finds competitors' names in every wording by the rules that questions are searched by.
    fn hidden_by(&self, competitors: &Self, found: &mut Findings) {
        // Most profiles of many entities have none, and looking for nothing in all wordings takes as long as for something.
        if competitors.list.is_empty() {
            return;
        }
        let mut names = LexiconBuilder::default();
        for (index, name) in competitors.list.iter().enumerate() {
            names.add(name.written, index);
        }
        // Without an automaton (only a list of gigabytes prevents it) the gate cannot be built either, and says so.
        let Ok(names) = names.build() else { return };
        let mut last = usize::MAX;
        for mention in names.find(&self.haystack, &[]) {
            let index = self.list.partition_point(|term| term.folded.end <= mention.span.start);
            let (Some(term), Some(name)) = (self.list.get(index), competitors.list.get(mention.tag)) else {
                continue;
            };
            // One report for each wording, however many names stand in it.
            if std::mem::replace(&mut last, index) == index {
                continue;
            }
            let problem = Problem::Hidden {
                term: term.written.to_owned(),
                owner: term.owner(),
                alias: name.written.to_owned(),
                competitor: name.code.to_owned(),
            };
            match (term.at, name.at) {
                (Some(at), other) => found.add_pair(at, problem, other),
                // A built-in wording is written nowhere; the name is.
                (None, Some(at)) => found.add(at, problem),
                (None, None) => {}
            }
        }
    }
}

/// Whether a question would read all of a wording as a number or a period, so that it never finds the term in it.
fn reads_as_period(folded: &str) -> bool {
    let has_digit = folded.bytes().any(|b| b.is_ascii_digit());
    if has_digit && !folded.contains(|c: char| c.is_alphabetic() || c == '%') {
        return true;
    }
    // Most wordings hold neither digit nor time word, and are not worth the grammar.
    let worth_reading =
        has_digit || folded.contains(['年', '季', '月']) || folded.starts_with("this ") || folded.starts_with("last ");
    worth_reading && is_period_wording(folded)
}

#[cfg(test)]
mod tests;
