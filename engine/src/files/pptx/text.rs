//! The text of a slide: its title as a heading, then its text frames, table rows and diagrams as they stand in the part, then
//! its notes. Footers and slide numbers stand beside the text.

use quick_xml::events::BytesStart;

use super::SKIPPED;
use super::shapes::Role;
use super::table::struck;
use crate::document::{Paragraph, ParagraphKind};
use crate::files::cell_text::{Look, Script};
use crate::files::office::package::{Package, Relation};
use crate::files::office::xml::{self, Node};
use crate::files::paragraphs::Paragraphs;
use crate::files::{DocumentFault, FileContent};
use crate::language::labels;

/// Adds a slide with what belongs to it; `false` when it is hidden.
pub(super) fn add_slide(
    package: &mut Package,
    slide: Page,
    relations: &[Relation],
    content: &mut FileContent,
) -> Result<bool, DocumentFault> {
    if slide.aside.iter().any(|text| text.lines().any(labels::marks)) {
        content.metadata.label(None);
    }
    let mut attached = Vec::new();
    for kind in ["diagramDrawing", "notesSlide"] {
        for relation in relations.iter().filter(|relation| relation.kind == kind) {
            let page = Page::read(package, &relation.path)?;
            content.aside.extend(page.aside);
            // A heading of the notes is the slide's title once more.
            attached.extend(page.paragraphs.list.into_iter().map(|paragraph| paragraph.text));
        }
    }
    if slide.hidden {
        content.aside.extend(slide.into_texts());
        content.aside.extend(attached);
        return Ok(false);
    }
    content.aside.extend(slide.aside);
    content.paragraphs.extend(slide.titles);
    content.paragraphs.extend(slide.paragraphs.list);
    content.paragraphs.extend(attached.into_iter().map(|text| Paragraph {
        text,
        kind: ParagraphKind::Text,
        breaks: Vec::new(),
    }));
    Ok(true)
}

/// A slide, its notes, a diagram or a master.
#[derive(Default)]
pub(super) struct Page {
    titles: Vec<Paragraph>,
    paragraphs: Paragraphs,
    aside: Vec<String>,
    hidden: bool,
    role: Role,
    in_text: bool,
    run: Run,
    in_cell: bool,
    cells: Vec<String>,
}

/// The run that is open.
#[derive(Default)]
struct Run {
    /// Whether it is struck out, and how it stands on its line.
    look: Look,
    /// Whether it stands for something by itself.
    is_link: bool,
}

impl Page {
    /// Reads a part.
    pub(super) fn read(package: &mut Package, path: &str) -> Result<Self, DocumentFault> {
        let mut page = Self::default();
        package.walk(path, &SKIPPED, &mut |node| page.node(&node))?;
        Ok(page)
    }

    pub(super) fn node(&mut self, node: &Node<'_>) {
        match node {
            Node::Start("sld", element) => {
                self.hidden = matches!(xml::attribute(element, "show").as_deref(), Some("0" | "false"));
            }
            Node::Start("sp", _) => self.role = Role::Text,
            Node::Start("ph", element) => {
                self.role = Role::of(xml::attribute(element, "type").as_deref());
            }
            Node::Start("rPr", element) => self.run.look = look(element),
            Node::Start("hlinkClick" | "fld", _) => {
                self.paragraphs.open.part_digits();
                self.run.is_link = true;
            }
            Node::End("r" | "fld") => {
                let run = std::mem::take(&mut self.run);
                if run.is_link {
                    self.paragraphs.open.part_digits();
                }
            }
            Node::Start("t", _) => self.in_text = true,
            Node::End("t") => self.in_text = false,
            Node::Start("br" | "tab", _) => self.paragraphs.open.push_break(),
            Node::Start("tc", _) => self.in_cell = true,
            Node::Start("tr", _) => self.cells.clear(),
            Node::End("tc") => {
                self.in_cell = false;
                self.cells.push(self.paragraphs.open.take());
            }
            Node::End("tr") => self.paragraphs.add_row(&self.cells),
            Node::End("p") => self.end_paragraph(),
            Node::End("sp") => {
                self.end_shape();
                self.role = Role::Text;
            }
            Node::Text(_) if self.in_text && self.run.look.is_struck() => self.paragraphs.open.push(" "),
            Node::Text(text) if self.in_text => self.paragraphs.open.push(&self.run.look.script.shown_text(text)),
            _ => {}
        }
    }

    /// A title and a cell are one paragraph each, whatever lines they have.
    fn end_paragraph(&mut self) {
        match self.role {
            _ if self.in_cell => self.paragraphs.open.push_break(),
            Role::Title => self.paragraphs.open.push_break(),
            Role::Text => self.paragraphs.end(ParagraphKind::Text),
            Role::Margin => self.aside.push(self.paragraphs.open.take()),
        }
    }

    fn end_shape(&mut self) {
        let title = self.paragraphs.open.finish(ParagraphKind::Heading(1));
        if self.role == Role::Title && !title.text.is_empty() {
            self.titles.push(title);
        }
    }

    /// All of it.
    pub(super) fn into_texts(self) -> impl Iterator<Item = String> {
        self.titles.into_iter().chain(self.paragraphs.list).map(|paragraph| paragraph.text).chain(self.aside)
    }
}

/// How the properties of a run show it, as far as text without a look can say so.
fn look(properties: &BytesStart<'_>) -> Look {
    let baseline = xml::attribute(properties, "baseline").and_then(|raised| raised.trim_end_matches('%').parse().ok());
    let blemish = struck(xml::attribute(properties, "strike").as_deref());
    Look { blemish, script: Script::raised_by(baseline.unwrap_or(0)), ..Look::default() }
}
