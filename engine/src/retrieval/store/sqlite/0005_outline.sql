-- Version 5. Each chunk knows where it stands in its document. outline: JSON; absent until the file was read again.
ALTER TABLE chunk ADD COLUMN outline TEXT;
UPDATE source SET content = NULL;
