//! One cell of a file: what it is, which table and headers it belongs to, what became of it, the rules that decided each of
//! these, and what would free it where it waits. Nothing is decided here; all of it was carried along.

use std::fmt::Write as _;

use engine::extraction::{ExtractedGrid, Extraction, HeaderAt, Kind, OtherValue, Table};
use engine::files::{Cell, CellAt, GridPlace};
use engine::reading::{FactReading, Reading, ReviewReading};
use engine::rule::Rule;

use crate::cli::exit::Failure;
use crate::cli::review::understood;
use crate::cli::{counted, flat, print};

/// Prints what is known of the cell at a place: a locator, or a cell such as `C7` of the only table.
pub(super) fn print_cell(extraction: &Extraction, place: &str, with_profile: bool) -> Result<(), Failure> {
    let (extracted, at) = find(extraction, place)?;
    let Some(index) = extracted.grid.cells.iter().position(|cell| cell.at == at) else {
        return Err(Failure::usage(format!("{place} holds nothing in this file")));
    };
    let cell = extracted.grid.cells.get(index).map_or_else(String::new, |cell| described(extracted, cell, index));
    print(&format!("{cell}{}", verdict(extracted, at, with_profile)))
}

/// The grid and the cell that a place names.
fn find<'e>(extraction: &'e Extraction, place: &str) -> Result<(&'e ExtractedGrid, CellAt), Failure> {
    let of_grid = |wanted: &GridPlace| extraction.grids.iter().find(|extracted| extracted.grid.place == *wanted);
    let places = || extraction.grids.iter().map(|extracted| extracted.grid.locator(CellAt { row: 0, col: 0 }));
    let unknown = |what: &str| {
        let places: Vec<String> = places().take(PLACES_SHOWN).map(|place| flat(&place)).collect();
        Failure::usage(format!("{what}; the first cells of its tables are {}", places.join("; ")))
    };
    match (GridPlace::parse_locator(place), place.parse(), &extraction.grids[..]) {
        (Some((grid, at)), _, _) => {
            let extracted = of_grid(&grid).ok_or_else(|| unknown(&format!("the file has no table at {grid}")))?;
            // A place inside a merged span is that of its first cell.
            Ok((extracted, extracted.grid.cell(at).map_or(at, |cell| cell.at)))
        }
        (None, Ok(at), [only]) => Ok((only, only.grid.cell(at).map_or(at, |cell| cell.at))),
        (None, Ok(_), _) => Err(unknown("the file holds several tables; name the table with the cell")),
        (None, Err(_), _) => Err(unknown(&format!("`{place}` is no place of a cell"))),
    }
}

/// Places that a refusal names.
const PLACES_SHOWN: usize = 5;

/// Adds a line of a cell's description.
fn add(text: &mut String, name: &str, what: &str) {
    // Writing to a String cannot fail.
    let _ = writeln!(text, "  {name:<9} {what}");
}

fn named(rule: &Rule) -> String {
    format!("{}: {}", rule.name(), rule.decides())
}

fn described(extracted: &ExtractedGrid, cell: &Cell, index: usize) -> String {
    let ExtractedGrid { grid, layout, .. } = extracted;
    let shown = |at: CellAt| format!("{at} {}", grid.cell(at).map_or_else(String::new, |cell| flat(&cell.text)));
    let mut text = format!("{} ({})\n", flat(&grid.locator(cell.at)), cell.at);
    add(&mut text, "text", &flat(&cell.text));
    if let Some(format) = &cell.number_format {
        add(&mut text, "format", &flat(format.code()));
    }
    if let (Some(kind), Some(rule)) = (layout.kinds.get(index), layout.rules.get(index)) {
        add(&mut text, "is a", &format!("{} by {}", kind.as_str(), named(rule)));
    }
    let Some(table) = layout.table(cell.at) else { return text };
    add(&mut text, "table", &format!("{} by {}", table.area, named(table.rule)));
    for title in &table.titles {
        add(&mut text, "title", &shown(*title));
    }
    if layout.kinds.get(index) == Some(&Kind::Value) {
        headers(&mut text, table, cell.at, &shown);
    }
    text
}

fn headers(text: &mut String, table: &Table, at: CellAt, shown: &impl Fn(CellAt) -> String) {
    for (name, headers) in [("row", table.headers_of_row(at)), ("column", table.headers_of_col(at))] {
        for HeaderAt { at, rule } in headers {
            add(text, name, &format!("{} by {}", shown(*at), named(rule)));
        }
    }
}

/// What became of a value, and what would free it.
fn verdict(extracted: &ExtractedGrid, at: CellAt, with_profile: bool) -> String {
    let mut text = String::new();
    let locator = extracted.grid.locator(at);
    let other: Option<&OtherValue> = extracted.others.iter().find(|other| other.at == at);
    // A value that another cell stops waits with the review of that cell.
    let waits_at =
        other.and_then(|other| other.waits_for).map_or_else(|| locator.clone(), |at| extracted.grid.locator(at));
    for reading in &extracted.readings {
        match reading {
            Reading::Fact(fact) if fact.locator == locator || fact.also.contains(&locator) => {
                of_fact(&mut text, fact, &locator);
            }
            Reading::Review(review) if review.locator == waits_at => of_review(&mut text, review),
            Reading::Fact(_) | Reading::Review(_) => {}
        }
    }
    if let Some(other) = other.filter(|other| other.is_ignored()) {
        add(&mut text, "ignored", &named(other.rule));
    }
    if !with_profile {
        add(&mut text, "profile", "none; without one headers have no meaning: name one with --profile");
    }
    text.truncate(text.trim_end().len());
    text
}

fn of_fact(text: &mut String, fact: &FactReading, locator: &str) {
    add(text, "states", &format!("{} = {} {}", fact.key, fact.value, fact.unit));
    let verdict = if fact.locator == locator { fact.decided().verdict } else { &engine::rule::value::STATED_AGAIN };
    add(text, "fact", &named(verdict));
    if let Some(color) = fact.color_rule {
        add(text, "colour", &named(color));
    }
    add(text, "sure", &fact.confidence.to_string());
    for place in std::iter::once(&fact.locator).chain(&fact.also).filter(|place| *place != locator) {
        add(text, "also at", &flat(place));
    }
}

fn of_review(text: &mut String, review: &ReviewReading) {
    add(text, "read as", &understood(&review.candidate));
    add(text, "waits", &named(review.decided.verdict));
    if let Some(color) = review.decided.color {
        add(text, "colour", &named(color));
    }
    let stops = if review.cells > 1 { format!(" (stops {})", counted(review.cells, "value")) } else { String::new() };
    add(text, "why", &format!("{} at {}{stops}", flat(&review.message()), flat(&review.locator)));
    add(text, "to free", &flat(&review.reason.remedy()));
}
