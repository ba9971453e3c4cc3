//! What every reader of PDFs shares: opening a file, drawing its pages into a device through the kept interpreter `hayro`
//! on a stack that nesting cannot exhaust, a limit to what is drawn, and the place of a glyph. It decides nothing about what
//! is drawn.

use std::any::Any;
use std::panic::resume_unwind;
use std::thread;

use hayro_interpret::font::{Glyph, PositionedGlyph};
use hayro_interpret::hayro_cmap::BfString;
use hayro_interpret::hayro_syntax::page::Page;
use hayro_interpret::hayro_syntax::{LoadPdfError, Pdf, PdfData};
use hayro_interpret::kurbo::{Affine, Point, Rect, Vec2};
use hayro_interpret::{Context, Device, InterpreterCache, InterpreterSettings, TransformExt, interpret_page};

use crate::files::DocumentFault;

/// Most things that the pages of a file draw. A page of dense text has some five thousand; a form that draws forms that
/// draw forms has more than any computer can draw.
const DRAWN_MAX: usize = 20_000_000;

/// Bytes of the stack on which a file is interpreted: objects may be nested deeply.
const STACK_BYTES: usize = 256 << 20;

/// Units in which glyphs are drawn, for each em.
pub(crate) const EM: f64 = 1_000.0;

/// The interpreter was stopped.
struct TooMuch;

/// Runs a reader of PDFs on a stack of its own. A panic of the interpreter goes on in the caller, who contains it.
pub(crate) fn on_deep_stack<T: Send + 'static>(
    reader: impl FnOnce() -> Result<T, DocumentFault> + Send + 'static,
) -> Result<T, DocumentFault> {
    let reader = thread::Builder::new().name("pdf".to_owned()).stack_size(STACK_BYTES).spawn(reader)?;
    reader.join().unwrap_or_else(|panic: Box<dyn Any + Send>| {
        if panic.is::<TooMuch>() {
            Err(DocumentFault::TooMany { what: "drawn elements", most: DRAWN_MAX })
        } else {
            resume_unwind(panic)
        }
    })
}

/// What stands at the end of every PDF (ISO 32000-1, 7.5.5), within so many bytes of it (implementation note 18 of Adobe's
/// reference of PDF 1.7).
const END_MARK: &[u8] = b"%%EOF";
const END_WITHIN: usize = 1024;

/// Whether a PDF was cut off. The interpreter finds pages in it all the same, and they are not all.
pub(crate) fn check_end(bytes: &[u8]) -> Result<(), DocumentFault> {
    let end = bytes.get(bytes.len().saturating_sub(END_WITHIN)..).unwrap_or_default();
    let has_end = end.windows(END_MARK.len()).any(|window| window == END_MARK);
    if bytes.starts_with(b"%PDF-") && !has_end { Err(DocumentFault::CutOff) } else { Ok(()) }
}

/// Opens a file.
pub(crate) fn open(bytes: impl Into<PdfData>) -> Result<Pdf, DocumentFault> {
    Pdf::new(bytes).map_err(|error| match error {
        LoadPdfError::Decryption(_) => DocumentFault::Encrypted,
        LoadPdfError::Invalid => DocumentFault::Pdf,
    })
}

/// The page as it is shown: upright, in points, with y growing downwards.
pub(crate) fn area(page: &Page<'_>) -> Rect {
    let (width, height) = page.render_dimensions();
    Rect::new(0.0, 0.0, width.into(), height.into())
}

/// Draws a page.
pub(crate) fn draw<'a>(pdf: &'a Pdf, page: &Page<'a>, cache: &InterpreterCache<'a>, device: &mut impl Device<'a>) {
    let transform = page.initial_transform(true).to_kurbo();
    let settings = InterpreterSettings::default();
    let mut context = Context::new(transform, area(page), cache, pdf.xref(), settings);
    interpret_page(page, &mut context, device);
}

/// How much a file has drawn.
#[derive(Debug, Default)]
pub(crate) struct Drawn(usize);

impl Drawn {
    /// Counts something drawn. The interpreter asks nobody whether to go on; unwinding is the only way out of it.
    pub(crate) fn count(&mut self) {
        self.0 += 1;
        if self.0 > DRAWN_MAX {
            resume_unwind(Box::new(TooMuch));
        }
    }
}

/// What a glyph says; none when nobody knows.
pub(crate) fn text(glyph: &PositionedGlyph<'_>) -> Option<String> {
    Some(match glyph.as_unicode()? {
        BfString::Char(c) => c.to_string(),
        BfString::String(text) => text,
    })
}

/// Where a glyph stands on its page.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Stand {
    /// Where it begins, on its base line.
    pub(crate) origin: Point,
    /// Direction of reading, one long.
    pub(crate) direction: Vec2,
    /// How far it goes in that direction.
    pub(crate) length: f64,
    /// Type size.
    pub(crate) size: f64,
}

impl Stand {
    /// The place of a glyph in a run that is drawn with the transform `page`; none when it is nowhere.
    pub(crate) fn of(glyph: &PositionedGlyph<'_>, vertical: bool, page: Affine) -> Option<Self> {
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
        let unit = direction / direction.hypot();
        let numbers = [origin.x, origin.y, unit.x, unit.y, size, length];
        let is_placed = numbers.iter().all(|number| number.is_finite()) && size > 0.0;
        is_placed.then_some(Self { origin, direction: unit, length, size })
    }
}
