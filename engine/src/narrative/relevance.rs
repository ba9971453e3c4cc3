//! Whether what was found is about what was asked. A search always finds something; here a passage about another entity,
//! another year or another subject is dropped, so that the nearest document is never taken for the asked one. It compares
//! words, in the question's own language, and understands nothing.

use std::collections::{BTreeSet, HashSet};

use super::Subject;
use super::sentences::{is_attribution, sentences};
use crate::intent::{AboutKind, AboutWord};
use crate::lang::is_cjk;
use crate::passage::Passage;
use crate::period::{FiscalCalendar, Period};
use crate::profile::{Analyzer, Glossary, Term};
use crate::retrieval::tokens::Tokenizer;
use crate::retrieval::{Attribute, Retrieved};
use crate::text::TextView;

/// What was found, without the passages that are not about the subject.
pub(super) fn screened(
    mut found: Retrieved,
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
    let speak = speaking(&found.passages, subject, is_narrow);
    let mut speak = speak.iter();
    found.passages.retain(|_| speak.next().is_some_and(|speaks| *speaks));
    found
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

/// Which passages are to be told from, all or none of them but for the language: they speak of what the question is
/// about, of every name in it and, in one place, of enough of its words.
///
/// Enough is half of the words. Where the search was narrowed to the question's entity, one or two words must all be there:
/// a document on the entity is at hand for every question, also for one that no open document answers. Where a metric's
/// figure is to be explained, entity and period rather say which documents are the right ones, and a part of a Chinese name
/// is enough; a narrowed question in both languages is not judged by its words at all. Of a Chinese word a part counts as
/// such, since where it ends is a guess.
///
/// A passage is judged by the words of its own language. Where none of those suffices, a narrowed search is told from the
/// passages in the other language alone; a search that found nothing else is not judged.
fn speaking(passages: &[Passage], subject: &Subject, is_narrow: bool) -> Vec<bool> {
    let texts: Vec<Text> = passages.iter().map(|passage| Text::new(&shown(passage))).collect();
    let mut whole = subject.about.iter().filter(|word| match word.kind {
        AboutKind::WholeName => true,
        AboutKind::Name => !is_chinese(word),
        AboutKind::Word => false,
    });
    if !whole.all(|name| texts.iter().any(|text| text.has(&name.text))) {
        return vec![false; texts.len()];
    }
    let asked = Asked::of(subject, is_narrow);
    let is_judged = |text: &Text| asked.of_language(text) > 0;
    let all = texts.iter().all(|text| !is_judged(text))
        || texts.iter().any(|text| is_judged(text) && asked.is_enough(text))
        || (asked.measure == Measure::AnyPart && !texts.iter().all(is_judged));
    texts.iter().map(|text| all || (is_narrow && !is_judged(text))).collect()
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
    /// Half of the words, and of one or two all.
    HalfOrBoth,
    /// Half of the words, a part of a Chinese one counting for itself.
    Half,
}

/// The words of a question that are looked for, each as its parts; another word than a Chinese one is one part.
struct Asked {
    english: Vec<Vec<String>>,
    chinese: Vec<Vec<String>>,
    measure: Measure,
}

impl Asked {
    fn of(subject: &Subject, is_narrow: bool) -> Self {
        let (chinese, english): (Vec<&AboutWord>, Vec<&AboutWord>) =
            subject.about.iter().filter(|word| word.kind != AboutKind::WholeName).partition(|word| is_chinese(word));
        let is_mixed = !chinese.is_empty() && !english.is_empty();
        let measure = match (subject.metrics.is_empty(), is_narrow) {
            (false, _) => Measure::AnyPart,
            // Whichever language a passage is in, it lacks the words of the other.
            (true, true) if is_mixed => {
                return Self { english: Vec::new(), chinese: Vec::new(), measure: Measure::Half };
            }
            (true, true) => Measure::HalfOrBoth,
            (true, false) => Measure::Half,
        };
        let any_part = measure == Measure::AnyPart;
        let english: BTreeSet<String> = english.iter().filter(|_| !any_part).map(|word| word.text.clone()).collect();
        let names = chinese.iter().filter(|word| !any_part || word.kind == AboutKind::Name);
        let words: Vec<Vec<String>> = names.map(|word| pairs(&word.text)).filter(|parts| !parts.is_empty()).collect();
        let parts: BTreeSet<String> = words.iter().flatten().cloned().collect();
        let each = |parts: BTreeSet<String>| parts.into_iter().map(|part| vec![part]).collect();
        let chinese = if measure == Measure::HalfOrBoth { words } else { each(parts) };
        Self { english: each(english), chinese, measure }
    }

    /// How many words there are in the languages of the text.
    fn of_language(&self, text: &Text) -> usize {
        let of = |speaks: bool, words: &[Vec<String>]| if speaks { words.len() } else { 0 };
        of(text.is_chinese, &self.chinese) + of(text.is_english, &self.english)
    }

    fn is_enough(&self, text: &Text) -> bool {
        let stands = |parts: &&Vec<String>| 2 * parts.iter().filter(|part| text.has(part)).count() >= parts.len();
        let held = self.english.iter().chain(&self.chinese).filter(stands).count();
        let asked = self.of_language(text);
        match self.measure {
            Measure::AnyPart => held > 0,
            Measure::HalfOrBoth => 2 * held >= asked && (asked > 2 || held >= asked),
            Measure::Half => 2 * held >= asked,
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
