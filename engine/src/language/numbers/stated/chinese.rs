//! Chinese numerals: 一千二百, 二〇二五, 三点五, 三成, 百分之五, 三分之二, 一半, 百万. Words that hold a numeral character and state no
//! number (`engine/data/language/numbers/ordinary.txt`) are taken out before.

use super::digits;
use super::value::{Unit, Value};
use crate::language::numbers::han::{formal_digit, han_digit, power};

/// What stands at a place.
pub(super) enum Numeral {
    /// A number up to the given byte.
    Number { end: usize, value: Value, unit: Unit, bare: Option<i64> },
    /// Characters that state no number.
    Nothing { end: usize },
}

/// Whether a number may begin with `c`.
pub(super) fn begins(c: char) -> bool {
    is_numeral(c) || c == '半'
}

/// Whether `c` is part of a numeral.
pub(super) fn is_numeral(c: char) -> bool {
    digit(c).is_some() || power(c).is_some()
}

fn digit(c: char) -> Option<u8> {
    han_digit(c).or_else(|| formal_digit(c))
}

/// The power of ten of a run of scale characters behind digits (万, 百万, 亿), and its end.
pub(super) fn scale(text: &str, at: usize) -> Option<(usize, i64)> {
    let run: String = text[at..].chars().take_while(|c| power(*c).is_some()).collect();
    (!run.is_empty()).then(|| (at + run.len(), run.chars().filter_map(power).sum()))
}

/// The end of a word for doubling.
pub(super) fn doubling(text: &str, at: usize) -> Option<usize> {
    const WORDS: [&str; 7] = ["翻一番", "翻了一番", "翻番", "翻倍", "双倍", "加倍", "倍增"];
    WORDS.iter().find(|word| text[at..].starts_with(*word)).map(|word| at + word.len())
}

/// Nouns behind 第N that make it a number: a period, a rank.
const COUNTED: [&str; 2] = ["个季", "个财"];
/// The same, of one character.
const COUNTED_CHARS: [char; 8] = ['季', '财', '月', '年', '期', '周', '名', '位'];
/// Characters behind a numeral and 成 that make another word of it: 三成为 …, 二成本.
const NOT_A_TENTH: &str = "为本立功长员果熟交就绩分效份都品因型";

/// Reads what begins at `at`, a character for which [`begins`] holds.
pub(super) fn numeral_at(text: &str, at: usize) -> Numeral {
    let rest = &text[at..];
    for (words, unit, whole) in
        [("百分之", Unit::Percent, None), ("千分之", Unit::PerMille, None), ("万分之", Unit::Plain, Some(10_000))]
    {
        if let Some(share) = rest.strip_prefix(words).and_then(|_| share(text, at + words.len(), unit, whole)) {
            return share;
        }
    }
    if rest.starts_with('半') {
        return Numeral::Number { end: at + '半'.len_utf8(), value: HALF, unit: Unit::Plain, bare: None };
    }
    let run = numeral(rest);
    let end = at + run.len();
    let behind = &text[end..];
    if is_ordinal_or_weekday(&text[..at], behind) {
        return Numeral::Nothing { end };
    }
    if let Some(part) = behind.strip_prefix("分之") {
        let part_run = numeral(part);
        if let (Some(whole), Some(part)) = (count(run), count(part_run)) {
            let end = end + "分之".len() + part_run.len();
            return Numeral::Number { end, value: Value::Fraction { part, whole }, unit: Unit::Plain, bare: None };
        }
    }
    if run == "一" && behind.starts_with('半') {
        return Numeral::Number { end: end + '半'.len_utf8(), value: HALF, unit: Unit::Plain, bare: None };
    }
    if let (Some(tenths), Some((end, ones))) = (count(run).filter(|tenths| *tenths <= 99), tenth(text, end)) {
        let value = Value::whole(tenths * 10 + ones);
        return Numeral::Number { end, value, unit: Unit::Percent, bare: None };
    }
    let bare =
        run.chars().all(|c| power(c).is_some_and(|power| power > 1)).then(|| run.chars().filter_map(power).sum());
    Numeral::Number { end, value: value(run), unit: Unit::Plain, bare }
}

const HALF: Value = Value::Fraction { part: 1, whole: 2 };

/// The number behind 百分之 and its like.
fn share(text: &str, at: usize, unit: Unit, whole: Option<u128>) -> Option<Numeral> {
    let at = at + (text[at..].len() - text[at..].trim_start().len());
    let first = text[at..].chars().next()?;
    if digits::is_digit(first) {
        let (end, written) = digits::digits_at(text, at);
        let value = Value::decimal(&written);
        let value = if whole.is_some() { value.scaled(-4) } else { value };
        return Some(Numeral::Number { end, value, unit, bare: None });
    }
    let run = numeral(&text[at..]);
    let value = match whole {
        _ if run.is_empty() => return None,
        Some(whole) => Value::Fraction { part: count(run)?, whole },
        None => value(run),
    };
    Some(Numeral::Number { end: at + run.len(), value, unit, bare: None })
}

/// The end of 成 behind a numeral, and the digit behind it: 三成五 is 35 %.
fn tenth(text: &str, at: usize) -> Option<(usize, u128)> {
    let behind = text[at..].strip_prefix('成')?;
    let end = at + '成'.len_utf8();
    match behind.chars().next() {
        Some(next) if NOT_A_TENTH.contains(next) => None,
        Some(next) if next != '半' => match digit(next) {
            Some(ones) => Some((end + next.len_utf8(), ones.into())),
            None => Some((end, 0)),
        },
        Some(half) => Some((end + half.len_utf8(), 5)),
        None => Some((end, 0)),
    }
}

/// Whether a numeral only orders or names: 第一，… but not 第一季度; 周一.
fn is_ordinal_or_weekday(before: &str, behind: &str) -> bool {
    let names_day = ["周", "星期", "礼拜"].iter().any(|day| before.ends_with(day));
    names_day
        || (before.ends_with('第')
            && !behind.starts_with(COUNTED_CHARS)
            && !COUNTED.iter().any(|noun| behind.starts_with(noun)))
}

/// The longest numeral at the beginning of a text. 点 is a decimal point between digits only.
fn numeral(text: &str) -> &str {
    let mut end = 0;
    let mut has_point = false;
    for (at, c) in text.char_indices() {
        let next_is_digit = || text[at + c.len_utf8()..].chars().next().is_some_and(|next| digit(next).is_some());
        if is_numeral(c) {
            end = at + c.len_utf8();
        } else if c == '点' && end > 0 && !has_point && next_is_digit() {
            has_point = true;
        } else {
            break;
        }
    }
    &text[..end]
}

/// A numeral's value; one that follows no rule stands for itself.
fn value(run: &str) -> Value {
    let strange = || Value::Sign(run.to_owned());
    let Some((whole, decimals)) = run.split_once('点') else { return count(run).map_or_else(strange, Value::whole) };
    let decimals: Option<String> = decimals.chars().map(|c| digit(c).map(|digit| char::from(b'0' + digit))).collect();
    match (count(whole), decimals) {
        (Some(whole), Some(decimals)) => Value::decimal(&format!("{whole}.{decimals}")),
        _ => strange(),
    }
}

/// The value of a numeral without decimals: digit by digit (二〇二五), or by places (一千二百万). None when it is too large or
/// follows neither rule.
fn count(run: &str) -> Option<u128> {
    let digits: Option<String> = run.chars().map(|c| digit(c).map(|digit| char::from(b'0' + digit))).collect();
    if let Some(digits) = digits {
        return digits.parse().ok();
    }
    // `total` is complete up to the last 万 or 亿, whose power is `last`; `section` is what stands behind it; `ones` awaits
    // its place.
    let (mut total, mut last, mut section, mut ones) = (0_u128, 0, 0_u128, None);
    for c in run.chars() {
        if let Some(digit) = digit(c) {
            if ones.replace(u128::from(digit)).is_some_and(|before| before != 0) {
                return None;
            }
            continue;
        }
        let power = power(c)?;
        let times = 10_u128.checked_pow(u32::try_from(power).ok()?)?;
        if power < 4 {
            // 百 alone is one hundred; 零 before 十 is none.
            let by = ones.take().filter(|ones| *ones > 0).unwrap_or(1);
            section = section.checked_add(by.checked_mul(times)?)?;
        } else {
            section = section.checked_add(ones.take().unwrap_or(0))?;
            total = if power < last {
                total.checked_add(section.checked_mul(times)?)?
            } else {
                let sum = total.checked_add(section)?;
                (if sum == 0 { 1 } else { sum }).checked_mul(times)?
            };
            (last, section) = (power, 0);
        }
    }
    total.checked_add(section)?.checked_add(ones.unwrap_or(0))
}

#[cfg(test)]
mod tests;
