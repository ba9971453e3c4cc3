//! One value: what its row, its column and the texts around say together, and what becomes of it.

use std::borrow::Cow;
use std::sync::Arc;

use jiff::civil::Date;

use super::Context;
use super::document::OfDocument;
use super::doubts;
use super::path::{self, Path, Slot, Source, Stop};
use super::surroundings::{NamedIn, OfGrid, Surroundings};
use super::text_meaning::Total;
use super::unit_of_value::{Unit, UnitPlaces, stated_beside, stated_in_column};
use crate::code::{ChannelCode, EntityCode, MetricCode, UnitCode};
use crate::extraction::colors::Colors;
use crate::extraction::values::{self, Content};
use crate::fact::Stated;
use crate::files::grid::{Cell, CellValue, GridPlace, Rgb, StyledGrid};
use crate::language::numbers::notation::NotedNumber;
use crate::language::periods::days;
use crate::language::units::Statement;
use crate::period::Period;
use crate::reading::{Candidate, Confidence, Decided, FactReading, ReviewReason, Step, Unseen, confidence_after};
use crate::rule::{Rule, value as rules};

/// What becomes of a value.
#[derive(Debug)]
pub(super) enum Outcome {
    /// Nothing stands there, or nothing of it is known.
    Ignored(&'static Rule),
    /// A fact.
    Fact(FactReading),
    /// A review of its own.
    Review(Decided, ReviewReason, Candidate),
    /// A text that is not understood stops it; the name that may be meant.
    Stopped(&'static Rule, Stop, Candidate, Option<String>),
    /// A colour without a meaning.
    Colored(Decided, Rgb, Candidate),
}

/// A value with what is said about it.
#[derive(Debug, Clone, Copy)]
pub(super) struct ValueCell<'a> {
    pub(super) grid: &'a StyledGrid,
    pub(super) cell: &'a Cell,
    /// What gave it its place.
    pub(super) placed: &'static Rule,
    pub(super) row: &'a Path,
    pub(super) col: &'a Path,
    /// Cells of its column that hold nothing but a unit, with their rows.
    pub(super) in_column: &'a [(u32, Statement)],
    pub(super) around: &'a Surroundings,
    /// Whether a header of the table names something that the profile knows: then the others are not about nothing.
    pub(super) table_knows: bool,
    pub(super) context: &'a Context,
    /// What lines of its grid say that are of no table, and what its document says of all tables.
    pub(super) of_grid: &'a OfGrid,
    pub(super) of_document: &'a OfDocument,
}

impl Outcome {
    /// Something that is missing beside a unit that is not known: the unit is told, so that nobody who states the rest puts
    /// the metric's unit in its place without knowing.
    fn unless_of_unknown_unit(self, unit: Option<Unit>) -> Self {
        match (self, unit) {
            (
                Self::Review(_, ReviewReason::Missing { .. } | ReviewReason::Subtotal, candidate),
                Some(Unit::Wrong(rule, reason @ ReviewReason::UnknownUnit { .. })),
            ) => Self::Review(Decided::by(rule), reason, candidate),
            (outcome, _) => outcome,
        }
    }
}

impl<'a> ValueCell<'a> {
    /// Reads it; `table` is the place of its table in the layout.
    pub(super) fn read(self, colors: &Colors<'_>, table: usize) -> Outcome {
        let metric = self.metric();
        if *metric == Slot::Silent && !self.row.knows && !self.col.knows && !self.table_knows {
            return Outcome::Ignored(&rules::NOTHING_KNOWN);
        }
        let content = values::content(self.cell, self.context.profile.extraction.decimal);
        if content == Content::Nothing {
            return Outcome::Ignored(&rules::NO_VALUE);
        }
        let entity = self.entity();
        let channel = self.channel();
        let period = self.period();
        let mut candidate = Candidate {
            metric: metric.value().cloned(),
            entity: entity.value().cloned(),
            period: period.value().copied(),
            channel: channel.value().cloned(),
            valid_as_of: self.date(),
            tags: self.tags(),
            ..Candidate::default()
        };
        if let Some((rule, stop)) = self.stop() {
            return Outcome::Stopped(rule, stop.clone(), candidate, None);
        }
        let read = match content {
            Content::Number(read) => read,
            Content::Review(reason) => return Outcome::Review(Decided::by(no_number(&reason)), reason, candidate),
            Content::Nothing => return Outcome::Ignored(&rules::NO_VALUE),
        };
        candidate.value = Some(read.value);
        let expected = metric.value().and_then(|metric| self.context.profile.metrics.get(metric));
        let unit = expected.map(|expected| self.unit(&read, &expected.unit, metric.value()));
        candidate.unit = unit.as_ref().and_then(Unit::as_stated).cloned();
        if let Some(outcome) = self.gap(&candidate, [metric.said(), entity.said(), period.said(), channel.said()]) {
            return outcome.unless_of_unknown_unit(unit);
        }
        let mark = colors.mark(self.cell, table);
        candidate.tags.extend(mark.tags);
        candidate.tags.sort();
        candidate.tags.dedup();
        let decided = |verdict| Decided { verdict, color: mark.rule };
        let Some(unit) = unit else {
            let reason = ReviewReason::Missing { dimension: "metric" };
            return Outcome::Review(decided(&rules::METRIC_MISSING), reason, candidate);
        };
        let from_title = matches!(unit, Unit::Stated(_, true));
        let steps = self.steps(&read, &metric, &period, from_title);
        let certainty = confidence_after(steps.clone());
        candidate.confidence = Some(certainty);
        if let Unit::Wrong(rule, reason) = unit {
            if let ReviewReason::UnitNotStated { expected } = &reason {
                // The number is read as it stands, and a person may say that it is in the metric's unit.
                candidate.unit = Some(expected.clone());
            }
            return Outcome::Review(decided(rule), reason, candidate);
        }
        if let Some(reason) = self.noted(metric.value()) {
            return Outcome::Review(decided(&rules::NOTE_SPEAKS), reason, candidate);
        }
        if let Some((first, second)) = mark.contradiction {
            let reason = ReviewReason::ConflictingHeaders { first, second };
            return Outcome::Review(decided(&rules::COLOR_CONTRADICTED), reason, candidate);
        }
        if let Some(color) = mark.unknown {
            return Outcome::Colored(decided(&rules::COLOR_UNKNOWN), color, candidate);
        }
        self.answering(candidate, certainty, steps, mark.rule)
    }

    /// What a line, or a number beside it, says of it beside its unit.
    fn noted(self, metric: Option<&MetricCode>) -> Option<ReviewReason> {
        let mut remarks = self.around.remarks.iter().chain(&self.of_document.remarks);
        let remark = remarks.find(|remark| remark.is_about(self.cell.at, metric)).map(|remark| &remark.words);
        // A table that names kinds says itself which values are of which.
        let of_document = || self.of_document.kind.as_ref().filter(|_| self.tags().is_empty());
        let note = self.row.modified_by.as_ref().or(remark).or_else(of_document)?;
        Some(ReviewReason::Noted { note: note.clone() })
    }

    /// A text that is not understood, the nearest first. The name of a sheet is none of them yet.
    fn stop(self) -> Option<(&'static Rule, &'a Stop)> {
        let around = self.around.stop.as_ref().filter(|stop| stop.source != Source::Name);
        let stops = [
            (&rules::UNKNOWN_LABEL, self.row.stop.as_ref()),
            (&rules::UNKNOWN_COLUMN_HEADER, self.col.stop.as_ref()),
            (&rules::SOMEBODY_ELSE, self.around.somebody_else.as_ref()),
            (&rules::UNKNOWN_TITLE, around),
            (&rules::UNKNOWN_BESIDE, self.around.labels.stop(self.cell.at)),
        ];
        stops.into_iter().find_map(|(rule, stop)| Some((rule, stop?)))
    }

    /// The fact, where its tags let it answer and its steps leave enough confidence.
    fn answering(
        self,
        candidate: Candidate,
        certainty: Confidence,
        steps: impl Iterator<Item = Step>,
        color: Option<&'static Rule>,
    ) -> Outcome {
        let decided = |verdict| Decided { verdict, color };
        if let Some(tag) = candidate.tags.iter().find(|tag| !self.context.answers(tag)) {
            return Outcome::Review(
                decided(&rules::TAG_HOLDS_BACK),
                ReviewReason::Tagged { tag: tag.clone() },
                candidate,
            );
        }
        if certainty < self.context.floor {
            let (confidence, floor) = (certainty, self.context.floor);
            let reason = ReviewReason::LowConfidence { confidence, floor, steps: steps.collect() };
            return Outcome::Review(decided(&rules::NOT_SURE), reason, candidate);
        }
        self.fact(candidate, color)
    }

    fn fact(self, candidate: Candidate, color_rule: Option<&'static Rule>) -> Outcome {
        let Some(Stated { key, value, unit }) = candidate.complete() else {
            let verdict = Decided { verdict: &rules::METRIC_MISSING, color: color_rule };
            return Outcome::Review(verdict, ReviewReason::Missing { dimension: "metric" }, candidate);
        };
        Outcome::Fact(FactReading {
            key,
            text: matches!(self.cell.value, CellValue::Number(_)).then(|| Arc::clone(&self.cell.text)),
            value,
            unit,
            locator: self.grid.locator(self.cell.at),
            also: Vec::new(),
            tags: candidate.tags,
            confidence: candidate.confidence.unwrap_or(self.context.floor),
            valid_as_of: candidate.valid_as_of,
            color_rule,
        })
    }

    /// What is in conflict, missing, or a sum of something unnamed.
    fn gap(self, candidate: &Candidate, slots: [Slot<()>; 4]) -> Option<Outcome> {
        let review = |rule, reason| Some(Outcome::Review(Decided::by(rule), reason, candidate.clone()));
        let missing = |rule, dimension| review(rule, ReviewReason::Missing { dimension });
        if let Some((doubt, candidate)) = doubts::of_value(self.placed, [self.row, self.col], candidate) {
            let reason = ReviewReason::UncertainHeader { doubt };
            return Some(Outcome::Review(Decided::by(&rules::HEADER_UNCERTAIN), reason, candidate));
        }
        for slot in &slots {
            if let Slot::Two(first, second) = slot {
                let reason = ReviewReason::ConflictingHeaders { first: first.clone(), second: second.clone() };
                return review(&rules::HEADERS_DISAGREE, reason);
            }
        }
        // The name of a sheet comes last: what a title says twice is in conflict whatever the sheet is called.
        if let Some(stop) = &self.around.stop {
            return Some(Outcome::Stopped(&rules::UNKNOWN_SHEET_NAME, stop.clone(), candidate.clone(), None));
        }
        let [metric, entity, period, _] = slots;
        if metric == Slot::Silent {
            return missing(&rules::METRIC_MISSING, "metric");
        }
        // Whose figures are meant, and which, is doubtful where a title holds words that nobody explains.
        let doubt = if self.names_entity() { &self.around.unexplained } else { &self.around.doubt };
        if let Some(doubt) = doubt.as_ref().filter(|_| entity != Slot::Silent) {
            return Some(Outcome::Stopped(&rules::OTHERS_MAY_BE_MEANT, doubt.clone(), candidate.clone(), None));
        }
        let sums = [self.row.total, self.col.total];
        if sums.into_iter().flatten().any(|(total, explained)| total == Total::Part || !explained) {
            return review(&rules::SUM_OF_WHAT, ReviewReason::Subtotal);
        }
        if entity == Slot::Silent {
            return missing(&rules::ENTITY_MISSING, "entity");
        }
        if period == Slot::Silent {
            // A day alone is the end of several periods; the longest is offered.
            if let Some((date, stop)) = self.row.dates.first().or(self.col.dates.first()) {
                let nearest = days::longest_ending(*date, self.context.profile.calendar);
                let nearest = nearest.map(|period| period.to_string());
                return Some(Outcome::Stopped(&rules::DAY_OF_NO_PERIOD, stop.clone(), candidate.clone(), nearest));
            }
            return missing(&rules::PERIOD_MISSING, "period");
        }
        // Under the name of others, "Group" is theirs, and so is an entity where nothing names others beside it.
        let is_home = candidate.entity.as_ref() == Some(&self.context.profile.home.entity);
        let noun = self.around.noun.as_ref().filter(|_| !self.names_entity() || is_home);
        if let Some(others) = self.around.others.as_ref().or(noun) {
            return Some(Outcome::Stopped(&rules::OTHERS_MAY_BE_MEANT, others.clone(), candidate.clone(), None));
        }
        None
    }

    fn metric(self) -> Cow<'a, Slot<MetricCode>> {
        or_around(self.row.metric.agreed(&self.col.metric), &self.around.metric)
    }

    fn entity(self) -> Cow<'a, Slot<EntityCode>> {
        let entity = or_around(self.row.entity.agreed(&self.col.entity), &self.around.entity);
        let Slot::One(named, words) = &*entity else { return entity };
        let over = if self.names_entity() {
            self.around.against_entity(named)
        } else {
            self.of_document.against_entity(named)
        };
        let home = &self.context.profile.home.entity;
        match over.or_else(|| self.around.labels.against_entity(named, home, self.cell.at)) {
            Some(other) => Cow::Owned(Slot::Two(words.clone(), other.to_owned())),
            None => entity,
        }
    }

    /// Whether a header names the entity.
    fn names_entity(self) -> bool {
        self.row.entity != Slot::Silent || self.col.entity != Slot::Silent
    }

    fn channel(self) -> Cow<'a, Slot<ChannelCode>> {
        let channel = self.row.channel.agreed(&self.col.channel);
        let over = channel.value().and_then(|named| self.around.against_channel(named));
        let channel = or_around(channel, &self.around.channel);
        let Slot::One(named, words) = &*channel else { return channel };
        match over.or_else(|| self.around.labels.against_channel(named, self.cell.at)) {
            Some(other) => Cow::Owned(Slot::Two(words.clone(), other.to_owned())),
            None => channel,
        }
    }

    fn period(self) -> Cow<'a, Slot<Period>> {
        let period = path::period(self.row, self.col, &self.around.period, self.context.profile.calendar);
        let Slot::One(named, words) = &*period else { return period };
        match self.around.labels.against_period(*named, self.cell.at) {
            Some(other) => Cow::Owned(Slot::Two(words.clone(), other.to_owned())),
            None => period,
        }
    }

    /// The unit of a number that is expected in some unit.
    fn unit(self, read: &NotedNumber, expected: &UnitCode, metric: Option<&MetricCode>) -> Unit {
        let beside = stated_beside(self.grid, self.cell, self.row, self.context).into_iter();
        let beside: Vec<Statement> =
            beside.chain(stated_in_column(self.in_column, self.cell.at.row).cloned()).collect();
        let places = UnitPlaces {
            row: self.row,
            col: self.col,
            around: &self.around.units,
            beside: &beside,
            in_corner: self.around.in_corner,
            claims: [&self.around.claims, &self.of_grid.claims, &self.of_document.claims],
            metric,
            reader: &self.context.units,
        };
        places.unit(read, expected)
    }

    /// The business date: the one day that the headers state, else the one that the titles do.
    fn date(self) -> Option<Date> {
        let mut dates = self.row.dates.iter().chain(&self.col.dates).map(|(date, _)| *date);
        match (dates.next(), dates.next()) {
            (Some(date), None) => Some(date),
            (None, _) => self.around.date,
            _ => None,
        }
    }

    fn tags(self) -> Vec<String> {
        let mut tags: Vec<String> =
            [&self.row.tags, &self.col.tags, &self.around.tags].into_iter().flatten().cloned().collect();
        tags.sort();
        tags.dedup();
        tags
    }

    fn steps(
        self,
        read: &NotedNumber,
        metric: &Slot<MetricCode>,
        period: &Slot<Period>,
        unit_from_title: bool,
    ) -> impl Iterator<Item = Step> + Clone {
        let metric_by_title =
            metric.value().is_some() && self.row.metric == Slot::Silent && self.col.metric == Slot::Silent;
        let period_by_title =
            period.value().is_some() && self.row.period == Slot::Silent && self.col.period == Slot::Silent;
        let entity = match self.around.entity_in.filter(|_| !self.names_entity()) {
            Some(NamedIn::Title) => Some(Step::EntityFromTitle),
            Some(NamedIn::Sheet) => Some(Step::EntityFromSheet),
            Some(NamedIn::Owner) => Some(Step::EntityOfOwner),
            None => None,
        };
        let unseen = Unseen::of(self.grid, self.cell).or(read.invisible.then_some(Unseen::Format));
        let steps = [
            (self.cell.conditional, Step::Conditional),
            (matches!(self.grid.place, GridPlace::Page { .. }), Step::Page),
            (read.from_text, Step::Text),
            (read.marked, Step::Mark),
            (self.row.carried || self.col.carried, Step::Carried),
            (self.row.narrowed || self.col.narrowed, Step::Narrowed),
            (metric_by_title || period_by_title, Step::FromTitle),
            (unit_from_title, Step::UnitFromTitle),
        ];
        let taken = steps.into_iter().filter(|(taken, _)| *taken).map(|(_, step)| step);
        unseen.map(Step::Hidden).into_iter().chain(taken).chain(entity)
    }
}

/// What keeps the content of a cell from being a number.
fn no_number(reason: &ReviewReason) -> &'static Rule {
    match reason {
        ReviewReason::NoResult => &rules::FORMULA_WITHOUT_RESULT,
        ReviewReason::OutOfRange => &rules::BEYOND_EXACT,
        ReviewReason::ScaledFormat { .. } => &rules::SCALED_BY_FORMAT,
        ReviewReason::Blemished { .. } => &rules::MIXED_TEXT,
        ReviewReason::Inexact { .. } => &rules::NOT_EXACT,
        _ => &rules::NOT_A_NUMBER,
    }
}

/// What the headers say, else what the texts around do.
fn or_around<'a, T: Clone + PartialEq>(headers: Cow<'a, Slot<T>>, around: &'a Slot<T>) -> Cow<'a, Slot<T>> {
    if *headers == Slot::Silent { Cow::Borrowed(around) } else { headers }
}
