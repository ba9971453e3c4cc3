//! The narrative part of an answer as JSON. Only passages that the prose cites are listed, word for word.

use jiff::civil::Date;
use serde::{Serialize, Serializer};

use crate::narrative::{Contradiction, Narrative, NarrativeStatus};
use crate::passage::Passage;
use crate::retrieval::Attribute;
use crate::sealed::CheckedProse;

#[derive(Serialize)]
struct NarrativeJson<'a> {
    status: NarrativeStatus,
    prose: Option<&'a str>,
    contradiction: Option<&'a Contradiction>,
    other_language: bool,
    relaxed: Vec<&'static str>,
    unread_periods: &'a [String],
    retrieved: usize,
    passages: Vec<PassageJson<'a>>,
}

#[derive(Serialize)]
struct PassageJson<'a> {
    number: usize,
    doc: &'a str,
    title: &'a str,
    locator: String,
    chunk_id: String,
    text: &'a str,
    entity: Option<&'a str>,
    period: Option<&'a str>,
    valid_as_of: Option<Date>,
    score: f64,
    cited: bool,
}

impl<'a> PassageJson<'a> {
    fn cited(number: usize, passage: &'a Passage) -> Self {
        let chunk = passage.chunk();
        Self {
            number,
            doc: passage.doc(),
            title: passage.title(),
            locator: chunk.id.locator(),
            chunk_id: chunk.id.to_string(),
            text: &chunk.text,
            entity: passage.attributes().entity.as_deref(),
            period: passage.attributes().period.as_deref(),
            valid_as_of: passage.valid_as_of(),
            score: passage.scores().fused,
            cited: true,
        }
    }
}

impl Serialize for Narrative {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let json = NarrativeJson {
            status: self.status,
            prose: self.prose.as_ref().and_then(CheckedProse::text),
            contradiction: self.contradiction.as_ref(),
            other_language: self.is_foreign,
            relaxed: self.retrieved.relaxed.iter().copied().map(Attribute::as_str).collect(),
            unread_periods: &self.subject.unread_periods,
            retrieved: self.retrieved.passages.len(),
            passages: self.cited().map(|(number, passage)| PassageJson::cited(number, passage)).collect(),
        };
        json.serialize(serializer)
    }
}
