-- Version 1. Instants are TEXT in UTC, to the second; dates are TEXT.

-- One row. identity: made at random with the store. generation: counts the changes of what is open and active.
CREATE TABLE store (
    one        INTEGER PRIMARY KEY CHECK (one = 1),
    identity   TEXT NOT NULL,
    generation INTEGER NOT NULL
) STRICT;

INSERT INTO store (one, identity, generation) VALUES (1, lower(hex(randomblob(16))), 0);

-- Files that documents were read from. content is present while the store holds exactly what the file held.
-- reading: counts how often the file was begun.
CREATE TABLE source (
    id      INTEGER PRIMARY KEY,
    name    TEXT NOT NULL UNIQUE,
    content TEXT,
    reading INTEGER NOT NULL DEFAULT 0
) STRICT;

-- sensitivity: the strictest label ever given. withdrawn: a person's decision. source and reading: which file the
-- document belongs to, and the last reading of that file that met it.
CREATE TABLE document (
    id          INTEGER PRIMARY KEY,
    name        TEXT NOT NULL UNIQUE,
    sensitivity TEXT NOT NULL,
    withdrawn   INTEGER NOT NULL DEFAULT 0,
    source      INTEGER REFERENCES source (id),
    reading     INTEGER
) STRICT;

CREATE INDEX document_source ON document (source);

-- digest: what answers and the index see of the version. content: what it was read from.
-- began, ended: generations of the store between which the version was active; it is active while ended is absent.
-- Its chunks have the keys first_chunk to first_chunk + chunks - 1.
CREATE TABLE version (
    id          INTEGER PRIMARY KEY,
    document    INTEGER NOT NULL REFERENCES document (id),
    number      INTEGER NOT NULL,
    sensitivity TEXT NOT NULL,
    content     TEXT NOT NULL,
    digest      TEXT NOT NULL,
    title       TEXT NOT NULL,
    topic       TEXT,
    entity      TEXT,
    geography   TEXT,
    period      TEXT,
    language    TEXT,
    valid_as_of TEXT,
    first_chunk INTEGER NOT NULL,
    chunks      INTEGER NOT NULL,
    ingested_at TEXT NOT NULL,
    restored    TEXT,
    began       INTEGER NOT NULL,
    ended       INTEGER,
    ended_at    TEXT,
    end_reason  TEXT,
    UNIQUE (document, number)
) STRICT;

CREATE UNIQUE INDEX version_active ON version (document) WHERE ended IS NULL;
CREATE INDEX version_began ON version (began);
CREATE INDEX version_ended ON version (ended) WHERE ended IS NOT NULL;

-- Rows are never deleted, so that a key never means another chunk.
CREATE TABLE chunk (
    id              INTEGER PRIMARY KEY,
    version         INTEGER NOT NULL REFERENCES version (id),
    first_paragraph INTEGER NOT NULL,
    last_paragraph  INTEGER NOT NULL,
    piece           INTEGER NOT NULL,
    text            TEXT NOT NULL
) STRICT;
