//! Every string of a PDF besides what its pages draw: annotations, form fields, outlines, document information and metadata,
//! names, and the strings of all content, drawn or not (hidden layers, appearances of annotations, replacement texts). All
//! objects are gone through, so that no kind of them can be forgotten. Strings are only looked through for restricted words.

use hayro_interpret::hayro_syntax::Pdf;
use hayro_interpret::hayro_syntax::content::UntypedIter;
use hayro_interpret::hayro_syntax::object::{Dict, MaybeRef, Object, Stream};

use crate::files::html;
use crate::files::strings::Strings;
use crate::language::labels::{self, Stated};
use crate::profile::WALL;

/// Most unpacked bytes of contents and metadata that are looked through.
const BYTES_MAX: usize = 128 << 20;

/// What was found besides what is drawn.
#[derive(Debug, Default)]
pub(super) struct Found {
    pub(super) strings: String,
    /// Files inside of the file.
    pub(super) embedded: u64,
    /// Pictures.
    pub(super) pictures: u64,
    /// Whether a property says that not everybody may read the document.
    pub(super) is_label: bool,
}

/// Properties whose values people write freely (ISO 32000-2, 14.3.3).
// In code: names of members.
const PROPERTIES: [&str; 5] = ["Keywords", "Subject", "Category", "Status", "Comments"];

/// Gathers the strings of all objects.
pub(super) fn read(pdf: &Pdf) -> Found {
    let mut all = All { strings: Strings::default(), embedded: 0, pictures: 0, bytes: 0, is_label: false };
    for object in pdf.objects() {
        all.object(object);
    }
    for page in pdf.pages().iter() {
        all.contents(page.page_stream().unwrap_or_default());
    }
    let All { strings, embedded, pictures, is_label, .. } = all;
    Found { strings: strings.finish(), embedded, pictures, is_label }
}

struct All {
    strings: Strings,
    embedded: u64,
    pictures: u64,
    /// Bytes that were unpacked.
    bytes: usize,
    is_label: bool,
}

impl All {
    /// An object and what lies in it. What it refers to comes by itself.
    fn object(&mut self, object: Object<'_>) {
        let mut open = vec![object];
        while let Some(object) = open.pop() {
            match object {
                Object::String(text) => self.strings.alone(&text_string(text.as_bytes())),
                Object::Name(name) => self.strings.alone(name.as_str()),
                Object::Array(array) => open.extend(array.raw_iter().filter_map(direct)),
                Object::Dict(dict) => open.extend(self.dict(&dict)),
                Object::Stream(stream) => {
                    open.extend(self.dict(stream.dict()));
                    self.stream(&stream);
                }
                Object::Null(_) | Object::Boolean(_) | Object::Number(_) => {}
            }
        }
    }

    fn dict<'a>(&mut self, dict: &Dict<'a>) -> Vec<Object<'a>> {
        let mut members = Vec::new();
        for (name, value) in dict.entries() {
            // Names of members are of the format, or of whoever made the document.
            self.strings.alone(name.as_str());
            let value = direct(value);
            if let Some(Object::String(text)) = &value {
                let text = text_string(text.as_bytes());
                self.is_label |= labels::may_label(name.as_str(), Stated::Text(&text)) && !is_drawn(name.as_str())
                    || PROPERTIES.contains(&name.as_str()) && labels::holds_label(&text);
            }
            members.extend(value);
        }
        members
    }

    fn stream(&mut self, stream: &Stream<'_>) {
        let is = |member: &str, value: &str| {
            let found = stream.dict().get::<Object<'_>>(member).and_then(Object::into_name);
            found.is_some_and(|name| name.as_str() == value)
        };
        if is("Type", "EmbeddedFile") {
            self.embedded += 1;
        } else if is("Subtype", "Image") {
            self.pictures += 1;
        } else if is("Type", "Metadata") || is("Subtype", "XML") {
            let Some(bytes) = self.unpacked(stream) else { return };
            let mut found = Strings::default();
            html::strings(&String::from_utf8_lossy(&bytes), &mut found);
            let found = found.finish();
            self.is_label |= found.split(['\n', WALL]).any(labels::holds_label);
            self.strings.alone(&found);
        } else if is("Subtype", "Form") {
            let Some(bytes) = self.unpacked(stream) else { return };
            self.contents(&bytes);
        }
    }

    fn unpacked(&mut self, stream: &Stream<'_>) -> Option<Vec<u8>> {
        if self.bytes > BYTES_MAX {
            return None;
        }
        let bytes = stream.decoded_data().ok()?.into_owned();
        self.bytes = self.bytes.saturating_add(bytes.len());
        Some(bytes)
    }

    /// The strings of contents, as far as they are written as characters and not as numbers of a font's glyphs.
    fn contents(&mut self, bytes: &[u8]) {
        let mut line = String::new();
        let mut instructions = UntypedIter::new(bytes);
        while let Some(instruction) = instructions.next() {
            let is_text = matches!(&**instruction.operator, b"Tj" | b"TJ" | b"'" | b"\"");
            for operand in instruction.operands() {
                match operand {
                    Object::String(text) if is_text => line.push_str(&text_string(text.as_bytes())),
                    Object::Array(pieces) if is_text => {
                        for piece in pieces.raw_iter().filter_map(direct) {
                            if let Object::String(text) = piece {
                                line.push_str(&text_string(text.as_bytes()));
                            }
                        }
                    }
                    Object::Dict(_) | Object::String(_) => self.object(operand.clone()),
                    _ => {}
                }
            }
            if matches!(&**instruction.operator, b"Td" | b"TD" | b"T*" | b"ET" | b"Tm") {
                self.strings.line(&line);
                line.clear();
            }
        }
        self.strings.line(&line);
    }
}

/// Whether a member of a dictionary is text that pages show or lead to, and no property of the document: a form's field, a
/// note, an entry of the outline.
// In code: names of members (ISO 32000-2).
fn is_drawn(member: &str) -> bool {
    matches!(member, "Contents" | "T" | "TU" | "TM" | "V" | "DV" | "RV" | "Alt" | "ActualText" | "E" | "Title")
}

/// An object that stands where it is used.
fn direct(member: MaybeRef<Object<'_>>) -> Option<Object<'_>> {
    match member {
        MaybeRef::NotRef(object) => Some(object),
        MaybeRef::Ref(_) => None,
    }
}

/// A text of a PDF's dictionaries: UTF-16 or UTF-8 with a byte order mark, else nearly Latin-1 (ISO 32000-2, 7.9.2.2).
pub(super) fn text_string(bytes: &[u8]) -> String {
    match bytes {
        [0xFE, 0xFF, rest @ ..] => {
            let (units, _) = rest.as_chunks::<2>();
            char::decode_utf16(units.iter().map(|unit| u16::from_be_bytes(*unit)))
                .map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER))
                .collect()
        }
        [0xEF, 0xBB, 0xBF, rest @ ..] => String::from_utf8_lossy(rest).into_owned(),
        _ => bytes.iter().map(|byte| char::from(*byte)).collect(),
    }
}
