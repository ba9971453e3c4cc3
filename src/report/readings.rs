//! What was read from the reports that questions rest on, for saying whether an answer went wrong there. It is asked for
//! only where an answer is red, and decides no verdict.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::baseline::Section;
use crate::extracted::Extracted;
use crate::run::AnyCase;
use crate::target::Extractor;

/// What was read, by fixture and document.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Readings(BTreeMap<String, BTreeMap<String, Extracted>>);

impl Readings {
    /// The reports that the red questions of some sections rest on, as the extractor reads them. One that it cannot read
    /// yields nothing.
    pub fn behind(sections: &[Section], extractor: &dyn Extractor) -> Self {
        let mut readings = Self::default();
        let results = sections.iter().flat_map(|section| &section.run.results);
        for result in results.filter(|result| result.scores.iter().any(|score| !score.is_judged_right())) {
            let AnyCase::Question(case) = &result.case else { continue };
            for fact in &case.expected.facts {
                let doc = &fact.source.doc;
                if readings.of(&case.fixture, doc).is_none() {
                    match extractor.extract(&case.fixture, doc) {
                        Ok(Some(extracted)) => readings.add(&case.fixture, doc, extracted),
                        Ok(None) => {}
                        Err(_) => readings.add(&case.fixture, doc, Extracted::default()),
                    }
                }
            }
        }
        readings
    }

    /// Takes in what was read from a document.
    pub fn add(&mut self, fixture: &str, doc: &str, extracted: Extracted) {
        self.0.entry(fixture.to_owned()).or_default().insert(doc.to_owned(), extracted);
    }

    pub(super) fn of(&self, fixture: &str, doc: &str) -> Option<&Extracted> {
        self.0.get(fixture)?.get(doc)
    }
}
