//! A text spelled out for the gate: only what can be part of a name, each letter with its place in the original and
//! with what stood before it. It decides nothing.

use std::borrow::Cow;

use crate::text::letters::{Folder, Kind, Role, class, is_unspaced};

/// What stood between a letter and the one before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Gap {
    /// Nothing to be seen.
    Joined,
    /// Separators, none of them white space.
    Marked,
    /// White space, perhaps among other separators.
    Spaced,
    /// The end of a clause or of a paragraph.
    Clause,
}

/// One letter of a spelled text. A character that shows several (`ﬁ`, `Œ`) makes several, all with its own start.
#[derive(Debug, Clone, Copy)]
pub(super) struct Unit {
    /// First byte of the character in the original.
    pub(super) start: usize,
    /// First byte after it and the marks that sit on it.
    pub(super) end: usize,
    /// The letter shown: lower case, without marks.
    pub(super) letter: char,
    /// The letter's class: letters, digits and signs of one class can stand for each other. The automaton sees this.
    pub(super) class: char,
    /// What stood before.
    pub(super) gap: Gap,
    /// How sure it is that this belongs to a name.
    pub(super) kind: Kind,
    /// Whether it continues a word of a script that puts spaces between words.
    pub(super) word: bool,
    /// Whether it is a capital.
    pub(super) capital: bool,
}

impl Unit {
    /// Whether it is a numeral or sign, which can only stand in for a letter.
    pub(super) fn is_stand_in(&self) -> bool {
        self.kind == Kind::Sign || !self.letter.is_alphabetic()
    }

    /// Whether it shows a decimal digit.
    pub(super) fn is_digit(&self) -> bool {
        self.letter.is_ascii_digit()
    }
}

/// Spells `text` out. Linear in its length.
pub(super) fn spell(text: &str) -> Vec<Unit> {
    let mut folder = Folder::default();
    let mut units: Vec<Unit> = Vec::with_capacity(text.len() / 2);
    let mut gap = Gap::Joined;
    for (start, c) in text.char_indices() {
        let (mut role, letters) = folder.fold(c);
        if c.is_ascii_digit() && is_keycap(&text[start + 1..]) {
            role = Role::Part(Kind::Sign);
        }
        if matches!(c, '—' | '–') {
            // Look-alikes of a stroke of a letter, but hardly ever drawn for one.
            role = Role::Separator;
        }
        match role {
            Role::Hidden if gap == Gap::Joined => {
                if let Some(last) = units.last_mut() {
                    last.end = start + c.len_utf8();
                }
            }
            Role::Hidden => {}
            Role::White => {
                let ends_paragraph = c == '\u{2029}'
                    || c == '\n' && text[start + 1..].trim_start_matches([' ', '\t', '\r']).starts_with('\n');
                gap = gap.max(if ends_paragraph { Gap::Clause } else { Gap::Spaced });
            }
            Role::Separator => gap = gap.max(if ends_clause(text, start, gap) { Gap::Clause } else { Gap::Marked }),
            Role::Part(kind) => {
                let unit = Unit {
                    start,
                    end: start + c.len_utf8(),
                    letter: c,
                    class: c,
                    gap,
                    kind,
                    word: c.is_alphabetic() && kind != Kind::Sign && !is_unspaced(c),
                    capital: c.is_uppercase(),
                };
                push_letters(unit, letters, &mut units);
                gap = Gap::Joined;
            }
        }
    }
    units
}

fn push_letters(mut unit: Unit, letters: &[char], units: &mut Vec<Unit>) {
    for &letter in letters {
        unit.letter = letter;
        // UTS #39: m is drawn as rn. w as vv is its like.
        let (first, second) = match letter {
            'm' => ('r', Some('n')),
            'w' => ('v', Some('v')),
            _ => (class(letter), None),
        };
        for class in std::iter::once(first).chain(second) {
            unit.class = class;
            units.push(unit);
            unit.gap = Gap::Joined;
        }
    }
}

/// Whether the mark at `at` ends a clause or sets one apart. A mark that stands inside of a word or a number does not (`n.a.n`,
/// `Met(Life)`), and a full stop, a colon and a hyphen do so only where white space follows.
fn ends_clause(text: &str, at: usize, before: Gap) -> bool {
    let mut from_mark = text[at..].chars();
    let Some(mark) = from_mark.next() else { return false };
    let next = from_mark.next();
    let spaced = || next.is_none_or(char::is_whitespace);
    let inside = |c: char| c.is_alphanumeric() && !is_unspaced(c);
    match mark {
        ',' | ';' | '?' | '!' | '(' | ')' => !(next.is_some_and(inside) && text[..at].ends_with(inside)),
        '。' | '，' | '；' | '：' | '？' | '！' | '、' | '…' | '—' | '（' | '）' => true,
        '.' | ':' => spaced(),
        '-' | '–' => before == Gap::Spaced && spaced(),
        _ => false,
    }
}

/// Whether what follows a digit makes it a keycap emoji: decoration, not a number.
fn is_keycap(rest: &str) -> bool {
    rest.strip_prefix('\u{FE0F}').unwrap_or(rest).starts_with('\u{20E3}')
}

/// The units up to `kind`; those left out become separators.
pub(super) fn up_to(units: &[Unit], kind: Kind) -> Cow<'_, [Unit]> {
    if units.iter().all(|unit| unit.kind <= kind) {
        return Cow::Borrowed(units);
    }
    let mut kept: Vec<Unit> = Vec::with_capacity(units.len());
    let (mut gap, mut left_out) = (Gap::Joined, Vec::new());
    for unit in units {
        gap = gap.max(unit.gap);
        if unit.kind <= kind {
            if kept.last().is_some_and(|last| part_clauses(&left_out, last, unit, gap)) {
                gap = Gap::Clause;
            }
            kept.push(Unit { gap, ..*unit });
            left_out.clear();
            gap = Gap::Joined;
        } else {
            left_out.push(*unit);
            gap = gap.max(Gap::Marked);
        }
    }
    Cow::Owned(kept)
}

/// Whether signs that are left out part the clauses of the letters around them: an exclamation mark that does not stand inside
/// of a word (`n!a!n`), or a bar between two cells of a table.
fn part_clauses(signs: &[Unit], before: &Unit, after: &Unit, gap: Gap) -> bool {
    let inside = gap < Gap::Spaced && before.word && after.word;
    let between_cells = |sign: &Unit| sign.gap >= Gap::Spaced && after.gap >= Gap::Spaced;
    signs.iter().any(|sign| match sign.letter {
        '!' => !inside,
        '|' => between_cells(sign),
        _ => false,
    })
}
