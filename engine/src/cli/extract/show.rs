//! An extraction for people: each grid as a table with its kinds of cells as looks and its fills as marks, then facts and
//! reviews, then what was counted. Large grids are shown in a window that says what it leaves out; `--json` has everything.

use std::collections::BTreeMap;

use comfy_table::{Attribute, Cell as Shown, Color};
use engine::extraction::{Detail, ExtractedGrid, Extraction, Kind};
use engine::files::{Cell, Rgb};
use engine::reading::{Decided, FactReading, Reading, ReviewReading};
use engine::rule::Rule;
use engine::text::printable;

use super::window::Window;
use crate::cli::exit::Failure;
use crate::cli::table::{Layout, styled, table, width};
use crate::cli::{counted, flat, letters, note, print, print_coloured};

/// Facts and reviews that are listed before the rest is only counted.
const LISTED: usize = 100;
/// Places of a rule that are shown before the rest is only counted.
const PLACES_SHOWN: usize = 8;

/// Prints an extraction.
pub(super) fn print_all(extraction: &Extraction, with_profile: bool, detail: Detail) -> Result<(), Failure> {
    for extracted in &extraction.grids {
        print(&heading(extracted))?;
        print_coloured(&grid(extracted))?;
        if detail == Detail::Rules {
            print(&rules(extracted))?;
        }
    }
    let readings = || extraction.grids.iter().flat_map(|extracted| &extracted.readings);
    let facts_of = readings().filter_map(|reading| match reading {
        Reading::Fact(fact) => Some(fact),
        Reading::Review(_) => None,
    });
    facts(facts_of, detail)?;
    let reviews_of = readings().filter_map(|reading| match reading {
        Reading::Review(review) => Some(&**review),
        Reading::Fact(_) => None,
    });
    reviews(reviews_of, detail)?;
    print(&counts(extraction))?;
    if !with_profile && !extraction.grids.is_empty() {
        note("note: without a profile headers have no meaning; name one with --profile");
    }
    Ok(())
}

fn heading(extracted: &ExtractedGrid) -> String {
    let grid = &extracted.grid;
    let size = format!("{} × {}", counted(grid.rows.into(), "row"), counted(grid.cols.into(), "column"));
    let hidden = if grid.hidden { ", hidden" } else { "" };
    let mut lines = vec![format!("{} ({size}{hidden})", flat(&grid.place.to_string()))];
    lines.extend(grid.captions.iter().map(|caption| format!("  {}", flat(caption))));
    lines.join("\n")
}

/// A grid as far as it fits, with the marks of its fills and what was left out below.
fn grid(extracted: &ExtractedGrid) -> String {
    let marks = Marks::of(&extracted.grid.cells);
    let window = Window::of(&extracted.grid, width());
    let kind = |index: usize| extracted.layout.kinds.get(index).copied().unwrap_or(Kind::Empty);
    let names: Vec<String> = window.cols.iter().map(|col| letters(*col)).collect();
    let mut columns = vec![("", Layout::Figure)];
    columns.extend(names.iter().map(|name| (name.as_str(), Layout::Whole)));
    let rows = window.rows.iter().map(|(row, cells)| {
        let mut shown = vec![Shown::new(row + 1).add_attribute(Attribute::Dim)];
        shown.extend(window.cols.iter().map(|col| {
            let found = cells
                .iter()
                .copied()
                .find(|index| extracted.grid.cells.get(*index).is_some_and(|cell| cell.at.col == *col));
            let cell = found.and_then(|index| Some((extracted.grid.cells.get(index)?, kind(index))));
            cell.map_or_else(|| Shown::new(""), |(cell, kind)| marks.show(cell, kind, &window))
        }));
        shown
    });
    let mut lines = vec![styled(&columns, rows.collect())];
    lines.extend(marks.legend());
    lines.extend(window.left_out());
    lines.push(String::new());
    lines.join("\n")
}

/// A mark for each fill of a grid, so that fills are told apart without colours too.
struct Marks {
    by_fill: BTreeMap<Rgb, (String, u64)>,
}

impl Marks {
    fn of(cells: &[Cell]) -> Self {
        let mut by_fill: BTreeMap<Rgb, (String, u64)> = BTreeMap::new();
        for fill in cells.iter().filter_map(|cell| cell.fill) {
            let next = u32::try_from(by_fill.len()).unwrap_or(u32::MAX);
            by_fill.entry(fill).or_insert_with(|| (letters(next).to_lowercase(), 0)).1 += 1;
        }
        Self { by_fill }
    }

    fn show(&self, cell: &Cell, kind: Kind, window: &Window<'_>) -> Shown {
        let mark = cell.fill.and_then(|fill| self.by_fill.get(&fill)).map(|(mark, _)| format!(" ▪{mark}"));
        let shown = Shown::new(format!("{}{}", printable(&window.text(cell)), mark.unwrap_or_default()));
        let shown = match kind {
            Kind::Title => shown.add_attributes(vec![Attribute::Bold, Attribute::Underlined]),
            Kind::Header => shown.add_attribute(Attribute::Bold),
            Kind::Note => shown.add_attribute(Attribute::Italic),
            Kind::Value | Kind::Empty => shown,
        };
        let shown = if cell.hidden { shown.add_attribute(Attribute::Dim) } else { shown };
        match cell.fill {
            Some(Rgb([red, green, blue])) => {
                shown.bg(Color::Rgb { r: red, g: green, b: blue }).fg(contrast(red, green, blue))
            }
            None if kind == Kind::Header => shown.fg(Color::Cyan),
            None => shown,
        }
    }

    fn legend(&self) -> Option<String> {
        let fills =
            self.by_fill.iter().map(|(fill, (mark, cells))| format!("▪{mark} {fill} {}", counted(*cells, "cell")));
        let fills: Vec<String> = fills.collect();
        (!fills.is_empty()).then(|| format!("fills: {}", fills.join(", ")))
    }
}

/// Black or white, whichever is read better on a colour (ITU-R BT.601 luma).
fn contrast(red: u8, green: u8, blue: u8) -> Color {
    let luma = 299 * u32::from(red) + 587 * u32::from(green) + 114 * u32::from(blue);
    if luma > 128_000 { Color::Black } else { Color::White }
}

fn facts<'e>(facts: impl Iterator<Item = &'e FactReading>, detail: Detail) -> Result<(), Failure> {
    let mut columns = vec![
        ("Fact", Layout::Key),
        ("Value", Layout::Figure),
        ("Unit", Layout::Text),
        ("Place", Layout::Text),
        ("Sure", Layout::Whole),
        ("Tags", Layout::Text),
    ];
    columns.extend(rule_column(detail));
    let rows = facts.map(|fact| {
        let key = &fact.key;
        let base = format!("{}/{}/{}", key.metric, key.entity, key.period.value());
        let key = if key.channel.is_total() { base } else { format!("{base}/{}", key.channel) };
        let sure = fact.confidence.to_string();
        let mut row =
            vec![key, fact.value.to_string(), fact.unit.to_string(), flat(&fact.locator), sure, fact.tags.join(", ")];
        row.extend(rule_column(detail).map(|_| names(fact.decided())));
        row
    });
    list(&columns, rows, "fact")
}

fn reviews<'e>(reviews: impl Iterator<Item = &'e ReviewReading>, detail: Detail) -> Result<(), Failure> {
    let mut columns =
        vec![("For review", Layout::Text), ("Cell", Layout::Text), ("Cells", Layout::Figure), ("Why", Layout::Text)];
    columns.extend(rule_column(detail));
    let rows = reviews.map(|review| {
        let mut row =
            vec![flat(&review.locator), flat(&review.text), review.cells.to_string(), flat(&review.message())];
        row.extend(rule_column(detail).map(|_| names(review.decided)));
        row
    });
    list(&columns, rows, "entry")
}

/// The column of rules, where they are shown.
fn rule_column(detail: Detail) -> Option<(&'static str, Layout)> {
    (detail == Detail::Rules).then_some(("Rule", Layout::Text))
}

fn names(decided: Decided) -> String {
    let color = decided.color.map(|rule| format!(", {}", rule.name())).unwrap_or_default();
    format!("{}{color}", decided.verdict.name())
}

/// The rules that decided about a grid: what each cell is, what is a table, and what becomes of values without a fact or
/// review of their own.
fn rules(extracted: &ExtractedGrid) -> String {
    let ExtractedGrid { grid, layout, others, .. } = extracted;
    let cells = grid.cells.iter().zip(&layout.rules).map(|(cell, rule)| (*rule, cell.at.to_string()));
    let tables = layout.tables.iter().map(|table| (table.rule, table.area.to_string()));
    let values = others.iter().map(|other| (other.rule, other.at.to_string()));
    let mut places: Vec<(&Rule, Vec<String>)> = Vec::new();
    for (rule, place) in cells.chain(tables).chain(values) {
        match places.iter_mut().find(|(known, _)| std::ptr::eq(*known, rule)) {
            Some((_, places)) => places.push(place),
            None => places.push((rule, vec![place])),
        }
    }
    let line = |(rule, places): &(&Rule, Vec<String>)| {
        let more = places.len().saturating_sub(PLACES_SHOWN);
        let more = if more == 0 { String::new() } else { format!(" and {more} more") };
        let shown = places.iter().take(PLACES_SHOWN).cloned().collect::<Vec<_>>().join(" ");
        format!("rule {}: {shown}{more}", rule.name())
    };
    places.iter().map(|rule| line(rule) + "\n").collect()
}

fn list(columns: &[(&str, Layout)], mut rows: impl Iterator<Item = Vec<String>>, thing: &str) -> Result<(), Failure> {
    let listed: Vec<Vec<String>> = rows.by_ref().take(LISTED).collect();
    if listed.is_empty() {
        return Ok(());
    }
    print(&table(columns, listed))?;
    let more = rows.count() as u64;
    if more > 0 {
        let things = if thing == "entry" { "entries" } else { "facts" };
        print(&format!("… {more} more {}; --json has all", if more == 1 { thing } else { things }))?;
    }
    print("")
}

fn counts(extraction: &Extraction) -> String {
    let counts = extraction.counts;
    format!(
        "{}, {}, {}: {}, {} for review, {} ignored",
        counted(counts.grids, "table"),
        counted(counts.cells, "cell"),
        counted(counts.values, "value"),
        counted(counts.facts, "fact"),
        counts.reviews,
        counts.ignored
    )
}
