//! Ruled tables: the cells that level and upright rules enclose. Rules that touch form a lattice; where a rule is missing
//! between two cells they are one. It sees no text.

use super::drawing::Rule;
use super::table::Table;
use crate::files::grid::{CellAt, Span};

/// Rules nearer than this many points are one: double rules, and both edges of a box.
const SAME: f64 = 3.0;
/// Dashes no further apart than this many points are one rule.
const DASH: f64 = 3.5;
/// How far apart, in points, two rules may end that meet.
const MEET: f64 = 3.0;
/// The part of a cell's side that a rule must cover to part it from its neighbour.
const COVERED: f64 = 0.6;
/// A lattice with more rows or columns is a drawing.
const LINES_MAX: usize = 600;

/// Dashes and pieces of rules to whole rules, sorted by place.
pub(super) fn whole(rules: &[Rule], level: bool) -> Vec<Rule> {
    let mut sorted: Vec<Rule> = rules.iter().filter(|rule| rule.level == level).copied().collect();
    sorted.sort_by(|left, right| left.at.total_cmp(&right.at).then(left.start.total_cmp(&right.start)));
    let mut found: Vec<Rule> = Vec::new();
    // Rules at nearly the same place, by where they begin.
    for group in sorted.chunk_by(|left, right| right.at - left.at <= 1.0) {
        let mut group = group.to_vec();
        group.sort_by(|left, right| left.start.total_cmp(&right.start));
        let mut open: Option<Rule> = None;
        for rule in group {
            match &mut open {
                Some(last) if rule.start - last.end <= DASH => last.end = last.end.max(rule.end),
                _ => found.extend(open.replace(rule)),
            }
        }
        found.extend(open);
    }
    found
}

/// The lattices of a page with at least one cell, by where they begin.
pub(super) fn lattices(rules: &[Rule]) -> Vec<Table> {
    let (levels, uprights) = (whole(rules, true), whole(rules, false));
    let mut groups = Groups::new(levels.len() + uprights.len());
    for (row, level) in levels.iter().enumerate() {
        // Upright rules are sorted by place: only those between the ends of the level one can meet it.
        let first = uprights.partition_point(|upright| upright.at < level.start - MEET);
        for (column, upright) in uprights.iter().enumerate().skip(first) {
            if upright.at > level.end + MEET {
                break;
            }
            if (upright.start - MEET..=upright.end + MEET).contains(&level.at) {
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
    parts.iter().filter_map(|(levels, uprights)| lattice(levels, uprights)).collect()
}

fn lattice(levels: &[Rule], uprights: &[Rule]) -> Option<Table> {
    // Some tables have no rules at their outer sides; what is between the ends of the rules is a cell all the same.
    let ends = |rules: &[Rule]| rules.iter().flat_map(|rule| [rule.start, rule.end]).collect::<Vec<f64>>();
    let outer = |places: &[Rule], ends: &[f64]| {
        let mut all: Vec<f64> = places.iter().map(|rule| rule.at).collect();
        all.extend(ends.iter().copied().reduce(f64::min));
        all.extend(ends.iter().copied().reduce(f64::max));
        merged(all)
    };
    let (xs, ys) = (outer(uprights, &ends(levels)), outer(levels, &ends(uprights)));
    if xs.len() < 2 || ys.len() < 2 || xs.len() > LINES_MAX || ys.len() > LINES_MAX {
        return None;
    }
    let merges = merges(&xs, &ys, levels, uprights);
    Some(Table { xs, ys, merges })
}

/// Places without those that are nearly the same.
fn merged(mut places: Vec<f64>) -> Vec<f64> {
    places.sort_by(f64::total_cmp);
    let mut found: Vec<f64> = Vec::new();
    for group in places.chunk_by(|left, right| right - left <= SAME) {
        #[allow(clippy::cast_precision_loss)] // A small number.
        found.push(group.iter().sum::<f64>() / group.len() as f64);
    }
    found
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
    for here in 0..rows * cols {
        let at = place(here / cols, here % cols);
        let span = spans[groups.root(here)].get_or_insert(Span { first: at, last: at });
        span.first = CellAt { row: span.first.row.min(at.row), col: span.first.col.min(at.col) };
        span.last = CellAt { row: span.last.row.max(at.row), col: span.last.col.max(at.col) };
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
            let other = found.swap_remove(index);
            span = Span {
                first: CellAt { row: span.first.row.min(other.first.row), col: span.first.col.min(other.first.col) },
                last: CellAt { row: span.last.row.max(other.last.row), col: span.last.col.max(other.last.col) },
            };
        }
        found.push(span);
    }
    found.sort_unstable();
    found
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
    [after.checked_sub(1), Some(after)]
        .into_iter()
        .flatten()
        .filter(|index| places.get(*index).is_some_and(|place| (place - at).abs() <= SAME))
        .min_by(|left, right| (places[*left] - at).abs().total_cmp(&(places[*right] - at).abs()))
}

#[allow(clippy::cast_possible_truncation)] // Lattices are far smaller.
pub(super) fn place(row: usize, col: usize) -> CellAt {
    CellAt { row: row as u32, col: col as u32 }
}

/// Level rules that begin and end at the same places, three or more below each other: the rules of tables that have no
/// upright ones.
pub(super) fn level_groups(rules: &[Rule]) -> Vec<Vec<Rule>> {
    let mut levels = whole(rules, true);
    levels.retain(|rule| rule.end - rule.start > 40.0);
    let mut found: Vec<Vec<Rule>> = Vec::new();
    for rule in levels {
        let same = |other: &Rule| (other.start - rule.start).abs() <= SAME && (other.end - rule.end).abs() <= SAME;
        match found.iter().position(|group| group.last().is_some_and(same)) {
            Some(group) => found[group].push(rule),
            None if found.len() < LINES_MAX => found.push(vec![rule]),
            None => {}
        }
    }
    found.retain(|group| group.len() >= 3);
    found
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
