//! The security gate: finds every competitor's name in the raw question, however it is dressed up, before anything else
//! runs. It reads nothing but the question and the profile's competitors, decides nothing about the answer, and nothing
//! may replace it.
//!
//! A name is found through spaces, line breaks, punctuation, symbols, emoji, marks and invisible characters between its
//! letters; glued to other words by a change of case or script, a period or the mark of a plural; in any case, width,
//! style, box, circle or flag; in look-alike letters of other scripts; in traditional,
//! regional or Japanese characters; and with digits or signs for letters. The module `name` has the rules that keep
//! ordinary words, numbers and amounts out. No name is found across the end of a clause, unless every letter stands apart.
//!
//! Out of its reach, because no table folds them without refusing ordinary text: other names of the company (homophones,
//! nicknames, translations, misspellings), characters taken apart (立兄 for 竞), letters left out, doubled or reversed,
//! digits between the letters, escapes (`&#x7ADE;`, `%E7`), and text in tag characters alone.

mod edge;
mod name;
mod neighbours;
mod outline;
mod screen;
mod screened;
mod spelling;

use std::ops::Range;
use std::sync::Arc;

use aho_corasick::{AhoCorasick, AhoCorasickKind};

use self::name::Name;
use self::spelling::{Unit, spell, up_to};
use crate::profile::Profile;
use crate::text::letters::Kind;
use crate::text::{Lexicon, LexiconBuilder, TextView};

pub use outline::{Outline, Outliner};
pub use screen::CompetitorScreen;
pub use screened::Screened;

/// Every competitor's names, ready to be found. Clones share them.
#[derive(Debug, Clone)]
pub struct SecurityGate {
    known: Arc<Known>,
}

#[derive(Debug)]
struct Known {
    /// Keys of the competitors, in profile order.
    competitors: Vec<String>,
    /// What the automaton's patterns stand for.
    names: Vec<Name>,
    automaton: AhoCorasick,
    /// Names that folding would empty: compared as written.
    literal: Option<Lexicon<usize>>,
}

/// What the gate saw in one question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Screening {
    /// The names found, in text order and without overlaps: leftmost first, the longest of those that begin together.
    pub hits: Vec<CompetitorHit>,
    /// Everything that belongs to some name, overlapping ones included. Ascending, disjoint.
    covered: Vec<Range<usize>>,
}

/// A competitor's name in a question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CompetitorHit {
    /// The competitor's key in the profile.
    pub competitor: String,
    /// Bytes of the original question, from the first character of the name to the last, with all that stands between.
    pub span: Range<usize>,
}

/// A name found: where, and whose.
type Find = (Range<usize>, usize);

impl SecurityGate {
    /// Takes every alias and every label of the profile's competitors. Of two competitors with one name the first wins.
    ///
    /// # Panics
    /// When the names exceed the automaton's two billion states, that is about 2 GiB of aliases.
    #[allow(clippy::expect_used, reason = "a gate that opens because it could not be built would be worse")]
    pub fn new(profile: &Profile) -> Self {
        let mut names = Vec::new();
        let mut literal = LexiconBuilder::default();
        let mut any_literal = false;
        for (index, competitor) in profile.competitors.values().enumerate() {
            for alias in competitor.aliases.iter().map(String::as_str).chain(competitor.label.all()) {
                if let Some(name) = Name::new(index, alias) {
                    names.push(name);
                } else {
                    literal.add(alias, index);
                    any_literal = true;
                }
            }
        }
        let automaton = AhoCorasick::builder()
            .kind(Some(AhoCorasickKind::ContiguousNFA))
            .build(names.iter().map(Name::pattern))
            .expect("names fit an automaton");
        let literal = any_literal.then(|| literal.build().expect("names fit an automaton"));
        let competitors = profile.competitors.keys().cloned().collect();
        Self { known: Arc::new(Known { competitors, names, automaton, literal }) }
    }

    /// A gate that knows no competitor.
    pub(super) fn of_nobody() -> Self {
        let nobody: [&str; 0] = [];
        #[allow(clippy::expect_used, reason = "no pattern always fits")]
        let automaton = AhoCorasick::new(nobody).expect("no pattern fits an automaton");
        Self { known: Arc::new(Known { competitors: Vec::new(), names: Vec::new(), automaton, literal: None }) }
    }

    /// Finds the competitors that `question` names. Linear in its length.
    pub fn screen(&self, question: &str) -> Screening {
        let known = &*self.known;
        if known.competitors.is_empty() {
            return Screening { hits: Vec::new(), covered: Vec::new() };
        }
        let units = spell(question);
        let mut finds = Vec::new();
        known.find(question, &up_to(&units, Kind::Letter), &mut finds);
        for kind in [Kind::Ornament, Kind::Sign] {
            if units.iter().any(|unit| unit.kind == kind) {
                known.find(question, &up_to(&units, kind), &mut finds);
            }
        }
        known.find_literal(question, &mut finds);
        finds.sort_by(|(a, x), (b, y)| a.start.cmp(&b.start).then(b.end.cmp(&a.end)).then(x.cmp(y)));
        Screening { hits: known.hits(&finds), covered: covered(&finds) }
    }
}

impl Known {
    fn find(&self, source: &str, text: &[Unit], finds: &mut Vec<Find>) {
        let classes: String = text.iter().map(|unit| unit.class).collect();
        let mut units_read = 0;
        let mut bytes_read = 0;
        // Overlapping matches, since the longest candidate may fail where a shorter one holds; they come by their end.
        for found in self.automaton.find_overlapping_iter(&classes) {
            while bytes_read < found.end() {
                bytes_read += text[units_read].class.len_utf8();
                units_read += 1;
            }
            let name = &self.names[found.pattern().as_usize()];
            let at = units_read - name.len()..units_read;
            if name.is_at(source, text, at.clone()) {
                finds.push((text[at.start].start..text[at.end - 1].end, name.competitor));
            }
        }
    }

    fn find_literal(&self, question: &str, finds: &mut Vec<Find>) {
        if let Some(literal) = &self.literal {
            let view = TextView::new(question);
            let mentions = literal.find(view.text(), &[]).into_iter();
            finds.extend(mentions.map(|mention| (view.source_span(mention.span), mention.tag)));
        }
    }

    fn hits(&self, finds: &[Find]) -> Vec<CompetitorHit> {
        let mut hits: Vec<CompetitorHit> = Vec::new();
        for (span, competitor) in finds {
            if hits.last().is_none_or(|last| span.start >= last.span.end) {
                hits.push(CompetitorHit { competitor: self.competitors[*competitor].clone(), span: span.clone() });
            }
        }
        hits
    }
}

/// The union of the finds, which are sorted by their start.
fn covered(finds: &[Find]) -> Vec<Range<usize>> {
    let mut covered: Vec<Range<usize>> = Vec::new();
    for (span, _) in finds {
        match covered.last_mut() {
            Some(last) if span.start < last.end => last.end = last.end.max(span.end),
            _ => covered.push(span.clone()),
        }
    }
    covered
}

impl Screening {
    /// Whether the question names no competitor.
    pub fn is_clear(&self) -> bool {
        self.hits.is_empty()
    }

    /// The screened `question` with spaces for every byte of a name, overlapping names included, so that spans of the
    /// result are spans of the question and no part of a name is read as something else.
    pub fn masked(&self, question: &str) -> String {
        let mut masked = String::with_capacity(question.len());
        let mut covered = self.covered.iter().peekable();
        for (start, c) in question.char_indices() {
            while covered.next_if(|span| span.end <= start).is_some() {}
            if covered.peek().is_some_and(|span| span.start <= start) {
                masked.extend(std::iter::repeat_n(' ', c.len_utf8()));
            } else {
                masked.push(c);
            }
        }
        masked
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
