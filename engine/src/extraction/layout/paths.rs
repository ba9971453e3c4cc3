//! Last step: the headers of each row and column of a table, from the outermost to the nearest.

use std::collections::BTreeMap;

use super::HeaderAt;
use super::cell_form::Form;
use super::either;
use super::regions::{Filled, Line, Sheet};
use crate::files::grid::CellAt;
use crate::language::marks;
use crate::rule::cell as rules;
use crate::text::half_width;

/// Labels without values in consecutive rows that are still taken for sections inside sections; more of them are rows
/// whose values are missing.
/// Measured: 2 changes `54288-ref.xlsx` and 3 more; 4 changes nothing.
const SECTIONS_MAX: usize = 3;

/// Labels of one column that a row can stand under, so that a list cannot cost its length for every row of it.
/// Measured: nothing changes at 18 or 32, nor at half or twice as much.
const DEPTH_MAX: usize = 24;

/// Header cells of each column that holds values.
///
/// A header stands over the columns it is merged across. One that is not merged also stands over the columns on its right
/// that have a header of their own further down, until another header of its level or of a level above begins, or an empty
/// column divides them: people write the year once over its quarters.
pub(super) fn columns(
    sheet: &Sheet<'_>,
    headers: &[Line],
    columns: &[u32],
    values_from: u32,
) -> BTreeMap<u32, Vec<HeaderAt>> {
    let levels: Vec<&[Filled]> = headers.iter().map(|line| sheet.cells(line)).collect();
    let mut paths: BTreeMap<u32, Vec<HeaderAt>> = BTreeMap::new();
    // The header of each level that may still reach the next column.
    let mut carried: Vec<Option<CellAt>> = vec![None; levels.len()];
    let mut before: Option<u32> = None;
    for col in with_headers(&levels, columns, values_from) {
        if before.is_some_and(|before| col > before.saturating_add(1)) {
            carried.fill(None);
        }
        before = Some(col);
        let own: Vec<Option<&Filled>> =
            levels.iter().zip(headers).map(|(cells, line)| over(cells, line.row, col)).collect();
        let mut covered = 0;
        let mut path = Vec::new();
        for level in 0..levels.len() {
            let Some(carried_here) = carried.get(level).copied() else { continue };
            let row = headers.get(level).map_or(0, |line| line.row);
            if let Some(cell) = own.get(level).copied().flatten() {
                let is_merged = cell.last.col > cell.at.col;
                let rule = if is_merged { &rules::MERGED_OVER } else { &rules::OVER_COLUMN };
                path.push(HeaderAt { at: cell.at, rule });
                covered = covered.max(cell.last.row + 1);
                let begins = cell.at.col == col;
                if begins {
                    // What begins here ends whatever the levels below carried on.
                    carried.iter_mut().skip(level).for_each(|carried| *carried = None);
                }
                if let Some(slot) = carried.get_mut(level) {
                    *slot = (!is_merged).then_some(cell.at);
                }
            } else if row < covered {
                carried.iter_mut().skip(level).for_each(|carried| *carried = None);
            } else if let Some(at) = carried_here
                && own.iter().skip(level + 1).any(Option::is_some)
            {
                path.push(HeaderAt { at, rule: &rules::SPREADS_RIGHT });
            }
        }
        if columns.binary_search(&col).is_ok() {
            paths.insert(col, path);
        }
    }
    for level in 0..levels.len() {
        for (col, headers) in either::columns(&levels[level..], &paths) {
            let Some(path) = paths.get_mut(&col) else { continue };
            path.retain(|header| !headers.contains(&header.at));
            let either = |at: &CellAt| HeaderAt { at: *at, rule: &rules::SPREADS_EITHER_WAY };
            path.splice(0..0, headers.iter().map(either));
        }
    }
    paths
}

/// The columns that hold values or begin a header, in order.
fn with_headers(levels: &[&[Filled]], columns: &[u32], values_from: u32) -> Vec<u32> {
    let begun = levels.iter().flat_map(|cells| cells.iter().map(|cell| cell.at.col)).filter(|col| *col >= values_from);
    let mut all: Vec<u32> = columns.iter().copied().chain(begun).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// The cell of a line that stands over a column.
fn over(cells: &[Filled], row: u32, col: u32) -> Option<&Filled> {
    let end = cells.partition_point(|cell| cell.at.col <= col);
    cells.get(end.checked_sub(1)?).filter(|cell| cell.last.col >= col && cell.at.row == row)
}

/// The labels of rows as they are read from the top: what each column of labels says at the present row.
#[derive(Default)]
pub(super) struct RowLabels {
    /// Columns of labels with their open heads, from the outermost.
    columns: BTreeMap<u32, Vec<Head>>,
}

/// Consecutive rows of labels without values.
#[derive(Debug, Clone, Copy)]
pub(super) struct Run {
    /// How many they are.
    pub(super) length: usize,
    /// Whether this is the first of them.
    pub(super) first: bool,
}

/// A label that may speak for the rows below it. Its flags change one by one as rows are read.
#[allow(clippy::struct_excessive_bools)]
struct Head {
    at: CellAt,
    indent: u8,
    look: (bool, Option<crate::files::grid::Rgb>),
    /// A row without values; otherwise the label of a row.
    section: bool,
    /// Whether a row stood below it.
    used: bool,
    /// Whether a row below it was indented against it.
    deepened: bool,
    /// The last row it stands for, when it is merged over several.
    until: Option<u32>,
    /// Whether its total has been read; it is kept for what takes its place.
    closed: bool,
    /// A total speaks for further rows only through the labels on its right.
    total: bool,
}

impl RowLabels {
    /// Reads a row of labels without values: the label of a section.
    pub(super) fn section(&mut self, sheet: &Sheet<'_>, labels: &[Filled], gap: bool, run: Run) {
        if let Some(label) = labels.first() {
            self.expire(label.at.row);
        }
        if gap {
            self.close_after_gap(sheet, labels.first());
        }
        for label in labels {
            let head = Head::new(sheet, label, true);
            self.forget_right_of(label.at.col);
            let heads = self.columns.entry(label.at.col).or_default();
            heads.retain(|open| open.section && open.indent <= head.indent);
            let crowded = run.length > SECTIONS_MAX || heads.iter().filter(|open| !open.used).count() >= SECTIONS_MAX;
            if crowded {
                heads.retain(|open| open.used && open.indent < head.indent);
            } else if run.first
                && let Some(same) =
                    heads.iter().rposition(|open| open.used && open.look == head.look && open.indent == head.indent)
            {
                // As many sections end as begin: one in the place of one, two levels in the place of two.
                heads.truncate((same + 1).saturating_sub(run.length));
            } else if heads.last().is_some_and(|open| open.deepened && open.indent == head.indent) {
                heads.pop();
            }
            heads.push(head);
        }
    }

    /// Reads a row with values and hands out its headers.
    pub(super) fn row(&mut self, sheet: &Sheet<'_>, row: u32, labels: &[Filled], gap: bool) -> Vec<HeaderAt> {
        self.expire(row);
        if gap {
            self.close_after_gap(sheet, labels.first());
        }
        for label in labels {
            let mut head = Head::new(sheet, label, false);
            self.forget_right_of(label.at.col);
            let heads = self.columns.entry(label.at.col).or_default();
            if head.total {
                close_to(sheet, heads, label, head.indent);
            } else {
                // A row beside an indented one is no longer part of the section that is indented against.
                heads.retain(|open| {
                    if open.section {
                        open.indent < head.indent || (open.indent == head.indent && !open.deepened)
                    } else {
                        open.indent < head.indent
                    }
                });
            }
            for open in heads.iter_mut() {
                open.deepened |= open.indent < head.indent;
            }
            head.used = true;
            heads.truncate(DEPTH_MAX);
            heads.push(head);
        }
        for open in self.columns.values_mut().flatten() {
            open.used = true;
        }
        let is_labelled = !labels.is_empty();
        let speaks = |head: &&Head| !head.closed && (is_labelled || head.section || head.until.is_some());
        let last_col = labels.last().map(|label| label.at.col);
        let header = |head: &Head| {
            let rule = match () {
                () if head.at.row == row && head.total => &rules::TOTAL_LABEL,
                () if head.at.row == row => &rules::LABELS_ROW,
                () if head.until.is_some() => &rules::MERGED_DOWN,
                () if head.section => &rules::UNDER_SECTION,
                () if Some(head.at.col) == last_col => &rules::INDENTED_UNDER,
                () => &rules::LABEL_ABOVE,
            };
            HeaderAt { at: head.at, rule }
        };
        let path = self.columns.values().flatten().filter(speaks).map(header).collect();
        self.end_totals(labels);
        path
    }

    /// A total ends its section, and says nothing of the rows below unless further labels follow on its right.
    fn end_totals(&mut self, labels: &[Filled]) {
        let Some(last) = labels.last() else { return };
        let Some(heads) = self.columns.get_mut(&last.at.col) else { return };
        if heads.pop_if(|head| head.total).is_none() {
            return;
        }
        let ended = heads.iter().rposition(|open| open.section && !open.closed);
        heads.truncate(ended.map_or(0, |ended| ended + 1));
        if let Some(section) = heads.last_mut() {
            section.closed = true;
        }
    }

    fn forget_right_of(&mut self, col: u32) {
        while self.columns.last_entry().is_some_and(|entry| *entry.key() > col) {
            self.columns.pop_last();
        }
    }

    fn expire(&mut self, row: u32) {
        for heads in self.columns.values_mut() {
            heads.retain(|head| head.until.is_none_or(|until| until >= row));
        }
    }

    /// An empty row ends the sections that had rows, unless what follows is indented against them or stands in a column of
    /// labels further right.
    fn close_after_gap(&mut self, sheet: &Sheet<'_>, label: Option<&Filled>) {
        let place = label.map(|label| (label.at.col, sheet.indent(label)));
        for (col, heads) in &mut self.columns {
            let stays = |open: &Head| match place {
                Some((at, indent)) => at > *col || (at == *col && indent > open.indent),
                None => false,
            };
            heads.retain(|open| open.until.is_some() || !open.used || stays(open));
        }
    }
}

impl Head {
    fn new(sheet: &Sheet<'_>, label: &Filled, section: bool) -> Self {
        Self {
            at: label.at,
            indent: sheet.indent(label),
            look: sheet.cell(label).map_or((false, None), |cell| (cell.bold, cell.fill)),
            section,
            used: false,
            deepened: false,
            closed: false,
            until: (label.last.row > label.at.row).then_some(label.last.row),
            total: label.form == Form::Text && marks::is_total(sheet.text(label)),
        }
    }
}

/// Leaves the sections open that a total belongs to: those up to the one it names, or all that are not indented against it.
fn close_to(sheet: &Sheet<'_>, heads: &mut Vec<Head>, total: &Filled, indent: u8) {
    heads.retain(|open| if open.section { open.indent <= indent } else { open.indent < indent });
    let bare = |text: &str| half_width(text).trim_end_matches([':', ' ']).to_lowercase();
    let Some(of) = marks::of_total(sheet.text(total)).map(bare).filter(|of| !of.is_empty()) else { return };
    let named = heads.iter().position(|open| {
        let label = sheet.grid().cell(open.at).map_or("", |cell| &cell.text);
        open.section && bare(label) == of
    });
    if let Some(named) = named {
        heads.truncate(named + 1);
    }
}
