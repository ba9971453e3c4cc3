//! Every form in which a text can state a number: digits of any script, Chinese numerals, English number words, and
//! single characters that are numbers (`½`, `④`). A gate that looked for ASCII digits alone would call `一千三百二十`
//! harmless. What cannot be seen: Latin letters used as Roman numerals, number words of other languages, quantities
//! without a number in them (`doubled`, `过半`).

mod chinese;
mod digits;
mod english;

use std::ops::Range;

use rust_decimal::Decimal;

/// A number in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Numeral {
    /// Where it stands, in bytes.
    pub span: Range<usize>,
    /// As it is written.
    pub text: String,
    /// What it states, with exactly the digits written; none when it states something that is no plain decimal
    /// (an exponent, `½`, more than 28 digits). Such a numeral equals no value.
    pub value: Option<Decimal>,
    /// In what form.
    pub form: Form,
}

/// In what form a number is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Form {
    /// Digits of any script.
    Digits,
    /// `一千三百二十`, `壹仟`, `二〇二四`.
    Chinese,
    /// `twenty-five`, `third`.
    English,
    /// A single character that is a number.
    Sign,
}

impl Numeral {
    /// Whether it states `value` with exactly these digits: `1320.5` is not `1320.50`.
    pub fn is_exactly(&self, value: Decimal) -> bool {
        self.value.is_some_and(|stated| stated == value && stated.scale() == value.scale())
    }

    /// Whether it states a number equal to `value`.
    pub fn equals(&self, value: Decimal) -> bool {
        self.value == Some(value)
    }
}

/// Every numeral of a text, from left to right.
pub fn find(text: &str) -> Vec<Numeral> {
    let chars: Vec<(usize, char)> = text.char_indices().collect();
    let mut found = Vec::new();
    let mut at = 0;
    while at < chars.len() {
        let scan = Scan { text, chars: &chars, at };
        let next = digits::read(&scan).or_else(|| chinese::read(&scan)).or_else(|| english::read(&scan));
        match next {
            Some(Scanned::Numeral { numeral, next }) => {
                found.push(numeral);
                at = next.max(at + 1);
            }
            Some(Scanned::Word { next }) => at = next.max(at + 1),
            None => at += 1,
        }
    }
    found
}

/// The lines of a list that are no remarks.
fn entries(list: &str) -> impl Iterator<Item = &str> {
    list.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// A place in a text.
struct Scan<'a> {
    text: &'a str,
    chars: &'a [(usize, char)],
    at: usize,
}

/// What a reader makes of the place.
enum Scanned {
    /// A number, and the place after it.
    Numeral { numeral: Numeral, next: usize },
    /// A word that states no number, and the place after it.
    Word { next: usize },
}

impl Scan<'_> {
    fn char(&self, at: usize) -> Option<char> {
        self.chars.get(at).map(|(_, c)| *c)
    }

    fn before(&self) -> Option<char> {
        self.at.checked_sub(1).and_then(|at| self.char(at))
    }

    fn byte(&self, at: usize) -> usize {
        self.chars.get(at).map_or(self.text.len(), |(byte, _)| *byte)
    }

    fn numeral(&self, next: usize, value: Option<Decimal>, form: Form) -> Scanned {
        let span = self.byte(self.at)..self.byte(next);
        let text = self.text.get(span.clone()).unwrap_or_default().to_owned();
        Scanned::Numeral { numeral: Numeral { span, text, value, form }, next }
    }
}

#[cfg(test)]
mod tests;
