//! The second exit: candidates become passages, and what is restricted is dropped, whatever the stages before did. Here
//! the retriever meets the seam that answering asks through.

use super::filter::{Attribute, Filter};
use super::hybrid::{HybridRetriever, Search};
use super::lexical::SearchError;
use super::rerank::{RERANK_DEPTH, rerank};
use crate::passage::{Passage, Vetted};
use crate::retrieval::{NarrativeRetriever, RetrieveError, Retrieved, SearchSteps};

/// What a filter keeps when it is relaxed, as long as anything has it: who and where a document is about. A document on
/// another year of the asked entity may still help; one on another entity would answer another question.
const SUBJECT: [Attribute; 3] = [Attribute::Doc, Attribute::Entity, Attribute::Geography];

/// The open ones of `candidates` as passages, at most `top_k`.
fn link(candidates: Vec<Vetted>, top_k: usize) -> Vec<Passage> {
    candidates.into_iter().filter_map(Passage::open).take(top_k).collect()
}

impl HybridRetriever {
    /// As [`NarrativeRetriever::retrieve`], for measurements: the filter is never relaxed, and vectors that fail are an
    /// error.
    pub fn retrieve_exactly(&self, query: &str, filter: &Filter, top_k: usize) -> Result<Retrieved, SearchError> {
        let admitted = self.index.admitted(filter)?;
        let mut search = self.search(query, filter, top_k)?;
        match search.vector_fault.take() {
            Some(fault) => Err(fault.into()),
            None => Ok(self.hand_on(query, search, admitted, top_k)),
        }
    }

    /// Both exits, one after the other.
    fn hand_on(&self, query: &str, mut search: Search, admitted: u64, top_k: usize) -> Retrieved {
        let reranked =
            self.judge.as_ref().and_then(|judge| rerank(query, &mut search.candidates, &**judge, RERANK_DEPTH));
        let vectors = self.vectors.as_ref().map(|_| search.vector_fault.is_none());
        let steps = SearchSteps { queries: search.queries, admitted, fused: search.fused, vectors, reranked };
        Retrieved { passages: link(search.candidates, top_k), relaxed: Vec::new(), steps }
    }

    /// The filter to search with, how many chunks it admits, and what was given up of `filter`.
    fn relaxed(&self, filter: &Filter) -> Result<(Filter, u64, Vec<Attribute>), SearchError> {
        let admitted = self.index.admitted(filter)?;
        if admitted > 0 || filter.is_empty() {
            return Ok((filter.clone(), admitted, Vec::new()));
        }
        let subject = filter.only(&SUBJECT);
        let wider = if !subject.is_empty() && self.index.admitted(&subject)? > 0 { subject } else { Filter::none() };
        let given_up = filter.wanted().map(|(attribute, _)| attribute);
        let given_up = given_up.filter(|attribute| wider.only(&[*attribute]).is_empty()).collect();
        let admitted = self.index.admitted(&wider)?;
        Ok((wider, admitted, given_up))
    }
}

impl NarrativeRetriever for HybridRetriever {
    fn retrieve(&self, query: &str, filter: &Filter, top_k: usize) -> Result<Retrieved, RetrieveError> {
        let retrieved = self.relaxed(filter).and_then(|(filter, admitted, relaxed)| {
            let search = self.search(query, &filter, top_k)?;
            Ok(Retrieved { relaxed, ..self.hand_on(query, search, admitted, top_k) })
        });
        retrieved.map_err(|error| RetrieveError { cause: Box::new(error) })
    }

    fn is_empty(&self) -> Result<bool, RetrieveError> {
        let admitted = self.index.admitted(&Filter::none());
        admitted.map(|chunks| chunks == 0).map_err(|error| RetrieveError { cause: Box::new(error) })
    }
}
