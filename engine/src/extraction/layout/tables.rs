//! Fourth step: blocks become tables. A block below another one without header rows of its own continues that table across
//! the empty rows; lines of words between blocks are the header rows, titles or notes of their neighbours, or words beside
//! a table.

use std::collections::BTreeMap;

use super::blocks::{self, Segment, segments};
use super::cell_form::Form;
use super::columns::{self, LabelColumns};
use super::regions::{Block, Line, Sheet};
use super::word_tables;
use crate::language::{headings, marks};
use crate::rule::{Rule, cell as rules};

/// Empty rows inside a table, at most.
/// Measured: 2 changes `54288-ref.xlsx` and 4 more; 4 changes `48539.xlsx` and 3 more.
const GAP_ROWS_MAX: u32 = 3;
/// Blocks in the same rows that are looked at before a block continues the table above it.
/// Measured: nothing changes at 48 or 85, nor at half or twice as much.
const NEIGHBOURS_MAX: usize = 64;
/// A table with its lines, not yet read for the headers of each value.
#[derive(Debug, Clone)]
pub(super) struct Draft {
    /// Its columns.
    pub(super) first_col: u32,
    /// The last of them.
    pub(super) last_col: u32,
    /// The columns before the values.
    pub(super) labels: LabelColumns,
    /// What makes it a table of its own.
    pub(super) rule: &'static Rule,
    /// Title lines of other tables that speak about it too.
    pub(super) inherited: Vec<Line>,
    /// Lines that speak about it, from the top.
    pub(super) titles: Vec<Line>,
    /// Header rows.
    pub(super) headers: Vec<Line>,
    /// Rows of values, and rows of labels between them.
    pub(super) body: Vec<Line>,
    /// Lines that are notes.
    pub(super) notes: Vec<Line>,
}

impl Draft {
    fn new(segment: Segment) -> Self {
        let Segment { titles, headers, body, notes, first_col, last_col, labels, rule, .. } = segment;
        Self { first_col, last_col, labels, rule, inherited: Vec::new(), titles, headers, body, notes }
    }

    fn first_row(&self) -> u32 {
        let lines = [&self.titles, &self.headers, &self.body];
        lines.iter().filter_map(|lines| lines.first()).map(|line| line.row).min().unwrap_or_default()
    }

    fn last_row(&self) -> u32 {
        self.body.last().or(self.headers.last()).map_or(0, |line| line.row)
    }
}

/// The tables of a grid, and the lines that belong to none.
pub(super) struct Drafts {
    /// Tables, by their first line.
    pub(super) tables: Vec<Draft>,
    /// Titles of the whole grid.
    pub(super) titles: Vec<Line>,
    /// Remarks that belong to no table.
    pub(super) notes: Vec<Line>,
}

/// Assembles tables from blocks that come by their first line, then column.
pub(super) fn tables(sheet: &Sheet<'_>, blocks: Vec<Block>) -> Drafts {
    let mut assembly = Assembly {
        sheet,
        drafts: Drafts { tables: Vec::new(), titles: Vec::new(), notes: Vec::new() },
        open: BTreeMap::new(),
        waiting: BTreeMap::new(),
    };
    let blocks: Vec<Block> = blocks.into_iter().flat_map(|block| columns::beside(sheet, block)).collect();
    for (at, block) in blocks.iter().enumerate() {
        let mut segments = segments(sheet, block);
        if segments.is_empty() {
            segments.extend(word_tables::segment(sheet, block));
        }
        if segments.is_empty() {
            assembly.words(block.clone());
        }
        let neighbours = blocks.get(at + 1..).unwrap_or_default();
        for (at, segment) in segments.into_iter().enumerate() {
            if at == 0 { assembly.first(segment, neighbours) } else { assembly.table(segment, Vec::new(), true) }
        }
    }
    assembly.finish()
}

struct Assembly<'s, 'g> {
    sheet: &'s Sheet<'g>,
    drafts: Drafts,
    /// The lowest table of each column, by its first column. Their columns do not overlap.
    open: BTreeMap<u32, usize>,
    /// Blocks of words that may belong to what comes below, by their first column.
    waiting: BTreeMap<u32, Vec<Block>>,
}

impl Assembly<'_, '_> {
    /// A block of words: beside a table it is a remark, otherwise it depends on what follows.
    fn words(&mut self, block: Block) {
        let (first, last) = rows(&block.lines);
        let left = self.open.range(..block.first_col).next_back().and_then(|(_, at)| self.drafts.tables.get_mut(*at));
        match left {
            Some(table)
                if table.last_col < block.first_col && table.first_row() <= last && table.last_row() >= first =>
            {
                table.notes.extend(placed(block.lines, &rules::BESIDE_TABLE));
            }
            _ => self.waiting.entry(block.first_col).or_default().push(block),
        }
    }

    /// The first table of a block: it may continue the table above, or take the words above for its headers.
    fn first(&mut self, segment: Segment, neighbours: &[Block]) {
        let taken = self.take_waiting(segment.first_col, segment.last_col);
        let (top, _) = rows(&segment.lines);
        let (mut above, beside): (Vec<Block>, Vec<Block>) =
            taken.into_iter().partition(|block| rows(&block.lines).1 < top);
        let beside = beside.into_iter().flat_map(|block| block.lines);
        self.drafts.notes.extend(placed(beside, &rules::BESIDE_TABLE));
        if segment.headers.is_empty() {
            let headed = above.last().and_then(|words| self.headed(words, &segment));
            if let Some(segment) = headed {
                above.pop();
                return self.table(segment, above, false);
            }
            if let Some(at) = self.continued(&segment, neighbours) {
                return self.continuation(at, segment, above);
            }
        }
        self.table(segment, above, false);
    }

    /// A table whose header rows stand above it, across an empty row.
    fn headed(&self, words: &Block, segment: &Segment) -> Option<Segment> {
        let (_, last) = rows(&words.lines);
        let (first, _) = rows(&segment.lines);
        let is_near = first.checked_sub(last).is_some_and(|gap| (1..=GAP_ROWS_MAX).contains(&gap));
        let is_row = words.lines.last().is_some_and(|line| {
            !line.is_lone()
                || self
                    .sheet
                    .cells(line)
                    .iter()
                    .any(|cell| cell.at.col >= segment.labels.end && cell.form != Form::Text)
        });
        let reaches = words.lines.last().is_some_and(|line| {
            self.sheet
                .cells(line)
                .iter()
                .any(|cell| cell.last.col >= segment.labels.end && cell.at.col <= segment.last_col)
        });
        if !is_near || !is_row || !reaches || is_legend(self.sheet, words) || self.is_between(words, segment) {
            return None;
        }
        let lines = words.lines.iter().chain(&segment.lines).cloned().collect();
        let (first_col, last_col, rule) = (segment.first_col, segment.last_col, &rules::HEADERS_ACROSS_GAP);
        let headed = blocks::segment(self.sheet, Block { lines, first_col, last_col, rule });
        Some(headed).filter(|segment| !segment.headers.is_empty())
    }

    /// Whether another table stands beside words in the columns of a segment, so that these are no headers of all of it.
    fn is_between(&self, words: &Block, segment: &Segment) -> bool {
        let (first, _) = rows(&words.lines);
        let before = self.open.range(..segment.first_col).next_back();
        let mut open = before.into_iter().chain(self.open.range(segment.first_col..=segment.last_col));
        open.any(|(_, at)| {
            let table = self.drafts.tables.get(*at);
            table.is_some_and(|table| table.last_col >= segment.first_col && table.last_row() >= first)
        })
    }

    /// The table above that a segment without header rows continues: its values stand in the columns of that table's values,
    /// its labels in those of its labels, and nothing else stands beside it in that table's columns.
    fn continued(&self, segment: &Segment, neighbours: &[Block]) -> Option<usize> {
        let (_, at) = self.open.range(..=segment.first_col).next_back()?;
        let table = self.drafts.tables.get(*at)?;
        let (first, _) = rows(&segment.lines);
        let has_labels = segment.labels.end > segment.first_col;
        let aligned = segment.last_col <= table.last_col
            && segment.labels.end <= table.last_col
            && (segment.labels.end >= table.labels.end)
            && (!has_labels || segment.first_col < table.labels.end);
        let near = first.checked_sub(table.last_row()).is_some_and(|gap| gap <= GAP_ROWS_MAX + 1);
        let (_, last) = rows(&segment.lines);
        let mut beside = neighbours.iter().take_while(|block| rows(&block.lines).0 <= last).take(NEIGHBOURS_MAX + 1);
        let alone = !beside.any(|block| block.first_col <= table.last_col && block.last_col >= table.first_col)
            && beside.count() <= NEIGHBOURS_MAX;
        (aligned && near && alone && !table.headers.is_empty()).then_some(*at)
    }

    fn continuation(&mut self, at: usize, segment: Segment, above: Vec<Block>) {
        let sheet = self.sheet;
        let Some(table) = self.drafts.tables.get_mut(at) else { return };
        let words = above.into_iter().flat_map(|block| block.lines).chain(std::mem::take(&mut table.notes));
        let (notes, mut sections): (Vec<Line>, Vec<Line>) =
            words.chain(segment.titles).partition(|line| is_note_line(sheet, line));
        let mut notes: Vec<Line> = placed(notes, &rules::NOTE_WORD).collect();
        sections.sort_by_key(|line| line.row);
        table.body.append(&mut sections);
        table.body.extend(placed(segment.body, &rules::CONTINUES));
        table.body.sort_by_key(|line| line.row);
        notes.extend(segment.notes);
        table.notes = notes;
    }

    /// A table of its own, which may directly follow another one. It closes the tables above it, and divides the words
    /// between with them.
    fn table(&mut self, segment: Segment, above: Vec<Block>, attached: bool) {
        let mut table = Draft::new(segment);
        let closed = self.closed(table.first_col, table.last_col);
        let own = std::mem::take(&mut table.titles);
        let mut notes = Vec::new();
        for block in above {
            let (first, last) = rows(&block.lines);
            let upper = closed
                .last()
                .and_then(|at| self.drafts.tables.get(*at))
                .map(|upper| first.saturating_sub(upper.last_row()));
            let lower = own
                .first()
                .or(table.headers.first())
                .or(table.body.first())
                .map_or(0, |line| line.row.saturating_sub(last));
            let is_nearer = upper.is_some_and(|upper| upper < lower);
            // Titles apart from those of the first table speak about the whole grid.
            let is_grid_title = self.drafts.tables.is_empty() && !own.is_empty();
            let (marked, titles): (Vec<Line>, Vec<Line>) =
                block.lines.iter().cloned().partition(|line| is_note_line(self.sheet, line));
            if is_nearer || is_legend(self.sheet, &block) {
                let rule = if is_nearer { &rules::NEARER_ABOVE } else { &rules::LEGEND };
                notes.extend(placed(block.lines, rule));
            } else {
                notes.extend(placed(marked, &rules::NOTE_WORD));
                if is_grid_title {
                    self.drafts.titles.extend(placed(titles, &rules::GRID_TITLE));
                } else {
                    table.titles.extend(placed(titles, &rules::WORDS_ABOVE));
                }
            }
        }
        let (marked, own) = notes_and_titles(self.sheet, own, attached);
        notes.extend(marked);
        table.titles.extend(own);
        table.inherited = self.inherited(&table, closed.last().copied());
        match closed.last().and_then(|at| self.drafts.tables.get_mut(*at)) {
            Some(upper) => upper.notes.extend(notes),
            None => table.notes.extend(notes),
        }
        self.open.insert(table.first_col, self.drafts.tables.len());
        self.drafts.tables.push(table);
    }

    /// Titles of other tables that speak about this one too: all of the table above, or on its left, when it has none of
    /// its own; those that are merged across its columns in any case.
    fn inherited(&self, table: &Draft, above: Option<usize>) -> Vec<Line> {
        let left = || self.open.range(..table.first_col).next_back().map(|(_, at)| *at);
        let Some(source) = above.or_else(left).and_then(|at| self.drafts.tables.get(at)) else { return Vec::new() };
        let reaches = |line: &&Line| {
            let over = above.is_none() && self.sheet.cells(line).iter().any(|cell| cell.last.col >= table.first_col);
            line.row < table.first_row() && (over || table.titles.is_empty())
        };
        source.inherited.iter().chain(&source.titles).filter(reaches).cloned().collect()
    }

    /// Takes the open tables out that stand in some columns.
    fn closed(&mut self, first_col: u32, last_col: u32) -> Vec<usize> {
        let overlaps = |at: &usize| self.drafts.tables.get(*at).is_some_and(|table| table.last_col >= first_col);
        let before = self.open.range(..first_col).next_back().filter(|(_, at)| overlaps(at)).map(|(col, _)| *col);
        let inside = self.open.range(first_col..=last_col).map(|(col, _)| *col);
        let columns: Vec<u32> = before.into_iter().chain(inside).collect();
        let mut closed: Vec<usize> = columns.iter().filter_map(|col| self.open.remove(col)).collect();
        closed.sort_by_key(|at| self.drafts.tables.get(*at).map(Draft::last_row));
        closed
    }

    /// Takes the words out that wait above some columns.
    fn take_waiting(&mut self, first_col: u32, last_col: u32) -> Vec<Block> {
        let before = self.waiting.range(..first_col).next_back().map(|(col, _)| *col);
        // Words on the left belong here when they reach over, or when no table stands below them.
        let before = before.filter(|col| {
            let reaches = self.waiting.get(col).into_iter().flatten().any(|block| block.last_col >= first_col);
            reaches || self.open.range(..first_col).next_back().is_none()
        });
        let inside = self.waiting.range(first_col..=last_col).map(|(col, _)| *col);
        let columns: Vec<u32> = before.into_iter().chain(inside).collect();
        let mut taken: Vec<Block> = columns.iter().filter_map(|col| self.waiting.remove(col)).flatten().collect();
        taken.sort_by_key(|block| (rows(&block.lines).0, block.first_col));
        taken
    }

    /// What still waits stands below or beside all tables, or above them without touching one.
    fn finish(mut self) -> Drafts {
        let top = self.drafts.tables.iter().map(Draft::first_row).min();
        let mut waiting: Vec<Block> = std::mem::take(&mut self.waiting).into_values().flatten().collect();
        waiting.sort_by_key(|block| (rows(&block.lines).0, block.first_col));
        let mut has_title = false;
        for block in waiting {
            let (first, last) = rows(&block.lines);
            let lowest = self.open.range(..=block.last_col).next_back().map(|(_, at)| *at);
            let upper = lowest.and_then(|at| self.drafts.tables.get_mut(at)).filter(|table| table.last_row() < first);
            let is_above = top.map_or(!has_title, |top| last < top);
            if let Some(upper) = upper {
                upper.notes.extend(placed(block.lines, &rules::BELOW_LAST_ROW));
            } else if is_above && !is_legend(self.sheet, &block) {
                has_title = true;
                let (notes, titles): (Vec<_>, Vec<_>) =
                    block.lines.into_iter().partition(|line| is_note_line(self.sheet, line));
                self.drafts.titles.extend(placed(titles, &rules::ABOVE_ALL));
                self.drafts.notes.extend(placed(notes, &rules::NOTE_WORD));
            } else {
                let rule = if is_above { &rules::LEGEND } else { &rules::UNCLAIMED };
                self.drafts.notes.extend(placed(block.lines, rule));
            }
        }
        self.drafts
    }
}

/// Lines with the rule that gives them their place.
fn placed(lines: impl IntoIterator<Item = Line>, rule: &'static Rule) -> impl Iterator<Item = Line> {
    lines.into_iter().map(move |line| line.by(rule))
}

fn rows(lines: &[Line]) -> (u32, u32) {
    (lines.first().map_or(0, |line| line.row), lines.last().map_or(0, |line| line.row))
}

/// Whether a line announces itself as a note.
pub(super) fn is_note_line(sheet: &Sheet<'_>, line: &Line) -> bool {
    sheet.cells(line).first().is_some_and(|cell| marks::is_note(sheet.text(cell)))
}

/// The notes and the titles among lines above a table. A numbered line is a note where it follows the table above or
/// another note, and a title where a header row follows it.
fn notes_and_titles(sheet: &Sheet<'_>, lines: Vec<Line>, attached: bool) -> (Vec<Line>, Vec<Line>) {
    let (mut notes, mut titles) = (Vec::new(), Vec::new());
    let (mut follows_note, last) = (attached, lines.len().saturating_sub(1));
    for (at, line) in lines.into_iter().enumerate() {
        let text = sheet.cells(&line).first().map_or("", |cell| sheet.text(cell));
        let is_note = marks::is_note(text);
        follows_note = is_note || (follows_note && at < last && marks::is_numbered_note(text));
        let rule = if is_note { &rules::NOTE_WORD } else { &rules::NUMBERED_NOTE };
        if follows_note { notes.push(line.by(rule)) } else { titles.push(line) }
    }
    (notes, titles)
}

/// Whether a block only explains colours or kinds of figures: `Actual`, `Forecast`, in cells of different colours.
fn is_legend(sheet: &Sheet<'_>, block: &Block) -> bool {
    let cells = || block.lines.iter().flat_map(|line| sheet.cells(line));
    cells().all(|cell| headings::is_scenario(sheet.text(cell)) || marks::is_note(sheet.text(cell)))
}
