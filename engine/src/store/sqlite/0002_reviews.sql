-- Version 2. Readings that a person has to look at, and what was decided about them.

-- The columns from text to cells are the present reading; the fact_ columns are the fact that the item brought into answers
-- or took out of them. status: pending, approved, rejected or corrected. stated: whether the document still holds it.
-- first_run: when it was first read; seen_run: the last run that read it.
-- decided_fingerprint and decided_reading: what was read when the decision was taken.
CREATE TABLE review_item (
    id                  INTEGER PRIMARY KEY,
    doc                 INTEGER NOT NULL REFERENCES document (id),
    source              INTEGER NOT NULL REFERENCES source (id),
    locator             TEXT NOT NULL,
    text                TEXT NOT NULL,
    reason              TEXT NOT NULL,
    message             TEXT NOT NULL,
    metric              TEXT,
    entity              TEXT,
    period              TEXT,
    channel             TEXT,
    value               TEXT,
    unit                TEXT,
    valid_as_of         TEXT,
    tags                TEXT,
    confidence          TEXT,
    cells               INTEGER NOT NULL,
    fingerprint         TEXT NOT NULL,
    status              TEXT NOT NULL,
    stated              INTEGER NOT NULL,
    first_run           INTEGER NOT NULL REFERENCES run (id),
    seen_run            INTEGER NOT NULL REFERENCES run (id),
    decided_fingerprint TEXT,
    decided_reading     TEXT,
    fact_metric         TEXT,
    fact_entity         TEXT,
    fact_period         TEXT,
    fact_channel        TEXT,
    fact_value          TEXT,
    fact_unit           TEXT
) STRICT;

CREATE INDEX review_item_doc ON review_item (doc);
CREATE INDEX review_item_source ON review_item (source);

-- Everything that happened to an item, in order. was and now: the values before and after, as a person reads them.
CREATE TABLE review_audit (
    id     INTEGER PRIMARY KEY,
    item   INTEGER NOT NULL REFERENCES review_item (id),
    run    INTEGER NOT NULL REFERENCES run (id),
    action TEXT NOT NULL,
    note   TEXT,
    was    TEXT,
    now    TEXT
) STRICT;

CREATE INDEX review_audit_item ON review_audit (item);

CREATE TRIGGER review_audit_unchanged BEFORE UPDATE ON review_audit
BEGIN SELECT RAISE(ABORT, 'the audit is only ever appended to'); END;

CREATE TRIGGER review_audit_kept BEFORE DELETE ON review_audit
BEGIN SELECT RAISE(ABORT, 'the audit is only ever appended to'); END;
