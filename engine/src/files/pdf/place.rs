//! What one glyph says and where it stands on its page. It decides nothing about either.

use std::hash::{Hash, Hasher};

use hayro_interpret::font::{Glyph as Drawable, PositionedGlyph};
use hayro_interpret::hayro_cmap::BfString;
use hayro_interpret::kurbo::{Affine, Point, Vec2};

/// Units in which glyphs are drawn, for each em.
pub(super) const EM: f64 = 1_000.0;
/// The width of a glyph whose font does not tell it, in the same units: that of most characters.
/// Measured: nothing changes at 375 or 665.
const USUAL_WIDTH: f32 = 500.0;
/// Glyphs of type 3 have units of their own; most characters are half an em wide, so that an em is twice their advance.
/// Measured: nothing changes at 1.5 or 2.66.
const EM_BY_WIDTH: f64 = 2.0;

/// What a glyph says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Letters {
    One(char),
    /// A ligature, or what else a font names several characters for.
    Several(Box<str>),
}

impl Letters {
    /// What a glyph says; none when nobody knows.
    pub(super) fn of(glyph: &PositionedGlyph<'_>) -> Option<Self> {
        Some(match glyph.as_unicode()? {
            BfString::Char(c) => Self::One(c),
            BfString::String(text) => Self::Several(text.into()),
        })
    }

    pub(super) fn as_str<'t>(&'t self, buffer: &'t mut [u8; 4]) -> &'t str {
        match self {
            Self::One(c) => c.encode_utf8(buffer),
            Self::Several(text) => text,
        }
    }

    /// Adds it to a text, without control characters and without white space at its ends.
    pub(super) fn write_to(&self, text: &mut String) {
        match self {
            Self::One(c) => text.extend(Some(*c).filter(|c| !c.is_control())),
            Self::Several(letters) => {
                let letters: String = letters.chars().filter(|c| !c.is_control()).collect();
                text.push_str(letters.trim());
            }
        }
    }

    /// Whether it is a mere space.
    pub(super) fn is_space(&self) -> bool {
        match self {
            Self::One(c) => c.is_whitespace(),
            Self::Several(text) => text.trim().is_empty(),
        }
    }
}

/// One number for nearly all glyphs: they are looked up by what they say, each of them twice.
impl Hash for Letters {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        match self {
            Self::One(c) => state.write_u32(u32::from(*c)),
            Self::Several(text) => text.hash(state),
        }
    }
}

/// Where a glyph stands on its page.
#[derive(Debug, Clone, Copy)]
pub(super) struct GlyphPlace {
    /// Where it begins, on its base line.
    pub(super) start: Point,
    /// Direction of reading, one long.
    pub(super) direction: Vec2,
    /// How far it goes in that direction.
    pub(super) length: f64,
    /// Type size.
    pub(super) size: f64,
}

impl GlyphPlace {
    /// Where it ends, on its base line.
    pub(super) fn end(&self) -> Point {
        self.start + self.direction * self.length
    }

    /// The place of a glyph in a run that is drawn with the transform `page`; none when it is nowhere.
    pub(super) fn of(glyph: &PositionedGlyph<'_>, vertical: bool, page: Affine) -> Option<Self> {
        let transform = page * glyph.transform();
        let start = transform * Point::ORIGIN;
        let up = (transform * Point::new(0.0, EM)) - start;
        let (size, direction) = match &**glyph {
            Drawable::Type3(own) => {
                let advance = transform * Point::new(own.advance_width().unwrap_or(1.0).into(), 0.0) - start;
                (advance.hypot() * EM_BY_WIDTH, advance)
            }
            Drawable::Outline(_) if vertical => (up.hypot(), -up),
            Drawable::Outline(_) => (up.hypot(), transform * Point::new(EM, 0.0) - start),
        };
        let length = match &**glyph {
            Drawable::Outline(own) if !vertical => {
                direction.hypot() * f64::from(own.advance_width().unwrap_or(USUAL_WIDTH)) / EM
            }
            Drawable::Type3(_) => size / EM_BY_WIDTH,
            Drawable::Outline(_) => size,
        };
        let direction = direction / direction.hypot();
        let numbers = [start.x, start.y, direction.x, direction.y, size, length];
        let is_placed = numbers.iter().all(|number| number.is_finite()) && size > 0.0;
        is_placed.then_some(Self { start, direction, length, size })
    }
}
