//! Two tables beside each other with an upright rule between them: no row of the one is a row of the other. It tells only
//! whether a rule parts two tables; what they hold is read as elsewhere.

use super::aligned::{gapped, value_columns};
use super::columns::{Part, parted, rivers};
use super::drawing::Rule;
use super::ruled::whole;
use super::words::{Line, Page, Word};

/// Both sides of an upright rule that parts two tables beside each other: the only rule along all lines of the block, with
/// labels and values on both sides of it.
pub(super) fn beside(lines: &[Line], from: usize, page: &Page) -> Option<[Side; 2]> {
    let block = lines.get(from..)?;
    let area = block.iter().map(|line| line.area).reduce(|all, area| all.union(area))?;
    let long = |rule: &&Rule| {
        let inside = rule.at > area.x0 && rule.at < area.x1;
        inside && rule.start <= area.y0 + block[0].size && rule.end >= area.y1 - block[0].size
    };
    let rules = whole(&page.rules, false);
    let mut rules = rules.iter().filter(long);
    let (rule, None) = (rules.next()?, rules.next()) else { return None };
    let crossed = |word: &Word| word.area.x0 < rule.at && word.area.x1 > rule.at;
    if block.iter().flat_map(|line| &line.words).any(crossed) {
        return None;
    }
    let side = |left: bool| {
        let own = |lines: &[Line]| -> Vec<Line> {
            let words =
                |line: &Line| line.words.iter().filter(|word| (word.area.x0 < rule.at) == left).cloned().collect();
            lines.iter().filter_map(|line| Line::of(words(line))).collect()
        };
        let (above, own) = (own(&lines[..from]), own(block));
        let gapped = gapped(&own);
        let rivers = rivers(&gapped);
        let parts: Vec<Vec<Part>> = own.iter().map(|line| parted(line, &rivers)).collect();
        let values = value_columns(&parts, rivers.len() + 1);
        let labelled = !values[0] && values.iter().any(|is| *is);
        let (start, end) = if left { (f64::NEG_INFINITY, rule.at) } else { (rule.at, f64::INFINITY) };
        labelled.then(|| Side { from: above.len(), lines: [above, own].concat(), start, end })
    };
    Some([side(true)?, side(false)?])
}

/// What stands on one side of an upright rule.
pub(super) struct Side {
    pub(super) lines: Vec<Line>,
    /// The line where the block begins.
    pub(super) from: usize,
    pub(super) start: f64,
    pub(super) end: f64,
}
