-- Version 1. Decimals are TEXT with exactly the digits of the source; instants are TEXT in UTC, to the second.

-- One row for each ingestion run or person's decision. Ids ascend with time.
CREATE TABLE run (
    id     INTEGER PRIMARY KEY,
    at     TEXT NOT NULL,
    reason TEXT
) STRICT;

-- Files that statements were read from. content_hash is present while the store holds exactly what the file stated.
-- read_run: the last run that took the file. kept_run: the last run in which its facts stay as they were.
CREATE TABLE source (
    id           INTEGER PRIMARY KEY,
    name         TEXT NOT NULL UNIQUE,
    content_hash TEXT,
    read_run     INTEGER REFERENCES run (id),
    kept_run     INTEGER REFERENCES run (id)
) STRICT;

-- Documents that make statements. stated_run and stated_source: the last run that read the document, and where first.
CREATE TABLE document (
    id            INTEGER PRIMARY KEY,
    name          TEXT NOT NULL UNIQUE,
    sensitivity   TEXT NOT NULL,
    withdrawn     INTEGER NOT NULL DEFAULT 0,
    stated_run    INTEGER REFERENCES run (id),
    stated_source INTEGER REFERENCES source (id)
) STRICT;

-- The present state of each statement. review: 0 auto-approved, 1 approved, 2 pending, 3 rejected.
-- ingested_run: when the statement came in; seen_run: the last run that read it.
CREATE TABLE fact (
    metric       TEXT NOT NULL,
    entity       TEXT NOT NULL,
    period       TEXT NOT NULL,
    channel      TEXT NOT NULL,
    doc          INTEGER NOT NULL REFERENCES document (id),
    value        TEXT NOT NULL,
    unit         TEXT NOT NULL,
    locator      TEXT NOT NULL,
    valid_as_of  TEXT,
    review       INTEGER NOT NULL,
    withdrawn    INTEGER NOT NULL,
    stated       INTEGER NOT NULL,
    confidence   TEXT,
    tags         TEXT,
    source       INTEGER NOT NULL REFERENCES source (id),
    line         INTEGER NOT NULL,
    ingested_run INTEGER NOT NULL REFERENCES run (id),
    seen_run     INTEGER NOT NULL REFERENCES run (id),
    PRIMARY KEY (metric, entity, period, channel, doc)
) STRICT, WITHOUT ROWID;

CREATE INDEX fact_refused ON fact (source) WHERE withdrawn = 1 OR review = 3;

-- Former states of statements, and what ended them. ended_source is absent when a person did.
CREATE TABLE history (
    id           INTEGER PRIMARY KEY,
    metric       TEXT NOT NULL,
    entity       TEXT NOT NULL,
    period       TEXT NOT NULL,
    channel      TEXT NOT NULL,
    doc          INTEGER NOT NULL REFERENCES document (id),
    value        TEXT NOT NULL,
    unit         TEXT NOT NULL,
    locator      TEXT NOT NULL,
    valid_as_of  TEXT,
    review       INTEGER NOT NULL,
    withdrawn    INTEGER NOT NULL,
    stated       INTEGER NOT NULL,
    confidence   TEXT,
    tags         TEXT,
    source       INTEGER NOT NULL REFERENCES source (id),
    line         INTEGER NOT NULL,
    ingested_run INTEGER NOT NULL REFERENCES run (id),
    action       TEXT NOT NULL,
    ended_run    INTEGER NOT NULL REFERENCES run (id),
    ended_source INTEGER REFERENCES source (id)
) STRICT;

CREATE INDEX history_key ON history (metric, entity, period, channel);
