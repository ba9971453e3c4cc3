//! Texts of a workbook: the shared ones by number, and how a text is put together. Runs of rich text are joined, phonetic
//! guides are left out, and `_x000D_` is the character that it stands for (ECMA-376 part 1, 22.9.2.19).

use std::sync::Arc;

use quick_xml::events::BytesStart;

use super::look::is_true;
use crate::files::Blemish;
use crate::files::DocumentFault;
use crate::files::cell_text::{Look, Roles, Script};
use crate::files::grid::Rgb;
use crate::files::office::package::Package;
use crate::files::office::xml::{self, Node};

/// Elements that are left out wherever they stand: phonetic guides, and the second form of what new programs write twice.
pub(super) const SKIPPED: [&str; 3] = ["rPh", "phoneticPr", "Fallback"];

/// Most shared texts. A sheet of a million cells with a text each has half as many.
const STRINGS_MAX: usize = 2_000_000;

/// A text without white space at its ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Text {
    pub(super) shown: Arc<str>,
    /// Steps by which white space before it sets it in: one for two spaces, or for an ideographic one.
    pub(super) indent: u8,
    /// What keeps its runs from being one statement.
    pub(super) blemish: Option<Blemish>,
}

/// The colour of text without one.
const BLACK: Rgb = Rgb([0; 3]);

/// The runs of a rich text, as they come. Phonetic guides are no runs.
#[derive(Debug, Default)]
pub(super) struct Runs {
    written: String,
    roles: Roles,
    look: Look,
    in_properties: bool,
    in_text: bool,
    /// What the text element that is open holds; a piece of text may come in several.
    piece: String,
}

impl Runs {
    /// Takes a node of a rich text.
    pub(super) fn node(&mut self, node: &Node<'_>) {
        match node {
            Node::Start("rPr", _) => (self.in_properties, self.look) = (true, Look::default()),
            Node::End("rPr") => self.in_properties = false,
            Node::Start(name, element) if self.in_properties => self.property(name, element),
            Node::Start("r", _) => self.look = Look::default(),
            Node::Start("t", _) => self.in_text = true,
            Node::Text(piece) if self.in_text => self.piece.push_str(piece),
            Node::End("t") => self.end_piece(),
            _ => {}
        }
    }

    fn property(&mut self, name: &str, element: &BytesStart<'_>) {
        let value = xml::attribute(element, "val");
        let is_on = value.as_deref().is_none_or(is_true);
        match name {
            "strike" => self.look.blemish = is_on.then_some(Blemish::Struck),
            // Of a theme's colours only the ground's is known here; the others are seen.
            "color" => {
                let of_ground = xml::attribute(element, "theme").is_some_and(|theme| theme == "0");
                let rgb = xml::attribute(element, "rgb").and_then(|rgb| rgb.get(2..)?.parse().ok());
                self.look.color = rgb.filter(|rgb| *rgb != BLACK).or(of_ground.then_some(Rgb::WHITE));
            }
            "vertAlign" => self.look.script = Script::of_word(&value.unwrap_or_default()),
            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // A type size in hundredths of a point.
            "sz" => {
                let size = value.and_then(|size| size.parse::<f32>().ok());
                self.look.size = size.map(|size| (size * 100.0) as u32);
            }
            _ => {}
        }
    }

    fn end_piece(&mut self) {
        self.in_text = false;
        let piece = std::mem::take(&mut self.piece);
        self.written.push_str(self.roles.take(&piece, self.look));
        self.written.push_str(&self.look.script.shown_text(&piece));
    }

    /// The text; what follows is another one.
    pub(super) fn take(&mut self) -> Text {
        let mut runs = std::mem::take(self);
        runs.written.push_str(runs.roles.end());
        Text { blemish: runs.roles.blemish(), ..Text::new(&runs.written) }
    }
}

impl Text {
    /// The text of what a file writes.
    pub(super) fn new(written: &str) -> Self {
        let unescaped;
        let text = if written.contains("_x") || written.contains('\r') {
            unescaped = unescape(written).replace("\r\n", "\n").replace('\r', "\n");
            &unescaped
        } else {
            written
        };
        let start = text.len() - text.trim_start().len();
        let halves: usize = text
            .get(..start)
            .unwrap_or_default()
            .chars()
            .map(|c| match c {
                '\n' => 0,
                '\u{3000}' | '\t' => 2,
                _ => 1,
            })
            .sum();
        Self {
            shown: Arc::from(text.trim()),
            indent: u8::try_from(halves.div_ceil(2)).unwrap_or(u8::MAX),
            blemish: None,
        }
    }
}

/// The texts that cells refer to by number.
pub(super) fn read(package: &mut Package, part: &str) -> Result<Vec<Text>, DocumentFault> {
    let mut strings = Vec::new();
    let (mut runs, mut is_full) = (Runs::default(), false);
    package.walk(part, &SKIPPED, &mut |node| match node {
        Node::End("si") if strings.len() < STRINGS_MAX => strings.push(runs.take()),
        Node::End("si") => is_full = true,
        node => runs.node(&node),
    })?;
    if is_full {
        return Err(DocumentFault::TooMany { what: "shared texts", most: STRINGS_MAX });
    }
    Ok(strings)
}

/// The text with the characters that `_xHHHH_` stands for; UTF-16 units, so that two may be one character.
fn unescape(written: &str) -> String {
    let mut text = String::with_capacity(written.len());
    let (mut rest, mut units) = (written, Vec::new());
    let flush = |units: &mut Vec<u16>, text: &mut String| {
        text.extend(char::decode_utf16(units.drain(..)).map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER)));
    };
    while let Some(c) = rest.chars().next() {
        if let Some(unit) = escaped(rest) {
            units.push(unit);
            rest = rest.get("_x0000_".len()..).unwrap_or_default();
            continue;
        }
        flush(&mut units, &mut text);
        text.push(c);
        rest = rest.get(c.len_utf8()..).unwrap_or_default();
    }
    flush(&mut units, &mut text);
    text
}

/// The UTF-16 unit that an escape at the beginning of the text stands for.
fn escaped(text: &str) -> Option<u16> {
    let digits = text.strip_prefix("_x")?.get(..4)?;
    let is_escape = text.get(6..7) == Some("_") && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    if is_escape { u16::from_str_radix(digits, 16).ok() } else { None }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
