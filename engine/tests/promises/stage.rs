//! Engines whose surroundings can be changed between questions, because building an engine takes longer than asking it:
//! the store behind it, the model beside it. Everything that passes between them is counted or kept.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use engine::answer::Answer;
use engine::engine::Engine;
use engine::fact::FactKey;
use engine::profile::Profile;
use engine::question::Question;
use engine::store::{Answerable, FactSource, ReasonCount, SqliteFactStore, StoreError};
use engine::trace::{Trace, TraceSink};

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

    pub(crate) fn over(profile: &Arc<Profile>, facts: Arc<dyn FactSource>) -> Self {
        let store = Arc::new(Exchangeable { inner: RwLock::new(facts), lookups: AtomicUsize::new(0) });
        let model = Arc::new(Anything::default());
        let traces = Arc::new(TraceLog::default());
        let engine = || {
            Engine::new(Arc::clone(profile), Arc::clone(&store) as Arc<dyn FactSource>)
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
    inner: RwLock<Arc<dyn FactSource>>,
    lookups: AtomicUsize,
}

impl Exchangeable {
    pub(crate) fn put(&self, store: Arc<dyn FactSource>) {
        *self.inner.write().unwrap_or_else(PoisonError::into_inner) = store;
    }

    /// Look-ups since the last time this was asked.
    pub(crate) fn lookups(&self) -> usize {
        self.lookups.swap(0, Ordering::SeqCst)
    }

    fn inner(&self) -> Arc<dyn FactSource> {
        Arc::clone(&self.inner.read().unwrap_or_else(PoisonError::into_inner))
    }
}

impl FactSource for Exchangeable {
    fn lookup(&self, key: &FactKey) -> Result<Option<Answerable>, StoreError> {
        self.lookups.fetch_add(1, Ordering::SeqCst);
        self.inner().lookup(key)
    }

    fn waiting(&self, key: &FactKey) -> Result<Vec<ReasonCount>, StoreError> {
        self.inner().waiting(key)
    }
}
