//! What a person decides about snapshots: list, show, accept, reject, prune. Every function acts on the ids it is
//! given; none looks for more.

use std::collections::BTreeSet;
use std::fs;

use super::{Diff, Folder, SnapshotError, State, diff, file};
use crate::lane::Lane;

/// A snapshot that waits for a decision.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed {
    /// The lane.
    pub lane: Lane,
    /// Case id as its file is named.
    pub case: String,
    /// `New` or `Changed`.
    pub state: State,
    /// The pending text.
    pub text: String,
    /// What it changes; present exactly when the state is `Changed`.
    pub diff: Option<Diff>,
}

/// What becomes of a pending snapshot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Choice {
    /// It becomes the accepted one.
    Accept,
    /// It is removed; the accepted one stays.
    Reject,
}

impl Folder {
    /// Every pending snapshot of a lane, by case.
    pub fn pending(&self, lane: Lane) -> Result<Vec<Listed>, SnapshotError> {
        let folder = self.lane(lane);
        let mut listed = Vec::new();
        for case in file::names(&folder, file::PENDING)? {
            let is = file::read(&folder.join(format!("{case}{}", file::PENDING)))?;
            let was = file::read(&folder.join(format!("{case}{}", file::ACCEPTED)))?;
            let text = is.map_or_else(String::new, |is| is.to_string());
            let diff = was.map(|was| diff::diff(&was.to_string(), &text));
            let state = if diff.is_some() { State::Changed } else { State::New };
            listed.push(Listed { lane, case, state, text, diff });
        }
        Ok(listed)
    }

    /// Accepts or rejects the pending snapshot of one case.
    pub fn decide(&self, lane: Lane, case: &str, choice: Choice) -> Result<(), SnapshotError> {
        let folder = self.lane(lane);
        // A name out of `pending` is a file's name already; writing it again must not change it.
        let stem = if file::names(&folder, file::PENDING)?.iter().any(|name| name == case) {
            case.to_owned()
        } else {
            file::name(case)
        };
        let pending = folder.join(format!("{stem}{}", file::PENDING));
        if !pending.exists() {
            return Err(SnapshotError::NothingPending { lane: lane.name().to_owned(), case: case.to_owned() });
        }
        match choice {
            Choice::Accept => {
                // A pending file that insta cannot read must not become the accepted one.
                file::read(&pending)?;
                file::accept(&pending, &folder.join(format!("{stem}{}", file::ACCEPTED)))
            }
            Choice::Reject => file::remove(&pending),
        }
    }

    /// Removes the snapshots, accepted and pending, that belong to none of `cases`, and names them.
    pub fn prune(&self, lane: Lane, cases: &BTreeSet<&str>) -> Result<Vec<String>, SnapshotError> {
        let folder = self.lane(lane);
        let known: BTreeSet<String> = cases.iter().map(|case| file::name(case)).collect();
        let mut removed = Vec::new();
        for ending in [file::ACCEPTED, file::PENDING] {
            for name in file::names(&folder, ending)? {
                if !known.contains(&name) {
                    let path = folder.join(format!("{name}{ending}"));
                    fs::remove_file(&path).map_err(|cause| SnapshotError::io("remove", &path, cause))?;
                    removed.push(format!("{name}{ending}"));
                }
            }
        }
        Ok(removed)
    }
}
