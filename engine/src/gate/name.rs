//! A competitor's name and the rules of evidence: whether letters that the automaton found are the name, or ordinary
//! words, numbers and amounts that happen to look alike. It searches nothing and masks nothing.
//!
//! No name goes over the end of a clause ("We met. Life", 在中国，人寿业务), unless every letter stands apart. A name that holds
//! a letter of a script without word spaces (竞安, 竞安Jingan) is a hit wherever its letters follow each other, but where
//! they belong to ordinary words around it (环保诚信 is not 保诚). On the Latin side of a name:
//! - It begins and ends where a word does: no letter joins it from outside (`Beijing and` is not `jingan`). Digits, `_`
//!   and CJK may join, and a word begins anew at a change of case or script (`jinganNBV`), a period (`JINGANFY2025`), a word
//!   of companies (`jingangroup`); a plural is the name (`Jingans`).
//! - Digits and signs stand in for letters (`j1ng@n`) when two real letters remain and these are a third of the name,
//!   and no word of it is digits alone (`got 4` is not `gota`) unless every letter stands apart. So no number, and
//!   nothing like `4x4`, is ever a name.
//! - `l` for `i`, `rn` for `m`, `vv` for `w`, `q` for `g` count in names of five letters or more; in shorter ones only
//!   where case gives the trick away (`AlA` is `AIA`, `a la` is not).
//! - A name of up to three letters may be broken by white space only between all of its letters (`A X A`; `grade A on`
//!   is not `AON`). A longer one is not broken around the words `a` and `I` (`in general I think` is not `Generali`).
//! - Digits that the name itself has stand together and are not part of a longer number.

use std::ops::Range;

use super::edge::{self, SHORT_LETTERS_MAX};
use super::neighbours::take_apart;
use super::spelling::{Gap, Unit, spell, up_to};
use crate::text::letters::{I_OR_L, Kind};

/// From this many letters on, hardly any ordinary word differs from a name in look-alike letters alone.
const LOOK_ALIKE_LETTERS_MIN: usize = 5;

/// One alias of a competitor, spelled out.
#[derive(Debug)]
pub(super) struct Name {
    /// Index of the competitor in the profile.
    pub(super) competitor: usize,
    units: Vec<Unit>,
    letters: usize,
    /// Whether every letter belongs to a script with word spaces (or is a digit).
    spaced_script: bool,
    /// Whether the alias itself is written in several words.
    several_words: bool,
}

/// How the letters of a find relate to those of the name.
#[derive(Debug, Default)]
struct Tally {
    /// Letters that are what the name has.
    real: usize,
    /// Digits and signs where the name has a letter.
    stand_ins: usize,
    /// Other letters of the same look.
    look_alikes: usize,
}

impl Name {
    /// Spells `alias` out. `None` when so little remains that it can only be compared as written (`A+`, `★`).
    pub(super) fn new(competitor: usize, alias: &str) -> Option<Self> {
        let units = up_to(&spell(alias), Kind::Letter).into_owned();
        let spaced_script = units.iter().all(continues_a_word);
        let letters = count_characters(&units);
        (letters >= if spaced_script { 2 } else { 1 }).then(|| Self {
            competitor,
            letters,
            spaced_script,
            several_words: alias.trim().contains(char::is_whitespace),
            units,
        })
    }

    /// What the automaton looks for: the classes of the letters.
    pub(super) fn pattern(&self) -> String {
        self.units.iter().map(|unit| unit.class).collect()
    }

    /// Units of the name, which is the number of units of every find.
    pub(super) fn len(&self) -> usize {
        self.units.len()
    }

    /// Whether the letters at `at`, which are of the right classes, are this name.
    pub(super) fn is_at(&self, source: &str, text: &[Unit], at: Range<usize>) -> bool {
        let found = &text[at.clone()];
        holds_whole_characters(text, &at)
            && self.has_free_edges(text, &at)
            && self.tally(found).is_some_and(|tally| self.is_credible(found, &tally))
            && self.stands_alone(source, found)
            && !found.iter().enumerate().any(|(i, _)| is_money(text, at.start + i))
    }

    /// Whether the letters are no parts of the words and clauses around them.
    fn stands_alone(&self, source: &str, found: &[Unit]) -> bool {
        let (Some(first), Some(last)) = (found.first(), found.last()) else { return false };
        let across_clauses = found[1..].iter().any(|unit| unit.gap == Gap::Clause);
        if across_clauses && !Pieces::of(found).all_single {
            return false;
        }
        self.spaced_script || !take_apart(source, first.start..last.end, across_clauses)
    }

    /// Whether no letter continues a spaced-script edge of the name, and no digit one of its digits: the 4 of `pin42` is
    /// no letter. Where digits spell the inside of the name too, one at its edge is a letter (`m3tlif32024`).
    fn has_free_edges(&self, text: &[Unit], at: &Range<usize>) -> bool {
        let (Some(first), Some(last)) = (self.units.first(), self.units.last()) else {
            return false;
        };
        let spelled_in_digits = text[at.start + 1..at.end.max(at.start + 2) - 1].iter().any(Unit::is_stand_in);
        let before = at.start.checked_sub(1).map(|i| (&text[i], text[at.start].gap));
        let after = text.get(at.end).map(|unit| (unit, unit.gap));
        let (found, rest) = (&text[at.clone()], &text[at.end..]);
        let free = |edge: &Unit, inside: &Unit, outside: Option<(&Unit, Gap)>, begins_anew: &dyn Fn() -> bool| {
            outside.is_none_or(|(outside, gap)| {
                let letters = gap == Gap::Joined && outside.word && continues_a_word(edge);
                let within_number = gap < Gap::Spaced && outside.is_digit() && inside.is_digit();
                let digits = within_number && (edge.is_digit() || !spelled_in_digits);
                !digits && (!letters || begins_anew())
            })
        };
        free(first, &text[at.start], before, &|| edge::begins(&text[..at.start], found))
            && free(last, &text[at.end - 1], after, &|| edge::ends(found, rest))
    }

    /// Compares letter by letter; `None` when a letter cannot be what the name has there.
    fn tally(&self, found: &[Unit]) -> Option<Tally> {
        let mut tally = Tally::default();
        for (name, seen) in self.units.iter().zip(found) {
            if name.letter == seen.letter && seen.kind != Kind::Sign {
                tally.real += usize::from(!name.is_digit());
            } else if name.is_digit() {
                let drawn_alike = matches!((name.letter, seen.letter), ('0', 'o') | ('1', 'i' | 'l' | I_OR_L));
                if !drawn_alike || seen.is_stand_in() {
                    return None;
                }
                tally.look_alikes += 1;
            } else if seen.is_stand_in() {
                tally.stand_ins += 1;
            } else if [name.letter, seen.letter].contains(&I_OR_L) {
                tally.real += 1;
            } else {
                tally.look_alikes += 1;
            }
        }
        Some(tally)
    }

    fn is_credible(&self, found: &[Unit], tally: &Tally) -> bool {
        let apart = Pieces::of(found);
        let short = self.letters <= SHORT_LETTERS_MAX;
        if self.spaced_script && short && !self.several_words && apart.spaced {
            let every_letter_apart = apart.all_single && self.letters == SHORT_LETTERS_MAX;
            if !every_letter_apart || tally.stand_ins > 0 {
                return false;
            }
        }
        if self.spaced_script && !self.several_words && apart.spaced && !apart.all_single && ends_in_a_word(found) {
            return false;
        }
        if tally.stand_ins > 0 {
            let letters = tally.real + tally.stand_ins + tally.look_alikes;
            let enough_letters = tally.real >= 2 && tally.real * 3 >= letters;
            let currency = short && found.iter().any(is_currency);
            if !enough_letters || currency || (apart.any_stand_ins_alone && !apart.all_single) {
                return false;
            }
        }
        (tally.look_alikes == 0 || self.letters >= LOOK_ALIKE_LETTERS_MIN || self.case_shows_the_trick(found))
            && self.digits_stand_together(found)
    }

    /// Whether the look-alikes of a short name are `l` among capitals or `I` among small letters.
    fn case_shows_the_trick(&self, found: &[Unit]) -> bool {
        let differs = |(name, seen): &(&Unit, &Unit)| name.letter != seen.letter && !seen.is_stand_in();
        let others_are = |capital: bool| {
            let mut rest = self.units.iter().zip(found).filter(|pair| !differs(pair)).map(|(_, seen)| seen);
            rest.all(|seen| seen.is_stand_in() || seen.capital == capital)
        };
        self.units.iter().zip(found).enumerate().filter(|(_, pair)| differs(pair)).all(|(i, (name, seen))| {
            match (name.letter, seen.letter, seen.capital) {
                ('i', 'l', false) => others_are(true),
                ('l', 'i', true) => i > 0 && others_are(false),
                _ => false,
            }
        })
    }

    fn digits_stand_together(&self, found: &[Unit]) -> bool {
        let both_digits = self.units.windows(2).map(|pair| pair.iter().all(Unit::is_digit));
        both_digits.zip(&found[1..]).all(|(digits, second)| !digits || second.gap == Gap::Joined)
    }
}

/// How the letters of a find are grouped by what stands between them.
#[derive(Debug)]
struct Pieces {
    /// Whether every group is one character.
    all_single: bool,
    /// Whether a group has no real letter.
    any_stand_ins_alone: bool,
    /// Whether white space is among the gaps.
    spaced: bool,
}

impl Pieces {
    fn of(found: &[Unit]) -> Self {
        let mut pieces = Self { all_single: true, any_stand_ins_alone: false, spaced: false };
        // The gap before a unit belongs to the group that it opens; the first one lies outside of the find.
        let mut rest = found;
        while let [first, tail @ ..] = rest {
            let len = 1 + tail.iter().take_while(|unit| unit.gap == Gap::Joined).count();
            let (group, next) = rest.split_at(len);
            pieces.all_single &= group.iter().all(|unit| unit.start == first.start);
            pieces.any_stand_ins_alone |= group.iter().all(Unit::is_stand_in);
            pieces.spaced |= next.first().is_some_and(|unit| unit.gap >= Gap::Spaced);
            rest = next;
        }
        pieces
    }
}

/// Whether the first or the last letter of a find stands alone as `a` or `I`, which are words.
fn ends_in_a_word(found: &[Unit]) -> bool {
    let ([first, second, ..], [.., last]) = (found, found) else { return false };
    let is_word = |unit: &Unit| unit.letter == 'a' || unit.letter == 'i' && unit.capital;
    second.gap != Gap::Joined && is_word(first) || last.gap != Gap::Joined && is_word(last)
}

/// Whether a name that begins or ends with this letter needs the edge of a word there.
fn continues_a_word(unit: &Unit) -> bool {
    unit.word || unit.is_digit()
}

/// Whether `at` begins and ends between characters, not inside one that shows several letters.
fn holds_whole_characters(text: &[Unit], at: &Range<usize>) -> bool {
    let divided = |i: usize| i > 0 && text.get(i).is_some_and(|unit| unit.start == text[i - 1].start);
    !at.is_empty() && !divided(at.start) && !divided(at.end)
}

fn count_characters(units: &[Unit]) -> usize {
    units.chunk_by(|a, b| a.start == b.start).count()
}

fn is_currency(unit: &Unit) -> bool {
    unit.kind == Kind::Sign && matches!(unit.letter, '$' | 'e' | 'l' | 'y' | 'c')
}

/// Whether the unit is a currency sign of an amount.
fn is_money(text: &[Unit], at: usize) -> bool {
    let digit = |i: Option<usize>| i.and_then(|i| text.get(i)).is_some_and(Unit::is_digit);
    text.get(at).is_some_and(is_currency) && (digit(at.checked_sub(1)) || digit(at.checked_add(1)))
}
