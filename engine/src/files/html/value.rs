//! Values of CSS that looks are read from: colours, sizes of type, weights, and what moves a text off its line.

use super::length::{Length, length};
use crate::files::cell_text::Script;
use crate::files::grid::Rgb;

/// The lightest font weight that counts as bold (CSS Fonts 4, 2.2: 600 is semi-bold).
const BOLD_WEIGHT_MIN: u32 = 600;

/// A colour, and others that may hold in its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Paint {
    pub(super) sure: Option<Rgb>,
    may: [Option<Rgb>; 3],
}

impl Paint {
    pub(super) fn inside(self, outer: Self) -> Self {
        let may = if self.may == Self::default().may && self.sure.is_none() { outer.may } else { self.may };
        Self { sure: self.sure.or(outer.sure), may }
    }

    /// Adds one that may hold; whether there was room for it.
    pub(super) fn may_be(&mut self, color: Rgb) -> bool {
        if self.may.contains(&Some(color)) {
            return true;
        }
        let free = self.may.iter_mut().find(|may| may.is_none());
        free.map(|free| *free = Some(color)).is_some()
    }

    /// Every colour that it may be; none for the usual one.
    pub(super) fn all(self) -> impl Iterator<Item = Option<Rgb>> + Clone {
        [self.sure].into_iter().chain(self.may.into_iter().flatten().map(Some))
    }
}

/// A type size in hundredths of a pixel, or of the size around it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Size {
    Absolute(u32),
    Relative(u32),
}

/// The type size of a page that says nothing else, in hundredths of a pixel.
pub(super) const USUAL_SIZE: u32 = 1_600;

impl Size {
    /// The size inside of text of another one.
    pub(super) fn inside(self, outer: Option<u32>) -> u32 {
        match self {
            Self::Absolute(size) => size,
            Self::Relative(percent) => outer.unwrap_or(USUAL_SIZE).saturating_mul(percent) / 100,
        }
    }
}

/// Text that a length moves off its line.
pub(super) fn raised(length_of: &str) -> Option<Script> {
    match length(length_of)? {
        Length::Absolute(0) | Length::Relative(0) => None,
        Length::Absolute(way) | Length::Relative(way) => Some(Script::raised_by(way.into())),
    }
}

/// The same, where the length counts downwards.
pub(super) fn lowered(length: &str) -> Option<Script> {
    raised(length).map(|script| if script == Script::Above { Script::Below } else { Script::Above })
}

/// The seven sizes of `font` (HTML standard, 15.3.4), of which 3 is the usual one.
pub(super) fn font_size(value: &str) -> Option<Size> {
    const SIZES: [u32; 7] = [1_000, 1_300, 1_600, 1_800, 2_400, 3_200, 4_800];
    let value = value.trim();
    let number: i32 = value.parse().ok()?;
    let number = if value.starts_with(['+', '-']) { number.saturating_add(3) } else { number };
    SIZES.get(usize::try_from(number.clamp(1, 7) - 1).ok()?).copied().map(Size::Absolute)
}

/// A size of type; none for one that is not known.
pub(super) fn css_size(value: &str) -> Option<Size> {
    // In code: words of CSS, with their sizes (CSS Fonts 4, 2.5).
    match value {
        "smaller" => return Some(Size::Relative(83)),
        "larger" => return Some(Size::Relative(120)),
        "xx-small" => return Some(Size::Absolute(900)),
        "x-small" => return Some(Size::Absolute(1_000)),
        "small" => return Some(Size::Absolute(1_300)),
        "medium" => return Some(Size::Absolute(1_600)),
        "large" => return Some(Size::Absolute(1_800)),
        "x-large" | "xx-large" | "xxx-large" => return Some(Size::Absolute(3_200)),
        _ => {}
    }
    Some(match length(value)? {
        Length::Absolute(size) => Size::Absolute(u32::try_from(size).ok()?),
        Length::Relative(size) => Size::Relative(u32::try_from(size).ok()?),
    })
}

pub(super) fn weight(value: &str) -> Option<bool> {
    match value {
        "bold" | "bolder" => Some(true),
        "normal" | "lighter" => Some(false),
        _ => value.parse::<u32>().ok().map(|weight| weight >= BOLD_WEIGHT_MIN),
    }
}

/// A number from nothing to all, also as a percentage.
pub(super) fn part_of_one(value: &str) -> Option<f32> {
    match value.strip_suffix('%') {
        Some(percent) => percent.trim().parse::<f32>().ok().map(|percent| percent / 100.0),
        None => value.parse().ok(),
    }
}

/// The colour of a `background`, which may stand among other words; none for what is no colour alone.
#[allow(clippy::option_option)] // Outside: whether it is known; inside: whether it is a colour.
pub(super) fn background(value: &str) -> Option<Option<Rgb>> {
    if csscolorparser::parse(value).is_ok() {
        return Some(color(value));
    }
    if let Some(end) = value.find(')') {
        let (first, rest) = value.split_at_checked(end + 1)?;
        return (csscolorparser::parse(first).is_ok() && !rest.contains('(')).then(|| color(first));
    }
    Some(value.split_ascii_whitespace().find_map(color))
}

/// A colour as it looks on white; none for no colour and for one that is not seen.
pub(super) fn color(text: &str) -> Option<Rgb> {
    let [red, green, blue, alpha] = csscolorparser::parse(text.trim()).ok()?.to_rgba8();
    let on_white = |part: u8| {
        let mixed = u32::from(part) * u32::from(alpha) + 255 * u32::from(255 - alpha);
        u8::try_from((mixed + 127) / 255).unwrap_or(u8::MAX)
    };
    (alpha > 0).then(|| Rgb([red, green, blue].map(on_white)))
}
