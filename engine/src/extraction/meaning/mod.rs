//! From a grid and its layout to readings: what each value's headers, titles and looks say through the profile. A value becomes a
//! fact where every part of it is stated and understood, else a review that says why not; values of which nothing is known to the
//! profile are only counted. Nothing is taken from a place that does not say it. Of several reasons the first counts: header not
//! understood, another company, number, uncertain header, conflict, missing dimension, subtotal, unit, note, colour, tag,
//! confidence. A unit that nobody knows comes before a dimension that is missing beside it.

mod asides;
mod beside;
mod cell;
mod claims;
pub(crate) mod document;
mod doubts;
mod foreign;
mod labels;
pub(crate) mod outcomes;
mod path;
mod qualifiers;
mod remarks;
pub(crate) mod sentence;
mod surroundings;
#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
pub(crate) mod tests;
mod text_meaning;
mod times;
mod unit_of_value;

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use self::cell::{Outcome, ValueCell};
use self::document::OfDocument;
use self::outcomes::{OtherValue, Outcomes};
use self::path::{Header, Path};
use self::surroundings::{Around, OfGrid, Surroundings};
use self::text_meaning::{Standing, TextMeaning};
use super::colors::Colors;
use super::layout::{HeaderAt, Kind, Layout, Table};
use crate::files::quota::Quota;
use crate::files::{Cell, CellAt, CellValue, DocumentFault, Rgb, StyledGrid};
use crate::gate::SecurityGate;
use crate::lang::is_cjk;
use crate::language::lists::terms;
use crate::language::marks::subtotals;
use crate::language::units::{Setting, Statement, UnitReader};
use crate::profile::{Glossary, Names, Profile};
use crate::reading::{Confidence, Reading};
use crate::rule::value as rules;
use crate::text::{Lexicon, LexiconBuilder, TextView, VocabularyTooLarge};

const FILLERS: &str = include_str!("../../../data/language/headings/header_words.txt");
const TITLE_WORDS: &str = include_str!("../../../data/language/headings/title_words.txt");
const KINDS: &str = include_str!("../../../data/language/headings/scenarios.tsv");
/// The tag of values as they came out: what a value is that nothing is said about.
const NEUTRAL_TAG: &str = "actual";
/// Tags that change no value, whether or not somebody has looked at it.
const TAGS_OF_AUDITS: [&str; 2] = ["audited", "unaudited"];

/// Words of headers that are no words of the profile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Phrase {
    /// Says nothing about the values.
    Filler,
    /// Says nothing in a title, and makes another quantity in a header.
    OfTitles,
    /// A sum of a part.
    Subtotal,
}

/// What a word says of the kind of a value.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Spoken {
    /// A tag of the profile.
    Tag(String),
    /// Nothing that is not so anyway.
    Nothing,
    /// A kind that the profile does not register.
    Unregistered,
}

/// What a profile makes of the words and colours of documents, built once and used by many threads.
#[derive(Debug)]
pub struct Context {
    profile: Arc<Profile>,
    glossary: Arc<Glossary>,
    units: UnitReader,
    /// Words that say of what kind a value is.
    kinds: Lexicon<Spoken>,
    gate: SecurityGate,
    /// The names that are the home company's alone.
    own: Lexicon<()>,
    fillers: HashSet<String>,
    title_words: HashSet<String>,
    /// Fillers of more than one ideograph and the words of subtotals, found before words are cut.
    phrases: Lexicon<Phrase>,
    colors: HashMap<Rgb, String>,
    floor: Confidence,
}

impl Context {
    /// Prepares a profile. Fails only when its vocabulary is too large for one trie (gigabytes).
    pub fn new(profile: Arc<Profile>, glossary: Arc<Glossary>) -> Result<Self, VocabularyTooLarge> {
        let mut kinds = LexiconBuilder::default();
        for (tag, color) in &profile.colors {
            let spoken = tag.replace('_', " ");
            for word in [tag.as_str(), spoken.as_str()].into_iter().chain(color.labels.iter().map(String::as_str)) {
                kinds.add(word, Spoken::Tag(tag.clone()));
            }
        }
        for (tag, word) in terms(KINDS).filter_map(|line| line.split_once('\t')) {
            kinds.add(word, Spoken::of(tag, &profile));
        }
        let mut phrases = LexiconBuilder::default();
        for word in subtotals() {
            phrases.add(word, Phrase::Subtotal);
        }
        for word in terms(FILLERS).filter(|word| word.chars().count() > 1) {
            phrases.add(word, Phrase::Filler);
        }
        for word in terms(TITLE_WORDS).filter(|word| word.chars().count() > 1) {
            phrases.add(word, Phrase::OfTitles);
        }
        let colors = profile.colors.iter().flat_map(|(tag, color)| {
            color.rgb.iter().filter_map(move |rgb| Some((rgb.parse::<Rgb>().ok()?, tag.clone())))
        });
        Ok(Self {
            units: UnitReader::new(profile.unit_spellings()),
            kinds: kinds.build()?,
            phrases: phrases.build()?,
            gate: SecurityGate::new(&profile),
            own: text_meaning::own_names(&profile, &glossary)?,
            fillers: terms(FILLERS).map(TextView::fold).collect(),
            title_words: terms(TITLE_WORDS).map(TextView::fold).collect(),
            colors: colors.collect(),
            floor: Confidence::hundredths(profile.extraction.confidence_floor).unwrap_or(Confidence::FULL),
            profile,
            glossary,
        })
    }

    /// What the letter behind a year says: A for actual, E and F for forecast, B for budget.
    fn kind_of_letter(&self, letter: &str) -> Spoken {
        let tags: &[&str] = match letter {
            "a" => &[NEUTRAL_TAG],
            "b" => &["budget"],
            _ => &["forecast", "estimate"],
        };
        let spoken = tags.iter().map(|tag| Spoken::of(tag, &self.profile));
        spoken.into_iter().find(|spoken| *spoken != Spoken::Unregistered).unwrap_or(Spoken::Unregistered)
    }

    /// Whether words are a part of a metric's name (供电 of 供电量, solvency): such a part is nobody's name.
    fn is_of_a_metric(&self, words: &str) -> bool {
        let ideographs = words.chars().all(is_cjk);
        let holds = |name: &str| {
            let name = TextView::fold(name);
            if ideographs { name.contains(words) } else { name.split(' ').any(|word| word == words) }
        };
        let names = |metric: &'_ crate::profile::Metric| -> bool {
            metric.label.all().chain(metric.synonyms.iter().map(String::as_str)).any(holds)
        };
        words.chars().count() > 1 && self.profile.metrics.values().any(names)
    }

    /// The tag that a text states, when it states nothing else.
    fn tag_of(&self, text: &str) -> Option<String> {
        self.only_tag(text, Standing::Title)
    }

    /// The tag that a text states, when it states nothing else and every word of it is known.
    fn tag_in(&self, text: &str) -> Option<String> {
        self.only_tag(text, Standing::Header)
    }

    fn only_tag(&self, text: &str, standing: Standing) -> Option<String> {
        let said = text_meaning::read(text, standing, self);
        let nothing_else = said.unknown.is_empty() && said.metrics.is_empty() && said.entities.is_empty();
        match &said.tags[..] {
            [tag] if nothing_else => Some(tag.clone()),
            _ => None,
        }
    }

    /// Whether facts with a tag may answer.
    fn answers(&self, tag: &str) -> bool {
        self.profile.colors.get(tag).is_none_or(|color| color.answers)
    }

    /// The known name that words are most like, to offer it.
    fn nearest(&self, words: &str) -> Option<String> {
        let mut names = [Names::Metrics, Names::Entities, Names::Channels].into_iter();
        names.find_map(|names| self.profile.nearest(names, words)).map(|near| near.name.to_owned())
    }
}

impl Spoken {
    /// What a word of a tag says where the profile has such a tag or not.
    fn of(tag: &str, profile: &Profile) -> Self {
        match (profile.colors.contains_key(tag), tag) {
            (true, _) => Self::Tag(tag.to_owned()),
            (false, tag) if tag == NEUTRAL_TAG || TAGS_OF_AUDITS.contains(&tag) => Self::Nothing,
            (false, _) => Self::Unregistered,
        }
    }
}

/// What came out of one grid.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Attributed {
    /// Facts and reviews: headers that are not understood first, then values in reading order.
    pub(crate) readings: Vec<Reading>,
    /// Value cells without a reading of their own, in reading order.
    pub(crate) others: Vec<OtherValue>,
    /// Value cells in all: each is a fact, counted by one review, or ignored.
    pub(crate) values: u64,
}

/// Reads one grid of a document. Fails when there is no `room` for all that it comes to.
pub(crate) fn attribute(
    of_document: &OfDocument,
    grid: &StyledGrid,
    layout: &Layout,
    context: &Context,
    quota: &Quota,
) -> Result<Attributed, DocumentFault> {
    let tables_of_cells = layout.tables_of_cells(grid);
    let (tag_of, tag_in) = (|text: &str| context.tag_of(text), |text: &str| context.tag_in(text));
    let colors = Colors::read(grid, layout, &tables_of_cells, &context.colors, tag_of, tag_in);
    let mut headers = HeaderCache { context, said: HashMap::new() };
    let mut tables = OpenTables::default();
    let mut outcomes = Outcomes::new(grid, context, quota);
    let of_columns = unit_cells(grid, layout, &tables_of_cells, context);
    let of_grid = &OfGrid::read(grid, layout, context);
    let place = Around { of_document, grid, layout, of_grid };
    let mut values = 0;
    let kinds = layout.kinds.iter().zip(&layout.rules);
    for ((cell, (_, placed)), table) in
        grid.cells.iter().zip(kinds).zip(&tables_of_cells).filter(|((_, (kind, _)), _)| **kind == Kind::Value)
    {
        values += 1;
        let index = table.map(|index| index as usize);
        let Some((index, table)) = index.and_then(|index| Some((index, layout.tables.get(index)?))) else {
            outcomes.enter(cell, Outcome::Ignored(&rules::NOTHING_KNOWN))?;
            continue;
        };
        let table = tables.at(cell.at.row, index, table, || read_table(&place, table, &mut headers));
        let (Some(row), Some(col)) = (
            table.rows.get(&cell.at.row).or(Some(&table.silent)),
            table.cols.get(&cell.at.col).or(Some(&table.silent)),
        ) else {
            continue;
        };
        let in_column = of_columns.get(&(index, cell.at.col)).map(Vec::as_slice).unwrap_or_default();
        let (around, table_knows) = (&table.around, table.knows);
        let value =
            ValueCell { grid, cell, placed, row, col, in_column, around, table_knows, context, of_grid, of_document };
        outcomes.enter(cell, value.read(&colors, index))?;
    }
    let (readings, others) = outcomes.finish();
    Ok(Attributed { readings, others, values })
}

/// Units by table and column, with their rows: value cells that hold nothing but a unit, in rows without a number. Such a cell
/// speaks of the values below it, or of those right above it; a unit beside a number speaks of that number.
type UnitCells = HashMap<(usize, u32), Vec<(u32, Statement)>>;

fn unit_cells(grid: &StyledGrid, layout: &Layout, tables: &[Option<u32>], context: &Context) -> UnitCells {
    let mut found = UnitCells::new();
    let has_digits = |cell: &&Cell| cell.text.contains(|c: char| c.is_ascii_digit());
    let values = grid.cells.iter().zip(&layout.kinds).filter(|(_, kind)| **kind == Kind::Value).map(|(cell, _)| cell);
    let rows_of_numbers: HashSet<u32> = values.filter(has_digits).map(|cell| cell.at.row).collect();
    for ((cell, kind), table) in grid.cells.iter().zip(&layout.kinds).zip(tables) {
        let unit = match (kind, &cell.value, table) {
            (Kind::Value, CellValue::Text, Some(table)) if !rows_of_numbers.contains(&cell.at.row) => {
                context.units.only(&cell.text, Setting::Value).map(|unit| ((*table as usize, cell.at.col), unit))
            }
            _ => None,
        };
        if let Some((place, unit)) = unit {
            found.entry(place).or_default().push((cell.at.row, unit));
        }
    }
    found
}

/// A table with everything its headers say.
struct ReadTable {
    around: Surroundings,
    rows: BTreeMap<u32, Path>,
    cols: BTreeMap<u32, Path>,
    /// Whether any of its headers names something that the profile knows.
    knows: bool,
    /// What a row or column without headers says.
    silent: Path,
}

/// The tables that the reading of a grid has reached and not left yet: what the headers of a small table say takes more
/// room than its cells, and a sheet may hold tens of thousands.
#[derive(Default)]
struct OpenTables {
    read: HashMap<usize, ReadTable>,
    /// Last rows of them.
    ends: BTreeSet<(u32, usize)>,
}

impl OpenTables {
    /// The table of this place in the layout, which is read where it was not; rows never go back.
    fn at(&mut self, row: u32, index: usize, table: &Table, read: impl FnOnce() -> ReadTable) -> &ReadTable {
        while let Some((_, left)) = self.ends.first().copied().filter(|(last, _)| *last < row) {
            self.ends.pop_first();
            self.read.remove(&left);
        }
        self.read.entry(index).or_insert_with(|| {
            self.ends.insert((table.area.last.row, index));
            read()
        })
    }
}

/// Headers repeat within a grid; each text is read once.
struct HeaderCache<'a> {
    context: &'a Context,
    said: HashMap<Arc<str>, Arc<TextMeaning>>,
}

impl HeaderCache<'_> {
    fn read(&mut self, cell: &Cell) -> Arc<TextMeaning> {
        let context = self.context;
        if cell.blemish.is_some() {
            return Arc::new(text_meaning::read_cell(cell, Standing::Header, context));
        }
        let said = self.said.entry(Arc::clone(&cell.text));
        Arc::clone(said.or_insert_with(|| Arc::new(text_meaning::read_cell(cell, Standing::Header, context))))
    }
}

fn read_table(place: &Around<'_>, table: &Table, headers: &mut HeaderCache<'_>) -> ReadTable {
    let grid = place.grid;
    let corner = corner(grid, place.layout, table);
    let mut around = surroundings::read(place, table, &corner, headers.context);
    let mut rows = axis(grid, &table.row_headers, |at| at.row, |at| at.col, headers);
    let cols = axis(grid, &table.col_headers, |at| at.col, |at| at.row, headers);
    qualifiers::qualify(&mut rows, &cols, place, table, headers);
    around.settle_others([&rows, &cols]);
    around.settle_period(rows.values().chain(cols.values()), headers.context);
    let knows = rows.values().chain(cols.values()).any(|path| path.knows);
    ReadTable { around, rows, cols, knows, silent: Path::default() }
}

/// Header cells above the labels of the rows and left of the headers of the columns, which stand over no value.
fn corner<'g>(grid: &'g StyledGrid, layout: &Layout, table: &Table) -> Vec<&'g Cell> {
    let Some((first_col, last_row)) =
        table.col_headers.keys().next().zip(table.col_headers.values().flatten().map(|header| header.at.row).max())
    else {
        return Vec::new();
    };
    let from = grid.cells.partition_point(|cell| cell.at.row < table.area.first.row);
    let rows = grid.cells.iter().zip(&layout.kinds).skip(from).take_while(|(cell, _)| cell.at.row <= last_row);
    let corner =
        rows.filter(|(cell, kind)| **kind == Kind::Header && cell.at.col < *first_col && table.area.covers(cell.at));
    corner.map(|(cell, _)| cell).collect()
}

/// Reads the paths of one axis. `along` is a cell's place on the axis, `level` the line of headers that it stands in.
fn axis(
    grid: &StyledGrid,
    paths: &BTreeMap<u32, Vec<HeaderAt>>,
    along: fn(CellAt) -> u32,
    level: fn(CellAt) -> u32,
    headers: &mut HeaderCache<'_>,
) -> BTreeMap<u32, Path> {
    let cells: BTreeSet<CellAt> = paths.values().flatten().map(|header| header.at).collect();
    let said: BTreeMap<CellAt, (Arc<str>, Arc<TextMeaning>)> = cells
        .into_iter()
        .filter_map(|at| {
            let cell = grid.cell(at).filter(|cell| !cell.text.is_empty())?;
            Some((at, (Arc::clone(&cell.text), headers.read(cell))))
        })
        .collect();
    let mut levels: BTreeMap<u32, bool> = BTreeMap::new();
    for (at, (_, said)) in &said {
        let channel = said.channels.len() == 1 && said.unknown.is_empty();
        let only_channels = levels.entry(level(*at)).or_insert(true);
        *only_channels &= channel || said.total.is_some();
    }
    let context = headers.context;
    let read = |line: &u32, path: &Vec<HeaderAt>| {
        let header = |HeaderAt { at, rule }: &HeaderAt| {
            let (text, said) = said.get(at)?;
            let last = grid.merge(*at).map_or(*at, |span| span.last);
            let carried = !(along(*at)..=along(last)).contains(line);
            let among_channels = levels.get(&level(*at)).copied().unwrap_or_default();
            Some(Header { at: *at, text, said, among_channels, carried, is_either: doubts::is_either(rule) })
        };
        (*line, doubts::read(&path.iter().filter_map(header).collect::<Vec<_>>(), context))
    };
    let mut paths = paths.iter().map(|(line, path)| read(line, path)).collect();
    times::mark_undated(&mut paths);
    paths
}
