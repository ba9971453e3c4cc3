-- A version counts with all of its chunks or not at all.
DELETE FROM version WHERE document NOT IN (SELECT id FROM document)
    OR chunks <> (SELECT count(*) FROM chunk WHERE chunk.version = version.id);
DELETE FROM chunk WHERE version NOT IN (SELECT id FROM version);
UPDATE document SET source = NULL WHERE source NOT IN (SELECT id FROM source);
-- How often a file was begun may be lost; no document was met yet by its next reading.
UPDATE document SET reading = NULL;

-- Every file is read again. The new store has an identity of its own, so that the index is made again too.
UPDATE source SET content = NULL;
UPDATE store SET generation = 1 + (SELECT max(coalesce(max(began), 0), coalesce(max(ended), 0)) FROM version);
