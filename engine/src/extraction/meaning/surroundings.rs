//! What stands around a table: units in its corner, its titles, the captions of its grid, the name of its sheet, nearest
//! first. They say what
//! no header says; where they name somebody the profile does not know, nobody else is taken in their place.

use std::collections::BTreeMap;

use jiff::civil::Date;

use super::Context;
use super::beside::{self, Line};
use super::claims::{Claim, Claims};
use super::document::OfDocument;
use super::labels::{self, Labels, said_near};
use super::path::{self, Path, PeriodAround, Slot, Source, Stop};
use super::remarks::{Remark, remarks};
use super::text_meaning::{self, Standing, TextMeaning, Total};
use super::times::{self, Time};
use crate::code::{ChannelCode, EntityCode, MetricCode};
use crate::extraction::colors::without_explanations;
use crate::extraction::layout::{Layout, Table};
use crate::files::grid::{Cell, GridPlace, StyledGrid};
use crate::language::asides::{Aside, aside};
use crate::language::headings::{is_attribute, is_corner};
use crate::language::marks::is_note;
use crate::language::periods::days;
use crate::language::units::Statement;
use crate::period::Period;

/// Where the entity of a table was named.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NamedIn {
    /// In a title or caption.
    Title,
    /// In the name of the sheet.
    Sheet,
    /// As the owner of the document.
    Owner,
}

/// The texts around a table, read.
#[derive(Debug, Default)]
pub(super) struct Surroundings {
    pub(super) metric: Slot<MetricCode>,
    /// Who the table is about when no header says so.
    pub(super) entity: Slot<EntityCode>,
    pub(super) entity_in: Option<NamedIn>,
    /// Everybody whom a text names that is not the home entity alone.
    entities: Vec<(Vec<EntityCode>, String)>,
    /// The channel when no header names one: what a text says, else the total.
    pub(super) channel: Slot<ChannelCode>,
    channels: Vec<(Vec<ChannelCode>, String)>,
    pub(super) period: PeriodAround,
    /// Texts that state a time shorter than a year, nearest first.
    pub(super) times: Vec<Time>,
    /// Units of the corner and of each text.
    pub(super) units: Vec<Vec<Statement>>,
    /// Whether the corner states a unit, nearer than any text around.
    pub(super) in_corner: bool,
    /// What the texts claim about units, and the lines of the table.
    pub(super) claims: Claims,
    /// What they say of the figures as such.
    pub(super) remarks: Vec<Remark>,
    pub(super) tags: Vec<String>,
    pub(super) date: Option<Date>,
    /// A text that names another company, and what it calls it.
    pub(super) somebody_else: Option<Stop>,
    /// A text that says that the figures are those of others without a name.
    pub(super) others: Option<Stop>,
    /// A word that may be somebody's name, or one for members of the home company's group.
    pub(super) noun: Option<Stop>,
    /// A text that is not understood.
    pub(super) stop: Option<Stop>,
    /// A text that may name somebody, where the entity comes from a text further out.
    pub(super) doubt: Option<Stop>,
    /// Labels below it or beside it.
    pub(super) labels: Labels,
    /// A text with words that nobody explains, no further out than what names the entity, whoever it is that headers name.
    pub(super) unexplained: Option<Stop>,
}

/// Where the texts around the tables of a grid are found.
#[derive(Clone, Copy)]
pub(super) struct Around<'a> {
    pub(super) of_document: &'a OfDocument,
    pub(super) grid: &'a StyledGrid,
    pub(super) layout: &'a Layout,
    /// What its lines say that are of no table.
    pub(super) of_grid: &'a OfGrid,
}

/// What lines of a grid say that may be about any of its tables, read once.
#[derive(Debug, Default)]
pub(super) struct OfGrid {
    pub(super) claims: Claims,
    remarks: Vec<Remark>,
    somebody_else: Option<Stop>,
}

impl OfGrid {
    pub(super) fn read(grid: &StyledGrid, layout: &Layout, context: &Context) -> Self {
        let lines = beside::of_grid(grid, layout);
        Self {
            claims: claims_of(&lines, context).collect(),
            remarks: remarks(&lines, grid, context),
            somebody_else: company_of(&lines, context),
        }
    }
}

fn claims_of<'l>(lines: &'l [Line<'_>], context: &'l Context) -> impl Iterator<Item = Claim> + 'l {
    lines.iter().flat_map(|line| line.sentences()).filter_map(|sentence| Claim::beside(sentence, context))
}

/// The first company that lines name. What announces who wrote a page is no part of the name: Prepared by Group Finance.
fn company_of(lines: &[Line<'_>], context: &Context) -> Option<Stop> {
    lines.iter().find_map(|line| {
        let words = match aside(None, line.text) {
            Aside::Source(source) => text_meaning::company_in(&source, context),
            _ => text_meaning::company_in(line.text, context),
        }?;
        Some(Stop { source: line.source, text: line.text.to_owned(), words })
    })
}

struct Text {
    source: Source,
    words: String,
    said: TextMeaning,
}

impl Text {
    /// What it claims about units.
    fn claim(&self, context: &Context) -> Option<Claim> {
        match &self.said.units[..] {
            [] if self.source != Source::Name => Claim::beside(&self.words, context),
            units => Claim::of(&self.words, units),
        }
    }
}

impl Text {
    /// The times shorter than a year that it states.
    fn time(&self) -> Option<Time> {
        let time = Time::of(&self.words, &self.said)?;
        if self.source == Source::Name { time.of_name() } else { Some(time) }
    }
}

/// What a cell of the corner says. It stands over every value of its table, so every word of it counts as in a header, but
/// those that name what its rows or columns list ("Company", 渠道), the home company, or the year that its columns name.
fn said_in_corner(cell: &Cell, context: &Context) -> TextMeaning {
    let of_title = text_meaning::read_cell(cell, Standing::Title, context);
    let of_header = text_meaning::read_cell(cell, Standing::Header, context);
    let is_own = of_title.own && of_title.unknown.is_empty() && !of_title.ordinary;
    let mut said = if is_own { of_title } else { TextMeaning { company: of_title.company, ..of_header } };
    said.unknown.retain(|unknown| !names_a_dimension(unknown));
    said.others = said.others.take().filter(|_| !names_a_dimension(&cell.text));
    if !said.unknown.is_empty() && said.company.is_none() && names_a_whole_year(cell, context) {
        return TextMeaning { whole_year: true, ..TextMeaning::default() };
    }
    // A part of a year, "this year" and a part of a sum narrow values of which no header says so.
    let is_narrower =
        said.is_part || said.current.is_some() || said.total == Some(Total::Part) || !said.parts.is_empty();
    if is_narrower {
        said.unknown.push(cell.text.to_string());
    }
    said
}

/// Whether a text is all of a year's name but for the year: Year ended December 31.
fn names_a_whole_year(cell: &Cell, context: &Context) -> bool {
    let calendar = context.profile.calendar;
    [format!("{} 2024", cell.text), format!("2024年{}", cell.text)].iter().any(|text| {
        let said = text_meaning::read_piece(text, cell.blemish, Standing::Header, context);
        let is_year = |period: Option<Period>| matches!(period, Some(Period::Year { .. }));
        let names = match (&said.periods[..], &said.dates[..]) {
            ([(period, _)], []) => is_year(Some(*period)),
            ([], [(date, _)]) => is_year(days::longest_ending(*date, calendar)),
            _ => false,
        };
        names && said.unknown.is_empty() && said.parts.is_empty() && said.tags.is_empty() && !said.is_part
    })
}

/// Whether words name nothing but what is listed: Company, Business line / Region, and the status or note of a row beside it.
fn names_a_dimension(words: &str) -> bool {
    let mut words = words.split([' ', '/', '\\', '|', '-', '&', '、', '／']).filter(|word| !word.is_empty());
    let labels = |words: &str| {
        is_corner(words) || is_attribute(words) || is_note(words) && words.chars().all(char::is_alphabetic)
    };
    labels(words.clone().collect::<Vec<_>>().join(" ").as_str()) || words.all(labels)
}

/// Reads what stands around a table. `corner` are the cells of its corner, which speak for all of it and nearer than titles.
pub(super) fn read(around: &Around<'_>, table: &Table, corner: &[&Cell], context: &Context) -> Surroundings {
    let Around { of_document, grid, layout, of_grid } = *around;
    let mut texts: Vec<Text> = Vec::new();
    for cell in corner {
        let said = said_in_corner(cell, context);
        texts.push(Text { source: Source::Cell(cell.at), words: cell.text.to_string(), said });
    }
    let mut push = |source, text: &str, blemish, standing, is_near| {
        // What explains a colour is read with the colours.
        let text = &*without_explanations(text, |words| context.tag_in(words));
        let mut said = text_meaning::read_piece(text, blemish, standing, context);
        if matches!(source, Source::Cell(_)) {
            // The label of a form that stands above: Company | Acme Ltd.
            said.unknown.retain(|unknown| !names_a_dimension(unknown));
        }
        let is_label = is_near && matches!(source, Source::Caption(_));
        let said = if is_label { said_near(said, text) } else { said };
        texts.push(Text { source, words: text.to_owned(), said });
    };
    for at in table.titles.iter().rev() {
        if let Some(cell) = grid.cell(*at).filter(|cell| !beside::is_legend(cell, context)) {
            push(Source::Cell(*at), &cell.text, cell.blemish, Standing::Title, false);
        }
    }
    for (index, caption) in grid.captions.iter().enumerate().rev() {
        let is_near = index + grid.own >= grid.captions.len();
        push(Source::Caption(index), caption, None, Standing::Title, is_near);
    }
    if let GridPlace::Sheet { name } = &grid.place {
        push(Source::Name, name, None, Standing::Name, false);
    }
    let claims = texts.iter().filter_map(|text| {
        // A sheet may be called by any unit, and a title that is a sentence may hold the unit of an amount of its own.
        let is_of_table = text.source != Source::Name && Claim::beside(&text.words, context).is_some();
        text.claim(context).map(|claim| if is_of_table { claim.over_table() } else { claim })
    });
    let claims: Vec<Claim> = claims.collect();
    let mut around = Surroundings::of(&texts, context);
    let whole_year = texts.iter().take(corner.len()).find(|text| text.said.whole_year);
    around.period.whole_year = whole_year.map(|text| text.words.clone());
    around.in_corner = texts.iter().take(corner.len()).any(|text| !text.said.units.is_empty());
    let lines = beside::of_table(grid, layout, table);
    around.claims = claims.into_iter().chain(claims_of(&lines, context)).collect();
    let over = texts.iter().skip(corner.len()).filter(|text| text.source != Source::Name);
    let over: Vec<Line<'_>> = over.map(|text| Line { source: text.source, text: &text.words }).collect();
    let own = remarks(&over, grid, context).into_iter().chain(remarks(&lines, grid, context));
    let all = own.chain(of_grid.remarks.iter().cloned());
    around.remarks = all.map(|remark| remark.in_table(grid, layout, table)).collect();
    around.labels = labels::read(grid, layout, table, context);
    let company = || company_of(&lines, context).or_else(|| of_grid.somebody_else.clone());
    around.somebody_else = around.somebody_else.take().or_else(company);
    let labels = lines.iter().filter(|line| !table.notes.iter().any(|at| line.source == Source::Cell(*at)));
    around.times = texts.iter().filter_map(Text::time).collect();
    around.times.extend(labels.filter_map(|line| Time::read(line.text, context)));
    around.times.extend(of_document.times.iter().cloned());
    // A name that is weak by itself counts where nothing names the home company.
    let own = texts.iter().any(|text| text.said.own);
    let bare = of_document.bare_name.as_ref().filter(|_| !own);
    around.somebody_else = around.somebody_else.take().or_else(|| of_document.somebody_else.as_ref().or(bare).cloned());
    let mut nouns = texts.iter().filter(|_| !own).filter_map(|text| Some((text, text.said.nouns.first()?)));
    let noun =
        nouns.next().map(|(text, noun)| Stop { source: text.source, text: text.words.clone(), words: noun.clone() });
    around.others = around.others.take().or_else(|| of_document.others.clone());
    around.noun = noun.or_else(|| of_document.noun.clone().filter(|_| !own));
    around
}

impl Surroundings {
    fn of(texts: &[Text], context: &Context) -> Self {
        let (home, calendar) = (&context.profile.home.entity, context.profile.calendar);
        let mut around = Self::default();
        let mut dates: Vec<Date> = Vec::new();
        let mut part_of_year: Option<&String> = None;
        for text in texts {
            let (said, words) = (&text.said, text.words.as_str());
            let stop = |words: &str| Stop { source: text.source, text: text.words.clone(), words: words.to_owned() };
            if let Some(unknown) = said.unknown.first() {
                around.stop = around.stop.take().or_else(|| Some(stop(unknown)));
            }
            if around.metric == Slot::Silent {
                around.metric = Slot::of(&said.metrics, words);
            }
            around.entity(text, home);
            if around.channel == Slot::Silent {
                around.channel = Slot::of(&said.channels, words);
            }
            if !said.channels.is_empty() {
                around.channels.push((said.channels.clone(), words.to_owned()));
            }
            if around.period.named == Slot::Silent {
                match (&said.periods[..], &said.parts[..]) {
                    ([(period, wording)], _) => around.period.named = Slot::One(*period, wording.clone()),
                    ([], [part]) => part_of_year = part_of_year.or(Some(part)),
                    _ => {}
                }
            }
            if !said.units.is_empty() {
                around.units.push(said.units.clone());
            }
            if let Some(company) = &said.company {
                around.somebody_else = around.somebody_else.take().or_else(|| Some(stop(company)));
            }
            around.others = around.others.take().or_else(|| said.others.as_deref().map(stop));
            said.tags.iter().for_each(|tag| text_meaning::push(&mut around.tags, tag.clone()));
            dates.extend(said.dates.iter().map(|(date, _)| *date));
        }
        around.period.with_part = part_of_year.map_or(around.period.named.clone(), |part| {
            path::with_part(&around.period.named, &Slot::One(part.clone(), part.clone()), calendar)
        });
        dates.dedup();
        around.date = <[Date; 1]>::try_from(dates).ok().map(|[date]| date);
        around.settle_entity(texts, home);
        if around.channel == Slot::Silent {
            around.channel = Slot::One(ChannelCode::total(), String::new());
        }
        around
    }

    fn entity(&mut self, text: &Text, home: &EntityCode) {
        let said = &text.said;
        if self.entity == Slot::Silent && !said.entities.is_empty() {
            self.entity = Slot::of(&said.entities, &text.words);
            self.entity_in = Some(if text.source == Source::Name { NamedIn::Sheet } else { NamedIn::Title });
        }
        if !said.entities.is_empty() && said.entities != [home.clone()] {
            self.entities.push((said.entities.clone(), text.words.clone()));
        }
    }

    /// Brings together what the texts say of the entity: two that disagree are in conflict, the owner of the document is
    /// meant where nobody else is named, and a text that may name somebody keeps those further out from being taken.
    fn settle_entity(&mut self, texts: &[Text], home: &EntityCode) {
        if let Slot::One(entity, words) = &self.entity
            && let Some((_, other)) = self.entities.iter().find(|(named, _)| !named.contains(entity))
        {
            self.entity = Slot::Two(words.clone(), other.clone());
        }
        if self.entity == Slot::Silent
            && let Some(text) = texts.iter().find(|text| text.said.home)
        {
            self.entity = Slot::One(home.clone(), text.words.clone());
            self.entity_in = Some(NamedIn::Owner);
        }
        let names = |text: &&Text| !text.said.entities.is_empty() || text.said.home;
        let nearest = texts.iter().position(|text| names(&text)).unwrap_or(texts.len());
        // Ordinary words beside the very name may make somebody else of it: Hong Kong visitors.
        let beside = texts.get(nearest).filter(|text| !text.said.entities.is_empty());
        let stop = |text: &Text| Stop { source: text.source, text: text.words.clone(), words: text.words.clone() };
        let near = || texts.iter().take(nearest);
        self.doubt = near().chain(beside).find(|text| text.said.ordinary).map(stop);
        // What else is told of the home company is told of all its members.
        let beside = beside.filter(|text| text.said.entities != [home.clone()]);
        self.unexplained = near()
            .chain(beside)
            .find(|text| text.said.unexplained && !text_meaning::is_sentence(&text.words))
            .map(stop);
    }

    /// The name in a text around the table that speaks against an entity of its headers.
    pub(super) fn against_entity(&self, entity: &EntityCode) -> Option<&str> {
        let against = self.entities.iter().find(|(named, _)| !named.contains(entity));
        against.map(|(_, words)| words.as_str())
    }

    /// Settles, once the headers are read, whether a text around them says that their years are no whole ones.
    pub(super) fn settle_period<'a>(&mut self, headers: impl Iterator<Item = &'a Path> + Clone, context: &Context) {
        let calendar = context.profile.calendar;
        self.labels.settle(&headers, &self.period.named, calendar);
        if let Slot::One(period, words) = &self.period.named {
            let stated = [(*period, words.clone())];
            let is_other = times::are_of_others(&stated, headers.clone(), &Slot::Silent, calendar);
            self.period.other = is_other.then(|| words.clone());
        }
        if !self.times.is_empty() {
            self.period.of_months = times::over_months(&self.times, headers.clone()).map(str::to_owned);
            self.period.of_part =
                times::against_years(&self.times, headers, &self.period.named, calendar).map(str::to_owned);
        }
    }

    /// Settles, once the headers are read, whether a text that announces others ("Peers") only says who stands in the table: its
    /// headers name entities and others beside them.
    pub(super) fn settle_others(&mut self, axes: [&BTreeMap<u32, Path>; 2]) {
        let lists_both = |axis: &BTreeMap<u32, Path>| {
            axis.values().any(|path| path.entity != Slot::Silent) && axis.values().any(|path| path.names_somebody)
        };
        if axes.into_iter().any(lists_both) {
            self.others = None;
        }
    }

    /// The text around the table that speaks against a channel of its headers.
    pub(super) fn against_channel(&self, channel: &ChannelCode) -> Option<&str> {
        let against = self.channels.iter().find(|(named, _)| !named.contains(channel));
        against.map(|(_, words)| words.as_str())
    }
}
