//! Second step: which columns of a block hold labels and which hold values, told by what stands in the rows that have
//! numbers. Where labels begin anew behind values, another table stands beside the first.

use std::cmp::Ordering;

use super::cell_form::{Form, is_ordinal};
use super::regions::{Block, Filled, Line, Sheet, is_half, is_most};
use crate::files::grid::CellValue;
use crate::language::{headings, periods};
use crate::rule::{Rule, cell as rules};

/// Columns of row labels that are looked for, spacers included. Real tables have up to five.
const LABEL_COLUMNS_MAX: usize = 16;
/// Columns of a block in which tables are looked for that stand directly beside each other.
/// Measured: nothing changes at 48 or 85, nor at half or twice as much.
const PAIR_COLUMNS_MAX: usize = 64;
/// Rows of ascending numbers that are taken for labels beside columns of periods.
/// Measured: nothing changes at 2 or 4, nor at half or twice as much.
const SCALE_ROWS_MIN: usize = 3;
/// A block as the tables that stand beside each other in it without an empty column between: labels and values, then labels
/// and values again, under the same header as the first labels or under none.
pub(super) fn beside(sheet: &Sheet<'_>, block: Block) -> Vec<Block> {
    let mut blocks = vec![block];
    while let Some(block) = blocks.last()
        && let Some(col) = second_labels(sheet, block)
        && let Some(mut left) = blocks.pop()
    {
        let (first_col, last_col, rule) = (col, left.last_col, &rules::LABELS_AGAIN);
        let mut right = Block { lines: Vec::new(), first_col, last_col, rule };
        left.last_col = col.saturating_sub(1);
        for line in &mut left.lines {
            let split = line.cells.start + sheet.cells(line).partition_point(|cell| cell.at.col < col);
            if split < line.cells.end {
                right.lines.push(Line { cells: split..line.cells.end, ..line.clone() });
                line.cells.end = split;
            }
        }
        left.lines.retain(|line| !line.cells.is_empty());
        blocks.push(left);
        blocks.push(right);
    }
    blocks
}

/// The column where a second table begins beside the first one.
fn second_labels(sheet: &Sheet<'_>, block: &Block) -> Option<u32> {
    let width = usize::try_from(block.last_col.saturating_sub(block.first_col))
        .ok()
        .filter(|width| *width <= PAIR_COLUMNS_MAX)?;
    let from = label_columns(sheet, &block.lines, block.first_col).end;
    let mut columns = vec![Column::default(); width + 1];
    let mut numbered = 0;
    let mut header: Option<&Line> = None;
    for line in &block.lines {
        let cells = sheet.cells(line);
        let Some(last) = cells.iter().rfind(|cell| cell.form == Form::Number).map(|cell| cell.at.col) else {
            header = if numbered == 0 && !line.is_lone() { Some(line) } else { header };
            continue;
        };
        numbered += 1;
        for cell in cells {
            let offset = cell.at.col.checked_sub(block.first_col).and_then(|offset| usize::try_from(offset).ok());
            let Some(column) = offset.and_then(|offset| columns.get_mut(offset)) else { continue };
            match cell.form {
                Form::Number | Form::Nothing => column.numbers += 1,
                Form::Text if cell.at.col < last => column.texts += 1,
                _ => {}
            }
        }
    }
    let head = |col: u32| {
        let cell = sheet.cells(header?).iter().find(|cell| cell.at.col == col)?;
        Some(sheet.text(cell))
    };
    let begins = |(column, (before, col)): (&Column, (&Column, u32))| {
        let is_label = is_most(column.texts, numbered) && column.numbers == 0 && before.numbers > 0;
        (is_label
            && col > from
            && (header.is_none() || head(col).is_some_and(|text| head(block.first_col) == Some(text))))
        .then_some(col)
    };
    from.checked_sub(block.first_col).filter(|labels| *labels > 0)?;
    columns.iter().skip(1).zip(columns.iter().zip(block.first_col + 1..)).find_map(begins)
}

/// What the rows with numbers hold in a column.
#[derive(Default, Clone, Copy)]
struct Column {
    texts: usize,
    /// Of the texts, those that are spans of time and begin with a number.
    durations: usize,
    years: usize,
    numbers: usize,
    last_ordinal: Option<u64>,
    unordered: bool,
}

impl Column {
    fn is_empty(self) -> bool {
        self.texts + self.years + self.numbers == 0
    }

    /// Labels outnumber values. A year among numbers is a number.
    fn is_label(self) -> bool {
        if self.numbers == 0 {
            self.texts + self.years > 0
        } else {
            self.texts > 0 && self.texts >= self.numbers + self.years
        }
    }
}

fn is_words(sheet: &Sheet<'_>, cell: &Filled) -> bool {
    sheet.cell(cell).is_some_and(|cell| cell.value == CellValue::Text)
}

/// The columns of a block that hold labels.
#[derive(Debug, Clone)]
pub(super) struct LabelColumns {
    /// The column where values begin.
    pub(super) end: u32,
    /// What makes each of the filled columns before it one of labels.
    rules: Vec<(u32, &'static Rule)>,
    /// What makes the column where values begin one of values.
    value_rule: &'static Rule,
}

impl LabelColumns {
    /// All columns up to one, where no numbers tell labels from values.
    pub(super) fn until(end: u32) -> Self {
        Self { end, rules: Vec::new(), value_rule: &rules::BEHIND_LABELS }
    }

    /// What decided about a column: that it holds labels, or values.
    pub(super) fn rule(&self, col: u32) -> &'static Rule {
        let of_label = || self.rules.iter().find(|(label, _)| *label == col).map(|(_, rule)| *rule);
        match col.cmp(&self.end) {
            Ordering::Less => of_label().unwrap_or(&rules::LABEL_COLUMN),
            Ordering::Equal => self.value_rule,
            Ordering::Greater => &rules::BEHIND_LABELS,
        }
    }
}

/// The columns of labels: those whose cells, in rows that have a number further right, are mostly words, years or periods,
/// and columns of ascending row numbers before such a column.
pub(super) fn label_columns(sheet: &Sheet<'_>, lines: &[Line], first_col: u32) -> LabelColumns {
    let (columns, above) = counted(sheet, lines, first_col);
    let head = |col: u32| above.and_then(|line| sheet.cells(line).iter().find(|cell| cell.at.col == col));
    let is_period = |cell: &&Filled| matches!(cell.form, Form::Year | Form::Period);
    let heads_periods = above.is_some_and(|line| sheet.cells(line).iter().filter(is_period).count() > 1);
    let mut labels = LabelColumns { end: first_col, rules: Vec::new(), value_rule: &rules::BEHIND_LABELS };
    for ((offset, column), col) in columns.iter().enumerate().zip(first_col..) {
        if column.is_empty() {
            continue;
        }
        let next = columns.iter().skip(offset + 1).find(|column| !column.is_empty());
        // So do numbers that ascend beside columns of periods, such as brackets of income.
        let ascends = column.texts + column.years == 0 && !column.unordered;
        let is_row_number = ascends && next.is_some_and(|next| next.texts > 0 && is_half(next.texts, column.numbers));
        let is_scale = ascends
            && column.numbers >= SCALE_ROWS_MIN
            && heads_periods
            && head(col).is_some_and(|head| head.form == Form::Text);
        // Behind the first column, a header that is a period, or that promises remarks, stands over values.
        let is_value = labels.end > first_col
            && head(col).is_some_and(|head| {
                matches!(head.form, Form::Year | Form::Period) || headings::is_attribute(sheet.text(head))
            });
        let rule = match () {
            () if column.is_label() && column.durations > 0 => &rules::DURATION_LABELS,
            () if column.is_label() => &rules::LABEL_COLUMN,
            () if is_row_number => &rules::ROW_NUMBERS,
            () if is_scale => &rules::ASCENDING_SCALE,
            () => break,
        };
        if is_value {
            labels.value_rule = &rules::UNDER_VALUE_HEADER;
            break;
        }
        labels.rules.push((col, rule));
        labels.end = col + 1;
    }
    labels
}

/// What stands in the first columns, and the last line above the numbers that is more than a lone text.
fn counted<'l>(
    sheet: &Sheet<'_>,
    lines: &'l [Line],
    first_col: u32,
) -> ([Column; LABEL_COLUMNS_MAX], Option<&'l Line>) {
    let mut columns = [Column::default(); LABEL_COLUMNS_MAX];
    let mut above = None;
    let mut started = false;
    for line in lines {
        let cells = sheet.cells(line);
        let Some(last) = cells.iter().rfind(|cell| cell.form == Form::Number).map(|cell| cell.at.col) else {
            above = if started || line.is_lone() { above } else { Some(line) };
            continue;
        };
        started = true;
        for cell in cells {
            let offset = cell.at.col.checked_sub(first_col).and_then(|offset| usize::try_from(offset).ok());
            let Some(column) = offset.and_then(|offset| columns.get_mut(offset)) else { continue };
            match cell.form {
                // Spans of time in the first column label the rows: the terms of loans.
                Form::Number
                    if offset == Some(0) && periods::is_duration(sheet.text(cell)) && is_words(sheet, cell) =>
                {
                    column.texts += 1;
                    column.durations += 1;
                }
                Form::Number | Form::Nothing => {
                    column.numbers += 1;
                    let ordinal = is_ordinal(sheet.text(cell));
                    column.unordered |= ordinal.is_none() || ordinal <= column.last_ordinal;
                    column.last_ordinal = ordinal;
                }
                Form::Year if cell.at.col < last => column.years += 1,
                Form::Text | Form::Period if cell.at.col < last => column.texts += 1,
                _ => {}
            }
        }
    }
    (columns, above)
}
