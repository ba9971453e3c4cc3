//! What the pages of a PDF draw, without order or meaning: one list of glyphs with their places and with all that tells
//! whether people see them, rules, and filled rectangles. Every glyph is in the list; which of them are text, and which may
//! stand in a table, is for the readers of the list to choose. It knows nothing of words or tables.

use std::panic::resume_unwind;
use std::sync::mpsc::SyncSender;

use foldhash::fast::RandomState;
use hayro_interpret::font::{Glyph as Drawable, GlyphIdentifier, GlyphRun, OutlineGlyph, PositionedGlyph};
use hayro_interpret::hayro_cmap::WritingMode;
use hayro_interpret::kurbo::{Affine, BezPath, Rect, Shape};
use hayro_interpret::{BlendMode, ClipPath, Device, DrawMode, DrawProps, Image, ImageDrawProps, Paint, SoftMask};

use super::place::{EM, GlyphPlace, Letters};
use super::quarter_turn::QuarterTurn;
use super::shapes::{CLIP_SLACK, Ink, Shapes};
use crate::files::grid::Rgb;

type HashMap<K, V> = std::collections::HashMap<K, V, RandomState>;

/// The middle of a letter is this part of an em above its base line.
/// Measured: 0.443 changes `S2MNCEbirdisland.pdf`; 0.25 changes nothing.
const LETTER_MIDDLE: f64 = 1.0 / 3.0;
/// Opacity below which nothing is seen.
/// Measured: nothing changes at 0.0375 or 0.0665.
const FAINT: f32 = 0.05;
/// Parts of the names of bold fonts, in small letters.
const BOLD_NAMES: [&str; 4] = ["bold", "black", "heavy", "demi"];
/// The weight from which on a font is bold: semi-bold, by the scale of OpenType (`usWeightClass`).
/// Measured: nothing changes at 450 or 798.
const BOLD_WEIGHT: u32 = 600;
/// Twice the area of a glyph by the length of its outline is about the width of its strokes. The regular weights of common
/// typefaces have up to 0.085 em in their letters and digits, bold ones from 0.095 em on.
/// Measured: 0.0675 changes `12s0324.pdf` and 11 more; 0.12 changes `12s0324.pdf` and 9 more.
const BOLD_STROKE: f64 = 0.090 * EM;
/// Glyphs that are handed over at a time.
const GLYPHS_AT_ONCE: usize = 4_096;

/// A glyph of a page.
#[derive(Debug, Clone)]
pub(super) struct Glyph {
    pub(super) letters: Letters,
    pub(super) place: GlyphPlace,
    /// In which of the four directions of tables people read it; none where they see none: it is drawn without ink, as text
    /// recognition does behind a scanned page, so transparent that nobody sees it, outside of the page or of the clip, or
    /// askew, as a watermark. What covers it, and the colour of its ground, are known only when the page is whole.
    pub(super) seen: Option<QuarterTurn>,
    /// None when it is no plain colour.
    pub(super) color: Option<Rgb>,
    /// Told of glyphs that are seen.
    pub(super) bold: bool,
    /// Number among all that the page draws.
    pub(super) order: usize,
}

/// What the collector hands over while the pages of a file are drawn.
#[derive(Debug)]
pub(super) enum Drawn {
    /// The next glyphs of the page, in the order in which they are drawn.
    Glyphs(Vec<Glyph>),
    /// The end of the page.
    PageEnd(PageEnd),
}

/// What a page shows besides its glyphs, and how many of these there were.
#[derive(Debug, Default)]
pub(super) struct PageEnd {
    /// The page, in the places of what it shows.
    pub(super) area: Rect,
    pub(super) shapes: Shapes,
    /// Glyphs, with those of which nobody knows the character.
    pub(super) glyphs: u64,
    /// Glyphs of which nobody knows the character. They are not in the list.
    pub(super) unreadable: u64,
    /// Its unpacked contents.
    pub(super) content_bytes: usize,
}

/// Collects what the pages of a file show, one page at a time, and hands it over.
pub(super) struct Collector {
    sender: SyncSender<Drawn>,
    drawn_max: usize,
    glyphs: Vec<Glyph>,
    page: PageEnd,
    /// Things that the page has drawn, and those of the pages before it.
    order: usize,
    before: usize,
    clips: Vec<Rect>,
    opacities: Vec<f32>,
    /// Which glyphs are bold, by the identity of their outlines.
    bold: HashMap<GlyphIdentifier, bool>,
}

/// Why the interpreter was stopped. It asks nobody whether to go on; unwinding is the only way out of it.
#[derive(Debug)]
pub(super) enum Stopped {
    /// The file draws more things than it may.
    TooMuch,
    /// Nobody listens any more.
    Unheard,
}

impl Collector {
    /// A collector that hands over to the other end of `sender`.
    pub(super) fn new(sender: SyncSender<Drawn>, drawn_max: usize) -> Self {
        Self {
            sender,
            drawn_max,
            glyphs: Vec::new(),
            page: PageEnd::default(),
            order: 0,
            before: 0,
            clips: Vec::new(),
            opacities: Vec::new(),
            bold: HashMap::default(),
        }
    }

    /// Begins a page.
    pub(super) fn begin_page(&mut self, area: Rect) {
        self.page = PageEnd { area, ..PageEnd::default() };
        self.before += std::mem::take(&mut self.order);
        self.clips.clear();
        self.opacities.clear();
    }

    /// Ends the page, whose contents are so many bytes.
    pub(super) fn end_page(&mut self, content_bytes: usize) {
        self.hand_over_glyphs();
        let page = std::mem::take(&mut self.page);
        self.hand_over(Drawn::PageEnd(PageEnd { content_bytes, ..page }));
    }

    fn hand_over_glyphs(&mut self) {
        if !self.glyphs.is_empty() {
            let glyphs = std::mem::take(&mut self.glyphs);
            self.hand_over(Drawn::Glyphs(glyphs));
        }
    }

    fn hand_over(&self, drawn: Drawn) {
        if self.sender.send(drawn).is_err() {
            resume_unwind(Box::new(Stopped::Unheard));
        }
    }

    /// Counts something drawn.
    fn step(&mut self) {
        self.order += 1;
        if self.before + self.order > self.drawn_max {
            resume_unwind(Box::new(Stopped::TooMuch));
        }
    }

    fn clip(&self) -> Rect {
        self.clips.last().copied().unwrap_or(self.page.area)
    }

    fn ink(&self, color: Option<Rgb>, opaque: bool) -> Ink {
        Ink { color, opaque, order: self.order, clip: self.clip() }
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

    /// Adds a glyph of a run.
    fn glyph(&mut self, glyph: &PositionedGlyph<'_>, run: Run) {
        self.page.glyphs += 1;
        let Some(letters) = Letters::of(glyph) else {
            self.page.unreadable += 1;
            return;
        };
        let Some(place) = GlyphPlace::of(glyph, run.vertical, run.transform) else {
            return;
        };
        let seen = if run.is_inked { self.seen(place) } else { None };
        let bold = match &**glyph {
            Drawable::Outline(outline) if seen.is_some() => self.is_bold(outline),
            _ => false,
        };
        self.glyphs.push(Glyph { letters, place, seen, color: run.color, bold, order: self.order });
        if self.glyphs.len() >= GLYPHS_AT_ONCE {
            self.hand_over_glyphs();
        }
    }

    /// How a glyph with ink is read.
    fn seen(&self, place: GlyphPlace) -> Option<QuarterTurn> {
        let turn = QuarterTurn::of(place.direction)?;
        let up = turn.up() * (place.size * LETTER_MIDDLE);
        let middle = place.start.midpoint(place.end()) + up;
        let clip = self.clip().inflate(CLIP_SLACK, CLIP_SLACK);
        clip.contains(middle).then_some(turn)
    }

    /// Whether a glyph is bold: as its font says, or, of fonts of type 1, whose names are not known here, as it looks.
    fn is_bold(&mut self, glyph: &OutlineGlyph) -> bool {
        *self.bold.entry(glyph.identifier()).or_insert_with(|| {
            if let Some(font) = glyph.font_data() {
                let name = font.postscript_name.unwrap_or_default().to_lowercase();
                return font.weight.is_some_and(|weight| weight >= BOLD_WEIGHT)
                    || BOLD_NAMES.iter().any(|bold| name.contains(bold));
            }
            let outline = glyph.outline();
            let length = outline.perimeter(1.0);
            length > 0.0 && 2.0 * outline.area().abs() / length >= BOLD_STROKE
        })
    }
}

/// What the glyphs of a run share.
#[derive(Debug, Clone, Copy)]
struct Run {
    transform: Affine,
    vertical: bool,
    color: Option<Rgb>,
    /// Whether there is something to be seen of them.
    is_inked: bool,
}

fn is_opaque(opacity: f32, props: &DrawProps<'_>) -> bool {
    opacity >= 1.0 && props.soft_mask.is_none() && props.blend_mode == BlendMode::Normal
}

impl<'a> Device<'a> for Collector {
    fn draw_path(&mut self, path: &BezPath, props: DrawProps<'a>, mode: &DrawMode) {
        self.step();
        let (color, opacity) = self.color(&props.paint);
        if opacity < FAINT {
            return;
        }
        let ink = self.ink(color, is_opaque(opacity, &props));
        match mode {
            DrawMode::Fill(_) | DrawMode::FillAndStroke(..) => self.page.shapes.filled(path, props.transform, ink),
            DrawMode::Stroke(stroke) => self.page.shapes.stroked(path, props.transform, stroke, ink),
            DrawMode::Invisible => {}
        }
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
        let (color, opacity) = self.color(&props.paint);
        let is_inked = !matches!(mode, DrawMode::Invisible) && opacity >= FAINT;
        let vertical = matches!(run.writing_mode(), WritingMode::Vertical);
        for glyph in run.glyphs() {
            self.step();
            self.glyph(glyph, Run { transform: props.transform, vertical, color, is_inked });
        }
    }

    fn draw_image(&mut self, image: Image<'a, '_>, props: ImageDrawProps<'a>) {
        self.step();
        let size = Rect::new(0.0, 0.0, f64::from(image.width().max(1)), f64::from(image.height().max(1)));
        let area = props.transform.transform_rect_bbox(size);
        // What a picture shows is not known: text on it is taken to be seen, and so is text below it.
        if area.is_finite() {
            self.page.shapes.fill(area, self.ink(None, false));
        }
    }

    fn pop_clip(&mut self) {
        self.clips.pop();
    }

    fn pop_transparency_group(&mut self) {
        self.opacities.pop();
    }
}
