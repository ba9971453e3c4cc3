//! The strings of parts of office files: gathered from the events of a part as they come, while it is read or afterwards, line
//! by line, attributes alone. It knows no archive.

use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, XmlVersion};

use super::xml::{character, value};
use crate::files::html;
use crate::files::strings::Strings;
use crate::language::labels::{self, Level, Stated, is_label_key, level};

/// What the text of an element is.
enum Role {
    /// One line, whatever pieces it is written in.
    Line,
    /// Text that stands between the pieces of a line and is no part of it: what was deleted or moved away, codes of fields,
    /// phonetic guides.
    Between,
    /// A piece of the line around it.
    Other,
}

impl Role {
    /// Of an element by its local name (ECMA-376).
    fn of(element: &str) -> Self {
        // In code: names of elements (ECMA-376).
        match element {
            "p" | "si" | "is" | "text" | "oddHeader" | "oddFooter" | "evenHeader" | "evenFooter" | "firstHeader"
            | "firstFooter" => Self::Line,
            "del" | "moveFrom" | "delText" | "instrText" | "delInstrText" | "rPh" | "rt" | "Fallback" => Self::Between,
            _ => Self::Other,
        }
    }
}

/// What stands in a part.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Place {
    /// What the file says.
    #[default]
    Text,
    /// What stands beside it: properties, remarks, drawings on a sheet.
    Beside,
    /// The edge of pages, and what all pages show.
    Edge,
}

impl Place {
    /// Of a part by its path, in whichever case.
    fn of(path: &str) -> Self {
        let path = path.to_ascii_lowercase();
        let holds = |names: &[&str]| names.iter().any(|name| path.contains(name));
        // In code: names of parts (ECMA-376 part 1, 11 to 13; MS-OFFCRYPTO 2.6.3).
        if holds(&["/header", "/footer", "master", "slidelayout"]) {
            Self::Edge
        } else if holds(&["docprops/", "docmetadata/", "comment", "xl/drawings/", "customxml/"]) {
            Self::Beside
        } else {
            Self::Text
        }
    }

    fn is_label(self, line: &str) -> bool {
        match self {
            Self::Text => false,
            Self::Beside => labels::bare(line).is_some(),
            Self::Edge => labels::marks(line),
        }
    }
}

/// What was gathered of parts.
#[derive(Debug, Default)]
pub(crate) struct Gathered {
    pub(crate) strings: Strings,
    /// Whether an element that is called as labels are holds one.
    pub(crate) is_label: bool,
    /// Parts that nobody can look through.
    pub(crate) unscanned: u64,
    /// Pictures among the parts that hold no text.
    pub(crate) pictures: u64,
}

impl Gathered {
    /// Adds what was gathered elsewhere.
    pub(crate) fn absorb(&mut self, other: Self) {
        let Self { strings, is_label, unscanned, pictures } = other;
        self.is_label |= strings.is_label;
        self.strings.absorb(strings);
        self.is_label |= is_label;
        self.unscanned += unscanned;
        self.pictures += pictures;
    }

    /// A part. What is no XML, or stops being it, is read as a page, which needs no form.
    pub(crate) fn part(&mut self, path: &str, text: &str) {
        let mut reader = Reader::from_str(text);
        reader.config_mut().check_end_names = false;
        reader.config_mut().allow_unmatched_ends = true;
        let mut part = PartStrings::of(path);
        loop {
            let before = usize::try_from(reader.buffer_position()).unwrap_or(usize::MAX);
            match reader.read_event() {
                Ok(Event::Eof) => break,
                Ok(event) => part.event(&event),
                Err(_) => {
                    html::strings(text.get(before..).unwrap_or(text), &mut part.all.strings);
                    break;
                }
            }
        }
        self.absorb(part.finish());
    }
}

/// The strings of a part, line by line, taken from its events as they come.
#[derive(Default)]
pub(crate) struct PartStrings {
    all: Gathered,
    /// The lines that are open, one in the other.
    open: Vec<Line>,
    /// Elements that are open whose text stands between the pieces of a line.
    between: usize,
    /// The element that began last.
    element: String,
    /// What the formula that began last is called (ECMA-376 part 1, 18.2.5).
    name: String,
    place: Place,
}

#[derive(Default)]
struct Line {
    all: String,
    /// Without what stands between its pieces.
    read: String,
    /// What stands between its pieces.
    between: String,
}

impl PartStrings {
    /// Those of the part at a path.
    pub(crate) fn of(path: &str) -> Self {
        Self { place: Place::of(path), ..Self::default() }
    }

    /// Takes the strings of an event.
    pub(crate) fn event(&mut self, event: &Event<'_>) {
        match event {
            Event::Start(element) => {
                self.start(element);
                match Role::of(element.local_name().as_ref()) {
                    Role::Line => self.open.push(Line::default()),
                    Role::Between => self.between += 1,
                    Role::Other => {}
                }
            }
            Event::Empty(element) => self.start(element),
            Event::End(element) => match Role::of(element.local_name().as_ref()) {
                Role::Line => {
                    if let Some(line) = self.open.pop() {
                        self.all.is_label |= is_margin(element.local_name().as_ref()) && is_stamped(&line.all);
                        self.all.is_label |= self.place.is_label(&line.all);
                        line.finish(&mut self.all);
                    }
                }
                Role::Between => self.between = self.between.saturating_sub(1),
                Role::Other => {}
            },
            Event::Text(text) => self.text(&text.xml_content(XmlVersion::Explicit1_0)),
            Event::CData(text) => self.text(&text.xml_content(XmlVersion::Explicit1_0)),
            Event::GeneralRef(entity) => {
                if let Some(c) = character(entity) {
                    self.text(c.encode_utf8(&mut [0; 4]));
                }
            }
            Event::Comment(text) => html::strings(text, &mut self.all.strings),
            Event::PI(text) => self.all.strings.alone(text),
            Event::DocType(text) => self.all.strings.alone(text),
            Event::Decl(_) | Event::Eof => {}
        }
    }

    fn start(&mut self, element: &BytesStart<'_>) {
        element.local_name().as_ref().clone_into(&mut self.element);
        for attribute in element.attributes().with_checks(false).flatten() {
            let name = attribute.key.local_name();
            let name = name.as_ref();
            // Millions of places of cells, and numbers of their styles.
            if matches!((&*self.element, name), ("c", "r" | "s" | "t") | ("row", "r" | "spans")) {
                continue;
            }
            let value = value(&attribute);
            self.all.is_label |= level(&value) == Some(Level::Closed)
                // `label` is what a file's labels are called in a part of their own (MS-OFFCRYPTO 2.6.3).
                && (is_label_key(name) || is_label_key(&self.element) || (&*self.element, name) == ("label", "name"));
            // A watermark, and what stands for a picture.
            self.all.is_label |= match (&*self.element, name) {
                ("textpath", "string") | ("docPr" | "cNvPr", "descr" | "title") => labels::marks(&value),
                // What a number is shown with.
                ("numFmt", "formatCode") => is_drawn_by_format(&value),
                ("definedName", "name") => {
                    value.clone_into(&mut self.name);
                    labels::bare(&value) == Some(labels::Bare::Stamp)
                }
                _ => false,
            };
            self.all.strings.alone(&value);
        }
        match element.local_name().as_ref() {
            "tab" | "br" | "cr" | "ptab" => self.text(" "),
            "noBreakHyphen" => self.text("-"),
            _ => {}
        }
    }

    fn text(&mut self, text: &str) {
        let Some(line) = self.open.last_mut() else {
            // Of most cells nothing but a number.
            if text.contains(char::is_alphabetic) {
                self.all.is_label |= level(text) == Some(Level::Closed) && is_label_key(&self.element);
                self.all.is_label |= self.place.is_label(text);
                self.all.is_label |= match &*self.element {
                    "definedName" => names_label(&self.name, text),
                    "formatCode" => is_drawn_by_format(text),
                    _ => false,
                };
                self.all.strings.line(text);
            }
            return;
        };
        line.all.push_str(text);
        if self.between > 0 { &mut line.between } else { &mut line.read }.push_str(text);
    }

    /// All of them, with what is still open.
    pub(crate) fn finish(mut self) -> Gathered {
        for line in self.open.into_iter().rev() {
            line.finish(&mut self.all);
        }
        self.all
    }
}

impl Line {
    fn finish(self, all: &mut Gathered) {
        all.strings.line(&self.all);
        if self.all.contains('&') {
            all.strings.line(&without_codes(&self.all));
        }
        if !self.between.is_empty() {
            all.strings.line(&self.read);
            all.strings.line(&self.between);
        }
    }
}

/// Whether a name of a workbook stands for a text which is a label under that name.
fn names_label(name: &str, formula: &str) -> bool {
    let text = formula.trim().strip_prefix('"').and_then(|text| text.strip_suffix('"'));
    text.is_some_and(|text| labels::may_label(name, Stated::Text(text)))
}

/// Whether the words that a number format puts around a number are a label: `"RESTRICTED "0` (ECMA-376 part 1, 18.8.31).
fn is_drawn_by_format(code: &str) -> bool {
    // Words of a format stand between quotes, or letter by letter behind a sign; what stands between brackets is no word.
    let mut words = String::with_capacity(code.len());
    let mut in_brackets = false;
    for c in code.chars() {
        in_brackets = c == '[' || in_brackets && c != ']';
        match c {
            '"' | '\\' => {}
            _ if !in_brackets && (c.is_alphabetic() || c == ' ') => words.push(c),
            _ => words.push('|'),
        }
    }
    words.split('|').any(|words| labels::bare(words).is_some())
}

/// Whether an element is a header or a footer of printed sheets (ECMA-376 part 1, 18.3.1.46).
fn is_margin(element: &str) -> bool {
    element.ends_with("Header") || element.ends_with("Footer")
}

/// Whether a part of a page header, which has three, holds a label.
fn is_stamped(written: &str) -> bool {
    let sections = written.split("&L").flat_map(|piece| piece.split("&C")).flat_map(|piece| piece.split("&R"));
    sections.into_iter().any(|section| labels::marks(&without_codes(section)))
}

/// The text of a page header without the codes that stand before its pieces (`&C`, `&14`, `&"Arial,Bold"`), which would be
/// taken for a part of the first word (ECMA-376 part 1, 18.3.1.46).
pub(crate) fn without_codes(written: &str) -> String {
    let mut text = String::with_capacity(written.len());
    let mut rest = written;
    while let Some((before, code)) = rest.split_once('&') {
        text.push_str(before);
        text.push(' ');
        let font = code.strip_prefix('"').and_then(|font| font.split_once('"'));
        let size = code.trim_start_matches(|c: char| c.is_ascii_digit());
        rest = match font {
            Some((_, after)) => after,
            None if size.len() < code.len() => size,
            None => code.get(code.chars().next().map_or(0, char::len_utf8)..).unwrap_or_default(),
        };
    }
    text + rest
}
