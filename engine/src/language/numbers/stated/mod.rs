//! The numbers that a text states, in digits of any script, Chinese numerals and English words, with what stands beside
//! them: scale, percent, sign. It errs on the side of reading a number where there may be none.
//!
//! Decisions:
//! - `1,320.50`, `1320.5` and `１３２０．５０` are one number; so are `1.2 million`, `1,200,000` and 一百二十万: the scale is computed.
//! - A percent sign belongs to the number: `54.6%`, 百分之五十四点六 and "54.6 per cent" are one, `54.6` is another, and so are
//!   percentage points. 三成 is 30 %.
//! - Shares in words (two thirds, 一半, half) are equal only to shares in words; they are not computed.
//! - A date, a range or `FY25` is as many numbers as it has runs of digits.

mod chinese;
mod digits;
mod english;
mod value;

use std::collections::HashSet;
use std::ops::Range;
use std::sync::LazyLock;

use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};

use self::value::{Number, Sign, Unit, Value};
use crate::language::lists::{list, terms};
use crate::language::units::notations::{Notation, at_start};
use crate::text::{Lexicon, LexiconBuilder, TextView};

/// What a text states in numbers.
#[derive(Debug, Default)]
pub(crate) struct Statements {
    /// The numbers, in order.
    pub(crate) numbers: Vec<Number>,
    /// Scales that stand in it, with digits or alone, as in the head of a table: 6 for 百万 and "US$m".
    scales: HashSet<i64>,
}

impl Statements {
    /// Reads a text. Spans are bytes of it. No number spans a line break.
    pub(crate) fn of(text: &str) -> Self {
        let mut all = Self::default();
        let mut start = 0;
        for line in text.split('\n') {
            all.read_line(line, start);
            start += line.len() + 1;
        }
        all
    }

    /// Whether `number` of another text is stated here: the same value of the same unit, and a minus where it has one. A
    /// number with a scale word may also stand without it here, when the scale stands elsewhere in the text.
    pub(crate) fn state(&self, number: &Number) -> bool {
        let same_unit = |own: &&Number| own.unit == number.unit;
        let same_sign = |own: &&Number| number.sign != Sign::Minus || own.sign != Sign::Unmarked;
        let mut comparable = self.numbers.iter().filter(same_unit).filter(same_sign);
        let is_scale = |scale: i64| self.scales.contains(&scale);
        comparable.any(|own| {
            own.value == number.value
                || number.scale.is_some_and(|scale| {
                    own.scale.is_none() && is_scale(scale) && own.value == number.value.clone().scaled(-scale)
                })
        }) || (number.bare && number.scale.is_some_and(is_scale))
    }

    fn read_line(&mut self, line: &str, start: usize) {
        let view = TextView::new(line);
        let text = view.text();
        let mut ordinary = ordinary(text).into_iter().peekable();
        let source = |span: Range<usize>| {
            let span = view.source_span(span);
            start + span.start..start + span.end
        };
        let mut at = 0;
        let mut in_word = false;
        while let Some(c) = text[at..].chars().next() {
            while ordinary.next_if(|word| word.start < at).is_some() {}
            if let Some(word) = ordinary.next_if(|word| word.start == at) {
                (at, in_word) = (word.end, false);
                continue;
            }
            match number_at(text, at, c, in_word) {
                Some(Found::Number(mut number)) => {
                    self.scales.extend(number.scale);
                    at = number.span.end;
                    number.span = source(number.span);
                    self.numbers.push(number);
                    in_word = false;
                }
                Some(Found::Scale { end, scale }) => {
                    self.scales.insert(scale);
                    (at, in_word) = (end, false);
                }
                Some(Found::Nothing { end }) => (at, in_word) = (end, false),
                None => {
                    at += c.len_utf8();
                    in_word = c.is_alphabetic() && !crate::lang::is_cjk(c);
                }
            }
        }
        self.signs(line, start);
    }

    /// Numeric signs that the normalised text no longer shows as numbers, such as Ⅳ.
    fn signs(&mut self, line: &str, start: usize) {
        for (at, c) in line.char_indices().filter(|(_, c)| !c.is_ascii()) {
            let is_numeric =
                matches!(c.general_category(), GeneralCategory::LetterNumber | GeneralCategory::OtherNumber);
            if is_numeric && !TextView::fold(c.encode_utf8(&mut [0; 4])).chars().any(is_numeral) {
                let span = start + at..start + at + c.len_utf8();
                let value = Value::Sign(c.to_string());
                let (unit, sign) = (Unit::Plain, Sign::Unmarked);
                self.numbers.push(Number { span, value, scale: None, bare: false, unit, sign });
            }
        }
    }
}

/// What stands at a place of a line.
enum Found {
    Number(Number),
    /// A scale without a number.
    Scale {
        end: usize,
        scale: i64,
    },
    Nothing {
        end: usize,
    },
}

/// `engine/data/language/numbers/ordinary.txt`.
static ORDINARY: LazyLock<Option<Lexicon<()>>> = LazyLock::new(|| {
    let mut words = LexiconBuilder::default();
    for word in terms(list!("numbers/ordinary.txt")) {
        words.add(word, ());
    }
    words.build().ok()
});

/// Words that hold a numeral and state no number. One that is part of a longer numeral is none: 二十一个.
fn ordinary(text: &str) -> Vec<Range<usize>> {
    let Some(words) = &*ORDINARY else { return Vec::new() };
    let stands_alone = |word: &Range<usize>| {
        let (first, last) = (text[word.clone()].chars().next(), text[word.clone()].chars().next_back());
        let (before, behind) = (text[..word.start].chars().next_back(), text[word.end..].chars().next());
        let both = |a: Option<char>, b: Option<char>| a.is_some_and(is_numeral) && b.is_some_and(is_numeral);
        !both(before, first) && !both(last, behind)
    };
    words.find(text, &[]).into_iter().map(|word| word.span).filter(stands_alone).collect()
}

fn is_numeral(c: char) -> bool {
    digits::is_digit(c) || chinese::begins(c)
}

/// Reads what begins with `c` at `at`; `in_word` when a Latin word goes on there.
fn number_at(text: &str, at: usize, c: char, in_word: bool) -> Option<Found> {
    if digits::is_digit(c) {
        let (end, written) = digits::digits_at(text, at);
        return Some(Found::Number(concluded(text, at, end, Value::decimal(&written), None)));
    }
    if c == '.' && !in_word && text[at + 1..].starts_with(digits::is_digit) {
        let (end, written) = digits::digits_at(text, at + 1);
        return Some(Found::Number(concluded(text, at, end, Value::decimal(&format!("0.{written}")), None)));
    }
    if chinese::begins(c) {
        return Some(match chinese::numeral_at(text, at) {
            chinese::Numeral::Nothing { end } => Found::Nothing { end },
            chinese::Numeral::Number { end, value, unit, bare } => {
                let mut number = concluded(text, at, end, value, bare);
                if unit != Unit::Plain {
                    number.unit = unit;
                }
                Found::Number(number)
            }
        });
    }
    if let Some(end) = chinese::doubling(text, at) {
        return Some(Found::Number(concluded(text, at, end, Value::whole(2), None)));
    }
    if matches!(c, '$' | '€' | '£' | '¥') {
        let at = at + c.len_utf8();
        return english::scale_of_currency(text, at).map(|(end, scale)| Found::Scale { end, scale });
    }
    if c.is_ascii_alphabetic() && !in_word {
        let (end, value, bare) = english::words_at(text, at)?;
        return Some(Found::Number(concluded(text, at, end, value, bare)));
    }
    None
}

/// The number from `start` to `end` with the scale, the unit and the sign beside it.
fn concluded(text: &str, start: usize, end: usize, value: Value, bare: Option<i64>) -> Number {
    let (end, value, scale) = match (bare, scale(text, end)) {
        (None, Some((end, scale))) => (end, value.scaled(scale), Some(scale)),
        _ => (end, value, bare),
    };
    let (end, unit) = unit(text, end);
    let sign = sign(&text[..start], &text[end..]);
    Number { span: start..end, value, scale, bare: bare.is_some(), unit, sign }
}

fn scale(text: &str, at: usize) -> Option<(usize, i64)> {
    let gap = usize::from(text[at..].starts_with(' '));
    chinese::scale(text, at + gap).or_else(|| english::scale(text, at))
}

/// The unit behind a number, and where it ends.
fn unit(text: &str, at: usize) -> (usize, Unit) {
    let gap = usize::from(text[at..].starts_with([' ', '-']));
    let rest = &text[at + gap..];
    let of_share = |notation| unit_of(notation).is_some();
    let Some((word, unit)) = at_start(rest, of_share).and_then(|word| Some((word.text, unit_of(word.notation)?)))
    else {
        return (at, Unit::Plain);
    };
    let goes_on = word.ends_with(|c: char| c.is_ascii_alphabetic())
        && rest[word.len()..].starts_with(|c: char| c.is_ascii_alphanumeric());
    if goes_on { (at, Unit::Plain) } else { (at + gap + word.len(), unit) }
}

/// The unit that a notation gives a number of prose.
fn unit_of(notation: Notation) -> Option<Unit> {
    match notation {
        Notation::Percent => Some(Unit::Percent),
        Notation::PercentagePoints => Some(Unit::PercentagePoint),
        Notation::BasisPoints => Some(Unit::BasisPoint),
        Notation::PerMille => Some(Unit::PerMille),
        Notation::Scale(_) | Notation::Currency(_) | Notation::Shared(_) | Notation::Counted => None,
    }
}

/// The sign of a number between two texts. A dash is a minus unless it joins the number to what stands before it.
fn sign(before: &str, behind: &str) -> Sign {
    const CURRENCY: [char; 4] = ['$', '€', '£', '¥'];
    let amount = before.trim_end_matches(CURRENCY).trim_end();
    if let Some(earlier) = before.trim_end_matches(CURRENCY).strip_suffix(['-', '−', '–']) {
        let joins = |c: char| c.is_alphanumeric() && !crate::lang::is_cjk(c) || matches!(c, ')' | '%');
        if !earlier.ends_with(joins) {
            return Sign::Minus;
        }
    }
    let in_words = ["minus", "negative", "负"].iter().any(|word| amount.ends_with(word));
    if in_words {
        Sign::Minus
    } else if before.trim_end_matches(CURRENCY).ends_with('(') && behind.starts_with(')') {
        Sign::Bracketed
    } else {
        Sign::Unmarked
    }
}

#[cfg(test)]
mod tests;
