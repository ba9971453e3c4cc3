//! Labels below a table or beside it: a few words that are no sentence and head nothing. They say what a title says, but fill
//! nothing in: a period, an entity or a channel that they name speaks against values of another one, and words that nobody
//! understands stop all values. A label that explains a footnote speaks of the values that name it. Units and remarks about the
//! figures are read with those of other lines.

use super::Context;
use super::asides::leaves_the_figure;
use super::beside::{self, Line};
use super::path::{Path, Slot, Source, Stop};
use super::remarks::{Carried, Form, is_of_rounding};
use super::text_meaning::{self, Standing, TextMeaning};
use super::times::{self, Time};
use crate::code::{ChannelCode, EntityCode};
use crate::extraction::layout::{Layout, Table};
use crate::files::grid::{CellAt, StyledGrid};
use crate::language::marks::{explained_mark, is_note, without_note_word};
use crate::language::periods::{Length, days};
use crate::period::{FiscalCalendar, Period};

/// Most labels of a table that are kept.
const LABELS_MAX: usize = 64;

/// The labels of a table.
#[derive(Debug, Default)]
pub(super) struct Labels(Vec<Label>);

#[derive(Debug)]
struct Label {
    /// The line.
    words: String,
    said: TextMeaning,
    /// What of it is not understood.
    stop: Option<Stop>,
    /// Whether it names other periods than the table, or one shorter than its years.
    of_other_period: bool,
    of_part: bool,
    /// The values that name the footnote which it explains; of none it speaks of all.
    carried: Option<Carried>,
}

/// Reads the labels of a table.
pub(super) fn read(grid: &StyledGrid, layout: &Layout, table: &Table, context: &Context) -> Labels {
    let carried = |mark: &str| Carried::of(mark, grid, layout, table);
    let lines = beside::labels(grid, layout, table).into_iter();
    Labels(lines.filter_map(|line| Label::read(line, carried, context)).take(LABELS_MAX).collect())
}

/// What a line right above a table says: words of it that may be any phrase's say nothing, unless it states a unit or period.
/// What holds no word of mere function is no phrase, but a name for something.
pub(super) fn said_near(mut said: TextMeaning, line: &str) -> TextMeaning {
    if said.units.is_empty() && said.periods.is_empty() && text_meaning::is_phrase(line) {
        said.ordinary &= !said.entities.is_empty();
        said.unexplained &= !said.entities.is_empty();
        said.unknown.retain(|unknown| !said.nouns.contains(unknown));
        said.nouns.clear();
    }
    said
}

impl Label {
    /// None where a line is no label, or says nothing.
    fn read(line: Line<'_>, carried: impl Fn(&str) -> Carried, context: &Context) -> Option<Self> {
        let (mark, words) = explained_mark(line.text).map_or((None, line.text), |(mark, said)| (Some(mark), said));
        let carried = mark.as_deref().map(carried);
        let carried = carried.filter(|carried| *carried != Carried::default());
        let said = without_note_word(words);
        let is_announced = mark.is_none() && said.len() < words.len();
        let form = Form::of(said, context);
        let is_text = text_meaning::is_sentence(said) || form == Form::Sentence || said.contains('©') || is_note(said);
        if is_text || is_of_rounding(said, context) || leaves_the_figure(words, None, context) {
            return None;
        }
        let mut read = text_meaning::read(said, Standing::Title, context);
        // "May" in a sentence is no month.
        read.shorter.retain(|shorter| form == Form::Phrase || shorter.length != Length::Month);
        let read = if line.source == Source::Beside { said_near(read, said) } else { read };
        let stop = |words: &str| Stop { source: line.source, text: line.text.to_owned(), words: words.to_owned() };
        let is_vague = || (read.unexplained || read.ordinary).then_some(line.text);
        let unknown = read.company.as_deref().or(read.unknown.first().map(String::as_str)).or(read.others.as_deref());
        // What a sentence says of the figures is read as a remark.
        let stop = unknown.or_else(is_vague).filter(|_| form == Form::Phrase).map(stop);
        // What announces itself as a note goes on like a sentence, and a footnote that no value names may be of another table.
        if stop.is_some() && (is_announced || mark.is_some() && carried.is_none()) {
            return None;
        }
        Some(Self { words: line.text.to_owned(), said: read, stop, of_other_period: false, of_part: false, carried })
    }

    fn is_about(&self, at: CellAt) -> bool {
        self.carried.as_ref().is_none_or(|carried| carried.covers(at))
    }
}

impl Labels {
    /// Settles, once the headers are read, which labels name other periods than the table.
    pub(super) fn settle<'p>(
        &mut self,
        headers: &(impl Iterator<Item = &'p Path> + Clone),
        around: &Slot<Period>,
        calendar: FiscalCalendar,
    ) {
        for label in &mut self.0 {
            // The last day of a year stands for it.
            let ended = label.said.dates.iter().filter_map(|(date, wording)| {
                let period = days::longest_ending(*date, calendar)?;
                matches!(period, Period::Year { .. }).then(|| (period, wording.clone()))
            });
            let stated: Vec<(Period, String)> = label.said.periods.iter().cloned().chain(ended).collect();
            label.of_other_period = times::are_of_others(&stated, headers.clone(), around, calendar);
            let time: Vec<Time> = Time::of(&label.words, &label.said).into_iter().collect();
            label.of_part = times::against_years(&time, headers.clone(), around, calendar).is_some();
        }
    }

    /// The label that stops a value.
    pub(super) fn stop(&self, at: CellAt) -> Option<&Stop> {
        self.about(at).find_map(|label| label.stop.as_ref())
    }

    /// The label that names others than an entity.
    pub(super) fn against_entity(&self, entity: &EntityCode, home: &EntityCode, at: CellAt) -> Option<&str> {
        let others = |label: &&Label| {
            let named = &label.said.entities;
            !named.is_empty() && !named.contains(entity) && *named != [home.clone()]
        };
        self.about(at).find(others).map(|label| label.words.as_str())
    }

    /// The label that names others than a channel.
    pub(super) fn against_channel(&self, channel: &ChannelCode, at: CellAt) -> Option<&str> {
        let others = |label: &&Label| !label.said.channels.is_empty() && !label.said.channels.contains(channel);
        self.about(at).find(others).map(|label| label.words.as_str())
    }

    /// The label after which a value is not of a period.
    pub(super) fn against_period(&self, period: Period, at: CellAt) -> Option<&str> {
        let is_year = matches!(period, Period::Year { .. });
        let others = |label: &&Label| label.of_other_period || label.of_part && is_year;
        self.about(at).find(others).map(|label| label.words.as_str())
    }

    fn about(&self, at: CellAt) -> impl Iterator<Item = &Label> {
        self.0.iter().filter(move |label| label.is_about(at))
    }
}
