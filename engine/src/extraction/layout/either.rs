//! Headers that are written in the middle of what they stand for: over the middle of their columns, or beside the middle of their
//! rows. What lies between two of them may belong to either, and that is all that is said of it here.

use std::collections::{BTreeMap, BTreeSet};

use super::HeaderAt;
use super::regions::Filled;
use crate::files::grid::CellAt;

/// The columns that a level leaves bare over headers of their own, and which of its headers may stand for them, where some
/// of these are written over the middle of their columns: a bare column lies left of the first, and others right of one.
pub(super) fn columns(levels: &[&[Filled]], paths: &BTreeMap<u32, Vec<HeaderAt>>) -> Vec<(u32, Vec<CellAt>)> {
    let Some((level, below)) = levels.split_first() else { return Vec::new() };
    let stands_over =
        |cells: &[Filled], col: u32| cells.iter().any(|cell| (cell.at.col..=cell.last.col).contains(&col));
    let is_bare = |col: u32| !stands_over(level, col) && below.iter().any(|cells| stands_over(cells, col));
    let mut found = Vec::new();
    let columns: Vec<u32> = paths.keys().copied().collect();
    for run in columns.chunk_by(|a, b| *b == *a + 1) {
        let (Some(first), Some(last)) = (run.first(), run.last()) else { continue };
        let begun: Vec<&Filled> = level.iter().filter(|cell| (*first..=*last).contains(&cell.at.col)).collect();
        let [leftmost, ..] = begun[..] else { continue };
        let lone = |cell: &&Filled| cell.last.col == cell.at.col && is_bare(cell.at.col + 1);
        let is_centred = run.iter().any(|col| *col < leftmost.at.col && is_bare(*col)) && begun.iter().any(lone);
        for col in run.iter().copied().filter(|col| is_centred && is_bare(*col)) {
            let after = begun.partition_point(|cell| cell.at.col <= col);
            let either: Vec<CellAt> = begun[after.saturating_sub(1)..].iter().take(2).map(|cell| cell.at).collect();
            // Right of the last header, and left of the first, only one can be meant; only there it is certain.
            if after < begun.len() {
                found.push((col, if after == 0 { vec![leftmost.at] } else { either }));
            }
        }
    }
    found
}

/// A row of a table with the labels in it.
#[derive(Debug, Clone, Copy)]
pub(super) struct LabelRow<'s> {
    pub(super) row: u32,
    pub(super) labels: &'s [Filled],
    /// Whether it holds values.
    pub(super) valued: bool,
}

/// What stands in an outer column of labels.
#[derive(Clone, Copy)]
enum Outer {
    /// A label, and whether it is merged over several rows.
    Label(CellAt, bool),
    /// Nothing, in a row of values that has a label further right.
    Bare(u32),
}

/// The rows that leave an outer column of labels bare, and which labels of it may stand for them, where some of these are written
/// beside the middle of their rows, or beside the last: a bare row comes before the first, and others below one.
pub(super) fn rows(rows: &[LabelRow<'_>]) -> Vec<(u32, Vec<CellAt>)> {
    let columns: BTreeSet<u32> = rows.iter().flat_map(|row| row.labels).map(|label| label.at.col).collect();
    // Columns whose labels stand in the middle, so that what stands beside one is not the beginning of anything.
    let mut in_middle: BTreeSet<u32> = BTreeSet::new();
    let mut found = Vec::new();
    for col in columns {
        let begins = |row: &LabelRow<'_>| {
            row.labels.iter().any(|label| label.at.col < col && !in_middle.contains(&label.at.col))
        };
        let mut is_any = false;
        for stretch in rows.chunk_by(|_, next| !begins(next)) {
            let either = of_stretch(stretch, col);
            is_any |= !either.is_empty();
            found.extend(either);
        }
        if is_any {
            in_middle.insert(col);
        }
    }
    // Those of inner columns first, so that each is put before the labels that it stands outside of.
    found.reverse();
    found
}

/// The same of rows between two labels of a column further out.
fn of_stretch(rows: &[LabelRow<'_>], col: u32) -> Vec<(u32, Vec<CellAt>)> {
    let outer = |row: &LabelRow<'_>| {
        let own = row.labels.iter().find(|label| (label.at.col..=label.last.col).contains(&col));
        let is_bare = row.valued && row.labels.last().is_some_and(|label| label.at.col > col);
        match own {
            Some(label) => Some(Outer::Label(label.at, label.last.row > label.at.row)),
            None => is_bare.then_some(Outer::Bare(row.row)),
        }
    };
    let read: Vec<Outer> = rows.iter().filter_map(outer).collect();
    let is_late = matches!(read.first(), Some(Outer::Bare(_)));
    let is_lone = |pair: &[Outer]| matches!(pair, [Outer::Label(_, false), Outer::Bare(_)]);
    if !is_late || !read.windows(2).any(is_lone) {
        return Vec::new();
    }
    // A merged label says itself where it ends.
    let label = |outer: &Outer| match outer {
        Outer::Label(at, false) => Some(*at),
        Outer::Label(..) | Outer::Bare(_) => None,
    };
    let is_label = |outer: &&Outer| matches!(outer, Outer::Label(..));
    let of_bare = |(index, outer): (usize, &Outer)| {
        let Outer::Bare(row) = outer else { return None };
        let (above, below) = read.split_at(index);
        // Below the last one only that one can be meant.
        let next = below.iter().find(is_label)?;
        let either = [above.iter().rev().find(is_label).and_then(label), label(next)];
        Some((*row, either.into_iter().flatten().collect()))
    };
    read.iter().enumerate().filter_map(of_bare).collect()
}
