//! The flow from question to answer, as one function over the stages. Each stage takes what the one before it made, so
//! none can be skipped or moved. The engine is built once and shared by many threads; it has no clock and no state.
//!
//! A failing search or model never costs the structured answer; only the fact store can fail a question.

use std::sync::Arc;
use std::time::Instant;

use crate::answer::{Answer, Evidence, render};
use crate::fact::FactKey;
use crate::gate::{CompetitorScreen, Screened, SecurityGate};
use crate::guard::{self, Asker, Finding, GuardCase};
use crate::intent::{Clause, Intent, IntentParser, Param, Route, RuleIntentParser, Slot, Unknown};
use crate::narrative::{Means, Narrative, NarrativeStatus, Subject, tell};
use crate::period::Period;
use crate::phrases::Phrases;
use crate::plan::Plan;
use crate::profile::{Glossary, Profile};
use crate::provider::LlmProvider;
use crate::question::Question;
use crate::retrieval::NarrativeRetriever;
use crate::scope::{Clarification, Scope, clarify};
use crate::sealed::UnsupportedNumbers;
use crate::sqlite::StoreError;
use crate::store::FactSource;
use crate::structured::{QueryMetric, ToolResult, run_tool_loop};
use crate::text::{TextView, VocabularyTooLarge};
use crate::trace::{Trace, TraceSink};

/// Answers questions about one profile's facts and documents.
pub struct Engine {
    profile: Arc<Profile>,
    glossary: Arc<Glossary>,
    gate: Arc<SecurityGate>,
    screen: CompetitorScreen,
    facts: Arc<dyn FactSource>,
    /// Reads refused questions too, for which no injected parser is called: it might ask a model.
    rules: Arc<RuleIntentParser>,
    parser: Option<Box<dyn IntentParser>>,
    provider: Option<Arc<dyn LlmProvider>>,
    retriever: Option<Arc<dyn NarrativeRetriever>>,
    unsupported_numbers: UnsupportedNumbers,
    trace: Option<Arc<dyn TraceSink>>,
}

impl Engine {
    /// An engine without a model: every fact is looked up directly.
    pub fn new(profile: Arc<Profile>, facts: Arc<dyn FactSource>) -> Result<Self, VocabularyTooLarge> {
        let glossary = Arc::new(Glossary::new(&profile)?);
        Ok(Self {
            gate: Arc::new(SecurityGate::new(&profile)),
            screen: CompetitorScreen::new(&profile),
            rules: Arc::new(RuleIntentParser::new(Arc::clone(&profile), Arc::clone(&glossary))),
            profile,
            glossary,
            facts,
            parser: None,
            provider: None,
            retriever: None,
            unsupported_numbers: UnsupportedNumbers::default(),
            trace: None,
        })
    }

    /// An engine without a model over other facts. What the profile alone decides, how questions are read above all, is shared
    /// and not made again.
    #[must_use]
    pub fn over(&self, facts: Arc<dyn FactSource>) -> Self {
        Self {
            gate: Arc::clone(&self.gate),
            screen: self.screen.clone(),
            rules: Arc::clone(&self.rules),
            profile: Arc::clone(&self.profile),
            glossary: Arc::clone(&self.glossary),
            facts,
            parser: None,
            provider: None,
            retriever: None,
            unsupported_numbers: UnsupportedNumbers::default(),
            trace: None,
        }
    }

    /// Lets a model call the tool for questions about a single fact, and write the account of passages.
    #[must_use]
    pub fn with_provider(mut self, provider: Arc<dyn LlmProvider>) -> Self {
        self.provider = Some(provider);
        self
    }

    /// Answers questions for reasons and events from documents. Without a model, their best sentences are quoted.
    #[must_use]
    pub fn with_retriever(mut self, retriever: Arc<dyn NarrativeRetriever>) -> Self {
        self.retriever = Some(retriever);
        self
    }

    /// Decides about prose with numbers that no cited passage states; they are flagged unless told otherwise.
    #[must_use]
    pub fn with_unsupported_numbers(mut self, policy: UnsupportedNumbers) -> Self {
        self.unsupported_numbers = policy;
        self
    }

    /// Reads questions with another parser than the rules.
    #[must_use]
    pub fn with_intent_parser(mut self, parser: Box<dyn IntentParser>) -> Self {
        self.parser = Some(parser);
        self
    }

    /// Records a trace of every question.
    #[must_use]
    pub fn with_trace(mut self, trace: Arc<dyn TraceSink>) -> Self {
        self.trace = Some(trace);
        self
    }

    /// The profile it answers for.
    pub fn profile(&self) -> &Profile {
        &self.profile
    }

    /// What the profile's wordings mean.
    pub fn glossary(&self) -> &Glossary {
        &self.glossary
    }

    /// Answers a question. Fails only when the fact store does.
    pub fn ask(&self, question: &Question) -> Result<Answer, StoreError> {
        let started = self.trace.as_ref().map(|sink| (sink, Instant::now()));
        let answer = self.answer(question)?;
        if let Some((sink, started)) = started {
            sink.record(&Trace::of(&answer, &self.profile, started.elapsed()));
        }
        Ok(answer)
    }

    fn answer(&self, question: &Question) -> Result<Answer, StoreError> {
        let screened = Screened::new(&self.gate, question);
        let intent = self.read(&screened);
        let scope = match clarify(&self.profile, &screened, &intent) {
            Scope::InScope(scope) => *scope,
            Scope::Ask(back) => {
                let told = self.told_instead(&screened, &intent);
                let asked = || Answer::without_facts(&self.profile, question, intent, back);
                return Ok(told.map_or_else(asked, |evidence| render(&self.profile, question, evidence)));
            }
            Scope::Refuse(back) => return Ok(Answer::without_facts(&self.profile, question, intent, back)),
        };
        match Plan::of(scope) {
            Plan::LookUp { keys, unrecognized, clarification } => {
                let findings = self.gather(question, &keys)?;
                let results: Vec<&ToolResult> =
                    findings.iter().map(|finding| &finding.result).chain(&unrecognized).collect();
                let narrative = self.narrate(&screened, &intent, &results, false);
                let evidence = Evidence { intent, clarification, findings, unrecognized, narrative };
                Ok(render(&self.profile, question, evidence))
            }
            Plan::TooMany => {
                let phrases = Phrases::new(question.lang(), &self.profile);
                let back = Clarification::ask_first(phrases.too_many(), Vec::new());
                Ok(Answer::without_facts(&self.profile, question, intent, back))
            }
        }
    }

    fn read(&self, question: &Screened<'_>) -> Intent {
        let Some(hit) = question.hits().first() else {
            return self.parser.as_deref().map_or_else(|| self.rules.parse(question), |parser| parser.parse(question));
        };
        let competitor = self.profile.competitors.get(&hit.competitor);
        let name = competitor.map_or(hit.competitor.as_str(), |c| c.label.get(question.lang()));
        Intent { external_entity: Some(name.to_owned()), ..self.rules.parse(question) }
    }

    /// Finds what the plan needs: through the model's tool loop when it is one fact, else directly.
    fn gather(&self, question: &Question, keys: &[FactKey]) -> Result<Vec<Finding>, StoreError> {
        let tool = QueryMetric {
            profile: &self.profile,
            glossary: &self.glossary,
            facts: &*self.facts,
            screen: &self.screen,
            today: question.today(),
        };
        if let ([only], Some(provider)) = (keys, &self.provider) {
            let transcript = run_tool_loop(&**provider, question, only, &tool)?;
            return Ok(vec![guard::judge(only, transcript, |key| tool.by_key(key))?]);
        }
        keys.iter().map(|key| Ok(Finding { result: tool.by_key(key)?, asker: Asker::Engine, model: None })).collect()
    }

    /// What the documents say to a question that was read as one for a figure and names no metric and no other quantity ("how
    /// many invoices were checked"): a metric is asked back only where they say nothing. Where it asks for a number and for
    /// nothing else, one sentence must say what is counted; where it asks for more, it is screened as any other search.
    fn told_instead(&self, question: &Screened<'_>, intent: &Intent) -> Option<Evidence> {
        // What a question for a fact takes for an unknown name is what a search looks for.
        let is_searched = |unknown: &Unknown| matches!(unknown.param, Param::Entity | Param::Period);
        let names_no_metric =
            intent.metrics.is_empty() && intent.qualifiers.is_empty() && intent.unknown.iter().all(is_searched);
        if !names_no_metric || intent.about.is_empty() || intent.operation.is_some() {
            return None;
        }
        let intent = Intent { route: Route::Narrative, ..intent.clone() };
        let narrative =
            self.narrate(question, &intent, &[], true).filter(|told| told.status == NarrativeStatus::Answered)?;
        let clarification = Clarification::none();
        Some(Evidence {
            intent,
            clarification,
            findings: Vec::new(),
            unrecognized: Vec::new(),
            narrative: Some(narrative),
        })
    }

    /// What the documents say, where that was asked. Not for a question whose names are not understood: whatever was found
    /// would be about somebody else. Where the figure is not stored, a document that names it may have the reason all the
    /// same; not where a reading of it waits for a person, which a document's sentence would state before they have decided.
    fn narrate(
        &self,
        question: &Screened<'_>,
        intent: &Intent,
        results: &[&ToolResult],
        is_instead: bool,
    ) -> Option<Narrative> {
        let ground = GuardCase::of(results.iter().copied());
        let waits = results.iter().any(|result| matches!(result, ToolResult::NotFound { waiting: Some(_), .. }));
        let is_figure_missing = ground == Some(GuardCase::NotFound);
        let nothing_to_explain = ground == Some(GuardCase::UnrecognizedParam) || is_figure_missing && waits;
        if !intent.route.wants_passages() || nothing_to_explain {
            return None;
        }
        // An injected parser may fill the slots and leave out what else the question speaks of.
        let by_rules = (intent.about.is_empty() && self.parser.is_some()).then(|| self.rules.parse(question));
        let about = by_rules.as_ref().map_or(&intent.about, |rules| &rules.about);
        let mut entities = asked_why(intent, &intent.entities, |clause| &clause.entities);
        entities.retain(|code| self.profile.entities.contains_key(code));
        let unread = intent.unknown.iter().filter(|unknown| unknown.param == Param::Period);
        let subject = Subject {
            entities,
            periods: asked_why(intent, &intent.periods, |clause| &clause.periods),
            metrics: asked_why(intent, &intent.metrics, |clause| &clause.metrics),
            is_figure_missing,
            unread_periods: unread.map(|unknown| unknown.raw.clone()).collect(),
            is_year_stated: intent.periods.iter().all(|slot| states_year(question.masked(), slot)),
            is_number_asked: is_instead,
            ..Subject::default()
        }
        .speaking_of(about);
        let means = Means {
            retriever: self.retriever.as_deref(),
            provider: self.provider.as_deref(),
            glossary: &self.glossary,
            screen: &self.screen,
            home: &self.profile.home.entity,
            calendar: self.profile.calendar,
            policy: self.unsupported_numbers,
        };
        let asked = question.masked();
        let told = tell(&means, asked.get(intent.question_start..).unwrap_or(asked), question.lang(), subject);
        (!is_figure_missing || told.status.has_passages()).then_some(told)
    }
}

/// What the clauses that ask for a reason name, or else the whole question.
fn asked_why<T: Clone>(intent: &Intent, slots: &[Slot<T>], named: impl Fn(&Clause) -> &Vec<T>) -> Vec<T> {
    let whys = intent.clauses.iter().filter(|clause| clause.asks_why);
    let values: Vec<T> = whys.flat_map(|clause| named(clause).iter().cloned()).collect();
    if values.is_empty() { slots.iter().map(|slot| slot.value.clone()).collect() } else { values }
}

/// Whether the wording of a period says which year is meant, in digits or relative to today ("last year", 去年). "The fourth
/// quarter" and 上半年 do not.
fn states_year(question: &str, slot: &Slot<Period>) -> bool {
    let folded = TextView::fold(question.get(slot.span.clone()).unwrap_or_default()).replace("半年", "");
    let year = slot.value.year().to_string();
    ["年", "year", "〇", year.get(2..).unwrap_or(&year)].iter().any(|sign| folded.contains(sign))
}
