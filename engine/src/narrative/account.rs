//! From a question to an account of what the documents say: search, ask a model (or quote), check. Whatever goes wrong has a
//! status of its own, and no status carries a model's unchecked words.

use std::sync::Arc;

use serde::Serialize;

use super::premise::{Premise, contradicted};
use super::{Contradiction, Subject, best_sentences, prompt, relevance};
use crate::code::EntityCode;
use crate::gate::CompetitorScreen;
use crate::lang::Lang;
use crate::passage::Passage;
use crate::period::FiscalCalendar;
use crate::profile::Glossary;
use crate::provider::{LlmProvider, Message, ModelRequest, ProviderError, Task};
use crate::retrieval::{Filter, NarrativeRetriever, RetrieveError, Retrieved};
use crate::sealed::{CheckedProse, Grounds, ModelText, UnsupportedNumbers, check_prose};

/// How many passages are retrieved for a question.
pub const PASSAGES_MAX: usize = 50;

/// How an account came out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, strum::Display)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum NarrativeStatus {
    /// There is prose to read.
    Answered,
    /// The engine has no documents to search.
    NoRetriever,
    /// The question names nothing that could be looked for.
    NoSubject,
    /// No document is stored.
    NoDocuments,
    /// No passage was found.
    NoPassage,
    /// The search failed.
    SearchFailed,
    /// The model gave no prose.
    ModelFailed,
    /// The prose holds unsupported numbers, and the policy is strict.
    Withheld,
}

impl NarrativeStatus {
    /// Whether there was something to tell from, or the search that would say so failed.
    pub(crate) fn has_passages(self) -> bool {
        matches!(self, Self::Answered | Self::SearchFailed | Self::ModelFailed | Self::Withheld)
    }
}

/// Who wrote an account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Teller {
    /// A model.
    Model {
        /// The provider's name.
        name: String,
        /// Calls of tools that it was not offered; nothing was done about them.
        calls_ignored: usize,
        /// Why it gave up, if it did.
        failure: Option<ProviderError>,
    },
    /// The engine, which quotes sentences.
    Engine,
}

/// Why a search failed. Equal only to itself.
#[derive(Debug, Clone)]
pub struct SearchFailure(Arc<RetrieveError>);

impl SearchFailure {
    /// The error, with its causes.
    pub fn error(&self) -> &RetrieveError {
        &self.0
    }
}

impl PartialEq for SearchFailure {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

/// What the documents say to a question, and how that came about.
#[derive(Debug, Clone, PartialEq)]
pub struct Narrative {
    /// How it came out.
    pub status: NarrativeStatus,
    /// What was asked about, as far as documents are labelled with it.
    pub subject: Subject,
    /// What was found.
    pub retrieved: Retrieved,
    /// Who told it; none when there was nothing to tell.
    pub teller: Option<Teller>,
    /// The prose, when there is any; without its text when it is withheld.
    pub prose: Option<CheckedProse>,
    /// Where a cited passage states the opposite of what the question takes for granted.
    pub contradiction: Option<Contradiction>,
    /// Whether all cited passages are in another language than the question, so that its words could not be looked for in
    /// them.
    pub is_foreign: bool,
    /// What happens to numbers that no cited passage states.
    pub policy: UnsupportedNumbers,
    /// Why the search failed, if it did.
    pub failure: Option<SearchFailure>,
}

impl Narrative {
    /// The passages that the prose cites, with their numbers.
    pub fn cited(&self) -> impl Iterator<Item = (usize, &Passage)> {
        let numbers = self.prose.iter().flat_map(CheckedProse::cited);
        numbers.filter_map(|number| Some((*number, self.retrieved.passages.get(number.checked_sub(1)?)?)))
    }

    /// Numbers in the prose that no cited passage states.
    pub fn unsupported_numbers(&self) -> &[String] {
        self.prose.as_ref().map_or(&[], CheckedProse::unsupported)
    }
}

/// What an account is made with.
#[derive(Clone, Copy)]
pub(crate) struct Means<'a> {
    /// Finds passages.
    pub(crate) retriever: Option<&'a dyn NarrativeRetriever>,
    /// Writes; without one, sentences are quoted.
    pub(crate) provider: Option<&'a dyn LlmProvider>,
    /// Knows the wordings of entities.
    pub(crate) glossary: &'a Glossary,
    /// What may be said of competitors.
    pub(crate) screen: &'a CompetitorScreen,
    /// Who is meant where nobody is named.
    pub(crate) home: &'a EntityCode,
    /// Whose halves and quarters the periods are.
    pub(crate) calendar: FiscalCalendar,
    /// What happens to unsupported numbers.
    pub(crate) policy: UnsupportedNumbers,
}

/// Tells what the documents say to a question.
pub(crate) fn tell(means: &Means<'_>, question: &str, lang: Lang, subject: Subject) -> Narrative {
    let mut narrative = Narrative {
        status: NarrativeStatus::NoRetriever,
        subject,
        retrieved: Retrieved::default(),
        teller: None,
        prose: None,
        contradiction: None,
        is_foreign: false,
        policy: means.policy,
        failure: None,
    };
    let Some(retriever) = means.retriever else { return narrative };
    if narrative.subject.is_empty() {
        // A search finds something for any words; what it found would be about nothing that was asked.
        narrative.status = NarrativeStatus::NoSubject;
        return narrative;
    }
    match search(retriever, question, &narrative.subject, means.calendar) {
        Ok(Some(found)) => {
            narrative.retrieved =
                relevance::screened(found, question, &narrative.subject, means.glossary, means.calendar);
        }
        Ok(None) => {
            narrative.status = NarrativeStatus::NoDocuments;
            return narrative;
        }
        Err(error) => {
            narrative.status = NarrativeStatus::SearchFailed;
            narrative.failure = Some(SearchFailure(Arc::new(error)));
            return narrative;
        }
    }
    if narrative.retrieved.passages.is_empty() {
        narrative.status = NarrativeStatus::NoPassage;
        return narrative;
    }
    let passages = &narrative.retrieved.passages;
    let (text, teller) = match means.provider {
        Some(provider) => ask(provider, question, passages, lang),
        None => (ModelText::new(best_sentences(question, passages)), Teller::Engine),
    };
    let Means { calendar, policy, screen, .. } = *means;
    let grounds = Grounds { passages, periods: &narrative.subject.periods, calendar, policy, screen };
    narrative.prose = check_prose(&text, &grounds);
    narrative.teller = Some(teller);
    narrative.status = match &narrative.prose {
        None => NarrativeStatus::ModelFailed,
        Some(prose) if prose.text().is_none() => NarrativeStatus::Withheld,
        Some(_) => NarrativeStatus::Answered,
    };
    if narrative.status == NarrativeStatus::Answered {
        let Means { home, glossary, .. } = *means;
        let premise = Premise { question, subject: &narrative.subject, home, glossary, calendar };
        narrative.contradiction = contradicted(&premise, narrative.cited());
        let cited = narrative.cited().map(|(_, passage)| passage);
        narrative.is_foreign = relevance::is_foreign(&narrative.subject, cited);
    }
    narrative
}

/// What is found; none when there is no document at all.
fn search(
    retriever: &dyn NarrativeRetriever,
    question: &str,
    subject: &Subject,
    calendar: FiscalCalendar,
) -> Result<Option<Retrieved>, RetrieveError> {
    if retriever.is_empty()? {
        return Ok(None);
    }
    let filter = subject.filter(calendar);
    let mut found = retriever.retrieve(question, &filter, PASSAGES_MAX)?;
    if !found.relaxed.is_empty() {
        // A document on the whole company may name the asked entity, so nothing is kept of a filter that did not hold;
        // what is found is held against the whole subject.
        let relaxed = filter.wanted().map(|(attribute, _)| attribute).collect();
        found = Retrieved { relaxed, ..retriever.retrieve(question, &Filter::none(), PASSAGES_MAX)? };
    }
    found.passages.truncate(PASSAGES_MAX);
    Ok(Some(found))
}

/// Asks a model. The request offers no tool, and calls that come all the same are not looked at.
fn ask(provider: &dyn LlmProvider, question: &str, passages: &[Passage], lang: Lang) -> (ModelText, Teller) {
    let messages = [Message::User(prompt::prompt(question, passages))];
    let task = Task::Account { question, passages };
    let request = ModelRequest { system: prompt::system(lang), messages: &messages, tools: &[], task, lang };
    let name = provider.name().to_owned();
    match provider.create_message(&request) {
        Ok(turn) => (turn.text, Teller::Model { name, calls_ignored: turn.tool_calls.len(), failure: None }),
        Err(failure) => (ModelText::default(), Teller::Model { name, calls_ignored: 0, failure: Some(failure) }),
    }
}
