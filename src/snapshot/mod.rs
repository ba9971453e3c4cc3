//! Every answer, extraction and ranking as an `insta` snapshot, so that a change of wording, value, unit, source or order
//! is seen by a person before it is accepted. A check never accepts anything and never changes an accepted file; the functions that do are
//! called by name, with the ids that a person wrote down.

mod change;
mod check;
mod content;
mod decide;
mod diff;
mod file;
mod grids;
mod ranking;

use std::fmt;
use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::exit::Exit;
use crate::lane::Lane;
use crate::words::words;

pub use change::Change;
pub use decide::{Choice, Listed};
pub use diff::{Diff, Piece, Wording};

/// A file of the snapshot folder is in the way.
#[derive(Debug, thiserror::Error)]
pub enum SnapshotError {
    /// The file system refused.
    #[error("could not {action} {path}")]
    Io {
        /// What was tried.
        action: &'static str,
        /// On which file or folder.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// The file is no snapshot.
    #[error("{path} is not a snapshot: {message}; restore it from version control or remove it")]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What insta said.
        message: String,
    },
    /// There is nothing to decide under that name.
    #[error("{lane} has no pending snapshot of `{case}`; `cargo xtask snapshots list` shows those there are")]
    NothingPending {
        /// Suite and lane.
        lane: String,
        /// Case id.
        case: String,
    },
}

impl SnapshotError {
    fn io(action: &'static str, path: &Path, source: std::io::Error) -> Self {
        Self::Io { action, path: path.to_owned(), source }
    }

    fn unreadable(path: &Path, message: impl fmt::Display) -> Self {
        Self::Unreadable { path: path.to_owned(), message: message.to_string() }
    }
}

/// What a check does about an answer that is not the accepted one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// Writes it beside the accepted snapshot, to be reviewed: the developer's mode.
    Record,
    /// Writes nothing, and finds fault with pending snapshots too: the mode of CI.
    Verify,
}

words! {
    /// What is wrong with a snapshot.
    pub enum State {
        /// The answer differs from the accepted one.
        Changed = "changed",
        /// No answer of the case was ever accepted.
        New = "new",
        /// The answer is another one than that of the suite's first lane, and was not when it was accepted.
        Differs = "differs",
        /// The answer is that of the suite's first lane, and has a snapshot of its own from when it was not.
        Agrees = "agrees",
        /// No case has this snapshot.
        Orphaned = "orphaned",
        /// It waits for a decision since an earlier run, and this run does not bear it out.
        Pending = "pending",
    }
}

/// A snapshot that is not as it should be.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// The lane.
    pub lane: Lane,
    /// Case id, or the file's name when no case has it.
    pub case: String,
    /// What is wrong.
    pub state: State,
    /// What the answer changes: of its own snapshot, or, where it differs from the first lane, of that lane's answer. None
    /// where there is nothing to compare with, or nothing to read.
    pub diff: Option<Diff>,
}

impl Finding {
    /// What a person does about it.
    pub fn remedy(&self) -> String {
        let (lane, case) = (self.lane.argument(), &self.case);
        match self.state {
            State::Agrees if self.diff.is_none() => "cargo xtask snapshots prune".to_owned(),
            State::Changed | State::New | State::Differs | State::Agrees => {
                format!("cargo xtask snapshots accept {case} {lane}")
            }
            State::Orphaned => "cargo xtask snapshots prune".to_owned(),
            State::Pending => format!("cargo xtask snapshots reject {case} {lane}"),
        }
    }
}

/// The result of holding every answer against its snapshot.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Snapshots {
    /// Answers that are the accepted ones.
    pub matched: usize,
    /// Everything else, by lane, state and case.
    pub findings: Vec<Finding>,
    /// Why nothing was looked at; none when it was.
    pub skipped: Option<String>,
}

impl Snapshots {
    /// No snapshot was looked at.
    pub fn skipped(why: impl Into<String>) -> Self {
        Self { skipped: Some(why.into()), ..Self::default() }
    }

    /// How a run ends that found this: an answer that nobody has accepted is never green.
    pub fn exit(&self) -> Exit {
        if self.findings.is_empty() { Exit::Clean } else { Exit::Regressed }
    }

    /// Adds another lane's result.
    #[must_use]
    pub fn and(mut self, other: Self) -> Self {
        self.matched += other.matched;
        self.findings.extend(other.findings);
        self.findings.sort_by(|a, b| (a.lane, a.state, &a.case).cmp(&(b.lane, b.state, &b.case)));
        self.skipped = self.skipped.or(other.skipped);
        self
    }
}

/// The folder that holds the snapshots of a golden set: one folder a suite and lane, one file a case. A lane behind the
/// first one of its suite has a file only where it does not answer as the first one does.
#[derive(Debug, Clone)]
pub struct Folder {
    root: PathBuf,
}

impl Folder {
    /// The snapshots of the golden set at `golden`. Nothing is read or made.
    pub fn of(golden: &Path) -> Self {
        Self { root: golden.join("snapshots") }
    }

    /// Whether the golden set has snapshots at all.
    pub fn exists(&self) -> bool {
        self.root.is_dir()
    }

    fn lane(&self, lane: Lane) -> PathBuf {
        self.root.join(lane.name())
    }
}
