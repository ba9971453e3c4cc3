//! Who answers the cases. A target gives back what it was told to judge: an [`Outcome`] or an error; it never sees an
//! expectation. This folder is the only place in the harness that may name the engine.

mod engine;
mod liar;
mod library;
mod patient;
mod reports;
mod scripted;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;
use std::path::{Path, PathBuf};

use jiff::civil::Date;
use serde::Serialize;

use crate::extracted::Extracted;
use crate::golden::Attribute;
use crate::outcome::Outcome;
use crate::ranking::Ranking;

pub use self::engine::{EngineOpener, EngineTarget};
pub use liar::Lies;
pub use library::EngineSearcher;
pub use patient::Patient;
pub use reports::EngineExtractor;
pub use scripted::{ScriptFault, ScriptedTarget};

/// A system that answers questions. Called from many threads at once.
pub trait Target: Send + Sync {
    /// Answers `question` as asked on `reference_date` of the fixture named `fixture`.
    fn answer(&self, fixture: &str, question: &str, reference_date: Date) -> Result<Outcome, TargetError>;

    /// What answers: name, version, provider. Recorded with every run, so that two runs of different systems are never
    /// compared unawares.
    fn identity(&self) -> String;
}

/// A system that searches documents. Called from many threads at once.
pub trait Searcher: Send + Sync {
    /// Ranks passages of the fixture named `fixture` for `query`, among the documents that have one of the values of
    /// each attribute in `filters`.
    fn search(
        &self,
        fixture: &str,
        query: &str,
        filters: &BTreeMap<Attribute, BTreeSet<String>>,
    ) -> Result<Ranking, TargetError>;

    /// What searches; see [`Target::identity`].
    fn identity(&self) -> String;
}

/// A system that reads documents. Called from many threads at once.
pub trait Extractor: Send + Sync {
    /// Reads the report `doc` of the fixture named `fixture`; none when there is no such report to read.
    fn extract(&self, fixture: &str, doc: &str) -> Result<Option<Extracted>, TargetError>;

    /// What reads; see [`Target::identity`].
    fn identity(&self) -> String;
}

/// Why there is no answer to judge.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum TargetError {
    /// The target has no such fixture.
    #[error("the target has no fixture `{fixture}`; build it from fixtures/{fixture}")]
    UnknownFixture {
        /// The name asked for.
        fixture: String,
    },
    /// The target failed to answer.
    #[error("the target failed: {message}")]
    Failed {
        /// What it said.
        message: String,
    },
    /// The target answered with something that is no outcome.
    #[error("the answer is not readable as an outcome: {message}")]
    Unreadable {
        /// What is wrong with it, and where.
        message: String,
    },
    /// Nothing came of a document that holds something.
    #[error("nothing was read of {doc}, which holds something")]
    NothingRead {
        /// The document.
        doc: String,
    },
    /// The target did not answer in time.
    #[error("no answer after {seconds} s; what hangs is named above, and --timeout gives it longer")]
    TimedOut {
        /// How long it was waited for.
        seconds: u64,
    },
    /// The target panicked.
    #[error("the target panicked: {message}")]
    Panicked {
        /// The panic's message.
        message: String,
    },
}

/// The fixtures of a folder, by name: its folders that have a profile.
fn folders(fixtures: &Path) -> Result<Vec<(String, PathBuf)>, TargetError> {
    let with_profile = sorted(fixtures)?.into_iter().filter(|folder| folder.join("profile.toml").is_file());
    Ok(with_profile
        .map(|folder| (folder.file_name().unwrap_or_default().to_string_lossy().into_owned(), folder))
        .collect())
}

/// What is in a folder, by name.
fn sorted(folder: &Path) -> Result<Vec<PathBuf>, TargetError> {
    let at = |error: std::io::Error| TargetError::Failed { message: format!("{}: {error}", folder.display()) };
    let mut paths = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(at)? {
        paths.push(entry.map_err(at)?.path());
    }
    paths.sort();
    Ok(paths)
}

fn failed(error: impl Display) -> TargetError {
    TargetError::Failed { message: error.to_string() }
}

fn unreadable(error: impl Display) -> TargetError {
    TargetError::Unreadable { message: error.to_string() }
}

/// What was made for a fixture.
fn of_fixture<'a, T>(all: &'a BTreeMap<String, T>, fixture: &str) -> Result<&'a T, TargetError> {
    all.get(fixture).ok_or_else(|| TargetError::UnknownFixture { fixture: fixture.to_owned() })
}
