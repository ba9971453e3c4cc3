//! The looks that an HTML element gives to itself: its `style` and the older attributes. Style sheets are not read, so that
//! a look that comes from one is not known here.

use html5gum::StartTag;

use super::attribute;
use super::hidden::is_concealed;
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
}

impl Style {
    /// The style of an element.
    pub(super) fn of(name: &str, tag: &StartTag<()>) -> Self {
        if tag.attributes.is_empty() {
            return Self { bold: bold_by_name(name), fill: fill_by_name(name), ..Self::default() };
        }
        let mut style = Self {
            fill: attribute(tag, "bgcolor").and_then(|text| color(&text)).or_else(|| fill_by_name(name)),
            color: attribute(tag, "color").filter(|_| name == "font").and_then(|text| color(&text)),
            bold: bold_by_name(name),
            hidden: is_concealed(tag),
        };
        for declaration in attribute(tag, "style").unwrap_or_default().split(';') {
            let Some((property, value)) = declaration.split_once(':') else { continue };
            let value = value.to_ascii_lowercase();
            let value = value.trim().trim_end_matches("!important").trim_end();
            match property.trim().to_ascii_lowercase().as_str() {
                "background-color" | "background" => style.fill = shorthand_color(value).or(style.fill),
                "color" => style.color = color(value).or(style.color),
                "font-weight" => style.bold = weight(value).or(style.bold),
                _ => {}
            }
        }
        style
    }

    /// The style of an element inside of another one.
    pub(super) fn inside(self, outer: Self) -> Self {
        Self {
            fill: self.fill.or(outer.fill),
            color: self.color.or(outer.color),
            bold: self.bold.or(outer.bold),
            hidden: self.hidden || outer.hidden,
        }
    }
}

fn bold_by_name(name: &str) -> Option<bool> {
    // In code: names of elements (HTML).
    matches!(name, "th" | "b" | "strong" | "h1" | "h2" | "h3" | "h4" | "h5" | "h6").then_some(true)
}

/// Browsers show `mark` on yellow (HTML standard, 15.3.4).
fn fill_by_name(name: &str) -> Option<Rgb> {
    (name == "mark").then_some(Rgb([0xFF, 0xFF, 0]))
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
mod tests {
    use super::*;

    #[test]
    fn colours_are_read_in_every_spelling() {
        for (text, rgb) in [
            ("#FFF2CC", Some(Rgb([0xFF, 0xF2, 0xCC]))),
            ("fff2cc", Some(Rgb([0xFF, 0xF2, 0xCC]))),
            ("#f00", Some(Rgb([0xFF, 0, 0]))),
            ("LightYellow", Some(Rgb([0xFF, 0xFF, 0xE0]))),
            ("rgb(255, 242, 204)", Some(Rgb([0xFF, 0xF2, 0xCC]))),
            ("rgba(0,0,0,0.5)", Some(Rgb([0x7F; 3]))),
            ("transparent", None),
            ("inherit", None),
            ("", None),
        ] {
            assert_eq!(color(text), rgb, "{text}");
        }
        assert_eq!(shorthand_color("no-repeat url(x.png) #fff2cc"), Some(Rgb([0xFF, 0xF2, 0xCC])));
    }
}
