//! One table of a slide: `a:tbl` to placed cells. Covered cells of merged spans are told by their marks; a covered cell that
//! no span reaches is a cell like others, so that nothing that is shown gets lost.

use std::hash::{DefaultHasher, Hash, Hasher};

use super::color::{Palette, is_seen};
use super::part_tree::Element;
use crate::files::Blemish;
use crate::files::DocumentFault;
use crate::files::cell_text::{CellText, Look, Script};
use crate::files::grid::{Cell, CellAt};
use crate::files::grid_builder::{GridBuilder, Height};

/// Places the cells of a table.
pub(super) fn read(table: Element<'_>, palette: &Palette) -> Result<GridBuilder, DocumentFault> {
    let rows: Vec<Vec<Element<'_>>> = table
        .children()
        .filter(|row| row.name() == "tr")
        .map(|row| row.children().filter(|cell| cell.name() == "tc").collect())
        .collect();
    let mut covered: Vec<Vec<bool>> = rows.iter().map(|row| vec![false; row.len()]).collect();
    let mut builder = GridBuilder::default();
    for (row, cells) in rows.iter().enumerate() {
        builder.begin_row()?;
        for (col, cell) in cells.iter().enumerate() {
            if covered.get(row).and_then(|row| row.get(col)) == Some(&true) {
                continue;
            }
            let (width, height) = (width(cells, col), height(&rows, row, col));
            for below in covered.iter_mut().skip(row).take(height) {
                below.iter_mut().skip(col).take(width).for_each(|covered| *covered = true);
            }
            let size = |cells: usize| u32::try_from(cells).unwrap_or(u32::MAX);
            builder.add(content(*cell, palette), size(width), Height::Rows(size(height)))?;
        }
    }
    Ok(builder)
}

/// Columns that a cell covers: as many as it says, as far as the next cells are marked as covered.
fn width(cells: &[Element<'_>], col: usize) -> usize {
    let (Some(cell), Some(next)) = (cells.get(col), cells.get(col + 1..)) else { return 1 };
    let next = next.iter().take(span(*cell, "gridSpan") - 1);
    next.take_while(|cell| cell.flag("hMerge") == Some(true)).count() + 1
}

/// Rows that a cell covers, likewise.
fn height(rows: &[Vec<Element<'_>>], row: usize, col: usize) -> usize {
    let Some(cell) = rows.get(row).and_then(|cells| cells.get(col)) else { return 1 };
    let below = rows.iter().skip(row + 1).take(span(*cell, "rowSpan") - 1);
    below.take_while(|cells| cells.get(col).is_some_and(|cell| cell.flag("vMerge") == Some(true))).count() + 1
}

fn span(cell: Element<'_>, name: &str) -> usize {
    cell.number(name).and_then(|cells| usize::try_from(cells).ok()).unwrap_or(1).max(1)
}

fn content(cell: Element<'_>, palette: &Palette) -> Cell {
    let mut runs = CellText::default();
    let paragraphs = cell.child("txBody").into_iter().flat_map(Element::children);
    let mut level = None;
    for paragraph in paragraphs.filter(|element| element.name() == "p") {
        let properties = paragraph.child("pPr");
        level = level.or(Some(properties.and_then(|properties| properties.number("lvl")).unwrap_or_default()));
        read_paragraph(paragraph, palette, &mut runs);
        runs.end_line();
    }
    let level = u8::try_from(level.unwrap_or_default()).unwrap_or_default();
    Cell {
        fill: cell.child("tcPr").and_then(|properties| palette.fill(properties)).or(runs.highlight()),
        font_color: runs.color(),
        bold: runs.bold(),
        indent: level.max(runs.indent()),
        blemish: Blemish::gravest(runs.blemish(), of_styles(cell)),
        ..Cell::of(CellAt::default(), runs.text())
    }
}

/// What the styles of a cell's text, which its runs may leave as they are, say that may hide it.
fn of_styles(cell: Element<'_>) -> Option<Blemish> {
    let styles = cell.child("txBody")?.child("lstStyle")?;
    let mut runs = styles.descendants().filter(|element| element.name() == "defRPr");
    runs.any(|properties| unread(properties).is_some()).then_some(Blemish::Unread)
}

fn read_paragraph(paragraph: Element<'_>, palette: &Palette, runs: &mut CellText) {
    for piece in paragraph.children() {
        match piece.name() {
            "br" => runs.end_line(),
            "tab" => runs.push(" ", Look::default()),
            // A run, a field such as a date, or a formula's text.
            _ => {
                let look = piece.child("rPr").map_or_else(Look::default, |properties| look(properties, palette));
                for text in piece.descendants().filter(|element| element.name() == "t") {
                    runs.push(text.text(), look);
                }
            }
        }
    }
}

/// What a run's `strike` makes of it.
pub(super) fn struck(strike: Option<&str>) -> Option<Blemish> {
    strike.filter(|strike| *strike != "noStrike").map(|_| Blemish::Struck)
}

fn look(properties: Element<'_>, palette: &Palette) -> Look {
    let highlight =
        properties.child("highlight").and_then(|mark| mark.children().find_map(|color| palette.color(color)));
    Look {
        bold: properties.flag("b").unwrap_or_default(),
        color: palette.fill(properties),
        highlight,
        script: Script::raised_by(properties.number("baseline").unwrap_or_default()),
        blemish: Blemish::gravest(struck(properties.attribute("strike")), unread(properties)),
        size: properties.number("sz").and_then(|size| u32::try_from(size).ok()),
        dress: link(properties),
    }
}

/// What of a run's look may hide or move its text: a fill that shows nothing, or any that is not known, and letters that are
/// pushed together.
fn unread(properties: Element<'_>) -> Option<Blemish> {
    // In code: names of a format (ECMA-376 part 1, 21.1.2.3.9).
    const PLAIN: [&str; 16] = [
        "ln",
        "solidFill",
        "effectLst",
        "effectDag",
        "highlight",
        "uLnTx",
        "uLn",
        "uFillTx",
        "uFill",
        "latin",
        "ea",
        "cs",
        "sym",
        "hlinkMouseOver",
        "rtl",
        "extLst",
    ];
    /// In hundredths of a point.
    const TOGETHER_MAX: i64 = -100;
    let is_unseen = properties.child("noFill").is_some()
        || properties.child("solidFill").is_some_and(|fill| fill.children().any(|color| !is_seen(color)));
    let is_plain = |name: &str| PLAIN.contains(&name) || matches!(name, "noFill" | "hlinkClick");
    let is_unread = properties.children().any(|child| !is_plain(child.name()))
        || properties.number("spc").is_some_and(|spacing| spacing < TOGETHER_MAX);
    is_unseen.then_some(Blemish::Faint).or(is_unread.then_some(Blemish::Unread))
}

/// What tells the text of a link from that around it, which stands for something else.
fn link(properties: Element<'_>) -> Option<u64> {
    let link = properties.child("hlinkClick")?;
    let mut hasher = DefaultHasher::new();
    (link.attribute("id"), link.attribute("action")).hash(&mut hasher);
    Some(hasher.finish())
}
