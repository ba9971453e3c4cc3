//! What a declaration may do to the digits of a text, as far as it is known. Whatever is not known here to leave them as they
//! are may do anything: hide, move, cover or add some.

use super::length::{Length, length};

/// What a declaration may do to a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Effect {
    /// Each digit stays where it is, and is seen.
    None,
    /// It does so where all digits have it; a part of them that has it may stand apart from the rest, or on it.
    Together,
    /// It moves or hides what stands in it, as the box around a table may do with the whole of it.
    Layout,
    /// Not known.
    Unknown,
}

/// Properties that leave every digit in its place.
// In code: names of properties (CSS). A name ending in `-` stands for all that begin with it.
const PLAIN: [&str; 55] = [
    "accent-color",
    "border-collapse",
    "border-spacing",
    "box-sizing",
    "break-",
    "caption-side",
    "caret-color",
    "clear",
    "color-adjust",
    "color-scheme",
    "cursor",
    "empty-cells",
    "font-kerning",
    "font-optical-sizing",
    "font-smoothing",
    "font-style",
    "font-synthesis",
    "forced-color-adjust",
    "hyphens",
    "image-rendering",
    "line-break",
    "line-height",
    "orphans",
    "osx-font-smoothing",
    "outline",
    "outline-",
    "overflow-anchor",
    "overflow-wrap",
    "overscroll-",
    "page-break-",
    "pointer-events",
    "print-color-adjust",
    "resize",
    "scroll-",
    "scrollbar-",
    "speak",
    "tab-size",
    "table-layout",
    "tap-highlight-color",
    "text-align",
    "text-align-last",
    "text-decoration-color",
    "text-decoration-skip-ink",
    "text-decoration-style",
    "text-justify",
    "text-rendering",
    "text-size-adjust",
    "text-transform",
    "touch-action",
    "transition",
    "transition-",
    "user-select",
    "white-space",
    "widows",
    "word-break",
];
/// Properties that keep together what has them.
const TOGETHER: [&str; 22] = [
    "align-content",
    "align-items",
    "align-self",
    "background-attachment",
    "background-origin",
    "background-position",
    "background-repeat",
    "background-size",
    "border",
    "border-",
    "box-shadow",
    "column-gap",
    "font-family",
    "font-stretch",
    "gap",
    "justify-",
    "list-style",
    "padding",
    "padding-",
    "place-",
    "row-gap",
    "z-index",
];
/// Properties by which a page is laid out.
const LAYOUT: [&str; 14] = [
    "aspect-ratio",
    "background-image",
    "column-",
    "columns",
    "contain",
    "float",
    "flex",
    "flex-",
    "grid",
    "grid-",
    "isolation",
    "object-",
    "order",
    "position",
];

/// The effect of a declaration that no look is read from. Words for what holds without it do nothing.
pub(super) fn effect(property: &str, value: &str) -> Effect {
    // Names that no browser knows: variables by themselves, and what other programs leave for themselves.
    if property.starts_with("--") || property.starts_with("mso-") && property != "mso-hide" {
        return Effect::None;
    }
    if property.starts_with("-sec-") || property.starts_with('_') || is_in(property, &PLAIN) {
        return Effect::None;
    }
    // In code: words of CSS.
    let is_usual = matches!(value, "none" | "normal" | "auto" | "initial" | "unset" | "revert" | "inherit" | "visible");
    if is_usual && property != "all" {
        return Effect::None;
    }
    let is_nothing = |part| matches!(length(part), Some(Length::Absolute(0) | Length::Relative(0)));
    let is_side = matches!(property, "top" | "left" | "right" | "bottom" | "inset");
    let is_together = is_in(property, &TOGETHER);
    if (is_together || is_side || property.starts_with("margin")) && value.split_ascii_whitespace().all(is_nothing) {
        return Effect::None;
    }
    if is_together {
        return Effect::Together;
    }
    match property {
        "display" if value == "inline" => Effect::None,
        "display" if is_flowing(value) => Effect::Together,
        "opacity" => Effect::Together,
        "vertical-align" => aligned(value),
        "font-variant" | "font-variant-numeric" | "font-variant-caps" | "font-feature-settings" => plain_glyphs(value),
        "direction" if value == "ltr" => Effect::None,
        "margin" | "letter-spacing" | "word-spacing" => pushed(value, OVERLAP_MAX),
        _ if property.starts_with("margin-") => pushed(value, OVERLAP_MAX),
        "text-indent" => pushed(value, HANGING_MAX),
        "width" | "height" | "min-width" | "min-height" | "max-width" | "max-height" => sized(value),
        _ if is_side => match pushed(value, HANGING_MAX) {
            Effect::Unknown => Effect::Unknown,
            _ => Effect::Layout,
        },
        "overflow" | "overflow-x" | "overflow-y" => Effect::Layout,
        _ if is_in(property, &LAYOUT) => Effect::Layout,
        _ => Effect::Unknown,
    }
}

fn is_in(property: &str, list: &[&str]) -> bool {
    list.iter().any(|name| *name == property || name.ends_with('-') && property.starts_with(name))
}

/// Whether what is displayed so keeps its text in one order.
fn is_flowing(value: &str) -> bool {
    // In code: words of CSS.
    const FLOWING: [&str; 19] = [
        "block",
        "flex",
        "flow-root",
        "grid",
        "inline",
        "inline-block",
        "inline-flex",
        "inline-grid",
        "inline-table",
        "list-item",
        "table",
        "table-caption",
        "table-cell",
        "table-column",
        "table-column-group",
        "table-footer-group",
        "table-header-group",
        "table-row",
        "table-row-group",
    ];
    FLOWING.contains(&value)
}

/// Whether what is displayed so begins and ends a line.
pub(super) fn breaks_lines(display: &str) -> bool {
    // In code: words of CSS.
    matches!(display, "block" | "flex" | "flow-root" | "grid" | "list-item" | "table" | "table-row" | "table-caption")
}

/// Where a text stands on its line, or in its cell.
fn aligned(value: &str) -> Effect {
    // In code: words of CSS.
    match value {
        "baseline" => Effect::None,
        "top" | "middle" | "bottom" | "text-top" | "text-bottom" | "super" | "sub" => Effect::Together,
        _ if length(value).is_some() => Effect::Together,
        _ => Effect::Unknown,
    }
}

/// Forms of digits that are no others.
fn plain_glyphs(value: &str) -> Effect {
    // In code: words of CSS, and names of features of fonts.
    const PLAIN: [&str; 9] = [
        "tabular-nums",
        "lining-nums",
        "oldstyle-nums",
        "proportional-nums",
        "small-caps",
        "tnum",
        "lnum",
        "pnum",
        "kern",
    ];
    let mut words =
        value.split(|c: char| c.is_ascii_whitespace() || ",\"'".contains(c)).filter(|word| !word.is_empty());
    let is_plain = words.all(|word| PLAIN.contains(&word) || matches!(word, "on" | "1" | "normal"));
    if is_plain { Effect::Together } else { Effect::Unknown }
}

/// How far text may be pushed back without standing on other text: less than a letter; in hundredths of a pixel.
const OVERLAP_MAX: i32 = 200;
/// How far the first line of a text, or a box on a page, may be pushed back without leaving it.
const HANGING_MAX: i32 = 10_000;

/// Lengths by which something is pushed away, each of which must be known where it pushes back.
fn pushed(value: &str, back_max: i32) -> Effect {
    let known = value.split_ascii_whitespace().all(|part| {
        matches!(part, "auto" | "inherit" | "initial" | "normal")
            || length(part).is_some_and(|length| match length {
                Length::Absolute(length) => length >= -back_max,
                Length::Relative(percent) => percent >= -10,
            })
    });
    if known { Effect::Together } else { Effect::Unknown }
}

/// A size of a box that has room for something.
fn sized(value: &str) -> Effect {
    const ROOM_MIN: i32 = 200;
    // In code: words of CSS.
    if matches!(value, "max-content" | "min-content" | "fit-content" | "100vh" | "100vw") {
        return Effect::Together;
    }
    match length(value) {
        Some(Length::Absolute(length)) if length >= ROOM_MIN => Effect::Together,
        Some(Length::Relative(percent)) if percent > 0 => Effect::Together,
        _ => Effect::Unknown,
    }
}
