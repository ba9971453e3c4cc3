//! What the colours of a grid mean: those that the profile registers, those that a legend in the grid ties to one of its
//! tags, and those that set values apart without anybody saying why. A colour that all values of a table share, and the
//! two that alternate from row to row, set nothing apart. Conditional formats are no colours of a document.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::grid::{Cell, CellAt, Rgb, StyledGrid};
use super::layout::{Kind, Layout};
use super::sweep::Sweep;

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
    /// Reads the colours of a grid. `tables_of_cells` is what [`Layout::tables_of_cells`] says, `tag_of` gives the tag
    /// that a text states and nothing else.
    pub(crate) fn read(
        grid: &StyledGrid,
        layout: &Layout,
        tables_of_cells: &[Option<u32>],
        registered: &'a HashMap<Rgb, String>,
        tag_of: impl Fn(&str) -> Option<String>,
    ) -> Self {
        Self {
            registered,
            legend: legend(grid, layout, tables_of_cells, registered, tag_of),
            plain: plain(grid, layout, tables_of_cells),
        }
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

/// Rows from which on two colours in turns are bands.
const BANDS_MIN: usize = 3;

/// Fills of each table's values that set nothing apart.
fn plain(grid: &StyledGrid, layout: &Layout, tables_of_cells: &[Option<u32>]) -> Vec<BTreeSet<Rgb>> {
    let mut fills: Vec<Fills> = layout.tables.iter().map(|_| Fills::default()).collect();
    for ((cell, kind), table) in grid.cells.iter().zip(&layout.kinds).zip(tables_of_cells) {
        if *kind == Kind::Value
            && let Some(fills) = table.and_then(|index| fills.get_mut(index as usize))
        {
            fills.take(cell.at.row, cell.fill.filter(|fill| *fill != Rgb::WHITE));
        }
    }
    fills.into_iter().map(Fills::plain).collect()
}

/// The fills of a table's values, none and white being the same one.
#[derive(Default)]
struct Fills {
    all: BTreeSet<Option<Rgb>>,
    /// The fill of each row that has values, as long as no row has two.
    rows: Vec<(u32, Option<Rgb>)>,
    is_mixed: bool,
}

impl Fills {
    fn take(&mut self, row: u32, fill: Option<Rgb>) {
        self.all.insert(fill);
        match self.rows.last() {
            Some((last, _)) if *last != row => self.rows.push((row, fill)),
            Some((_, other)) => self.is_mixed |= *other != fill,
            None => self.rows.push((row, fill)),
        }
    }

    fn plain(self) -> BTreeSet<Rgb> {
        let banded = !self.is_mixed
            && self.rows.len() >= BANDS_MIN
            && self.rows.windows(2).all(|pair| matches!(pair, [(_, a), (_, b)] if a != b))
            && self.rows.windows(3).all(|three| matches!(three, [(_, a), _, (_, c)] if a == c));
        if self.all.len() == 1 || banded { self.all.into_iter().flatten().collect() } else { BTreeSet::new() }
    }
}

/// Colours that the grid itself explains: a filled cell outside of the tables that states a tag, or a filled cell without
/// text beside words.
fn legend(
    grid: &StyledGrid,
    layout: &Layout,
    tables_of_cells: &[Option<u32>],
    registered: &HashMap<Rgb, String>,
    tag_of: impl Fn(&str) -> Option<String>,
) -> BTreeMap<Rgb, Meaning> {
    let mut legend: BTreeMap<Rgb, Meaning> = BTreeMap::new();
    // A sheet may hold one text a million times.
    let mut tags: HashMap<&str, Option<String>> = HashMap::new();
    let mut tag_of = move |text| tags.entry(text).or_insert_with(|| tag_of(text)).clone();
    let mut merges = Sweep::new(&grid.merges);
    let mut shown = |at: CellAt| {
        let at = merges.covering(at).and_then(|index| grid.merges.get(index)).map_or(at, |span| span.first);
        let index = grid.cells.binary_search_by_key(&at, |cell| cell.at).ok()?;
        grid.cells.get(index).zip(tables_of_cells.get(index).copied())
    };
    for ((cell, kind), table) in grid.cells.iter().zip(&layout.kinds).zip(tables_of_cells) {
        let Some(fill) = cell.fill.filter(|fill| *fill != Rgb::WHITE) else { continue };
        if *kind == Kind::Value || table.is_some() {
            continue;
        }
        let meaning = if cell.text.is_empty() {
            let beside = (1..=2).find_map(|by| {
                let (beside, table) = shown(CellAt { row: cell.at.row, col: cell.at.col + by })?;
                (!beside.text.is_empty() && table.is_none())
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
