//! What a question takes for granted, held against the cited passages: "why did complaints rise" where a passage says that
//! they fell. Words for directions are compared within one clause that speaks of nothing but the subject, so a
//! contradiction is rather missed than made up; what nobody contradicts is not thereby confirmed. It weighs no numbers.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use jiff::civil::{Date, date};
use serde::Serialize;

use super::Subject;
use super::sentences::sentences;
use crate::code::EntityCode;
use crate::lang::is_cjk;
use crate::language::lists::{WordList, list, terms, words};
use crate::language::periods::scan;
use crate::passage::Passage;
use crate::period::{FiscalCalendar, Period};
use crate::profile::{Analyzer, Glossary, Term};
use crate::retrieval::tokens::Tokenizer;
use crate::text::{Lexicon, LexiconBuilder, Mention, TextView};

/// A cited passage that states the opposite of what the question takes for granted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Contradiction {
    /// The question's word for the direction.
    pub asked: String,
    /// The passage's word for the opposite one.
    pub stated: String,
    /// The number of the passage, from 1.
    pub passage: usize,
}

/// What a passage is held against.
pub(super) struct Premise<'a> {
    /// The question itself, without what leads up to it.
    pub(super) question: &'a str,
    pub(super) subject: &'a Subject,
    /// Who is meant where the question names nobody.
    pub(super) home: &'a EntityCode,
    pub(super) glossary: &'a Glossary,
    pub(super) calendar: FiscalCalendar,
}

/// The first of the cited passages that contradicts the question, unless another one bears it out.
pub(super) fn contradicted<'p>(
    premise: &Premise<'_>,
    cited: impl Iterator<Item = (usize, &'p Passage)>,
) -> Option<Contradiction> {
    let question = TextView::new(premise.question);
    let (asked, word) = direction(question.text())?;
    let mut contradiction = None;
    for (number, passage) in cited.filter(|(_, passage)| premise.is_about(passage)) {
        for (stated, stated_word) in premise.statements(passage) {
            if stated == asked {
                return None;
            }
            contradiction.get_or_insert(Contradiction { passage: number, asked: word.clone(), stated: stated_word });
        }
    }
    contradiction
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Direction {
    Up,
    Down,
    /// Slower, or as before.
    Neither,
}

static DIRECTIONS: LazyLock<Option<Lexicon<Direction>>> = LazyLock::new(|| {
    let mut builder = LexiconBuilder::default();
    for (direction, term) in terms(list!("narrative/directions.tsv")).filter_map(|line| line.split_once('\t')) {
        builder.add(
            term,
            match direction {
                "up" => Direction::Up,
                "down" => Direction::Down,
                _ => Direction::Neither,
            },
        );
    }
    // A list of some hundred words is never too large for a trie.
    builder.build().ok()
});

fn directions(text: &str) -> Vec<Mention<Direction>> {
    DIRECTIONS.as_ref().map_or_else(Vec::new, |lexicon| lexicon.find(text, &[]))
}

/// The one direction that a text states without denying it, and its word.
fn direction(text: &str) -> Option<(Direction, String)> {
    match directions(text).as_slice() {
        [only] if only.tag != Direction::Neither && !denies(text) => {
            Some((only.tag, text.get(only.span.clone())?.to_owned()))
        }
        _ => None,
    }
}

fn denies(text: &str) -> bool {
    let mut words = text.split(|c: char| !c.is_alphanumeric());
    words.any(|word| DENIALS.contains(word)) || text.contains(['不', '未', '没', '无', '非', '否'])
}

/// Words that deny what stands beside them.
static DENIALS: LazyLock<WordList> = words!("narrative/denials.txt");
/// Words that lead to a reason.
static REASONS: LazyLock<Vec<&str>> = words!("narrative/reasons.txt");
/// What ends a reason that stands before what it explains (因代理人减少而下降).
const REASON_ENDS: [&str; 2] = ["而", "影响"];

/// A clause without the reason that it gives: what came of itself is said before, or in Chinese behind it.
fn without_reason(clause: &str) -> String {
    let starts = REASONS.iter().filter_map(|word| word_at(clause, word));
    let Some(start) = starts.min() else { return clause.to_owned() };
    let (main, reason) = clause.split_at(start);
    let behind = REASON_ENDS.iter().filter_map(|end| reason.rfind(end).map(|at| at + end.len())).max();
    format!("{main}{}", behind.and_then(|at| reason.get(at..)).unwrap_or_default())
}

/// Where a word begins in a folded text: a Chinese one anywhere, another one as a whole word.
fn word_at(text: &str, word: &str) -> Option<usize> {
    let is_free = |at: usize| {
        let before = text.get(..at).and_then(|text| text.chars().next_back());
        let behind = text.get(at + word.len()..).and_then(|text| text.chars().next());
        ![before, behind].into_iter().flatten().any(char::is_alphanumeric)
    };
    text.match_indices(word).map(|(at, _)| at).find(|at| word.contains(is_cjk) || is_free(*at))
}

/// Words between a subject and its direction that change neither, in the order in which they are taken out.
static FILLERS: LazyLock<Vec<&str>> = words!("narrative/fillers.txt");

impl Premise<'_> {
    fn entities(&self) -> &[EntityCode] {
        if self.subject.entities.is_empty() { std::slice::from_ref(self.home) } else { &self.subject.entities }
    }

    /// Whether the passage's document is on an asked entity and on an asked period, neither more nor less.
    fn is_about(&self, passage: &Passage) -> bool {
        let attributes = passage.attributes();
        let period = attributes.period.as_deref().and_then(|label| label.parse::<Period>().ok());
        let (periods, entities) = (&self.subject.periods, self.entities());
        attributes.entity.as_deref().is_none_or(|label| entities.iter().any(|asked| asked.as_str() == label))
            && (periods.is_empty() || period.is_none_or(|label| periods.contains(&label)))
    }

    /// The directions that the passage states of the subject, with their words.
    fn statements(&self, passage: &Passage) -> Vec<(Direction, String)> {
        let title = TextView::fold(passage.title());
        sentences(&passage.chunk().text)
            .map(TextView::new)
            .filter(|sentence| self.keeps_to_scope(sentence))
            .flat_map(|sentence| {
                let clauses = sentence.text().split([',', ';', '、']).map(str::trim);
                clauses.filter_map(|clause| self.stated_in(clause, &title)).collect::<Vec<_>>()
            })
            .collect()
    }

    /// Whether a sentence names no other entity than the asked ones, and no other period where one was asked for.
    fn keeps_to_scope(&self, sentence: &TextView) -> bool {
        let entities = self.entities();
        let of_others = self.glossary.find_terms(sentence.text(), &[]).into_iter().any(|found| match found.tag {
            Term::Entity(code) => !entities.contains(&code),
            Term::Place => true,
            _ => false,
        });
        let asked = &self.subject.periods;
        let mentioned = self.periods_in(sentence);
        !of_others
            && (asked.is_empty() || mentioned.is_empty() || asked.iter().any(|period| mentioned.contains(period)))
    }

    /// The periods that a sentence names. What is relative in it is so to the end of the asked time.
    fn periods_in(&self, sentence: &TextView) -> Vec<Period> {
        let day = self.subject.periods.iter().map(|period| period.year()).max().map_or(Date::ZERO, last_day_of);
        let mentions = scan(sentence, self.calendar, day).into_iter();
        mentions.flat_map(|mention| mention.reading.periods().to_vec()).collect()
    }

    /// The direction that a clause states of the subject: it names the asked metric and channel, or a word of the question,
    /// with nothing but fillers up to the direction's word; whatever else the question speaks of stands in it or in the
    /// title.
    fn stated_in(&self, clause: &str, title: &str) -> Option<(Direction, String)> {
        let clause = without_reason(clause);
        let (stated, word) = direction(&clause)?;
        let at = clause.find(&word)?;
        let before = clause.get(..at)?;
        let words = || self.subject.about.iter().map(|word| word.text.as_str());
        let covered = words().all(|word| stands(word, &clause) || stands(word, title));
        let named = self.glossary.find_terms(&clause, &[]);
        let mut metrics = named.iter().filter_map(|found| match &found.tag {
            Term::Metric(code) => Some((code, found.span.end)),
            _ => None,
        });
        let anchor = match (self.subject.metrics.as_slice(), metrics.next()) {
            ([], None) => words().filter_map(|word| end_of(word, before)).max()?,
            ([asked], Some((code, end))) if asked == code && metrics.next().is_none() => end,
            _ => return None,
        };
        let is_same_channel =
            channels(self.glossary, &clause) == channels(self.glossary, &TextView::fold(self.question));
        (covered && is_same_channel && self.is_filler(before.get(anchor..)?)).then_some((stated, word))
    }

    /// Whether a text between a subject and its direction names nothing else.
    fn is_filler(&self, gap: &str) -> bool {
        let view = TextView::new(gap);
        let terms = self.glossary.find_terms(view.text(), &[]).into_iter();
        let entities = terms.filter(|found| matches!(found.tag, Term::Entity(_) | Term::HomeCompany));
        let spans: Vec<_> = entities.map(|found| found.span).collect();
        let mut rest = view.blanking(&spans).text().to_owned();
        for filler in FILLERS.iter().filter(|filler| filler.contains(is_cjk)) {
            rest = rest.replace(filler, " ");
        }
        rest.split_whitespace().all(|word| FILLERS.contains(&word))
    }
}

fn last_day_of(year: i16) -> Date {
    date(year, 12, 31)
}

/// The channels that a folded text names.
fn channels(glossary: &Glossary, text: &str) -> BTreeSet<String> {
    let terms = glossary.find_terms(text, &[]).into_iter();
    terms
        .filter_map(|found| match found.tag {
            Term::Channel(code) if !code.is_total() => Some(code.to_string()),
            _ => None,
        })
        .collect()
}

/// Whether a word of the question stands in a folded text.
fn stands(word: &str, text: &str) -> bool {
    end_of(word, text).is_some()
}

/// Where the word ends in a folded text: Chinese as it is, other words by their stems.
fn end_of(word: &str, text: &str) -> Option<usize> {
    if word.contains(is_cjk) || word.contains(' ') {
        return text.rfind(word).map(|at| at + word.len());
    }
    let mut stems = Tokenizer::new(Analyzer::English);
    let wanted = stems.all(word);
    let mut at = 0;
    let mut end = None;
    for piece in text.split_inclusive(|c: char| !c.is_alphanumeric()) {
        let plain = piece.trim_end_matches(|c: char| !c.is_alphanumeric());
        if !plain.is_empty() && stems.all(plain) == wanted {
            end = Some(at + plain.len());
        }
        at += piece.len();
    }
    end
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
