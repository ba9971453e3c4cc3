//! The properties of office documents: their title, the statements that a person added to them, and whatever
//! else stands there, which is no text of the document and is only looked through for restricted words.

use crate::files::fault::{DocumentFault, MetadataProblem};
use crate::files::office::package::Package;
use crate::files::office::xml::{self, Node};
use crate::files::{FileContent, Key};
use crate::language::labels::{self, Stated};

/// What programs call a document that nobody named, in the form in which titles are compared.
// In code: the names that programs write, which people do not choose.
const PLACEHOLDERS: [&str; 14] = [
    "untitled",
    "powerpoint presentation",
    "powerpoint 演示文稿",
    "幻灯片",
    "presentation",
    "演示文稿",
    "document",
    "文档",
    "slide",
    "word document",
    "无标题",
    "无标题文档",
    "untitled document",
    "title",
];

/// Ends of file names; a title with one was made from a file, not by a person.
// In code: ends of file names.
const FILE_ENDS: [&str; 12] =
    [".doc", ".docx", ".ppt", ".pptx", ".pdf", ".xls", ".xlsx", ".txt", ".indd", ".qxd", ".wpd", ".rtf"];

/// Reads the properties of an office document into `draft`.
pub(crate) fn read(package: &mut Package, draft: &mut FileContent) -> Result<(), DocumentFault> {
    let mut stated = Vec::new();
    let mut name = String::new();
    let mut text = String::new();
    package.walk("docProps/custom.xml", &[], &mut |node| match node {
        Node::Start("property", element) => {
            name = xml::attribute(element, "name").unwrap_or_default();
            text.clear();
        }
        Node::Text(piece) => text.push_str(piece),
        Node::End("property") => stated.push((std::mem::take(&mut name), std::mem::take(&mut text))),
        _ => {}
    })?;
    for (name, text) in stated {
        if let Some(key) = Key::of(&name) {
            state(draft, key, &text)?;
            continue;
        }
        if labels::may_label(&name, Stated::Text(&text)) {
            draft.metadata.label(None);
        }
        draft.aside.push(text);
    }
    read_app(package, draft)?;
    let mut core = Vec::new();
    let mut text = String::new();
    package.walk("docProps/core.xml", &[], &mut |node| match node {
        Node::Start(..) => text.clear(),
        Node::Text(piece) => text.push_str(piece),
        Node::End(name) => core.push((name.to_owned(), std::mem::take(&mut text))),
    })?;
    for (name, text) in core {
        // Category, status and keywords are where people label a file, and no property is a place to pass over.
        if labels::holds_label(&text) {
            draft.metadata.label(None);
        }
        match name.as_str() {
            "title" if is_title(&text) && !draft.metadata.has(Key::Title) => state(draft, Key::Title, &text)?,
            // The language is the template's more often than the text's; the text tells better.
            _ => draft.aside.push(text),
        }
    }
    Ok(())
}

/// Looks through what programs note about a document: companies and managers stand there, and whatever a person put in.
/// Names of sheets and slides do not count, which are text like others.
fn read_app(package: &mut Package, draft: &mut FileContent) -> Result<(), DocumentFault> {
    let mut text = String::new();
    let mut is_label = false;
    package.walk("docProps/app.xml", &[], &mut |node| match node {
        Node::Start(..) => text.clear(),
        Node::Text(piece) => text.push_str(piece),
        Node::End(name) => {
            is_label |= name != "lpstr" && (labels::holds_label(&text) || labels::may_label(name, Stated::Text(&text)));
        }
    })?;
    if is_label {
        draft.metadata.label(None);
    }
    Ok(())
}

fn state(draft: &mut FileContent, key: Key, text: &str) -> Result<(), DocumentFault> {
    match draft.metadata.state(key, text, None) {
        // A property that a program wrote twice; the first one counts.
        Ok(()) | Err(MetadataProblem::Twice { .. }) => Ok(()),
        Err(problem) => Err(DocumentFault::Property(problem)),
    }
}

/// Whether a title was given by a person: not what a program writes when nobody does.
pub(crate) fn is_title(title: &str) -> bool {
    let folded = crate::text::TextView::fold(title);
    let named = folded.trim_end_matches(|c: char| c.is_ascii_digit() || c == ' ');
    folded.contains(char::is_alphabetic)
        && !PLACEHOLDERS.contains(&named)
        && !FILE_ENDS.iter().any(|end| folded.ends_with(end))
        && !folded.starts_with("microsoft word - ")
        && !folded.starts_with("microsoft powerpoint - ")
        && !title.contains(char::REPLACEMENT_CHARACTER)
}

#[cfg(test)]
mod tests;
