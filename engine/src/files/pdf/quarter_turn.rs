//! Quarter turns: the four directions in which text of tables is read. Text that runs askew, as a watermark does, has none.

use hayro_interpret::kurbo::{Point, Rect, Vec2};

/// How far a direction may be from a quarter turn, as a sine: two degrees. Scanned pages that were straightened are off by
/// less than one; watermarks run at thirty degrees and more.
/// Measured: nothing changes at 0.0263 or 0.0466, nor at half or twice as much.
const ASKEW: f64 = 0.035;

/// A direction of reading, in quarter turns clockwise from left to right.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct QuarterTurn(u8);

impl QuarterTurn {
    /// Left to right.
    pub(super) const NONE: Self = Self(0);

    /// All of them.
    pub(super) const ALL: [Self; 4] = [Self(0), Self(1), Self(2), Self(3)];

    /// The turn of a direction that is one long; none when it is askew.
    pub(super) fn of(direction: Vec2) -> Option<Self> {
        let Vec2 { x, y } = direction;
        if y.abs() <= ASKEW {
            Some(Self(if x > 0.0 { 0 } else { 2 }))
        } else if x.abs() <= ASKEW {
            Some(Self(if y > 0.0 { 1 } else { 3 }))
        } else {
            None
        }
    }

    /// What this turn is on a page that was turned by `other` and is made upright.
    pub(super) fn less(self, other: Self) -> Self {
        Self((self.0 + 4 - other.0) % 4)
    }

    /// Where the heads of letters point, one long.
    pub(super) fn up(self) -> Vec2 {
        self.back().upright(Point::new(0.0, -1.0)).to_vec2()
    }

    /// A point of the page as it is where text of this turn runs from left to right.
    pub(super) fn upright(self, point: Point) -> Point {
        let Point { x, y } = point;
        match self.0 {
            0 => point,
            1 => Point::new(y, -x),
            2 => Point::new(-x, -y),
            _ => Point::new(-y, x),
        }
    }

    /// A rectangle of the page as it is where text of this turn runs from left to right.
    pub(super) fn upright_area(self, area: Rect) -> Rect {
        let corner = |x, y| self.upright(Point::new(x, y));
        Rect::from_points(corner(area.x0, area.y0), corner(area.x1, area.y1))
    }

    /// The turn that undoes this one.
    pub(super) fn back(self) -> Self {
        Self::NONE.less(self)
    }
}
