//! Query rewriting: the same question in the other wordings of what it names, so that 香港 finds "Hong Kong". Wordings
//! come from the profile alone; no word is invented, and no model is asked.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use crate::lang::{Lang, is_cjk};
use crate::profile::{Glossary, LocalText, Profile, Term};
use crate::text::TextView;

/// Queries that a rewriter makes of one, with the original.
pub const QUERIES_MAX: usize = 5;

/// Says a query in other words.
pub trait QueryRewriter: Send + Sync {
    /// A short name for drawings of the pipeline.
    fn name(&self) -> &str;

    /// The query as it is, then its variants; never empty, and the same for the same query.
    fn rewrite(&self, query: &str) -> Vec<String>;
}

/// Replaces the entities and metrics that a query names by their other labels, synonyms and codes. The wordings of the
/// other language come first.
#[derive(Debug)]
pub struct GlossaryQueryRewriter {
    glossary: Arc<Glossary>,
    wordings: HashMap<Term, Vec<Wording>>,
}

/// One way of naming something.
#[derive(Debug, Clone)]
struct Wording {
    text: String,
    /// As it is compared.
    folded: String,
}

/// A stretch of a query that names something, with what may stand in its place.
struct Named<'r> {
    start: usize,
    end: usize,
    others: Vec<&'r Wording>,
}

impl GlossaryQueryRewriter {
    /// A rewriter with the wordings of `profile`, recognised as `glossary` (the profile's own) does.
    pub fn new(profile: &Profile, glossary: Arc<Glossary>) -> Self {
        let entities = profile.entities.iter().map(|(code, entity)| {
            (Term::Entity(code.clone()), wordings(&entity.label, &entity.synonyms, code.as_str()))
        });
        let metrics = profile.metrics.iter().map(|(code, metric)| {
            (Term::Metric(code.clone()), wordings(&metric.label, &metric.synonyms, code.as_str()))
        });
        Self { glossary, wordings: entities.chain(metrics).collect() }
    }

    /// What `query` names that has other wordings, in order.
    fn named(&self, query: &str) -> Vec<Named<'_>> {
        let view = TextView::new(query);
        let mut named: Vec<Named<'_>> = Vec::new();
        for mention in self.glossary.find_terms(view.text(), &[]) {
            let Some(wordings) = self.wordings.get(&mention.tag) else { continue };
            let source = view.source_span(mention.span.clone());
            let follows = named.last().is_none_or(|last| last.end <= source.start);
            if let (Some(own), true) = (view.text().get(mention.span), follows) {
                named.push(Named { start: source.start, end: source.end, others: others(wordings, own) });
            }
        }
        named
    }
}

impl QueryRewriter for GlossaryQueryRewriter {
    fn name(&self) -> &'static str {
        "glossary"
    }

    fn rewrite(&self, query: &str) -> Vec<String> {
        let named = self.named(query);
        let mut queries = vec![query.to_owned()];
        let mut seen = HashSet::from([TextView::fold(query)]);
        // Variant n puts the n-th other wording of everything that has so many; the rest stays as it was asked.
        let longest = named.iter().map(|named| named.others.len()).max().unwrap_or_default();
        for turn in 0..longest {
            if queries.len() == QUERIES_MAX {
                break;
            }
            let variant = replaced(query, &named, turn);
            if seen.insert(TextView::fold(&variant)) {
                queries.push(variant);
            }
        }
        queries
    }
}

/// The distinct wordings of a term: labels, then synonyms, then the code.
fn wordings(label: &LocalText, synonyms: &[String], code: &str) -> Vec<Wording> {
    let mut seen = HashSet::new();
    label
        .all()
        .chain(synonyms.iter().map(String::as_str))
        .chain(std::iter::once(code))
        .map(|text| Wording { text: text.trim().to_owned(), folded: TextView::fold(text) })
        .filter(|wording| !wording.folded.is_empty() && seen.insert(wording.folded.clone()))
        .collect()
}

/// The wordings that may stand in place of `own`: those of the other language first.
fn others<'w>(wordings: &'w [Wording], own: &str) -> Vec<&'w Wording> {
    let mut others: Vec<&Wording> = wordings.iter().filter(|wording| wording.folded != own).collect();
    others.sort_by_key(|wording| Lang::of(&wording.folded) == Lang::of(own));
    others
}

/// `query` with the wording number `turn` in place of everything that has so many.
fn replaced(query: &str, named: &[Named<'_>], turn: usize) -> String {
    let mut text = String::with_capacity(query.len());
    let mut copied = 0;
    for Named { start, end, others } in named {
        let Some(wording) = others.get(turn) else { continue };
        append(&mut text, query.get(copied..*start).unwrap_or_default());
        append(&mut text, &wording.text);
        copied = *end;
    }
    append(&mut text, query.get(copied..).unwrap_or_default());
    text
}

/// Appends `piece`, kept apart where two words would become one.
fn append(text: &mut String, piece: &str) {
    let joins = |c: char| c.is_alphanumeric() || c == '_';
    if let (Some(last), Some(first)) = (text.chars().next_back(), piece.chars().next())
        && joins(last)
        && joins(first)
        && !(is_cjk(last) && is_cjk(first))
    {
        text.push(' ');
    }
    text.push_str(piece);
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
pub(super) mod tests;
