//! What a single cell looks like, before anything is known about its neighbours: a value, a year, a period, a mark for
//! nothing, or words. Text counts as a number when people would read it as one; what it is worth is read elsewhere.

use rust_decimal::prelude::ToPrimitive as _;

use super::words;
use crate::files::grid::{Cell, CellValue};

/// The look of a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// Shows nothing.
    Blank,
    /// Words.
    Text,
    /// A number, or another stored value that is no label: a truth value, a time, a formula's error.
    Number,
    /// Four digits that may be a year, and may be a number.
    Year,
    /// A date or period.
    Period,
    /// A mark for an absent value, such as `n/a` or `—`.
    Nothing,
}

impl Form {
    /// Whether it can label a row or column.
    pub(super) fn is_label(self) -> bool {
        matches!(self, Self::Text | Self::Year | Self::Period)
    }
}

/// Years that a four-digit number is taken for.
const YEARS: std::ops::RangeInclusive<u32> = 1900..=2100;
/// The longest text that is looked at as a number or period; longer ones are prose.
const SHORT_MAX: usize = 48;
/// Bytes of an ideograph in UTF-8, so that a long text is told from a short one without counting its characters.
const BYTES_OF_IDEOGRAPH: usize = 3;
/// Digits of a row's number, at most; an account number is longer, and any whole number of so many digits fits.
const ROW_NUMBER_DIGITS_MAX: usize = 12;
/// Words of a period, at most: `for the nine months and the year ended 31 March 2025` has eleven, and is a sentence's part.
const PERIOD_WORDS_MAX: usize = 10;
/// Letters of the longest word of a period, `september`.
const PERIOD_WORD_LEN_MAX: usize = 9;

/// The form of a cell.
pub(super) fn form(cell: &Cell) -> Form {
    if cell.text.is_empty() {
        return match cell.value {
            CellValue::Empty | CellValue::Text => Form::Blank,
            _ => Form::Number,
        };
    }
    match &cell.value {
        CellValue::Empty | CellValue::Text => of_text(&cell.text),
        CellValue::Number(value) => {
            let is_year =
                cell.text.len() == 4 && value.is_integer() && value.to_u32().is_some_and(|n| YEARS.contains(&n));
            if is_year {
                Form::Year
            } else if cell.text.starts_with(|c: char| c.is_alphabetic()) && is_period(&cell.text) {
                // A number format can show 2024 as `FY2024`.
                Form::Period
            } else {
                Form::Number
            }
        }
        CellValue::Date(_) | CellValue::DateTime(_) => Form::Period,
        CellValue::Time(_)
        | CellValue::Boolean(_)
        | CellValue::Error
        | CellValue::Uncomputed
        | CellValue::OutOfRange => Form::Number,
    }
}

/// The form of a text.
fn of_text(text: &str) -> Form {
    if text.len() > SHORT_MAX * BYTES_OF_IDEOGRAPH {
        return Form::Text;
    }
    let folded = words::fold(text);
    let text = folded.trim();
    if words::is_nothing(text) {
        return Form::Nothing;
    }
    let bare = words::without_marks(text);
    if bare.len() == 4 && bare.parse().is_ok_and(|year| YEARS.contains(&year)) {
        return Form::Year;
    }
    if is_period(bare) {
        Form::Period
    } else if is_number(text) || is_number(bare) {
        Form::Number
    } else {
        Form::Text
    }
}

/// Whether a folded text is a number as reports print it: sign or parentheses, currency, digits, unit.
fn is_number(text: &str) -> bool {
    let text = text.trim_start_matches(['(', '+', '-', '~', '<', '>', '=', '≈', '≥', '≤', '±', '约', ' ']);
    let text = words::without_currency(text);
    let text = text.trim_start_matches(['(', '+', '-', ' ']);
    let Some(end) = digits_end(text) else { return false };
    let rest = text.get(end..).unwrap_or_default().trim_matches([' ', ')', '-', '+']);
    rest.is_empty() || words::is_unit(rest)
}

/// Where the digits, points and separators at the beginning of a text end; none when they are no number.
fn digits_end(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let is_digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    if !(is_digit(0) || (bytes.first() == Some(&b'.') && is_digit(1))) {
        return None;
    }
    let mut points = 0;
    let mut end = 0;
    for (at, c) in text.char_indices() {
        let next = at + c.len_utf8();
        match c {
            '0'..='9' => end = next,
            '.' => points += 1,
            ',' | '\'' | ' ' | '\u{A0}' | '\u{2007}'..='\u{2009}' | '\u{202F}' if is_digit(next) => {}
            'e' | 'E' if is_exponent(bytes.get(next..).unwrap_or_default()) => return Some(bytes.len()),
            _ => break,
        }
    }
    // `1.2.3` is a heading's number and no value; `1.` is the number of a row.
    (points <= 1).then(|| if bytes.get(end) == Some(&b'.') { end + 1 } else { end })
}

fn is_exponent(rest: &[u8]) -> bool {
    let digits = rest.strip_prefix(b"+").or_else(|| rest.strip_prefix(b"-")).unwrap_or(rest);
    !digits.is_empty() && digits.iter().all(u8::is_ascii_digit)
}

/// Whether a text is a whole number as row numbers are written: `7`, `7.`, `07`.
pub(super) fn is_ordinal(text: &str) -> Option<u64> {
    let digits = text.strip_suffix(['.', '、', ')']).unwrap_or(text);
    (digits.len() <= ROW_NUMBER_DIGITS_MAX && digits.bytes().all(|byte| byte.is_ascii_digit()))
        .then(|| digits.parse().ok())
        .flatten()
}

/// Whether a text is nothing but a date or period, in any of the usual notations.
fn is_period(text: &str) -> bool {
    if text.is_empty() || text.chars().count() > SHORT_MAX {
        return false;
    }
    if text.chars().any(words::is_han) { is_han_period(text) } else { is_word_period(text) }
}

/// `2024年`, `2025年一季度`, `上年同期`, `截至2024年12月31日`, `同比`: only characters that periods are written with, and one
/// of those that make it a period.
fn is_han_period(text: &str) -> bool {
    const ANCHORS: &str = "年月季期半同环";
    const OTHERS: &str =
        "日度第一二三四五六七八九十零〇上下前后至末初截止本去今当全累计比增长减变动率幅实际预算测划数额金个周";
    let is_other = |c: char| c.is_ascii_digit() || " -/.()~%QHFYqhfyAEae".contains(c) || OTHERS.contains(c);
    text.chars().all(|c| ANCHORS.contains(c) || is_other(c))
        && text.chars().any(|c| ANCHORS.contains(c))
        // `6个月` and `30日` alone are durations.
        && !text.starts_with('个')
}

/// `FY2024`, `Q1 2025`, `1H24`, `Jan-24`, `31 Dec 2024`, `2024A`, `2024 Actual`, `YoY`.
fn is_word_period(text: &str) -> bool {
    let mut anchored = false;
    let mut parts = 0;
    for word in text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
        parts += 1;
        if parts > PERIOD_WORDS_MAX {
            return false;
        }
        match period_word(word) {
            Some(Anchor::Period) => anchored = true,
            Some(Anchor::Beside) => {}
            None => return false,
        }
    }
    anchored && !text.contains([',', '$']) || anchored && text.matches(',').count() == 1 && parts >= 3
}

enum Anchor {
    /// Makes a text a period.
    Period,
    /// May stand in a period.
    Beside,
}

fn period_word(word: &str) -> Option<Anchor> {
    if word.len() > PERIOD_WORD_LEN_MAX {
        return None;
    }
    let lower = word.to_ascii_lowercase();
    let split = lower.find(|c: char| !c.is_ascii_digit()).unwrap_or(lower.len());
    let (digits, rest) = lower.split_at(split);
    if rest.is_empty() {
        let number: u32 = digits.parse().ok()?;
        return match digits.len() {
            4 if YEARS.contains(&number) => Some(Anchor::Period),
            1 | 2 if number <= 31 || digits.len() == 2 => Some(Anchor::Beside),
            8 if YEARS.contains(&(number / 10_000)) => Some(Anchor::Period),
            _ => None,
        };
    }
    if !digits.is_empty() {
        let year = digits.len() == 4 && digits.parse().is_ok_and(|year| YEARS.contains(&year));
        return match rest {
            "a" | "e" | "f" | "b" | "p" | "r" | "ytd" | "fy" | "cy" if year || digits.len() == 2 => {
                Some(Anchor::Period)
            }
            "st" | "nd" | "rd" | "th" => Some(Anchor::Beside),
            "q" | "h" | "m" if digits.len() <= 2 => Some(Anchor::Period),
            _ => {
                let marker = rest.trim_end_matches(|c: char| c.is_ascii_digit());
                let halves = matches!(marker, "q" | "h" | "m" | "qfy" | "hfy" | "mfy") && rest.len() <= 7;
                let quarter_first = year && matches!(marker, "q" | "h" | "m" | "w");
                (halves && digits.len() <= 2 || quarter_first).then_some(Anchor::Period)
            }
        };
    }
    let stem = rest.trim_end_matches(|c: char| c.is_ascii_digit());
    let number = rest.len() - stem.len();
    let is_period = match (stem, number) {
        ("fy" | "cy" | "ye", 2 | 4) | ("q" | "h", 1) | ("m", 1 | 2) => true,
        (stem, 2 | 4) if words::is_month(stem) => true,
        (stem, 0) if words::period_word(stem) => true,
        // `FY24E`, `FY2024A`; `Q1FY25`, `H1FY2024`.
        _ => is_marked_year(rest) || is_part_of_year(rest),
    };
    if is_period {
        return Some(Anchor::Period);
    }
    (number == 0 && words::beside_period(stem)).then_some(Anchor::Beside)
}

/// A fiscal year with the letter of its kind behind it.
fn is_marked_year(word: &str) -> bool {
    let year = word.strip_prefix("fy").and_then(|rest| rest.strip_suffix(['a', 'e', 'f', 'b', 'p']));
    year.is_some_and(|year| matches!(year.len(), 2 | 4) && year.bytes().all(|byte| byte.is_ascii_digit()))
}

/// A quarter or half with its year, without a space.
fn is_part_of_year(word: &str) -> bool {
    let rest = ["q1", "q2", "q3", "q4", "h1", "h2"].iter().find_map(|part| word.strip_prefix(part));
    let year = rest.map(|rest| rest.strip_prefix("fy").or_else(|| rest.strip_prefix("cy")).unwrap_or(rest));
    year.is_some_and(|year| matches!(year.len(), 2 | 4) && year.bytes().all(|byte| byte.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_recognised_as_reports_print_them() {
        let texts = "1,234 | (123.4) | 12.5% | -5 | US$ 12m | $1.2bn | ¥1,000 | 3.5亿 | 12万元 | 1,234百万元 | +3.2pp | \
            45 bps | 2.1x | 1 234,5 | 0.5 | .5 | １，２３４ | （12.5） | RMB 3,200 million | 约12亿元 | 1.2E+05 | \
            1,234* | 120 (1) | 85人 | € 12 | 12 % | 1.5个百分点 | TRUE";
        for text in texts.split(" | ") {
            assert_eq!(of_text(text) == Form::Number, text != "TRUE", "{text}");
        }
        for text in ["n/a", "N/A", "—", "-", "–", "--", "待定", "TBD", "不适用", "..."] {
            assert_eq!(of_text(text), Form::Nothing, "{text}");
        }
    }

    #[test]
    fn periods_are_recognised_in_their_notations() {
        let texts = "FY2024 | FY24 | 2024年 | Q1 2025 | 2025年一季度 | 1H24 | H1 2024 | Jan-24 | March 2024 | 2024/12/31 | \
            31 Dec 2024 | 2024A | 2025E | 2024 Actual | 2024 Budget | 同比 | YoY | 2024-12-31 | 2024Q1 | 1Q24 | \
            Q3 | 三季度 | 上半年 | 截至2024年12月31日 | Dec 31, 2024 | 2024年度 | 本期金额 | \
            As at 31 December 2024 | FY2024 Q1 | Jan | 12M24 | Year ended 31 March 2025 | 2024-12 | 1月 | FY24E | \
            LTM Jun-25 | YTD";
        for text in texts.split(" | ") {
            assert_eq!(of_text(text), Form::Period, "{text}");
        }
        for text in ["2024", "1999", "2024¹", "2024*"] {
            assert_eq!(of_text(text), Form::Year, "{text}");
        }
    }

    #[test]
    fn words_stay_words() {
        let texts = "Revenue | Revenue (1) | 营业收入 | (US$ millions) | 单位：百万元 | 1.2.3 Scope | on track | \
            EBITDA 2024 | 期间费用 | Note 5 | Top 10 | 3 offices in Asia | 净利润同比增速 | 1. Revenue | \
            (1) restated | A | May be";
        for text in texts.split(" | ") {
            assert_eq!(of_text(text), Form::Text, "{text}");
        }
    }
}
