//! What became of a document file, and what a person may want to know about it. Nothing here shows a document's text, or
//! the name of a restricted one.

use std::fmt;
use std::sync::Arc;

use crate::files::{DocumentFault, RecordFault, Warning};
use crate::retrieval::store::Replacement;

/// What became of one document file. Counts are documents unless they say otherwise.
#[derive(Debug, Default)]
pub struct TextReport {
    /// Read in the file; none in a file that is unchanged.
    pub documents: u64,
    /// New, or back after they had gone.
    pub added: u64,
    /// Known, and with another text, title, label or attribute now.
    pub replaced: u64,
    /// Known as they are.
    pub unchanged: u64,
    /// Withdrawn by a person, and saying what they said then.
    pub still_withdrawn: u64,
    /// No longer in the file, so that they do not answer.
    pub withdrawn: u64,
    /// Restricted ones among those that went in.
    pub restricted: u64,
    /// Chunks of those that went in.
    pub chunks: u64,
    /// Documents and records that did not go in; each was told as a [`TextNote`].
    pub left_out: u64,
    /// Whether what the file says about itself, or about one of its documents, could not be read or restricts it. What it
    /// held before and was not read again no longer answers, and is forgotten.
    pub withheld: bool,
    /// Whether the file went in.
    pub outcome: TextOutcome,
}

impl TextReport {
    /// Counts a document that was put in.
    pub(super) fn count(&mut self, done: Replacement) {
        *match done {
            Replacement::Added => &mut self.added,
            Replacement::Replaced => &mut self.replaced,
            Replacement::Unchanged => &mut self.unchanged,
            Replacement::StillWithdrawn => &mut self.still_withdrawn,
            Replacement::Withdrawn => &mut self.withdrawn,
        } += 1;
    }

    /// Documents of the file that the store has as they are in it.
    pub fn went_in(&self) -> u64 {
        self.added + self.replaced + self.unchanged + self.still_withdrawn
    }
}

/// Whether a document file went in.
#[derive(Debug, Default)]
pub enum TextOutcome {
    /// All of it.
    #[default]
    Taken,
    /// Its content was known; nothing was read or written.
    Unchanged,
    /// There is no text in it. What it held before no longer answers.
    NoText(Arc<DocumentFault>),
    /// All but what was left out. What it held before and may have lost still answers, unless the file is withheld.
    TakenInPart,
    /// Nothing of it, because all of it was left out. What it held before still answers, unless the file is withheld.
    Rejected,
    /// Nothing of it, or not to its end, because it could not be read. What it held before still answers, unless the file is
    /// withheld.
    Unreadable(Arc<DocumentFault>),
}

impl TextOutcome {
    /// The outcome of a file that was read as far as `read` says, with the counts of `report`.
    pub(super) fn of(report: &TextReport, read: Result<(), Arc<DocumentFault>>) -> Self {
        match read {
            Err(fault) if report.left_out == 0 && matches!(*fault, DocumentFault::NoText { .. }) => Self::NoText(fault),
            Err(fault) => Self::Unreadable(fault),
            Ok(()) if report.left_out == 0 => Self::Taken,
            Ok(()) if report.went_in() > 0 => Self::TakenInPart,
            Ok(()) => Self::Rejected,
        }
    }

    /// Whether all that the file holds is known now.
    pub(super) fn is_whole(&self) -> bool {
        matches!(self, Self::Taken | Self::Unchanged | Self::NoText(_))
    }
}

/// Something about a document file that a person may want to know.
#[derive(Debug)]
pub enum TextNote {
    /// A record that was left out.
    Record(RecordFault),
    /// A document that was left out, because another file brought one of its name.
    Claimed {
        /// 1-based line of its record, where a file holds several.
        line: Option<u64>,
        /// Its name; none when one of the two documents is restricted.
        doc: Option<String>,
        /// The file that brought the other one; none when one of the two is restricted.
        by: Option<String>,
    },
    /// Something odd about a document that went in.
    Warning {
        /// 1-based line of its record, where a file holds several.
        line: Option<u64>,
        /// What.
        warning: Warning,
    },
}

impl TextNote {
    /// Whether something did not go in.
    pub fn leaves_out(&self) -> bool {
        !matches!(self, Self::Warning { .. })
    }
}

impl fmt::Display for TextNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Self::Claimed { line: Some(line), .. } | Self::Warning { line: Some(line), .. } = self {
            write!(f, "line {line}: ")?;
        }
        match self {
            Self::Record(fault) => fault.fmt(f),
            Self::Warning { warning, .. } => warning.fmt(f),
            Self::Claimed { doc: Some(doc), by: Some(by), .. } => write!(
                f,
                "the document `{doc}` came from {by}, which keeps it; name this one otherwise (`doc:` in its front \
                 matter), or take the other one out with `engine docs withdraw`"
            ),
            Self::Claimed { .. } => f.write_str(
                "another file brought a document of this name and keeps it; name this one otherwise (`doc:` in its \
                 front matter)",
            ),
        }
    }
}
