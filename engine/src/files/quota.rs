//! A quota of what is kept of a document, counted over all of its parts, which are read at the same time. How much each thing
//! takes is known to whoever sets the limit.

use std::sync::atomic::{AtomicUsize, Ordering};

use crate::files::DocumentFault;
use crate::files::fault::at_most;

/// Most values of a document that become facts or reviews. They take a kilobyte each on the way, with their headers.
const READINGS_MAX: usize = 300_000;

/// How many things of a kind a document may hold, and how many were found so far. Whether there is room for all of them
/// does not depend on who takes first; where there is not, some part is told so.
#[derive(Debug)]
pub(crate) struct Quota {
    what: &'static str,
    most: usize,
    taken: AtomicUsize,
}

impl Quota {
    /// A quota of so many; `what` they are, in the plural.
    pub(crate) fn new(what: &'static str, most: usize) -> Self {
        Self { what, most, taken: AtomicUsize::new(0) }
    }

    /// The quota of the readings of a document.
    pub(crate) fn for_readings() -> Self {
        Self::new("values with known headers", READINGS_MAX)
    }

    /// Takes room for so many more. Fails when more were taken, by whomever, than there may be.
    pub(crate) fn take(&self, things: usize) -> Result<(), DocumentFault> {
        let taken = self.taken.fetch_add(things, Ordering::Relaxed).saturating_add(things);
        at_most(taken, self.most, self.what)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
