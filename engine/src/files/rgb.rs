//! A colour as files state it, without a palette or a theme.

use std::fmt;
use std::str::FromStr;

/// A colour. Displayed and parsed as `RRGGBB`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Rgb(pub [u8; 3]);

/// The text is no colour such as `FFF2CC`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not a colour; write six hexadecimal digits, for example FFF2CC")]
pub struct NotAColor;

impl Rgb {
    /// White, the colour of a page.
    pub const WHITE: Self = Self([0xFF; 3]);

    /// Whether text of one colour is not seen on another one, or hardly. Where there is none, text is black on white.
    pub(crate) fn are_alike(ink: Option<Self>, ground: Option<Self>) -> bool {
        /// Least difference between two parts of colours that somebody sees.
        const SEEN: u8 = 16;
        let (ink, ground) = (ink.unwrap_or(Self([0; 3])), ground.unwrap_or(Self::WHITE));
        ink.0.iter().zip(ground.0).all(|(part, ground)| part.abs_diff(ground) < SEEN)
    }
}

impl fmt::Display for Rgb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [red, green, blue] = self.0;
        write!(f, "{red:02X}{green:02X}{blue:02X}")
    }
}

impl FromStr for Rgb {
    type Err = NotAColor;

    fn from_str(text: &str) -> Result<Self, NotAColor> {
        let digits = text.strip_prefix('#').unwrap_or(text);
        if digits.len() != 6 || !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Err(NotAColor);
        }
        let value = u32::from_str_radix(digits, 16).map_err(|_| NotAColor)?;
        let [_, red, green, blue] = value.to_be_bytes();
        Ok(Self([red, green, blue]))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
