//! Periods as the golden sets and answers spell them, read by the harness on its own: the engine's reading is what is
//! being judged. It reads canonical spellings only, never a person's wording.

use std::fmt;
use std::str::FromStr;

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
mod tests {
    use super::*;

    #[test]
    fn every_period_reads_its_own_spelling() {
        for text in ["2024", "2024H1", "2024Q4", "2024-03", "2024-12"] {
            assert_eq!(text.parse::<Period>().unwrap().to_string(), text);
        }
        assert_eq!("FY2024".parse::<Period>().unwrap().to_string(), "2024");
    }

    #[test]
    fn other_spellings_are_faults() {
        for text in
            ["", "24", "FY24", "0024", "2024H3", "2024Q0", "2024-13", "2024-3", "FY2024H1", "２０２４", "2024年"]
        {
            assert_eq!(text.parse::<Period>(), Err(NotAPeriod(text.to_owned())));
        }
    }
}
