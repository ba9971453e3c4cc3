//! What a page shows, without order or meaning: glyphs, rules and filled rectangles with their places and colours. What
//! nobody sees is left out here: invisible text, text outside of the page or of the clip, and tiny parts of drawings. It
//! knows nothing of words or tables.

use std::collections::HashMap;

use hayro_interpret::font::{Glyph as Drawable, GlyphRun, OutlineGlyph, PositionedGlyph};
use hayro_interpret::hayro_cmap::WritingMode;
use hayro_interpret::kurbo::{Affine, BezPath, ParamCurve, PathEl, PathSeg, Point, Rect, Shape};
use hayro_interpret::{
    BlendMode, ClipPath, Device, DrawMode, DrawProps, Image, ImageDrawProps, Paint, SoftMask, StrokeProps,
};

use super::turn::Turn;
use crate::files::grid::Rgb;
use crate::files::pdf::pages::{self, Drawn, EM, Stand};

/// Filled rectangles up to this many points thick are rules.
const RULE_THICK: f64 = 3.0;
/// Rules and filled rectangles below this many points are parts of a drawing.
const SHAPE_SHORT: f64 = 3.0;
/// How far the ends of a rule may be from level, in points.
const LEVEL: f64 = 0.7;
/// More rules, or more filled rectangles, than any page of tables has: a map or another drawing.
const SHAPES_MAX: usize = 40_000;
/// More glyphs than a page has that people can read.
const GLYPHS_MAX: usize = 200_000;
/// Opacity below which nothing is seen.
const SEEN: f32 = 0.05;
/// Parts of the names of bold fonts, in small letters.
const BOLD_NAMES: [&str; 4] = ["bold", "black", "heavy", "demi"];
/// Twice the area of a glyph by the length of its outline is about the width of its strokes. The regular weights of common
/// typefaces have up to 0.085 em in their letters and digits, bold ones from 0.095 em on.
const BOLD_STROKE: f64 = 0.090 * EM;

/// A glyph that is seen.
#[derive(Debug, Clone)]
pub(super) struct Glyph {
    pub(super) text: String,
    /// Where it begins and ends, on its base line.
    pub(super) start: Point,
    pub(super) end: Point,
    pub(super) turn: Turn,
    pub(super) size: f64,
    /// None when it is no plain colour.
    pub(super) color: Option<Rgb>,
    pub(super) bold: bool,
    /// Number among all that the page draws.
    pub(super) order: usize,
}

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

/// Gathers what the pages of a file show, one page at a time.
#[derive(Debug, Default)]
pub(super) struct Drawing {
    pub(super) glyphs: Vec<Glyph>,
    pub(super) rules: Vec<Rule>,
    pub(super) fills: Vec<Fill>,
    /// Whether the page has more parts than tables have.
    pub(super) overfull: bool,
    drawn: Drawn,
    order: usize,
    /// The page, in the places of what it shows.
    pub(super) page: Rect,
    clips: Vec<Rect>,
    opacities: Vec<f32>,
    /// Which glyphs are bold, by the identity of their outlines.
    bold: HashMap<u128, bool>,
}

impl Drawing {
    /// Begins a page.
    pub(super) fn begin(&mut self, page: Rect) {
        self.glyphs.clear();
        self.rules.clear();
        self.fills.clear();
        self.clips.clear();
        self.opacities.clear();
        self.overfull = false;
        self.order = 0;
        self.page = page;
    }

    fn step(&mut self) {
        self.drawn.count();
        self.order += 1;
    }

    fn clip(&self) -> Rect {
        self.clips.last().copied().unwrap_or(self.page)
    }

    /// The colour of a paint, and how much of it is seen.
    fn color(&self, paint: &Paint<'_>) -> (Option<Rgb>, f32) {
        let group: f32 = self.opacities.iter().product();
        match paint {
            Paint::Color(color) => {
                let [red, green, blue, alpha] = color.to_rgba().to_rgba8();
                (Some(Rgb([red, green, blue])), f32::from(alpha) / 255.0 * group)
            }
            Paint::Pattern(_) => (None, group),
        }
    }

    fn glyph(&mut self, glyph: &PositionedGlyph<'_>, vertical: bool, page: Affine, color: Option<Rgb>) {
        let (Some(text), Some(stand)) = (pages::text(glyph), Stand::of(glyph, vertical, page)) else {
            return;
        };
        let Some(turn) = Turn::of(stand.direction) else {
            return;
        };
        let end = stand.origin + stand.direction * stand.length;
        // The middle of a letter is a third of an em above the base line.
        let up = turn.up() * (stand.size / 3.0);
        if !self.clip().inflate(1.0, 1.0).contains(stand.origin.midpoint(end) + up) {
            return;
        }
        if self.glyphs.len() >= GLYPHS_MAX {
            self.overfull = true;
            return;
        }
        let bold = match &**glyph {
            Drawable::Outline(outline) => self.is_bold(outline),
            Drawable::Type3(_) => false,
        };
        let (start, size, order) = (stand.origin, stand.size, self.order);
        self.glyphs.push(Glyph { text, start, end, turn, size, color, bold, order });
    }

    /// Whether a glyph is bold: as its font says, or, of fonts of type 1, whose names are not known here, as it looks.
    fn is_bold(&mut self, glyph: &OutlineGlyph) -> bool {
        *self.bold.entry(glyph.identifier().cache_key()).or_insert_with(|| {
            if let Some(font) = glyph.font_data() {
                let name = font.postscript_name.unwrap_or_default().to_lowercase();
                return font.weight.is_some_and(|weight| weight >= 600)
                    || BOLD_NAMES.iter().any(|bold| name.contains(bold));
            }
            let outline = glyph.outline();
            let length = outline.perimeter(1.0);
            length > 0.0 && 2.0 * outline.area().abs() / length >= BOLD_STROKE
        })
    }

    fn rule(&mut self, from: Point, to: Point) {
        let (width, height) = ((from.x - to.x).abs(), (from.y - to.y).abs());
        let level = height <= LEVEL;
        if width.max(height) < SHAPE_SHORT || !level && width > LEVEL {
            return;
        }
        let clip = self.clip();
        let between = |a: f64, b: f64, low: f64, high: f64| (a.min(b).max(low), a.max(b).min(high));
        let (at, (start, end), inside) = if level {
            let at = f64::midpoint(from.y, to.y);
            (at, between(from.x, to.x, clip.x0, clip.x1), (clip.y0 - 1.0..=clip.y1 + 1.0).contains(&at))
        } else {
            let at = f64::midpoint(from.x, to.x);
            (at, between(from.y, to.y, clip.y0, clip.y1), (clip.x0 - 1.0..=clip.x1 + 1.0).contains(&at))
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

    fn fill(&mut self, area: Rect, color: Option<Rgb>, opaque: bool) {
        let area = area.intersect(self.clip());
        let (short, long) = (area.width().min(area.height()), area.width().max(area.height()));
        if long < SHAPE_SHORT {
            return;
        }
        if short <= RULE_THICK && long > 2.0 * short {
            let middle = area.center();
            if area.width() > area.height() {
                self.rule(Point::new(area.x0, middle.y), Point::new(area.x1, middle.y));
            } else {
                self.rule(Point::new(middle.x, area.y0), Point::new(middle.x, area.y1));
            }
        } else if short >= SHAPE_SHORT {
            if self.fills.len() >= SHAPES_MAX {
                self.overfull = true;
                return;
            }
            self.fills.push(Fill { area, color, opaque, order: self.order });
        }
    }

    fn path(&mut self, path: &BezPath, props: &DrawProps<'_>, mode: &DrawMode) {
        self.step();
        let (color, opacity) = self.color(&props.paint);
        if opacity < SEEN {
            return;
        }
        match mode {
            DrawMode::Fill(_) | DrawMode::FillAndStroke(..) => {
                let opaque = is_opaque(opacity, props);
                for area in rectangles(path, props.transform) {
                    self.fill(area, color, opaque);
                }
            }
            DrawMode::Stroke(stroke) => self.stroke(path, props.transform, stroke, (color, is_opaque(opacity, props))),
            DrawMode::Invisible => {}
        }
    }

    fn stroke(&mut self, path: &BezPath, transform: Affine, stroke: &StrokeProps, paint: (Option<Rgb>, bool)) {
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
                    self.fill(Rect::from_points(from, to).inflate(x, y), paint.0, paint.1);
                }
            } else {
                self.rule(from, to);
            }
        }
    }
}

fn is_opaque(opacity: f32, props: &DrawProps<'_>) -> bool {
    opacity > 0.99 && props.soft_mask.is_none() && props.blend_mode == BlendMode::Normal
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

impl<'a> Device<'a> for Drawing {
    fn draw_path(&mut self, path: &BezPath, props: DrawProps<'a>, mode: &DrawMode) {
        self.path(path, &props, mode);
    }

    fn push_clip_path(&mut self, clip: &ClipPath) {
        self.push_clip_rect(&clip.path.bounding_box());
    }

    fn push_clip_rect(&mut self, area: &Rect) {
        self.step();
        self.clips.push(self.clip().intersect(*area));
    }

    fn push_transparency_group(&mut self, opacity: f32, _: Option<SoftMask<'a>>, _: BlendMode) {
        self.step();
        self.opacities.push(opacity);
    }

    fn draw_glyph_run(&mut self, run: &GlyphRun<'_, 'a>, props: DrawProps<'a>, mode: &DrawMode) {
        let vertical = matches!(run.writing_mode(), WritingMode::Vertical);
        let (color, opacity) = self.color(&props.paint);
        for glyph in run.glyphs() {
            self.step();
            if opacity >= SEEN && !matches!(mode, DrawMode::Invisible) {
                self.glyph(glyph, vertical, props.transform, color);
            }
        }
    }

    fn draw_image(&mut self, image: Image<'a, '_>, props: ImageDrawProps<'a>) {
        self.step();
        let area = props.transform.transform_rect_bbox(Rect::new(
            0.0,
            0.0,
            f64::from(image.width().max(1)),
            f64::from(image.height().max(1)),
        ));
        // What a picture shows is not known: text on it is taken to be seen, and so is text below it.
        if area.is_finite() {
            self.fill(area, None, false);
        }
    }

    fn pop_clip(&mut self) {
        self.clips.pop();
    }

    fn pop_transparency_group(&mut self) {
        self.opacities.pop();
    }
}
