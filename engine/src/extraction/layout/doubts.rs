//! Values of which the layout does not say which header is theirs: one that is merged over several, those of a row with more
//! cells than the header row, and all of a table whose header row seems to have lost a cell.

use std::collections::BTreeSet;

use super::cell_form::Form;
use super::regions::{Filled, Line, Sheet};
use super::tables::Draft;
use crate::language::{headings, units};
use crate::rule::{Rule, cell as rules};

/// What is known of a table before its rows are read.
pub(super) struct Doubts<'d> {
    draft: &'d Draft,
    /// The last column that a header stands over.
    headed_until: Option<u32>,
    /// Columns that its header rows take up as they are written, where rows are lists of cells: there one that is missing moves the
    /// others.
    width: Option<u32>,
    /// Whether the header row has as many cells as there are columns of values, one of them over the labels.
    is_short: bool,
}

impl<'d> Doubts<'d> {
    /// Looks at the header rows of a table.
    pub(super) fn of(sheet: &Sheet<'_>, draft: &'d Draft) -> Self {
        let headers = || draft.headers.iter().flat_map(|line| sheet.cells(line));
        let headed_until = headers().map(|cell| cell.last.col).max();
        let width = draft.headers.iter().filter_map(|line| sheet.grid().width(line.row)).max();
        let is_short = headed_until.is_some_and(|until| is_short(sheet, draft, until));
        Self { draft, headed_until, width, is_short }
    }

    /// Why the values of a row wait, all of them.
    pub(super) fn of_row(&self, sheet: &Sheet<'_>, row: u32, values: &[Filled]) -> Option<&'static Rule> {
        let is_behind = self.headed_until.is_some_and(|until| is_number_behind(values, until));
        let is_longer = self.width.zip(sheet.grid().width(row)).is_some_and(|(headers, row)| row > headers);
        match () {
            () if self.is_short => Some(&rules::FEWER_HEADERS),
            () if is_longer && is_behind => Some(&rules::LONGER_ROW),
            () => None,
        }
    }

    /// Why one of them waits: it is merged over columns or rows with headers of their own.
    pub(super) fn of_value(&self, sheet: &Sheet<'_>, value: &Filled) -> Option<&'static Rule> {
        let Filled { at, last, .. } = *value;
        let is_over = |cell: &Filled| cell.at.col <= at.col && cell.last.col >= at.col;
        let begins_in = |cell: &Filled| cell.at.col > at.col && cell.at.col <= last.col;
        let headers = || self.draft.headers.iter().flat_map(|line| sheet.cells(line));
        let over_columns = last.col > at.col && headers().any(is_over) && headers().any(begins_in);
        let is_label = |cell: &Filled| cell.at.col < self.draft.labels.end;
        let labelled =
            |line: &Line| line.row > at.row && line.row <= last.row && sheet.cells(line).iter().any(is_label);
        let beside_rows = last.row > at.row && self.rows_to(last.row).any(labelled);
        (over_columns || beside_rows).then_some(&rules::OVER_SEVERAL)
    }

    /// The last rows down to one.
    fn rows_to(&self, last: u32) -> impl Iterator<Item = &Line> {
        let end = self.draft.body.partition_point(|line| line.row <= last);
        self.draft.body.get(..end).unwrap_or_default().iter().rev()
    }
}

/// Whether the nearest header row begins over the labels, with a word that is like the others and no name of labels, and numbers
/// stand behind its last cell, so that there are as many headers as columns of values.
fn is_short(sheet: &Sheet<'_>, draft: &Draft, headed_until: u32) -> bool {
    let Some(cells) = draft.headers.last().map(|line| sheet.cells(line)) else { return false };
    let [corner, others @ ..] = cells else { return false };
    let is_time = |cell: &Filled| matches!(cell.form, Form::Year | Form::Period);
    let text = sheet.text(corner);
    let is_alike = others.iter().all(|other| other.at.col >= draft.labels.end && is_time(other) == is_time(corner));
    let values = || draft.body.iter().flat_map(|line| sheet.cells(line)).filter(|cell| cell.form == Form::Number);
    let columns: BTreeSet<u32> = values().map(|cell| cell.at.col).filter(|col| *col >= draft.labels.end).collect();
    !others.is_empty()
        && is_alike
        && corner.last.col < draft.labels.end
        && !headings::is_corner(text)
        && !units::is_unit_line(text)
        && columns.len() == cells.len()
        && columns.last().is_some_and(|last| *last > headed_until)
}

fn is_number_behind(values: &[Filled], col: u32) -> bool {
    values.iter().any(|value| value.at.col > col && value.form == Form::Number)
}
