//! The two languages the engine speaks. Chinese and English are equal citizens; a third language is a new variant and
//! the compiler names every place that must answer for it.

use serde::{Deserialize, Serialize};

/// A language of questions, labels and answers.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    Serialize,
    Deserialize,
    strum::Display,
    strum::EnumString,
    strum::IntoStaticStr,
)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase", ascii_case_insensitive)]
pub enum Lang {
    /// Chinese.
    Zh,
    /// English.
    En,
}

impl Lang {
    /// The language of a question: Chinese when any CJK ideograph stands in it, else English.
    pub fn of(text: &str) -> Self {
        if text.chars().any(is_cjk) { Self::Zh } else { Self::En }
    }
}

/// Whether `c` is a CJK ideograph (unified, extensions A to H, compatibility, or the zero 〇).
pub fn is_cjk(c: char) -> bool {
    matches!(c,
        '\u{3005}' | '\u{3007}'
        | '\u{3400}'..='\u{4DBF}'
        | '\u{4E00}'..='\u{9FFF}'
        | '\u{F900}'..='\u{FAFF}'
        | '\u{20000}'..='\u{323AF}')
}
