//! Rules and filled rectangles of a page, from the paths that it draws. Whether they enclose a table is not known here.

use hayro_interpret::StrokeProps;
use hayro_interpret::kurbo::{Affine, BezPath, ParamCurve, PathEl, PathSeg, Point, Rect};

use crate::files::grid::Rgb;

/// Filled rectangles up to this many points thick are rules.
/// Measured: nothing changes at 2.25 or 3.99.
const RULE_THICK: f64 = 3.0;
/// Rules and filled rectangles below this many points are parts of a drawing.
/// Measured: nothing changes at 2.25 or 3.99, nor at half or twice as much.
const SHAPE_SHORT: f64 = 3.0;
/// How far the ends of a rule may be from level, in points.
/// Measured: nothing changes at 0.525 or 0.931, nor at half or twice as much.
const LEVEL: f64 = 0.7;
/// How far outside of the clip, in points, what is drawn still counts as inside: programs clip a cell exactly at its border.
/// Measured: 0.75 changes `schools.pdf`; 1.33 changes `schools.pdf`.
pub(super) const CLIP_SLACK: f64 = 1.0;
/// More rules, or more filled rectangles, than any page of tables has: a map or another drawing.
/// Measured: nothing changes at 30,000 or 53,200, nor at half or twice as much.
const SHAPES_MAX: usize = 40_000;

/// A level or upright line.
#[derive(Debug, Clone, Copy)]
pub(super) struct Rule {
    pub(super) level: bool,
    /// Its y when it is level, else its x.
    pub(super) at: f64,
    /// Where it begins and ends along the other axis.
    pub(super) start: f64,
    pub(super) end: f64,
}

/// A filled rectangle.
#[derive(Debug, Clone, Copy)]
pub(super) struct Fill {
    pub(super) area: Rect,
    /// None when it is no plain colour, as a picture has none.
    pub(super) color: Option<Rgb>,
    /// Whether nothing below it is seen.
    pub(super) opaque: bool,
    pub(super) order: usize,
}

/// The rules and filled rectangles of a page.
#[derive(Debug, Default)]
pub(super) struct Shapes {
    pub(super) rules: Vec<Rule>,
    pub(super) fills: Vec<Fill>,
    /// Whether there are more rules or fills than tables have; the rest is not kept.
    pub(super) overfull: bool,
}

/// With what something is drawn, and where it shows.
#[derive(Debug, Clone, Copy)]
pub(super) struct Ink {
    /// None when it is no plain colour.
    pub(super) color: Option<Rgb>,
    /// Whether nothing below it is seen.
    pub(super) opaque: bool,
    /// Number among all that the page draws.
    pub(super) order: usize,
    /// Nothing outside of it is seen.
    pub(super) clip: Rect,
}

impl Shapes {
    fn rule(&mut self, from: Point, to: Point, clip: Rect) {
        let (width, height) = ((from.x - to.x).abs(), (from.y - to.y).abs());
        let level = height <= LEVEL;
        if width.max(height) < SHAPE_SHORT || !level && width > LEVEL {
            return;
        }
        let between = |a: f64, b: f64, low: f64, high: f64| (a.min(b).max(low), a.max(b).min(high));
        let within = |at: f64, low: f64, high: f64| (low - CLIP_SLACK..=high + CLIP_SLACK).contains(&at);
        let (at, (start, end), inside) = if level {
            let at = f64::midpoint(from.y, to.y);
            (at, between(from.x, to.x, clip.x0, clip.x1), within(at, clip.y0, clip.y1))
        } else {
            let at = f64::midpoint(from.x, to.x);
            (at, between(from.y, to.y, clip.y0, clip.y1), within(at, clip.x0, clip.x1))
        };
        if !inside || end - start < SHAPE_SHORT {
            return;
        }
        if self.rules.len() >= SHAPES_MAX {
            self.overfull = true;
            return;
        }
        self.rules.push(Rule { level, at, start, end });
    }

    /// Adds a filled rectangle; a thin one is a rule.
    pub(super) fn fill(&mut self, area: Rect, ink: Ink) {
        let Ink { color, opaque, order, clip } = ink;
        let area = area.intersect(clip);
        let (short, long) = (area.width().min(area.height()), area.width().max(area.height()));
        if long < SHAPE_SHORT {
            return;
        }
        if short <= RULE_THICK {
            let middle = area.center();
            if area.width() > area.height() {
                self.rule(Point::new(area.x0, middle.y), Point::new(area.x1, middle.y), clip);
            } else {
                self.rule(Point::new(middle.x, area.y0), Point::new(middle.x, area.y1), clip);
            }
        } else {
            if self.fills.len() >= SHAPES_MAX {
                self.overfull = true;
                return;
            }
            self.fills.push(Fill { area, color, opaque, order });
        }
    }

    /// Adds the upright rectangles of a filled path.
    pub(super) fn filled(&mut self, path: &BezPath, transform: Affine, ink: Ink) {
        for area in rectangles(path, transform) {
            self.fill(area, ink);
        }
    }

    /// Adds the level and upright lines of a path.
    pub(super) fn stroked(&mut self, path: &BezPath, transform: Affine, stroke: &StrokeProps, ink: Ink) {
        let scale = transform.determinant().abs().sqrt();
        let thick = f64::from(stroke.line_width) * scale;
        for segment in path.segments() {
            let (from, to) = (transform * segment.start(), transform * segment.end());
            if !(matches!(segment, PathSeg::Line(_)) && from.is_finite() && to.is_finite()) {
                continue;
            }
            if thick > RULE_THICK {
                // A band that is drawn with a broad pen.
                let half = thick / 2.0;
                let level = (from.y - to.y).abs() <= LEVEL;
                let (x, y) = if level { (0.0, half) } else { (half, 0.0) };
                if level || (from.x - to.x).abs() <= LEVEL {
                    self.fill(Rect::from_points(from, to).inflate(x, y), ink);
                }
            } else {
                self.rule(from, to, ink.clip);
            }
        }
    }
}

/// The upright rectangles among the parts of a path.
fn rectangles(path: &BezPath, transform: Affine) -> Vec<Rect> {
    let mut found = Vec::new();
    let mut corners: Vec<Point> = Vec::new();
    let mut plain = true;
    let mut end = |corners: &mut Vec<Point>, plain: &mut bool| {
        if corners.len() == 5 && corners.first() == corners.last() {
            corners.pop();
        }
        if *plain && let [a, b, c, d] = corners[..] {
            let near = |left: f64, right: f64| (left - right).abs() <= LEVEL;
            let one = near(a.y, b.y) && near(b.x, c.x) && near(c.y, d.y) && near(d.x, a.x);
            let other = near(a.x, b.x) && near(b.y, c.y) && near(c.x, d.x) && near(d.y, a.y);
            if (one || other) && corners.iter().all(|corner| corner.is_finite()) {
                found.push(Rect::from_points(a, c));
            }
        }
        corners.clear();
        *plain = true;
    };
    for element in path.elements() {
        match *element {
            PathEl::MoveTo(point) => {
                end(&mut corners, &mut plain);
                corners.push(transform * point);
            }
            // More corners than a rectangle has are not kept.
            PathEl::LineTo(point) if corners.len() < 6 => corners.push(transform * point),
            PathEl::LineTo(_) | PathEl::QuadTo(..) | PathEl::CurveTo(..) => plain = false,
            PathEl::ClosePath => {}
        }
    }
    end(&mut corners, &mut plain);
    found
}
