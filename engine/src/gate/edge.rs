//! Where a name of a script with word spaces begins and ends inside a longer word: at a change of case or script, at a
//! period, at a word of companies, at the mark of a plural. It sees the letters around a find and knows no name.

use std::sync::LazyLock;

use super::spelling::{Gap, Unit};
use crate::language::lists::{WordList, words};
use crate::language::periods::scan_absolute;
use crate::period::FiscalCalendar;
use crate::text::TextView;

/// What companies call themselves: a name that ends in front of one has ended.
static COMPANY_WORDS: LazyLock<WordList> = words!("questions/company_words.txt");

/// Names up to this many letters are so close to ordinary words that they may be broken only between all letters, and
/// take no currency sign for a letter (`HK$`).
pub(super) const SHORT_LETTERS_MAX: usize = 3;

/// From this many letters on, a name is long enough to be told from the beginning of an ordinary word.
const LONG_LETTERS_MIN: usize = 5;

/// How many units of a run are looked at on either side of a find: more than the longest word of companies and the longest
/// period have, and few enough for a run of nothing but names.
const RUN_UNITS_MAX: usize = 40;

/// Letters that a period begins with in front of its digits, where the digits alone may be no period (`H12025`).
const PERIOD_LEADS: [&str; 5] = ["fy", "cy", "hy", "h", "q"];

/// Letters behind which a plural is `es`.
const SIBILANTS: [char; 4] = ['s', 'x', 'z', 'h'];

/// Whether a word that goes on behind `found`, the first `rest` of which follows at once, begins anew there.
pub(super) fn ends(found: &[Unit], rest: &[Unit]) -> bool {
    let letters = &rest[..joined(rest.iter(), |unit| unit.word)];
    let (Some(last), Some(next)) = (found.last(), letters.first()) else { return true };
    let changes_case = if next.capital {
        !last.capital || second(letters).is_some_and(|second| !second.capital)
    } else {
        is_capital(found)
    };
    let word = spelled(letters);
    let token = &rest[..joined(rest.iter(), |unit| unit.word || unit.is_digit())];
    differ_in_script(last, next)
        || changes_case
        || is_plural(found, last, &word)
        || (found.len() >= LONG_LETTERS_MIN && COMPANY_WORDS.contains(&word))
        || (found.len() > SHORT_LETTERS_MAX && token.len() > letters.len() && PERIOD_LEADS.contains(&word.as_str()))
        || periods(token).any(|(start, _)| start == 0)
}

/// Whether a word of which `found` is the later part, right behind `before`, begins anew with it.
pub(super) fn begins(before: &[Unit], found: &[Unit]) -> bool {
    let token = run_before(before, found, |unit| unit.word || unit.is_digit());
    let letters = run_before(before, found, |unit| unit.word);
    let (Some(last), Some(first)) = (letters.last(), found.first()) else { return true };
    let changes_case = if first.capital {
        !last.capital || (is_capital(letters) && second(found).is_some_and(|second| !second.capital))
    } else {
        is_capital(letters)
    };
    let whole = spelled(token).len();
    differ_in_script(last, first) || changes_case || periods(token).any(|(_, end)| end == whole)
}

/// The letters as they are read: `m` and `w` are two units each, since two letters can stand for them.
fn spelled(units: &[Unit]) -> String {
    let doubled =
        |at: usize| at > 0 && units[at - 1].start == units[at].start && units[at - 1].letter == units[at].letter;
    (0..units.len()).filter(|at| !doubled(*at)).map(|at| units[at].letter).collect()
}

/// How many of the first units follow each other at once and are of a kind.
fn joined<'u>(units: impl Iterator<Item = &'u Unit>, is_one: impl Fn(&Unit) -> bool) -> usize {
    units.take(RUN_UNITS_MAX).take_while(|unit| unit.gap == Gap::Joined && is_one(unit)).count()
}

/// The last units of a kind that `found` follows at once.
fn run_before<'u>(before: &'u [Unit], found: &[Unit], is_one: impl Fn(&Unit) -> bool) -> &'u [Unit] {
    let mut follows = found.first().is_some_and(|first| first.gap == Gap::Joined);
    let mut from = before.len();
    let least = from.saturating_sub(RUN_UNITS_MAX);
    while follows && from > least && is_one(&before[from - 1]) {
        from -= 1;
        follows = before[from].gap == Gap::Joined;
    }
    &before[from..]
}

/// The first unit of the second character.
fn second(units: &[Unit]) -> Option<&Unit> {
    let first = units.first()?;
    units.iter().find(|unit| unit.start != first.start)
}

/// Whether all letters are capitals, and there are at least two.
fn is_capital(units: &[Unit]) -> bool {
    let mut letters = units.iter().filter(|unit| unit.word);
    second(units).is_some() && letters.all(|unit| unit.capital)
}

fn differ_in_script(a: &Unit, b: &Unit) -> bool {
    a.letter.is_ascii_alphabetic() != b.letter.is_ascii_alphabetic()
}

fn is_plural(found: &[Unit], last: &Unit, word: &str) -> bool {
    match word {
        "s" => found.len() > SHORT_LETTERS_MAX,
        "es" => found.len() >= LONG_LETTERS_MIN && SIBILANTS.contains(&last.letter),
        _ => false,
    }
}

/// Where periods stand in a word, such as the `FY2025` of `JINGANFY2025`.
fn periods(token: &[Unit]) -> impl Iterator<Item = (usize, usize)> {
    let has_digit = token.iter().any(Unit::is_digit);
    let text = if has_digit { spelled(token) } else { String::new() };
    let mentions = FiscalCalendar::ending_in(12).map(|calendar| scan_absolute(&TextView::new(&text), calendar));
    mentions.into_iter().flatten().map(|mention| (mention.span.start, mention.span.end))
}
