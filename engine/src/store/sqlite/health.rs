//! Counts for a health report. They read the whole store and change nothing.

use rusqlite::Connection;

use super::row::OPEN;
use crate::sqlite::{counts, version};
use crate::store::Stats;

pub(super) fn stats(connection: &Connection) -> rusqlite::Result<Stats> {
    let facts = format!(
        "SELECT
           count(*) FILTER (WHERE {OPEN} AND s.stated = 1 AND s.withdrawn = 0 AND s.review IN (0, 1)),
           count(*) FILTER (WHERE {OPEN} AND s.stated = 1 AND s.withdrawn = 0 AND s.review = 2),
           count(*) FILTER (WHERE {OPEN} AND (s.withdrawn = 1 OR s.review = 3)),
           count(*) FILTER (WHERE {OPEN} AND s.stated = 0 AND s.withdrawn = 0 AND s.review <> 3)
         FROM fact AS s JOIN document AS d ON d.id = s.doc"
    );
    let reviews = format!(
        "SELECT
           count(*) FILTER (WHERE {OPEN} AND i.status = 'pending' AND i.stated = 1),
           count(*) FILTER (WHERE {OPEN} AND i.status <> 'pending' AND i.stated = 1
                            AND i.fingerprint IS NOT i.decided_fingerprint)
         FROM review_item AS i JOIN document AS d ON d.id = i.doc"
    );
    let documents = format!(
        "SELECT count(*), count(*) FILTER (WHERE NOT ({OPEN})), coalesce(sum(d.facts) FILTER (WHERE NOT ({OPEN})), 0),
             coalesce(sum(d.readings) FILTER (WHERE NOT ({OPEN})), 0)
         FROM document AS d"
    );
    // A file that may say of itself that it must not be shown is not counted.
    let to_read_again = format!(
        "SELECT count(*) FROM source AS f WHERE f.content_hash IS NULL
         AND EXISTS (SELECT 1 FROM document AS d WHERE d.stated_source = f.id AND {OPEN})"
    );
    let mut stats = Stats { schema_version: version(connection)?, ..Stats::default() };
    [stats.answering, stats.pending, stats.refused, stats.dropped] = connection.query_row(&facts, [], counts)?;
    [stats.reviews_pending, stats.reviews_changed] = connection.query_row(&reviews, [], counts)?;
    [stats.documents, stats.restricted_documents, stats.restricted, stats.reviews_restricted] =
        connection.query_row(&documents, [], counts)?;
    [stats.to_read_again] = connection.query_row(&to_read_again, [], counts)?;
    [stats.history] = connection.query_row("SELECT count(*) FROM history", [], counts)?;
    Ok(stats)
}
