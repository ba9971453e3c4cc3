//! What the colours of a grid mean: those that the profile registers, those that a legend or a sentence in the grid ties to
//! one of its tags, and those that set values apart without anybody saying why. A colour that all values of a table share, and the
//! two that alternate from row to row, set nothing apart. Programs round the colours of a theme differently, so that a
//! registered colour is also one that is hardly another. Conditional formats are no colours of a document.

mod sentences;

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::layout::{Kind, Layout};
use crate::files::sweep::Sweep;
use crate::files::{Cell, CellAt, Rgb, StyledGrid};
use crate::rule::{Rule, value as rules};

/// What the looks of a value say.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Mark {
    /// Tags of its fill and its font.
    pub(crate) tags: Vec<String>,
    /// A fill that sets it apart and has no meaning.
    pub(crate) unknown: Option<Rgb>,
    /// What the profile and the legend say of one colour, where they disagree.
    pub(crate) contradiction: Option<(String, String)>,
    /// What its fill or its font is to it; the font's where both are something.
    pub(crate) rule: Option<&'static Rule>,
}

/// The colours of one grid.
#[derive(Debug)]
pub(crate) struct Colors<'a> {
    registered: &'a HashMap<Rgb, String>,
    legend: BTreeMap<Rgb, Meaning>,
    /// Fills that set nothing apart, by table.
    plain: Vec<Plain>,
}

/// Fills that set nothing apart, and why they do not.
#[derive(Debug)]
struct Plain {
    fills: BTreeSet<Rgb>,
    rule: &'static Rule,
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
    /// that a text states and nothing else; `tag_in` gives it where every word of the text counts.
    pub(crate) fn read(
        grid: &StyledGrid,
        layout: &Layout,
        tables_of_cells: &[Option<u32>],
        registered: &'a HashMap<Rgb, String>,
        tag_of: impl Fn(&str) -> Option<String>,
        tag_in: impl Fn(&str) -> Option<String>,
    ) -> Self {
        let mut legend = legend(grid, layout, tables_of_cells, registered, tag_of);
        for (color, tag) in stated(grid, layout, tag_in) {
            enter(&mut legend, color, Meaning::Tag(tag));
        }
        let means = |color: Rgb| legend.contains_key(&color) || of_registry(registered, color) != Registered::No;
        let plain = plain(grid, layout, tables_of_cells, means);
        Self { registered, legend, plain }
    }

    /// What the looks of a value cell say; `table` is the place of its table in the layout.
    pub(crate) fn mark(&self, cell: &Cell, table: usize) -> Mark {
        let mut mark = Mark::default();
        for (color, is_fill) in [(cell.fill, true), (cell.font_color, false)] {
            let Some(color) = color.filter(|color| !is_fill || *color != Rgb::WHITE) else { continue };
            let plain = self.plain.get(table).filter(|plain| plain.fills.contains(&color));
            let rule = match (of_registry(self.registered, color), self.legend.get(&color)) {
                (Registered::Tag(tag), Some(Meaning::Tag(legend) | Meaning::Words(legend))) if tag != legend => {
                    mark.contradiction = Some((format!("{color} {tag}"), format!("{color} {legend}")));
                    &rules::COLOR_CONTRADICTED
                }
                (Registered::Tag(tag), _) => {
                    mark.tag(tag);
                    &rules::COLOR_REGISTERED
                }
                (_, Some(Meaning::Tag(tag))) => {
                    mark.tag(tag);
                    &rules::COLOR_EXPLAINED
                }
                (Registered::Several, _) => {
                    mark.unknown = Some(color);
                    &rules::COLOR_AMBIGUOUS
                }
                _ if !is_fill => continue,
                _ => plain.map_or_else(
                    || {
                        mark.unknown = Some(color);
                        &rules::COLOR_UNKNOWN
                    },
                    |plain| plain.rule,
                ),
            };
            mark.rule = Some(rule);
        }
        mark
    }
}

/// What the profile registers for a colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Registered<'a> {
    No,
    /// One tag.
    Tag(&'a str),
    /// Colours of several tags are so near to each other that it could be any of them.
    Several,
}

/// The largest difference of a channel between two renderings of one theme colour: DDEBF7 and DEEBF7.
/// Measured: nothing changes at 1 or 3, nor at half or twice as much.
const CHANNEL_STEPS_MAX: u8 = 2;

fn of_registry(registered: &HashMap<Rgb, String>, color: Rgb) -> Registered<'_> {
    let near =
        |other: Rgb| color.0.iter().zip(other.0).all(|(channel, other)| channel.abs_diff(other) <= CHANNEL_STEPS_MAX);
    let tags: BTreeSet<&str> =
        registered.iter().filter(|(other, _)| near(**other)).map(|(_, tag)| tag.as_str()).collect();
    match (tags.first(), tags.len()) {
        (None, _) => Registered::No,
        (Some(tag), 1) => Registered::Tag(tag),
        _ => Registered::Several,
    }
}

/// Columns between a filled cell without text and the words that explain it, at most: legends leave one free.
/// Measured: nothing changes at 1 or 3, nor at half or twice as much.
const SWATCH_DISTANCE_MAX: u32 = 2;
/// Rows from which on two colours in turns are bands.
/// Measured: nothing changes at 2 or 4, nor at half or twice as much.
const BANDS_MIN: usize = 3;
/// Rows that a filled band must have: one row alone is set apart by its fill.
/// Measured: 1 changes `半年快报_2021上半年.xlsx`; 3 changes `Half_Year_Flash_2021.xlsx`.
const BAND_ROWS_MIN: usize = 2;

/// How often each fill (none among them) stands in a row.
type Fills = BTreeMap<Option<Rgb>, usize>;

/// Fills of each table's values that set nothing apart. `means` knows the colours that say something.
fn plain(
    grid: &StyledGrid,
    layout: &Layout,
    tables_of_cells: &[Option<u32>],
    means: impl Fn(Rgb) -> bool,
) -> Vec<Plain> {
    let mut tables: Vec<TableFills> = layout.tables.iter().map(|_| TableFills::default()).collect();
    // A sheet has few colours and many cells.
    let mut known: HashMap<Rgb, bool> = HashMap::new();
    for ((cell, kind), table) in grid.cells.iter().zip(&layout.kinds).zip(tables_of_cells) {
        if *kind == Kind::Value
            && let Some(table) = table.and_then(|index| tables.get_mut(index as usize))
        {
            let fill = cell.fill.filter(|fill| *fill != Rgb::WHITE);
            let has_meaning = fill.is_some_and(|fill| *known.entry(fill).or_insert_with(|| means(fill)));
            table.take(cell.at.row, fill, has_meaning);
        }
    }
    tables.into_iter().map(TableFills::plain).collect()
}

/// The fills of a table's values.
#[derive(Default)]
struct TableFills {
    rows: Vec<(u32, Fills)>,
    all: Fills,
    /// Values whose fill has a meaning.
    painted_over: usize,
}

impl TableFills {
    fn take(&mut self, row: u32, fill: Option<Rgb>, has_meaning: bool) {
        if self.rows.last().is_none_or(|(last, _)| *last != row) {
            self.rows.push((row, Fills::new()));
        }
        if has_meaning {
            self.painted_over += 1;
        } else {
            if let Some((_, fills)) = self.rows.last_mut() {
                *fills.entry(fill).or_default() += 1;
            }
            *self.all.entry(fill).or_default() += 1;
        }
    }

    /// What most of the values share where the others have a meaning, and bands.
    fn plain(self) -> Plain {
        match (self.all.len(), self.all.first_key_value()) {
            (1, Some((fill, count))) if *count > self.painted_over => {
                Plain { fills: fill.iter().copied().collect(), rule: &rules::COLOR_SHARED }
            }
            _ => {
                let rows: Vec<Fills> = self.rows.into_iter().map(|(_, fills)| fills).collect();
                Plain { fills: bands(&rows), rule: &rules::COLOR_IN_TURNS }
            }
        }
    }
}

/// The two fills that take turns from row to row; none where they do not. A cell with another fill was painted over.
fn bands(rows: &[Fills]) -> BTreeSet<Rgb> {
    let every_second = |from: usize| rows.iter().skip(from).step_by(2);
    let most_frequent = |from: usize| {
        let mut counts = Fills::new();
        for (fill, count) in every_second(from).flatten() {
            *counts.entry(*fill).or_default() += count;
        }
        counts.into_iter().max_by_key(|(_, count)| *count).map(|(fill, _)| fill)
    };
    let (Some(even), Some(odd)) = (most_frequent(0), most_frequent(1)) else { return BTreeSet::new() };
    let is_band = |from: usize, own: Option<Rgb>, other: Option<Rgb>| {
        let wide = own.is_none() || every_second(from).filter(|row| row.contains_key(&own)).count() >= BAND_ROWS_MIN;
        wide && every_second(from).all(|row| !row.contains_key(&other))
    };
    let banded = rows.len() >= BANDS_MIN && even != odd && is_band(0, even, odd) && is_band(1, odd, even);
    if banded { [even, odd].into_iter().flatten().collect() } else { BTreeSet::new() }
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
            let beside = (1..=SWATCH_DISTANCE_MAX).find_map(|by| {
                let (beside, table) = shown(CellAt { row: cell.at.row, col: cell.at.col + by })?;
                (!beside.text.is_empty() && table.is_none())
                    .then(|| beside.text.trim_start_matches(['=', ':', '：', '-', ' ']))
            });
            beside.and_then(|words| match tag_of(words) {
                Some(tag) => Some(Meaning::Tag(tag)),
                // A swatch of a registered colour beside other words says that it means something else here.
                None => (of_registry(registered, fill) != Registered::No).then(|| Meaning::Words(words.to_owned())),
            })
        } else {
            tag_of(&cell.text).map(Meaning::Tag)
        };
        if let Some(meaning) = meaning {
            enter(&mut legend, fill, meaning);
        }
    }
    legend
}

/// Enters a meaning; a colour with two of them has none that could be relied on.
fn enter(legend: &mut BTreeMap<Rgb, Meaning>, color: Rgb, meaning: Meaning) {
    let words = |meaning: &Meaning| match meaning {
        Meaning::Tag(words) | Meaning::Words(words) => words.clone(),
    };
    let meaning = match legend.get(&color) {
        Some(earlier) if *earlier != meaning => Meaning::Words(format!("{}, {}", words(earlier), words(&meaning))),
        _ => meaning,
    };
    legend.insert(color, meaning);
}

/// A text without the clauses that only explain a colour.
pub(crate) fn without_explanations(text: &str, tag_in: impl Fn(&str) -> Option<String>) -> Cow<'_, str> {
    let explains = |clause: &&str| sentences::named(clause).is_some_and(|(_, words)| tag_in(&words).is_some());
    if !sentences::clauses(text).any(|clause| explains(&clause)) {
        return Cow::Borrowed(text);
    }
    let rest: Vec<&str> = sentences::clauses(text).filter(|clause| !explains(clause)).map(str::trim).collect();
    Cow::Owned(rest.join("; ").trim_matches([';', ' ']).to_owned())
}

/// Colours that sentences around the tables and captions explain: `Figures in yellow are estimates`. The colour meant is
/// the only one of that name among the values; where there are several, it is not known which.
fn stated(grid: &StyledGrid, layout: &Layout, tag_in: impl Fn(&str) -> Option<String>) -> Vec<(Rgb, String)> {
    let is_around = |kind: &Kind| matches!(kind, Kind::Title | Kind::Note);
    let around = grid.cells.iter().zip(&layout.kinds).filter(|(_, kind)| is_around(kind)).map(|(cell, _)| &*cell.text);
    let texts = around.chain(grid.captions.iter().map(String::as_str));
    let said: BTreeSet<(sentences::Name, String)> = texts
        .flat_map(sentences::clauses)
        .filter_map(sentences::named)
        .filter_map(|(name, words)| Some((name, tag_in(&words)?)))
        .collect();
    if said.is_empty() {
        return Vec::new();
    }
    let values = grid.cells.iter().zip(&layout.kinds).filter(|(_, kind)| **kind == Kind::Value);
    let colors: BTreeSet<Rgb> = values.flat_map(|(cell, _)| [cell.fill, cell.font_color]).flatten().collect();
    let meant = |(name, tag): (sentences::Name, String)| {
        let mut called = colors.iter().filter(|color| name.fits(**color));
        let (color, None) = (called.next()?, called.next()) else { return None };
        Some((*color, tag))
    };
    said.into_iter().filter_map(meant).collect()
}

impl Mark {
    fn tag(&mut self, tag: &str) {
        if !self.tags.iter().any(|known| known == tag) {
            self.tags.push(tag.to_owned());
        }
    }
}
