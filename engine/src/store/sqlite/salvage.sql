-- A run of which nothing is known any more, so that what it brought keeps its place in time before all others.
INSERT INTO run (id, at, reason)
SELECT id, '1970-01-01T00:00:00Z', 'lost to damage' FROM (
    SELECT ingested_run AS id FROM fact UNION SELECT seen_run FROM fact UNION SELECT ingested_run FROM history
    UNION SELECT ended_run FROM history UNION SELECT first_run FROM review_item UNION SELECT seen_run FROM review_item
    UNION SELECT run FROM review_audit
) WHERE id NOT IN (SELECT id FROM run);

UPDATE document SET stated_run = NULL WHERE stated_run NOT IN (SELECT id FROM run);
UPDATE document SET stated_source = NULL WHERE stated_source NOT IN (SELECT id FROM source);
UPDATE source SET read_run = NULL WHERE read_run NOT IN (SELECT id FROM run);
UPDATE source SET kept_run = NULL WHERE kept_run NOT IN (SELECT id FROM run);

-- What belongs to a document or a file that is lost is read again with it.
DELETE FROM fact WHERE doc NOT IN (SELECT id FROM document) OR source NOT IN (SELECT id FROM source);
DELETE FROM history WHERE doc NOT IN (SELECT id FROM document) OR source NOT IN (SELECT id FROM source);
UPDATE history SET ended_source = NULL WHERE ended_source NOT IN (SELECT id FROM source);
DELETE FROM review_item WHERE doc NOT IN (SELECT id FROM document) OR source NOT IN (SELECT id FROM source);

-- The trail of an item goes with an item that is lost.
DELETE FROM review_audit WHERE item NOT IN (SELECT id FROM review_item);

-- A fact that is lost, and that a person took out of answers as its history tells, stays out of them: what holds after the last
-- thing that happened to it comes back from there. A reading changes nothing of what a person decided; a correction or an approval
-- takes out the key that its item had before. What was read later than the history's last state is gone: its file states it again.
INSERT OR IGNORE INTO fact (metric, entity, period, channel, doc, value, unit, locator, valid_as_of, review, withdrawn,
    stated, confidence, tags, source, line, ingested_run, seen_run, shown)
SELECT metric, entity, period, channel, doc, value, unit, locator, valid_as_of, review_now, withdrawn_now,
    CASE WHEN action IN ('changed', 'dropped', 'returned') THEN 0 ELSE stated END, confidence, tags, source, line, ingested_run,
    ended_run, shown
FROM (
    SELECT *, CASE WHEN action IN ('rejected', 'approved', 'corrected') THEN 3 ELSE review END AS review_now,
        CASE action WHEN 'withdrawn' THEN 1 WHEN 'restored' THEN 0 ELSE withdrawn END AS withdrawn_now
    FROM history
) AS h
WHERE (withdrawn_now = 1 OR review_now = 3)
    AND id = (
        SELECT max(l.id) FROM history AS l WHERE l.metric = h.metric AND l.entity = h.entity AND l.period = h.period
            AND l.channel = h.channel AND l.doc = h.doc)
    AND NOT (action IN ('approved', 'corrected') AND EXISTS (
        SELECT 1 FROM review_item AS i WHERE i.doc = h.doc AND i.status IN ('approved', 'corrected')
            AND i.fact_metric = h.metric AND i.fact_entity = h.entity AND i.fact_period = h.period
            AND i.fact_channel = h.channel));

-- Every file is read again.
UPDATE source SET content_hash = NULL;
