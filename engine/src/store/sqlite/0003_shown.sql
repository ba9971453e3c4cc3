-- Version 3. What a reader of a document sees where it is another number than the value, and a way to what waits for a key.

ALTER TABLE fact ADD COLUMN shown TEXT;
ALTER TABLE history ADD COLUMN shown TEXT;

CREATE INDEX review_item_waiting ON review_item (metric, entity, period, channel) WHERE status = 'pending';
