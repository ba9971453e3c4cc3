//! An account of passages without a model: their best few sentences, word for word, each with its passage's number. It
//! weighs words and understands nothing.

use std::collections::{HashMap, HashSet};

use super::kind::Kind;
use super::rarity::rarity;
use super::sentences::{is_attribution, is_closed, sentences};
use crate::passage::Passage;
use crate::profile::Analyzer;
use crate::retrieval::tokens::Tokenizer;
use crate::sealed::without_marks;

/// How many sentences are quoted.
pub const SENTENCES_MAX: usize = 3;

/// How much a word shared by a sentence's passage counts beside one that the sentence shares itself.
const CONTEXT_SHARE: f64 = 0.5;

/// How much a thing of the asked kind counts in a sentence, beside all words of the question.
const KIND_SHARE: f64 = 0.15;

/// A sentence that may be quoted.
struct Candidate {
    /// Number of its passage, from 1.
    passage: usize,
    text: String,
    /// Words of the question in it, by their place there.
    words: Vec<usize>,
    score: f64,
}

/// The sentences of `passages` that share most with the question, at most [`SENTENCES_MAX`], in the order of the passages,
/// each followed by `[n]`, the number of its passage from 1. Empty when the passages hold no words.
///
/// A shared word counts by how few of the passages hold it, and a thing of the kind that is asked for by [`KIND_SHARE`].
/// What the rest of its passage and the title share counts for a sentence too, by [`CONTEXT_SHARE`]: the sentence that
/// gives the reason seldom repeats the question. A line that is no closed sentence, such as a heading or the row of a table,
/// is quoted only where there is no sentence, and a line that names a source not at all. Of equal ones the first is taken.
/// Footnote marks of a passage are left out, since they would read as numbers of passages.
pub fn best_sentences(question: &str, passages: &[Passage]) -> String {
    // Stems without stop words, whatever a profile's analyzer searches by: only words that say something count.
    let mut words = Tokenizer::new(Analyzer::English);
    let weights = weights(question, passages, &mut words);
    let kind = Kind::asked(question);
    let of_kind = KIND_SHARE * weights.iter().map(|(_, weight)| weight).sum::<f64>();
    let mut seen = HashSet::new();
    let mut candidates: Vec<Candidate> = Vec::new();
    for (at, passage) in passages.iter().enumerate() {
        let passage_words: HashSet<String> = words.all(&in_context(passage)).into_iter().collect();
        let context: f64 =
            weights.iter().filter(|(word, _)| passage_words.contains(word)).map(|(_, weight)| weight).sum();
        for sentence in sentences(&passage.chunk().text).filter(|sentence| !is_attribution(sentence)) {
            let text = without_marks(sentence);
            // Chunks overlap, so that a sentence can stand in two of them.
            if text.chars().any(char::is_alphanumeric) && seen.insert(text.clone()) {
                let present: HashSet<String> = words.all(&text).into_iter().collect();
                let shared = weights.iter().enumerate().filter(|(_, (word, _))| present.contains(word));
                let (words, weighed): (Vec<usize>, Vec<f64>) = shared.map(|(at, (_, weight))| (at, *weight)).unzip();
                let has_kind = kind.is_some_and(|kind| kind.stands_in(&text, question));
                let sum = weighed.iter().sum::<f64>() + CONTEXT_SHARE * context;
                let score = if has_kind { sum + of_kind } else { sum };
                candidates.push(Candidate { passage: at + 1, text, words, score });
            }
        }
    }
    if candidates.iter().any(|candidate| is_closed(&candidate.text)) {
        candidates.retain(|candidate| is_closed(&candidate.text));
    }
    let mut order: Vec<usize> = (0..candidates.len()).collect();
    order.sort_by(|&a, &b| candidates[b].score.total_cmp(&candidates[a].score).then(a.cmp(&b)));
    // Where nothing is shared, as with a search by meaning, the best passage opens the account.
    let relevant = order.iter().filter(|&&at| candidates[at].score > 0.0).count().max(1);
    order.truncate(relevant);
    let mut order = adding(&order, &candidates, kind, question);
    order.sort_unstable();
    let quoted = order.iter().map(|&at| format!("{} [{}]", candidates[at].text, candidates[at].passage));
    quoted.collect::<Vec<_>>().join("\n")
}

/// The first of the sentences in `order`, at most [`SENTENCES_MAX`]. Where a thing is asked for, only those behind the first
/// that add to it: a word of the question, or a thing of the kind, that those before do not have. A reason and a course of
/// events take several sentences, of which none need repeat the question.
fn adding(order: &[usize], candidates: &[Candidate], kind: Option<Kind>, question: &str) -> Vec<usize> {
    let Some(kind) = kind else { return order.iter().copied().take(SENTENCES_MAX).collect() };
    let has_kind = |at: usize| kind.stands_in(&candidates[at].text, question);
    let mut chosen: Vec<usize> = Vec::new();
    for &at in order {
        let is_new = |word: &usize| !chosen.iter().any(|&at| candidates[at].words.contains(word));
        let adds_kind = || has_kind(at) && !chosen.iter().any(|&at| has_kind(at));
        if chosen.is_empty() || candidates[at].words.iter().any(is_new) || adds_kind() {
            chosen.push(at);
        }
        if chosen.len() == SENTENCES_MAX {
            break;
        }
    }
    chosen
}

/// A passage with its document's title.
fn in_context(passage: &Passage) -> String {
    format!("{}\n{}", passage.title(), passage.chunk().text)
}

/// The question's words, each once, with what they weigh.
fn weights(question: &str, passages: &[Passage], words: &mut Tokenizer) -> Vec<(String, f64)> {
    let mut known = HashSet::new();
    let asked: Vec<String> = words.all(question).into_iter().filter(|word| known.insert(word.clone())).collect();
    let mut holding: HashMap<String, usize> = HashMap::new();
    for passage in passages {
        let present: HashSet<String> = words.all(&in_context(passage)).into_iter().collect();
        for word in asked.iter().filter(|word| present.contains(*word)) {
            *holding.entry(word.clone()).or_default() += 1;
        }
    }
    let weigh = |word: String| {
        let weight = rarity(holding.get(&word).copied().unwrap_or(0), passages.len());
        (word, weight)
    };
    asked.into_iter().map(weigh).collect()
}
