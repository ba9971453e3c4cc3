//! Periods as the golden sets and answers spell them, read by the harness on its own: the engine's reading is what is
//! being judged. It knows the fixed spellings of reports; relative wording (`last year`) is beyond it.

use std::collections::HashMap;
use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

use serde::{Serialize, Serializer};

/// A reporting period: `2024`, `2024H1`, `2024Q3` or `2024-03`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Period {
    /// The year it carries, 1000 to 9999.
    pub year: u16,
    /// The part of the year.
    pub part: Part,
}

/// The part of the year that a period covers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Part {
    /// All of it.
    Year,
    /// The half, 1 or 2.
    Half(u8),
    /// The quarter, 1 to 4.
    Quarter(u8),
    /// The month, 1 to 12.
    Month(u8),
}

/// The text is not a canonical period.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a period; write 2024, 2024H1, 2024Q3 or 2024-03")]
pub struct NotAPeriod(pub String);

impl Period {
    /// The type's word in answers: `FY`, `HY`, `QUARTER` or `MONTH`.
    pub fn type_code(self) -> &'static str {
        match self.part {
            Part::Year => "FY",
            Part::Half(_) => "HY",
            Part::Quarter(_) => "QUARTER",
            Part::Month(_) => "MONTH",
        }
    }

    /// Every way in which a report or an answer may spell it, lower-cased. English months stand in full and with three
    /// letters; a year stands with four digits and, after `fy` or before a part, with two.
    pub fn spellings(self) -> Vec<String> {
        let (year, short) = (self.year, self.year % 100);
        let years = [format!("{year}"), format!("fy{year}"), format!("fy {year}"), format!("fy{short:02}")];
        match self.part {
            Part::Year => {
                let mut all = years.to_vec();
                all.extend(["年", "年度", "财年", "财政年度", "年全年", " 年"].map(|suffix| format!("{year}{suffix}")));
                all.extend(["fiscal year", "fiscal", "the year", "full year"].map(|word| format!("{word} {year}")));
                all
            }
            Part::Half(half) => {
                let zh = if half == 1 { "上半" } else { "下半" };
                let zh = [format!("{zh}年"), format!("{zh}财年")];
                let en = if half == 1 { "first half" } else { "second half" };
                numbered(('h', half), &years, short, &zh, en)
            }
            Part::Quarter(quarter) => {
                let index = usize::from(quarter.clamp(1, 4)) - 1;
                let zh = ["一", "二", "三", "四"][index];
                let zh = [format!("第{zh}季度"), format!("{zh}季度"), format!("第{quarter}季度")];
                let en = ["first quarter", "second quarter", "third quarter", "fourth quarter"][index];
                numbered(('q', quarter), &years, short, &zh, en)
            }
            Part::Month(month) => {
                let name = MONTHS[usize::from(month.clamp(1, 12)) - 1];
                let mut all =
                    vec![format!("{year}-{month:02}"), format!("{year}年{month}月"), format!("{year}年{month:02}月")];
                all.extend([name, name.get(..3).unwrap_or(name)].map(|word| format!("{word} {year}")));
                all
            }
        }
    }

    /// Reads any of the [spellings](Self::spellings), in any case.
    pub fn read_in_report(text: &str) -> Option<Self> {
        static SPELLINGS: LazyLock<HashMap<String, Period>> = LazyLock::new(|| {
            let halves = (1..=2).map(Part::Half);
            let quarters = (1..=4).map(Part::Quarter);
            let months = (1..=12).map(Part::Month);
            let parts: Vec<Part> = std::iter::once(Part::Year).chain(halves).chain(quarters).chain(months).collect();
            // Two-digit years are those of this window, so that each spelling means one period.
            (1970..2070)
                .flat_map(|year| parts.iter().map(move |part| Period { year, part: *part }))
                .flat_map(|period| period.spellings().into_iter().map(move |spelling| (spelling, period)))
                .collect()
        });
        let text = text.trim();
        SPELLINGS.get(&text.to_lowercase()).copied().or_else(|| text.parse().ok())
    }
}

// In code: the calendar's own, as an answer may write a month; there are no more of them.
const MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];

/// The spellings of a part with a number: `2024h1`, `h1 2024`, `1h24` and their kin, `zh` behind the year, and `first half
/// of 2024` and its kin.
fn numbered((letter, number): (char, u8), years: &[String; 4], short: u16, zh: &[String], en: &str) -> Vec<String> {
    let [year, ..] = years;
    let mut all = vec![
        format!("{number}{letter}{short:02}"),
        format!("{number}{letter}{year}"),
        format!("{number}{letter} {year}"),
        format!("{year}年{letter}{number}"),
    ];
    for middle in ["年", "财年", "", "年度"] {
        all.extend(zh.iter().map(|part| format!("{year}{middle}{part}")));
    }
    for name in years {
        all.extend([format!("{name}{letter}{number}"), format!("{name} {letter}{number}")]);
        all.extend([format!("{letter}{number} {name}"), format!("{letter}{number}{name}")]);
        for part in [en, &en.replace(' ', "-")] {
            all.extend([format!("{part} of {name}"), format!("{part} {name}"), format!("{name} {part}")]);
        }
    }
    all
}

impl fmt::Display for Period {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let year = self.year;
        match self.part {
            Part::Year => write!(f, "{year:04}"),
            Part::Half(half) => write!(f, "{year:04}H{half}"),
            Part::Quarter(quarter) => write!(f, "{year:04}Q{quarter}"),
            Part::Month(month) => write!(f, "{year:04}-{month:02}"),
        }
    }
}

impl FromStr for Period {
    type Err = NotAPeriod;

    /// Reads the canonical spelling; `FY` before a year is allowed, as documents write it.
    fn from_str(text: &str) -> Result<Self, NotAPeriod> {
        read(text).ok_or_else(|| NotAPeriod(text.to_owned()))
    }
}

fn read(text: &str) -> Option<Period> {
    let (year, rest) = match text.strip_prefix("FY") {
        Some(year) => (year, ""),
        None => text.split_at_checked(4)?,
    };
    if year.len() != 4 || !year.bytes().all(|b| b.is_ascii_digit()) || year.starts_with('0') {
        return None;
    }
    let part = match rest.as_bytes() {
        [] => Part::Year,
        [b'H', half @ b'1'..=b'2'] => Part::Half(half - b'0'),
        [b'Q', quarter @ b'1'..=b'4'] => Part::Quarter(quarter - b'0'),
        [b'-', b'0', month @ b'1'..=b'9'] => Part::Month(month - b'0'),
        [b'-', b'1', month @ b'0'..=b'2'] => Part::Month(10 + month - b'0'),
        _ => return None,
    };
    Some(Period { year: year.parse().ok()?, part })
}

impl Serialize for Period {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
