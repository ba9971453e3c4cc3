//! Whether a piece of text looks like what stands in a column of numbers: numbers with their signs and units, dates, and
//! what stands in place of a number. Only forms are told apart; what a number is is read elsewhere.

use crate::language::marks::is_absent;
use crate::text::half_width;

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
    digits > 0 && letters <= 4 && letters <= digits + 2
}

/// Whether a text is a mere sign that belongs to the number beside it.
pub(super) fn is_symbol(text: &str) -> bool {
    !text.is_empty()
        && (matches!(text, "US$" | "HK$" | "A$" | "C$" | "S$" | "NT$" | "RMB" | "USD" | "EUR" | "HKD" | "CNY" | "GBP")
            || text.chars().all(|c| "$€£¥￥%％()（）".contains(c)))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_dates_and_dashes_are_values_and_words_are_not() {
        for text in [
            "1",
            "(1,234.5)",
            "12.5%",
            "US$ 1.2bn",
            "—",
            "n/a",
            "n.m.",
            "待定",
            "2024-12-31",
            "FY2024",
            "1.2亿元",
            "***.*",
            "(X)",
            "2024年",
            "-0.5",
            "$",
            "1H24",
        ] {
            assert_eq!(is_value(text), text != "(X)" && text != "$", "{text}");
        }
        for text in ["Revenue", "营业收入", "Table 3 of the report", "", "of 2024 and", "Tier 1 capital"] {
            assert!(!is_value(text), "{text}");
        }
    }

    #[test]
    fn groups_of_digits_are_one_number() {
        for (left, right) in [("12", "345"), ("1", "234.5"), ("(1", "234)"), ("1 234", "567%")] {
            assert!(is_thousands(left, right), "{left} {right}");
        }
        for (left, right) in [("1234", "567"), ("12", "34"), ("Revenue", "345"), ("12", "3456"), ("1", "234x")] {
            assert!(!is_thousands(left, right), "{left} {right}");
        }
    }
}
