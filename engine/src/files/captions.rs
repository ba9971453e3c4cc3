//! Which lines above a table speak about all of it: those in which a unit or a period stands and which are no sentence.
//! Only this decides; what the line means is read later, by the profile.

use crate::language::units::{is_unit_line, names_unit};
use crate::text::TextView;

/// Longest line that is no running text.
const CHARS_MAX: usize = 80;

/// Whether a line above a table states a unit or period for it.
pub(super) fn states_unit_or_period(line: &str) -> bool {
    let is_unit_line = || is_unit_line(line.trim_end().trim_end_matches(['.', '。']));
    if line.chars().nth(CHARS_MAX).is_some()
        || !is_unit_line() && line.trim_end().ends_with(['.', '。', '!', '！', '?', '？', ';', '；'])
    {
        return false;
    }
    let folded = TextView::fold(line);
    names_unit(&folded)
        || folded.split(|c: char| !c.is_ascii_digit()).any(is_year)
        || folded.split(|c: char| !c.is_ascii_alphanumeric()).any(is_period)
}

/// Whether a text is the number of a year.
pub(super) fn is_year(text: &str) -> bool {
    text.len() == 4 && (text.starts_with("19") || text.starts_with("20")) && text.bytes().all(|b| b.is_ascii_digit())
}

/// `fy24`, `q3`, `1h2024`, `h1`.
fn is_period(word: &str) -> bool {
    let digits = |text: &str| if text.bytes().all(|byte| byte.is_ascii_digit()) { text.len() } else { 0 };
    let part = |text: &str| {
        matches!(text.as_bytes(), [b'q', b'1'..=b'4'] | [b'h', b'1' | b'2'] | [b'1'..=b'4', b'q'] | [b'1' | b'2', b'h'])
    };
    if part(word) {
        return true;
    }
    if let Some(rest) = word.strip_prefix("fy") {
        return matches!(digits(rest), 2 | 4);
    }
    let (Some(head), Some(rest)) = (word.get(..2), word.get(2..)) else { return false };
    part(head) && matches!(digits(rest), 2 | 4)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_and_periods_are_told_from_text() {
        for line in [
            "单位：人民币百万元",
            "（單位：億港元）",
            "US$ millions",
            "In thousands, except per share data",
            "FY2024",
            "FY24 vs FY23",
            "截至2024年12月31日止年度",
            "Six months ended 30 June 2024",
            "1H24",
            "Q3",
            "3Q2024",
            "All figures in thousands.",
        ] {
            assert!(states_unit_or_period(line), "{line}");
        }
        for line in [
            "",
            "Overview",
            "营收",
            "Revenue rose by 5% in 2024.",
            "2024年营收增长。",
            "Room 12, 120241 people",
            "fyi",
            "q5",
            "The following table shows what was achieved in the year 2024 by all of our business units together",
        ] {
            assert!(!states_unit_or_period(line), "{line}");
        }
    }
}
