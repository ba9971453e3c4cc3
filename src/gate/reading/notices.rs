//! Whether a notice is true: that something is not found, waits, is not known, not computed or not answered for, and what a
//! reader of prose is told about it. The fields of an answer can tell the same lie as its text, so a notice is held against
//! the case and the fixture as well: what the fixture has, what the question names, and what the golden set expects.

use super::nearness::distance;
use super::truth::{Before, Problem, demand};
use super::{Read, Reader};
use crate::golden::{Slot, sequence};
use crate::key::{FactKey, Period};
use crate::numerals::{self, Numeral};
use crate::outcome::{ANSWERED, ClarificationMode, Normalized, ToolResult};

impl<'a> Reader<'a> {
    pub(super) fn not_found(&self, read: &Read<'_>, before: &mut Before<'a>) -> Problem {
        let key = self.key(read).ok_or("it names no key")?;
        let of_key = |normalized: &Normalized| {
            normalized.metric_code == key.metric
                && normalized.entity == key.entity
                && normalized.channel == key.channel
                && normalized.period.parse() == Ok(key.period)
        };
        let waiting = self.outcome.tool_results.iter().find_map(|result| match result {
            ToolResult::NotFound { normalized, waiting } if of_key(normalized) => Some(waiting.as_ref()),
            _ => None,
        });
        before.missing =
            waiting.ok_or("nothing of the kind was looked up in vain")?.map(|waiting| (key.clone(), waiting));
        let is_there = self.fixture.with_key(&key).any(|fact| !fact.restricted);
        demand(!is_there, "the fixture has it")?;
        demand(self.case.expected.missing.contains(&key), "nobody asked for it")
    }

    pub(super) fn waiting(&self, read: &Read<'_>, before: &mut Before<'a>) -> Problem {
        let (key, waiting) = before.missing.take().ok_or("nothing above it waits")?;
        let reasons = self.entries(read.slot(Slot::Reasons).unwrap_or_default());
        demand(reasons == waiting.reasons, "it waits for other reasons")?;
        demand(read.slot(Slot::Command) == Some(&waiting.see), "another command shows it")?;
        demand(self.is_command(&waiting.see, &key), "no such command shows it")?;
        let waits = |reason: &String| self.fixture.known.waits(&key, reason, &self.fixture.profile);
        demand(reasons.iter().all(waits), "no document of the fixture has such a reading")
    }

    /// Whether a text is a command of the system with options that name the key, and nothing else.
    fn is_command(&self, text: &str, key: &FactKey) -> bool {
        let options = self.book.commands().iter().find_map(|command| text.strip_prefix(command.as_str()));
        let Some(options) = options else { return false };
        let words: Vec<&str> = options.split_whitespace().collect();
        words.chunks(2).all(|option| match option {
            [name, value] => name.strip_prefix("--").is_some_and(|name| self.is_of(key, name, value)),
            _ => false,
        })
    }

    pub(super) fn unrecognized(&self, read: &Read<'_>) -> Problem {
        let param = self.parameter(read.slot(Slot::Param).unwrap_or_default()).ok_or("it names no parameter")?;
        let words = read.slot(Slot::Words).map(|words| words.trim_end_matches('…'));
        demand(words.is_none_or(|words| self.asks(words)), "the question does not say that")?;
        let is_asked_back = self.outcome.clarification.mode == ClarificationMode::AskFirst && param == "metric";
        let is_reported = self.outcome.tool_results.iter().any(|result| match result {
            ToolResult::UnrecognizedParam { param: reported, raw } => {
                let raw = raw.as_deref().unwrap_or_default();
                reported == param && words.is_none_or(|words| raw.starts_with(words))
            }
            _ => false,
        });
        demand(is_reported || is_asked_back, "no such name was reported as unknown")?;
        let profile = &self.fixture.profile;
        let is_known = |words: &str| {
            let all = [&profile.metrics, &profile.entities, &profile.channels];
            all.into_iter().any(|names| names.resolve(words).is_some()) || self.is_usual(words)
        };
        demand(!words.is_some_and(is_known), "that is known")?;
        let dimension = self.dimension(param);
        let Some(near) = read.slot(Slot::Near) else { return Ok(()) };
        let code = dimension
            .and_then(|dimension| dimension.resolve(near))
            .ok_or("what is offered is no name of the profile")?;
        let words = sequence(words.unwrap_or_default());
        let spellings = dimension.map(|dimension| dimension.spellings(code)).unwrap_or_default();
        let shares = |name: &String| sequence(name).iter().any(|word| words.contains(word));
        let is_like = |name: &String| distance(name, &words.concat()) * 3 <= name.chars().count();
        demand(spellings.iter().any(|name| shares(name) || is_like(name)), "what is offered is nothing like it")
    }

    /// Whether plain questions have the words, so that nothing in them is unknown. What the golden set expects to be unknown
    /// may be called so by an ideograph that others have too.
    fn is_usual(&self, words: &str) -> bool {
        words.chars().count() > 1 && self.fixture.known.is_plain(words)
    }

    pub(super) fn not_computed(&self, read: &Read<'_>) -> Problem {
        let words = read.slot(Slot::Operation).unwrap_or_default();
        let named = self.book.operations(self.language).find(|(_, wording)| *wording == words).map(|(name, _)| name);
        demand(
            named.is_some() && self.outcome.intent.operation.as_deref() == named,
            "the question asks for another operation",
        )?;
        let expected = &self.case.expected;
        match expected.operation {
            Some(operation) => demand(named == Some(operation.as_str()), "the question asks for another operation"),
            // Of an operation that the case has no word for, the question has to have one.
            None => demand(
                named.is_some_and(|name| self.book.cues(name).any(|cue| stands_in(cue, &self.case.question))),
                "the question has no word for it",
            ),
        }
    }

    pub(super) fn out_of_scope(&self, read: &Read<'_>) -> Problem {
        let is_outside = self.outcome.clarification.mode == ClarificationMode::OutOfScopeEntity;
        demand(is_outside, "no company was taken for one that is not answered for")?;
        let named = read.slot(Slot::Competitor).unwrap_or_default();
        let groups = self.fixture.profile.competitors();
        let has = |names: &[String], name: &str| names.iter().any(|other| other == name);
        let group = groups.iter().find(|names| has(names, named)).ok_or("it names no such company")?;
        let field = self.outcome.intent.external_entity.as_deref();
        // The field may have a code, which is no name of anybody's.
        let names_another = |name: &str| !has(group, name) && groups.iter().any(|names| has(names, name));
        demand(!field.is_some_and(names_another), "the field names another company")?;
        let asked: Vec<_> = groups.iter().filter(|names| names.iter().any(|name| self.asks(name))).collect();
        if !asked.is_empty() {
            return demand(asked.contains(&group), "the question names another company");
        }
        // A name in disguise is not found in the question; then it has to be the one that is most like something in it.
        let farness = |names: &[String]| names.iter().filter_map(|name| self.farness(name)).min();
        let nearest = groups.iter().filter_map(|names| farness(names)).min();
        demand(field.is_some() && farness(group) == nearest, "the question names another company")
    }

    /// How much of a name, in thousandths of its letters, nothing in the question has.
    fn farness(&self, name: &str) -> Option<usize> {
        let length = name.chars().filter(|c| c.is_alphanumeric()).count();
        (distance(name, &self.case.question) * 1000).checked_div(length)
    }

    pub(super) fn relaxed(&self, read: &Read<'_>) -> Problem {
        let relaxed = self.outcome.narrative.as_ref().map(|narrative| narrative.relaxed.as_slice()).unwrap_or_default();
        let settings = self.settings(read.slot(Slot::GivenUp).unwrap_or_default()).ok_or("it names no filter")?;
        let named: Vec<&str> = settings.iter().map(|(param, _)| *param).collect();
        demand(named == relaxed, "other filters were given up")?;
        let intent = &self.outcome.intent;
        let is_asked = |(param, values): &(&str, Vec<String>)| {
            values.iter().all(|value| match *param {
                "period" => Period::read_in_report(value)
                    .is_some_and(|period| intent.periods.iter().any(|asked| asked.value.parse() == Ok(period))),
                _ => self
                    .dimension(param)
                    .and_then(|all| all.resolve(value))
                    .is_some_and(|code| intent.entities.iter().any(|asked| asked == code)),
            })
        };
        demand(settings.iter().all(is_asked), "the question does not ask for these")?;
        let has = |head: &str, param: &str, value: &str| match param {
            "period" => Period::read_in_report(head).is_some_and(|own| Period::read_in_report(value) == Some(own)),
            _ => self
                .dimension(param)
                .is_some_and(|all| all.resolve(head).is_some_and(|own| all.resolve(value) == Some(own))),
        };
        let labelled = self.fixture.documents().find(|document| {
            !document.restricted
                && settings.iter().all(|(param, values)| {
                    let head = document.head.get(*param);
                    head.is_some_and(|head| values.iter().any(|value| has(head, param, value)))
                })
        });
        match labelled {
            Some(document) => Err(format!("{} is labelled so", document.name)),
            None => Ok(()),
        }
    }

    pub(super) fn unread_period(&self, read: &Read<'_>) -> Problem {
        let fields = self.outcome.narrative.as_ref().map(|narrative| narrative.unread_periods.as_slice());
        let fields = fields.filter(|fields| !fields.is_empty()).ok_or("every period was read")?;
        let named = read.slot(Slot::Words).unwrap_or_default();
        let quoted = |words: &String| named.contains(&format!("“{words}”"));
        demand(fields.iter().all(quoted), "it names other words than the field")?;
        let said = named.split(['“', '”', '、', ',']).map(str::trim).filter(|words| !words.is_empty() && *words != "…");
        for words in said {
            demand(self.asks(words), "the question does not say that")?;
            demand(Period::read_in_report(words).is_none(), "that is a period which can be read")?;
        }
        Ok(())
    }

    pub(super) fn contradiction(&self, read: &Read<'_>) -> Problem {
        let field = self.outcome.narrative.as_ref().and_then(|narrative| narrative.contradiction.as_ref());
        let field = field.ok_or("no contradiction was noticed")?;
        let (asked, stated) = (read.slot(Slot::Asked).unwrap_or_default(), read.slot(Slot::Stated).unwrap_or_default());
        demand(asked == field.asked && stated == field.stated, "another contradiction was noticed")?;
        demand(self.asks(asked), "the question does not say that")?;
        let number = read.slot(Slot::Number).map_or(Some(field.passage), |number| number.parse().ok());
        let passage = self.passage(number.unwrap_or(0)).ok_or("it cites no passage")?;
        demand(passage.text.to_lowercase().contains(&stated.to_lowercase()), "the passage does not say that")?;
        demand(self.book.are_opposite(asked, stated), "the one is not the opposite of the other")
    }

    pub(super) fn other_language(&self) -> Problem {
        let is_there = self.outcome.narrative.as_ref().is_some_and(|narrative| narrative.other_language);
        demand(is_there, "the passages are not in another language")?;
        let is_own = |text: &str| (is_chinese(text)) == (self.language == "zh");
        demand(
            !self.outcome.cited().any(|passage| is_own(&passage.text)),
            "a passage is in the language of the question",
        )
    }

    pub(super) fn caution(&self, read: &Read<'_>) -> Problem {
        let named = self.entries(read.slot(Slot::Numbers).unwrap_or_default());
        demand(
            self.outcome.unsupported_numbers.starts_with(&named) && !named.is_empty(),
            "other numbers are unsupported",
        )?;
        let prose = numerals::find(self.prose());
        for entry in &named {
            let numerals = numerals::find(entry);
            let is_said = |numeral: &Numeral| {
                let is_it =
                    |said: &Numeral| said.text == numeral.text || said.value.is_some() && said.value == numeral.value;
                prose.iter().any(is_it)
            };
            demand(numerals.iter().all(is_said), "the prose does not state them")?;
            // What is left of a number by itself (百 of 百分之八) is none that a passage states.
            let in_text = |numeral: &Numeral| self.supports.iter().any(|support| support.has_in_text(numeral));
            demand(numerals.is_empty() || !numerals.iter().all(in_text), "a cited passage states them")?;
        }
        Ok(())
    }

    pub(super) fn no_prose(&self, read: &Read<'_>) -> Problem {
        // Who is told that there is no figure need not be told, too, that there is no reason for it.
        let is_refused = self.case.expected.refuse && !self.case.expected.missing.is_empty();
        demand(!is_refused, "what is missing was refused already")?;
        let status = self.outcome.narrative.as_ref().map(|narrative| narrative.status.as_str());
        demand(read.status.as_deref() == status, "the narrative has another status")?;
        let has_documents = self.fixture.documents().any(|document| !document.restricted);
        let is_unsearched = matches!(status, Some("no_retriever" | "no_documents" | "search_failed"));
        demand(!(is_unsearched && has_documents), "the documents are there to be searched")?;
        let retrieved = self.outcome.narrative.as_ref().map_or(0, |narrative| narrative.retrieved);
        let is_without = matches!(status, Some("model_failed" | "withheld"));
        demand(!is_without || retrieved > 0, "no passage was found that could be told")
    }

    /// What stands beside prose: that it was cut off, and documents that were found.
    pub(super) fn beside(&self, read: &Read<'_>) -> Problem {
        let narrative = self.outcome.narrative.as_ref().ok_or("no document was asked")?;
        let Some(docs) = read.slot(Slot::Docs) else {
            demand(narrative.status == ANSWERED, "there is no prose")?;
            return demand(self.prose().chars().count() >= read.prose_min, "the prose is not that long");
        };
        let is_open = |name: &String| {
            let is_it = |known: &str| name == known || name.strip_suffix('…').is_some_and(|cut| known.starts_with(cut));
            self.fixture.documents().any(|document| !document.restricted && is_it(&document.name))
        };
        demand(self.entries(docs).iter().all(is_open), "there is no such document to be shown")
    }
}

/// Whether a word stands in a text: a Latin one as a whole word, another one anywhere.
fn stands_in(word: &str, text: &str) -> bool {
    let text = text.to_lowercase();
    let inner = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric());
    text.match_indices(word).any(|(at, _)| {
        let before = text.get(..at).and_then(|text| text.chars().next_back());
        let behind = text.get(at + word.len()..).and_then(|text| text.chars().next());
        !word.is_ascii() || !(inner(before) || inner(behind))
    })
}

/// Whether a text is written in Chinese: by most of its letters.
fn is_chinese(text: &str) -> bool {
    let is_ideograph = |c: &char| matches!(c, '\u{3400}'..='\u{9FFF}');
    let ideographs = text.chars().filter(is_ideograph).count();
    // An ideograph says as much as some letters of a word.
    ideographs * 3 > text.chars().filter(char::is_ascii_alphabetic).count()
}
