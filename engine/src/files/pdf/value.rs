//! Whether a piece of text looks like what stands in a column of numbers: numbers with their signs and units, dates, and
//! what stands in place of a number. Only forms are told apart; what a number is is read elsewhere.

use crate::language::marks::is_absent;
use crate::language::units::without_currency;
use crate::text::half_width;

/// Most letters of a value, such as those of its unit, and how many more than digits.
/// Measured: nothing changes at 3 or 5, nor at half or twice as much.
const LETTERS_MAX: usize = 4;

/// Whether a text looks like a number, a date, or what stands in place of one.
pub(super) fn is_value(text: &str) -> bool {
    let text = text.trim();
    let bare = text.trim_matches(|c| matches!(c, '(' | ')' | '（' | '）' | '[' | ']'));
    // Stars stand in place of a number too; whether there is none behind them is for a person to say.
    let is_starred = !bare.is_empty() && bare.chars().all(|c| matches!(c, '*' | '.' | '-'));
    if is_starred || is_absent(&half_width(bare)) {
        return true;
    }
    let (mut digits, mut letters) = (0, 0);
    for c in bare.chars() {
        if c.is_ascii_digit() {
            digits += 1;
        } else if c.is_alphabetic() {
            letters += 1;
        }
    }
    digits > 0 && letters <= LETTERS_MAX
}

/// Whether a text is a mere sign that belongs to the number beside it.
pub(super) fn is_symbol(text: &str) -> bool {
    !text.is_empty() && (without_currency(text).is_empty() || text.chars().all(|c| "$€£¥￥%％()（）".contains(c)))
}

/// Whether a sign stands behind its number.
pub(super) fn trails(text: &str) -> bool {
    text.chars().all(|c| "%％)）".contains(c))
}

/// Whether two pieces may be the groups of one number, as in `12 345`.
pub(super) fn is_thousands(left: &str, right: &str) -> bool {
    let right = right.trim_end_matches([')', '%', '）']);
    let (whole, rest) = right.split_at(right.find(|c: char| !c.is_ascii_digit()).unwrap_or(right.len()));
    let mut rest = rest.chars();
    let fraction = match rest.next() {
        None => true,
        Some(mark) => matches!(mark, '.' | ',') && rest.clone().next().is_some() && rest.all(|c| c.is_ascii_digit()),
    };
    let last = left.rsplit(|c: char| !c.is_ascii_digit()).next().unwrap_or_default();
    whole.len() == 3 && fraction && (1..=3).contains(&last.len())
}
