//! Two tables beside each other with an upright rule between them: no row of the one is a row of the other. It tells only
//! whether a rule parts two tables; what they hold is read as elsewhere.

use super::columns::Parted;
use super::lines::{Line, united};
use super::page::Page;
use super::words::Word;

/// What stands on one side of an upright rule.
pub(super) struct Side {
    pub(super) lines: Vec<Line>,
    /// The line where the block begins.
    pub(super) from: usize,
    pub(super) start: f64,
    pub(super) end: f64,
}

/// Both sides of an upright rule that parts two tables beside each other: the only rule along all lines of the block, with
/// labels and values on both sides of it.
pub(super) fn side_by_side(lines: &[Line], from: usize, page: &Page) -> Option<[Side; 2]> {
    let block = lines.get(from..)?;
    let area = united(block.iter().map(|line| line.area))?;
    let type_size = block[0].size;
    let mut rules = page.rules.upright.iter().filter(|rule| {
        let inside = rule.at > area.x0 && rule.at < area.x1;
        inside && rule.start <= area.y0 + type_size && rule.end >= area.y1 - type_size
    });
    let (rule, None) = (rules.next()?, rules.next()) else { return None };
    let is_crossed = |word: &Word| word.area.x0 < rule.at && word.area.x1 > rule.at;
    if block.iter().flat_map(|line| &line.words).any(is_crossed) {
        return None;
    }
    let side = |left: bool| {
        let own = |lines: &[Line]| -> Vec<Line> {
            lines.iter().filter_map(|line| line.part(|word| (word.area.x0 < rule.at) == left)).collect()
        };
        let (above, own) = (own(&lines[..from]), own(block));
        let values = Parted::new(&own).values;
        let labelled = !values[0] && values.iter().any(|is| *is);
        let (start, end) = if left { (f64::NEG_INFINITY, rule.at) } else { (rule.at, f64::INFINITY) };
        labelled.then(|| Side { from: above.len(), lines: [above, own].concat(), start, end })
    };
    Some([side(true)?, side(false)?])
}
