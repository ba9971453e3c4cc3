//! Number formats of spreadsheets: what a code makes of a number, and whether that number is a date (ECMA-376 part 1, 18.8.30
//! and 18.8.31). Codes come out as tokens, section by section; what has no plain decimal form (fractions, exponents, Chinese
//! numerals, eras) is marked as not rendered, so that nobody takes an approximation for the text of the document.

mod date;
mod number;
mod token;

use rust_decimal::Decimal;

pub(super) use date::Clock;
pub(crate) use token::Token;
pub(super) use token::builtin;

use super::rgb::Rgb;
use token::{Condition, DatePart, Section};

/// Longest code that is looked into; spreadsheet programs accept 255 characters.
const CODE_CHARS_MAX: usize = 255;

/// A number format, such as a style of a workbook names one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NumberFormat {
    /// As it is written.
    code: String,
    /// Sections for numbers, one to three.
    numbers: Vec<Section>,
    /// The section for text, when it adds something to it.
    text: Option<Section>,
}

/// What a format says a number is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Meaning {
    /// A number.
    Number,
    /// A day.
    Day,
    /// A day with a time.
    Moment,
    /// A time of day.
    Time,
    /// A length of time, which may be longer than a day.
    Elapsed,
}

/// The section that a number is shown by.
pub(crate) struct Shown<'a> {
    section: &'a Section,
    /// Whether the section itself shows the sign, as the second one of two does.
    own_sign: bool,
}

impl NumberFormat {
    /// The format of a code.
    pub(crate) fn parse(code: &str) -> Self {
        let mut sections = if code.chars().count() > CODE_CHARS_MAX {
            vec![Section::unrendered()]
        } else {
            token::sections(if code.is_empty() { "General" } else { code })
        };
        sections.truncate(4);
        // The fourth section is for text, and so is the last one when it says where the text goes.
        let is_text = |section: &Section| section.tokens.contains(&Token::Text);
        let text = match sections.last() {
            Some(last) if sections.len() == 4 || is_text(last) => sections.pop(),
            _ => None,
        };
        let text = text.filter(|section| is_text(section) && section.tokens.len() > 1);
        Self { code: code.to_owned(), numbers: sections, text }
    }

    /// The code as the file writes it, for example `#,##0.0`.
    pub fn code(&self) -> &str {
        &self.code
    }

    /// Whether it is the one of cells that have none.
    pub(super) fn is_general(&self) -> bool {
        self.code.is_empty() || self.code.eq_ignore_ascii_case("general")
    }

    /// The section that shows a number; none when the whole format is about text.
    pub(crate) fn shown(&self, number: Decimal) -> Option<Shown<'_>> {
        let sections = &self.numbers;
        if sections.iter().any(|section| section.condition.is_some()) {
            let holds = |section: &&Section| section.condition.as_ref().is_none_or(|condition| condition.holds(number));
            let section = sections.iter().find(holds)?;
            return Some(Shown { section, own_sign: false });
        }
        let (index, own_sign) = match sections.len() {
            0 => return None,
            2 | 3 if number < Decimal::ZERO => (1, true),
            3 if number == Decimal::ZERO => (2, false),
            _ => (0, false),
        };
        Some(Shown { section: sections.get(index)?, own_sign })
    }

    /// A text as this format shows it; none when that is the text itself.
    pub(super) fn text(&self, text: &str) -> Option<String> {
        let mut shown = String::new();
        for token in &self.text.as_ref()?.tokens {
            match token {
                Token::Text => shown.push_str(text),
                Token::Literal(literal) => shown.push_str(literal),
                _ => {}
            }
        }
        Some(shown)
    }
}

impl Shown<'_> {
    /// What the section is made of.
    pub(crate) fn tokens(&self) -> &[Token] {
        &self.section.tokens
    }

    /// Whether the section itself shows the sign of a negative number; what it does not show, nobody sees.
    pub(crate) fn own_sign(&self) -> bool {
        self.own_sign
    }

    /// The colour that the section gives to the number.
    pub(crate) fn color(&self) -> Option<Rgb> {
        self.section.color
    }

    /// What the number is.
    pub(super) fn meaning(&self) -> Meaning {
        let (mut day, mut time, mut elapsed) = (false, false, false);
        for token in &self.section.tokens {
            match token {
                Token::Date(DatePart::Hour(_) | DatePart::Minute(_) | DatePart::Second(_) | DatePart::Fraction(_)) => {
                    time = true;
                }
                Token::Date(_) => day = true,
                Token::HalfDay { .. } => time = true,
                Token::Elapsed(..) => elapsed = true,
                _ => {}
            }
        }
        match (day, time, elapsed) {
            (true, false, _) => Meaning::Day,
            (true, true, _) => Meaning::Moment,
            (false, _, true) => Meaning::Elapsed,
            (false, true, false) => Meaning::Time,
            (false, false, false) => Meaning::Number,
        }
    }

    /// The number as text; none when this program does not render the format.
    pub(super) fn number(&self, number: Decimal) -> Option<String> {
        if self.section.is_rendered { number::render(&self.section.tokens, number, self.own_sign) } else { None }
    }

    /// A point in time as text; none when this program does not render the format.
    pub(super) fn clock(&self, clock: Clock) -> Option<String> {
        if self.section.is_rendered { date::render(self.section, clock) } else { None }
    }
}

impl Condition {
    fn holds(&self, number: Decimal) -> bool {
        match self {
            Self::Below(limit) => number < *limit,
            Self::AtMost(limit) => number <= *limit,
            Self::Equal(limit) => number == *limit,
            Self::Unequal(limit) => number != *limit,
            Self::AtLeast(limit) => number >= *limit,
            Self::Above(limit) => number > *limit,
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
