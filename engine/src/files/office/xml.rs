//! The XML of office parts as a stream of elements and text. Entities other than XML's own are not expanded, and a document
//! type, the only thing that could declare or load some, is refused. It builds no tree, so that nesting costs nothing.

use std::borrow::Cow;

use quick_xml::errors::IllFormedError;
use quick_xml::events::attributes::Attribute;
use quick_xml::events::{BytesRef, BytesStart, Event};
use quick_xml::{Reader, XmlVersion};

use crate::files::DocumentFault;

/// Something on the way through a part. Names are local ones, without their prefix.
pub(crate) enum Node<'a> {
    /// An element begins.
    Start(&'a str, &'a BytesStart<'a>),
    /// An element ends.
    End(&'a str),
    /// A piece of text.
    Text(&'a str),
}

/// Walks through a part. Elements named in `skipped` are left out with everything in them; `watch` sees all.
pub(crate) fn walk(
    part: &str,
    text: &str,
    skipped: &[&str],
    watch: &mut dyn FnMut(&Event<'_>),
    visit: &mut dyn FnMut(Node<'_>),
) -> Result<(), DocumentFault> {
    let mut reader = Reader::from_str(text);
    reader.config_mut().expand_empty_elements = true;
    let fault =
        |offset, cause: quick_xml::Error| DocumentFault::Xml { part: part.to_owned(), offset, cause: cause.into() };
    // Elements that are open, and the depth below which everything is skipped.
    let (mut depth, mut skip_below) = (0_usize, usize::MAX);
    loop {
        let event = match reader.read_event() {
            Ok(event) => event,
            Err(error) => return Err(fault(reader.error_position(), error)),
        };
        watch(&event);
        match &event {
            Event::Start(element) => {
                let name = element.local_name();
                if depth < skip_below {
                    if skipped.contains(&name.as_ref()) {
                        skip_below = depth;
                    } else {
                        visit(Node::Start(name.as_ref(), element));
                    }
                }
                depth += 1;
            }
            Event::End(element) => {
                depth = depth.saturating_sub(1);
                if depth < skip_below {
                    visit(Node::End(element.local_name().as_ref()));
                } else if depth == skip_below {
                    skip_below = usize::MAX;
                }
            }
            Event::Text(text) if depth < skip_below => visit(Node::Text(&text.xml_content(XmlVersion::Explicit1_0))),
            Event::CData(text) if depth < skip_below => visit(Node::Text(&text.xml_content(XmlVersion::Explicit1_0))),
            Event::GeneralRef(entity) if depth < skip_below => {
                if let Some(c) = character(entity) {
                    visit(Node::Text(c.encode_utf8(&mut [0; 4])));
                }
            }
            Event::DocType(_) => return Err(DocumentFault::DocumentType { part: part.to_owned() }),
            Event::Eof if depth > 0 => {
                let cause = IllFormedError::MissingEndTag(String::new());
                return Err(fault(text.len() as u64, cause.into()));
            }
            Event::Eof => return Ok(()),
            _ => {}
        }
    }
}

/// The character that an entity of XML's own stands for. Any other would have to be declared, and stands for nothing.
pub(super) fn character(entity: &BytesRef<'_>) -> Option<char> {
    if let Ok(Some(c)) = entity.resolve_char_ref() {
        return Some(c);
    }
    match entity.xml10_content().as_ref() {
        "amp" => Some('&'),
        "lt" => Some('<'),
        "gt" => Some('>'),
        "quot" => Some('"'),
        "apos" => Some('\''),
        _ => None,
    }
}

/// The attribute of a local name, whatever its prefix.
pub(crate) fn attribute(element: &BytesStart<'_>, name: &str) -> Option<String> {
    let found = element
        .attributes()
        .with_checks(false)
        .flatten()
        .find(|attribute| attribute.key.local_name().as_ref() == name)?;
    Some(value(&found))
}

/// All attributes with their local names.
pub(crate) fn attributes(element: &BytesStart<'_>) -> Vec<(String, String)> {
    let mut all = element.attributes();
    let named = |attribute: Attribute<'_>| (attribute.key.local_name().as_ref().to_owned(), value(&attribute));
    all.with_checks(false).flatten().map(named).collect()
}

/// The value of an attribute, its entities resolved.
pub(crate) fn value(attribute: &Attribute<'_>) -> String {
    attribute.normalized_value(XmlVersion::Explicit1_0).map_or_else(|_| String::new(), Cow::into_owned)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
