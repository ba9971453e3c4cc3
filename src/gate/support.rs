//! What the sentences of prose rest on: the passages they cite, as the fixture has them. A passage that the fixture's
//! document does not say at its place, or whose document is restricted, supports nothing, so that a system cannot make
//! its own evidence. Words are compared as words and ideographs in pairs; nothing here understands a sentence.

use std::collections::BTreeSet;

use crate::golden::Fixture;
use crate::numerals::{self, Numeral};
use crate::outcome::{CitedPassage, Outcome};

/// Words of fewer letters say too little to be looked for.
const LETTERS_MIN: usize = 3;

/// Words that any sentence may use, and words that introduce a citation.
// In code: hashed with the gate that they belong to; the judge shares no list with the engine it judges.
const STOP_WORDS: [&str; 78] = [
    "about", "after", "all", "also", "although", "among", "and", "any", "are", "because", "been", "before", "being",
    "both", "but", "can", "did", "does", "during", "each", "for", "from", "had", "has", "have", "her", "his", "how",
    "into", "its", "itself", "may", "more", "most", "not", "off", "one", "only", "other", "our", "out", "over", "own",
    "said", "see", "she", "since", "some", "source", "sources", "such", "than", "that", "the", "their", "them", "then",
    "there", "these", "they", "this", "those", "through", "too", "under", "until", "very", "was", "were", "what",
    "when", "where", "which", "while", "who", "will", "with", "you",
];
/// The same in Chinese, taken out before ideographs are paired.
const STOP_PHRASES: [&str; 12] =
    ["来源", "出处", "参见", "因此", "此外", "同时", "其中", "以及", "由于", "主要", "根据", "方面"];

/// A passage that an answer cites and that the fixture bears out.
pub(super) struct Support<'a> {
    /// The passage as the answer lists it.
    pub(super) passage: &'a CitedPassage,
    tokens: BTreeSet<String>,
    numerals: Vec<Numeral>,
}

impl Support<'_> {
    /// Whether the passage, its title, or what is known of its document states the number.
    pub(super) fn states(&self, numeral: &Numeral) -> bool {
        self.numerals.iter().any(|stated| match numeral.value {
            Some(value) => stated.equals(value),
            None => stated.text == numeral.text,
        })
    }

    /// Whether the passage itself has the number, as it is written: another form of it (`1`, 一) may be no number there, and
    /// what a title or a date has by the way is nothing that the passage says.
    pub(super) fn has_in_text(&self, numeral: &Numeral) -> bool {
        numerals::find(&self.passage.text).iter().any(|stated| stated.text == numeral.text)
    }
}

/// The cited passages that the fixture bears out.
pub(super) fn of<'a>(outcome: &'a Outcome, fixture: &Fixture) -> Vec<Support<'a>> {
    let is_borne_out = |passage: &&CitedPassage| why_unsupported(passage, fixture).is_none();
    outcome.cited().filter(is_borne_out).map(support).collect()
}

fn support(passage: &CitedPassage) -> Support<'_> {
    let CitedPassage { title, text, period, valid_as_of, .. } = passage;
    let known = [Some(title), Some(text), period.as_ref(), valid_as_of.as_ref()];
    let whole = known.into_iter().flatten().cloned().collect::<Vec<_>>().join("\n");
    Support { passage, tokens: tokens(&whole), numerals: numerals::find(&whole) }
}

/// Why a passage supports nothing; none when it does.
pub(super) fn why_unsupported(passage: &CitedPassage, fixture: &Fixture) -> Option<String> {
    let CitedPassage { doc, locator, text, title, valid_as_of, .. } = passage;
    match fixture.document(doc) {
        None => Some(format!("the fixture has no document {doc}")),
        Some(document) if document.restricted => Some(format!("{doc} is restricted")),
        Some(document) if !document.says(locator, text) => {
            Some(format!("{doc} does not say at {locator} what is cited from there"))
        }
        // A title of one's own could state any number.
        Some(document) if !title.is_empty() && *title != document.title => {
            Some(format!("{doc} is not called `{title}`"))
        }
        // A date of one's own would make a passage newer than it is.
        Some(document) if valid_as_of.as_ref().is_some_and(|date| document.date() != Some(date)) => {
            Some(format!("{doc} is not dated {}", valid_as_of.as_deref().unwrap_or_default()))
        }
        Some(_) => None,
    }
}

/// A sentence of prose with what it rests on.
pub(super) struct Sentence<'p, 'a> {
    /// As it is written.
    pub(super) text: &'p str,
    /// Without the marks that cite by number.
    pub(super) said: String,
    /// Without citations.
    pub(super) stated: String,
    /// The passages that it cites: by number, or, when it has no number, by name.
    pub(super) rests_on: Vec<&'p Support<'a>>,
}

impl Sentence<'_, '_> {
    /// The words and pairs of ideographs that it shares with another text.
    pub(super) fn shares_words_with(&self, text: &str) -> bool {
        !tokens(&self.said).is_disjoint(&tokens(text))
    }

    /// How many of its words and pairs of ideographs its passages have, and how many it has.
    pub(super) fn coverage(&self) -> (usize, usize) {
        let tokens = tokens(&self.stated);
        let is_covered = |token: &&String| self.rests_on.iter().any(|support| support.tokens.contains(*token));
        (tokens.iter().filter(is_covered).count(), tokens.len())
    }

    /// Whether it states any number.
    pub(super) fn states_a_number(&self) -> bool {
        !numerals::find(&self.stated).is_empty()
    }

    /// The numbers that none of its passages states.
    pub(super) fn unsupported_numbers(&self) -> Vec<Numeral> {
        let is_stated = |numeral: &Numeral| self.rests_on.iter().any(|support| support.states(numeral));
        numerals::find(&self.stated).into_iter().filter(|numeral| !is_stated(numeral)).collect()
    }
}

/// The sentences of prose, in order.
pub(super) fn sentences<'p, 'a>(prose: &'p str, supports: &'p [Support<'a>]) -> Vec<Sentence<'p, 'a>> {
    split(prose).into_iter().map(|text| sentence(text, supports)).collect()
}

fn sentence<'p, 'a>(text: &'p str, supports: &'p [Support<'a>]) -> Sentence<'p, 'a> {
    let (mut said, mut stated) = (text.to_owned(), text.to_owned());
    let (mut by_number, mut by_name): (Vec<&Support<'_>>, Vec<&Support<'_>>) = (Vec::new(), Vec::new());
    for support in supports {
        let mut names: Vec<String> = markers(support.passage.number).to_vec();
        let CitedPassage { doc, title, locator, .. } = support.passage;
        names.extend([format!("{doc}#{locator}"), title.clone(), doc.clone(), locator.clone()]);
        for (index, name) in
            names.iter().enumerate().filter(|(_, name)| !name.is_empty() && text.contains(name.as_str()))
        {
            let cited = if index < MARKERS { &mut by_number } else { &mut by_name };
            if !cited.iter().any(|known| std::ptr::eq(*known, support)) {
                cited.push(support);
            }
            if index < MARKERS {
                said = said.replace(name.as_str(), " ");
            }
            // A name that ends a clause must not join the words around it.
            stated = stated.replace(name.as_str(), " ");
        }
    }
    let rests_on = if by_number.is_empty() { by_name } else { by_number };
    Sentence { text, said, stated, rests_on }
}

/// How many ways there are to cite a passage by its number.
const MARKERS: usize = 3;

/// The ways to cite a passage by its number.
pub(super) fn markers(number: u64) -> [String; MARKERS] {
    [format!("[{number}]"), format!("【{number}】"), format!("［{number}］")]
}

/// Cuts prose behind full stops (a point inside a number or before one is none, and a semicolon joins) and line breaks; a
/// citation right behind the stop belongs to the sentence before it.
pub(super) fn split(prose: &str) -> Vec<&str> {
    let mut sentences = Vec::new();
    let (mut from, mut rest) = (0, prose);
    while let Some((at, c)) = rest.char_indices().find(|(at, c)| is_end(rest, *at, *c)) {
        let start = prose.len() - rest.len();
        let mut end = start + at + c.len_utf8();
        let behind = prose.get(end..).unwrap_or_default();
        let citation = behind.trim_start_matches(' ');
        let close = citation.find([']', '】', '］']);
        if c != '\n'
            && citation.starts_with(['[', '【', '［'])
            && let Some(close) = close
        {
            end = prose.len() - citation.len() + close;
            end += citation.get(close..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8);
        }
        sentences.push(prose.get(from..end).unwrap_or_default());
        from = end;
        rest = prose.get(end..).unwrap_or_default();
    }
    sentences.push(prose.get(from..).unwrap_or_default());
    sentences.into_iter().map(str::trim).filter(|sentence| !sentence.is_empty()).collect()
}

fn is_end(text: &str, at: usize, c: char) -> bool {
    match c {
        '。' | '！' | '？' | '\n' => true,
        '.' | '!' | '?' => {
            let behind = text.get(at + 1..).unwrap_or_default();
            let before_number =
                c == '.' && behind.trim_start_matches(' ').starts_with(|next: char| next.is_ascii_digit());
            let next = behind.chars().next();
            !before_number && next.is_none_or(|next| next.is_whitespace() || matches!(next, '[' | '【' | '"' | ')'))
        }
        _ => false,
    }
}

/// Words of three letters and more that are no stop words, and neighbouring pairs of ideographs.
fn tokens(text: &str) -> BTreeSet<String> {
    let mut text = text.to_lowercase();
    for phrase in STOP_PHRASES {
        text = text.replace(phrase, " ");
    }
    let mut tokens = BTreeSet::new();
    for run in text.split(|c: char| !(c.is_ascii_alphabetic() || c == '\'')) {
        let word = run.trim_matches('\'').trim_end_matches("'s");
        if word.len() >= LETTERS_MIN && STOP_WORDS.binary_search(&word).is_err() {
            tokens.insert(word.to_owned());
        }
    }
    for run in text.split(|c: char| !is_ideograph(c)) {
        let chars: Vec<char> = run.chars().collect();
        tokens.extend(chars.windows(2).map(|pair| pair.iter().collect::<String>()));
    }
    tokens
}

fn is_ideograph(c: char) -> bool {
    matches!(c, '\u{3400}'..='\u{4DBF}' | '\u{4E00}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}' | '\u{20000}'..='\u{3FFFF}')
}

#[cfg(test)]
mod tests;
