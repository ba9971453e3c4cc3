//! Mutations of the engine: one passage of its code in the place of another, so that it still compiles and does something
//! wrong that people would do. None of them is ever compiled into the program that is used.

use harness::gate::Gate;

/// A passage of the engine's code, and what stands in its place.
pub(super) struct Mutation {
    /// The gates that judge what this breaks, and must all turn red.
    pub(super) gates: &'static [Gate],
    /// What is wrong then.
    pub(super) what: &'static str,
    /// From the root of the repository.
    pub(super) file: &'static str,
    /// The right code, which stands in the file once.
    pub(super) right: &'static str,
    pub(super) wrong: &'static str,
}

pub(super) const MUTATIONS: [Mutation; 8] = [
    Mutation {
        gates: &[Gate::NumericAccuracy, Gate::CitationValidity, Gate::Faithfulness, Gate::AnswerRecall],
        what: "the period before the asked one is looked up",
        file: "engine/src/plan.rs",
        right: "keys.push(FactKey { metric, entity, period: *period, channel });",
        wrong: "keys.push(FactKey { metric, entity, period: period.shifted(-1).unwrap_or(*period), channel });",
    },
    Mutation {
        gates: &[Gate::RefusalAppropriateness, Gate::Fabrication],
        what: "a question that names a competitor goes on",
        file: "engine/src/scope/clarify.rs",
        right: "if let Some(hit) = question.hits().first() {",
        wrong: "if let Some(hit) = question.hits().first().filter(|_| false) {",
    },
    Mutation {
        gates: &[Gate::ClarificationAppropriateness],
        what: "a metric with an unknown qualifier is taken for the metric",
        file: "engine/src/scope/clarify.rs",
        right: "if let Some(qualifier) = intent.qualifiers.first() {",
        wrong: "if let Some(qualifier) = intent.qualifiers.first().filter(|_| false) {",
    },
    Mutation {
        gates: &[Gate::CellValue],
        what: "a stored number keeps two digits behind its point",
        file: "engine/src/files/xlsx/number.rs",
        right: "u32::try_from(fraction.len()).ok()?).normalize())",
        wrong: "u32::try_from(fraction.len()).ok()?).round_dp(2).normalize())",
    },
    Mutation {
        gates: &[Gate::ColorMapping],
        what: "a theme's colour is taken without its tint",
        file: "engine/src/files/xlsx/color.rs",
        right: "Some(tinted(base, self.tint))",
        wrong: "Some(tinted(base, 0.0 * self.tint))",
    },
    Mutation {
        gates: &[Gate::HeaderAttribution],
        what: "a merged header stands over its first column alone",
        file: "engine/src/extraction/layout/paths.rs",
        right: ".filter(|cell| cell.last.col >= col && cell.at.row == row)",
        wrong: ".filter(|cell| cell.at.col == col && cell.at.row == row)",
    },
    Mutation {
        gates: &[Gate::Facts],
        what: "whatever unit is stated, the metric's own is stored",
        file: "engine/src/language/units/mod.rs",
        right: "Some(unit.or(first.exact.as_ref()).cloned().ok_or_else(|| first.words.clone()))",
        wrong: "Some(Ok(unit.map_or_else(|| expected.clone(), |_| expected.clone())))",
    },
    Mutation {
        gates: &[Gate::Recall, Gate::Mrr, Gate::Ndcg, Gate::Exclusion, Gate::RestrictedLeaks],
        what: "a restricted label is taken for an internal one",
        file: "engine/src/profile/sensitivity.rs",
        right: "TextView::fold(label).parse().ok()",
        wrong: "TextView::fold(label).parse().ok().map(|label| if label == Self::Restricted { Self::Internal } else { label })",
    },
];

#[cfg(test)]
mod tests;
