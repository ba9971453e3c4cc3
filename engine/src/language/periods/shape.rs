//! Whether a cell looks like a period: the quick look of a layout at every cell, before anything is known about its neighbours.
//! It is wider than the grammar on purpose (同比 and `YoY` head a column of time as `2024` does) and says nothing of what the
//! period is. The words stand in `engine/data/language/periods/header_words.tsv`, the months in `english.tsv`.

use std::collections::HashMap;
use std::sync::LazyLock;

use regex::Regex;

use super::english;
use super::words::Key;
use crate::language::lists::{self, list};
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

/// A word that makes a text a period, besides the names of months and the listed ones.
static PERIOD_WORD: LazyLock<Option<Regex>> = LazyLock::new(|| {
    // 2024, 20241231, 2024Q1; 2024A, 24E; 1Q24, 1HFY2024; FY24; Q1, M12; FY24E; Q1FY25, H12024.
    let word = r"(?x)^(?:
        (?:19|20)[0-9]{2} (?: [0-9]{4} | [qhmw][0-9]* )?
        | (?: (?:19|20)[0-9]{2} | [0-9]{2} ) (?: [aefbpr] | ytd | fy | cy )
        | [0-9]{1,2} (?: [qhm][0-9]{0,6} | [qhm]fy[0-9]{0,4} )
        | (?: fy | cy | ye ) (?: [0-9]{2} | [0-9]{4} ) | q[1-4] | h[12] | m[0-9]{1,2}
        | fy (?: [0-9]{2} | [0-9]{4} ) [aefbp]
        | (?: q[1-4] | h[12] ) (?: fy | cy )? (?: [0-9]{2} | [0-9]{4} )
    )$";
    // The pattern is a constant; one that did not compile would find nothing, and the tests would say so.
    Regex::new(word).ok()
});

/// A word that may stand in a period, besides the listed ones: the number of a day or a short year, an ordinal.
static BESIDE_WORD: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new("^(?:[0-9]{1,2}|[0-9]+(?:st|nd|rd|th))$").ok());

/// Whether a word is a period by its digits: `2024`, `fy24`, `q3`, `1h2024`. It stands in half width.
pub(crate) fn is_period_code(word: &str) -> bool {
    PERIOD_WORD.as_ref().is_some_and(|words| words.is_match(&word.to_ascii_lowercase()))
}

fn period_word(word: &str) -> Option<Anchor> {
    // No such word is longer than `september`.
    if word.len() > 9 {
        return None;
    }
    let lower = word.to_ascii_lowercase();
    let is_beside = || BESIDE_WORD.as_ref().is_some_and(|words| words.is_match(&lower));
    let stem = lower.trim_end_matches(|c: char| c.is_ascii_digit());
    let names_month = || matches!(lower.len() - stem.len(), 0 | 2 | 4) && english::month(stem).is_some();
    if is_period_code(word) || names_month() {
        return Some(Anchor::Period);
    }
    if is_beside() { Some(Anchor::Beside) } else { WORDS.get(lower.as_str()).copied() }
}

/// Whether a character is a Chinese one.
fn is_ideograph(c: char) -> bool {
    matches!(c, '\u{4E00}'..='\u{9FFF}' | '\u{3400}'..='\u{4DBF}' | '〇')
}

static WORDS: LazyLock<HashMap<&str, Anchor>> = LazyLock::new(|| {
    let words = lists::meanings(list!("periods/header_words.tsv"));
    words.map(|(word, meaning)| (word, if meaning == "period" { Anchor::Period } else { Anchor::Beside })).collect()
});

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
