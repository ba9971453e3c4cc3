//! A target that is not waited for without end: a question that takes longer than is allowed is an error of its case, which
//! has a name, and the run goes on. The thread that hangs is left alone; it ends with the process.

use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use jiff::civil::Date;

use super::{Extractor, Searcher, Target, TargetError, failed};
use crate::extracted::Extracted;
use crate::golden::Attribute;
use crate::outcome::Outcome;
use crate::ranking::Ranking;

/// A target, searcher or extractor with the longest that one question to it may take.
pub struct Patient<T: ?Sized> {
    target: Arc<T>,
    timeout: Duration,
    /// Threads that wait for work. One that is left hanging does not come back.
    idle: Mutex<Vec<Sender<Job>>>,
}

type Job = Box<dyn FnOnce() + Send>;

impl<T: ?Sized + Send + Sync + 'static> Patient<T> {
    /// Waits for each answer of `target` for `timeout` at most.
    pub fn new(target: Arc<T>, timeout: Duration) -> Self {
        Self { target, timeout, idle: Mutex::default() }
    }

    fn ask<A: Send + 'static>(
        &self,
        ask: impl FnOnce(&T) -> Result<A, TargetError> + Send + 'static,
    ) -> Result<A, TargetError> {
        let idle = || self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let waiting = idle().pop();
        let worker = waiting.map_or_else(worker, Ok)?;
        let (tell, hear) = channel();
        let target = Arc::clone(&self.target);
        let job: Job = Box::new(move || {
            // Nobody listens any more when the time was over.
            let _ = tell.send(catch_unwind(AssertUnwindSafe(|| ask(&target))));
        });
        worker.send(job).map_err(failed)?;
        match hear.recv_timeout(self.timeout) {
            Ok(answer) => {
                idle().push(worker);
                answer.unwrap_or_else(|panic| resume_unwind(panic))
            }
            Err(RecvTimeoutError::Timeout) => Err(TargetError::TimedOut { seconds: self.timeout.as_secs() }),
            Err(fault @ RecvTimeoutError::Disconnected) => Err(failed(fault)),
        }
    }
}

/// A thread that takes jobs until nobody has any for it.
fn worker() -> Result<Sender<Job>, TargetError> {
    let (give, take) = channel::<Job>();
    thread::Builder::new().spawn(move || take.into_iter().for_each(|job| job())).map_err(failed)?;
    Ok(give)
}

impl Target for Patient<dyn Target> {
    fn answer(&self, fixture: &str, question: &str, reference_date: Date) -> Result<Outcome, TargetError> {
        let (fixture, question) = (fixture.to_owned(), question.to_owned());
        self.ask(move |target| target.answer(&fixture, &question, reference_date))
    }

    fn identity(&self) -> String {
        self.target.identity()
    }
}

impl Searcher for Patient<dyn Searcher> {
    fn search(
        &self,
        fixture: &str,
        query: &str,
        filters: &BTreeMap<Attribute, BTreeSet<String>>,
    ) -> Result<Ranking, TargetError> {
        let (fixture, query, filters) = (fixture.to_owned(), query.to_owned(), filters.clone());
        self.ask(move |target| target.search(&fixture, &query, &filters))
    }

    fn identity(&self) -> String {
        self.target.identity()
    }
}

impl Extractor for Patient<dyn Extractor> {
    fn extract(&self, fixture: &str, doc: &str) -> Result<Option<Extracted>, TargetError> {
        let (fixture, doc) = (fixture.to_owned(), doc.to_owned());
        self.ask(move |target| target.extract(&fixture, &doc))
    }

    fn identity(&self) -> String {
        self.target.identity()
    }
}
