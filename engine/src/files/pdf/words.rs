//! The glyphs of a page that people see, as words with their places. The dots that lead from a label to its values are left
//! out. It knows nothing of lines or tables.

use std::rc::Rc;

use foldhash::fast::RandomState;
use hayro_interpret::kurbo::{Point, Rect};

use super::glyphs::Glyph;
use super::place::Letters;
use super::quarter_turn::QuarterTurn;
use crate::files::Blemish;
use crate::files::grid::Rgb;

type HashMap<K, V> = std::collections::HashMap<K, V, RandomState>;

// Distances in parts of the type size.

/// About half of the narrowest space between words.
/// Measured: 0.143 changes `failing_sort.pdf`, `schools.pdf`; 0.253 changes `argentina_diputados_voting_record.pdf`
/// and 3 more.
pub(super) const SPACE: f64 = 0.19;
/// How far pieces of one word may overlap.
/// Measured: 0.375 changes `failing_sort.pdf`; 0.665 changes nothing.
pub(super) const OVERLAP: f64 = 0.5;
/// How far apart the base lines of one word are.
/// Measured: nothing changes at 0.06 or 0.106, nor at half or twice as much.
const WORD_LEVEL: f64 = 0.08;
/// Type that differs by less is of one word.
/// Measured: nothing changes at 0.112 or 0.2, nor at half or twice as much.
const WORD_SIZE: f64 = 0.15;
/// How far letters reach above and below their base line.
/// Measured: 0.562 changes `S2MNCEbirdisland.pdf`, `m27.pdf`; 0.998 changes `S2MNCEbirdisland.pdf`.
const ASCENT: f64 = 0.75;
/// How far they reach below it.
/// Measured: 0.266 changes `S2MNCEbirdisland.pdf`; 0.15 changes nothing.
pub(super) const DESCENT: f64 = 0.2;
/// Steps in which places of glyphs are told apart: far less than the narrowest letter, so that the second of two equal
/// letters is not taken for the first.
/// Measured: 0.075 changes `S2MNCEbirdisland.pdf`, `argentina_diputados_voting_record.pdf`; 0.133 changes
/// `S2MNCEbirdisland.pdf` and 6 more.
pub(super) const PLACE_STEP: f64 = 0.1;
/// Dots in a row no further apart than this lead the eye.
/// Measured: nothing changes at 1.5 or 2.66, nor at half or twice as much.
const LEADER_GAP: f64 = 2.0;
/// Digits of one number differ in size and level by no more than this.
const ONE_NUMBER: f64 = 0.05;
/// The narrowest digit of a font is no narrower than this part of its widest one: fonts make them alike, or the 1 narrower.
const CONDENSED: f64 = 0.45;
/// Digits that reach further than this into the one before are drawn over it.
pub(super) const OVER_EACH_OTHER: f64 = 0.25;
/// Fewest dots in a row that lead the eye. One may be the decimal point of a number that was drawn in pieces.
/// Measured: 2 changes `12s0324.pdf`; 4 changes `12s0324.pdf`.
pub(super) const LEADERS_MIN: usize = 3;

/// A word, or several Chinese ones without space.
#[derive(Debug, Clone)]
pub(super) struct Word {
    pub(super) text: Rc<str>,
    pub(super) area: Rect,
    /// Its base line, in its own direction of reading.
    pub(super) base: f64,
    pub(super) turn: QuarterTurn,
    pub(super) size: f64,
    pub(super) color: Option<Rgb>,
    pub(super) bold: bool,
    /// Whether white space was drawn before it.
    pub(super) spaced: bool,
    pub(super) order: usize,
    /// What keeps its glyphs from being one number: they are of different sizes or levels, or drawn over each other.
    pub(super) blemish: Option<Blemish>,
}

impl Word {
    pub(super) fn middle(&self) -> f64 {
        self.area.center().x
    }
}

/// Whether a text is of what numbers are made of.
pub(super) fn of_number(text: &str) -> bool {
    text.contains(|c: char| c.is_ascii_digit() || matches!(c, '.' | ',' | '(' | ')' | '-' | '−'))
}

/// Whether type of a size on a level cannot be of one number with a word.
pub(super) fn differs(word: &Word, base: f64, size: f64) -> bool {
    (word.size - size).abs() > ONE_NUMBER * word.size.max(size)
        || (word.base - base).abs() > ONE_NUMBER * word.size.max(size)
}

/// The direction in which most of what is seen is read.
pub(super) fn usual_turn(glyphs: &[Glyph]) -> QuarterTurn {
    let count = |turn| glyphs.iter().filter(|glyph| glyph.seen == Some(turn)).count();
    QuarterTurn::ALL.into_iter().rev().max_by_key(|turn| count(*turn)).unwrap_or_default()
}

/// How wide a digit is drawn, as a part of its type size; none of any other glyph.
fn digit_width(glyph: &Glyph, (start, end): (Point, Point)) -> Option<f64> {
    let is_digit = glyph.letters.as_str(&mut [0; 4]).bytes().all(|letter| letter.is_ascii_digit());
    is_digit.then(|| (end.x - start.x) / glyph.place.size)
}

/// A word that grows, in the frame of its own direction.
struct Growing {
    text: String,
    word: Word,
    /// Where its last glyph ends.
    end: f64,
    /// How wide its first digit is, as a part of the type size.
    digit: Option<f64>,
}

impl Growing {
    fn new(glyph: &Glyph, turn: QuarterTurn, (start, end): (Point, Point), spaced: bool) -> Self {
        let size = glyph.place.size;
        let mut text = String::new();
        glyph.letters.write_to(&mut text);
        let area = Rect::new(start.x, start.y - ASCENT * size, end.x, start.y + DESCENT * size);
        let Glyph { color, bold, order, .. } = *glyph;
        let blemish = None;
        let word = Word { text: Rc::default(), area, base: start.y, turn, size, color, bold, spaced, order, blemish };
        Self { text, word, end: end.x, digit: digit_width(glyph, (start, end)) }
    }

    fn add(&mut self, glyph: &Glyph, (start, end): (Point, Point)) {
        let (word, size) = (&self.word, glyph.place.size);
        if of_number(glyph.letters.as_str(&mut [0; 4])) && self.text.contains(|c: char| c.is_ascii_digit()) {
            let blemish = differs(word, start.y, size).then_some(Blemish::Uneven);
            let over = (start.x - self.end) / size < -OVER_EACH_OTHER;
            let width = digit_width(glyph, (start, end));
            let condensed =
                width.zip(self.digit).is_some_and(|(width, first)| width.min(first) < CONDENSED * width.max(first));
            let blemish = blemish.or(condensed.then_some(Blemish::Uneven));
            self.word.blemish = word.blemish.or(blemish).or(over.then_some(Blemish::Overprinted));
            self.digit = self.digit.or(width);
        }
        glyph.letters.write_to(&mut self.text);
        self.word.area.x1 = self.word.area.x1.max(end.x);
        self.word.bold &= glyph.bold;
        self.end = end.x;
    }

    fn goes_on_with(&self, glyph: &Glyph, turn: QuarterTurn, start: Point) -> bool {
        let (word, size) = (&self.word, glyph.place.size);
        let gap = (start.x - self.end) / size;
        word.turn == turn
            && (word.size - size).abs() < WORD_SIZE * word.size
            && (word.base - start.y).abs() < WORD_LEVEL * word.size
            && gap < SPACE
            && gap > -OVERLAP
            && word.color == glyph.color
    }

    /// The word, with its area on the upright page.
    fn finish(self) -> Word {
        let area = self.word.turn.back().upright_area(self.word.area);
        Word { text: self.text.into(), area, ..self.word }
    }
}

/// The words in which glyphs stand, by what these say and by the steps where they begin.
#[derive(Default)]
struct Taken<'g>(HashMap<(&'g Letters, i64, i64), usize>);

impl<'g> Taken<'g> {
    fn add(&mut self, letters: &'g Letters, (x, y): (i64, i64), word: usize) {
        self.0.insert((letters, x, y), word);
    }

    /// The word in which the same text stands at this place, or a hair beside.
    fn near(&self, letters: &'g Letters, (x, y): (i64, i64)) -> Option<usize> {
        let around = |step: i64| step.saturating_sub(1)..=step.saturating_add(1);
        let mut places = around(x).flat_map(|x| around(y).map(move |y| (letters, x, y)));
        places.find_map(|place| self.0.get(&place).copied())
    }
}

/// The words of a page whose most text is turned by `page`, made upright.
pub(super) fn words(glyphs: &[Glyph], page: QuarterTurn) -> Vec<Word> {
    let mut found: Vec<Word> = Vec::new();
    let mut open: Option<Growing> = None;
    let mut spaced = false;
    // The same text is often drawn again, to make it bold, or because something was drawn over it. What is seen is the last
    // one.
    let mut taken = Taken::default();
    for glyph in glyphs {
        let Some(turn) = glyph.seen else { continue };
        let letters = &glyph.letters;
        if letters.is_space() {
            spaced = true;
            continue;
        }
        let turn = turn.less(page);
        let frame = |point: Point| turn.upright(page.upright(point));
        let (start, end) = (frame(glyph.place.start), frame(glyph.place.end()));
        let size = glyph.place.size;
        let at = (step(start.x, size), step(start.y, size));
        if let Some(index) = taken.near(letters, at) {
            let word = found.get_mut(index).or(open.as_mut().map(|open| &mut open.word));
            if let Some(word) = word {
                (word.order, word.color) = (glyph.order, glyph.color);
            }
            spaced = false;
            continue;
        }
        let spaced = std::mem::take(&mut spaced);
        match &mut open {
            Some(growing) if !spaced && growing.goes_on_with(glyph, turn, start) => growing.add(glyph, (start, end)),
            _ => found.extend(open.replace(Growing::new(glyph, turn, (start, end), spaced)).map(Growing::finish)),
        }
        taken.add(letters, at, found.len());
    }
    found.extend(open.map(Growing::finish));
    found
}

/// The step in which a place lies, for type of a size.
#[allow(clippy::cast_possible_truncation)] // Saturates; places that far out are one place.
pub(super) fn step(at: f64, size: f64) -> i64 {
    (at / (size * PLACE_STEP)).round() as i64
}

/// Whether a character is one of the dots that lead the eye.
pub(super) fn is_dot(c: char) -> bool {
    matches!(c, '.' | '…' | '·')
}

/// Drops the dots that lead the eye from a label to its values.
pub(super) fn drop_leaders(words: &mut Vec<Word>) {
    for word in words.iter_mut() {
        let kept = word.text.trim_end_matches(is_dot);
        let dots = word.text[kept.len()..].chars().count();
        if dots >= LEADERS_MIN && !kept.is_empty() && word.turn == QuarterTurn::NONE {
            #[allow(clippy::cast_precision_loss)] // Lengths of words.
            let part = kept.chars().count() as f64 / word.text.chars().count() as f64;
            word.area.x1 = word.area.x0 + part * word.area.width();
            word.text = kept.into();
        }
    }
    let only_dots = |word: &Word| word.text.chars().all(is_dot);
    let follows = |left: &Word, right: &Word| {
        let near = (0.0..LEADER_GAP * left.size).contains(&(right.area.x0 - left.area.x1));
        only_dots(left) && only_dots(right) && near && (left.base - right.base).abs() < WORD_LEVEL * left.size
    };
    let runs = words.chunk_by(follows).filter(|run| run.len() < LEADERS_MIN);
    *words = runs.flatten().filter(|word| !(word.text.len() > 2 && only_dots(word))).cloned().collect();
}
