//! Colours of a workbook: stated as such, by the theme, or by the palette of older programs; lighter or darker by a tint
//! (ECMA-376 part 1, 18.8.3, 18.8.19 and 18.8.27). What the surroundings decide, such as `auto`, is no colour here.

use quick_xml::events::BytesStart;

use super::{Rgb, attributes};
use crate::files::DocumentFault;
use crate::files::office::package::Package;
use crate::files::office::xml::{self, Node};

/// Colours by number before the standard's own tints: the 64 of ECMA-376 part 1, 18.8.27, of which the first eight are there
/// twice.
const INDEXED: [u32; 64] = [
    0x00_0000, 0xFF_FFFF, 0xFF_0000, 0x00_FF00, 0x00_00FF, 0xFF_FF00, 0xFF_00FF, 0x00_FFFF, 0x00_0000, 0xFF_FFFF,
    0xFF_0000, 0x00_FF00, 0x00_00FF, 0xFF_FF00, 0xFF_00FF, 0x00_FFFF, 0x80_0000, 0x00_8000, 0x00_0080, 0x80_8000,
    0x80_0080, 0x00_8080, 0xC0_C0C0, 0x80_8080, 0x99_99FF, 0x99_3366, 0xFF_FFCC, 0xCC_FFFF, 0x66_0066, 0xFF_8080,
    0x00_66CC, 0xCC_CCFF, 0x00_0080, 0xFF_00FF, 0xFF_FF00, 0x00_FFFF, 0x80_0080, 0x80_0000, 0x00_8080, 0x00_00FF,
    0x00_CCFF, 0xCC_FFFF, 0xCC_FFCC, 0xFF_FF99, 0x99_CCFF, 0xFF_99CC, 0xCC_99FF, 0xFF_CC99, 0x33_66FF, 0x33_CCCC,
    0x99_CC00, 0xFF_CC00, 0xFF_9900, 0xFF_6600, 0x66_6699, 0x96_9696, 0x00_3366, 0x33_9966, 0x00_3300, 0x33_3300,
    0x99_3300, 0x99_3366, 0x33_3399, 0x33_3333,
];

/// The system's colour for text, in the place of a palette's number.
const SYSTEM_TEXT: u32 = 64;
/// The system's colour for windows.
const SYSTEM_WINDOW: u32 = 65;

/// The theme of a workbook that has none: Office's of 2013, which the names below it count.
const THEME: [u32; 12] = [
    0xFF_FFFF, 0x00_0000, 0xE7_E6E6, 0x44_546A, 0x44_72C4, 0xED_7D31, 0xA5_A5A5, 0xFF_C000, 0x5B_9BD5, 0x70_AD47,
    0x05_63C1, 0x95_4F72,
];

/// The elements of a theme's colours in the order in which cells count them (18.8.3): light before dark, unlike in the theme.
// In code: names of a format.
const THEME_NAMES: [&str; 12] =
    ["lt1", "dk1", "lt2", "dk2", "accent1", "accent2", "accent3", "accent4", "accent5", "accent6", "hlink", "folHlink"];

/// A colour as a style states it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Color {
    base: Base,
    /// From -1, black, to 1, white.
    tint: f64,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Base {
    Rgb(Rgb),
    Theme(usize),
    Indexed(u32),
}

impl Color {
    /// The colour that an element states; none for `auto`.
    pub(super) fn read(element: &BytesStart<'_>) -> Option<Self> {
        let (mut base, mut tint) = (None, 0.0);
        for (name, value) in attributes(element) {
            match name {
                "rgb" => base = rgb(&value).map(Base::Rgb),
                "theme" => base = base.or(value.parse().ok().map(Base::Theme)),
                "indexed" => base = base.or(value.parse().ok().map(Base::Indexed)),
                "tint" => tint = value.parse().ok().filter(|tint: &f64| tint.is_finite()).unwrap_or(0.0),
                _ => {}
            }
        }
        Some(Self { base: base?, tint })
    }

    /// The colour itself, as text has it: the system's colour is no colour.
    pub(super) fn of_text(self, palette: &Palette) -> Option<Rgb> {
        if self.base == Base::Indexed(SYSTEM_TEXT) { None } else { self.resolve(palette) }
    }

    /// The colour itself; none when the palette does not have it.
    pub(super) fn resolve(self, palette: &Palette) -> Option<Rgb> {
        let base = match self.base {
            Base::Rgb(rgb) => rgb,
            Base::Theme(index) => *palette.theme.get(index)?,
            Base::Indexed(SYSTEM_TEXT) => Rgb([0; 3]),
            Base::Indexed(SYSTEM_WINDOW) => Rgb::WHITE,
            Base::Indexed(index) => *palette.indexed.get(usize::try_from(index).ok()?)?,
        };
        Some(tinted(base, self.tint))
    }
}

/// The colours of a workbook by number.
#[derive(Debug)]
pub(super) struct Palette {
    pub(super) theme: Vec<Rgb>,
    pub(super) indexed: Vec<Rgb>,
}

impl Default for Palette {
    fn default() -> Self {
        Self { theme: THEME.map(of_number).to_vec(), indexed: INDEXED.map(of_number).to_vec() }
    }
}

impl Palette {
    /// Takes the theme's colours from its part. A colour that it does not state stays Office's.
    pub(super) fn read_theme(&mut self, package: &mut Package, part: &str) -> Result<(), DocumentFault> {
        let (mut in_scheme, mut place) = (false, None);
        package.walk(part, &[], &mut |node| match node {
            Node::Start("clrScheme", _) => in_scheme = true,
            Node::End("clrScheme") => in_scheme = false,
            Node::Start(name @ ("srgbClr" | "sysClr"), element) if in_scheme => {
                let value = xml::attribute(element, if name == "sysClr" { "lastClr" } else { "val" });
                let slot = place.take().and_then(|place: usize| self.theme.get_mut(place));
                if let (Some(slot), Some(color)) = (slot, value.as_deref().and_then(rgb)) {
                    *slot = color;
                }
            }
            Node::Start(name, _) if in_scheme => {
                place = THEME_NAMES.iter().position(|known| *known == name).or(place);
            }
            _ => {}
        })?;
        Ok(())
    }

    /// Takes a workbook's own palette, from its first number on.
    pub(super) fn set_indexed(&mut self, own: &[Rgb]) {
        for (slot, color) in self.indexed.iter_mut().zip(own) {
            *slot = *color;
        }
    }
}

/// A colour of six digits, or of eight whose first two are its opacity, which programs write as they please.
pub(super) fn rgb(text: &str) -> Option<Rgb> {
    let digits = if text.len() == 8 { text.get(2..)? } else { text };
    digits.parse().ok()
}

fn of_number(number: u32) -> Rgb {
    let [_, red, green, blue] = number.to_be_bytes();
    Rgb([red, green, blue])
}

/// The scale of hue, lightness and saturation. Excel computes tints with the whole numbers of Windows' `ColorRGBToHLS`; the
/// formula of 18.8.19 in fractions misses the colours of its own menu by one or two.
const SCALE: i32 = 240;

/// Lighter or darker, with hue and saturation kept (18.8.19).
fn tinted(color: Rgb, tint: f64) -> Rgb {
    if tint == 0.0 {
        return color;
    }
    let (hue, light, saturation) = to_hls(color);
    let share = 1.0 - tint.abs().min(1.0);
    #[allow(clippy::cast_possible_truncation)] // Both factors are small, and what is cut off is meant to be.
    let of = |light: i32| (f64::from(light) * share) as i32;
    let light = if tint < 0.0 { of(light) } else { of(light) + SCALE - of(SCALE) };
    from_hls(hue, light, saturation)
}

/// Hue, lightness and saturation, each from 0 to [`SCALE`].
fn to_hls(color: Rgb) -> (i32, i32, i32) {
    let [red, green, blue] = color.0.map(i32::from);
    let (high, low) = (red.max(green).max(blue), red.min(green).min(blue));
    let (sum, spread) = (high + low, high - low);
    let light = (sum * SCALE + 255) / 510;
    if spread == 0 {
        return (0, light, 0);
    }
    let reach = if light <= SCALE / 2 { sum } else { 510 - sum };
    let saturation = (spread * SCALE + reach / 2) / reach;
    let part = |channel: i32| ((high - channel) * (SCALE / 6) + spread / 2) / spread;
    let hue = if red == high {
        part(blue) - part(green)
    } else if green == high {
        SCALE / 3 + part(red) - part(blue)
    } else {
        2 * SCALE / 3 + part(green) - part(red)
    };
    (hue.rem_euclid(SCALE), light, saturation)
}

fn from_hls(hue: i32, light: i32, saturation: i32) -> Rgb {
    let byte = |scaled: i32| u8::try_from((scaled * 255 + SCALE / 2) / SCALE).unwrap_or(u8::MAX);
    if saturation == 0 {
        return Rgb([byte(light); 3]);
    }
    let high = if light <= SCALE / 2 {
        (light * (SCALE + saturation) + SCALE / 2) / SCALE
    } else {
        light + saturation - (light * saturation + SCALE / 2) / SCALE
    };
    let low = 2 * light - high;
    let sixth = SCALE / 6;
    let channel = |hue: i32| {
        let hue = hue.rem_euclid(SCALE);
        byte(if hue < sixth {
            low + ((high - low) * hue + sixth / 2) / sixth
        } else if hue < SCALE / 2 {
            high
        } else if hue < 4 * sixth {
            low + ((high - low) * (4 * sixth - hue) + sixth / 2) / sixth
        } else {
            low
        })
    };
    Rgb([channel(hue + SCALE / 3), channel(hue), channel(hue - SCALE / 3)])
}

/// The mean of two colours, of which the first has this share.
pub(super) fn mixed(first: Rgb, share: f64, second: Rgb) -> Rgb {
    let channel = |first: u8, second: u8| f64::from(first) * share + f64::from(second) * (1.0 - share);
    Rgb(std::array::from_fn(|index| byte(channel(first.0[index], second.0[index]) / 255.0)))
}

fn byte(share: f64) -> u8 {
    // The cast saturates, and what it cuts off was rounded away.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    let byte = (share * 255.0).round() as u8;
    byte
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
