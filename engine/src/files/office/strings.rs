//! Every string of an office file, whatever part it stands in: all texts and attributes of all parts that are XML or text,
//! in the order of the part. What parts mean is not known here, so that none can be forgotten: headers, comments, text boxes,
//! layouts, charts, properties, names, and whatever programs will add. Pictures and fonts hold no text that can be read;
//! files inside of the file are looked through as well when they are office files, and counted when they are others.

use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, XmlVersion};

use super::package::{Package, Part};
use super::xml::{character, value};
use crate::files::fault::{DocumentFault, Warning};
use crate::files::strings::Strings;
use crate::files::{FileContent, html};
use crate::language::labels::{Level, is_label_key, level};

/// Elements that are one line of text, whatever pieces it is written in.
// In code: names of elements (ECMA-376).
const LINES: [&str; 10] =
    ["p", "si", "is", "text", "oddHeader", "oddFooter", "evenHeader", "evenFooter", "firstHeader", "firstFooter"];

/// Elements with text that stands between the pieces of a line and is no part of it: what was deleted or moved away, codes
/// of fields, phonetic guides.
// In code: names of elements (ECMA-376).
const BETWEEN: [&str; 8] = ["del", "moveFrom", "delText", "instrText", "delInstrText", "rPh", "rt", "Fallback"];

/// Office files inside of office files that are opened, one in the other.
const DEPTH_MAX: usize = 2;

/// Adds every string of a file to its content.
pub(crate) fn read(package: &mut Package, content: &mut FileContent) -> Result<(), DocumentFault> {
    let mut all = All::default();
    all.package(package, 0)?;
    content.aside.push(all.strings.finish());
    if all.is_label {
        content.metadata.label(None);
    }
    if all.unscanned > 0 {
        content.metadata.warnings.push(Warning::Unscanned { parts: all.unscanned });
    }
    if all.pictures > 0 {
        content.metadata.warnings.push(Warning::Pictures { pictures: all.pictures });
    }
    Ok(())
}

#[derive(Default)]
struct All {
    strings: Strings,
    /// Whether an element that is called as labels are holds one.
    is_label: bool,
    /// Parts that nobody can look through.
    unscanned: u64,
    /// Pictures among the parts that hold no text.
    pictures: u64,
}

impl All {
    fn package(&mut self, package: &mut Package, depth: usize) -> Result<(), DocumentFault> {
        let paths: Vec<String> = package.paths().map(str::to_owned).collect();
        for path in paths {
            self.strings.alone(&path);
            match package.part(&path)? {
                Part::Text(text) => self.part(&text),
                Part::Picture => self.pictures += u64::from(is_picture(&path)),
                Part::File(bytes) if depth < DEPTH_MAX => match bytes.map(Package::open) {
                    Some(Ok(mut inner)) => self.package(&mut inner, depth + 1)?,
                    _ => self.unscanned += 1,
                },
                Part::File(_) => self.unscanned += 1,
            }
        }
        Ok(())
    }

    /// A part. What is no XML, or stops being it, is read as a page, which needs no form.
    fn part(&mut self, text: &str) {
        let mut reader = Reader::from_str(text);
        reader.config_mut().check_end_names = false;
        reader.config_mut().allow_unmatched_ends = true;
        let mut part = PartText::default();
        loop {
            let before = usize::try_from(reader.buffer_position()).unwrap_or(usize::MAX);
            match reader.read_event() {
                Ok(Event::Eof) => break,
                Ok(event) => part.event(&event, self),
                Err(_) => {
                    html::strings(text.get(before..).unwrap_or(text), &mut self.strings);
                    break;
                }
            }
        }
        part.finish(self);
    }
}

/// Whether a part without text is a picture: what is none (fonts, settings of printers, programs) has a name of its own. The
/// small picture of the first page shows what the page does.
fn is_picture(path: &str) -> bool {
    // In code: ends of file names.
    let is_other = [".bin", ".odttf", ".fntdata", ".ttf", ".otf", ".dat"].iter().any(|end| path.ends_with(end));
    !is_other && !path.ends_with('/') && !path.starts_with("docprops/thumbnail")
}

/// The text of a part, line by line.
#[derive(Default)]
struct PartText {
    /// The lines that are open, one in the other.
    open: Vec<Line>,
    /// Elements that are open whose text stands between the pieces of a line.
    between: usize,
    /// The element that began last.
    element: String,
}

#[derive(Default)]
struct Line {
    all: String,
    /// Without what stands between its pieces.
    read: String,
    /// What stands between its pieces.
    between: String,
}

impl PartText {
    fn event(&mut self, event: &Event<'_>, all: &mut All) {
        match event {
            Event::Start(element) => {
                self.start(element, all);
                let name = element.local_name();
                if LINES.contains(&name.as_ref()) {
                    self.open.push(Line::default());
                }
                self.between += usize::from(BETWEEN.contains(&name.as_ref()));
            }
            Event::Empty(element) => self.start(element, all),
            Event::End(element) => {
                let name = element.local_name();
                self.between -= usize::from(self.between > 0 && BETWEEN.contains(&name.as_ref()));
                if LINES.contains(&name.as_ref())
                    && let Some(line) = self.open.pop()
                {
                    line.finish(all);
                }
            }
            Event::Text(text) => self.text(&text.xml_content(XmlVersion::Explicit1_0), all),
            Event::CData(text) => self.text(&text.xml_content(XmlVersion::Explicit1_0), all),
            Event::GeneralRef(entity) => {
                if let Some(c) = character(entity) {
                    self.text(c.encode_utf8(&mut [0; 4]), all);
                }
            }
            Event::Comment(text) => html::strings(text, &mut all.strings),
            Event::PI(text) => all.strings.alone(text),
            Event::DocType(text) => all.strings.alone(text),
            Event::Decl(_) | Event::Eof => {}
        }
    }

    fn start(&mut self, element: &BytesStart<'_>, all: &mut All) {
        element.local_name().as_ref().clone_into(&mut self.element);
        for attribute in element.attributes().with_checks(false).flatten() {
            let name = attribute.key.local_name();
            let name = name.as_ref();
            // Millions of places of cells, and numbers of their styles.
            if matches!((&*self.element, name), ("c", "r" | "s" | "t") | ("row", "r" | "spans")) {
                continue;
            }
            let value = value(&attribute);
            all.is_label |= level(&value) == Some(Level::Closed) && (is_label_key(name) || is_label_key(&self.element));
            all.strings.alone(&value);
        }
        match element.local_name().as_ref() {
            "tab" | "br" | "cr" | "ptab" => self.text(" ", all),
            "noBreakHyphen" => self.text("-", all),
            _ => {}
        }
    }

    fn text(&mut self, text: &str, all: &mut All) {
        let Some(line) = self.open.last_mut() else {
            all.is_label |= level(text) == Some(Level::Closed) && is_label_key(&self.element);
            return all.strings.line(text);
        };
        line.all.push_str(text);
        if self.between > 0 { &mut line.between } else { &mut line.read }.push_str(text);
    }

    fn finish(self, all: &mut All) {
        self.open.into_iter().rev().for_each(|line| line.finish(all));
    }
}

impl Line {
    fn finish(self, all: &mut All) {
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

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
