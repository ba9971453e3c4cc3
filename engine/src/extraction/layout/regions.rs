//! First step: the filled cells of a grid as lines, and the lines as blocks, the pieces of a sheet that empty rows and
//! columns set apart. An empty column does not always divide two tables: what follows it is a table of its own when it
//! brings its own labels, and more columns of the same table when it uses the labels on the left.

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

use super::cell_form::{Form, form};
use super::odd::{is_odd_number, over_numbers};
use crate::files::grid::{Cell, CellAt, StyledGrid};
use crate::language::headings;
use crate::language::numbers::inexact::is_about_a_number;
use crate::rule::{Rule, cell as rules};

/// A cell that shows something.
#[derive(Debug, Clone, Copy)]
pub(super) struct Filled {
    /// Its index among the cells of the grid.
    pub(super) index: usize,
    /// Where it begins.
    pub(super) at: CellAt,
    /// Where it ends; the same place unless it is merged.
    pub(super) last: CellAt,
    /// Its look.
    pub(super) form: Form,
}

/// A grid with its filled cells.
pub(super) struct Sheet<'g> {
    grid: &'g StyledGrid,
    filled: Vec<Filled>,
}

impl<'g> Sheet<'g> {
    /// Looks at every cell of a grid once.
    pub(super) fn new(grid: &'g StyledGrid) -> Self {
        Self { grid, filled: filled(grid) }
    }

    /// The grid.
    pub(super) fn grid(&self) -> &'g StyledGrid {
        self.grid
    }

    /// The cells of a line.
    pub(super) fn cells(&self, line: &Line) -> &[Filled] {
        self.filled.get(line.cells.clone()).unwrap_or_default()
    }

    /// The cell with its style; none for a cell of another grid.
    pub(super) fn cell(&self, filled: &Filled) -> Option<&'g Cell> {
        self.grid.cells.get(filled.index)
    }

    /// What a cell shows.
    pub(super) fn text(&self, filled: &Filled) -> &'g str {
        self.cell(filled).map_or("", |cell| &cell.text)
    }

    /// Steps by which a cell is indented.
    pub(super) fn indent(&self, filled: &Filled) -> u8 {
        self.cell(filled).map_or(0, |cell| cell.indent)
    }
}

/// The filled cells that begin in one row of a block.
#[derive(Debug, Clone)]
pub(super) struct Line {
    /// The row.
    pub(super) row: u32,
    /// Its cells, as indices into the filled cells.
    pub(super) cells: Range<usize>,
    /// What gave it its place, the last that did.
    pub(super) rule: &'static Rule,
}

impl Line {
    fn new(row: u32, cells: Range<usize>) -> Self {
        Self { row, cells, rule: &rules::UNCLAIMED }
    }

    /// The line with the rule that gives it its place.
    pub(super) fn by(mut self, rule: &'static Rule) -> Self {
        self.rule = rule;
        self
    }

    /// Whether it holds a single cell.
    pub(super) fn is_lone(&self) -> bool {
        self.cells.len() == 1
    }
}

/// A piece of the grid.
#[derive(Debug, Clone)]
pub(super) struct Block {
    /// Its lines, from the top. Never empty.
    pub(super) lines: Vec<Line>,
    /// First column of what is not a title or remark of its own line.
    pub(super) first_col: u32,
    /// Last column, likewise.
    pub(super) last_col: u32,
    /// What parts it from its neighbours, or joins it across an empty column.
    pub(super) rule: &'static Rule,
}

/// How often columns are cut inside rows inside columns. Tables beside tables beside a title need three.
/// Measured: nothing changes at 3 or 5.
const DEPTH_MAX: u32 = 4;
/// Empty columns between labels and their values, at most: wider gaps part what has nothing to do with each other.
/// Measured: 2 changes `54288-ref.xlsx` and 12 more; 4 changes `aapl-10k-2024.html` and 9 more.
const SPACER_MAX: u32 = 3;
/// The distance of two columns with one empty column between them. Labels and words are only joined across a single one:
/// a wider gap is how people set a remark or a second list apart.
/// Measured: 1 changes `47737.xlsx`, `52348.xlsx`, `aeon-10q-2023.htm`; 3 changes `47737.xlsx`, `52348.xlsx`,
/// `aeon-10q-2023.htm`.
const BEHIND_ONE_EMPTY: u32 = 2;

/// Whether a part is at least half of the whole. Real columns have gaps and odd cells, so that a single one decides nothing.
pub(super) fn is_half(part: usize, whole: usize) -> bool {
    part * 2 >= whole
}

/// Whether a part is more than half of the whole.
pub(super) fn is_most(part: usize, whole: usize) -> bool {
    part * 2 > whole
}

/// The filled cells, by row, then column.
fn filled(grid: &StyledGrid) -> Vec<Filled> {
    let mut spans = grid.merges.iter().peekable();
    let mut filled: Vec<Filled> = Vec::with_capacity(grid.cells.len());
    // What stands lowest in each column so far, and what its row begins with.
    let (mut above, mut start): (HashMap<u32, Form>, Option<(u32, Form)>) = Default::default();
    let forms: Vec<Form> = grid.cells.iter().map(form).collect();
    let over_numbers = over_numbers(grid, &forms);
    for ((index, cell), form) in grid.cells.iter().enumerate().zip(forms) {
        let mut form = form;
        if form == Form::Blank {
            continue;
        }
        let label = start.filter(|(row, _)| *row == cell.at.row).map(|(_, form)| form);
        let under_time =
            above.get(&cell.at.col).is_some_and(|above| matches!(above, Form::Year | Form::Period | Form::Number));
        // A range, an approximation, a number with something about it is a value where values stand; elsewhere it is a label,
        // such as a bracket of ages.
        let is_headed = || above.get(&cell.at.col) == Some(&Form::Text);
        let is_over_numbers = || over_numbers.contains(&index) && is_headed() && is_odd_number(&cell.text);
        if form == Form::Text
            && label == Some(Form::Text)
            && (under_time && is_about_a_number(&cell.text) || is_over_numbers())
        {
            form = Form::Number;
        }
        above.insert(cell.at.col, form);
        start = start.filter(|(row, _)| *row == cell.at.row).or(Some((cell.at.row, form)));
        while spans.next_if(|span| span.first < cell.at).is_some() {}
        let last = spans.peek().filter(|span| span.first == cell.at).map_or(cell.at, |span| span.last);
        filled.push(Filled { index, at: cell.at, last, form });
    }
    filled
}

/// The blocks, by their first line, then column.
pub(super) fn blocks(sheet: &Sheet<'_>) -> Vec<Block> {
    let filled = &sheet.filled;
    let mut lines: Vec<Line> = Vec::new();
    for (index, cell) in filled.iter().enumerate() {
        match lines.last_mut() {
            Some(line) if line.row == cell.at.row => line.cells.end = index + 1,
            _ => lines.push(Line::new(cell.at.row, index..index + 1)),
        }
    }
    let mut blocks = Vec::new();
    cut(sheet, lines, 0, &mut blocks);
    blocks.sort_by_key(|block| (block.lines.first().map(|line| line.row), block.first_col));
    blocks
}

fn cut(sheet: &Sheet<'_>, lines: Vec<Line>, depth: u32, blocks: &mut Vec<Block>) {
    for band in bands(sheet, lines) {
        let mut groups = if depth < DEPTH_MAX { groups(sheet, &band) } else { Vec::new() };
        if groups.len() > 1 {
            for (lines, _) in groups {
                cut(sheet, lines, depth + 1, blocks);
            }
        } else {
            let (lines, rule) = groups.pop().unwrap_or((band, &rules::SET_APART));
            blocks.extend(block(sheet, lines, rule));
        }
    }
}

fn block(sheet: &Sheet<'_>, lines: Vec<Line>, rule: &'static Rule) -> Option<Block> {
    let counted = |line: &&Line| !is_aside(sheet, line);
    let columns = |cells: &mut dyn Iterator<Item = &Filled>| {
        cells.fold(None, |extent: Option<(u32, u32)>, cell| {
            let (first, last) = extent.unwrap_or((cell.at.col, cell.last.col));
            Some((first.min(cell.at.col), last.max(cell.last.col)))
        })
    };
    let (first_col, last_col) = columns(&mut lines.iter().filter(counted).flat_map(|line| sheet.cells(line)))
        .or_else(|| columns(&mut lines.iter().flat_map(|line| sheet.cells(line))))?;
    Some(Block { lines, first_col, last_col, rule })
}

/// Whether a line is one text alone, which may be a title or remark and reach over any columns.
fn is_aside(sheet: &Sheet<'_>, line: &Line) -> bool {
    matches!(sheet.cells(line), [cell] if cell.form.is_label())
}

/// Runs of lines without an empty row between them; a merged cell fills all of its rows.
fn bands(sheet: &Sheet<'_>, lines: Vec<Line>) -> Vec<Vec<Line>> {
    let mut bands: Vec<Vec<Line>> = Vec::new();
    let mut reach = None;
    for line in lines {
        let last = sheet.cells(&line).iter().map(|cell| cell.last.row).max();
        let joins = reach.is_some_and(|reach: u32| line.row <= reach.saturating_add(1));
        reach = if joins { reach.max(last) } else { last };
        match bands.last_mut() {
            Some(band) if joins => band.push(line),
            _ => bands.push(vec![line]),
        }
    }
    bands
}

/// A run of filled columns of a band.
struct Group {
    first_col: u32,
    last_col: u32,
    lines: Vec<Line>,
    content: Content,
}

/// The lines of a band by runs of columns, with those runs joined that belong to one table, and the rule that joined them.
fn groups(sheet: &Sheet<'_>, band: &[Line]) -> Vec<(Vec<Line>, &'static Rule)> {
    let runs = column_runs(sheet, band);
    if runs.len() < 2 {
        return Vec::new();
    }
    let group = |(first_col, last_col): &(u32, u32)| Group {
        first_col: *first_col,
        last_col: *last_col,
        lines: Vec::new(),
        content: Content::default(),
    };
    let mut groups: Vec<Group> = runs.iter().map(group).collect();
    for line in band {
        for (index, cell) in line.cells.clone().zip(sheet.cells(line)) {
            // A title that stands in no run belongs to the run on its right, or to the last one.
            let run = runs.partition_point(|(_, last)| *last < cell.at.col).min(runs.len() - 1);
            let Some(group) = groups.get_mut(run) else { continue };
            match group.lines.last_mut() {
                Some(last) if last.row == line.row => last.cells.end = index + 1,
                _ => group.lines.push(Line::new(line.row, index..index + 1)),
            }
        }
    }
    for group in &mut groups {
        group.content = content(sheet, group);
    }
    joined(sheet, groups)
}

/// The runs of columns that the lines of a band fill, without the lines that are one text alone.
fn column_runs(sheet: &Sheet<'_>, band: &[Line]) -> Vec<(u32, u32)> {
    let cells = band.iter().filter(|line| !is_aside(sheet, line)).flat_map(|line| sheet.cells(line));
    let mut extents: Vec<(u32, u32)> = cells.map(|cell| (cell.at.col, cell.last.col)).collect();
    extents.sort_unstable();
    let mut runs: Vec<(u32, u32)> = Vec::new();
    for (first, last) in extents {
        match runs.last_mut() {
            Some(run) if first <= run.1.saturating_add(1) => run.1 = run.1.max(last),
            _ => runs.push((first, last)),
        }
    }
    runs
}

/// Joins each run to those on its left that it belongs to.
fn joined(sheet: &Sheet<'_>, groups: Vec<Group>) -> Vec<(Vec<Line>, &'static Rule)> {
    let mut tables: Vec<(Vec<Group>, &'static Rule)> = Vec::new();
    for group in groups {
        let joins = tables.last().and_then(|(table, _)| belongs(sheet, table, &group));
        match (tables.last_mut(), joins) {
            (Some((table, rule)), Some(joins)) => {
                table.push(group);
                *rule = joins;
            }
            _ => tables.push((vec![group], &rules::SET_APART)),
        }
    }
    let lines = |(table, rule): (Vec<Group>, _)| (together(table.into_iter().map(|group| group.lines)), rule);
    tables.into_iter().map(lines).collect()
}

/// The lines of neighbouring runs as lines over all of them.
fn together(runs: impl Iterator<Item = Vec<Line>>) -> Vec<Line> {
    let mut rows: BTreeMap<u32, Range<usize>> = BTreeMap::new();
    for line in runs.flatten() {
        rows.entry(line.row).and_modify(|cells| cells.end = line.cells.end).or_insert(line.cells);
    }
    rows.into_iter().map(|(row, cells)| Line::new(row, cells)).collect()
}

/// What the lines of a run hold.
#[derive(Default)]
struct Content {
    /// Lines with a number.
    numbered: usize,
    /// Lines with a number and a label in the first column.
    labelled: usize,
    /// The first line with a number.
    first: Option<u32>,
}

fn content(sheet: &Sheet<'_>, group: &Group) -> Content {
    let mut content = Content::default();
    for line in &group.lines {
        let cells = sheet.cells(line);
        if !cells.iter().any(|cell| cell.form == Form::Number) {
            continue;
        }
        content.numbered += 1;
        content.first = content.first.or(Some(line.row));
        content.labelled +=
            usize::from(cells.first().is_some_and(|cell| cell.at.col == group.first_col && cell.form.is_label()));
    }
    content
}

/// The rule by which a run of columns continues the table on its left across an empty column; none where it does not.
fn belongs(sheet: &Sheet<'_>, table: &[Group], right: &Group) -> Option<&'static Rule> {
    let (base, before) = (table.first()?, table.last()?);
    if right.first_col.saturating_sub(before.last_col) > SPACER_MAX + 1 {
        return None;
    }
    let own = &right.content;
    // The cells of the left run in a row.
    let left = |row: u32| {
        let at = base.lines.binary_search_by_key(&row, |line| line.row).ok();
        at.and_then(|at| base.lines.get(at)).map_or(&[][..], |line| sheet.cells(line))
    };
    let is_labelled = |row: u32| left(row).first().is_some_and(|cell| cell.form.is_label());
    // Values beside the headers on the left are no columns under these headers.
    let beside_headers = |row: u32| left(row).len() > 1 && left(row).iter().all(|cell| cell.form == Form::Text);
    if own.first.zip(base.content.first).is_some_and(|(own, first)| own < first && beside_headers(own)) {
        return None;
    }
    if own.numbered > 0 && !is_half(own.labelled, own.numbered) {
        // Values without labels of their own use the labels of the same rows.
        let is_numbered = |line: &&Line| sheet.cells(line).iter().any(|cell| cell.form == Form::Number);
        let labelled = right.lines.iter().filter(is_numbered).filter(|line| is_labelled(line.row)).count();
        return is_half(labelled, own.numbered).then_some(&rules::VALUES_ACROSS_GAP);
    }
    if own.numbered > 0 {
        // Labels with values: another table, unless all that stands on the left are labels of the same rows.
        let rows = base.lines.iter().filter(|line| right.lines.binary_search_by_key(&line.row, |own| own.row).is_ok());
        let are_labels = base.content.numbered == 0
            && table.len() == 1
            && right.first_col.saturating_sub(base.last_col) == BEHIND_ONE_EMPTY
            && base.first_col == base.last_col
            && is_most(rows.count(), base.lines.len())
            && base.lines.iter().any(|line| own.first.is_some_and(|first| line.row >= first));
        return are_labels.then_some(&rules::LABELS_ACROSS_GAP);
    }
    // Words alone are a column of the table when a header stands over them and most rows have one; otherwise remarks.
    let values = table.iter().map(|group| &group.content).filter(|content| content.numbered > 0);
    let first = values.clone().filter_map(|content| content.first).min()?;
    let rows = values.map(|content| content.numbered).max().unwrap_or_default();
    let text = |line: &Line| sheet.cells(line).first().map_or("", |cell| sheet.text(cell));
    let heads = |line: &&Line| {
        line.row < first && !text(line).contains(['，', '。', ',', ';', '；']) && has_row(base, line.row)
    };
    let is_column = right.first_col == right.last_col
        && right.first_col.saturating_sub(before.last_col) == BEHIND_ONE_EMPTY
        && right.lines.first().is_some_and(|line| heads(&line))
        && is_most(right.lines.iter().filter(|line| line.row >= first).count(), rows)
        && !right.lines.iter().all(|line| headings::is_scenario(text(line)));
    is_column.then_some(&rules::WORDS_ACROSS_GAP)
}

/// Whether a row of several cells stands in a run, or one that it shares with the runs beside it.
fn has_row(group: &Group, row: u32) -> bool {
    group.lines.binary_search_by_key(&row, |line| line.row).is_ok()
}
