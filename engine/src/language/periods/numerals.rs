//! Chinese numerals as far as dates need them (digit by digit, or tens), and what two digits mean as a year. Larger
//! numerals (百, 千, 万) name no period and are not read.

use crate::language::numbers::han_digit;

/// A character of a Chinese numeral.
pub(super) fn is_han_digit(c: char) -> bool {
    c == '十' || digit(c).is_some()
}

fn digit(c: char) -> Option<u32> {
    han_digit(c).map(u32::from)
}

/// The value of a run of Chinese digits and the number of decimal digits it stands for: 二〇二四 is 2024 with four,
/// 十二 is 12 with two. `None` when the run is no numeral.
pub(super) fn han_value(run: &str) -> Option<(u32, usize)> {
    if let Some((tens, ones)) = run.split_once('十') {
        let small = |part: &str, empty: u32| {
            let mut chars = part.chars();
            match (chars.next(), chars.next()) {
                (None, _) => Some(empty),
                (Some(c), None) => digit(c).filter(|&d| d > 0),
                _ => None,
            }
        };
        return Some((small(tens, 1)? * 10 + small(ones, 0)?, 2));
    }
    let mut value = 0u32;
    let mut len = 0;
    for c in run.chars() {
        value = value.checked_mul(10)?.checked_add(digit(c)?)?;
        len += 1;
    }
    Some((value, len))
}

/// The year of FY24 or Q1'98: of this century up to 69, of the last one from 70 on.
pub(super) fn two_digit_year(digits: u32) -> Option<i16> {
    let digits = i16::try_from(digits).ok().filter(|d| (0..100).contains(d))?;
    Some(if digits < 70 { 2000 + digits } else { 1900 + digits })
}

/// The year of 24年 or Mar-24, where two digits could also count years or name a day: only one near `now`.
pub(super) fn two_digit_year_near(digits: u32, now: i16) -> Option<i16> {
    two_digit_year(digits).filter(|year| (now.saturating_sub(9)..=now.saturating_add(3)).contains(year))
}

/// A year that people mean when they write four digits.
pub(super) fn plausible_year(value: u32) -> Option<i16> {
    i16::try_from(value).ok().filter(|year| (1900..=2099).contains(year))
}

#[cfg(test)]
mod tests;
