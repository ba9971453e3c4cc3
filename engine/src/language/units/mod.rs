//! Units as documents write them: the profile's own spellings, and notations composed of a scale and a currency ("in
//! thousands of US dollars", `(US$'000)`, 人民币亿元). A notation is matched to a unit of the profile or kept in the
//! document's words; no value is ever converted.
//!
//! Signs that several currencies share ($, ¥, 元) mean the one that is stated apart, else a unit that the profile itself
//! spells with the sign. A scale alone ("in millions") and a currency alone ("US$") complete each other where they stand
//! apart; a scale beside the currency that is nearest wins.

mod exceptions;
mod lines;
pub(crate) mod notations;
mod statement;
#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::ops::Range;

use self::notations::{Notation, words};
use self::statement::{Base, Measure, money_statements};
use crate::code::UnitCode;
use crate::text::{TextView, joined};

pub(crate) use exceptions::{exceptions, without_opening};
pub(crate) use lines::{is_unit, is_unit_line, names_unit, without_currency};
pub(crate) use statement::Statement;

/// A stretch of a text that states a unit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct UnitMention {
    /// Bytes of the text it was found in.
    pub(crate) span: Range<usize>,
    pub(crate) statement: Statement,
}

/// Where a text stands, which says how much a short notation may mean there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Setting {
    /// Around the digits of a value: `m` is million, 万 is ten thousand.
    Value,
    /// In a header or title: short notations count only in brackets, behind "in" or 单位, or alone.
    Text,
    /// In the name of a sheet, where a short notation is rather an abbreviation of something else.
    Name,
}

/// Every unit notation, ready to be found.
#[derive(Debug, Default)]
pub(crate) struct UnitReader {
    /// Pieces by their first character, the longest first.
    pieces: HashMap<char, Vec<(String, Piece)>>,
    measures: HashMap<Measure, UnitCode>,
    exact: HashMap<String, UnitCode>,
    /// Units of money as statements.
    money: HashMap<UnitCode, Statement>,
}

#[derive(Debug, Clone)]
struct Piece {
    /// A scale or a base.
    what: Base,
    /// Whether it means something else elsewhere, or is too short to count without brackets: `m`, 万, 元, 人.
    short: bool,
}

/// What may stand between the pieces of one notation.
const LINKS: [&str; 7] = ["", " ", " in ", " of ", "-", " - ", "/"];
/// Pieces of the longest notation: 百万 元 人民币.
const PIECES_MAX: usize = 3;

impl UnitReader {
    /// The notations that everybody writes, and those of a profile's units: each unit with one of its spellings.
    pub(crate) fn new<'a>(spelled: impl IntoIterator<Item = (&'a UnitCode, &'a str)>) -> Self {
        let mut reader = Self::default();
        // A sign that is listed as shared is no currency here.
        let mut signs: HashSet<&str> = HashSet::new();
        for word in words() {
            match word.notation {
                // No unit of a profile is made of these; what it counts, it spells itself.
                Notation::PerMille | Notation::Counted => continue,
                Notation::Currency(_) if signs.contains(word.text) => continue,
                Notation::Shared(_) => {
                    signs.insert(word.text);
                }
                _ => {}
            }
            reader.add(word.text, Piece { what: Base::Listed(word.notation), short: word.short });
        }
        let spelled: Vec<(UnitCode, String)> =
            spelled.into_iter().map(|(code, name)| (code.clone(), TextView::fold(name))).collect();
        let mut own = Vec::new();
        for (code, name) in spelled {
            match reader.whole(&name) {
                Some(measure) => drop(reader.measures.entry(measure).or_insert_with(|| code.clone())),
                None => own.push((code.clone(), name.clone())),
            }
            reader.exact.entry(name).or_insert(code);
        }
        for (code, name) in own {
            let base = Base::Own(code.clone());
            let short = name.chars().count() < 2;
            reader.add(&name, Piece { what: base.clone(), short });
            reader.measures.insert(Measure { scale: Some(0), base: Some(base) }, code);
        }
        for pieces in reader.pieces.values_mut() {
            pieces.sort_by_key(|(text, _)| Reverse(text.len()));
        }
        reader.money = money_statements(&reader.measures);
        reader
    }

    fn add(&mut self, text: &str, piece: Piece) {
        let folded = TextView::fold(text);
        if let Some(first) = folded.chars().next() {
            self.pieces.entry(first).or_default().push((folded, piece));
        }
    }

    /// What a text that is nothing but a notation is made of.
    fn whole(&self, folded: &str) -> Option<Measure> {
        let mut ends = Vec::new();
        self.extend(folded, 0, &Parsed::default(), 0, &mut ends);
        ends.into_iter().find(|(end, _)| *end == folded.len()).map(|(_, parsed)| parsed.measure.normal())
    }

    /// Every unit that a text (the text of a [`TextView`]) states, left to right. `taken` holds spans that belong to
    /// something else, in order.
    pub(crate) fn find(&self, text: &str, taken: &[Range<usize>], setting: Setting) -> Vec<UnitMention> {
        let mut mentions = Vec::new();
        let mut at = 0;
        let mut before: Option<char> = None;
        while let Some(first) = text.get(at..).and_then(|rest| rest.chars().next()) {
            let free = !taken.iter().any(|span| span.start < at && at < span.end);
            let found = if free && !joined(before, first) { self.longest(text, at, taken, setting) } else { None };
            let end = found.as_ref().map_or(at + first.len_utf8(), |(end, _)| *end);
            if let Some((end, measure)) = found {
                let words = text.get(at..end).unwrap_or_default();
                let exact = self.exact.get(words).cloned();
                let statement = Statement { words: words.to_owned(), exact, measure: measure.normal() };
                mentions.push(UnitMention { span: at..end, statement });
            }
            before = text.get(..end).and_then(|text| text.chars().next_back());
            at = end;
        }
        mentions
    }

    /// The unit that all of a text states, such as the suffix of a value; none when it says anything else.
    pub(crate) fn only(&self, words: &str, setting: Setting) -> Option<Statement> {
        let folded = TextView::fold(words);
        let mentions = self.find(&folded, &[], setting);
        match <[UnitMention; 1]>::try_from(mentions) {
            Ok([UnitMention { span, statement }]) if span == (0..folded.len()) => {
                Some(Statement { words: words.to_owned(), ..statement })
            }
            _ => None,
        }
    }

    fn longest(&self, text: &str, at: usize, taken: &[Range<usize>], setting: Setting) -> Option<(usize, Measure)> {
        let mut ends = Vec::new();
        self.extend(text, at, &Parsed::default(), 0, &mut ends);
        let fits = |end: usize, parsed: &Parsed| {
            let rest = text.get(end..).unwrap_or_default();
            let last = text.get(..end).and_then(|text| text.chars().next_back());
            let ends_word = rest.chars().next().is_none_or(|next| !joined(last, next));
            // "Hong Kong dollars" is more than the place in it.
            let holds = |span: &Range<usize>| at <= span.start && span.end <= end && span.len() < end - at;
            let untaken = taken.iter().all(|span| span.end <= at || end <= span.start || holds(span));
            let counts = match setting {
                Setting::Value => true,
                Setting::Text => !parsed.short || in_brackets(text, at, end),
                Setting::Name => !parsed.short,
            };
            // "% of" and "percentage of" begin another quantity.
            let share = parsed.measure.base == Some(Base::Listed(Notation::Percent))
                && ["of ", "change", "growth"].iter().any(|word| rest.trim_start().starts_with(word));
            ends_word && untaken && counts && !share
        };
        let longest = ends.into_iter().filter(|(end, parsed)| fits(*end, parsed)).max_by_key(|(end, _)| *end);
        longest.map(|(end, parsed)| (end, parsed.measure))
    }

    /// Every notation that begins with what was parsed and goes on at `at`.
    fn extend(&self, text: &str, at: usize, parsed: &Parsed, pieces: usize, ends: &mut Vec<(usize, Parsed)>) {
        for link in LINKS.iter().filter(|link| pieces > 0 || link.is_empty()) {
            let Some(rest) = text.get(at..).and_then(|rest| rest.strip_prefix(link)) else { continue };
            let Some(first) = rest.chars().next() else { continue };
            let start = at + link.len();
            for (words, piece) in self.pieces.get(&first).into_iter().flatten() {
                if !rest.starts_with(words.as_str()) {
                    continue;
                }
                if let Some(parsed) = parsed.with(piece) {
                    let end = start + words.len();
                    if pieces + 1 < PIECES_MAX {
                        self.extend(text, end, &parsed, pieces + 1, ends);
                    }
                    ends.push((end, parsed));
                }
            }
        }
    }

    /// A unit of money as a statement, its currency named where any of its spellings names it; none of any other unit.
    pub(crate) fn money(&self, unit: &UnitCode) -> Option<&Statement> {
        self.money.get(unit)
    }

    /// The unit that statements mean together, the nearest first; the document's words where the profile has no such
    /// unit, none where nothing is stated. `expected` is the metric's unit, which decides where a notation that the
    /// profile spells for two units could mean either.
    pub(crate) fn resolve(&self, statements: &[&Statement], expected: &UnitCode) -> Option<Result<UnitCode, String>> {
        let (first, rest) = statements.split_first()?;
        let plainly = first.measure.base.is_none() && self.measures.get(&first.measure) == Some(expected);
        if plainly || first.exact.as_ref() == Some(expected) {
            return Some(Ok(expected.clone()));
        }
        let mut measure = first.measure.clone();
        if measure.base.is_none() {
            // The next statement of a currency says of what; a different scale beside it would be another unit.
            let base = rest.iter().find(|statement| statement.measure.base.is_some());
            let fits = |other: &Measure| other.scale.is_none_or(|scale| scale == 0 || Some(scale) == measure.scale);
            measure.base = base.filter(|base| fits(&base.measure)).and_then(|base| base.measure.base.clone());
        } else if measure.scale.is_none_or(|scale| scale == 0) && measure.is_money() {
            let scale = rest.iter().find(|statement| statement.measure.base.is_none());
            measure.scale = scale.map_or(measure.scale, |statement| statement.measure.scale);
        }
        if let Some(Base::Listed(Notation::Shared(_))) = measure.base {
            // The sign repeats a currency that is stated apart, with its scale where the sign has none. Chinese counts every
            // currency in 元 where the currency itself is stated alone (单位：亿元 币种：美元).
            let is_alone =
                |other: &Measure| other.scale == Some(0) && measure.base == Some(Base::Listed(Notation::Shared('元')));
            let repeats = |statement: &&&Statement| {
                matches!(statement.measure.base, Some(Base::Listed(Notation::Currency(_))))
                    && (!first.contradicts(statement) || is_alone(&statement.measure))
            };
            let named = rest.iter().find(repeats);
            if let Some(named) = named {
                let scale = measure.scale.filter(|scale| *scale > 0);
                measure = Measure { scale: scale.or(named.measure.scale), base: named.measure.base.clone() };
            }
        }
        let unit = if measure.base.is_some() { self.measures.get(&measure.normal()) } else { None };
        Some(unit.or(first.exact.as_ref()).cloned().ok_or_else(|| first.words.clone()))
    }
}

/// A notation as far as it was parsed.
#[derive(Debug, Clone, Default)]
struct Parsed {
    measure: Measure,
    /// Whether it counts only where nothing else can be meant.
    short: bool,
    /// Whether a piece that stands for itself has been parsed.
    solid: bool,
}

impl Parsed {
    /// The notation with one more piece; none when the two do not make one.
    fn with(&self, piece: &Piece) -> Option<Self> {
        use Notation::{BasisPoints, Currency, Percent, PercentagePoints, Scale, Shared};
        let mut next = self.clone();
        let base = next.measure.base.take();
        if let Base::Listed(Scale(scale)) = piece.what {
            let is_share = matches!(base, Some(Base::Listed(Percent | BasisPoints | PercentagePoints)));
            if next.measure.scale.is_some() || is_share {
                return None;
            }
            next.measure = Measure { scale: Some(scale), base };
            // A scale alone is a unit of its own only where nothing else can be meant.
            next.short = !next.solid;
            return Some(next);
        }
        next.measure.base = Some(match (base, &piece.what) {
            (None, base) => base.clone(),
            // 人民币亿元: the sign repeats the currency.
            (Some(Base::Listed(currency @ Currency(_))), Base::Listed(Shared(_))) => Base::Listed(currency),
            (Some(Base::Listed(Shared(_))), Base::Listed(currency @ Currency(_))) => Base::Listed(*currency),
            _ => return None,
        });
        next.short = piece.short && next.measure.scale.is_none() && !next.solid;
        next.solid = !next.short;
        Some(next)
    }
}

/// Whether a notation stands alone: all of the text, in brackets, or behind the words that announce a unit.
fn in_brackets(text: &str, start: usize, end: usize) -> bool {
    const OPEN_SIGNS: [char; 7] = ['(', '[', ',', ':', '/', '|', '-'];
    const OPEN_WORDS: [&str; 7] = ["单位", "unit", "units", " in", "(in", "[in", "以"];
    const CLOSE_SIGNS: [char; 7] = [')', ']', ',', ':', ';', '/', '|'];
    let before = text.get(..start).unwrap_or_default().trim_end();
    let after = text.get(end..).unwrap_or_default().trim_start();
    let opens = before.is_empty()
        || before == "in"
        || before.ends_with(OPEN_SIGNS)
        || before.ends_with("币种")
        || OPEN_WORDS.iter().any(|word| before.ends_with(word));
    let closes = matches!(after, "" | "." | "。")
        || after.starts_with(CLOSE_SIGNS)
        || after.starts_with('计')
        || after.starts_with("为单位");
    opens && closes
}
