-- Version 5. Of a document that must not be shown nothing is kept that it states.

-- withheld: a file of the document was refused for its label; it is hidden until it can be read again.
-- facts, readings: of a hidden document, how many facts and review items it had when it was last read.
ALTER TABLE document ADD COLUMN withheld INTEGER NOT NULL DEFAULT 0;
ALTER TABLE document ADD COLUMN facts INTEGER NOT NULL DEFAULT 0;
ALTER TABLE document ADD COLUMN readings INTEGER NOT NULL DEFAULT 0;

UPDATE document SET facts = c.facts FROM (SELECT doc, count(*) AS facts FROM fact WHERE stated = 1 GROUP BY doc) AS c
WHERE c.doc = document.id AND sensitivity NOT IN ('PUBLIC', 'INTERNAL');
UPDATE document SET readings = c.items FROM (SELECT doc, count(*) AS items FROM review_item WHERE stated = 1 GROUP BY doc) AS c
WHERE c.doc = document.id AND sensitivity NOT IN ('PUBLIC', 'INTERNAL');

-- The trail of an item is only ever appended to; it goes when its document must not be shown.
DROP TRIGGER review_audit_kept;
CREATE TRIGGER review_audit_kept BEFORE DELETE ON review_audit
WHEN EXISTS (SELECT 1 FROM review_item AS i JOIN document AS d ON d.id = i.doc
             WHERE i.id = OLD.item AND d.sensitivity IN ('PUBLIC', 'INTERNAL') AND d.withheld = 0)
BEGIN SELECT RAISE(ABORT, 'the audit is only ever appended to'); END;

UPDATE run SET reason = NULL WHERE reason IS NOT NULL AND id IN (
    SELECT ended_run FROM history WHERE doc IN (SELECT id FROM document WHERE sensitivity NOT IN ('PUBLIC', 'INTERNAL')));
DELETE FROM review_audit WHERE item IN (SELECT i.id FROM review_item AS i JOIN document AS d ON d.id = i.doc
    WHERE d.sensitivity NOT IN ('PUBLIC', 'INTERNAL'));
DELETE FROM review_item WHERE doc IN (SELECT id FROM document WHERE sensitivity NOT IN ('PUBLIC', 'INTERNAL'));
DELETE FROM history WHERE doc IN (SELECT id FROM document WHERE sensitivity NOT IN ('PUBLIC', 'INTERNAL'));
DELETE FROM fact WHERE doc IN (SELECT id FROM document WHERE sensitivity NOT IN ('PUBLIC', 'INTERNAL'));

-- What restricts a document has grown: every file is read again.
UPDATE source SET content_hash = NULL;
