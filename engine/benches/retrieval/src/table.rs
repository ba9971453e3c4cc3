//! The table of all figures, 80 columns wide, and below it the targets that were missed.

use comfy_table::{Cell, CellAlignment, Table, presets};

use crate::comparison::Comparison;
use crate::verdict::{self, Line};

/// Lines under their headings: one section for each corpus, one for each step from one size to the next.
pub(crate) fn sections(comparisons: &[Comparison]) -> Vec<(String, Vec<Line>)> {
    let sizes = comparisons.iter().map(|comparison| (comparison.plan.to_string(), verdict::lines(comparison)));
    let steps = comparisons.windows(2).filter_map(|pair| match pair {
        [smaller, larger] if smaller.plan.language == larger.plan.language => {
            Some((format!("{} to {}", smaller.plan, larger.plan), verdict::growth(smaller, larger)))
        }
        _ => None,
    });
    sizes.chain(steps).collect()
}

/// The table.
pub(crate) fn render(sections: &[(String, Vec<Line>)]) -> String {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_header(["", "ours", "tantivy", "judged", "target", ""]);
    for (heading, lines) in sections {
        table.add_row([heading.as_str()]);
        for line in lines {
            let right = |text: &str| Cell::new(text).set_alignment(CellAlignment::Right);
            table.add_row(vec![
                Cell::new(format!("  {}", line.what)),
                right(&line.ours),
                right(&line.theirs),
                right(&line.judged),
                right(&line.target),
                Cell::new(if line.is_met { "" } else { "missed" }),
            ]);
        }
    }
    table.trim_fmt()
}

/// What was missed, a line each; empty when nothing was.
pub(crate) fn missed(sections: &[(String, Vec<Line>)]) -> Vec<String> {
    let lines = sections.iter().flat_map(|(heading, lines)| lines.iter().map(move |line| (heading, line)));
    let missed = lines.filter(|(_, line)| !line.is_met);
    missed.map(|(heading, line)| format!("{heading}: {}: {}, target {}", line.what, line.judged, line.target)).collect()
}
