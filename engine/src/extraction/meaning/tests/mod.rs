//! Tables as a reader of a document sees them, and what becomes of every value. The notation: `@` names the sheet, `^` is
//! a caption, `&` a label below it, `#` a title; then rows of cells between `|`, header rows above `---`, row headers left of `||`. `"` repeats
//! the cell to the left (in header rows) or above (in row headers). A value is text; `=` makes it a number, `{…}` behind
//! it its number format, and `"` behind it merges it over the next column; `[RRGGBB]` before it its fill, `<RRGGBB>` its font, `!` hides it, `~` has a conditional format,
//! `~~` strikes it out.

mod contradictions;
mod laws;
mod owners;
mod readings;
mod times;

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

use super::document::OfDocument;
use super::{Attributed, Context, attribute};
use crate::extraction::layout::{HeaderAt, Kind, Layout, Table};
use crate::files::grid::{Cell, CellAt, CellValue, GridPlace, Span, StyledGrid};
use crate::files::quota::Quota;
use crate::files::{Blemish, NumberFormat};
use crate::profile::{Glossary, Profile};
use crate::reading::{Candidate, Reading};
use crate::rule::cell;

const PROFILE: &str = concat!(
    include_str!("../../../../../fixtures/insurer/profile.toml"),
    "\n[colors.actual]\nlabels = [\"实际\"]\nanswers = true\n[colors.budget]\nlabels = [\"预算\"]\nrgb = [\"DDEFF7\"]\nanswers = false\n"
);

pub(crate) fn context_of(profile: &str) -> Context {
    let profile = Arc::new(Profile::parse("profile.toml", profile).unwrap());
    let glossary = Arc::new(Glossary::new(&profile).unwrap());
    Context::new(profile, glossary).unwrap()
}

pub(crate) static CONTEXT: LazyLock<Context> = LazyLock::new(|| context_of(PROFILE));

pub(crate) fn cell(at: CellAt, written: &str) -> Cell {
    let mut rest = written.trim();
    let mut cell = Cell::of(at, "");
    if rest.starts_with("~~") {
        return Cell { blemish: Some(Blemish::Struck), ..Cell::of(at, rest) };
    }
    loop {
        if let Some((color, tail)) = rest.strip_prefix('[').and_then(|tail| tail.split_once(']')) {
            (cell.fill, rest) = (Some(color.parse().unwrap()), tail.trim());
        } else if let Some((color, tail)) = rest.strip_prefix('<').and_then(|tail| tail.split_once('>')) {
            (cell.font_color, rest) = (Some(color.parse().unwrap()), tail.trim());
        } else if let Some(tail) = rest.strip_prefix('!') {
            (cell.hidden, rest) = (true, tail);
        } else if let Some(tail) = rest.strip_prefix('~') {
            (cell.conditional, rest) = (true, tail);
        } else {
            break;
        }
    }
    let value = if let Some(number) = rest.strip_prefix('=') {
        let (number, format) =
            number.split_once('{').map_or((number, None), |(number, format)| (number, format.strip_suffix('}')));
        cell.number_format = format.map(|code| NumberFormat::parse(code).into());
        rest = number;
        CellValue::Number(number.parse().unwrap())
    } else if rest == "#ERR" {
        CellValue::Error
    } else {
        Cell::of(at, rest).value
    };
    Cell { text: rest.into(), value, ..cell }
}

/// What gives each cell its place: some values are merged over several headers.
fn place_rules(cells: usize, spread: &[usize]) -> Vec<&'static crate::rule::Rule> {
    let rule = |index| if spread.contains(&index) { &cell::OVER_SEVERAL } else { &cell::HEADER_ROW };
    (0..cells).map(rule).collect()
}

/// The grid and the layout of a notation.
pub(crate) fn table(written: &str) -> (StyledGrid, Layout) {
    let mut place = GridPlace::Table { table: 1 };
    let (mut captions, mut titles, mut cells, mut kinds) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let (mut row, mut in_headers, mut spread) = (0, true, Vec::new());
    let (mut row_headers, mut col_headers) =
        (BTreeMap::<u32, Vec<HeaderAt>>::new(), BTreeMap::<u32, Vec<HeaderAt>>::new());
    let (mut above, mut merges): (BTreeMap<u32, CellAt>, Vec<Span>) = Default::default();
    let mut first_row = None;
    // Header rows leave the columns of the row headers empty.
    let lefts = written.lines().filter_map(|line| line.split_once("||")).map(|(left, _)| left.split('|').count());
    let left_columns = lefts.max().unwrap_or(1);
    for line in written.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('&')) {
        if let Some(name) = line.strip_prefix('@') {
            place = GridPlace::Sheet { name: name.trim().to_owned() };
        } else if let Some(caption) = line.strip_prefix('^') {
            captions.push(caption.trim().to_owned());
        } else if let Some(title) = line.strip_prefix('#') {
            titles.push(CellAt { row, col: 0 });
            cells.push(cell(CellAt { row, col: 0 }, title));
            kinds.push(Kind::Title);
            row += 1;
        } else if line == "---" {
            in_headers = false;
        } else {
            first_row.get_or_insert(row);
            let (left, right) = line.split_once("||").unwrap();
            let mut left: Vec<&str> = left.split('|').collect();
            left.resize(left_columns, "");
            let mut before = None;
            for (col, text) in left.iter().copied().chain(right.split('|')).map(str::trim).enumerate() {
                let at = CellAt { row, col: u32::try_from(col).unwrap() };
                let is_left = col < left.len();
                let header = match (in_headers, is_left) {
                    (true, false) => {
                        before = if text == "\"" { before } else { (!text.is_empty()).then_some(at) };
                        let over = before.map(|at| HeaderAt { at, rule: &cell::OVER_COLUMN });
                        col_headers.entry(at.col).or_default().extend(over);
                        before
                    }
                    (false, true) => {
                        let header =
                            if text == "\"" { above.get(&at.col).copied() } else { (!text.is_empty()).then_some(at) };
                        header.map(|header| above.insert(at.col, header));
                        let beside = header.map(|at| HeaderAt { at, rule: &cell::LABELS_ROW });
                        row_headers.entry(row).or_default().extend(beside);
                        header
                    }
                    (true, true) | (false, false) => None,
                };
                if text == "\"" && !in_headers && !is_left {
                    spread.push(cells.len() - 1);
                } else if text == "\"" {
                    let header = header.unwrap();
                    merges.retain(|span| span.first != header);
                    merges.push(Span { first: header, last: at });
                } else if !text.is_empty() {
                    cells.push(cell(at, text));
                    kinds.push(if in_headers || is_left { Kind::Header } else { Kind::Value });
                }
            }
            row += 1;
        }
    }
    merges.sort();
    let area = Span { first: CellAt { row: first_row.unwrap_or(0), col: 0 }, last: CellAt { row, col: 50 } };
    let tables = vec![Table { area, rule: &cell::SET_APART, titles, notes: Vec::new(), row_headers, col_headers }];
    let grid =
        StyledGrid { captions, labels: labels(written), rows: row, cols: 51, merges, ..StyledGrid::of(place, cells) };
    (grid, Layout { rules: place_rules(kinds.len(), &spread), kinds, tables })
}

/// The labels below the table of a notation.
fn labels(written: &str) -> Vec<String> {
    written.lines().filter_map(|line| Some(line.trim().strip_prefix('&')?.trim().to_owned())).collect()
}

pub(crate) fn read(written: &str, context: &Context) -> Attributed {
    let (grid, layout) = table(written);
    attribute(&OfDocument::default(), &grid, &layout, context, &Quota::for_readings()).unwrap()
}

fn shown_candidate(candidate: &Candidate) -> String {
    let or = |text: Option<String>| text.unwrap_or_else(|| "?".to_owned());
    format!(
        "{} {} {} {} {} {}",
        or(candidate.metric.as_ref().map(ToString::to_string)),
        or(candidate.entity.as_ref().map(ToString::to_string)),
        or(candidate.period.as_ref().map(ToString::to_string)),
        or(candidate.channel.as_ref().map(ToString::to_string)),
        or(candidate.value.as_ref().map(ToString::to_string)),
        or(candidate.unit.as_ref().map(ToString::to_string)),
    )
}

/// The cell that a locator names, without its grid.
pub(crate) fn place(locator: &str) -> String {
    match GridPlace::parse_locator(locator) {
        Some((_, at)) => at.to_string(),
        None => locator.to_owned(),
    }
}

/// A reading as one line: its cell, what it is, and for a fact its key, value, unit, tags and date.
pub(crate) fn shown(reading: &Reading) -> String {
    match reading {
        Reading::Fact(fact) => {
            let key = &fact.key;
            let tags = fact.tags.iter().fold(String::new(), |tags, tag| tags + " #" + tag);
            let date = fact.valid_as_of.map(|date| format!(" @{date}")).unwrap_or_default();
            let channel = if key.channel.is_total() { String::new() } else { format!(" {}", key.channel) };
            format!(
                "{} {} {} {}{channel} = {} {}{tags}{date}",
                place(&fact.locator),
                key.metric,
                key.entity,
                key.period,
                fact.value,
                fact.unit
            )
        }
        Reading::Review(review) => {
            let words = match &review.reason {
                crate::reading::ReviewReason::UnknownHeader { words, .. }
                | crate::reading::ReviewReason::SomebodyElse { words } => format!(" `{words}`"),
                crate::reading::ReviewReason::UnknownUnit { unit } => format!(" `{unit}`"),
                crate::reading::ReviewReason::Missing { dimension } => format!(" {dimension}"),
                crate::reading::ReviewReason::Tagged { tag } => format!(" {tag}"),
                _ => String::new(),
            };
            let cells = if review.cells == 1 { String::new() } else { format!(" ×{}", review.cells) };
            format!("{} ! {}{words}{cells}", place(&review.locator), review.reason.code())
        }
    }
}

/// What becomes of a table's values, joined by `; `, and how many were ignored.
fn said(written: &str) -> String {
    let attributed = read(written, &CONTEXT);
    let mut lines: Vec<String> = attributed.readings.iter().map(shown).collect();
    let ignored = attributed.others.iter().filter(|other| other.is_ignored()).count();
    if ignored > 0 {
        lines.push(format!("{ignored} ignored"));
    }
    lines.join("; ")
}

#[test]
fn a_review_keeps_as_much_as_was_understood() {
    let attributed = read("|| FY2024 \n --- \n 新业务价值 | 香港 || =5", &CONTEXT);
    let [Reading::Review(review)] = &attributed.readings[..] else { panic!("{attributed:?}") };
    assert_eq!(review.reason.code(), "unit_not_stated");
    assert_eq!(shown_candidate(&review.candidate), "NBV HK FY2024 TOTAL 5 USD_M");
    assert!(review.candidate.complete().is_some());
}

#[test]
fn the_unit_that_is_stated_is_kept_beside_what_is_missing() {
    for (written, expected) in [
        ("# US$m\n || FY2024\n---\nNBV || =1", "missing_dimension NBV ? FY2024 TOTAL 1 USD_M"),
        ("|| FY2024\n---\nNBV || =1", "missing_dimension NBV ? FY2024 TOTAL 1 ?"),
        ("# US$m\n || FY2024\n---\nAUM || =1", "missing_dimension AUM ? FY2024 TOTAL 1 USD_M"),
        ("# 单位：亿元\n || FY2024\n---\nNBV || =1", "unknown_unit NBV ? FY2024 TOTAL 1 ?"),
        ("@ HK\n# US$m\n || FY2024\n---\nAUM || =1", "unit_mismatch AUM HK FY2024 TOTAL 1 USD_M"),
    ] {
        let attributed = read(written, &CONTEXT);
        let [Reading::Review(review)] = &attributed.readings[..] else { panic!("{attributed:?}") };
        assert_eq!(format!("{} {}", review.reason.code(), shown_candidate(&review.candidate)), expected, "{written}");
    }
}

#[test]
fn a_reading_that_nobody_sees_says_so_whatever_it_waits_for() {
    let (grid, layout) =
        table("@ HK\n# US$m\n || FY2024 | FY2025 (forecast)\n---\nNBV || =5 | =6\nCombined ratio || =7 | =8");
    for (place, hidden) in [
        (GridPlace::Slide { slide: 3, table: 1 }, "its slide or the table on it is hidden"),
        (GridPlace::Sheet { name: "HK".to_owned() }, "its sheet is hidden"),
    ] {
        let grid = StyledGrid { place, hidden: true, captions: vec!["HK".to_owned()], ..grid.clone() };
        let attributed = attribute(&OfDocument::default(), &grid, &layout, &CONTEXT, &Quota::for_readings()).unwrap();
        assert!(attributed.readings.len() > 2, "{attributed:?}");
        for reading in &attributed.readings {
            let Reading::Review(review) = reading else { panic!("{reading:?}") };
            assert!(review.message().contains(hidden), "{}: {}", review.reason.code(), review.message());
        }
    }
}
