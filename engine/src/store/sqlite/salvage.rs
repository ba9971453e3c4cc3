//! What of a damaged fact store is kept. Facts come back with the files that state them; what persons decided about them
//! comes from the rows that are sound.

use std::path::Path;

use super::{SCHEMA, SqliteFactStore, StoreError};
use crate::sqlite::{Plan, Salvage, Table, salvage};

const PLAN: Plan = Plan {
    tables: &[
        Table { name: "run", id: Some("id"), vital: None },
        Table { name: "source", id: Some("id"), vital: Some("source_twice") },
        Table { name: "document", id: Some("id"), vital: Some("document_twice") },
        Table { name: "fact", id: None, vital: None },
        Table { name: "history", id: Some("id"), vital: None },
        Table { name: "review_item", id: Some("id"), vital: None },
        Table { name: "review_audit", id: Some("id"), vital: None },
    ],
    settle: include_str!("salvage.sql"),
    // A decision about a fact stands with the fact and in its history.
    decisions: &["fact", "history"],
    doubt: "",
    learned: "UPDATE fact SET withdrawn = 1 WHERE doc IN (SELECT id FROM document WHERE withdrawn = 1)",
    open_sources: "SELECT f.name FROM source AS f JOIN document AS d ON d.stated_source = f.id GROUP BY f.name
        HAVING min(d.sensitivity IN ('PUBLIC', 'INTERNAL') AND d.withheld = 0) = 1",
};

impl SqliteFactStore {
    /// Makes a new store beside a damaged one, with everything in it that is sound, for [`Salvage::replace`] to put in its
    /// place. All source files must be ingested again afterwards. Nobody else may use the store meanwhile.
    pub fn salvage(path: &Path) -> Result<Salvage, StoreError> {
        salvage(&SCHEMA, &PLAN, path)
    }
}
