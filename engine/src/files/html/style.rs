//! The looks that an element has by itself: its name, the page's style sheets, its `style` and the older attributes. What it
//! inherits is settled where elements are known to lie in each other. Whatever is said of it that is not known to leave its
//! digits as they stand is a blemish of its text.

use std::hash::{DefaultHasher, Hash, Hasher};

use html5gum::StartTag;

use super::attribute;
use super::css::{self, Declaration};
use super::effect::{Effect, breaks_lines, effect};
use super::element::{Level, blemish_by_name, bold_by_name, fill_by_name, script, stands_for_itself};
use super::moves::{Moves, is_off_the_line};
use super::selector::Part;
use super::sheet::Said;
use super::value::{Paint, Size, USUAL_SIZE, background, color, css_size, font_size, part_of_one, raised, weight};
use crate::files::Blemish;
use crate::files::cell_text::Script;
use crate::files::grid::Rgb;

/// What an element says about its looks. None is what it does not say.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[allow(clippy::struct_excessive_bools)] // Each is another thing that is said.
pub(super) struct Style {
    /// What the element itself says of colours. Who styles a page by classes also colours its background by them, so that
    /// those of sheets only tell whether a text is seen.
    pub(super) fill: Option<Rgb>,
    pub(super) color: Option<Rgb>,
    pub(super) bold: Option<bool>,
    pub(super) hidden: bool,
    /// What keeps its text from being one statement with that around it, the gravest of it.
    pub(super) blemish: Option<Blemish>,
    /// The same, for the tables in it.
    pub(super) around: Option<Blemish>,
    pub(super) script: Option<Script>,
    /// Type size.
    pub(super) size: Option<Size>,
    /// Colours as they are seen.
    pub(super) ink: Paint,
    pub(super) ground: Paint,
    /// What else all digits of a text have to share, put together as one number.
    pub(super) dress: Option<u64>,
    /// Whether it stands on lines of its own.
    pub(super) breaks: bool,
    /// Whether it leaves its room free where it is hidden.
    pub(super) leaves_room: bool,
}

/// Text that is less opaque than this is not seen.
const SEEN: f32 = 0.2;

impl Style {
    /// The style of an element of which the sheets say something.
    pub(super) fn of(name: &str, tag: &StartTag<()>, said: &[Said<'_>], number: u64) -> Self {
        let mut style = Self {
            bold: bold_by_name(name),
            fill: fill_by_name(name),
            blemish: blemish_by_name(name),
            script: script(name),
            size: matches!(name, "small" | "big").then(|| Size::Relative(if name == "small" { 83 } else { 120 })),
            ..Self::default()
        };
        style.ground.sure = style.fill;
        if stands_for_itself(name) {
            style.wear("element", &number.to_string());
        }
        if tag.attributes.is_empty() && said.is_empty() {
            return style;
        }
        style.attributes(name, tag);
        let own = css::declarations(&attribute(tag, "style").unwrap_or_default());
        let level = Level::of(name);
        let (mut moves, mut contested) = (Moves::default(), false);
        for important in [false, true] {
            for said in said.iter().filter(|said| said.declaration.is_important == important) {
                if said.is_sure && said.part == Part::Whole {
                    style.declare(said.declaration, level, false, &mut moves);
                } else {
                    contested |= style.may_declare(said, level, number);
                }
            }
            for declaration in own.iter().filter(|declaration| declaration.is_important == important) {
                style.declare(declaration, level, true, &mut moves);
            }
        }
        style.settle(&moves);
        if style.hidden && contested {
            style.hidden = false;
            style.add_around(Blemish::Unread);
        }
        style
    }

    /// Takes what several declarations say together.
    fn settle(&mut self, moves: &Moves) {
        self.script = moves.script().or(self.script);
        if moves.is_struck {
            self.add_around(Blemish::Struck);
        }
        if moves.hides && moves.is_bounded || moves.is_pulled_out() {
            self.add_around(Blemish::Unread);
        }
    }

    /// What older attributes say.
    fn attributes(&mut self, name: &str, tag: &StartTag<()>) {
        let of_font = |name: &str| attribute(tag, name);
        self.fill = attribute(tag, "bgcolor").and_then(|text| color(&text)).or(self.fill);
        self.ground.sure = self.fill;
        self.hidden = attribute(tag, "hidden").is_some();
        if name == "font" {
            self.color = of_font("color").and_then(|text| color(&text));
            self.ink.sure = self.color;
            self.size = self.size.or_else(|| font_size(&of_font("size")?));
            if let Some(face) = of_font("face") {
                self.wear("font-family", &face.to_ascii_lowercase());
            }
        }
        if attribute(tag, "dir").is_some_and(|text| !text.trim().eq_ignore_ascii_case("ltr")) {
            self.add_around(Blemish::Unread);
        }
        if attribute(tag, "background").is_some() {
            self.add(Blemish::Unread);
        }
        // Shown where somebody opens it.
        if attribute(tag, "popover").is_some() {
            self.add_around(Blemish::Unread);
        }
    }

    /// Takes a declaration that holds. What stands relative to its own place is moved off its line.
    fn declare(&mut self, declaration: &Declaration, level: Level, is_own: bool, moves: &mut Moves) {
        let value = declaration.value.as_str();
        let property = declaration.property.as_str();
        let property = ["-webkit-", "-moz-", "-ms-", "-o-"]
            .into_iter()
            .find_map(|prefix| property.strip_prefix(prefix))
            .unwrap_or(property);
        let is_usual = matches!(value, "inherit" | "initial" | "unset" | "revert" | "currentcolor");
        match property {
            "background-color" | "background" => return self.set_ground(property, value, is_own),
            "color" | "text-fill-color" if !is_usual => return self.set_ink(value, is_own),
            "color" | "text-fill-color" => return,
            "font-weight" => self.bold = weight(value).or(self.bold),
            "vertical-align" => self.script = script(value).or_else(|| raised(value)).or(self.script),
            "text-decoration" | "text-decoration-line" => return self.decorate(value, moves),
            "font" if !is_usual => return self.set_font(value),
            "font-size" if !is_usual => match css_size(value) {
                Some(size) => self.size = Some(size),
                None => return self.add_around(Blemish::Unread),
            },
            "font-size" => self.size = (value == "initial").then_some(Size::Absolute(USUAL_SIZE)),
            "display" => (self.hidden, self.breaks) = (value == "none", breaks_lines(value)),
            "visibility" => {
                self.hidden = matches!(value, "hidden" | "collapse");
                self.leaves_room = self.hidden;
            }
            "unicode-bidi" if value.contains("override") => self.add(Blemish::Altered),
            "content" if css::adds_text(value) => self.add(Blemish::Altered),
            _ => {}
        }
        moves.take(property, value);
        if !matches!(property, "font-weight" | "font" | "font-size" | "visibility" | "content" | "unicode-bidi") {
            self.take_effect(property, value, level);
        }
        let unread_visibility = property == "visibility" && !matches!(value, "visible" | "hidden" | "collapse");
        let unread_bidi = property == "unicode-bidi" && !matches!(value, "normal" | "embed" | "isolate" | "plaintext");
        if (unread_visibility || unread_bidi) && !is_usual {
            self.add_around(Blemish::Unread);
        }
    }

    fn take_effect(&mut self, property: &str, value: &str, level: Level) {
        if property == "opacity" {
            match part_of_one(value) {
                Some(part) if part >= SEEN => {}
                Some(_) => return self.add_around(Blemish::Faint),
                None => return self.add_around(Blemish::Unread),
            }
        }
        match effect(property, value) {
            Effect::None => {}
            Effect::Together => self.wear(property, value),
            // What moves a text up or down is known where it stands relative to its line.
            Effect::Layout if matches!(property, "position" | "top" | "bottom") && is_off_the_line(property, value) => {
            }
            Effect::Layout
                if level == Level::Table || level == Level::Part && matches!(value, "relative" | "sticky") => {}
            Effect::Layout => self.add(Blemish::Unread),
            Effect::Unknown => self.add_around(Blemish::Unread),
        }
    }

    /// Takes a declaration that may hold, or that styles a part only; whether it is one that hides or shows.
    fn may_declare(&mut self, said: &Said<'_>, level: Level, number: u64) -> bool {
        let (mut alone, property) = (Self::default(), said.declaration.property.as_str());
        let mut moves = Moves::default();
        alone.declare(said.declaration, level, true, &mut moves);
        alone.settle(&moves);
        match said.part {
            Part::Generated => {
                let adds = alone.blemish == Some(Blemish::Altered);
                self.add_if(adds, Blemish::Altered);
                self.add_if(alone.blemish == Some(Blemish::Unread), Blemish::Unread);
                return false;
            }
            Part::Piece => {
                self.add_if(alone != Self::default(), Blemish::Unread);
                return false;
            }
            Part::Whole => {}
        }
        self.add_if(alone.blemish.is_some() || alone.hidden, Blemish::Unread);
        if alone.around.is_some() || alone.hidden {
            self.add_around(Blemish::Unread);
        }
        let has_room = alone.ink.sure.is_none_or(|color| self.ink.may_be(color))
            & alone.ground.sure.is_none_or(|color| self.ground.may_be(color));
        self.add_if(!has_room, Blemish::Unread);
        let plain = Self {
            bold: None,
            blemish: None,
            around: None,
            hidden: false,
            ink: Paint::default(),
            ground: Paint::default(),
            fill: None,
            ..alone
        };
        if plain != Self::default() || alone.ink.sure.is_some() {
            self.wear("may", &number.to_string());
        }
        // Only together do these move a text, and each of them may come from another rule.
        let is_move = matches!(property, "position" | "top" | "bottom") && level == Level::Text;
        self.add_if(is_move && said.declaration.value != "static", Blemish::Unread);
        matches!(property, "display" | "visibility")
    }

    fn set_ground(&mut self, property: &str, value: &str, is_own: bool) {
        match background(value) {
            Some(Some(color)) => {
                self.ground.sure = Some(color);
                if is_own {
                    self.fill = Some(color);
                }
            }
            Some(None) => {}
            // A picture may show anything; around a table it is how pages are made.
            None if property == "background" => self.add(Blemish::Unread),
            None => self.add_around(Blemish::Unread),
        }
    }

    fn set_ink(&mut self, value: &str, is_own: bool) {
        let Ok(parsed) = csscolorparser::parse(value) else { return self.add_around(Blemish::Unread) };
        if parsed.a < SEEN {
            return self.add_around(Blemish::Faint);
        }
        self.ink.sure = color(value);
        if is_own {
            self.color = self.ink.sure.or(self.color);
        } else {
            self.wear("color", value);
        }
    }

    fn decorate(&mut self, value: &str, moves: &mut Moves) {
        moves.is_struck = value.contains("line-through");
        if !moves.is_struck && value.contains('(') && background(value).is_none() {
            self.add_around(Blemish::Unread);
        }
    }

    fn set_font(&mut self, value: &str) {
        let mut words = value.split_ascii_whitespace();
        // A bare number is a weight; a size has a unit, and may have the height of its line behind it.
        let size_of = |word: &str| word.parse::<u32>().is_err().then(|| css_size(word.split('/').next()?)).flatten();
        match words.find_map(size_of) {
            Some(size) => self.size = Some(size),
            None => self.size = value.starts_with('0').then_some(Size::Absolute(0)),
        }
        if self.size.is_none() {
            self.add_around(Blemish::Unread);
        }
        self.bold = Some(value.split_ascii_whitespace().any(|word| weight(word) == Some(true)));
        self.wear("font-family", &words.collect::<Vec<_>>().join(" "));
    }

    /// Something that all digits of a text have to share.
    pub(super) fn wear(&mut self, property: &str, value: &str) {
        let mut hasher = DefaultHasher::new();
        (self.dress, property, value).hash(&mut hasher);
        self.dress = Some(hasher.finish());
    }

    fn add(&mut self, blemish: Blemish) {
        self.blemish = Blemish::gravest(self.blemish, Some(blemish));
    }

    fn add_if(&mut self, is_so: bool, blemish: Blemish) {
        self.blemish = Blemish::gravest(self.blemish, is_so.then_some(blemish));
    }

    fn add_around(&mut self, blemish: Blemish) {
        self.add(blemish);
        self.around = Blemish::gravest(self.around, Some(blemish));
    }

    /// Whether its text is struck out.
    pub(super) fn is_struck(&self) -> bool {
        self.blemish == Some(Blemish::Struck)
    }

    /// Whether its text may have the colour of what is behind it.
    pub(super) fn is_pale(&self) -> bool {
        let grounds = self.ground.all();
        let is_said = self.ink != Paint::default() || self.ground != Paint::default();
        is_said && self.ink.all().any(|ink| grounds.clone().any(|ground| Rgb::are_alike(ink, ground)))
    }

    /// The style of an element inside of another one.
    pub(super) fn inside(self, outer: Self) -> Self {
        let outer_size = outer.size.map(|size| size.inside(None));
        let dress = match (self.dress, outer.dress) {
            (Some(own), Some(outer)) => Some(own.rotate_left(7) ^ outer),
            (own, outer) => own.or(outer),
        };
        Self {
            fill: self.fill.or(outer.fill),
            color: self.color.or(outer.color),
            bold: self.bold.or(outer.bold),
            hidden: self.hidden || outer.hidden,
            blemish: Blemish::gravest(self.blemish, outer.blemish),
            around: Blemish::gravest(self.around, outer.around),
            script: self.script.or(outer.script),
            size: self.size.map(|size| Size::Absolute(size.inside(outer_size))).or(outer.size),
            ink: self.ink.inside(outer.ink),
            ground: self.ground.inside(outer.ground),
            dress,
            ..self
        }
    }

    /// What it says of the tables in it.
    pub(super) fn of_tables(self) -> Self {
        Self { blemish: self.around, script: None, fill: None, color: None, bold: None, ..self }
    }
}

#[cfg(test)]
mod tests;
