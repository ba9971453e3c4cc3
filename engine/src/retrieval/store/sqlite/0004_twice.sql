-- Version 4. Which files were read, labels and what was withdrawn stand a second time, on pages of their own, so that a damaged
-- page loses none of them.

CREATE INDEX source_twice ON source (name);
CREATE INDEX document_twice ON document (name, sensitivity, withdrawn, source);
