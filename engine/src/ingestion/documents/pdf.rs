//! Digital PDFs to paragraphs: every glyph that a page draws, with the place where it stands, through the kept interpreter
//! `hayro`; how glyphs become lines and paragraphs is [`super::layout`]'s work. Pictures are not read, and a file that is
//! nothing else is a fault. Invisible text is read: it is what text recognition leaves behind a scanned page.

use std::any::Any;
use std::collections::HashSet;
use std::panic::resume_unwind;
use std::thread;

use hayro_interpret::font::{Glyph, GlyphRun, PositionedGlyph};
use hayro_interpret::hayro_cmap::{BfString, WritingMode};
use hayro_interpret::hayro_syntax::{LoadPdfError, Pdf};
use hayro_interpret::kurbo::{Affine, BezPath, Point, Rect};
use hayro_interpret::{
    BlendMode, ClipPath, Context, Device, DrawMode, DrawProps, Image, ImageDrawProps, InterpreterCache,
    InterpreterSettings, SoftMask, TransformExt, interpret_page,
};

use super::draft::Draft;
use super::fault::{DocumentFault, Warning};
use super::layout::{Layout, Piece};
use super::metadata::Key;
use super::properties;

/// Most things that the pages of a file draw. A page of dense text has some five thousand; a form that draws forms that
/// draw forms has more than any computer can draw.
const DRAWN_MAX: usize = 20_000_000;

/// Bytes of the stack on which a file is interpreted: objects may be nested deeply.
const STACK_BYTES: usize = 256 << 20;

/// Units in which glyphs are drawn, for each em.
const EM: f64 = 1_000.0;

/// The interpreter was stopped.
struct TooMuch;

/// Reads a PDF.
pub(super) fn read(bytes: Vec<u8>) -> Result<Draft, DocumentFault> {
    let reader = thread::Builder::new().name("pdf".to_owned()).stack_size(STACK_BYTES).spawn(|| interpret(bytes))?;
    reader.join().unwrap_or_else(|panic: Box<dyn Any + Send>| {
        if panic.is::<TooMuch>() {
            Err(DocumentFault::TooMany { what: "drawn elements", most: DRAWN_MAX })
        } else {
            // The library gave up; the caller contains it as it does every other.
            resume_unwind(panic)
        }
    })
}

fn interpret(bytes: Vec<u8>) -> Result<Draft, DocumentFault> {
    let pdf = Pdf::new(bytes).map_err(|error| match error {
        LoadPdfError::Decryption(_) => DocumentFault::Encrypted,
        LoadPdfError::Invalid => DocumentFault::Pdf,
    })?;
    let cache = InterpreterCache::new();
    let mut pages = Pages { layout: Layout::default(), drawn: 0, glyphs: 0, unreadable: 0, seen: HashSet::new() };
    for page in pdf.pages().iter() {
        let (width, height) = page.render_dimensions();
        let area = Rect::new(0.0, 0.0, width.into(), height.into());
        let transform = page.initial_transform(true).to_kurbo();
        let mut context = Context::new(transform, area, &cache, pdf.xref(), InterpreterSettings::default());
        interpret_page(page, &mut context, &mut pages);
        pages.layout.end_page();
        pages.seen.clear();
    }
    let mut draft = Draft::default();
    // One glyph in twenty is a symbol font's bullet; more is text that cannot be trusted.
    if pages.unreadable * 20 > pages.glyphs {
        draft.metadata.warnings.push(Warning::UnreadableCharacters { characters: pages.unreadable });
    }
    draft.paragraphs = pages.layout.into_paragraphs();
    let information = pdf.metadata();
    let title = information.title.as_deref().map(text_string).unwrap_or_default();
    if properties::is_title(&title) {
        draft.metadata.state(Key::Title, &title, None).map_err(DocumentFault::Property)?;
    }
    for other in [&information.subject, &information.keywords].into_iter().flatten() {
        draft.aside.push(text_string(other));
    }
    Ok(draft)
}

/// A text of a PDF's dictionaries: UTF-16 or UTF-8 with a byte order mark, else nearly Latin-1 (ISO 32000-2, 7.9.2.2).
fn text_string(bytes: &[u8]) -> String {
    match bytes {
        [0xFE, 0xFF, rest @ ..] => {
            let (units, _) = rest.as_chunks::<2>();
            char::decode_utf16(units.iter().map(|unit| u16::from_be_bytes(*unit)))
                .map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER))
                .collect()
        }
        [0xEF, 0xBB, 0xBF, rest @ ..] => String::from_utf8_lossy(rest).into_owned(),
        _ => bytes.iter().map(|byte| char::from(*byte)).collect(),
    }
}

/// Gathers what pages draw.
struct Pages {
    layout: Layout,
    drawn: usize,
    glyphs: u64,
    /// Glyphs of which nobody knows the character.
    unreadable: u64,
    /// Characters and places of this page. Bold type is often the same text drawn twice.
    seen: HashSet<(String, i64, i64)>,
}

impl Pages {
    /// Counts something drawn. The interpreter asks nobody whether to go on; unwinding is the only way out of it.
    fn count(&mut self) {
        self.drawn += 1;
        if self.drawn > DRAWN_MAX {
            resume_unwind(Box::new(TooMuch));
        }
    }

    fn glyph(&mut self, glyph: &PositionedGlyph<'_>, vertical: bool, page: Affine) {
        self.count();
        self.glyphs += 1;
        let text = match glyph.as_unicode() {
            Some(BfString::Char(c)) => c.to_string(),
            Some(BfString::String(text)) => text,
            None => {
                self.unreadable += 1;
                return;
            }
        };
        let transform = page * glyph.transform();
        let origin = transform * Point::ORIGIN;
        let up = (transform * Point::new(0.0, EM)) - origin;
        let (size, direction) = match &**glyph {
            // Glyphs of type 3 have units of their own; most characters are half an em wide.
            Glyph::Type3(own) => {
                let advance = transform * Point::new(own.advance_width().unwrap_or(1.0).into(), 0.0) - origin;
                (advance.hypot() * 2.0, advance)
            }
            Glyph::Outline(_) if vertical => (up.hypot(), -up),
            Glyph::Outline(_) => (up.hypot(), transform * Point::new(EM, 0.0) - origin),
        };
        let length = match &**glyph {
            Glyph::Outline(own) if !vertical => {
                direction.hypot() * f64::from(own.advance_width().unwrap_or(500.0)) / EM
            }
            Glyph::Type3(_) => size / 2.0,
            Glyph::Outline(_) => size,
        };
        let angle = direction.y.atan2(direction.x);
        let (sin, cos) = angle.sin_cos();
        let along = origin.x * cos + origin.y * sin;
        let across = origin.y * cos - origin.x * sin;
        let finite = [along, across, size, length].iter().all(|number| number.is_finite());
        if !finite || size <= 0.0 {
            return;
        }
        // Far less than the narrowest letter, so that the second of two is not taken for the first.
        let cell = size * 0.1;
        #[allow(clippy::cast_possible_truncation)] // Saturates; places that far out are one place.
        let place = (text.clone(), (along / cell).round() as i64, (across / cell).round() as i64);
        if text.trim().is_empty() || self.seen.insert(place) {
            self.layout.add(Piece { text: &text, start: along, end: along + length, across, size, angle });
        }
    }
}

impl<'a> Device<'a> for Pages {
    fn draw_path(&mut self, _: &BezPath, _: DrawProps<'a>, _: &DrawMode) {
        self.count();
    }

    fn push_clip_path(&mut self, _: &ClipPath) {
        self.count();
    }

    fn push_clip_rect(&mut self, _: &Rect) {
        self.count();
    }

    fn push_transparency_group(&mut self, _: f32, _: Option<SoftMask<'a>>, _: BlendMode) {
        self.count();
    }

    fn draw_glyph_run(&mut self, run: &GlyphRun<'_, 'a>, props: DrawProps<'a>, _: &DrawMode) {
        let vertical = matches!(run.writing_mode(), WritingMode::Vertical);
        for glyph in run.glyphs() {
            self.glyph(glyph, vertical, props.transform);
        }
    }

    fn draw_image(&mut self, _: Image<'a, '_>, _: ImageDrawProps<'a>) {
        self.count();
    }

    fn pop_clip(&mut self) {}

    fn pop_transparency_group(&mut self) {}

    fn draw_rect(&mut self, _: &Rect, _: DrawProps<'a>, _: &DrawMode) {
        self.count();
    }
}
