//! The clarification gate: a missing metric is asked for, a missing entity or period is assumed and said, a competitor is
//! refused before anything else. Only this module makes an [`InScope`], so nothing is looked up that was not decided here.

use super::clarification::{Clarification, Mode, OPTIONS_MAX};
use super::metric;
use crate::code::{ChannelCode, EntityCode, MetricCode};
use crate::gate::Screened;
use crate::intent::{Clause, Intent, Operation, Param, Slot, Unknown};
use crate::period::Period;
use crate::phrases::Phrases;
use crate::profile::{Profile, WhenMissing};

/// How many other entities or periods an assumption offers.
const NARROWING_MAX: usize = 4;

/// Where a question goes.
#[derive(Debug)]
pub enum Scope {
    /// It can be looked up.
    InScope(Box<InScope>),
    /// It must be asked more precisely.
    Ask(Clarification),
    /// It is refused.
    Refuse(Clarification),
}

/// A question whose every slot is decided.
#[derive(Debug)]
pub struct InScope {
    pub(crate) metrics: Vec<MetricCode>,
    pub(crate) entities: Vec<EntityCode>,
    pub(crate) periods: Vec<Period>,
    pub(crate) channels: Vec<ChannelCode>,
    /// The clauses of a question that has several, each with what it names itself.
    pub(crate) clauses: Vec<Clause>,
    /// The channel of a clause that names none.
    pub(crate) default_channel: ChannelCode,
    /// What the question names and the profile does not know; the answer names it.
    pub(crate) unknown: Vec<Unknown>,
    pub(crate) clarification: Clarification,
}

/// Decides, in this order: competitor, narrative, metric, entity and period.
pub fn clarify(profile: &Profile, question: &Screened<'_>, intent: &Intent) -> Scope {
    let phrases = Phrases::new(question.lang(), profile);
    if let Some(hit) = question.hits().first() {
        let name = profile.competitors.get(&hit.competitor).map(|c| c.label.get(question.lang()));
        return Scope::Refuse(Clarification {
            mode: Mode::OutOfScopeEntity,
            narrowing_options: vec![profile.home.company.get(question.lang()).to_owned()],
            question: Some(phrases.out_of_scope(name.unwrap_or(&hit.competitor))),
            ..Clarification::none()
        });
    }
    // A search goes on without a period that cannot be read, and says so; a fact does not.
    let stops = |unknown: &&Unknown| intent.route.wants_facts() || unknown.param != Param::Period;
    let mut unknown: Vec<Unknown> = intent.unknown.iter().filter(stops).cloned().collect();
    let metrics = known(&intent.metrics, Param::Metric, |code| profile.metrics.contains_key(code), &mut unknown);
    let entities = known(&intent.entities, Param::Entity, |code| profile.entities.contains_key(code), &mut unknown);
    let channels = known(&intent.channels, Param::Channel, |code| profile.channels.contains_key(code), &mut unknown);
    let periods = each_once(&intent.periods);
    let mut scope = InScope {
        metrics,
        entities,
        periods,
        channels,
        clauses: clauses(profile, intent),
        default_channel: profile.default_channel.clone(),
        unknown,
        clarification: Clarification::none(),
    };
    if !intent.route.wants_facts() {
        return Scope::InScope(Box::new(scope));
    }
    if scope.metrics.is_empty() {
        return Scope::Ask(metric::unknown(profile, question, &phrases, &scope.unknown));
    }
    if let Some(qualifier) = intent.qualifiers.first() {
        return Scope::Ask(metric::qualified(profile, &phrases, &scope.metrics, &qualifier.value));
    }
    if scope.is_blocked() || ranks_the_unnamed(intent, &scope) {
        return Scope::InScope(Box::new(scope));
    }
    if asks(intent, Operation::Exclusion)
        && !scope.lists_parts()
        && !leaves_out_period(intent)
        && (leaves_out_metric(intent) || !scope.add_the_whole(profile))
    {
        return Scope::InScope(Box::new(scope));
    }
    match assume(profile, question, &phrases, &mut scope) {
        Some(ask) => Scope::Ask(ask),
        None => Scope::InScope(Box::new(scope)),
    }
}

impl InScope {
    /// Whether something unknown leaves nothing to answer: it narrows the whole question, or nothing known stands beside
    /// it on its axis.
    pub(crate) fn is_blocked(&self) -> bool {
        self.unknown.iter().any(|unknown| {
            !unknown.listed
                || match unknown.param {
                    Param::Metric => self.metrics.is_empty(),
                    Param::Entity => self.entities.is_empty(),
                    Param::Period => self.periods.is_empty(),
                    Param::Channel => self.channels.is_empty(),
                }
        })
    }

    /// Where something is left out of a whole, puts the whole beside the part; false when the question does not say what
    /// the whole is, so that the part alone would be what nobody asked for.
    fn add_the_whole(&mut self, profile: &Profile) -> bool {
        match (self.channels.as_slice(), self.entities.as_slice()) {
            ([channel], _) if *channel != profile.default_channel => {
                self.channels.insert(0, profile.default_channel.clone());
                true
            }
            ([], [entity]) if *entity != profile.home.entity => {
                self.entities.insert(0, profile.home.entity.clone());
                true
            }
            _ => false,
        }
    }

    fn lists_values(&self) -> bool {
        self.lists_parts() || self.periods.len() > 1
    }

    /// Whether it lists what one period can hold several of.
    fn lists_parts(&self) -> bool {
        self.metrics.len() > 1 || self.entities.len() > 1 || self.channels.len() > 1
    }
}

/// The clauses whose scopes are kept apart; none where something is to be done to the figures of the whole question, or where
/// another parser than the default lets a clause name what the profile or the question has not.
fn clauses(profile: &Profile, intent: &Intent) -> Vec<Clause> {
    fn is_named<T: PartialEq>(slots: &[Slot<T>], code: &T) -> bool {
        slots.iter().any(|slot| slot.value == *code)
    }
    let is_known = |clause: &Clause| {
        let metric = |code| profile.metrics.contains_key(code) && is_named(&intent.metrics, code);
        let entity = |code| profile.entities.contains_key(code) && is_named(&intent.entities, code);
        let channel = |code| profile.channels.contains_key(code) && is_named(&intent.channels, code);
        clause.metrics.iter().all(metric)
            && clause.entities.iter().all(entity)
            && clause.channels.iter().all(channel)
            && clause.periods.iter().all(|period| is_named(&intent.periods, period))
    };
    let keeps_apart = intent.operation.is_none() && intent.clauses.iter().all(is_known);
    if keeps_apart { intent.clauses.clone() } else { Vec::new() }
}

fn asks(intent: &Intent, operation: Operation) -> bool {
    intent.operation.as_ref().is_some_and(|asked| asked.value == operation)
}

/// Whether what is left out is a metric ("non-room revenue"), so that its own fact is just what is not wanted.
fn leaves_out_metric(intent: &Intent) -> bool {
    let behind = intent.operation.as_ref().map(|operation| operation.span.end);
    behind.is_some_and(|end| intent.metrics.iter().any(|slot| (end..=end + 1).contains(&slot.span.start)))
}

/// Whether what is left out is one of several periods ("the second quarter without the first").
fn leaves_out_period(intent: &Intent) -> bool {
    fn first<T>(slots: &[Slot<T>], from: usize) -> Option<usize> {
        slots.iter().map(|slot| slot.span.start).filter(|start| *start >= from).min()
    }
    let Some(from) = intent.operation.as_ref().map(|operation| operation.span.end) else { return false };
    let others = [first(&intent.entities, from), first(&intent.channels, from), first(&intent.metrics, from)];
    let period = first(&intent.periods, from).filter(|_| intent.periods.len() > 1);
    period.is_some_and(|period| others.into_iter().flatten().all(|other| period < other))
}

/// Whether the question wants the highest of a set that it leaves open, so that no fact is asked for: a default in the
/// open place would answer another question.
fn ranks_the_unnamed(intent: &Intent, scope: &InScope) -> bool {
    asks(intent, Operation::Ranking) && !scope.lists_values() && (scope.entities.is_empty() || scope.periods.is_empty())
}

/// The codes that the profile has, each once; another parser than the default may return others, and repeat them.
fn known<C: Clone + PartialEq + std::fmt::Display>(
    slots: &[Slot<C>],
    param: Param,
    is_known: impl Fn(&C) -> bool,
    unknown: &mut Vec<Unknown>,
) -> Vec<C> {
    let (known, foreign): (Vec<_>, Vec<_>) = slots.iter().partition(|slot| is_known(&slot.value));
    unknown.extend(foreign.into_iter().map(|slot| Unknown {
        param,
        raw: slot.value.to_string(),
        span: slot.span.clone(),
        listed: false,
    }));
    each_once(known)
}

fn each_once<'a, T: Clone + PartialEq + 'a>(slots: impl IntoIterator<Item = &'a Slot<T>>) -> Vec<T> {
    let mut values = Vec::new();
    for Slot { value, .. } in slots {
        if !values.contains(value) {
            values.push(value.clone());
        }
    }
    values
}

/// Fills missing slots with the profile's defaults, or says what to ask.
fn assume(
    profile: &Profile,
    question: &Screened<'_>,
    phrases: &Phrases<'_>,
    scope: &mut InScope,
) -> Option<Clarification> {
    let mut assumed = Vec::new();
    let mut options = Vec::new();
    if scope.channels.is_empty() {
        scope.channels.push(profile.default_channel.clone());
    }
    if scope.entities.is_empty() {
        if profile.missing.entity == WhenMissing::Ask {
            let options: Vec<String> =
                profile.entities.keys().take(OPTIONS_MAX).map(|code| phrases.entity(code)).collect();
            return Some(Clarification::ask_first(phrases.which_entity(&options), options));
        }
        assumed.push(Param::Entity);
        scope.entities.push(profile.home.entity.clone());
    }
    let latest = profile.calendar.latest_complete_year(question.today());
    if scope.periods.is_empty() {
        if profile.missing.period == WhenMissing::Ask {
            return Some(Clarification::ask_first(phrases.which_period(), Vec::new()));
        }
        assumed.push(Param::Period);
        scope.periods.push(latest);
    }
    if assumed.is_empty() {
        return None;
    }
    let metric = scope.metrics.first()?;
    if assumed.contains(&Param::Entity) {
        let others = profile.entities.keys().filter(|code| **code != profile.home.entity).take(NARROWING_MAX);
        options.extend(others.map(|code| phrases.scope(metric, code, *scope.periods.first().unwrap_or(&latest))));
    }
    if assumed.contains(&Param::Period) {
        let year = latest.year();
        let entity = scope.entities.first()?;
        let others = [Period::Year { year: year - 1 }, Period::Half { year, half: 1 }, Period::Half { year, half: 2 }];
        options.extend(others.into_iter().map(|period| phrases.scope(metric, entity, period)));
    }
    scope.clarification = Clarification {
        mode: Mode::AnswerWithAssumptions,
        assumption_note: Some(phrases.assumption(&assumed, &scope.entities, &scope.periods)),
        assumed_slots: assumed,
        narrowing_options: options,
        question: None,
        unrepeated: None,
    };
    None
}
