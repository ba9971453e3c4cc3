//! Counts for a health report. They read the whole store and change nothing.

use rusqlite::Connection;

use crate::sqlite::{Location, OPEN, StoreError, version};
use crate::store::Stats;

pub(super) fn stats(place: &Location, connection: &Connection) -> Result<Stats, StoreError> {
    let fault = place.fault("counting facts");
    let facts = format!(
        "SELECT
           count(*) FILTER (WHERE {OPEN} AND s.stated = 1 AND s.withdrawn = 0 AND s.review IN (0, 1)),
           count(*) FILTER (WHERE {OPEN} AND s.stated = 1 AND s.withdrawn = 0 AND s.review = 2),
           count(*) FILTER (WHERE {OPEN} AND (s.withdrawn = 1 OR s.review = 3)),
           count(*) FILTER (WHERE {OPEN} AND s.stated = 0 AND s.withdrawn = 0 AND s.review <> 3),
           count(*) FILTER (WHERE NOT ({OPEN}))
         FROM fact AS s JOIN document AS d ON d.id = s.doc"
    );
    let reviews = format!(
        "SELECT
           count(*) FILTER (WHERE {OPEN} AND i.status = 'pending' AND i.stated = 1),
           count(*) FILTER (WHERE {OPEN} AND i.status <> 'pending' AND i.stated = 1
                            AND i.fingerprint IS NOT i.decided_fingerprint),
           count(*) FILTER (WHERE NOT ({OPEN}))
         FROM review_item AS i JOIN document AS d ON d.id = i.doc"
    );
    let documents = format!("SELECT count(*), count(*) FILTER (WHERE NOT ({OPEN})) FROM document AS d");
    let mut stats = Stats { schema_version: version(connection).map_err(&fault)?, ..Stats::default() };
    [stats.answering, stats.pending, stats.refused, stats.dropped, stats.restricted] =
        counts(connection, &facts).map_err(&fault)?;
    [stats.reviews_pending, stats.reviews_changed, stats.reviews_restricted] =
        counts(connection, &reviews).map_err(&fault)?;
    [stats.documents, stats.restricted_documents] = counts(connection, &documents).map_err(&fault)?;
    [stats.history] = counts(connection, "SELECT count(*) FROM history").map_err(&fault)?;
    Ok(stats)
}

fn counts<const N: usize>(connection: &Connection, sql: &str) -> rusqlite::Result<[u64; N]> {
    connection.query_row(sql, [], |row| {
        let mut counts = [0; N];
        for (column, count) in counts.iter_mut().enumerate() {
            *count = u64::try_from(row.get::<_, i64>(column)?).unwrap_or_default();
        }
        Ok(counts)
    })
}
