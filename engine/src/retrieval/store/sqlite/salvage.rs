//! What of a damaged document store is kept: labels, what was withdrawn, and the versions whose text is whole.

use std::path::Path;

use super::{SCHEMA, SqliteChunkStore, StoreError};
use crate::sqlite::{Plan, Salvage, Table, salvage};

const PLAN: Plan = Plan {
    tables: &[
        Table { name: "source", id: Some("id"), vital: true },
        Table { name: "document", id: Some("id"), vital: true },
        Table { name: "version", id: Some("id"), vital: false },
        Table { name: "chunk", id: Some("id"), vital: false },
    ],
    settle: include_str!("salvage.sql"),
    open_sources: "SELECT f.name FROM source AS f JOIN document AS d ON d.source = f.id GROUP BY f.name
        HAVING min(d.sensitivity IN ('PUBLIC', 'INTERNAL')) = 1",
    withdrawn: "SELECT name FROM document WHERE withdrawn = 1 AND sensitivity IN ('PUBLIC', 'INTERNAL') ORDER BY name",
};

impl SqliteChunkStore {
    /// Makes a new store beside a damaged one, with everything in it that is sound, for [`Salvage::replace`] to put in its
    /// place. All source files must be ingested again afterwards. Nobody else may use the store meanwhile.
    pub fn salvage(path: &Path) -> Result<Salvage, StoreError> {
        salvage(&SCHEMA, &PLAN, path)
    }
}
