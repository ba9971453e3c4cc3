//! Numbers in Chinese numerals: plain, financial (`壹仟`), positional (`二〇二四`), with `点` and a sign. The same
//! characters stand in many ordinary words (`一致`, `万一`); those are in `ordinary_words.txt`, each for a reason, and
//! only the whole word is excused.

use std::collections::HashSet;
use std::sync::LazyLock;

use rust_decimal::Decimal;

use super::{Form, Scan, Scanned, digits, entries};

static ORDINARY_WORDS: LazyLock<OrdinaryWords> =
    LazyLock::new(|| OrdinaryWords::read(include_str!("ordinary_words.txt")));

/// Words whose numeral characters state no number.
struct OrdinaryWords {
    words: HashSet<Vec<char>>,
    longest: usize,
}

impl OrdinaryWords {
    fn read(text: &str) -> Self {
        let words: HashSet<Vec<char>> =
            entries(text).flat_map(str::split_whitespace).map(|word| word.chars().collect()).collect();
        let longest = words.iter().map(Vec::len).max().unwrap_or(0);
        Self { words, longest }
    }

    /// The place after the longest ordinary word that covers `at`, looking back as far as a word may begin.
    fn covering(&self, scan: &Scan<'_>, at: usize) -> Option<usize> {
        let earliest = at.saturating_sub(self.longest.saturating_sub(1));
        let ends = (earliest..=at).filter_map(|start| {
            (at + 1..=(start + self.longest).min(scan.chars.len())).rev().find(|end| {
                let word: Vec<char> = scan.chars.get(start..*end).unwrap_or_default().iter().map(|(_, c)| *c).collect();
                self.words.contains(&word)
            })
        });
        ends.max()
    }
}

/// A numeral character: a digit or a power of ten.
#[derive(Clone, Copy)]
enum Mark {
    Digit(i64),
    Unit(i64),
}

fn mark(c: char) -> Option<Mark> {
    Some(match c {
        '〇' | '零' | '○' => Mark::Digit(0),
        '一' | '壹' | '弌' => Mark::Digit(1),
        '二' | '贰' | '貳' | '两' | '兩' | '俩' | '弍' => Mark::Digit(2),
        '三' | '叁' | '參' | '叄' | '仨' | '弎' => Mark::Digit(3),
        '四' | '肆' => Mark::Digit(4),
        '五' | '伍' => Mark::Digit(5),
        '六' | '陆' | '陸' => Mark::Digit(6),
        '七' | '柒' => Mark::Digit(7),
        '八' | '捌' => Mark::Digit(8),
        '九' | '玖' => Mark::Digit(9),
        '十' | '拾' => Mark::Unit(10),
        '廿' => Mark::Digit(20),
        '卅' => Mark::Digit(30),
        '百' | '佰' => Mark::Unit(100),
        '千' | '仟' => Mark::Unit(1000),
        '万' | '萬' => Mark::Unit(10_000),
        '亿' | '億' => Mark::Unit(100_000_000),
        '兆' => Mark::Unit(1_000_000_000_000),
        _ => return None,
    })
}

pub(super) fn read(scan: &Scan<'_>) -> Option<Scanned> {
    let negative = matches!(scan.char(scan.at)?, '负' | '負');
    let start = if negative { scan.at + 1 } else { scan.at };
    mark(scan.char(start)?)?;
    let (marks, next) = run(scan, start);
    if marks.is_empty() {
        let next = ORDINARY_WORDS.covering(scan, start).unwrap_or(start + 1);
        return Some(Scanned::Word { next });
    }
    let whole = value_of(&marks);
    let (value, next) = match fraction(scan, next) {
        Some((decimals, end)) => (whole.and_then(|whole| joined(whole, &decimals)), end),
        None => (whole.map(Decimal::from), next),
    };
    Some(scan.numeral(next, value.map(|value| if negative { -value } else { value }), Form::Chinese))
}

/// The numeral characters from `from` on, up to the first that belongs to an ordinary word.
fn run(scan: &Scan<'_>, from: usize) -> (Vec<Mark>, usize) {
    let mut marks = Vec::new();
    let mut at = from;
    while let Some(next) = scan.char(at).and_then(mark) {
        if ORDINARY_WORDS.covering(scan, at).is_some() {
            break;
        }
        marks.push(next);
        at += 1;
    }
    (marks, at)
}

/// The digits after `点`, and the place after them.
fn fraction(scan: &Scan<'_>, at: usize) -> Option<(String, usize)> {
    if !matches!(scan.char(at)?, '点' | '點') {
        return None;
    }
    let mut decimals = String::new();
    let mut next = at + 1;
    while let Some(c) = scan.char(next) {
        match (mark(c), digits::digit(c)) {
            (Some(Mark::Digit(digit @ 0..=9)), _) => decimals.push_str(&digit.to_string()),
            (_, Some(digit)) => decimals.push_str(&digit.to_string()),
            _ => break,
        }
        next += 1;
    }
    (!decimals.is_empty()).then_some((decimals, next))
}

fn joined(whole: i64, decimals: &str) -> Option<Decimal> {
    Decimal::from_str_exact(&format!("{whole}.{decimals}")).ok()
}

/// The number that the characters state; none when it is out of range.
fn value_of(marks: &[Mark]) -> Option<i64> {
    if marks.iter().all(|mark| matches!(mark, Mark::Digit(_))) {
        // Positional: 二〇二四.
        return marks.iter().try_fold(0_i64, |sum, mark| match mark {
            Mark::Digit(digit) => sum.checked_mul(10)?.checked_add(*digit),
            Mark::Unit(_) => None,
        });
    }
    let (mut total, mut section, mut digit) = (0_i64, 0_i64, None);
    for mark in marks {
        match *mark {
            Mark::Digit(value) => {
                section = section.checked_add(digit.take().unwrap_or(0))?;
                digit = Some(value);
            }
            Mark::Unit(unit) if unit >= 10_000 => {
                section = section.checked_add(digit.take().unwrap_or(0))?;
                total = total.checked_add(section.max(1).checked_mul(unit)?)?;
                section = 0;
            }
            Mark::Unit(unit) => section = section.checked_add(digit.take().unwrap_or(1).checked_mul(unit)?)?,
        }
    }
    total.checked_add(section)?.checked_add(digit.unwrap_or(0))
}
