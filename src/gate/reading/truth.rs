//! Whether a fixed sentence is true of this answer: every slot is held against the fact it renders, the fields of the
//! answer, and the question. What follows depends on what stands before it: another source's value belongs to the fact
//! above, and what waits to what was not found.

use super::words::is_exactly;
use super::{Piece, Read, Reader};
use crate::difference;
use crate::golden::{Dimension, PhraseKind, Slot};
use crate::key::{FactKey, Period, TOTAL};
use crate::numerals;
use crate::outcome::{CitedPassage, ClarificationMode, Found, ToolResult, Waiting};

/// Something is wrong with a sentence.
pub(super) type Problem = Result<(), String>;

/// What the sentences before it were about.
#[derive(Default)]
pub(super) struct Before<'a> {
    fact: Option<&'a Found>,
    pub(super) missing: Option<(FactKey, &'a Waiting)>,
}

pub(super) fn demand(holds: bool, why: &str) -> Problem {
    if holds { Ok(()) } else { Err(why.to_owned()) }
}

/// Whether a sentence tells the date of what it states, where its system always does.
fn dated(read: &Read<'_>, date: Option<String>) -> Problem {
    match (read.slot(Slot::Date), date) {
        (Some(stated), date) => demand(date.as_deref() == Some(stated), "its date is another one"),
        (None, Some(_)) => demand(!read.is_dated, "its date is not said"),
        (None, None) => Ok(()),
    }
}

impl<'a> Reader<'a> {
    /// Why the fixed sentences among some pieces are not true, in order, each with its text.
    pub(in crate::gate) fn untrue<'t>(&self, pieces: &[Piece<'t>]) -> Vec<(&'t str, String)> {
        let mut before = Before::default();
        let of = |piece: &Piece<'t>| {
            let read = piece.phrase.as_ref()?;
            self.check(read, &mut before).err().map(|why| (piece.text, why))
        };
        pieces.iter().filter_map(of).collect()
    }

    fn check(&self, read: &Read<'_>, before: &mut Before<'a>) -> Problem {
        self.names_are_native(read)?;
        match read.kind {
            PhraseKind::Fact => self.fact(read, before),
            PhraseKind::Conflict => self.conflict(read, before),
            PhraseKind::Change => self.change(read),
            PhraseKind::NotFound => self.not_found(read, before),
            PhraseKind::Waiting => self.waiting(read, before),
            PhraseKind::NoGuess => demand(self.outcome.found().next().is_none(), "something was found"),
            PhraseKind::Unrecognized => self.unrecognized(read),
            PhraseKind::NotComputed => self.not_computed(read),
            PhraseKind::OutOfScope => self.out_of_scope(read),
            PhraseKind::Ask => self.ask(read),
            PhraseKind::Assumption => self.assumption(read),
            PhraseKind::NoProse => self.no_prose(read),
            PhraseKind::Relaxed => self.relaxed(read),
            PhraseKind::UnreadPeriod => self.unread_period(read),
            PhraseKind::Contradiction => self.contradiction(read),
            PhraseKind::OtherLanguage => self.other_language(),
            PhraseKind::Caution => self.caution(read),
            PhraseKind::Shortened | PhraseKind::AlsoFound => self.beside(read),
            PhraseKind::Heading => demand(self.outcome.narrative.is_some(), "there is nothing under this heading"),
            PhraseKind::Source => self.source(read),
            PhraseKind::Hint => demand(self.outcome.refused, "it was answered"),
            PhraseKind::Choice => Err("a choice stands among no choices".to_owned()),
        }
    }

    fn names_are_native(&self, read: &Read<'_>) -> Problem {
        let profile = &self.fixture.profile;
        let dimensions = [
            (Slot::Entity, &profile.entities),
            (Slot::Metric, &profile.metrics),
            (Slot::Channel, &profile.channels),
            (Slot::Unit, &profile.units),
        ];
        for (slot, dimension) in dimensions {
            let foreign = read.slot(slot).filter(|name| dimension.is_foreign(name, self.language));
            if let Some(name) = foreign {
                return Err(format!("`{name}` is a name in another language"));
            }
        }
        Ok(())
    }

    /// What the sentence is about.
    pub(in crate::gate) fn key(&self, read: &Read<'_>) -> Option<FactKey> {
        let profile = &self.fixture.profile;
        let code = |slot: Slot, dimension: &Dimension| Some(dimension.resolve(read.slot(slot)?)?.to_owned());
        let channel = match read.slot(Slot::Channel) {
            Some(name) => profile.channels.resolve(name)?.to_owned(),
            None => TOTAL.to_owned(),
        };
        Some(FactKey {
            metric: code(Slot::Metric, &profile.metrics)?,
            entity: code(Slot::Entity, &profile.entities)?,
            period: Period::read_in_report(read.slot(Slot::Period)?)?,
            channel,
        })
    }

    fn unit(&self, read: &Read<'_>) -> Option<&str> {
        self.fixture.profile.units.resolve(read.slot(Slot::Unit)?)
    }

    fn fact(&self, read: &Read<'_>, before: &mut Before<'a>) -> Problem {
        let key = self.key(read).ok_or("it names no key")?;
        let of_key = self.evidence.facts.iter().copied().filter(|found| found.key().as_ref() == Some(&key));
        let stated = read.slot(Slot::Value).unwrap_or_default();
        let found =
            of_key.into_iter().find(|found| is_exactly(stated, found.value) && self.unit(read) == Some(&found.unit));
        let found =
            found.ok_or_else(|| format!("no found value of {key} that the fixture has is {stated} in this unit"))?;
        before.fact = Some(found);
        demand(self.case.expected.facts.iter().any(|fact| fact.key == key), "nobody asked for it")?;
        let source = &found.source;
        demand(is_or_absent(read, Slot::Doc, &source.doc), "its document is another one")?;
        demand(is_or_absent(read, Slot::Locator, &source.locator), "its place is another one")?;
        dated(read, self.evidence.date_of(&key, &found.source))
    }

    fn conflict(&self, read: &Read<'_>, before: &Before<'a>) -> Problem {
        let fact = before.fact.ok_or("it stands under no fact")?;
        let stated = read.slot(Slot::Value).unwrap_or_default();
        let of_fact = fact.conflicts.iter().filter(|other| self.evidence.values.contains(&other.value));
        let is_it = |other: &&crate::outcome::Conflict| {
            is_exactly(stated, other.value)
                && self.unit(read) == Some(&other.unit)
                && is_or_absent(read, Slot::Doc, &other.source.doc)
                && is_or_absent(read, Slot::Locator, &other.source.locator)
        };
        let other = of_fact.into_iter().find(is_it).ok_or("no other source states this for the value above")?;
        demand((other.value, &other.unit) != (fact.value, &fact.unit), "the other source states the same")?;
        let key = fact.key().ok_or("it stands under no key")?;
        dated(read, self.evidence.date_of(&key, &other.source))
    }

    fn change(&self, read: &Read<'_>) -> Problem {
        let [one, other] = self.evidence.facts.as_slice() else { return Err("there are not two values".to_owned()) };
        let (Some(a), Some(b)) = (difference::Operand::of(one), difference::Operand::of(other)) else {
            return Err("the values have no periods".to_owned());
        };
        let computed = difference::between(&a, &b).ok_or("the two values have no difference")?;
        let (from, to) = (a.key.period.min(b.key.period), a.key.period.max(b.key.period));
        let period = |slot: Slot| read.slot(slot).and_then(Period::read_in_report);
        demand(period(Slot::From) == Some(from) && period(Slot::To) == Some(to), "the periods are others")?;
        let label = self.fixture.profile.units.label(&a.unit, self.language);
        let amount = match (read.slot(Slot::Points), read.slot(Slot::Change)) {
            (Some(points), None) if label.starts_with('%') => points,
            (None, Some(change)) if self.unit(read) == Some(&a.unit) && !label.starts_with('%') => change,
            _ => return Err("it is in another unit".to_owned()),
        };
        demand(is_exactly(amount, computed.value), "the difference is another one")?;
        let percent = read.slot(Slot::Percent);
        demand(
            match (percent, computed.percent) {
                (Some(stated), Some(computed)) => is_exactly(stated, computed),
                (stated, computed) => stated.is_none() && computed.is_none(),
            },
            "the percentage is another one",
        )
    }

    fn ask(&self, read: &Read<'_>) -> Problem {
        let clarification = &self.outcome.clarification;
        demand(clarification.mode == ClarificationMode::AskFirst, "nothing has to be asked")?;
        demand(
            read.slot(Slot::Words).is_none_or(|words| self.asks(words.trim_end_matches('…'))),
            "the question does not say that",
        )?;
        let missing = read.missing.as_deref().unwrap_or_default();
        let intent = &self.outcome.intent;
        let is_open = match missing {
            // A number of the question is not repeated, so that words which hold one are not named, but in their field.
            "metric" => {
                let is_unrepeated =
                    || clarification.unrepeated.as_deref().is_some_and(|words| self.may_not_repeat(words));
                read.slot(Slot::Words).is_some() || intent.metrics.is_empty() || is_unrepeated()
            }
            // Entity and period can be assumed; without a metric nothing can.
            "entity" => intent.entities.is_empty() && !intent.metrics.is_empty(),
            "period" => intent.periods.is_empty() && !intent.metrics.is_empty(),
            _ => true,
        };
        demand(is_open, "the question says what is asked for")?;
        let Some(choices) = read.slot(Slot::Choices) else {
            return demand(self.dimension(missing).is_none(), "it offers no choice");
        };
        // A name may hold what parts a list ("Fees and charges"), so both sides are parted alike.
        let offered: Vec<String> =
            clarification.narrowing_options.iter().flat_map(|option| self.entries(option)).collect();
        demand(self.entries(choices) == offered, "it offers other choices than the fields")?;
        let is_name = |choice: &String| self.is_native_name(missing, choice);
        demand(clarification.narrowing_options.iter().all(is_name), "it offers what the profile does not have")?;
        self.offers(read, missing)
    }

    fn assumption(&self, read: &Read<'_>) -> Problem {
        let clarification = &self.outcome.clarification;
        let is_assumed = clarification.mode == ClarificationMode::AnswerWithAssumptions;
        demand(is_assumed, "nothing was assumed")?;
        let settings = self.settings(read.slot(Slot::Assumed).unwrap_or_default()).ok_or("it names no parameter")?;
        let named: Vec<&str> = settings.iter().map(|(param, _)| *param).collect();
        demand(named == clarification.assumed_slots, "other things were assumed")?;
        for (param, values) in &settings {
            let agrees = |key: &FactKey| values.iter().all(|value| self.is_of(key, param, value));
            demand(self.keys().all(|key| agrees(&key)), "it answers for something else")?;
        }
        Ok(())
    }

    fn source(&self, read: &Read<'_>) -> Problem {
        let number = read.slot(Slot::Number).and_then(|number| number.parse().ok()).unwrap_or(0);
        let passage = self.passage(number).ok_or("no passage has this number")?;
        let is_it = |slot: Slot, whole: &str| {
            read.slot(slot)
                .is_none_or(|text| text == whole || text.strip_suffix('…').is_some_and(|cut| whole.starts_with(cut)))
        };
        demand(
            is_it(Slot::Doc, &passage.doc) && is_it(Slot::Title, &passage.title),
            "the passage is of another document",
        )?;
        demand(is_or_absent(read, Slot::Locator, &passage.locator), "the passage stands elsewhere")?;
        dated(read, self.fixture.document(&passage.doc).and_then(|document| document.date().cloned()))
    }

    pub(super) fn passage(&self, number: u64) -> Option<&'a CitedPassage> {
        self.outcome.cited().find(|passage| passage.number == number)
    }

    /// What was looked up, found or not.
    pub(super) fn keys(&self) -> impl Iterator<Item = FactKey> {
        self.outcome.tool_results.iter().filter_map(|result| match result {
            ToolResult::Found(found) => found.key(),
            ToolResult::NotFound { normalized, .. } => Some(FactKey {
                metric: normalized.metric_code.clone(),
                entity: normalized.entity.clone(),
                period: normalized.period.parse().ok()?,
                channel: normalized.channel.clone(),
            }),
            ToolResult::UnrecognizedParam { .. } => None,
        })
    }

    pub(super) fn is_of(&self, key: &FactKey, param: &str, value: &str) -> bool {
        match param {
            "period" => Period::read_in_report(value) == Some(key.period),
            "entity" => self.fixture.profile.entities.resolve(value) == Some(&key.entity),
            "metric" => self.fixture.profile.metrics.resolve(value) == Some(&key.metric),
            "channel" => self.fixture.profile.channels.resolve(value) == Some(&key.channel),
            _ => false,
        }
    }
}

impl Reader<'_> {
    /// Whether words are the question's, and hold a number that is no period of it.
    fn may_not_repeat(&self, words: &str) -> bool {
        let is_period = |words: &str| Period::read_in_report(words).is_some();
        self.asks(words) && !is_period(words) && !numerals::find(words).is_empty()
    }
}

fn is_or_absent(read: &Read<'_>, slot: Slot, whole: &str) -> bool {
    read.slot(slot).is_none_or(|text| text == whole)
}
