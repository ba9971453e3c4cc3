//! Whether a cell looks like a period: the quick look of a layout at every cell, before anything is known about its neighbours.
//! It is wider than the grammar on purpose (同比 and `YoY` head a column of time as `2024` does) and says nothing of what the
//! period is. The words stand in `engine/data/language/periods/header_words.tsv`, the months in `english.tsv`.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::english;
use super::numerals::plausible_year;
use super::words::Key;
use crate::language::lists;
use crate::text::half_width;

/// The longest text that is looked at, in characters; longer ones are prose.
const CHARS_MAX: usize = 48;

/// Whether a text in half width looks like nothing but a date or period, in any of the usual notations.
pub(crate) fn is_period_shape(text: &str) -> bool {
    if text.is_empty() || text.chars().count() > CHARS_MAX {
        return false;
    }
    if text.chars().any(is_ideograph) { is_han_period(text) } else { is_word_period(text) }
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
        if parts > 10 {
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

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Anchor {
    /// Makes a text a period.
    Period,
    /// May stand in a period.
    Beside,
}

fn period_word(word: &str) -> Option<Anchor> {
    // No such word is longer than `september`.
    if word.len() > 9 {
        return None;
    }
    let lower = word.to_ascii_lowercase();
    let split = lower.find(|c: char| !c.is_ascii_digit()).unwrap_or(lower.len());
    let (digits, rest) = lower.split_at(split);
    if rest.is_empty() {
        let number: u32 = digits.parse().ok()?;
        return match digits.len() {
            4 if is_year(number) => Some(Anchor::Period),
            1 | 2 if number <= 31 || digits.len() == 2 => Some(Anchor::Beside),
            8 if is_year(number / 10_000) => Some(Anchor::Period),
            _ => None,
        };
    }
    if !digits.is_empty() {
        let year = digits.len() == 4 && digits.parse().is_ok_and(is_year);
        return match rest {
            // In code: letters behind the digits of a year, the grammar of this wording alone.
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
        (stem, 0 | 2 | 4) if english::month(stem).is_some() => true,
        (stem, 0) if listed(stem) == Some(Anchor::Period) => true,
        // `FY24E`, `FY2024A`; `Q1FY25`, `H1FY2024`.
        _ => is_marked_year(rest) || is_part_of_year(rest),
    };
    if is_period {
        return Some(Anchor::Period);
    }
    listed(stem).filter(|_| number == 0)
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

fn is_year(number: u32) -> bool {
    plausible_year(number).is_some()
}

/// Whether a character is a Chinese one.
fn is_ideograph(c: char) -> bool {
    matches!(c, '\u{4E00}'..='\u{9FFF}' | '\u{3400}'..='\u{4DBF}' | '〇')
}

static WORDS: LazyLock<HashMap<&str, Anchor>> = LazyLock::new(|| {
    let words = lists::meanings(include_str!("../../../data/language/periods/header_words.tsv"));
    words.map(|(word, meaning)| (word, if meaning == "period" { Anchor::Period } else { Anchor::Beside })).collect()
});

/// What a listed word does in a period.
fn listed(word: &str) -> Option<Anchor> {
    WORDS.get(word).copied()
}

/// Whether a text is a span of time and nothing else: `5 years`, `6个月`.
pub(crate) fn is_duration(text: &str) -> bool {
    let narrow = half_width(text);
    let text = narrow.trim();
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let unit = rest.trim_start_matches([' ', '-']);
    let counts = || matches!(english::word(&unit.to_ascii_lowercase()), Some(Key::Unit(_)));
    // In code: the grammar of this wording alone.
    rest.len() < text.len() && (matches!(unit, "天" | "日" | "周" | "个月" | "年" | "季度" | "y" | "Y") || counts())
}
