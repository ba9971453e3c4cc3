//! The looks that an HTML element gives to itself: its name, its `style` (before which a page's style sheets were put) and the
//! older attributes. What it inherits is settled where elements are known to lie in each other.

use html5gum::StartTag;

use super::attribute;
use crate::files::Blemish;
use crate::files::cell_text::Script;
use crate::files::grid::Rgb;

/// The lightest font weight that counts as bold (CSS Fonts 4, 2.2: 600 is semi-bold).
const BOLD_WEIGHT_MIN: u32 = 600;

/// What an element says about its looks. None is what it does not say.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Style {
    pub(super) fill: Option<Rgb>,
    pub(super) color: Option<Rgb>,
    pub(super) bold: Option<bool>,
    pub(super) hidden: bool,
    /// What keeps its text from being one statement with that around it, the gravest of it.
    pub(super) blemish: Option<Blemish>,
    pub(super) script: Option<Script>,
    /// Type size.
    pub(super) size: Option<Size>,
}

/// A type size in hundredths of a pixel, or of the size around it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Size {
    Absolute(u32),
    Relative(u32),
}

/// Text that is less opaque than this is not seen.
const SEEN: f32 = 0.2;
/// The type size of a page that says nothing else, in hundredths of a pixel.
const USUAL_SIZE: u32 = 1_600;

impl Size {
    /// The size inside of text of another one.
    pub(super) fn inside(self, outer: Option<u32>) -> u32 {
        match self {
            Self::Absolute(size) => size,
            Self::Relative(percent) => outer.unwrap_or(USUAL_SIZE).saturating_mul(percent) / 100,
        }
    }
}

impl Style {
    /// The style of an element.
    pub(super) fn of(name: &str, tag: &StartTag<()>) -> Self {
        let by_name = Self {
            bold: bold_by_name(name),
            fill: fill_by_name(name),
            blemish: blemish_by_name(name),
            script: script(name),
            size: matches!(name, "small" | "big").then(|| Size::Relative(if name == "small" { 83 } else { 120 })),
            ..Self::default()
        };
        if tag.attributes.is_empty() {
            return by_name;
        }
        let mut style = Self {
            fill: attribute(tag, "bgcolor").and_then(|text| color(&text)).or(by_name.fill),
            color: attribute(tag, "color").filter(|_| name == "font").and_then(|text| color(&text)),
            hidden: is_concealed(tag),
            size: by_name.size.or_else(|| font_size(&attribute(tag, "size").filter(|_| name == "font")?)),
            ..by_name
        };
        // What stands relative to its own place is moved off its line; elsewhere a page is laid out by these.
        let (mut relative, mut moved) = (false, None);
        for declaration in attribute(tag, "style").unwrap_or_default().split(';') {
            let Some((property, value)) = declaration.split_once(':') else { continue };
            let value = value.to_ascii_lowercase();
            let value = value.trim().trim_end_matches("!important").trim_end();
            match property.trim().to_ascii_lowercase().as_str() {
                "background-color" | "background" => style.fill = shorthand_color(value).or(style.fill),
                "color" => style.color = color(value).or(style.color),
                "font-weight" => style.bold = weight(value).or(style.bold),
                "text-decoration" | "text-decoration-line" if value.contains("line-through") => {
                    style.add(Blemish::Struck);
                }
                "vertical-align" => style.script = script(value).or_else(|| raised(value)).or(style.script),
                "position" => relative = value == "relative",
                "top" => moved = lowered(value).or(moved),
                "bottom" => moved = raised(value).or(moved),
                "unicode-bidi" if value.contains("override") => style.add(Blemish::Altered),
                "content" => style.add(Blemish::Altered),
                "font-size" => style.size = css_size(value).or(style.size),
                "opacity" if value.parse().is_ok_and(|part: f32| part < SEEN) => style.add(Blemish::Faint),
                _ => {}
            }
        }
        style.script = moved.filter(|_| relative).or(style.script);
        style
    }

    fn add(&mut self, blemish: Blemish) {
        self.blemish = Blemish::gravest(self.blemish, Some(blemish));
    }

    /// Whether its text is struck out.
    pub(super) fn is_struck(&self) -> bool {
        self.blemish == Some(Blemish::Struck)
    }

    /// The style of an element inside of another one.
    pub(super) fn inside(self, outer: Self) -> Self {
        Self {
            fill: self.fill.or(outer.fill),
            color: self.color.or(outer.color),
            bold: self.bold.or(outer.bold),
            hidden: self.hidden || outer.hidden,
            blemish: Blemish::gravest(self.blemish, outer.blemish),
            script: self.script.or(outer.script),
            size: self.size.or(outer.size),
        }
    }
}

/// Whether an element is not shown, by itself or by the style sheets of its page. The last that is said counts.
pub(super) fn is_concealed(tag: &StartTag<()>) -> bool {
    let style = attribute(tag, "style").unwrap_or_default().to_ascii_lowercase();
    let (mut shown, mut seen) = (true, true);
    for (property, value) in style.split(';').filter_map(|declaration| declaration.split_once(':')) {
        match property.trim() {
            "display" => shown = !value.trim().starts_with("none"),
            "visibility" => seen = !["hidden", "collapse"].iter().any(|word| value.trim().starts_with(word)),
            _ => {}
        }
    }
    attribute(tag, "hidden").is_some() || !shown || !seen
}

fn bold_by_name(name: &str) -> Option<bool> {
    // In code: names of elements (HTML).
    matches!(name, "th" | "b" | "strong" | "h1" | "h2" | "h3" | "h4" | "h5" | "h6").then_some(true)
}

/// Browsers show `mark` on yellow (HTML standard, 15.3.4).
fn fill_by_name(name: &str) -> Option<Rgb> {
    (name == "mark").then_some(Rgb([0xFF, 0xFF, 0]))
}

fn blemish_by_name(name: &str) -> Option<Blemish> {
    // In code: names of elements (HTML).
    match name {
        "del" | "s" | "strike" => Some(Blemish::Struck),
        "ins" => Some(Blemish::Inserted),
        "bdo" => Some(Blemish::Altered),
        _ => None,
    }
}

fn script(name: &str) -> Option<Script> {
    match name {
        "sup" | "super" => Some(Script::Above),
        "sub" => Some(Script::Below),
        _ => None,
    }
}

/// Text that a length moves off its line.
fn raised(length: &str) -> Option<Script> {
    let end = length.rfind(|c: char| c.is_ascii_digit())? + 1;
    let number: f32 = length.get(..end)?.parse().ok()?;
    if number == 0.0 {
        return None;
    }
    Some(if number > 0.0 { Script::Above } else { Script::Below })
}

/// The same, where the length counts downwards.
fn lowered(length: &str) -> Option<Script> {
    raised(length).map(|script| if script == Script::Above { Script::Below } else { Script::Above })
}

/// The seven sizes of `font` (HTML standard, 15.3.4), of which 3 is the usual one.
fn font_size(value: &str) -> Option<Size> {
    const SIZES: [u32; 7] = [1_000, 1_300, 1_600, 1_800, 2_400, 3_200, 4_800];
    let value = value.trim();
    let number: i32 = value.parse().ok()?;
    let number = if value.starts_with(['+', '-']) { number.saturating_add(3) } else { number };
    SIZES.get(usize::try_from(number.clamp(1, 7) - 1).ok()?).copied().map(Size::Absolute)
}

/// A size of CSS; none for the words and units that no report needs.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // Clamped to what a size can be.
fn css_size(value: &str) -> Option<Size> {
    const SIZE_MAX: f64 = 1e6;
    let digits = value.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(value.len());
    let (number, unit) = value.split_at(digits);
    let hundredths = |factor: f64| number.parse().ok().map(|number: f64| (number * factor).clamp(0.0, SIZE_MAX) as u32);
    Some(match (unit.trim(), value) {
        ("px" | "", _) => Size::Absolute(hundredths(100.0)?),
        ("pt", _) => Size::Absolute(hundredths(400.0 / 3.0)?),
        ("pc" | "rem", _) => Size::Absolute(hundredths(1_600.0)?),
        ("mm", _) => Size::Absolute(hundredths(378.0)?),
        ("cm", _) => Size::Absolute(hundredths(3_780.0)?),
        ("in", _) => Size::Absolute(hundredths(9_600.0)?),
        ("em", _) => Size::Relative(hundredths(100.0)?),
        ("%", _) => Size::Relative(hundredths(1.0)?),
        (_, "smaller") => Size::Relative(83),
        (_, "larger") => Size::Relative(120),
        (_, "xx-small") => Size::Absolute(900),
        (_, "x-small") => Size::Absolute(1_000),
        (_, "small") => Size::Absolute(1_300),
        (_, "medium") => Size::Absolute(1_600),
        (_, "large") => Size::Absolute(1_800),
        (_, "x-large" | "xx-large" | "xxx-large") => Size::Absolute(3_200),
        _ => return None,
    })
}

fn weight(value: &str) -> Option<bool> {
    match value {
        "bold" | "bolder" => Some(true),
        "normal" | "lighter" => Some(false),
        _ => value.parse::<u32>().ok().map(|weight| weight >= BOLD_WEIGHT_MIN),
    }
}

/// The colour of a `background`, which may stand among other words.
fn shorthand_color(value: &str) -> Option<Rgb> {
    color(value).or_else(|| value.split_ascii_whitespace().find_map(color))
}

/// A colour as it looks on white; none for no colour and for one that is not seen.
fn color(text: &str) -> Option<Rgb> {
    let [red, green, blue, alpha] = csscolorparser::parse(text.trim()).ok()?.to_rgba8();
    let on_white = |part: u8| {
        let mixed = u32::from(part) * u32::from(alpha) + 255 * u32::from(255 - alpha);
        u8::try_from((mixed + 127) / 255).unwrap_or(u8::MAX)
    };
    (alpha > 0).then(|| Rgb([red, green, blue].map(on_white)))
}

#[cfg(test)]
mod tests;
