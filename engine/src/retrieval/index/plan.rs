//! From a query to scores: which chunks the filter admits, how many of them have each token, and so what each token
//! weighs. The statistics are those of the admitted chunks alone, as if there were no others.

use std::collections::BTreeMap;

use super::bits::Bits;
use super::dictionary::Entry;
use super::paged::Damage;
use super::postings::{Decoded, K1, Norm};
use super::score::{Grid, Weighted, score};
use super::segment::average;
use super::top::{Merged, Top};
use super::{Hit, Part, Snapshot};
use crate::profile::Analyzer;
use crate::retrieval::filter::Filter;
use crate::retrieval::tokens::Tokenizer;

/// The chunks of a part that a search is about.
struct View<'p> {
    part: &'p Part,
    /// Which they are; none when they are all that the segment holds.
    admitted: Option<Bits>,
    chunks: u64,
    tokens: u64,
}

/// A token of the query.
struct QueryTerm {
    /// How often the query has it.
    times: u32,
    /// How many admitted chunks have it.
    df: u64,
    /// What the dictionary of each part says of it.
    entries: Vec<Option<Entry>>,
}

impl Snapshot {
    /// How many chunks a filter admits.
    pub(super) fn admitted(&self, filter: &Filter) -> Result<u64, Damage> {
        self.parts.iter().map(|part| Ok(View::new(part, filter)?.chunks)).sum()
    }

    /// The best `depth` chunks that have any token of `text`.
    pub(super) fn search(
        &self,
        text: &str,
        analyzer: Analyzer,
        filter: &Filter,
        depth: usize,
    ) -> Result<Vec<Hit>, Damage> {
        let views = self.parts.iter().map(|part| View::new(part, filter)).collect::<Result<Vec<_>, _>>()?;
        let chunks: u64 = views.iter().map(|view| view.chunks).sum();
        if depth == 0 || chunks == 0 {
            return Ok(Vec::new());
        }
        let average = average(views.iter().map(|view| view.tokens).sum(), chunks);
        let mut tokens = BTreeMap::<String, u32>::new();
        Tokenizer::new(analyzer).each(text, |token| match tokens.get_mut(token) {
            Some(times) => *times += 1,
            None => drop(tokens.insert(token.to_owned(), 1)),
        });
        let mut terms = Vec::with_capacity(tokens.len());
        for (token, times) in &tokens {
            let term = QueryTerm::new(token, *times, &views, filter)?;
            if term.df > 0 {
                terms.push((term.weight(chunks), term));
            }
        }
        let grid = Grid::for_sums_to(terms.iter().map(|(weight, _)| weight).sum());
        let mut merged = Merged::new(&self.parts, depth);
        let mut floor = 0.0;
        for (number, view) in views.iter().enumerate() {
            let here = terms
                .iter()
                .filter_map(|(weight, term)| term.entries[number].map(|entry| Weighted { weight: *weight, entry }));
            let here: Vec<Weighted> = here.collect();
            let segment = &view.part.segment;
            let mut top = Top::new(segment, depth, floor);
            score(segment, view.admitted.as_ref(), &here, (average, Norm::new(average)), grid, &mut top)?;
            floor = merged.take(number, top);
        }
        merged.finish()
    }
}

impl<'p> View<'p> {
    fn new(part: &'p Part, filter: &Filter) -> Result<Self, Damage> {
        let segment = &part.segment;
        if filter.is_empty() {
            let admitted = (!part.removed.is_empty()).then(|| part.removed.alive(segment.chunks()));
            return Ok(Self { part, admitted, chunks: u64::from(part.chunks()), tokens: part.tokens() });
        }
        let documents = segment.documents();
        let mut admitted = Bits::new(segment.chunks());
        for (document, _) in (0..).zip(documents.admitted(filter)?).filter(|(_, admitted)| *admitted) {
            admitted.set(documents.ordinals(document)?);
        }
        part.removed.take_from(&mut admitted);
        let lengths = segment.lengths()?;
        let tokens = admitted.iter().map(|ordinal| u64::from(lengths.at(ordinal))).sum();
        Ok(Self { part, chunks: admitted.count(), admitted: Some(admitted), tokens })
    }

    /// How many admitted chunks have a term.
    fn count(&self, entry: &Entry, filter: &Filter) -> Result<u64, Damage> {
        let Some(admitted) = self.admitted.as_ref().filter(|_| !filter.is_empty()) else {
            return Ok(u64::from(entry.df.saturating_sub(self.part.removed.of_term(entry.number))));
        };
        let list = self.part.segment.postings(entry.df, entry.place)?;
        let mut decoded = Decoded::new();
        let mut count = 0;
        let mut start = 0;
        for block in 0..list.blocks() {
            let worth = !list.is_long() || admitted.any(start..list.last(block).saturating_add(1));
            if worth {
                list.read(block, &mut decoded)?;
                count += decoded.ordinals().iter().filter(|ordinal| admitted.has(**ordinal)).count() as u64;
            }
            start = if list.is_long() { list.last(block) } else { 0 };
        }
        Ok(count)
    }
}

impl QueryTerm {
    fn new(token: &str, times: u32, views: &[View<'_>], filter: &Filter) -> Result<Self, Damage> {
        let mut term = Self { times, df: 0, entries: Vec::with_capacity(views.len()) };
        for view in views {
            let entry = if view.chunks == 0 { None } else { view.part.segment.find(token.as_bytes())? };
            let df = entry.map_or(Ok(0), |entry| view.count(&entry, filter))?;
            term.df += df;
            term.entries.push(entry.filter(|_| df > 0));
        }
        Ok(term)
    }

    /// The most that a chunk can have of it: `times · idf · (k1 + 1)`, with Lucene's idf, which is never negative.
    #[allow(clippy::cast_precision_loss)] // Counts of chunks are far below 2^53.
    fn weight(&self, chunks: u64) -> f64 {
        let (chunks, df) = (chunks as f64, self.df as f64);
        f64::from(self.times) * (1.0 + (chunks - df + 0.5) / (df + 0.5)).ln() * (K1 + 1.0)
    }
}
