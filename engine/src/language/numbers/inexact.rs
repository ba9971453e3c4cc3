//! What stands in the place of a number and is no exact one: ranges, approximations, estimates. Only their forms are told
//! apart; what a number is worth is read elsewhere, and nothing of an inexact one is kept.

use std::sync::LazyLock;

use regex::Regex;

use crate::lang::is_cjk;
use crate::language::lists::{list, meanings, words};
use crate::language::units::is_unit;
use crate::text::half_width;

/// Why a text with a number in it states none exactly.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Inexact {
    /// From one number to another.
    Range,
    /// About, over or under a number.
    Approximate,
    /// An estimate, a forecast, a plan: not as it came out.
    Estimate,
}

/// Words beside a number of a sentence, and of a cell, that is not the exact one.
static ROUGH: LazyLock<Vec<&str>> = words!("numbers/rough.txt");
static ROUGH_IN_CELLS: LazyLock<Vec<&str>> = words!("numbers/rough_in_cells.txt");
/// Tags of values that came out as they are stated.
const SETTLED_TAGS: [&str; 3] = ["actual", "audited", "restated"];
/// The longest text that is looked at; longer ones are sentences.
const BYTES_MAX: usize = 96;

static RANGE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"\d[^\d]{0,12}?(?:[-–—−‐‑~〜]|\b(?:to|till|through|and|or)\b|至|到|及|或)\s*[^\d\s]{0,4}\s*\d").ok()
});

/// What keeps a text from stating one exact number; none where nothing does, or where it is more than a number with its
/// unit and a word about it.
pub(crate) fn inexact(text: &str) -> Option<Inexact> {
    if text.len() > BYTES_MAX {
        return None;
    }
    let folded = half_width(text).to_lowercase();
    let (first, last) = (folded.find(|c: char| c.is_ascii_digit())?, folded.rfind(|c: char| c.is_ascii_digit())?);
    let (before, after) = (folded.get(..first)?, folded.get(last + 1..)?);
    let between = folded.get(first..=last)?;
    let (mut is_rough, mut is_estimate) = (false, false);
    for (side, leads) in [(before, true), (after, false)] {
        let mut rest = padded(side);
        is_rough |=
            side.contains(['~', '≈', '≃', '≅', '∼', '±', '<', '>', '≤', '≥']) || !leads && side.starts_with('+');
        is_rough |= without(&mut rest, ROUGH.iter().chain(ROUGH_IN_CELLS.iter()).copied());
        let kinds = meanings(list!("headings/scenarios.tsv")).filter(|(tag, _)| !SETTLED_TAGS.contains(tag));
        is_estimate |= without(&mut rest, kinds.map(|(_, word)| word));
        // `150.5e`, `150.5 (F)`; `(b)` and its like are footnotes.
        is_estimate |= !leads && is_letter_of_kind(text, side);
        if !leads && is_letter_of_kind(text, side) {
            rest.clear();
        }
        let rest = rest.trim_matches(|c: char| !c.is_alphanumeric() && !"$€£¥%'’‘".contains(c));
        if !rest.is_empty() && !is_unit(rest) {
            return None;
        }
    }
    let is_range = RANGE.as_ref().is_some_and(|range| range.is_match(between));
    match (is_range, is_estimate, is_rough) {
        (true, ..) => Some(Inexact::Range),
        (_, true, _) => Some(Inexact::Estimate),
        (.., true) => Some(Inexact::Approximate),
        _ => None,
    }
}

/// Whether a text is about a number more than about anything else: it states one inexactly, or says hardly more than a number
/// (`140 → 150.5`, `150.5 (restated)`, `Rp 150.5`). Years alone are no such numbers, and ideographs outside of brackets say what
/// they count.
pub(crate) fn is_about_a_number(text: &str) -> bool {
    const LETTERS_MAX: usize = 10;
    const LETTERS_BEFORE_MAX: usize = 4;
    let Some(first) = text.find(|c: char| c.is_ascii_digit()).filter(|_| text.len() <= BYTES_MAX) else { return false };
    let narrow = half_width(text);
    let bare = narrow.split_once('(').map_or(&*narrow, |(bare, _)| bare);
    let is_letter = |c: &char| c.is_alphabetic();
    let mut numbers = text.split(|c: char| !c.is_ascii_digit()).filter(|digits| !digits.is_empty());
    let is_year = |digits: &str| digits.len() == 4 && (digits.starts_with("19") || digits.starts_with("20"));
    inexact(text).is_some()
        || !bare.contains(is_cjk)
            && text.chars().filter(is_letter).count() <= LETTERS_MAX
            && text.get(..first).unwrap_or_default().chars().filter(is_letter).count() <= LETTERS_BEFORE_MAX
            && !numbers.all(is_year)
}

/// The words of a text, each between spaces.
fn padded(text: &str) -> String {
    let spaced: String = text.chars().map(|c| if ".:;,~≈±<>≤≥+()[]".contains(c) { ' ' } else { c }).collect();
    format!(" {} ", spaced.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// Takes words out of a padded text; whether there were any. Latin words are whole ones.
fn without<'w>(text: &mut String, words: impl Iterator<Item = &'w str>) -> bool {
    let mut found = false;
    for word in words {
        let (word, gap) = if word.is_ascii() { (padded(word), " ") } else { (word.to_owned(), "") };
        while text.contains(&word) {
            *text = text.replacen(&word, gap, 1);
            found = true;
        }
    }
    found
}

/// Whether what stands behind the digits is the letter of a kind: `e` and `f` glued or in brackets, `B` and `P` in brackets.
fn is_letter_of_kind(text: &str, after: &str) -> bool {
    let letter = after.trim_matches([' ', '(', ')', '[', ']']);
    let in_brackets = after.trim_start().starts_with(['(', '[']);
    match letter {
        "e" | "f" => true,
        "b" | "p" => in_brackets && text.contains(['B', 'P', 'Ｂ', 'Ｐ']),
        _ => false,
    }
}

#[cfg(test)]
mod tests;
