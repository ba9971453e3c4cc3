//! Ruled tables: the cells that level and upright rules enclose. Rules that touch form a lattice; where a rule is missing
//! between two cells they are one. It sees no text.

use super::rules::{Rules, SAME_PLACE};
use super::shapes::Rule;
use super::table::{Table, cell};
use crate::files::grid::{CellAt, Span};

/// The part of a cell's side that a rule must cover to part it from its neighbour.
/// Measured: nothing changes at 0.45 or 0.798.
const COVERED: f64 = 0.6;
/// A lattice with more rows or columns is a drawing.
/// Measured: nothing changes at 450 or 798, nor at half or twice as much.
const LINES_MAX: usize = 600;

/// The lattices of a page with at least one cell, by where they begin.
pub(super) fn lattices(rules: &Rules) -> Vec<Table> {
    let (levels, uprights) = (&rules.level, &rules.upright);
    let mut groups = Groups::new(levels.len() + uprights.len());
    for (row, level) in levels.iter().enumerate() {
        // Upright rules are sorted by place: only those between the ends of the level one can meet it.
        let first = uprights.partition_point(|upright| upright.at < level.start - SAME_PLACE);
        for (column, upright) in uprights.iter().enumerate().skip(first) {
            if upright.at > level.end + SAME_PLACE {
                break;
            }
            if (upright.start - SAME_PLACE..=upright.end + SAME_PLACE).contains(&level.at) {
                groups.join(row, levels.len() + column);
            }
        }
    }
    let mut parts: Vec<(Vec<Rule>, Vec<Rule>)> = vec![Default::default(); levels.len() + uprights.len()];
    for (row, level) in levels.iter().enumerate() {
        parts[groups.root(row)].0.push(*level);
    }
    for (column, upright) in uprights.iter().enumerate() {
        parts[groups.root(levels.len() + column)].1.push(*upright);
    }
    let mut found: Vec<Table> = parts.iter().filter_map(|(levels, uprights)| lattice(levels, uprights)).collect();
    found.sort_by(|left, right| left.area().y0.total_cmp(&right.area().y0));
    found
}

fn lattice(levels: &[Rule], uprights: &[Rule]) -> Option<Table> {
    // Some tables have no rules at their outer sides; what is between the ends of the rules is a cell all the same.
    let sides = |places: &[Rule], across: &[Rule]| {
        let start = across.iter().map(|rule| rule.start).reduce(f64::min);
        let end = across.iter().map(|rule| rule.end).reduce(f64::max);
        merged(places.iter().map(|rule| rule.at).chain(start).chain(end).collect())
    };
    let (xs, ys) = (sides(uprights, levels), sides(levels, uprights));
    if xs.len() < 2 || ys.len() < 2 || xs.len() > LINES_MAX || ys.len() > LINES_MAX {
        return None;
    }
    let merges = merges(&xs, &ys, levels, uprights);
    Some(Table { xs, ys, merges })
}

/// Places without those that are nearly the same.
fn merged(mut places: Vec<f64>) -> Vec<f64> {
    places.sort_by(f64::total_cmp);
    #[allow(clippy::cast_precision_loss)] // A small number.
    let middle = |group: &[f64]| group.iter().sum::<f64>() / group.len() as f64;
    places.chunk_by(|left, right| right - left <= SAME_PLACE).map(middle).collect()
}

/// The spans of cells that no rule parts.
fn merges(xs: &[f64], ys: &[f64], levels: &[Rule], uprights: &[Rule]) -> Vec<Span> {
    let (rows, cols) = (ys.len() - 1, xs.len() - 1);
    let above = borders(ys, xs, levels);
    let before = borders(xs, ys, uprights);
    let mut groups = Groups::new(rows * cols);
    for row in 0..rows {
        for col in 0..cols {
            let here = row * cols + col;
            if row > 0 && !above[row * cols + col] {
                groups.join(here - cols, here);
            }
            if col > 0 && !before[col * rows + row] {
                groups.join(here - 1, here);
            }
        }
    }
    let mut spans: Vec<Option<Span>> = vec![None; rows * cols];
    for index in 0..rows * cols {
        let at = cell(index / cols, index % cols);
        let here = Span { first: at, last: at };
        let span = &mut spans[groups.root(index)];
        *span = Some(span.map_or(here, |span| around(span, here)));
    }
    apart(spans.into_iter().flatten().filter(|span| span.first != span.last).collect())
}

/// Spans that do not overlap: cells whose shape is no rectangle become the smallest one around them, and what these cover
/// together becomes one.
fn apart(mut spans: Vec<Span>) -> Vec<Span> {
    spans.sort_unstable();
    let mut found: Vec<Span> = Vec::new();
    for mut span in spans {
        while let Some(index) = found.iter().position(|other| overlap(*other, span)) {
            span = around(span, found.swap_remove(index));
        }
        found.push(span);
    }
    found.sort_unstable();
    found
}

/// The smallest span around two.
fn around(left: Span, right: Span) -> Span {
    let corner = |left: CellAt, right: CellAt, of: fn(u32, u32) -> u32| CellAt {
        row: of(left.row, right.row),
        col: of(left.col, right.col),
    };
    Span { first: corner(left.first, right.first, u32::min), last: corner(left.last, right.last, u32::max) }
}

fn overlap(left: Span, right: Span) -> bool {
    left.first.row <= right.last.row
        && right.first.row <= left.last.row
        && left.first.col <= right.last.col
        && right.first.col <= left.last.col
}

/// Whether rules stand at each of `places` along each step of `steps`: for every place, then step. The sides of the whole
/// always count as ruled.
fn borders(places: &[f64], steps: &[f64], rules: &[Rule]) -> Vec<bool> {
    let count = steps.len() - 1;
    let mut found = vec![false; places.len() * count];
    for rule in rules {
        let Some(place) = nearest(places, rule.at) else {
            continue;
        };
        let first = steps.partition_point(|step| *step < rule.start).saturating_sub(1);
        for step in first..count {
            let (start, end) = (steps[step], steps[step + 1]);
            if start > rule.end {
                break;
            }
            let covered = rule.end.min(end) - rule.start.max(start);
            if covered >= COVERED * (end - start) {
                found[place * count + step] = true;
            }
        }
    }
    found
}

fn nearest(places: &[f64], at: f64) -> Option<usize> {
    let after = places.partition_point(|place| *place < at);
    let distance = |index: &usize| places.get(*index).map_or(f64::INFINITY, |place| (place - at).abs());
    let near = [after.checked_sub(1), Some(after)].into_iter().flatten();
    near.filter(|index| distance(index) <= SAME_PLACE).min_by(|left, right| distance(left).total_cmp(&distance(right)))
}

/// Things that belong together when any chain of joins leads from one to the other.
struct Groups(Vec<usize>);

impl Groups {
    fn new(count: usize) -> Self {
        Self((0..count).collect())
    }

    fn root(&mut self, mut of: usize) -> usize {
        while self.0[of] != of {
            self.0[of] = self.0[self.0[of]];
            of = self.0[of];
        }
        of
    }

    fn join(&mut self, left: usize, right: usize) {
        let (left, right) = (self.root(left), self.root(right));
        // The first one stays, so that the order of what is found does not depend on chance.
        self.0[left.max(right)] = left.min(right);
    }
}
