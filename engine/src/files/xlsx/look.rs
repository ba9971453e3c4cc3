//! How a cell looks, by its style or by a conditional format: fonts, fills, and what they make of the text.

use quick_xml::events::BytesStart;

use super::color::{self, Color, Palette};
use super::{Cell, Rgb};
use crate::files::Blemish;
use crate::files::office::xml;

/// A font, as far as it tells anything.
#[derive(Debug, Default)]
pub(super) struct Font {
    pub(super) bold: bool,
    pub(super) blemish: Option<Blemish>,
    pub(super) color: Option<Color>,
}

impl Font {
    /// Takes an element inside of `font`.
    pub(super) fn take(&mut self, name: &str, element: &BytesStart<'_>) {
        match name {
            "b" => self.bold = xml::attribute(element, "val").is_none_or(|value| is_true(&value)),
            "strike" if xml::attribute(element, "val").is_none_or(|value| is_true(&value)) => self.add(Blemish::Struck),
            "vertAlign" if xml::attribute(element, "val").is_some_and(|value| value != "baseline") => {
                self.add(Blemish::Raised);
            }
            "sz" => {
                let size = xml::attribute(element, "val").and_then(|size| size.parse::<f32>().ok());
                if size.is_some_and(|size| size <= 1.0) {
                    self.add(Blemish::Faint);
                }
            }
            "color" => self.color = Color::read(element),
            _ => {}
        }
    }

    fn add(&mut self, blemish: Blemish) {
        self.blemish = Blemish::gravest(self.blemish, Some(blemish));
    }
}

/// A fill, as it is written.
#[derive(Debug, Default)]
pub(super) struct Fill {
    pattern: String,
    foreground: Option<Color>,
    background: Option<Color>,
    /// Colours of a gradient.
    stops: Vec<Color>,
}

impl Fill {
    /// Takes an element of `fill`.
    pub(super) fn take(&mut self, name: &str, element: &BytesStart<'_>) {
        match name {
            "patternFill" => self.pattern = xml::attribute(element, "patternType").unwrap_or_default(),
            "fgColor" => self.foreground = Color::read(element),
            "bgColor" => self.background = Color::read(element),
            "color" => self.stops.extend(Color::read(element)),
            _ => {}
        }
    }

    /// The colour that a conditional format fills a cell with: of a solid pattern, and of one that is not named, the one
    /// for backgrounds.
    pub(super) fn of_condition(&self, palette: &Palette) -> Option<Rgb> {
        match self.pattern.as_str() {
            "" | "solid" if self.stops.is_empty() => {
                self.background.or(self.foreground).and_then(|color| color.resolve(palette))
            }
            _ => self.color(palette),
        }
    }

    /// The colour that is seen: of a pattern and a gradient, the mean.
    pub(super) fn color(&self, palette: &Palette) -> Option<Rgb> {
        let resolve = |color: &Option<Color>| color.and_then(|color| color.resolve(palette));
        if !self.stops.is_empty() {
            let stops = self.stops.iter().filter_map(|stop| stop.resolve(palette));
            return stops.zip(1_u32..).fold(None, |mean: Option<Rgb>, (stop, count)| {
                Some(mean.map_or(stop, |mean| color::mixed(stop, 1.0 / f64::from(count), mean)))
            });
        }
        let share = match self.pattern.as_str() {
            "" | "none" => return None,
            "solid" => return resolve(&self.foreground),
            pattern => density(pattern),
        };
        let ink = resolve(&self.foreground).unwrap_or(Rgb([0; 3]));
        Some(color::mixed(ink, share, resolve(&self.background).unwrap_or(Rgb::WHITE)))
    }
}

/// What a conditional format makes of a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Dress {
    /// What it does to the text.
    pub(super) blemish: Option<Blemish>,
    pub(super) color: Option<Rgb>,
    pub(super) fill: Option<Rgb>,
}

/// The same, as it is written.
#[derive(Debug, Default)]
pub(super) struct Dressing {
    font: Font,
    fill: Fill,
    is_in_font: bool,
    is_in_fill: bool,
    has_format: bool,
}

impl Dressing {
    /// Takes an element inside of `dxf`.
    pub(super) fn take(&mut self, name: &str, element: &BytesStart<'_>) {
        match name {
            "font" => (self.is_in_font, self.is_in_fill) = (true, false),
            "fill" => (self.is_in_font, self.is_in_fill) = (false, true),
            "border" | "alignment" | "protection" => (self.is_in_font, self.is_in_fill) = (false, false),
            "numFmt" => self.has_format = true,
            _ if self.is_in_font => self.font.take(name, element),
            _ if self.is_in_fill => self.fill.take(name, element),
            _ => {}
        }
    }

    /// With the colours of the workbook.
    pub(super) fn resolve(&self, palette: &Palette) -> Dress {
        Dress {
            blemish: Blemish::gravest(self.font.blemish, self.has_format.then_some(Blemish::Altered)),
            color: self.font.color.and_then(|color| color.of_text(palette)),
            fill: self.fill.of_condition(palette),
        }
    }
}

impl Dress {
    /// What keeps the text of a cell from being read as it stands when it is dressed so.
    pub(super) fn blemish_of(&self, cell: &Cell) -> Option<Blemish> {
        let ink = self.color.or(cell.font_color);
        let ground = self.fill.or(cell.fill);
        // What the workbook shows without any condition is judged elsewhere.
        let pale = (self.color.is_some() || self.fill.is_some()) && Rgb::are_alike(ink, ground);
        Blemish::gravest(self.blemish, pale.then_some(Blemish::Faint))
    }
}

/// The share of a pattern that its foreground covers (ECMA-376 part 1, 18.18.55, by the pictures of the patterns).
fn density(pattern: &str) -> f64 {
    match pattern {
        "gray0625" => 0.0625,
        "gray125" => 0.125,
        "darkGray" => 0.75,
        pattern if pattern.starts_with("light") => 0.25,
        _ => 0.5,
    }
}

/// A boolean of XML Schema.
pub(super) fn is_true(value: &str) -> bool {
    matches!(value.trim(), "1" | "true" | "on")
}
