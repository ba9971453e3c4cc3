//! What the colours of a grid mean: those that the profile registers, those that a legend in the grid ties to one of its
//! tags, and those that set values apart without anybody saying why. A colour that all values of a table share, and the
//! two that alternate from row to row, set nothing apart. Conditional formats are no colours of a document.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::grid::{Cell, CellAt, Rgb, StyledGrid};
use super::layout::{Kind, Layout, Table};

/// What the looks of a value say.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Mark {
    /// Tags of its fill and its font.
    pub(crate) tags: Vec<String>,
    /// A fill that sets it apart and has no meaning.
    pub(crate) unknown: Option<Rgb>,
    /// What the profile and the legend say of one colour, where they disagree.
    pub(crate) contradiction: Option<(String, String)>,
}

/// The colours of one grid.
#[derive(Debug)]
pub(crate) struct Colors<'a> {
    registered: &'a HashMap<Rgb, String>,
    legend: BTreeMap<Rgb, Meaning>,
    /// Fills that set nothing apart, by table.
    plain: Vec<BTreeSet<Rgb>>,
}

/// What a legend says of a colour.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Meaning {
    /// A tag of the profile.
    Tag(String),
    /// Words that are no tag, or several tags.
    Words(String),
}

impl<'a> Colors<'a> {
    /// Reads the colours of a grid. `tag_of` gives the tag that a text states and nothing else.
    pub(crate) fn read(
        grid: &StyledGrid,
        layout: &Layout,
        registered: &'a HashMap<Rgb, String>,
        tag_of: impl Fn(&str) -> Option<String>,
    ) -> Self {
        let plain = layout.tables.iter().map(|table| plain(grid, layout, table)).collect();
        Self { registered, legend: legend(grid, layout, registered, tag_of), plain }
    }

    /// What the looks of a value cell say; `table` is the place of its table in the layout.
    pub(crate) fn mark(&self, cell: &Cell, table: usize) -> Mark {
        let mut mark = Mark::default();
        for (color, is_fill) in [(cell.fill, true), (cell.font_color, false)] {
            let Some(color) = color.filter(|color| !is_fill || *color != Rgb::WHITE) else { continue };
            match (self.registered.get(&color), self.legend.get(&color)) {
                (Some(tag), Some(Meaning::Tag(said) | Meaning::Words(said))) if tag != said => {
                    mark.contradiction = Some((format!("{color} {tag}"), format!("{color} {said}")));
                }
                (Some(tag), _) | (None, Some(Meaning::Tag(tag))) => mark.tag(tag),
                _ if is_fill && !self.is_plain(color, table) => mark.unknown = Some(color),
                _ => {}
            }
        }
        mark
    }

    fn is_plain(&self, color: Rgb, table: usize) -> bool {
        self.plain.get(table).is_some_and(|plain| plain.contains(&color))
    }
}

/// Fills of a table's values that set nothing apart.
fn plain(grid: &StyledGrid, layout: &Layout, table: &Table) -> BTreeSet<Rgb> {
    let mut rows: BTreeMap<u32, BTreeSet<Option<Rgb>>> = BTreeMap::new();
    for (cell, kind) in grid.cells.iter().zip(&layout.kinds) {
        if *kind == Kind::Value && table.area.covers(cell.at) {
            rows.entry(cell.at.row).or_default().insert(cell.fill.filter(|fill| *fill != Rgb::WHITE));
        }
    }
    let all: BTreeSet<Option<Rgb>> = rows.values().flatten().copied().collect();
    let rows: Vec<&BTreeSet<Option<Rgb>>> = rows.values().collect();
    const BANDS_MIN: usize = 3;
    let banded = rows.len() >= BANDS_MIN
        && rows.iter().all(|fills| fills.len() == 1)
        && rows.windows(2).all(|pair| matches!(pair, [a, b] if a != b))
        && rows.windows(3).all(|three| matches!(three, [a, _, c] if a == c));
    if all.len() == 1 || banded { all.into_iter().flatten().collect() } else { BTreeSet::new() }
}

/// Colours that the grid itself explains: a filled cell outside of the tables that states a tag, or a filled cell without
/// text beside words.
fn legend(
    grid: &StyledGrid,
    layout: &Layout,
    registered: &HashMap<Rgb, String>,
    tag_of: impl Fn(&str) -> Option<String>,
) -> BTreeMap<Rgb, Meaning> {
    let mut legend: BTreeMap<Rgb, Meaning> = BTreeMap::new();
    let in_table = |at: CellAt| layout.tables.iter().any(|table| table.area.covers(at));
    for (cell, kind) in grid.cells.iter().zip(&layout.kinds) {
        let Some(fill) = cell.fill.filter(|fill| *fill != Rgb::WHITE) else { continue };
        if *kind == Kind::Value || in_table(cell.at) {
            continue;
        }
        let meaning = if cell.text.is_empty() {
            let beside = (1..=2).find_map(|by| {
                let beside = grid.cell(CellAt { row: cell.at.row, col: cell.at.col + by })?;
                (!beside.text.is_empty() && !in_table(beside.at))
                    .then(|| beside.text.trim_start_matches(['=', ':', '：', '-', ' ']))
            });
            beside.and_then(|words| match tag_of(words) {
                Some(tag) => Some(Meaning::Tag(tag)),
                // A swatch of a registered colour beside other words says that it means something else here.
                None => registered.contains_key(&fill).then(|| Meaning::Words(words.to_owned())),
            })
        } else {
            tag_of(&cell.text).map(Meaning::Tag)
        };
        if let Some(meaning) = meaning {
            match legend.get(&fill) {
                Some(earlier) if *earlier != meaning => {
                    legend.insert(fill, Meaning::Words(cell.text.to_string()));
                }
                _ => drop(legend.insert(fill, meaning)),
            }
        }
    }
    legend
}

impl Mark {
    fn tag(&mut self, tag: &str) {
        if !self.tags.iter().any(|known| known == tag) {
            self.tags.push(tag.to_owned());
        }
    }
}
