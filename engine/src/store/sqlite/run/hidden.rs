//! What a document states that must not be shown is not kept: neither its facts, nor former states of them, nor readings,
//! nor what persons noted about them. Its name and its label stay, so that no other file can open it again, and counts. Of a
//! document whose label cannot be read for now, decisions of persons stay too, unseen, and hold again with its next reading.

use rusqlite::Connection;

use crate::sqlite::Prepared;

/// Documents that are restricted for good.
const RESTRICTED: &str = "SELECT d.id FROM document AS d WHERE d.sensitivity NOT IN ('PUBLIC', 'INTERNAL')";
/// Documents whose label cannot be read.
const WITHHELD: &str =
    "SELECT d.id FROM document AS d WHERE d.withheld = 1 AND d.sensitivity IN ('PUBLIC', 'INTERNAL')";

/// Forgets what hidden documents state. Counts are those of this run's reading.
pub(super) fn forget(connection: &Connection, run: i64) -> rusqlite::Result<()> {
    let hidden = format!("{RESTRICTED} UNION ALL {WITHHELD}");
    for (table, count) in [("fact", "facts"), ("review_item", "readings")] {
        let begin = format!("UPDATE document SET {count} = 0 WHERE stated_run = ?1 AND id IN ({hidden})");
        connection.change(&begin, [run])?;
        let count = format!(
            "UPDATE document SET {count} = c.n FROM
                 (SELECT doc, count(*) AS n FROM {table} WHERE stated = 1 AND doc IN ({hidden}) GROUP BY doc) AS c
             WHERE c.doc = document.id"
        );
        connection.change(&count, [])?;
    }
    // The reason of a decision that was about nothing else.
    let decisions = "SELECT ended_run, doc FROM history UNION ALL
        SELECT a.run, i.doc FROM review_audit AS a JOIN review_item AS i ON i.id = a.item";
    let reasons = format!(
        "UPDATE run SET reason = NULL WHERE reason IS NOT NULL
             AND id IN (SELECT ended_run FROM ({decisions}) WHERE doc IN ({RESTRICTED}))
             AND id NOT IN (SELECT ended_run FROM ({decisions}) WHERE doc NOT IN ({RESTRICTED}))"
    );
    let items =
        format!("SELECT id FROM review_item WHERE doc IN ({RESTRICTED}) OR status = 'pending' AND doc IN ({WITHHELD})");
    let statements = [
        reasons,
        format!("DELETE FROM review_audit WHERE item IN ({items})"),
        format!("DELETE FROM review_item WHERE id IN ({items})"),
        format!("DELETE FROM history WHERE doc IN ({hidden})"),
        format!(
            "DELETE FROM fact WHERE doc IN ({RESTRICTED})
                 OR withdrawn = 0 AND review <> 3 AND doc IN ({WITHHELD})"
        ),
    ];
    statements.iter().try_for_each(|sql| connection.change(sql, []).map(drop))
}
