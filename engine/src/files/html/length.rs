//! Lengths of CSS, as far as they do not depend on a window.

/// A length in hundredths of a pixel, or in hundredths of what is around it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Length {
    Absolute(i32),
    Relative(i32),
}

/// Reads a length; none for one in units that depend on a window or a font, and for what has to be computed.
#[allow(clippy::cast_possible_truncation)] // Clamped to what a length can be.
pub(super) fn length(value: &str) -> Option<Length> {
    const LENGTH_MAX: f64 = 1e7;
    let end = value.find(|c: char| !c.is_ascii_digit() && !matches!(c, '.' | '-' | '+')).unwrap_or(value.len());
    let (number, unit) = value.split_at_checked(end)?;
    let number: f64 = number.parse().ok()?;
    let hundredths = |factor: f64| (number * factor).clamp(-LENGTH_MAX, LENGTH_MAX) as i32;
    // CSS Values 4, 6: an inch has 96 pixels, 72 points, 6 picas, 2.54 centimetres.
    Some(match unit.trim() {
        "px" | "" => Length::Absolute(hundredths(100.0)),
        "pt" => Length::Absolute(hundredths(400.0 / 3.0)),
        "pc" | "rem" => Length::Absolute(hundredths(1_600.0)),
        "mm" => Length::Absolute(hundredths(9_600.0 / 25.4)),
        "cm" => Length::Absolute(hundredths(9_600.0 / 2.54)),
        "in" => Length::Absolute(hundredths(9_600.0)),
        "q" => Length::Absolute(hundredths(9_600.0 / 101.6)),
        "em" => Length::Relative(hundredths(100.0)),
        "%" => Length::Relative(hundredths(1.0)),
        _ => return None,
    })
}
