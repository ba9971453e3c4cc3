//! Excel workbooks to grids, one a worksheet: values with the digits of the file, texts as a reader of the workbook sees
//! them, colours through theme, tint and palette, merged and hidden cells. Charts, comments, drawings and pivot caches are
//! only looked through for restricted words, and formulas are not computed, so that most conditions may hold.
//!
//! Parts are streamed by the same reader of archives and XML as Word's and PowerPoint's, whose limits hold for what is really
//! unpacked. The usual library for workbooks reserves memory for what a file claims, stops at a single bad cell, and knows
//! neither formulas without a result nor a workbook's own palette, so that each sheet would have to be gone through twice.

mod cell;
mod color;
mod condition;
mod covering;
mod look;
mod number;
mod serial;
mod sheet;
mod strings;
mod styles;
#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::unnecessary_wraps)]
mod tests;
mod workbook;

use std::borrow::Cow;

use quick_xml::events::BytesStart;
use rayon::prelude::*;

use self::cell::Context;
use self::color::Palette;
use self::sheet::SheetReader;
use self::styles::Styles;
use self::workbook::Sheet;
use crate::files::grid::{COLUMNS_MAX, Cell, CellAt, CellValue, GridPlace, ROWS_MAX, Rgb, Span, StyledGrid};
use crate::files::office::gathered::{Gathered, PartStrings, without_codes};
use crate::files::office::package::Package;
use crate::files::office::{properties, strings as every, xml};
use crate::files::quota::Quota;
use crate::files::{DocumentFault, FileContent, contained};

/// Most cells of a workbook that are kept. They take some 120 bytes each.
const CELLS_MAX: usize = 1_500_000;
/// Cells between two looks at how many there are in all sheets.
const CELLS_STEP: usize = 1 << 10;
/// Worksheets that are unpacked one after the other and then read at the same time. It does not depend on the machine, so
/// that of two faults the same one is told everywhere.
const SHEETS_AT_ONCE: usize = 8;

/// Reads a workbook: what its properties state, and one grid a worksheet, in the order of the workbook.
pub(super) fn read(bytes: Vec<u8>) -> Result<FileContent, DocumentFault> {
    let mut package = Package::open(bytes)?;
    let mut content = FileContent::default();
    properties::read(&mut package, &mut content)?;
    content.grids = contained(|| sheets(&mut package));
    every::read(&mut package, &mut content)?;
    Ok(content)
}

fn sheets(package: &mut Package) -> Result<Vec<StyledGrid>, DocumentFault> {
    let workbook = workbook::read(package)?;
    let mut palette = Palette::default();
    if let Some(part) = &workbook.theme {
        palette.read_theme(package, part)?;
    }
    let styles = Styles::read(package, workbook.styles.as_deref(), palette)?;
    let strings = match &workbook.strings {
        Some(part) => strings::read(package, part)?,
        None => Vec::new(),
    };
    let context = Context { styles, strings, calendar: workbook.calendar, is_uncomputed: workbook.is_uncomputed };
    let mut grids = Vec::with_capacity(workbook.sheets.len());
    let quota = Quota::new("cells", CELLS_MAX);
    for sheets in workbook.sheets.chunks(SHEETS_AT_ONCE) {
        let mut unpacked = Vec::with_capacity(sheets.len());
        for sheet in sheets {
            unpacked.push((sheet, package.text(&sheet.part)?));
        }
        let read = unpacked.into_par_iter().map(|(sheet, text)| read_sheet(sheet, text, &context, &quota));
        let read: Vec<Result<(StyledGrid, Gathered), DocumentFault>> = read.collect();
        // Which sheet has no room left depends on which one was faster, so that comes before their own faults.
        quota.take(0)?;
        for (sheet, read) in sheets.iter().zip(read) {
            let (grid, strings) = read?;
            package.walked(&sheet.part, strings);
            grids.push(grid);
        }
    }
    Ok(grids)
}

/// Reads a worksheet, with all strings of its part; `text` is the part, if there is one.
fn read_sheet(
    sheet: &Sheet,
    text: Option<String>,
    context: &Context,
    quota: &Quota,
) -> Result<(StyledGrid, Gathered), DocumentFault> {
    let damaged = |what| DocumentFault::Damaged { part: sheet.part.clone(), what };
    let text = text.ok_or_else(|| damaged("no worksheet"))?;
    let mut reader = SheetReader::new(&sheet.part);
    let mut cells: Vec<Cell> = Vec::new();
    let mut fault = None;
    let mut all = PartStrings::default();
    xml::walk(&sheet.part, &text, &strings::SKIPPED, &mut |event| all.event(event), &mut |node| {
        reader.node(&node, &mut |written| {
            if fault.is_some() {
                return;
            }
            match context.cell(written) {
                Ok(Some(cell)) => {
                    cells.push(cell);
                    if cells.len().is_multiple_of(CELLS_STEP) {
                        fault = quota.take(CELLS_STEP).err();
                    }
                }
                Ok(None) => {}
                Err(what) => fault = Some(damaged(what)),
            }
        });
    })?;
    drop(text);
    if let Some(fault) = fault.or(reader.fault.take()) {
        return Err(fault);
    }
    if !reader.is_worksheet {
        return Err(damaged("no worksheet"));
    }
    quota.take(cells.len() % CELLS_STEP)?;
    if !cells.is_sorted_by(|one, next| one.at < next.at) {
        // Of two cells at one place the later one counts, as it does for the programs that write such files.
        cells.reverse();
        cells.sort_by_key(|cell| cell.at);
        cells.dedup_by_key(|cell| cell.at);
    }
    let merges = covering::merged(reader.merges);
    // Each may add the cell that it begins with.
    quota.take(merges.len())?;
    covering::uncover(&mut cells, &merges);
    covering::mark(&mut cells, &reader.conditional, &|cell| cell.conditional = true);
    reader.conditions.mark(&mut cells, &context.styles);
    covering::mark(&mut cells, &reader.hidden, &|cell| cell.hidden = true);
    let place = GridPlace::Sheet { name: sheet.name.clone() };
    let beside = reader.page.iter().map(|line| without_codes(line).trim().to_owned()).collect();
    Ok((StyledGrid { hidden: sheet.hidden, merges, beside, ..StyledGrid::of(place, cells) }, all.finish()))
}

/// The attributes of an element by their local names; what is no attribute is passed over.
fn attributes<'a>(element: &'a BytesStart<'_>) -> impl Iterator<Item = (&'a str, Cow<'a, str>)> {
    let mut attributes = element.attributes();
    attributes.with_checks(false);
    attributes.flatten().map(|attribute| (attribute.key.local_name().into_inner(), attribute.value))
}
