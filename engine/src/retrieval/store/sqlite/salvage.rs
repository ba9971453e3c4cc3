//! What of a damaged document store is kept: labels, what was withdrawn, and the versions whose text is whole.

use std::path::Path;

use super::{SCHEMA, SqliteChunkStore, StoreError};
use crate::sqlite::{Plan, Salvage, Table, salvage};

const PLAN: Plan = Plan {
    tables: &[
        Table { name: "source", id: Some("id"), vital: Some("source_twice") },
        Table { name: "document", id: Some("id"), vital: Some("document_twice") },
        Table { name: "version", id: Some("id"), vital: None },
        Table { name: "chunk", id: Some("id"), vital: None },
    ],
    settle: include_str!("salvage.sql"),
    decisions: &[],
    // Which text was withdrawn is not known when a later version may be lost; until a person looks, every text is.
    doubt: "DELETE FROM version WHERE document IN (SELECT id FROM document WHERE withdrawn = 1)",
    learned: "DELETE FROM version WHERE document IN (SELECT id FROM document WHERE withdrawn = 1);
        DELETE FROM chunk WHERE version NOT IN (SELECT id FROM version)",
    // Of a document whose label could not be read no words are kept; of one that lost its versions nobody knows.
    open_sources: "SELECT f.name FROM source AS f JOIN document AS d ON d.source = f.id GROUP BY f.name
        HAVING min(d.sensitivity IN ('PUBLIC', 'INTERNAL') AND EXISTS (SELECT 1 FROM version AS v WHERE v.document = d.id
            AND v.sensitivity IN ('PUBLIC', 'INTERNAL') AND v.title <> '')) = 1",
};

impl SqliteChunkStore {
    /// Makes a new store beside a damaged one, with everything in it that is sound, for [`Salvage::replace`] to put in its
    /// place. All source files must be ingested again afterwards. Nobody else may use the store meanwhile.
    pub fn salvage(path: &Path) -> Result<Salvage, StoreError> {
        salvage(&SCHEMA, &PLAN, path)
    }
}
