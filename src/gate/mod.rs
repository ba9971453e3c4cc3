//! The gates, one file each. A gate sees a case, the answer to it and the fixture both speak about; it sees no other
//! gate, no baseline and no engine. There is no pass rate over several gates.

pub mod answer_accounting;
pub mod answer_recall;
pub mod cell_value;
pub mod citation_validity;
pub mod clarification_appropriateness;
pub mod color_mapping;
pub mod competitor_mentions;
pub mod disclosure;
pub mod exclusion;
pub mod fabrication;
pub mod facts;
pub mod faithfulness;
pub mod header_attribution;
pub mod mrr;
pub mod ndcg;
pub mod numeric_accuracy;
pub mod recall;
pub mod refusal_appropriateness;
pub mod relevance;
pub mod restricted_leaks;
pub mod source_changed;
pub mod source_deleted;
pub mod source_moved;

mod absence;
mod credit;
mod evidence;
mod inventory;
mod reading;
mod support;
#[cfg(test)]
mod tests;
mod wording;

use std::collections::BTreeSet;
use std::str::FromStr;

use crate::counterfactual::{self, Change, Counterfactual};
use crate::extracted::Extracted;
use crate::golden::{Case, Fixture, Phrasebook, Query, Truth};
use crate::judgement::Judgement;
use crate::lane::Lane;
use crate::outcome::Outcome;
use crate::ranking::Ranking;
use crate::words::words;

/// Every source of a judgement.
const SOURCES: &[&str] = &[
    include_str!("numeric_accuracy.rs"),
    include_str!("citation_validity.rs"),
    include_str!("refusal_appropriateness.rs"),
    include_str!("clarification_appropriateness.rs"),
    include_str!("fabrication.rs"),
    include_str!("faithfulness.rs"),
    include_str!("answer_accounting.rs"),
    include_str!("competitor_mentions.rs"),
    include_str!("disclosure.rs"),
    include_str!("relevance.rs"),
    include_str!("absence.rs"),
    include_str!("source_changed.rs"),
    include_str!("source_deleted.rs"),
    include_str!("source_moved.rs"),
    include_str!("../golden/restricted.rs"),
    include_str!("reading/mod.rs"),
    include_str!("reading/prose.rs"),
    include_str!("reading/slots.rs"),
    include_str!("reading/truth.rs"),
    include_str!("reading/words.rs"),
    include_str!("../golden/phrases.rs"),
    include_str!("answer_recall.rs"),
    include_str!("cell_value.rs"),
    include_str!("color_mapping.rs"),
    include_str!("header_attribution.rs"),
    include_str!("facts.rs"),
    include_str!("inventory.rs"),
    include_str!("recall.rs"),
    include_str!("mrr.rs"),
    include_str!("ndcg.rs"),
    include_str!("exclusion.rs"),
    include_str!("restricted_leaks.rs"),
    include_str!("credit.rs"),
    include_str!("support.rs"),
    include_str!("../golden/document.rs"),
    include_str!("evidence.rs"),
    include_str!("wording.rs"),
    include_str!("../difference.rs"),
    include_str!("../numerals/mod.rs"),
    include_str!("../numerals/digits.rs"),
    include_str!("../numerals/chinese.rs"),
    include_str!("../numerals/english.rs"),
    include_str!("../numerals/number_words.txt"),
    include_str!("../numerals/ordinary_phrases.txt"),
    include_str!("../numerals/ordinary_words.txt"),
    include_str!("mod.rs"),
    include_str!("../golden/case.rs"),
    include_str!("../golden/demand.rs"),
    include_str!("../golden/fixture.rs"),
    include_str!("../golden/mod.rs"),
    include_str!("../golden/notation.rs"),
    include_str!("../golden/profile.rs"),
    include_str!("../golden/query.rs"),
    include_str!("../golden/raw.rs"),
    include_str!("../golden/relevance.rs"),
    include_str!("../golden/resolve.rs"),
    include_str!("../golden/set.rs"),
    include_str!("../golden/suite.rs"),
    include_str!("../golden/trap.rs"),
    include_str!("../golden/truth.rs"),
    include_str!("../golden/twin.rs"),
    include_str!("../golden/truth/agree.rs"),
    include_str!("../key/cell.rs"),
    include_str!("../key/period.rs"),
    include_str!("../judgement/points.rs"),
    include_str!("../extracted.rs"),
    include_str!("../judgement.rs"),
    include_str!("../key.rs"),
    include_str!("../outcome.rs"),
    include_str!("../ranking.rs"),
    include_str!("../golden/fact.rs"),
    // What becomes of a judgement: whether it is red, and what may excuse it.
    include_str!("../baseline/against.rs"),
    include_str!("../baseline/agreed.rs"),
    include_str!("../baseline/compare.rs"),
    include_str!("../baseline/file.rs"),
    include_str!("../baseline/identity.rs"),
    include_str!("../baseline/lower.rs"),
    include_str!("../baseline/merge.rs"),
    include_str!("../baseline/mod.rs"),
    include_str!("../baseline/no_waiver.rs"),
    include_str!("../baseline/ratchet.rs"),
    include_str!("../baseline/rates.rs"),
    include_str!("../baseline/waiver.rs"),
    include_str!("../golden/grown.rs"),
    include_str!("../exit.rs"),
    include_str!("../verdict.rs"),
    include_str!("../run.rs"),
];

words! {
    /// A gate: those of the QA suite, then those of the extraction and the retrieval suite. The order is the order of reports.
    pub enum Gate {
        /// Values and units, exactly.
        NumericAccuracy = "numeric_accuracy",
        /// Right lineage, and the document named.
        CitationValidity = "citation_validity",
        /// Refuses when it must, and only then.
        RefusalAppropriateness = "refusal_appropriateness",
        /// Asks back when it must, and only then.
        ClarificationAppropriateness = "clarification_appropriateness",
        /// No number from nowhere.
        Fabrication = "fabrication",
        /// Each sentence of the prose rests on what it cites.
        Faithfulness = "faithfulness",
        /// Everything that a reader sees is accounted for.
        AnswerAccounting = "answer_accounting",
        /// What a reader must know stands where a reader looks.
        Disclosure = "disclosure",
        /// The prose says what it must.
        AnswerRecall = "answer_recall",
        /// The prose says little else.
        Relevance = "relevance",
        /// Every cell with its kind and value.
        CellValue = "cell_value",
        /// Colours, and the tags that they mean.
        ColorMapping = "color_mapping",
        /// Values under their headers.
        HeaderAttribution = "header_attribution",
        /// Facts, and what a person has to look at.
        Facts = "facts",
        /// What is relevant stands on the first places.
        Recall = "recall",
        /// The first relevant place stands high.
        Mrr = "mrr",
        /// What is more relevant stands higher.
        Ndcg = "ndcg",
        /// What must stay out stays out.
        Exclusion = "exclusion",
        /// Without its source no answer.
        SourceDeleted = "source_deleted",
        /// Another source, another answer.
        SourceChanged = "source_changed",
        /// A neighbour's source is no answer.
        SourceMoved = "source_moved",
        /// Nothing restricted comes out.
        RestrictedLeaks = "restricted_leaks",
        /// Nothing is said about companies that are not answered for.
        CompetitorMentions = "competitor_mentions",
    }
}

/// The text names no gate.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{name}` is not a gate; the gates are {}", Gate::ALL.map(Gate::as_str).join(", "))]
pub struct UnknownGate {
    /// What was written.
    pub name: String,
}

impl Gate {
    /// Whether it judges the cases of a lane.
    pub fn judges(self, lane: Lane) -> bool {
        match self {
            Self::Recall | Self::Mrr | Self::Ndcg | Self::Exclusion => lane == Lane::Retrieval,
            Self::SourceDeleted | Self::SourceChanged | Self::SourceMoved => lane == Lane::Counterfactual,
            // What must never come out must come out of nowhere.
            Self::RestrictedLeaks | Self::CompetitorMentions => {
                !matches!(lane, Lane::Extraction | Lane::Counterfactual)
            }
            _ if self.counts_items() => lane == Lane::Extraction,
            _ => lane.suite() == Lane::Tool.suite(),
        }
    }

    /// The gates that judge the cases of a lane, in the order of reports.
    pub fn of(lane: Lane) -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().filter(move |gate| gate.judges(lane))
    }

    /// Whether it measures how much was reached, and does not decide between right and wrong.
    pub fn gives_points(self) -> bool {
        self.counts_items()
            || matches!(self, Self::AnswerRecall | Self::Relevance | Self::Recall | Self::Mrr | Self::Ndcg)
    }

    /// Whether its points are counts of items, of which there can be too many, and not shares of a whole.
    pub fn counts_items(self) -> bool {
        matches!(self, Self::CellValue | Self::ColorMapping | Self::HeaderAttribution | Self::Facts)
    }

    /// Whether the gate judges the case. Known from the case alone, so that no answer can drop out of a denominator.
    pub fn applies(self, case: &Case) -> bool {
        match self {
            Self::NumericAccuracy => numeric_accuracy::applies(case),
            Self::CitationValidity => citation_validity::applies(case),
            Self::RefusalAppropriateness
            | Self::ClarificationAppropriateness
            | Self::Fabrication
            | Self::AnswerAccounting
            | Self::Disclosure
            | Self::RestrictedLeaks
            | Self::CompetitorMentions => true,
            Self::Faithfulness | Self::Relevance => case.demands_prose(),
            Self::AnswerRecall => answer_recall::applies(case),
            _ => false,
        }
    }

    /// Whether the gate judges the search; likewise.
    pub fn applies_to_search(self, query: &Query) -> bool {
        match self {
            Self::Recall | Self::Mrr | Self::Ndcg => !query.relevant.is_empty(),
            Self::Exclusion => exclusion::applies(query),
            Self::RestrictedLeaks | Self::CompetitorMentions => true,
            _ => false,
        }
    }

    /// Judges an answer to a case.
    pub fn judge(self, case: &Case, outcome: &Outcome, fixture: &Fixture) -> Judgement {
        match self {
            _ if !self.applies(case) => Judgement::NotApplicable,
            Self::NumericAccuracy => numeric_accuracy::judge(case, outcome, fixture),
            Self::CitationValidity => citation_validity::judge(case, outcome, fixture),
            Self::RefusalAppropriateness => refusal_appropriateness::judge(case, outcome, fixture),
            Self::ClarificationAppropriateness => clarification_appropriateness::judge(case, outcome),
            Self::Fabrication => fabrication::judge(case, outcome, fixture),
            Self::Faithfulness => faithfulness::judge(outcome, fixture),
            Self::AnswerAccounting => answer_accounting::judge(case, outcome, fixture),
            Self::Disclosure => disclosure::judge(case, outcome, fixture),
            Self::Relevance => relevance::judge(case, outcome, fixture),
            Self::RestrictedLeaks => restricted_leaks::judge_answer(case, outcome, fixture),
            Self::CompetitorMentions => competitor_mentions::judge(case, outcome, fixture),
            Self::AnswerRecall => answer_recall::judge(case, outcome),
            _ => Judgement::NotApplicable,
        }
    }

    /// Judges a ranking for a search.
    pub fn judge_ranking(self, query: &Query, ranking: &Ranking, fixture: &Fixture) -> Judgement {
        match self {
            _ if !self.applies_to_search(query) => Judgement::NotApplicable,
            Self::Recall => recall::judge(query, ranking, fixture),
            Self::Mrr => mrr::judge(query, ranking, fixture),
            Self::Ndcg => ndcg::judge(query, ranking, fixture),
            Self::Exclusion => exclusion::judge(query, ranking, fixture),
            Self::RestrictedLeaks => restricted_leaks::judge(query, ranking, fixture),
            Self::CompetitorMentions => competitor_mentions::judge_ranking(query, ranking, fixture),
            _ => Judgement::NotApplicable,
        }
    }

    /// Judges what was read from a document. Every document is judged by every gate that counts items: one that holds
    /// nothing for a gate is judged on nothing being invented.
    pub fn judge_extraction(self, truth: &Truth, extracted: &Extracted) -> Judgement {
        match self {
            Self::CellValue => cell_value::judge(truth, extracted),
            Self::ColorMapping => color_mapping::judge(truth, extracted),
            Self::HeaderAttribution => header_attribution::judge(truth, extracted),
            Self::Facts => facts::judge(truth, extracted),
            _ => Judgement::NotApplicable,
        }
    }

    /// The gate that judges counterfactuals of a kind.
    pub fn of_change(change: Change) -> Self {
        match change {
            Change::Deleted => Self::SourceDeleted,
            Change::Changed => Self::SourceChanged,
            Change::Moved => Self::SourceMoved,
        }
    }

    /// Judges an answer to a copy in which the source is altered; with the copy and with the fixture as it is.
    pub fn judge_counterfactual(
        self,
        counterfactual: &Counterfactual,
        outcome: &Outcome,
        fixtures: (&Fixture, &Fixture),
    ) -> Judgement {
        match self {
            _ if self != Self::of_change(counterfactual.change) => Judgement::NotApplicable,
            Self::SourceDeleted => source_deleted::judge(counterfactual, outcome, fixtures),
            Self::SourceChanged => source_changed::judge(counterfactual, outcome, fixtures),
            Self::SourceMoved => source_moved::judge(counterfactual, outcome, fixtures),
            _ => Judgement::NotApplicable,
        }
    }

    /// BLAKE3, in hex, of everything that decides a judgement, the phrases in use among it. Two runs with different scorers
    /// are not comparable.
    pub fn scorer_hash<'a>(phrases: impl Iterator<Item = &'a Phrasebook>) -> String {
        let mut hasher = blake3::Hasher::new();
        for source in SOURCES.iter().chain(counterfactual::SOURCES) {
            hasher.update(source.as_bytes());
        }
        let books: BTreeSet<&str> = phrases.map(Phrasebook::hash).collect();
        for book in books {
            hasher.update(book.as_bytes());
        }
        hasher.finalize().to_hex().to_string()
    }

    /// Whether no waiver may ever excuse it.
    pub fn is_absolute(self) -> bool {
        matches!(self, Self::Fabrication | Self::RestrictedLeaks | Self::CompetitorMentions)
    }
}

impl FromStr for Gate {
    type Err = UnknownGate;

    fn from_str(text: &str) -> Result<Self, UnknownGate> {
        Self::named(text).ok_or_else(|| UnknownGate { name: text.to_owned() })
    }
}
