//! Number formats of spreadsheets (ECMA-376 part 1, 18.8.31) as far as they say what a number is: the percent sign, the
//! words around the digits, and what shows it on another scale or with another sign. It renders no number.

use rust_decimal::Decimal;

use crate::files::number_format::{NumberFormat, Token};

/// What a format's section for a value says about it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Shown {
    /// Words before the digits, such as a currency.
    pub(crate) prefix: String,
    /// Words behind the digits.
    pub(crate) suffix: String,
    /// Whether the value is shown a hundred times larger, with a percent sign.
    pub(crate) percent: bool,
    /// Whether it shows another number: on another scale by commas behind the digits, a positive one with a
    /// negative sign, or a negative one without any.
    pub(crate) another: bool,
    /// Whether the section shows no digit: text in place of the number, or nothing.
    pub(crate) without_digits: bool,
}

/// Reads the section that a value is shown by.
pub(crate) fn shown_by(format: &NumberFormat, value: Decimal) -> Shown {
    let mut shown = Shown { without_digits: true, ..Shown::default() };
    let Some(section) = format.shown(value) else { return shown };
    let own_sign = section.own_sign();
    // Commas since the last digit: they scale unless another digit follows.
    let mut commas = false;
    for token in section.tokens() {
        match token {
            Token::Literal(words) if shown.without_digits => shown.prefix.push_str(words),
            Token::Literal(words) => shown.suffix.push_str(words),
            Token::Digit(_) => (shown.without_digits, commas) = (false, false),
            // A number in the form of texts is shown as it is.
            Token::General | Token::Text => shown.without_digits = false,
            Token::Comma => commas = !shown.without_digits,
            Token::Percent | Token::Point => {
                // `0,.0` scales too: the commas stand before the point.
                shown.another |= commas;
                shown.percent |= *token == Token::Percent;
                commas = false;
            }
            Token::Exponent | Token::Slash | Token::Date(_) | Token::HalfDay { .. } | Token::Elapsed(..) => {}
        }
    }
    shown.another |= commas;
    shown.another |= value > Decimal::ZERO && is_negated(shown.prefix.trim(), shown.suffix.trim());
    shown.another |= own_sign && hides_the_sign(&shown, format);
    let is_bare = |c: char| c.is_whitespace() || matches!(c, '(' | ')' | '-' | '+');
    let [prefix, suffix] = [&shown.prefix, &shown.suffix].map(|text| text.trim_matches(is_bare).to_owned());
    Shown { prefix, suffix, ..shown }
}

/// Whether the section for negative numbers shows one as it would be shown without its sign: with no sign, and with no words
/// around it but those of a positive one.
fn hides_the_sign(shown: &Shown, format: &NumberFormat) -> bool {
    let [prefix, suffix] = [&shown.prefix, &shown.suffix].map(|words| words.trim());
    let positive = shown_by(format, Decimal::ONE);
    let same = |words: &str, of_positive: &str| words.is_empty() || words == of_positive;
    !is_negated(prefix, suffix) && same(prefix, &positive.prefix) && same(suffix, &positive.suffix)
}

/// Whether words around digits make a negative number of them.
fn is_negated(prefix: &str, suffix: &str) -> bool {
    let is_minus = |text: &str| text.starts_with(['-', '−']) || text.ends_with(['-', '−']);
    is_minus(prefix) || is_minus(suffix) || prefix.contains('(') && suffix.contains(')')
}

#[cfg(test)]
mod tests;
