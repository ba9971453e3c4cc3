//! Third step: what stands in a block. It divides the lines into tables that
//! are stacked on each other, and each of these into titles, header rows, body and notes. Headers of single values are
//! found later.

use super::cell_form::Form;
use super::columns::{LabelColumns, label_columns};
use super::regions::{Block, Filled, Line, Sheet};
use crate::language::{headings, marks, units};
use crate::rule::{Rule, cell as rules};

/// Header rows of a table, at most; more are rows of a list of texts.
/// Measured: nothing changes at 6 or 11.
const HEADER_ROWS_MAX: usize = 8;
/// The longest text of a spanning header that stands alone in its row; longer ones are prose.
/// Measured: 30 changes `Tables.xlsx` and 6 more; 53 changes `adbe-10k-2024.html` and 3 more.
const HEADER_CHARS_MAX: usize = 40;

/// Cells of a row of numbered months or weeks, at least.
/// Measured: nothing changes at 3 or 5, nor at half or twice as much.
const COUNTED_MIN: usize = 4;
/// Months of a year, by which such a row may begin with another one than the first.
const MONTHS: u32 = 12;

/// A table of a block, or the part of one that the block holds.
#[derive(Debug, Clone)]
pub(super) struct Segment {
    /// All of its lines, from which it can be read again together with others.
    pub(super) lines: Vec<Line>,
    /// Lines above the headers.
    pub(super) titles: Vec<Line>,
    /// Header rows.
    pub(super) headers: Vec<Line>,
    /// Rows of values, and rows of labels between them.
    pub(super) body: Vec<Line>,
    /// Lines below the last row.
    pub(super) notes: Vec<Line>,
    /// Columns of the block.
    pub(super) first_col: u32,
    /// Its last column.
    pub(super) last_col: u32,
    /// The columns before the values.
    pub(super) labels: LabelColumns,
    /// What makes it a table of its own.
    pub(super) rule: &'static Rule,
}

/// The tables of a block; none when it holds no value.
pub(super) fn segments(sheet: &Sheet<'_>, block: &Block) -> Vec<Segment> {
    let from = label_columns(sheet, &block.lines, block.first_col).end;
    let lines = &block.lines;
    let mut segments = Vec::new();
    let mut start = 0;
    let mut rule = block.rule;
    while let Some(first) = first_valued(sheet, lines, start, from) {
        let mut end = first.at;
        let current = head(sheet, lines, start, &first, block, from).headers;
        // The segment ends where a later run of lines without values holds a new header row.
        let next = loop {
            let Some(valued) = next_valued(sheet, lines, end + 1, from) else { break lines.len() };
            let between = lines.get(end + 1..valued).unwrap_or_default();
            if let [line] = between
                && repeats(sheet, line, &current)
            {
                // The header row again, as where a page ends: the table goes on.
                end = valued;
                continue;
            }
            if between.iter().enumerate().any(|(at, _)| renews(sheet, between, at, lines.get(valued), &current, from)) {
                break end + 1;
            }
            end = valued;
        };
        let own = lines.get(start..next).unwrap_or_default().to_vec();
        segments.push(segment(sheet, Block { lines: own, rule, ..*block }));
        (start, rule) = (next, &rules::HEADERS_ANEW);
    }
    segments
}

/// Reads the lines of one table.
pub(super) fn segment(sheet: &Sheet<'_>, block: Block) -> Segment {
    let Block { lines, first_col, last_col, rule } = &block;
    let labels = label_columns(sheet, lines, *first_col);
    let from = labels.end;
    let none = FirstValued { at: lines.len(), counted: None };
    let first = first_valued(sheet, lines, 0, from).unwrap_or(none);
    let last = lines.iter().rposition(|line| is_valued(sheet, line, from)).map_or(lines.len(), |last| last + 1);
    let Head { titles, headers, body: start, words, words_rule } = head(sheet, lines, 0, &first, &block, from);
    let row = |(at, line): (usize, &Line)| {
        line.clone().by(if (words..first.at).contains(&at) { words_rule } else { &rules::BEHIND_LABELS })
    };
    let mut body: Vec<Line> = lines.iter().enumerate().take(last).skip(start).map(row).collect();
    let mut notes = Vec::new();
    for line in lines.get(last..).unwrap_or_default() {
        match last_row(sheet, line, from, &headers, &body).filter(|_| notes.is_empty()) {
            Some(rule) => body.push(line.clone().by(rule)),
            None => notes.push(line.clone().by(&rules::BELOW_LAST_ROW)),
        }
    }
    let (first_col, last_col, rule) = (*first_col, *last_col, *rule);
    Segment { titles, headers, body, notes, first_col, last_col, labels, rule, lines: block.lines }
}

/// Why a line below the last number is a row of the table: a label with texts in the place of values or with further
/// labels, or a label whose values are missing. Any other text is a note.
fn last_row(sheet: &Sheet<'_>, line: &Line, from: u32, headers: &[Line], body: &[Line]) -> Option<&'static Rule> {
    let cells = sheet.cells(line);
    let first = cells.first()?;
    if marks::is_note(sheet.text(first)) || first.at.col >= from {
        return None;
    }
    if cells.iter().any(|cell| cell.at.col >= from) {
        return (!headers.is_empty() || body.len() > 1).then_some(&rules::TEXTS_AT_THE_END);
    }
    let has_no_values = cells.len() > 1 || marks::is_total(sheet.text(first)) || sheet.indent(first) > 0;
    (first.last.col < from && has_no_values).then_some(&rules::TOTAL_AT_THE_END)
}

/// Where the values of a table begin.
struct FirstValued {
    /// The first line of values.
    at: usize,
    /// The line above that only numbers months or weeks.
    counted: Option<usize>,
}

/// The first line of values, which a row of months or weeks that are only numbered is not: it has no label, and the row of
/// values below it has one.
fn first_valued(sheet: &Sheet<'_>, lines: &[Line], start: usize, from: u32) -> Option<FirstValued> {
    let first = next_valued(sheet, lines, start, from)?;
    let counts = lines.get(first).is_some_and(|line| counts_up(sheet, line, from));
    let labelled =
        |line: &Line| sheet.cells(line).first().is_some_and(|cell| cell.at.col < from && cell.form.is_label());
    let below = next_valued(sheet, lines, first + 1, from).filter(|_| counts);
    let below = below.filter(|below| lines.get(*below).is_some_and(labelled));
    Some(FirstValued { at: below.unwrap_or(first), counted: below.map(|_| first) })
}

/// Whether a line holds nothing but `1`, `2`, `3` and so on, or the months of a fiscal year by their numbers.
fn counts_up(sheet: &Sheet<'_>, line: &Line, from: u32) -> bool {
    let (labels, counted): (Vec<&Filled>, Vec<&Filled>) = sheet.cells(line).iter().partition(|cell| cell.at.col < from);
    let numbers: Option<Vec<u32>> = counted.iter().map(|cell| sheet.text(cell).parse().ok()).collect();
    let numbers = numbers.unwrap_or_default();
    let follow = |pair: &[u32]| matches!(pair, [a, b] if *b == a + 1 || (*a == MONTHS && *b == 1));
    let is_year = numbers.len() == MONTHS as usize;
    numbers.len() >= COUNTED_MIN
        && numbers.windows(2).all(follow)
        && (numbers.first() == Some(&1) || is_year)
        && (is_year || numbers.is_sorted())
        && labels.iter().all(|label| headings::is_corner(sheet.text(label)))
}

fn next_valued(sheet: &Sheet<'_>, lines: &[Line], start: usize, from: u32) -> Option<usize> {
    let rest = lines.get(start..)?;
    rest.iter().position(|line| is_valued(sheet, line, from)).map(|at| start + at)
}

/// Whether a line holds a number, or a mark for nothing behind a label.
fn is_valued(sheet: &Sheet<'_>, line: &Line, from: u32) -> bool {
    let cells = sheet.cells(line);
    let labelled = cells.first().is_some_and(|cell| cell.at.col < from && cell.form.is_label());
    cells
        .iter()
        .any(|cell| cell.at.col >= from && (cell.form == Form::Number || (cell.form == Form::Nothing && labelled)))
}

/// The lines above the first value.
struct Head {
    titles: Vec<Line>,
    headers: Vec<Line>,
    /// The index of the line where the body begins.
    body: usize,
    /// The index of the first line of words that is a row of values, and why it is one.
    words: usize,
    words_rule: &'static Rule,
}

/// What a line above the values is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    /// Speaks about the table.
    Title,
    /// A header alone in its row.
    Over,
    /// A row of several cells.
    Row,
}

/// Reads the lines from `start` up to the first of values.
fn head(sheet: &Sheet<'_>, all: &[Line], start: usize, first: &FirstValued, block: &Block, from: u32) -> Head {
    let (lines, valued) = (all.get(start..first.at).unwrap_or_default(), all.get(first.at));
    let counted = first.counted.map(|counted| counted - start);
    let last_row = lines.iter().rposition(|line| !line.is_lone()).unwrap_or_default();
    let below = |at: usize| Below { row: at < last_row, any: at + 1 < lines.len() };
    let (mut titles, mut headers): (Vec<(usize, Line)>, Vec<Line>) = (Vec::new(), Vec::new());
    let (mut words, mut words_rule) = (lines.len(), &rules::WORDS_AS_VALUES);
    let mut after_headers = None;
    let mut complete = None;
    for (at, line) in lines.iter().enumerate() {
        let (role, by) = role(sheet, line, below(at), block, from);
        let header = match (role, complete) {
            (Role::Title, _) => {
                titles.push((at, line.clone().by(by)));
                continue;
            }
            (Role::Row, None) if is_form(sheet, lines.get(at..).unwrap_or_default(), valued, from) => {
                words_rule = &rules::FORM_ROW;
                None
            }
            (Role::Row, None) if counted == Some(at) => Some(&rules::COUNTED_COLUMNS),
            (Role::Over, _) | (Role::Row, None) => Some(by),
            (Role::Row, Some(above)) => heads_too(sheet, line, above, valued, block.first_col, from),
        };
        let Some(by) = header.filter(|_| headers.len() < HEADER_ROWS_MAX) else {
            words = at;
            break;
        };
        headers.push(line.clone().by(by));
        after_headers = Some(at + 1);
        if role == Role::Row {
            complete = Some(line);
        }
    }
    // A text alone below the last header row opens a section of the body.
    let body = after_headers.unwrap_or(words);
    let titles = titles.into_iter().filter(|(at, _)| *at < body).map(|(_, line)| line).collect();
    Head { titles, headers, body, words, words_rule }
}

/// What stands between a line and the first value.
#[derive(Clone, Copy)]
struct Below {
    /// A row of several cells.
    row: bool,
    /// Any line.
    any: bool,
}

fn role(sheet: &Sheet<'_>, line: &Line, below: Below, block: &Block, from: u32) -> (Role, &'static Rule) {
    let cells = sheet.cells(line);
    let Some(first) = cells.first() else { return (Role::Title, line.rule) };
    if !line.is_lone() {
        // A title on the left and a unit on the right, or a merged title with something beside it.
        let behind = cells.get(1..).unwrap_or_default();
        let spans = first.at.col < from && first.last.col >= from;
        let titled = first.at.col < from.max(block.first_col + 1)
            && behind.iter().all(|cell| units::is_unit_line(sheet.text(cell)))
            && behind.len() == 1
            && !units::is_unit_line(sheet.text(first));
        return match below.row {
            true if titled => (Role::Title, &rules::TITLE_AND_UNIT),
            true if spans => (Role::Title, &rules::MERGED_TITLE),
            _ => (Role::Row, &rules::HEADER_ROW),
        };
    }
    let text = sheet.text(first);
    let is_whole = first.at.col <= block.first_col && first.last.col >= block.last_col;
    let is_single = block.first_col == block.last_col;
    let begins = is_whole || first.at == first.last && first.at.col == from;
    let title = match () {
        () if first.at.col < from => &rules::OVER_LABELS,
        () if first.at.col > block.last_col => &rules::BEHIND_TABLE,
        () if !is_single && units::is_unit_line(text) => &rules::UNIT_LINE,
        () if marks::is_note(text) => &rules::NOTE_WORD,
        () if text.chars().count() > HEADER_CHARS_MAX => &rules::LONG_TEXT,
        () if from == block.first_col && !is_single && begins => &rules::OVER_UNLABELLED,
        () if is_single && below.any => &rules::NOT_NEAREST,
        () => return (Role::Over, &rules::HEADER_ALONE),
    };
    (Role::Title, title)
}

/// Whether the first line of several cells above the values is itself a pair of a label and its value, as in a form:
/// `Company | Alpha Ltd`. One such line above one column of values may as well be a header; several are no header.
fn is_form(sheet: &Sheet<'_>, lines: &[Line], row_below: Option<&Line>, from: u32) -> bool {
    let Some(line) = lines.first() else { return false };
    let pair = |line: &Line| {
        let cells = sheet.cells(line);
        let values = cells.iter().filter(|cell| cell.at.col >= from).count();
        (values == 1 && cells.len() == 2).then(|| cells.first()).flatten().filter(|label| label.at.col < from)
    };
    let Some(label) = pair(line) else { return false };
    let one = |line: &Line| sheet.cells(line).iter().filter(|cell| cell.at.col >= from).count() == 1;
    if !row_below.is_some_and(one) {
        return false;
    }
    let text = sheet.text(label);
    if text.ends_with([':', '：']) {
        return true;
    }
    let pairs = lines.iter().filter(|line| pair(line).is_some()).count();
    pairs > 1 && !headings::is_corner(text) && !is_styled(sheet, line, lines.get(1).or(row_below))
}

/// Why a row of words below a header row is one more header row: nothing labels it, it holds periods, units or kinds of
/// figures, it looks like the header row above, or that row leaves cells open.
fn heads_too(
    sheet: &Sheet<'_>,
    line: &Line,
    above: &Line,
    row_below: Option<&Line>,
    first_col: u32,
    from: u32,
) -> Option<&'static Rule> {
    let cells = sheet.cells(line);
    let label = cells.iter().rfind(|cell| cell.at.col < from);
    let over = |cell: &Filled| {
        sheet.cells(above).iter().rfind(|head| head.at.col <= cell.at.col).filter(|head| head.last.col >= cell.at.col)
    };
    let mut values = cells.iter().filter(|cell| cell.at.col >= from).peekable();
    if values.peek().is_none() || values.clone().any(|cell| cell.form == Form::Nothing) {
        return None;
    }
    let incomplete = values
        .clone()
        .any(|cell| over(cell).is_none_or(|head| head.at.col != cell.at.col || head.last.col > head.at.col));
    let speaks = values.all(|cell| {
        let text = sheet.text(cell);
        let is_time = |cell: &Filled| matches!(cell.form, Form::Year | Form::Period);
        headings::is_scenario(text) || units::is_unit_line(text) || (is_time(cell) && !over(cell).is_some_and(is_time))
    });
    match () {
        () if incomplete => Some(&rules::FILLS_HEADER_ROW),
        () if speaks => Some(&rules::SAYS_WHEN_OR_WHAT_KIND),
        () if label.is_none() && from > first_col => Some(&rules::UNLABELLED_WORDS),
        () if label.is_some_and(|label| headings::is_corner(sheet.text(label))) => Some(&rules::UNDER_CORNER),
        () => is_styled(sheet, line, row_below).then_some(&rules::LOOKS_LIKE_HEADER),
    }
}

/// Whether a line between rows of values is the header row of a further table.
fn renews(
    sheet: &Sheet<'_>,
    between: &[Line],
    at: usize,
    row_below: Option<&Line>,
    current: &[Line],
    from: u32,
) -> bool {
    let Some(line) = between.get(at).filter(|line| !line.is_lone()) else { return false };
    let cells = sheet.cells(line);
    let values: Vec<&Filled> = cells.iter().filter(|cell| cell.at.col >= from).collect();
    if values.is_empty() || values.iter().any(|cell| matches!(cell.form, Form::Nothing | Form::Number)) {
        return false;
    }
    let head_at = |cell: &Filled| {
        current.iter().rev().find_map(|head| sheet.cells(head).iter().find(|head| head.at.col == cell.at.col))
    };
    let repeats = |cell: &Filled| head_at(cell).is_some_and(|head| sheet.text(head) == sheet.text(cell));
    let label = cells.iter().find(|cell| cell.at.col < from);
    let is_corner = label.is_none_or(|label| headings::is_corner(sheet.text(label)) || repeats(label));
    let titled = at.checked_sub(1).and_then(|before| between.get(before)).is_some_and(Line::is_lone);
    let is_time = |cell: &&Filled| matches!(cell.form, Form::Year | Form::Period);
    let speaks = values.iter().all(|cell| is_time(cell) || headings::is_scenario(sheet.text(cell)));
    let evident = is_corner || is_styled(sheet, line, row_below);
    if values.iter().all(|cell| repeats(cell)) {
        return true;
    }
    if speaks && values.iter().any(is_time) {
        return evident || titled || (values.len() > 1 && are_consecutive(sheet, &values));
    }
    evident && (values.len() > 1 || label.is_some())
}

/// Whether each of several cells of a line says what the nearest header row says above it.
pub(super) fn repeats(sheet: &Sheet<'_>, line: &Line, headers: &[Line]) -> bool {
    let Some(head) = headers.last().filter(|_| line.cells.len() > 1) else { return false };
    let says_so = |cell: &Filled| {
        let above = sheet.cells(head).iter().find(|above| above.at.col == cell.at.col);
        above.is_some_and(|above| {
            above.last.col - above.at.col == cell.last.col - cell.at.col && sheet.text(above) == sheet.text(cell)
        })
    };
    sheet.cells(line).iter().all(|cell| cell.form.is_label() && says_so(cell))
}

/// Years that follow each other, in either direction.
fn are_consecutive(sheet: &Sheet<'_>, values: &[&Filled]) -> bool {
    let years: Vec<i64> = values.iter().filter_map(|cell| sheet.text(cell).parse().ok()).collect();
    let step = |step: i64| years.windows(2).all(|pair| matches!(pair, [a, b] if b - a == step));
    years.len() == values.len() && (step(1) || step(-1))
}

/// Whether all cells of a line are bold or coloured, and those of the line that follows are not.
pub(super) fn is_styled(sheet: &Sheet<'_>, line: &Line, other: Option<&Line>) -> bool {
    let all = |line: &Line, look: fn(&crate::files::grid::Cell) -> bool| {
        sheet.cells(line).iter().all(|cell| sheet.cell(cell).is_some_and(look))
    };
    let Some(other) = other else { return false };
    all(line, |cell| cell.bold) && !all(other, |cell| cell.bold)
        || all(line, |cell| cell.fill.is_some()) && !all(other, |cell| cell.fill.is_some())
}
