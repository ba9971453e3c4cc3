//! Tables without a number: words that stand as a form, or as a list. Which words belong to a table with numbers is decided
//! elsewhere.

use super::blocks::{Segment, is_styled};
use super::cell_form::Form;
use super::columns::LabelColumns;
use super::regions::{Block, Line, Sheet};
use crate::files::grid::{CellValue, GridPlace};
use crate::language::headings;
use crate::rule::{Rule, cell as rules};

/// Lines of a list of words on a worksheet that make it a table.
/// Measured: 2 changes `59106.xlsx`, `63934.xlsx`; 4 changes `56295.xlsx`, `64759.xlsx`, `bug66827.xlsx`.
const WORD_ROWS_MIN: usize = 3;

/// Words that are a table although no number stands in them: a form of labels with colons or dates, a list with marks for
/// absent values or several years a row, a table of a document that marks its tables, or a list below a header row that looks different.
pub(super) fn segment(sheet: &Sheet<'_>, block: &Block) -> Option<Segment> {
    let start = block.lines.iter().position(|line| !line.is_lone())?;
    let (titles, lines) = block.lines.split_at(start);
    let end = lines.iter().rposition(|line| !line.is_lone()).map_or(0, |last| last + 1);
    let (lines, notes) = lines.split_at(end);
    let form = lines.iter().all(|line| is_form_line(sheet, line));
    let values_from = sheet.cells(lines.first()?).iter().map(|cell| cell.last.col + 1).find(|_| form);
    let labels = LabelColumns::until(values_from.unwrap_or(block.first_col + 1));
    let (headers, body) = lines.split_at(usize::from(!form));
    let labelled = |line: &Line| sheet.cells(line).first().is_some_and(|cell| cell.at.col < labels.end);
    let filled = |line: &Line| line.cells.len() > 1;
    let has_values = || {
        let values = |line: &Line| sheet.cells(line).iter().skip(1).copied().collect::<Vec<_>>();
        let years = |line: &Line| line.cells.len() > 2 && values(line).iter().all(|cell| cell.form == Form::Year);
        body.iter().any(|line| years(line) || values(line).iter().any(|cell| cell.form == Form::Nothing))
    };
    let is_marked = || !matches!(sheet.grid().place, GridPlace::Sheet { .. });
    let is_list =
        || lines.len() >= WORD_ROWS_MIN && lines.first().is_some_and(|line| is_styled(sheet, line, lines.get(1)));
    if body.is_empty() || !body.iter().all(labelled) || !body.iter().any(filled) {
        return None;
    }
    let rule = match () {
        () if form => &rules::WORDS_IN_A_FORM,
        () if has_values() => &rules::WORDS_WITH_GAPS,
        () if is_marked() => &rules::WORDS_MARKED_UP,
        () if is_list() => &rules::WORDS_IN_A_LIST,
        () => return None,
    };
    let by = |lines: &[Line], rule: &'static Rule| lines.iter().map(|line| line.clone().by(rule)).collect();
    Some(Segment {
        lines: block.lines.clone(),
        titles: by(titles, &rules::WORDS_ABOVE),
        headers: by(headers, &rules::HEADER_ROW),
        body: by(body, &rules::BEHIND_LABELS),
        notes: by(notes, &rules::BELOW_LAST_ROW),
        first_col: block.first_col,
        last_col: block.last_col,
        labels,
        rule,
    })
}

/// A label and its value: the label ends with a colon, or the value is a stored date.
fn is_form_line(sheet: &Sheet<'_>, line: &Line) -> bool {
    let [label, value] = sheet.cells(line) else { return false };
    let text = sheet.text(label);
    let is_date =
        sheet.cell(value).is_some_and(|cell| matches!(cell.value, CellValue::Date(_) | CellValue::DateTime(_)));
    label.form == Form::Text && (text.ends_with([':', '：']) || (is_date && !headings::is_corner(text)))
}
