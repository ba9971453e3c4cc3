//! P5, second half: no answer speaks of a competitor because a document does. Names are drawn with what they are glued to, in
//! texts, headings, rows, titles and names of documents; whatever the engine says must pass the gate that questions pass.

use std::sync::Arc;

use engine::document::Attributes;
use engine::engine::Engine;
use engine::gate::{CompetitorScreen, Outline, SecurityGate};
use engine::mock::MockProvider;
use engine::passage::{Candidate, Chunk, ChunkId, Passage, Scores, Vetted};
use engine::profile::{InDocuments, Profile, Sensitivity};
use engine::retrieval::{Filter, NarrativeRetriever, RetrieveError, Retrieved};
use engine::store::SqliteFactStore;
use proptest::prelude::*;
use proptest::sample::select;

use crate::asking::question;
use crate::check;
use crate::fixtures::profile;

const WHY: &str = "What happened to bank sales in Vietnam in 2025?";
const OURS: &str = "New business value in Vietnam fell in 2025 because bank sales stopped.";
const GLUES: [&str; 8] = ["{}", "{}FY2025", "{}s", "{}'s", "the {}", "{}Group", "2025{}", "({})"];
const TEXTS: [&str; 7] = [
    "{our} {} closed an office in Vietnam. It fell by 31.5 %.",
    "{our}\n\n{}\n\nNew business value in Vietnam fell by 31.5 % in 2025.",
    "{our}\n\nMetric | Ours | {}\n\nNew business value in Vietnam 2025 | 150.5 | 210.4",
    "{our}\n\n{} | 210.4 in Vietnam in 2025",
    "{} closed an office in Vietnam in 2025.",
    "{our}\n\n越南的{}关闭了办公室，新业务价值下降31.5%。",
    "{our}",
];

/// Finds one passage.
struct Found(Retrieved);

impl NarrativeRetriever for Found {
    fn retrieve(&self, _: &str, _: &Filter, _: usize) -> Result<Retrieved, RetrieveError> {
        Ok(self.0.clone())
    }

    fn is_empty(&self) -> Result<bool, RetrieveError> {
        Ok(false)
    }
}

/// What the engine says of a document, as JSON without the question.
fn said(profile: &Arc<Profile>, doc: &str, title: &str, text: &str) -> String {
    let id = ChunkId { doc: doc.into(), first: 1, last: 3, piece: 0 };
    let candidate = Candidate {
        chunk: Chunk { id, text: text.to_owned(), outline: Outline::default() },
        title: title.to_owned(),
        attributes: Attributes { entity: Some("VIETNAM".to_owned()), ..Attributes::default() },
        valid_as_of: None,
        sensitivity: Sensitivity::Internal,
        scores: Scores { fused: 0.5, ..Scores::default() },
    };
    let passages =
        Vetted::new(candidate, &CompetitorScreen::new(profile)).and_then(Passage::open).into_iter().collect();
    let facts = Arc::new(SqliteFactStore::in_memory().unwrap());
    let engine = Engine::new(Arc::clone(profile), facts)
        .unwrap()
        .with_provider(Arc::new(MockProvider))
        .with_retriever(Arc::new(Found(Retrieved { passages, ..Retrieved::default() })));
    let mut answer = serde_json::to_value(engine.ask(&question(WHY)).unwrap()).unwrap();
    answer.as_object_mut().unwrap().remove("question");
    answer.to_string()
}

#[test]
fn no_answer_speaks_of_a_competitor() {
    let dropping = profile("insurer");
    let masking = Arc::new(Profile { competitors_in_documents: InDocuments::Mask, ..(*dropping).clone() });
    let gate = SecurityGate::new(&dropping);
    let names: Vec<String> = dropping.competitors.values().flat_map(|competitor| competitor.aliases.clone()).collect();
    check(256, (select(names), select(&GLUES[..]), select(&TEXTS[..]), 0..4_usize), |(name, glue, text, place)| {
        let glued = glue.replace("{}", &name);
        let text = text.replace("{our}", OURS).replace("{}", &glued);
        let doc = if place == 1 { format!("{glued}_review.md") } else { "review.md".to_owned() };
        let title = if place == 2 { format!("About {glued}") } else { "Review of Vietnam".to_owned() };
        for profile in [&dropping, &masking] {
            let said = said(profile, &doc, &title, &text);
            prop_assert!(gate.screen(&said).is_clear(), "{said}");
        }
        let dropped = said(&dropping, &doc, &title, &text);
        prop_assert!(!dropped.contains("31.5") && !dropped.contains("210.4"), "{dropped}");
        Ok(())
    });
}

#[test]
fn what_is_ours_is_still_told() {
    let profile = profile("insurer");
    let told = said(&profile, "review.md", "Review", &format!("{OURS} Jingan closed an office."));
    assert!(told.contains("bank sales stopped"), "{told}");
}
