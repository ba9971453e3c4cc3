//! Engines whose surroundings can be changed between questions, because building an engine takes longer than asking it:
//! the store behind it, the model beside it. Everything that passes between them is counted or kept.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use engine::answer::Answer;
use engine::engine::Engine;
use engine::fact::{Fact, FactKey};
use engine::profile::Profile;
use engine::question::Question;
use engine::store::{
    Answerable, AuditEntry, Decided, DecisionFault, FactFilter, FactStore, FileCounts, HistoryEntry, IngestRun,
    ReasonCount, ReviewFilter, ReviewId, ReviewItem, ReviewTarget, Selection, SqliteFactStore, Stats, StoreError,
    StoredFact, Verdict, Withdrawal,
};
use engine::trace::{Trace, TraceSink};
use jiff::Timestamp;

use crate::model::Anything;

/// One company, asked with and without a model.
pub(crate) struct Stage {
    pub(crate) store: Arc<Exchangeable>,
    pub(crate) model: Arc<Anything>,
    pub(crate) traces: Arc<TraceLog>,
    /// No model takes part.
    pub(crate) alone: Engine,
    /// The model may call the tool.
    pub(crate) guided: Engine,
}

impl Stage {
    pub(crate) fn new(profile: &Arc<Profile>) -> Self {
        Self::over(profile, Arc::new(SqliteFactStore::in_memory().unwrap()))
    }

    pub(crate) fn over(profile: &Arc<Profile>, facts: Arc<dyn FactStore>) -> Self {
        let store = Arc::new(Exchangeable { inner: RwLock::new(facts), lookups: AtomicUsize::new(0) });
        let model = Arc::new(Anything::default());
        let traces = Arc::new(TraceLog::default());
        let engine = || {
            Engine::new(Arc::clone(profile), Arc::clone(&store) as Arc<dyn FactStore>)
                .unwrap()
                .with_trace(traces.clone())
        };
        let guided = engine().with_provider(model.clone());
        Self { alone: engine(), guided, store, model, traces }
    }

    /// The answers without and with the model, as JSON.
    pub(crate) fn both(&self, question: &Question) -> (String, String) {
        (json(&self.alone.ask(question).unwrap()), json(&self.guided.ask(question).unwrap()))
    }
}

/// An answer's own JSON.
pub(crate) fn json(answer: &Answer) -> String {
    serde_json::to_string(answer).unwrap()
}

/// Keeps every trace as JSON.
#[derive(Default)]
pub(crate) struct TraceLog(Mutex<Vec<String>>);

impl TraceLog {
    /// The traces so far, which are then forgotten.
    pub(crate) fn take(&self) -> Vec<String> {
        std::mem::take(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl TraceSink for TraceLog {
    fn record(&self, trace: &Trace) {
        let json = serde_json::to_string(trace).unwrap();
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(json);
    }
}

/// A store that can be exchanged for another, and counts look-ups.
pub(crate) struct Exchangeable {
    inner: RwLock<Arc<dyn FactStore>>,
    lookups: AtomicUsize,
}

impl Exchangeable {
    pub(crate) fn put(&self, store: Arc<dyn FactStore>) {
        *self.inner.write().unwrap_or_else(PoisonError::into_inner) = store;
    }

    /// Look-ups since the last time this was asked.
    pub(crate) fn lookups(&self) -> usize {
        self.lookups.swap(0, Ordering::SeqCst)
    }

    fn inner(&self) -> Arc<dyn FactStore> {
        Arc::clone(&self.inner.read().unwrap_or_else(PoisonError::into_inner))
    }
}

impl FactStore for Exchangeable {
    fn lookup(&self, key: &FactKey) -> Result<Option<Answerable>, StoreError> {
        self.lookups.fetch_add(1, Ordering::SeqCst);
        self.inner().lookup(key)
    }

    fn list(
        &self,
        filter: &FactFilter,
        visit: &mut dyn FnMut(StoredFact) -> ControlFlow<()>,
    ) -> Result<(), StoreError> {
        self.lookups.fetch_add(1, Ordering::SeqCst);
        self.inner().list(filter, visit)
    }

    fn show(&self, key: &FactKey) -> Result<Vec<StoredFact>, StoreError> {
        self.lookups.fetch_add(1, Ordering::SeqCst);
        self.inner().show(key)
    }

    fn conflicts(&self, visit: &mut dyn FnMut(&[Fact]) -> ControlFlow<()>) -> Result<(), StoreError> {
        self.lookups.fetch_add(1, Ordering::SeqCst);
        self.inner().conflicts(visit)
    }

    fn history(&self, key: &FactKey) -> Result<Vec<HistoryEntry>, StoreError> {
        self.lookups.fetch_add(1, Ordering::SeqCst);
        self.inner().history(key)
    }

    fn withdraw(&self, what: &Selection, reason: &str, now: Timestamp) -> Result<Withdrawal, StoreError> {
        self.inner().withdraw(what, reason, now)
    }

    fn restore(&self, what: &Selection, reason: &str, now: Timestamp) -> Result<Withdrawal, StoreError> {
        self.inner().restore(what, reason, now)
    }

    fn reviews(
        &self,
        filter: &ReviewFilter,
        visit: &mut dyn FnMut(ReviewItem) -> ControlFlow<()>,
    ) -> Result<(), StoreError> {
        self.inner().reviews(filter, visit)
    }

    fn review_reasons(&self, filter: &ReviewFilter) -> Result<Vec<ReasonCount>, StoreError> {
        self.inner().review_reasons(filter)
    }

    fn waiting(&self, key: &FactKey) -> Result<Vec<ReasonCount>, StoreError> {
        self.inner().waiting(key)
    }

    fn review(&self, id: ReviewId) -> Result<Result<(ReviewItem, Vec<AuditEntry>), DecisionFault>, StoreError> {
        self.inner().review(id)
    }

    fn decide(
        &self,
        targets: &[ReviewTarget],
        verdict: &Verdict,
        note: &str,
        now: Timestamp,
    ) -> Result<Vec<Result<Decided, DecisionFault>>, StoreError> {
        self.inner().decide(targets, verdict, note, now)
    }

    fn content_of_source(&self, source: &str) -> Result<Option<String>, StoreError> {
        self.inner().content_of_source(source)
    }

    fn stats(&self) -> Result<Stats, StoreError> {
        self.inner().stats()
    }

    fn check(&self) -> Result<Vec<String>, StoreError> {
        self.inner().check()
    }

    fn ingest(
        &self,
        now: Timestamp,
        work: &mut dyn FnMut(&mut dyn IngestRun) -> Result<(), StoreError>,
    ) -> Result<Vec<FileCounts>, StoreError> {
        self.inner().ingest(now, work)
    }
}
