//! Digital PDFs to paragraphs: every glyph that a page draws, with the place where it stands, through the kept interpreter
//! `hayro`; how glyphs become lines and paragraphs is [`super::layout`]'s work. Pictures are not read, and a file that is
//! nothing else is a fault. Invisible text is read: it is what text recognition leaves behind a scanned page.

use std::collections::HashSet;

use hayro_interpret::font::{GlyphRun, PositionedGlyph};
use hayro_interpret::hayro_cmap::WritingMode;
use hayro_interpret::kurbo::{Affine, BezPath, Rect};
use hayro_interpret::{
    BlendMode, ClipPath, Device, DrawMode, DrawProps, Image, ImageDrawProps, InterpreterCache, SoftMask,
};

use super::layout::{Layout, Piece};
use super::pages::{self, Drawn, Stand};
use crate::files::FileContent;
use crate::files::fault::{DocumentFault, Warning};
use crate::files::metadata::Key;
use crate::files::office::properties;

/// Reads a PDF.
pub(super) fn read(bytes: Vec<u8>) -> Result<FileContent, DocumentFault> {
    pages::on_deep_stack(|| interpret(bytes))
}

fn interpret(bytes: Vec<u8>) -> Result<FileContent, DocumentFault> {
    pages::check_end(&bytes)?;
    let pdf = pages::open(bytes)?;
    let cache = InterpreterCache::new();
    let mut pages =
        Pages { layout: Layout::default(), drawn: Drawn::default(), glyphs: 0, unreadable: 0, seen: HashSet::new() };
    for page in pdf.pages().iter() {
        pages::draw(&pdf, page, &cache, &mut pages);
        pages.layout.end_page();
        pages.seen.clear();
    }
    let mut draft = FileContent::default();
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
    drawn: Drawn,
    glyphs: u64,
    /// Glyphs of which nobody knows the character.
    unreadable: u64,
    /// Characters and places of this page. Bold type is often the same text drawn twice.
    seen: HashSet<(String, i64, i64)>,
}

impl Pages {
    fn glyph(&mut self, glyph: &PositionedGlyph<'_>, vertical: bool, page: Affine) {
        self.drawn.count();
        self.glyphs += 1;
        let Some(text) = pages::text(glyph) else {
            self.unreadable += 1;
            return;
        };
        let Some(Stand { origin, direction, length, size }) = Stand::of(glyph, vertical, page) else {
            return;
        };
        let angle = direction.y.atan2(direction.x);
        let (sin, cos) = angle.sin_cos();
        let along = origin.x * cos + origin.y * sin;
        let across = origin.y * cos - origin.x * sin;
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
        self.drawn.count();
    }

    fn push_clip_path(&mut self, _: &ClipPath) {
        self.drawn.count();
    }

    fn push_clip_rect(&mut self, _: &Rect) {
        self.drawn.count();
    }

    fn push_transparency_group(&mut self, _: f32, _: Option<SoftMask<'a>>, _: BlendMode) {
        self.drawn.count();
    }

    fn draw_glyph_run(&mut self, run: &GlyphRun<'_, 'a>, props: DrawProps<'a>, _: &DrawMode) {
        let vertical = matches!(run.writing_mode(), WritingMode::Vertical);
        for glyph in run.glyphs() {
            self.glyph(glyph, vertical, props.transform);
        }
    }

    fn draw_image(&mut self, _: Image<'a, '_>, _: ImageDrawProps<'a>) {
        self.drawn.count();
    }

    fn pop_clip(&mut self) {}

    fn pop_transparency_group(&mut self) {}

    fn draw_rect(&mut self, _: &Rect, _: DrawProps<'a>, _: &DrawMode) {
        self.drawn.count();
    }
}
