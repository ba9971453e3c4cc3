//! What a person decides about snapshots: list, show, accept, reject, prune. Every function acts on the ids it is
//! given; none looks for more. An answer that is that of the suite's first lane is accepted by having no file.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use super::check::{Kept, decision};
use super::{Diff, Folder, SnapshotError, State, file};
use crate::lane::Lane;

/// A snapshot that waits for a decision.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed {
    /// The lane.
    pub lane: Lane,
    /// Case id as its file is named.
    pub case: String,
    /// What is to be decided; `Pending` where the text is the accepted one after all.
    pub state: State,
    /// The pending text.
    pub text: String,
    /// What it changes, as in [`super::Finding::diff`].
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
        let first = lane.first();
        let mut listed = Vec::new();
        for case in file::names(&self.lane(lane), file::PENDING)? {
            let own = self.files(lane, &case)?;
            let of_first = (first != lane).then(|| self.files(first, &case)).transpose()?;
            let (state, diff) = decision(&own, of_first.as_ref()).unwrap_or((State::Pending, None));
            let text = own.is.map_or_else(String::new, |is| is.to_string());
            listed.push(Listed { lane, case, state, text, diff });
        }
        Ok(listed)
    }

    /// Accepts or rejects the pending snapshot of one case. Gives back the lanes that have no file of the case any more, for
    /// it would hold what the first lane's holds.
    pub fn decide(&self, lane: Lane, case: &str, choice: Choice) -> Result<Vec<Lane>, SnapshotError> {
        // A name out of `pending` is a file's name already; writing it again must not change it.
        let stem = if file::names(&self.lane(lane), file::PENDING)?.iter().any(|name| name == case) {
            case.to_owned()
        } else {
            file::name(case)
        };
        let pending = self.file(lane, &stem, file::PENDING);
        if !pending.exists() {
            return Err(SnapshotError::NothingPending { lane: lane.name().to_owned(), case: case.to_owned() });
        }
        match choice {
            Choice::Accept => {
                // A pending file that insta cannot read must not become the accepted one.
                file::read(&pending)?;
                file::accept(&pending, &self.file(lane, &stem, file::ACCEPTED))?;
                self.without_copies(lane.first(), &stem)
            }
            Choice::Reject => file::remove(&pending).map(|()| Vec::new()),
        }
    }

    /// Removes the snapshots, accepted and pending, that belong to none of `cases`, and those that say what the first lane's
    /// say; and names them.
    pub fn prune(&self, lane: Lane, cases: &BTreeSet<&str>) -> Result<Vec<String>, SnapshotError> {
        let folder = self.lane(lane);
        let known: BTreeSet<String> = cases.iter().map(|case| file::name(case)).collect();
        let mut removed = Vec::new();
        for ending in [file::ACCEPTED, file::PENDING] {
            for name in file::names(&folder, ending)? {
                let is_copy = || Ok(ending == file::ACCEPTED && self.is_copy(lane, &name)?);
                if !known.contains(&name) || is_copy()? {
                    let path = folder.join(format!("{name}{ending}"));
                    fs::remove_file(&path).map_err(|cause| SnapshotError::io("remove", &path, cause))?;
                    removed.push(format!("{name}{ending}"));
                }
            }
        }
        Ok(removed)
    }

    /// Removes what the lanes behind `first` have of a case and say as that lane does.
    fn without_copies(&self, first: Lane, stem: &str) -> Result<Vec<Lane>, SnapshotError> {
        let mut removed = Vec::new();
        for lane in Lane::ALL.into_iter().filter(|lane| lane.first() == first) {
            if self.is_copy(lane, stem)? {
                file::remove(&self.file(lane, stem, file::ACCEPTED))?;
                removed.push(lane);
            }
        }
        Ok(removed)
    }

    /// Whether a lane's accepted snapshot is that of its suite's first lane once more.
    fn is_copy(&self, lane: Lane, stem: &str) -> Result<bool, SnapshotError> {
        if lane.first() == lane {
            return Ok(false);
        }
        let (own, first) = (self.files(lane, stem)?.was, self.files(lane.first(), stem)?.was);
        Ok(own.zip(first).is_some_and(|(own, first)| first.matches_latest(&own)))
    }

    /// What a lane's folder has of a case: what waits, and what was accepted.
    fn files(&self, lane: Lane, stem: &str) -> Result<Kept, SnapshotError> {
        let read = |ending| file::read(&self.file(lane, stem, ending));
        Ok(Kept { is: read(file::PENDING)?, was: read(file::ACCEPTED)? })
    }

    fn file(&self, lane: Lane, stem: &str, ending: &str) -> PathBuf {
        self.lane(lane).join(format!("{stem}{ending}"))
    }
}
