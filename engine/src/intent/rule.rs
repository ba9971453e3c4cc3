//! The parser that needs no model: tokens in, intent out. Its first rule is that every word counts: what neither the
//! profile nor the word lists nor a dictionary explains is reported as unknown, never passed over.

use std::ops::Range;
use std::sync::Arc;

use super::clauses::{self, Clause};
use super::cues;
use super::preamble;
use super::residue::{self, Reading};
use super::token::{Row, TokenKind, tokens};
use super::unit;
use super::wording;
use super::{AboutKind, AboutWord, Intent, IntentParser, Param, Route, Slot, Unknown};
use crate::gate::Screened;
use crate::language::periods::{self, PeriodReading};
use crate::language::units::UnitReader;
use crate::period::{FiscalCalendar, Period};
use crate::profile::{Glossary, Profile, Term, WordClass};
use crate::rule::word as rules;
use crate::text::TextView;

/// Reads questions with the profile's glossary and the word lists.
#[derive(Debug, Clone)]
pub struct RuleIntentParser {
    profile: Arc<Profile>,
    glossary: Arc<Glossary>,
    units: Arc<UnitReader>,
}

impl RuleIntentParser {
    /// A parser for one profile.
    pub fn new(profile: Arc<Profile>, glossary: Arc<Glossary>) -> Self {
        let units = Arc::new(UnitReader::new(profile.unit_spellings()));
        Self { profile, glossary, units }
    }
}

impl RuleIntentParser {
    fn fill(&self, row: &Row<'_>, reading: &Reading, range: &Range<usize>) -> Intent {
        fill(row, reading, range, &self.profile, &self.glossary)
    }

    /// What each clause names; none where the question is one clause.
    fn clauses(&self, row: &Row<'_>, reading: &Reading, preamble: usize) -> Vec<Clause> {
        fn values<T>(slots: Vec<Slot<T>>) -> Vec<T> {
            slots.into_iter().map(|slot| slot.value).collect()
        }
        let ranges = clauses::ranges(row, preamble);
        if ranges.len() < 2 {
            return Vec::new();
        }
        let clause = |range: Range<usize>| {
            let asks_why = clauses::asks_why(row, &range);
            let Intent { metrics, entities, periods, channels, .. } = self.fill(row, reading, &range);
            Clause {
                asks_why,
                metrics: values(metrics),
                entities: values(entities),
                periods: values(periods),
                channels: values(channels),
            }
        };
        ranges.into_iter().map(clause).collect()
    }
}

impl IntentParser for RuleIntentParser {
    fn parse(&self, question: &Screened<'_>) -> Intent {
        let source = question.masked();
        let scan = |view: &TextView| periods::scan_with_days(view, self.profile.calendar, question.today());
        let view = wording::as_named(TextView::new(source), &self.glossary, scan);
        let tokens = tokens(source, &view, &self.glossary, scan);
        let row = Row { source, view: &view, tokens, home: &self.profile.home.entity };
        let preamble = preamble::tokens(&row);
        let requests = unit::requests(&row, &self.units);
        let reading = residue::read(&row, preamble, &requests);
        let mut intent = self.fill(&row, &reading, &(0..row.tokens.len()));
        intent.unknown.extend(reading.unknown.iter().cloned());
        intent.qualifiers.extend(reading.qualifiers.iter().cloned());
        intent.rules.extend(reading.rules.iter().cloned());
        if preamble > 0 {
            intent.rules.push(Slot { value: &rules::LEADS_UP, span: row.source_span(0, preamble - 1) });
        }
        let foreign = reading.of_foreign_names(&row);
        intent.about = about(&row, &foreign, preamble);
        intent.question_start = if preamble < row.tokens.len() { row.source_span(preamble, preamble).start } else { 0 };
        let conversion = unit::conversion(&row, &requests, &self.units, &intent, &self.profile);
        cues::conclude(&row, &reading, &self.profile, conversion, &mut intent);
        intent.rules.sort_by_key(|rule| rule.span.start);
        if intent.route == Route::Composite {
            intent.clauses = self.clauses(&row, &reading, preamble);
        }
        if intent.route == Route::Narrative {
            // A fact's key must be understood word for word; documents are found by an entity's name wherever it stands
            // (香港访客业务, "Hong Kong visitors"), unless it is a part of somebody else's.
            intent.entities = self.fill(&row, &foreign, &(0..row.tokens.len())).entities;
        }
        intent
    }
}

fn is_opening_quote(text: &str) -> bool {
    matches!(text, "\"" | "'" | "“" | "‘" | "「" | "『" | "《")
}

/// The words behind the preamble that fill no slot and have no function, each of the `foreign` names as one.
fn about(row: &Row<'_>, foreign: &Reading, preamble: usize) -> Vec<Slot<AboutWord>> {
    let word = |index: usize| {
        if let Some(last) = foreign.phrase_at(index) {
            let value = AboutWord { text: row.joined(index, last).to_owned(), kind: AboutKind::WholeName };
            return Some(Slot { value, span: row.source_span(index, last) });
        }
        let kind = match row.kind(index)? {
            _ if foreign.absorbed(index) => return None,
            TokenKind::Name | TokenKind::Term(Term::Place) => AboutKind::Name,
            // What somebody puts in quotation marks is a name, whatever the dictionary says.
            TokenKind::Ordinary if index.checked_sub(1).is_some_and(|before| is_opening_quote(row.text(before))) => {
                AboutKind::Name
            }
            TokenKind::Ordinary | TokenKind::Word(WordClass::Company | WordClass::ThirdParty) => AboutKind::Word,
            TokenKind::Word(WordClass::Passed(_)) if is_event(row, index) => AboutKind::Word,
            _ => return None,
        };
        let value = AboutWord { text: row.text(index).to_owned(), kind };
        Some(Slot { value, span: row.source_span(index, index) })
    };
    (preamble..row.tokens.len()).filter_map(word).collect()
}

/// Whether a word that asks for an inspection in front of its object (核查一下费用) is one that took place, behind what was
/// inspected: 费用核查.
fn is_event(row: &Row<'_>, index: usize) -> bool {
    let stands_behind = matches!(row.before(index), Some(TokenKind::Name | TokenKind::Ordinary));
    matches!(row.text(index), "核查" | "核实" | "核对" | "复核") && stands_behind && row.touches(index - 1, index)
}

/// The slots that the tokens of a range fill.
fn fill(row: &Row<'_>, reading: &Reading, range: &Range<usize>, profile: &Profile, glossary: &Glossary) -> Intent {
    let (home, calendar) = (&profile.home.entity, profile.calendar);
    let mut intent = Intent::empty(Route::Narrative);
    let mut home_company = None;
    let tokens = row.tokens.iter().enumerate();
    for (index, token) in tokens.filter(|(index, _)| range.contains(index) && !reading.absorbed(*index)) {
        let span = row.source_span(index, index);
        match &token.kind {
            TokenKind::Term(Term::Metric(code)) => push(&mut intent.metrics, code.clone(), span),
            TokenKind::Term(Term::Entity(code)) if code == home && owns_next(row, index) => home_company = Some(span),
            TokenKind::Term(Term::Entity(_)) if lists_places(row, index) => {
                for code in row.text(index).split(", ").filter_map(|name| glossary.entity(name)) {
                    push(&mut intent.entities, code, span.clone());
                }
            }
            TokenKind::Term(Term::Entity(code)) => push(&mut intent.entities, code.clone(), span),
            TokenKind::Term(Term::Channel(code)) => push(&mut intent.channels, code.clone(), span),
            TokenKind::Term(Term::HomeCompany) => home_company = Some(span),
            TokenKind::Period(PeriodReading::Periods(periods))
                if beside_stated(row, index) || off_calendar(row, index, periods, calendar) =>
            {
                let raw = row.source_text(index - 1, index);
                let span = row.source_span(index - 1, index);
                let rule = if beside_stated(row, index) { &rules::RELATIVE_TO_STATED } else { &rules::CALENDAR_PART };
                intent.rules.push(Slot { value: rule, span: span.clone() });
                intent.unknown.push(Unknown { param: Param::Period, raw, span, listed: false });
            }
            TokenKind::Period(PeriodReading::Periods(periods)) => {
                for period in periods {
                    push(&mut intent.periods, *period, span.clone());
                }
            }
            TokenKind::Period(PeriodReading::BareYear(_)) if counts_things(row, index) => {
                intent.rules.push(Slot { value: &rules::COUNTS_THINGS, span });
            }
            TokenKind::Period(PeriodReading::BareYear(period)) => push(&mut intent.periods, *period, span),
            TokenKind::Period(PeriodReading::Unreadable) if !reading.in_preamble(index) => {
                let raw = row.source_text(index, index);
                intent.rules.push(Slot { value: &rules::UNREADABLE_PERIOD, span: span.clone() });
                intent.unknown.push(Unknown {
                    param: Param::Period,
                    raw,
                    span,
                    listed: residue::is_listed(row, index, index, Param::Period),
                });
            }
            _ => {}
        }
    }
    if let (Some(span), true) = (home_company, intent.entities.is_empty()) {
        push(&mut intent.entities, home.clone(), span);
    }
    if !intent.periods.is_empty() && intent.periods.iter().all(|period| !matches!(period.value, Period::Year { .. })) {
        // One word, or else two.
        let words = |more: usize| range.clone().map(move |first| (first, first + more));
        let mut words =
            words(0).chain(words(1)).filter(|(first, last)| range.contains(last) && !reading.absorbed(*first));
        let whole_year = words.find(|(first, last)| names_whole_year(row, *first, *last, calendar));
        if let Some((first, last)) = whole_year {
            let (raw, span) = (row.source_text(first, last), row.source_span(first, last));
            intent.rules.push(Slot { value: &rules::UNREADABLE_PERIOD, span: span.clone() });
            intent.unknown.push(Unknown { param: Param::Period, raw, span, listed: false });
        }
    }
    intent
}

/// Whether words say that all of a year is meant, without saying which: beside a month neither can be told.
fn names_whole_year(row: &Row<'_>, first: usize, last: usize, calendar: FiscalCalendar) -> bool {
    let is_period = |index: usize| matches!(row.kind(index), Some(TokenKind::Period(_)));
    !(first..=last).any(is_period) && periods::names_whole_year(&TextView::new(&row.source_text(first, last)), calendar)
}

/// Whether a relative wording stands at a stated period ("FY2024 previous year", 2024财年的上一年): it is relative to that
/// one and not to today, which no reading expresses.
fn beside_stated(row: &Row<'_>, index: usize) -> bool {
    let stated = |index: usize| {
        matches!(row.kind(index), Some(TokenKind::Period(_))) && row.text(index).contains(|c: char| c.is_ascii_digit())
    };
    let before = match index.checked_sub(1) {
        Some(before) if row.text(before) == "的" => before.checked_sub(1),
        before => before,
    };
    periods::is_step_wording(row.text(index)) && before.is_some_and(stated)
}

/// Whether a half or quarter is called one of the calendar year where fiscal years end in another month.
fn off_calendar(row: &Row<'_>, index: usize, periods: &[Period], calendar: FiscalCalendar) -> bool {
    let is_part = |period: &Period| matches!(period, Period::Half { .. } | Period::Quarter { .. });
    let of_calendar =
        index.checked_sub(1).is_some_and(|before| matches!(row.text(before), "calendar" | "自然" | "日历"));
    calendar.year_end_month() != 12 && of_calendar && periods.iter().any(is_part)
}

/// Whether the home company is named as the owner of the entity behind it ("Acme's Hong Kong", 明泰香港).
fn owns_next(row: &Row<'_>, index: usize) -> bool {
    let owner_mark = matches!(row.text(index + 1), "'" | "’") && row.text(index + 2) == "s";
    row.is_entity(index + 1)
        || (row.text(index + 1) == "的" && row.is_entity(index + 2))
        || (owner_mark && row.is_entity(index + 3))
}

/// Whether "Hong Kong, China" is two of a list, because the list goes on ("Hong Kong, China and Macau").
fn lists_places(row: &Row<'_>, index: usize) -> bool {
    let goes_on = row.is_word(index + 1, WordClass::Joiner) || row.text(index + 1) == ",";
    let next_is_place = matches!(row.kind(index + 2), Some(TokenKind::Term(Term::Entity(_) | Term::Place)));
    row.text(index).contains(", ") && goes_on && next_is_place
}

/// Adds a value once.
fn push<T: PartialEq>(slots: &mut Vec<Slot<T>>, value: T, span: Range<usize>) {
    if slots.iter().all(|slot| slot.value != value) {
        slots.push(Slot { value, span });
    }
}

/// Whether a bare number counts what follows ("2030 items") instead of naming a year ("in 2030 items").
fn counts_things(row: &Row<'_>, index: usize) -> bool {
    let is_noun =
        matches!(row.kind(index + 1), Some(TokenKind::Ordinary | TokenKind::Name)) || row.is_passed(index + 1);
    let plural = is_noun && row.text(index + 1).len() > 3 && row.text(index + 1).ends_with('s');
    plural && row.before(index) != Some(&TokenKind::Word(WordClass::Preposition))
}
