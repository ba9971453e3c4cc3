-- Version 4. Each page of the file carries a seal. The documents of a source file are found without looking at all documents.

CREATE INDEX document_stated ON document (stated_source);
