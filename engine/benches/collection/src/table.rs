//! The figures of a collection side by side, and whether the engine's search is good enough. Only nDCG has a target: how
//! many relevant documents stand below the tenth place is no reader's business.

use comfy_table::{Cell, CellAlignment, Table, presets};

use crate::measure::Quality;
use crate::program::Ingested;

/// Most that the engine's nDCG may lie below that of plain BM25: documents are searched by their chunks and may lose
/// by it, but not so that a reader would notice.
const LOSS_MAX: f64 = 0.01;

/// Both searches of a collection.
pub(crate) struct Comparison {
    pub(crate) title: String,
    pub(crate) analyzer: &'static str,
    pub(crate) ingested: Ingested,
    pub(crate) ours: Quality,
    pub(crate) plain: Quality,
}

impl Comparison {
    /// Whether the target is met. What is no number meets none.
    pub(crate) fn is_met(&self) -> bool {
        self.ours.ndcg_10 - self.plain.ndcg_10 >= -LOSS_MAX
    }
}

/// The figures, with the size of what they were measured on.
pub(crate) fn render(comparison: &Comparison) -> String {
    let Comparison { title, analyzer, ingested, ours, plain } = comparison;
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_header(["", "engine", "plain BM25", "difference", "target", ""]);
    let verdict = if comparison.is_met() { "met" } else { "missed" };
    let target = format!("≥ -{LOSS_MAX:.4}");
    let lines = [
        ("nDCG@10", ours.ndcg_10, plain.ndcg_10, target.as_str(), verdict),
        ("recall@100", ours.recall_100, plain.recall_100, "", ""),
    ];
    for (what, ours, plain, target, verdict) in lines {
        let right = |text: String| Cell::new(text).set_alignment(CellAlignment::Right);
        table.add_row([
            Cell::new(format!("  {what}")),
            right(format!("{ours:.4}")),
            right(format!("{plain:.4}")),
            right(format!("{:+.4}", ours - plain)),
            right(target.to_owned()),
            Cell::new(verdict),
        ]);
    }
    format!("{title}; {analyzer} analyzer\n{}{}\n", left_out(*ingested), table.trim_fmt())
}

/// What the engine did not take up, when there is anything: it cannot be found, and costs the engine its places.
fn left_out(ingested: Ingested) -> String {
    let Ingested { documents, restricted, bad, chunks } = ingested;
    let mut text = format!("  the engine has {documents} documents in {chunks} chunks");
    for (count, what) in [(bad, "records left out"), (restricted, "of them restricted and never found")] {
        if count > 0 {
            text.extend([", ", &count.to_string(), " ", what]);
        }
    }
    text.push('\n');
    text
}

#[cfg(test)]
mod tests;
