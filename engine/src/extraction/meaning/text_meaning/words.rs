//! What periods and ordinary words say in a text of a document: which of them are understood where they stand. Names are read
//! elsewhere.

use super::others::are_members;
use super::{Reader, Standing, TextMeaning, Total, push};
use crate::intent::{Operation, Token};
use crate::language::marks::is_sum;
use crate::language::periods::{PeriodReading, is_current_year, is_part};
use crate::profile::WordClass;

impl Reader<'_> {
    pub(super) fn period(&self, token: &Token, text: &str, reading: &PeriodReading, said: &mut TextMeaning) -> bool {
        match reading {
            PeriodReading::Periods(periods) => match periods[..] {
                [period] => push(&mut said.periods, (period, (self.words)(&token.span))),
                // A range in a title only says what the columns say again.
                _ => return self.standing != Standing::Header,
            },
            PeriodReading::BareYear(period) => push(&mut said.periods, (*period, (self.words)(&token.span))),
            PeriodReading::Unreadable if is_part(text, self.context.profile.calendar) => {
                push(&mut said.parts, text.to_owned());
            }
            PeriodReading::Unreadable if is_current_year(text) => {
                said.current = Some((self.words)(&token.span));
            }
            PeriodReading::Unreadable => return self.says_nothing(text),
        }
        true
    }

    pub(super) fn word(&self, class: WordClass, text: &str, said: &mut TextMeaning) -> bool {
        let around = self.standing != Standing::Header;
        match class {
            WordClass::TotalWeak | WordClass::Operation(Operation::Total) if is_sum(text) => {
                said.total = said.total.or(Some(Total::All));
                true
            }
            WordClass::Joiner | WordClass::Preposition | WordClass::ChannelMarker => true,
            WordClass::Home
                if ["group", "集团", "集團", "我们", "我司", "our", "we"].iter().any(|own| text.contains(own)) =>
            {
                said.home = true;
                true
            }
            WordClass::Segment => !said.entities.is_empty() || said.home,
            WordClass::Passed(_)
            | WordClass::Topic
            | WordClass::Narrative
            | WordClass::Numeric
            | WordClass::NumericWeak
            | WordClass::Comparison
            | WordClass::Operation(Operation::Breakdown) => around,
            // Others without a name: whose numbers these are is not said further out.
            WordClass::ThirdParty => {
                if are_members(text) {
                    // They are the group's own, and which of them is meant a header may say.
                    said.nouns.push(text.to_owned());
                } else {
                    said.ordinary = true;
                    said.others = said.others.take().or_else(|| self.others(text));
                }
                self.standing.is_title()
            }
            WordClass::Home
            | WordClass::Qualifier
            | WordClass::Change
            | WordClass::Comparative
            | WordClass::Operation(_)
            | WordClass::TotalWeak
            | WordClass::Company
            | WordClass::Channel
            | WordClass::Currency(_) => false,
        }
    }

    /// Whether a word says nothing where it stands.
    pub(super) fn says_nothing(&self, text: &str) -> bool {
        self.context.fillers.contains(text) || (self.standing.is_title() && self.context.title_words.contains(text))
    }
}
