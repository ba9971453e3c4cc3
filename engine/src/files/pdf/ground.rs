//! What lies behind and over the words of a page: whether they can be seen against it, and which colour a cell has. It
//! knows nothing of lines or tables.

use hayro_interpret::kurbo::{Point, Rect};

use super::shapes::Fill;
use super::words::Word;
use crate::files::grid::Rgb;

/// Colours whose parts differ by no more than this cannot be told apart by people.
/// Measured: nothing changes at 7 or 9.
const SAME_COLOR: u8 = 8;
/// A word of which this part is covered is not read any more.
/// Measured: nothing changes at 0.6 or 1.06.
const COVERED: f64 = 0.8;
/// A fill behind this part of a cell is the cell's. A highlight behind a few of its words is none.
/// Measured: 0.45 changes `20.pdf`, `S2MNCEbirdisland.pdf`, `us-024.pdf`; 0.798 changes `20.pdf` and 3 more.
const BEHIND_CELL: f64 = 0.6;
/// A fill that reaches this many points beyond the table on all sides is the ground on which the page shows the table.
/// Measured: nothing changes at 7.5 or 13.3.
const BEYOND_TABLE: f64 = 10.0;
/// Strips into which a page is cut to find the fills behind a word.
/// Measured: nothing changes at 96 or 170, nor at half or twice as much.
const STRIPS: usize = 128;

/// The fills of a page by the strips of it that they touch, in the order in which they are drawn.
#[derive(Debug)]
pub(super) struct Ground {
    fills: Vec<Fill>,
    top: f64,
    height: f64,
    /// Positions of fills.
    strips: Vec<Vec<usize>>,
}

impl Ground {
    pub(super) fn new(fills: Vec<Fill>) -> Self {
        let top = fills.iter().map(|fill| fill.area.y0).fold(f64::INFINITY, f64::min);
        let bottom = fills.iter().map(|fill| fill.area.y1).fold(f64::NEG_INFINITY, f64::max);
        #[allow(clippy::cast_precision_loss)] // A small number.
        let height = ((bottom - top) / STRIPS as f64).max(1.0);
        let mut ground = Self { fills, top, height, strips: vec![Vec::new(); STRIPS] };
        for (index, fill) in ground.fills.iter().enumerate() {
            for strip in ground.strip(fill.area.y0)..=ground.strip(fill.area.y1) {
                ground.strips[strip].push(index);
            }
        }
        ground
    }

    pub(super) fn fills(&self) -> &[Fill] {
        &self.fills
    }

    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // Saturates, and is clamped.
    fn strip(&self, y: f64) -> usize {
        (((y - self.top) / self.height).max(0.0) as usize).min(STRIPS - 1)
    }

    /// The fills that may lie around a point.
    fn around(&self, point: Point) -> impl Iterator<Item = &Fill> {
        self.strips[self.strip(point.y)].iter().map(|index| &self.fills[*index])
    }

    /// Whether a word is not seen: something opaque was drawn over it, or it has the colour of its ground.
    pub(super) fn hides(&self, word: &Word) -> bool {
        let middle = word.area.center();
        let mut ground = Some(Rgb::WHITE);
        for fill in self.around(middle).filter(|fill| fill.area.contains(middle)) {
            if fill.order < word.order {
                ground = if fill.color.is_some() && !fill.opaque { None } else { fill.color };
            } else if fill.opaque && fill.area.intersect(word.area).area() >= COVERED * word.area.area() {
                return true;
            }
        }
        matches!((word.color, ground), (Some(text), Some(ground)) if is_same(text, ground))
    }

    /// The colour of what lies on top behind a cell, without its words.
    pub(super) fn behind(&self, cell: Rect, table: Rect, words: &[Word]) -> Option<Rgb> {
        let first = words.iter().map(|word| word.order).min().unwrap_or(usize::MAX);
        let beyond = table.inflate(BEYOND_TABLE, BEYOND_TABLE);
        let behind = self.around(cell.center()).filter(|fill| {
            fill.order < first
                && fill.area.intersect(cell).area() >= BEHIND_CELL * cell.area()
                && fill.area.union(beyond) != fill.area
        });
        behind.last().and_then(|fill| fill.color).filter(|color| !is_same(*color, Rgb::WHITE))
    }
}

/// Whether people cannot tell two colours apart.
fn is_same(left: Rgb, right: Rgb) -> bool {
    left.0.iter().zip(right.0).all(|(left, right)| left.abs_diff(right) <= SAME_COLOR)
}
