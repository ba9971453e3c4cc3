-- Version 3. Nothing changes in the tables. Of a restricted document nothing is kept that it says.
UPDATE chunk SET text = '' WHERE text <> '' AND version IN (
    SELECT v.id FROM version AS v JOIN document AS d ON d.id = v.document
    WHERE d.sensitivity NOT IN ('PUBLIC', 'INTERNAL') OR v.sensitivity NOT IN ('PUBLIC', 'INTERNAL'));
UPDATE version SET title = '', topic = NULL, entity = NULL, geography = NULL, period = NULL, language = NULL,
    valid_as_of = NULL, restored = NULL, end_reason = iif(ended IS NULL, NULL, '')
WHERE sensitivity NOT IN ('PUBLIC', 'INTERNAL')
    OR document IN (SELECT id FROM document WHERE sensitivity NOT IN ('PUBLIC', 'INTERNAL'));

-- What restricts a document has grown: every file is read again.
UPDATE source SET content = NULL;
