//! Whether what was found is about what was asked. A search always finds something; here a passage about another entity,
//! another year or another subject is dropped, so that the nearest document is never taken for the asked one. It compares
//! words, in the question's own language, and understands nothing.

use std::collections::{BTreeSet, HashSet};

use super::Subject;
use super::kind::Kind;
use super::rarity::rarity;
use super::sentences::{is_attribution, sentences};
use crate::intent::{AboutKind, AboutWord};
use crate::lang::is_cjk;
use crate::passage::Passage;
use crate::period::{FiscalCalendar, Period};
use crate::profile::{Analyzer, Glossary, Term};
use crate::retrieval::tokens::Tokenizer;
use crate::retrieval::{Attribute, Retrieved};
use crate::text::TextView;

/// What was found, without the passages that are not about the subject, or without all when they do not have what `question`
/// asks for.
pub(super) fn screened(
    mut found: Retrieved,
    question: &str,
    subject: &Subject,
    glossary: &Glossary,
    calendar: FiscalCalendar,
) -> Retrieved {
    // A line that names a source is no account, also where a table left nothing else of a document's text.
    found.passages.retain(|passage| !sentences(&passage.chunk().text).all(is_attribution));
    let gave_up = |attribute: Attribute| found.relaxed.contains(&attribute);
    let (entity, period) = (gave_up(Attribute::Entity), gave_up(Attribute::Period) && subject.is_year_stated);
    found.passages.retain(|passage| {
        (!entity || concerns_entity(passage, subject, glossary))
            && (!period || concerns_period(passage, subject, calendar))
    });
    if !subject.metrics.is_empty() && (subject.is_figure_missing || !found.relaxed.is_empty()) {
        let documents = documents_naming(&found.passages, subject, glossary);
        found.passages.retain(|passage| documents.contains(passage.doc()));
    }
    let is_narrow = !entity && !subject.entities.is_empty();
    let texts: Vec<Text> = found.passages.iter().map(|passage| Text::new(&shown(passage))).collect();
    let asked = Asked::of(subject, is_narrow, &texts);
    let speak = speaking(&found.passages, &texts, (subject, &asked), is_narrow);
    let mut speak = speak.iter();
    found.passages.retain(|_| speak.next().is_some_and(|speaks| *speaks));
    let kind = Kind::asked(question).filter(|_| subject.metrics.is_empty());
    if kind.is_some_and(|kind| {
        !has_asked(&found.passages, &asked, subject.is_number_asked, |sentence| kind.stands_in(sentence, question))
    }) {
        found.passages.clear();
    }
    found
}

/// How much of what the sentence that shares most with a question shares another must share, to answer in its place.
const ANSWERING_SHARE: f64 = 0.8;
/// The share of the words that one sentence must hold to answer a question for a number that is no metric. At 0.75 nine
/// further accounts told the number of something else (of 286 questions without an answer), and none more was right.
const NUMBER_SHARE_MIN: f64 = 0.9;

/// Whether a sentence that shares as much with the question as any, or nearly, is one that `answers`.
fn has_asked(passages: &[Passage], asked: &Asked, is_number_asked: bool, answers: impl Fn(&str) -> bool) -> bool {
    let all = passages.iter().flat_map(|passage| sentences(&passage.chunk().text));
    let shares: Vec<(&str, f64)> = all.map(|sentence| (sentence, asked.coverage(&Text::new(sentence)))).collect();
    let most = shares.iter().map(|(_, share)| *share).fold(0.0, f64::max);
    let least = if is_number_asked { NUMBER_SHARE_MIN } else { 0.0 };
    let mut near = shares.into_iter().filter(|(_, share)| *share >= (ANSWERING_SHARE * most).max(least));
    near.any(|(sentence, _)| answers(sentence))
}

/// The documents that name an asked metric in any of the passages. A reason seldom stands in the very paragraph that names
/// what it is the reason of.
fn documents_naming(passages: &[Passage], subject: &Subject, glossary: &Glossary) -> BTreeSet<String> {
    let names_metric = |passage: &&Passage| {
        let view = TextView::new(&shown(passage));
        glossary.find_terms(view.text(), &[]).iter().any(|found| match &found.tag {
            Term::Metric(code) => subject.metrics.contains(code),
            _ => false,
        })
    };
    passages.iter().filter(names_metric).map(|passage| passage.doc().to_owned()).collect()
}

/// Whether the passage's document is labelled with an asked entity, or the passage or the title names it.
fn concerns_entity(passage: &Passage, subject: &Subject, glossary: &Glossary) -> bool {
    let label = passage.attributes().entity.as_deref();
    if subject.entities.iter().any(|asked| label == Some(asked.as_str())) {
        return true;
    }
    let view = TextView::new(&shown(passage));
    glossary.find_terms(view.text(), &[]).iter().any(|found| match &found.tag {
        Term::Entity(code) => subject.entities.contains(code),
        _ => false,
    })
}

/// Whether the passage's document is labelled with a period around or inside an asked one, or the passage names the asked
/// year.
fn concerns_period(passage: &Passage, subject: &Subject, calendar: FiscalCalendar) -> bool {
    let label = passage.attributes().period.as_deref().and_then(|label| label.parse::<Period>().ok());
    let text = TextView::fold(&shown(passage));
    subject.periods.iter().any(|asked| {
        let overlaps =
            |label: Period| calendar.within(label).contains(asked) || calendar.within(*asked).contains(&label);
        label.is_some_and(overlaps) || text.contains(&asked.year().to_string())
    })
}

/// Which passages are to be told from: they speak of what the question is about, of every name in it and, in one place of
/// their document, of enough of its words.
///
/// Where a metric's figure is to be explained, entity and period rather say which documents are the right ones; a part of a
/// Chinese name is enough, and then all are told from. A narrowed question in both languages is not judged by its words at
/// all. Of a Chinese word a part counts as such, since where it ends is a guess.
///
/// A passage is judged by the words of its own language. Where none of those suffices, a narrowed search is told from the
/// passages in the other language alone; a search that found nothing else is not judged.
fn speaking(passages: &[Passage], texts: &[Text], asked: (&Subject, &Asked), is_narrow: bool) -> Vec<bool> {
    let (subject, asked) = asked;
    let mut whole = subject.about.iter().filter(|word| match word.kind {
        AboutKind::WholeName => true,
        AboutKind::Name => !is_chinese(word),
        AboutKind::Word => false,
    });
    if !whole.all(|name| texts.iter().any(|text| text.has(&name.text))) {
        return vec![false; texts.len()];
    }
    let is_judged = |text: &Text| asked.words_in(text) > 0;
    if texts.iter().all(|text| !is_judged(text)) {
        return vec![true; texts.len()];
    }
    if asked.measure == Measure::AnyPart {
        let all = texts.iter().any(|text| !is_judged(text) || asked.is_enough(text));
        return vec![all; texts.len()];
    }
    let vouching = passages.iter().zip(texts).filter(|(_, text)| is_judged(text) && asked.is_enough(text));
    let documents: BTreeSet<&str> = vouching.map(|(passage, _)| passage.doc()).collect();
    // What a narrowed search found is about the asked entity, so that one document with the words vouches for the others.
    let is_told = |(passage, text): (&Passage, &Text)| {
        if is_narrow { !is_judged(text) || !documents.is_empty() } else { documents.contains(passage.doc()) }
    };
    passages.iter().zip(texts).map(is_told).collect()
}

/// Whether the words of the question could be looked for in none of the passages, which are in another language. What
/// explains a figure is found by the figure's own names, in whichever language.
pub(super) fn is_foreign<'p>(subject: &Subject, passages: impl IntoIterator<Item = &'p Passage>) -> bool {
    let says = |chinese: bool| subject.about.iter().any(|word| is_chinese(word) == chinese);
    let is_comparable = |passage: &Passage| {
        let text = Text::new(&shown(passage));
        (text.is_chinese && says(true)) || (text.is_english && says(false))
    };
    subject.metrics.is_empty() && !subject.about.is_empty() && !passages.into_iter().any(is_comparable)
}

fn is_chinese(word: &AboutWord) -> bool {
    word.text.contains(is_cjk)
}

/// How much of a question must stand in one place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Measure {
    /// Any part of a name.
    AnyPart,
    /// Enough of the words by their weight, and of one or two all: a document on the entity to which the search was narrowed
    /// is at hand for every question, also for one that no open document answers.
    EnoughOrBoth,
    /// Enough of the words by their weight.
    Enough,
}

/// The share of a question's words that a passage must hold. Learned on Chinese questions (CMRC 2018), 300 with their passages
/// and 300 whose passages were taken out: 88 of 100 of the first get an account and 25 of 100 of the others.
const COVERAGE_MIN: f64 = 0.5;
/// A word that fewer passages hold counts no more than one that so many do: it may be a word for the same thing.
const HELD_MIN: usize = 3;

/// A word of a question that is looked for, as its parts; another word than a Chinese one is one part.
struct AskedWord {
    parts: Vec<String>,
    weight: f64,
}

impl AskedWord {
    /// Each word counts the same.
    fn plain(parts: Vec<String>) -> Self {
        Self { parts, weight: 1.0 }
    }

    /// A word counts, and the more the fewer of the passages hold it.
    fn weighed(parts: Vec<String>, texts: &[&Text]) -> Self {
        let mut word = Self { parts, weight: 0.0 };
        let holding = texts.iter().filter(|text| word.stands_in(text)).count().max(HELD_MIN.min(texts.len()));
        word.weight = 1.0 + rarity(holding, texts.len());
        word
    }

    fn stands_in(&self, text: &Text) -> bool {
        2 * self.parts.iter().filter(|part| text.has(part)).count() >= self.parts.len()
    }
}

/// The words of a question that are looked for.
struct Asked {
    english: Vec<AskedWord>,
    chinese: Vec<AskedWord>,
    measure: Measure,
}

impl Asked {
    fn of(subject: &Subject, is_narrow: bool, texts: &[Text]) -> Self {
        let (chinese, english): (Vec<&AboutWord>, Vec<&AboutWord>) =
            subject.about.iter().filter(|word| word.kind != AboutKind::WholeName).partition(|word| is_chinese(word));
        let is_mixed = !chinese.is_empty() && !english.is_empty();
        let measure = match (subject.metrics.is_empty(), is_narrow) {
            (false, _) => Measure::AnyPart,
            // Whichever language a passage is in, it lacks the words of the other.
            (true, true) if is_mixed => {
                return Self { english: Vec::new(), chinese: Vec::new(), measure: Measure::Enough };
            }
            (true, true) => Measure::EnoughOrBoth,
            (true, false) => Measure::Enough,
        };
        let any_part = measure == Measure::AnyPart;
        let english: BTreeSet<String> = english.iter().filter(|_| !any_part).map(|word| word.text.clone()).collect();
        let names = chinese.iter().filter(|word| !any_part || word.kind == AboutKind::Name);
        let words: Vec<Vec<String>> = names.map(|word| pairs(&word.text)).filter(|parts| !parts.is_empty()).collect();
        let joints = subject.joints.iter().filter(|_| !any_part);
        let parts: BTreeSet<String> = words.iter().flatten().chain(joints).cloned().collect();
        let each = |parts: BTreeSet<String>| parts.into_iter().map(|part| vec![part]).collect::<Vec<_>>();
        let chinese = if measure == Measure::EnoughOrBoth { words } else { each(parts) };
        let weighed = |words: Vec<Vec<String>>, speaks: fn(&Text) -> bool| {
            let texts: Vec<&Text> = texts.iter().filter(|text| speaks(text)).collect();
            // What a narrowed search found is too little, and too much alike, to tell rare words from others.
            let weigh = |parts| if is_narrow { AskedWord::plain(parts) } else { AskedWord::weighed(parts, &texts) };
            words.into_iter().map(weigh).collect()
        };
        Self {
            english: weighed(each(english), |text| text.is_english),
            chinese: weighed(chinese, |text| text.is_chinese),
            measure,
        }
    }

    /// The words in the languages of the text.
    fn of_language(&self, text: &Text) -> impl Iterator<Item = &AskedWord> {
        let of = |speaks: bool, words| if speaks { words } else { &[][..] };
        of(text.is_chinese, &self.chinese).iter().chain(of(text.is_english, &self.english))
    }

    fn words_in(&self, text: &Text) -> usize {
        self.of_language(text).count()
    }

    /// The share of the words that a text holds, by weight. Of English words by number, where that is more: one that is not
    /// there may have been said otherwise, which of the parts of Chinese words few are.
    fn coverage(&self, text: &Text) -> f64 {
        let share = |weight: fn(&AskedWord) -> f64| {
            let all: f64 = self.of_language(text).map(weight).sum();
            let held: f64 = self.of_language(text).filter(|word| word.stands_in(text)).map(weight).sum();
            if all > 0.0 { held / all } else { 0.0 }
        };
        let by_weight = share(|word| word.weight);
        if text.is_chinese && !self.chinese.is_empty() { by_weight } else { by_weight.max(share(|_| 1.0)) }
    }

    /// Whether a text holds enough.
    fn is_enough(&self, text: &Text) -> bool {
        let holds = |word: &AskedWord| word.stands_in(text);
        match self.measure {
            Measure::AnyPart => self.of_language(text).any(holds),
            Measure::EnoughOrBoth if self.words_in(text) <= 2 => self.of_language(text).all(holds),
            Measure::EnoughOrBoth | Measure::Enough => self.coverage(text) >= COVERAGE_MIN,
        }
    }
}

/// Neighbouring characters of a Chinese word. A single character says too little to be looked for.
fn pairs(word: &str) -> Vec<String> {
    let characters: Vec<char> = word.chars().collect();
    if characters.len() < 2 {
        return Vec::new();
    }
    characters.windows(2).map(|pair| pair.iter().collect()).collect()
}

/// Title and text of a passage.
fn shown(passage: &Passage) -> String {
    format!("{}\n{}", passage.title(), passage.chunk().text)
}

/// How many times as much of another language a text may hold and still be in both: a Chinese report has names in it, and
/// an English one a Chinese summary.
const MINORITY: usize = 4;

/// A text in the forms in which words are looked for.
struct Text {
    /// Whether it has Chinese in it that counts, beside its other words; a text can be in both languages.
    is_chinese: bool,
    /// Whether it has other words that count, beside its Chinese.
    is_english: bool,
    folded: String,
    stems: HashSet<String>,
}

impl Text {
    fn new(text: &str) -> Self {
        let stems: HashSet<String> = Tokenizer::new(Analyzer::English).all(text).into_iter().collect();
        let characters = text.chars().filter(|c| is_cjk(*c)).count();
        let words = text.split(|c: char| !c.is_alphabetic() || is_cjk(c)).filter(|word| word.len() > 1).count();
        Self {
            is_chinese: characters > 0 && characters * MINORITY >= words,
            is_english: words > 0 && words * MINORITY >= characters,
            folded: TextView::fold(text),
            stems,
        }
    }

    /// Whether the word stands in it: Chinese and names of several words as they are, other words by their stems.
    fn has(&self, word: &str) -> bool {
        if word.contains(is_cjk) || word.contains(' ') {
            return self.folded.contains(word);
        }
        Tokenizer::new(Analyzer::English).all(word).iter().all(|stem| self.stems.contains(stem))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
