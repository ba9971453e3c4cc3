//! Whether a sentence of prose stands in what it cites. A sentence that follows a passage word by word is a quotation, and a
//! quotation with a change is none: a negation, another name, a turned direction or half a sentence changes what it says
//! while nearly all of its words are right. A free paraphrase is for `faithfulness` to judge.

use std::collections::BTreeSet;

use super::Reader;
use crate::gate::support::{self, Sentence};
use crate::golden::{sequence, skeleton};

/// From so many hundredths of its words in the order of the passage on, a sentence quotes it.
const QUOTED_MIN: usize = 70;
/// So many words in a row that a passage does not have are a clause of one's own.
const ADDED_MIN: usize = 4;

/// A sentence of prose in the forms in which a text may repeat it.
pub(in crate::gate) struct Told {
    cited: String,
    bare: [String; 2],
}

impl Told {
    /// Whether a text is this sentence, with what it cites or without.
    pub(in crate::gate) fn is(&self, text: &str, must_cite: bool) -> bool {
        let text = skeleton(text);
        text == self.cited || (!must_cite && self.bare.contains(&text))
    }
}

impl<'a> Reader<'a> {
    /// The prose alone; nothing when there is none.
    pub(in crate::gate) fn prose(&self) -> &'a str {
        self.outcome.narrative.as_ref().and_then(|narrative| narrative.prose.as_deref()).unwrap_or_default()
    }

    /// The sentences of the prose, in order.
    pub(in crate::gate) fn told(&self) -> Vec<Told> {
        let sentences = support::sentences(self.prose(), &self.supports);
        let told = |sentence: Sentence<'_, '_>| Told {
            cited: skeleton(sentence.text),
            bare: [skeleton(&sentence.said), skeleton(&sentence.stated)],
        };
        sentences.into_iter().map(told).collect()
    }

    /// Why nothing bears out a sentence of prose; none when something does.
    pub(in crate::gate) fn prose_problem(sentence: &Sentence<'_, '_>) -> Option<String> {
        if sentence.rests_on.is_empty() {
            return Some("cites nothing that the fixture bears out".to_owned());
        }
        let wanted = skeleton(unmarked(&sentence.said));
        let is_said = |text: &str| {
            let sentences: Vec<String> = source_sentences(text).map(skeleton).collect();
            (0..sentences.len()).any(|first| {
                (first + 1..=sentences.len())
                    .any(|end| sentences.get(first..end).is_some_and(|run| run.concat() == wanted))
            })
        };
        if sentence.rests_on.iter().any(|support| is_said(&support.passage.text)) {
            return None;
        }
        let words = sequence(&sentence.said);
        let quoted = sentence.rests_on.iter().map(|support| in_order(&words, &sequence(&support.passage.text))).max();
        if quoted.unwrap_or(0) * 100 >= words.len() * QUOTED_MIN {
            return Some("quotes what it cites with a change".to_owned());
        }
        let sources: Vec<Vec<String>> =
            sentence.rests_on.iter().map(|support| sequence(&support.passage.text)).collect();
        let pairs: BTreeSet<(&str, &str)> =
            sources.iter().flat_map(|words| words.windows(2)).filter_map(as_pair).collect();
        if let Some(number) = moved_number(&words, &pairs) {
            return Some(format!("puts {number} beside words that no passage has beside it"));
        }
        let is_known = |at: usize| {
            let beside =
                |first: usize| words.get(first..first + 2).and_then(as_pair).is_some_and(|pair| pairs.contains(&pair));
            let is_word = words.get(at).is_some_and(|word| word.len() > IDEOGRAPH_BYTES || word.is_ascii());
            let is_there = || sources.iter().any(|source| source.contains(&words[at]));
            beside(at) || at.checked_sub(1).is_some_and(beside) || (is_word && is_there())
        };
        let mut added = 0;
        for at in 0..words.len() {
            added = if is_known(at) { 0 } else { added + 1 };
            if added == ADDED_MIN {
                return Some(format!(
                    "adds `{}` to what it cites",
                    words.get(at + 1 - added..=at).unwrap_or_default().join(" ")
                ));
            }
        }
        let (covered, tokens) = sentence.coverage();
        (covered * 10 < tokens * 6).then(|| "says what its passages do not".to_owned())
    }
}

/// A sentence without the quotation marks around all of it, which say that it is one and nothing else.
fn unmarked(said: &str) -> &str {
    said.trim().strip_prefix('“').and_then(|said| said.strip_suffix('”')).unwrap_or(said)
}

/// The sentences of a passage; a semicolon may end one.
fn source_sentences(text: &str) -> impl Iterator<Item = &str> {
    support::split(text).into_iter().flat_map(|sentence| sentence.split_inclusive(['；', ';']))
}

/// An ideograph alone says too little to be looked for.
const IDEOGRAPH_BYTES: usize = 4;

fn as_pair(words: &[String]) -> Option<(&str, &str)> {
    match words {
        [first, second] => Some((first, second)),
        _ => None,
    }
}

/// A number that stands beside other words than in the passages.
fn moved_number<'w>(words: &'w [String], pairs: &BTreeSet<(&str, &str)>) -> Option<&'w str> {
    let is_number = |word: &str| word.starts_with(|c: char| c.is_ascii_digit());
    (0..words.len()).filter(|at| is_number(&words[*at])).find_map(|at| {
        let before = at.checked_sub(1).and_then(|first| as_pair(words.get(first..=at)?));
        let behind = words.get(at..at + 2).and_then(as_pair);
        let is_kept = before.into_iter().chain(behind).any(|pair| pairs.contains(&pair));
        (!is_kept).then(|| words[at].as_str())
    })
}

/// How many of the words stand in the other text in this order: the longest common subsequence.
fn in_order(words: &[String], other: &[String]) -> usize {
    let mut row = vec![0; other.len() + 1];
    for word in words {
        let mut diagonal = 0;
        for (at, candidate) in other.iter().enumerate() {
            let above = row[at + 1];
            row[at + 1] = if word == candidate { diagonal + 1 } else { above.max(row[at]) };
            diagonal = above;
        }
    }
    row.last().copied().unwrap_or(0)
}
