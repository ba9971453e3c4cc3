//! Numbers by a format's placeholders: grouping, decimals, percents, thousands left out. Everything is decimal arithmetic, so
//! that 1.005 by `0.00` is 1.01 as a spreadsheet shows it; signs and literals stand where the code puts them.

use rust_decimal::{Decimal, RoundingStrategy};

use super::token::Token;

/// Most characters that General takes for a number, its point included.
const GENERAL_CHARS: u32 = 11;

/// The number by these tokens; none when it is too large for what they do to it.
pub(super) fn render(tokens: &[Token], number: Decimal, own_sign: bool) -> Option<String> {
    let is_negative = number.is_sign_negative() && !number.is_zero() && !own_sign;
    let mut text = String::new();
    if is_negative {
        text.push('-');
    }
    let number = number.abs();
    if tokens.contains(&Token::General) {
        for token in tokens {
            match token {
                Token::General => text.push_str(&general(number)),
                Token::Literal(literal) => text.push_str(literal),
                Token::Percent => text.push('%'),
                _ => {}
            }
        }
        return Some(text);
    }
    let shape = Shape::of(tokens);
    let scaled = shape.scaled(number)?;
    let rounded = scaled.round_dp_with_strategy(shape.decimals, RoundingStrategy::MidpointAwayFromZero);
    let digits = format!("{rounded:.*}", shape.decimals as usize);
    let (whole, fraction) = digits.split_once('.').unwrap_or((&digits, ""));
    let whole = if whole == "0" { "" } else { whole };
    let whole_tokens = tokens.get(..shape.point).unwrap_or_default();
    text.push_str(&whole_part(whole_tokens, whole, shape.is_grouped));
    fraction_part(tokens.get(shape.point..).unwrap_or_default(), fraction, &mut text);
    Some(text)
}

/// What the placeholders amount to.
struct Shape {
    /// Index of the decimal point, or where it would be.
    point: usize,
    decimals: u32,
    percents: u32,
    /// Thousands that are left out.
    thousands: u32,
    is_grouped: bool,
}

impl Shape {
    fn of(tokens: &[Token]) -> Self {
        let is_digit = |token: &Token| matches!(token, Token::Digit(_));
        let point = tokens
            .iter()
            .position(|token| *token == Token::Point)
            .unwrap_or_else(|| tokens.iter().rposition(is_digit).map_or(tokens.len(), |last| last + 1));
        let (whole, fraction) = tokens.split_at(point);
        let last_digit = tokens.iter().rposition(is_digit);
        let mut shape = Self { point, decimals: 0, percents: 0, thousands: 0, is_grouped: false };
        for (index, token) in tokens.iter().enumerate() {
            match token {
                Token::Percent => shape.percents += 1,
                // Behind the last digit, or right before the point, a comma leaves out three digits.
                Token::Comma if last_digit.is_none_or(|last| index > last) => shape.thousands += 1,
                Token::Comma if index < point => {
                    let is_last = !whole.iter().skip(index).any(is_digit);
                    if is_last {
                        shape.thousands += 1;
                    } else {
                        shape.is_grouped |= whole.iter().take(index).any(is_digit);
                    }
                }
                _ => {}
            }
        }
        shape.decimals = u32::try_from(fraction.iter().filter(|token| is_digit(token)).count()).unwrap_or(u32::MAX);
        shape
    }

    fn scaled(&self, number: Decimal) -> Option<Decimal> {
        let mut scaled = number;
        for _ in 0..self.percents {
            scaled = scaled.checked_mul(Decimal::ONE_HUNDRED)?;
        }
        for _ in 0..self.thousands {
            scaled = scaled.checked_div(Decimal::ONE_THOUSAND)?;
        }
        Some(scaled)
    }
}

/// Digits from the right into their placeholders; the first placeholder takes all that are left.
fn whole_part(tokens: &[Token], digits: &str, is_grouped: bool) -> String {
    let first = tokens.iter().position(|token| matches!(token, Token::Digit(_)));
    let mut rest = digits.chars().rev().peekable();
    // Built from the right, so that all pieces are reversed in the end.
    let (mut reversed, mut placed) = (Vec::new(), 0);
    let mut place = |c: char, reversed: &mut Vec<char>| {
        if is_grouped && placed > 0 && placed % 3 == 0 && c != ' ' {
            reversed.push(',');
        }
        placed += 1;
        reversed.push(c);
    };
    for (index, token) in tokens.iter().enumerate().rev() {
        match token {
            Token::Digit(kind) => {
                match (rest.next(), kind) {
                    (Some(digit), _) => place(digit, &mut reversed),
                    (None, '0') => place('0', &mut reversed),
                    (None, '?') => place(' ', &mut reversed),
                    (None, _) => {}
                }
                if Some(index) == first {
                    for digit in rest.by_ref() {
                        place(digit, &mut reversed);
                    }
                }
            }
            Token::Literal(literal) => reversed.extend(literal.chars().rev()),
            Token::Percent => reversed.push('%'),
            _ => {}
        }
    }
    reversed.iter().rev().collect()
}

/// Digits from the left into their placeholders; `#` shows no zeros at the end.
fn fraction_part(tokens: &[Token], digits: &str, text: &mut String) {
    let significant = digits.trim_end_matches('0').len();
    let mut rest = digits.chars().enumerate();
    for token in tokens {
        match token {
            Token::Digit(kind) => match (rest.next(), kind) {
                (Some((index, digit)), kind) if *kind == '0' || index < significant => text.push(digit),
                (_, '?') => text.push(' '),
                _ => {}
            },
            Token::Point => text.push('.'),
            Token::Literal(literal) => text.push_str(literal),
            Token::Percent => text.push('%'),
            _ => {}
        }
    }
}

/// A number that is not negative, by `General`: at most eleven characters, rounded to them. Where a spreadsheet would change
/// to powers of ten, all digits are kept.
pub(super) fn general(number: Decimal) -> String {
    let number = number.normalize();
    let whole_digits = u32::try_from(number.trunc().to_string().len()).unwrap_or(u32::MAX);
    let is_small = number < Decimal::new(1, 4) && !number.is_zero();
    let Some(decimals) = GENERAL_CHARS.checked_sub(whole_digits + 1).filter(|_| !is_small) else {
        return number.to_string();
    };
    number.round_dp_with_strategy(decimals, RoundingStrategy::MidpointAwayFromZero).normalize().to_string()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
