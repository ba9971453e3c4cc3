//! Every wording of a profile side by side, as questions are compared: claimed once, not hidden by a competitor's name,
//! not a date. All of it is one hash map and one scan, so that ten thousand entities load in a fraction of a second.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::fault::{Findings, Span};
use super::problem::{Dimension, Owner, Problem};
use super::raw::{Entry, Raw};
use super::value::Label;
use super::{TOTAL_EN, TOTAL_ZH};
use crate::code::ChannelCode;
use crate::text::{LexiconBuilder, TextView};

/// A wording in its compared form.
struct Term<'t> {
    /// Bytes of [`Terms::haystack`].
    folded: Range<usize>,
    written: &'t str,
    /// Where it is written; the built-in channel's wordings are written nowhere.
    at: Option<Span>,
    dimension: Dimension,
    code: &'t str,
}

impl Term<'_> {
    fn owner(&self) -> Owner {
        Owner { dimension: self.dimension, code: self.code.to_owned() }
    }
}

/// Compared forms in one text, a line each, so that one scan finds every name in all of them.
#[derive(Default)]
struct Terms<'t> {
    haystack: String,
    list: Vec<Term<'t>>,
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
            at => self.list.push(Term { folded, written, at, dimension, code }),
        }
    }

    fn folded(&self, term: &Term<'t>) -> &str {
        self.haystack.get(term.folded.clone()).unwrap_or_default()
    }

    /// A wording belongs to one code, over all dimensions in this collection. Within one code it may repeat.
    fn claims(&self, found: &mut Findings) {
        let mut first: HashMap<&str, &Term<'t>> = HashMap::with_capacity(self.list.len());
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

/// Periods as questions spell them: years, fiscal years, halves, quarters and months with digits, in both languages, and
/// the relative ones. A term without any letter is a number.
static PERIOD: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?x)^(?:
            [^\p{Alphabetic}%]*[0-9][^\p{Alphabetic}%]*
          | fy\s?(?:[0-9]{2}|[0-9]{4})
          | [0-9〇零一二三四五六七八九]{2,4}\s?(?:年|财年|年度|财政年度)
          | (?:[0-9]{4}\s?|[0-9]{4}年)?(?:h[12]|[12]h|q[1-4]|[1-4]q|上半年|下半年|第?[一二三四1-4]季度|[0-9]{1,2}月)
          | (?:h[12]|[12]h|q[1-4]|[1-4]q)\s?(?:[0-9]{2}|[0-9]{4})
          | 今年|去年|前年|本季度|上季度|上个季度|本月|上个月
          | (?:this|last)\s(?:year|half|quarter|month)
        )$",
    )
    .ok()
});

fn reads_as_period(folded: &str) -> bool {
    // Most wordings hold neither digit nor time word, and are not worth the automaton.
    let worth_reading = folded.bytes().any(|b| b.is_ascii_digit())
        || folded.contains(['年', '季', '月'])
        || folded.starts_with("this ")
        || folded.starts_with("last ");
    worth_reading && PERIOD.as_ref().is_some_and(|period| period.is_match(folded))
}

#[cfg(test)]
mod tests;
