//! Colours of drawings: their spellings, the theme's colours behind the map of the slide, and the changes that are made to
//! them (ECMA-376 part 1, 20.1.2.3). A colour that lets the page through is shown as it looks on white.

use std::collections::BTreeMap;

use super::part_tree::Element;
use crate::files::grid::Rgb;

/// A whole in the units of percentages (ECMA-376 part 1, 20.1.10.40: thousandths of a percent).
const WHOLE: f64 = 100_000.0;

/// The theme's colours, by the names that a slide calls them.
#[derive(Debug, Clone, Default)]
pub(super) struct Palette {
    /// `dk1`, `accent1` and the other names of the theme.
    theme: BTreeMap<String, Rgb>,
    /// What the slide's names, such as `bg1`, are called in the theme.
    map: BTreeMap<String, String>,
}

/// The names that a colour map has (ECMA-376 part 1, 19.3.1.6).
// In code: names of a format.
const MAPPED: [&str; 12] =
    ["bg1", "tx1", "bg2", "tx2", "accent1", "accent2", "accent3", "accent4", "accent5", "accent6", "hlink", "folHlink"];

impl Palette {
    /// The palette of a theme's `clrScheme`, and a `clrMap`.
    pub(super) fn new(scheme: Option<Element<'_>>, map: Option<Element<'_>>) -> Self {
        let mut palette = Self::default();
        for slot in scheme.iter().flat_map(|scheme| scheme.children()) {
            let color = slot.children().find_map(|color| base(color, &Self::default()));
            palette.theme.extend(color.map(|color| (slot.name().to_owned(), color)));
        }
        palette.mapped(map)
    }

    /// The palette with the map of a slide or layout that has its own.
    pub(super) fn mapped(mut self, map: Option<Element<'_>>) -> Self {
        for name in MAPPED {
            let target = map.and_then(|map| map.attribute(name));
            self.map.extend(target.map(|target| (name.to_owned(), target.to_owned())));
        }
        self
    }

    fn named(&self, name: &str) -> Option<Rgb> {
        // Without a map, as in a slide that lost its master, the usual one holds.
        let usual = match name {
            "bg1" => "lt1",
            "tx1" => "dk1",
            "bg2" => "lt2",
            "tx2" => "dk2",
            _ => name,
        };
        let target = self.map.get(name).map_or(usual, String::as_str);
        self.theme.get(target).copied()
    }

    /// The colour that the element's fill shows: of a solid one its colour; none for no fill, pictures, and several colours.
    pub(super) fn fill(&self, properties: Element<'_>) -> Option<Rgb> {
        properties.child("solidFill")?.children().find_map(|color| self.color(color))
    }

    /// The colour that an element such as `srgbClr` is; none for one that is not seen or not known.
    pub(super) fn color(&self, element: Element<'_>) -> Option<Rgb> {
        let mut parts = base(element, self)?.0.map(|part| f64::from(part) / 255.0);
        let mut alpha = 1.0;
        for change in element.children() {
            let Some(by) = percentage(change, "val") else { continue };
            match change.name() {
                "alpha" => alpha = by.clamp(0.0, 1.0),
                "lumMod" => parts = in_hsl(parts, |[hue, sat, lum]| [hue, sat, lum * by]),
                "lumOff" => parts = in_hsl(parts, |[hue, sat, lum]| [hue, sat, lum + by]),
                "satMod" => parts = in_hsl(parts, |[hue, sat, lum]| [hue, sat * by, lum]),
                "satOff" => parts = in_hsl(parts, |[hue, sat, lum]| [hue, sat + by, lum]),
                // Office mixes with white and black by the light itself, not by the stored figures.
                "tint" => parts = parts.map(|part| encoded(1.0 - (1.0 - linear(part)) * by)),
                "shade" => parts = parts.map(|part| encoded(linear(part) * by)),
                _ => {}
            }
        }
        (alpha > 0.0).then(|| Rgb(parts.map(|part| byte(part * alpha + 1.0 - alpha))))
    }
}

/// Whether a colour such as `srgbClr` lets hardly any of the page through.
pub(super) fn is_seen(color: Element<'_>) -> bool {
    const SEEN: f64 = 0.2;
    let shares = color.children().filter(|change| change.name().starts_with("alpha"));
    shares.filter_map(|change| percentage(change, "val")).all(|share| share >= SEEN)
}

/// A colour before the changes that are made to it.
fn base(element: Element<'_>, palette: &Palette) -> Option<Rgb> {
    let text = |name| element.attribute(name);
    match element.name() {
        "srgbClr" => text("val")?.parse().ok(),
        "sysClr" => text("lastClr").and_then(|last| last.parse().ok()).or(match text("val")? {
            "window" => Some(Rgb::WHITE),
            "windowText" => Some(Rgb([0; 3])),
            _ => None,
        }),
        "schemeClr" => palette.named(text("val")?),
        "prstClr" => preset(text("val")?),
        "scrgbClr" => {
            let part = |name| percentage(element, name).map(|part| byte(encoded(part)));
            Some(Rgb([part("r")?, part("g")?, part("b")?]))
        }
        "hslClr" => {
            // Degrees are stored in sixty thousandths (ECMA-376 part 1, 20.1.10.3).
            let hue = f64::from(i32::try_from(element.number("hue")?).ok()?) / 60_000.0 / 360.0;
            Some(Rgb(rgb([hue, percentage(element, "sat")?, percentage(element, "lum")?]).map(byte)))
        }
        _ => None,
    }
}

/// A preset colour. Their names are those of CSS, some of them shortened (ECMA-376 part 1, 20.1.10.48).
fn preset(name: &str) -> Option<Rgb> {
    let long = [("dk", "dark"), ("lt", "light"), ("med", "medium")].into_iter().find_map(|(short, long)| {
        let rest = name.strip_prefix(short).filter(|rest| rest.starts_with(|c: char| c.is_ascii_uppercase()))?;
        Some(format!("{long}{rest}"))
    });
    let [red, green, blue, _] = csscolorparser::parse(long.as_deref().unwrap_or(name)).ok()?.to_rgba8();
    Some(Rgb([red, green, blue]))
}

/// A percentage as a part of one. Both `40000` and `40%` are written.
fn percentage(element: Element<'_>, name: &str) -> Option<f64> {
    let text = element.attribute(name)?.trim();
    let part = match text.strip_suffix('%') {
        Some(percent) => percent.parse::<f64>().ok()? / 100.0,
        None => text.parse::<f64>().ok()? / WHOLE,
    };
    part.is_finite().then_some(part)
}

/// A part of a colour as a byte.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // Clamped to the range of a byte.
fn byte(part: f64) -> u8 {
    (part.clamp(0.0, 1.0) * 255.0).round() as u8
}

/// From the stored figure to light (IEC 61966-2-1).
fn linear(part: f64) -> f64 {
    if part <= 0.040_45 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
}

/// From light to the stored figure (IEC 61966-2-1).
fn encoded(part: f64) -> f64 {
    let part = part.clamp(0.0, 1.0);
    if part <= 0.003_130_8 { part * 12.92 } else { 1.055 * part.powf(1.0 / 2.4) - 0.055 }
}

fn in_hsl(parts: [f64; 3], change: impl FnOnce([f64; 3]) -> [f64; 3]) -> [f64; 3] {
    rgb(change(hsl(parts)))
}

/// Hue, saturation and lightness, each from 0 to 1 (CSS Color 4, 7.1).
fn hsl([red, green, blue]: [f64; 3]) -> [f64; 3] {
    let most = red.max(green).max(blue);
    let least = red.min(green).min(blue);
    let (sum, range) = (most + least, most - least);
    if range <= 0.0 {
        return [0.0, 0.0, sum / 2.0];
    }
    let sat = if sum > 1.0 { range / (2.0 - sum) } else { range / sum };
    let sixths = if red >= most {
        (green - blue) / range
    } else if green >= most {
        2.0 + (blue - red) / range
    } else {
        4.0 + (red - green) / range
    };
    [(sixths / 6.0).rem_euclid(1.0), sat, sum / 2.0]
}

fn rgb([hue, sat, lum]: [f64; 3]) -> [f64; 3] {
    let (sat, lum) = (sat.clamp(0.0, 1.0), lum.clamp(0.0, 1.0));
    let reach = sat * lum.min(1.0 - lum);
    // The channels are the same curve, a third of the circle apart.
    [0.0, 8.0, 4.0].map(|turn: f64| {
        let at = (turn + hue * 12.0).rem_euclid(12.0);
        lum - reach * (at - 3.0).min(9.0 - at).clamp(-1.0, 1.0)
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
