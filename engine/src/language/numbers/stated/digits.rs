//! Numbers in digits of any script, with grouping commas and decimals.

use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};

/// Whether `c` is a decimal digit of any script.
pub(super) fn is_digit(c: char) -> bool {
    c.is_ascii_digit() || (!c.is_ascii() && c.general_category() == GeneralCategory::DecimalNumber)
}

/// Reads the number that begins with the digit at `at`: its end, and its digits in ASCII with at most one point.
///
/// A comma groups where exactly three digits follow and at most three stand before the first; any other comma ends the
/// number, as in the list "2023,2024".
pub(super) fn digits_at(text: &str, at: usize) -> (usize, String) {
    let (mut end, mut written) = run(text, at);
    let mut grouped = written.len() <= 3;
    while grouped && text[end..].starts_with([',', '٬', '\'', '’']) {
        let separator = text[end..].chars().next().map_or(1, char::len_utf8);
        let (group_end, group) = run(text, end + separator);
        grouped = group.len() == 3;
        if grouped {
            written.push_str(&group);
            end = group_end;
        }
    }
    if let Some(point) = text[end..].chars().next().filter(|c| matches!(c, '.' | '٫')) {
        let (fraction_end, fraction) = run(text, end + point.len_utf8());
        if !fraction.is_empty() {
            written.push('.');
            written.push_str(&fraction);
            end = fraction_end;
        }
    }
    (end, written)
}

/// The digits from `at` on, and where they end.
fn run(text: &str, at: usize) -> (usize, String) {
    let mut digits = String::new();
    let mut end = at;
    for c in text[at..].chars().take_while(|c| is_digit(*c)) {
        digits.push(char::from_digit(place(c), 10).unwrap_or('0'));
        end += c.len_utf8();
    }
    (end, digits)
}

/// The value of a digit. Unicode encodes the ten digits of every script in ascending order without a gap, so that the
/// zero is the first character of the run of digits that a digit stands in (Unicode Standard, 4.6).
fn place(c: char) -> u32 {
    if let Some(value) = c.to_digit(10) {
        return value;
    }
    let code = u32::from(c);
    let digits_below = (1..=49).take_while(|down| char::from_u32(code - down).is_some_and(is_digit)).count();
    u32::try_from(digits_below % 10).unwrap_or(0)
}

#[cfg(test)]
mod tests;
