//! PowerPoint decks to paragraphs: slides in the order in which they are shown, the title of each as its heading, then its
//! text frames, table rows and diagrams as they stand in the file, then its notes. Hidden slides, footers, slide numbers and
//! masters are left out and only looked through for restricted words. Charts and pictures are not read.

use std::collections::HashMap;

use crate::document::{Paragraph, ParagraphKind};
use crate::files::FileContent;
use crate::files::fault::{DocumentFault, Warning};
use crate::files::office::package::Package;
use crate::files::office::properties;
use crate::files::office::xml::{self, Node};
use crate::files::paragraphs::Paragraphs;

/// The part that lists the slides.
const MAIN_PART: &str = "ppt/presentation.xml";

/// The second form of a drawing that newer programs draw otherwise.
const SKIPPED: [&str; 1] = ["Fallback"];

/// Reads a deck.
pub(super) fn read(bytes: Vec<u8>) -> Result<FileContent, DocumentFault> {
    let mut package = Package::open(bytes)?;
    let mut draft = FileContent::default();
    properties::read(&mut package, &mut draft)?;
    let mut hidden = 0;
    for path in slides(&mut package)? {
        hidden += u64::from(!read_slide(&mut package, &path, &mut draft)?);
    }
    if hidden > 0 {
        draft.metadata.warnings.push(Warning::HiddenSlides { slides: hidden });
    }
    let masters: Vec<String> =
        package.paths().filter(|path| path.contains("/slidemasters/slidemaster")).map(str::to_owned).collect();
    for master in masters {
        let page = read_page(&mut package, &master)?;
        draft.aside.extend(page.into_texts());
    }
    Ok(draft)
}

/// The paths of the slides in the order in which they are shown, hidden ones among them.
pub(crate) fn slides(package: &mut Package) -> Result<Vec<String>, DocumentFault> {
    let main = package.main_part(MAIN_PART)?;
    let mut shown = Vec::new();
    let listed = package.walk(&main, &SKIPPED, &mut |node| {
        if let Node::Start("sldId", element) = node {
            // Both a number and a relation are called `id`; the relation's has a prefix.
            let ids = element.attributes().flatten().filter(|id| id.key.prefix().is_some());
            shown.extend(ids.map(|id| id.value.into_owned()));
        }
    })?;
    if !listed {
        return Err(DocumentFault::MissingPart { part: MAIN_PART, kind: "PowerPoint" });
    }
    let slides: HashMap<String, String> =
        package.relations(&main)?.into_iter().map(|relation| (relation.id, relation.path)).collect();
    Ok(shown.iter().filter_map(|id| slides.get(id).cloned()).collect())
}

/// Reads a slide with what belongs to it; `false` when it is hidden.
fn read_slide(package: &mut Package, path: &str, draft: &mut FileContent) -> Result<bool, DocumentFault> {
    let slide = read_page(package, path)?;
    let mut attached = Vec::new();
    let relations = package.relations(path)?;
    for kind in ["diagramDrawing", "notesSlide"] {
        for relation in relations.iter().filter(|relation| relation.kind == kind) {
            let page = read_page(package, &relation.path)?;
            draft.aside.extend(page.aside);
            // A heading of the notes is the slide's title once more.
            attached.extend(page.paragraphs.list.into_iter().map(|paragraph| paragraph.text));
        }
    }
    if slide.hidden {
        draft.aside.extend(slide.into_texts());
        draft.aside.extend(attached);
        return Ok(false);
    }
    draft.aside.extend(slide.aside);
    draft.paragraphs.extend(slide.titles);
    draft.paragraphs.extend(slide.paragraphs.list);
    draft.paragraphs.extend(attached.into_iter().map(|text| Paragraph { text, kind: ParagraphKind::Text }));
    Ok(true)
}

fn read_page(package: &mut Package, path: &str) -> Result<Page, DocumentFault> {
    let mut page = Page::default();
    package.walk(path, &SKIPPED, &mut |node| page.node(&node))?;
    Ok(page)
}

/// What a shape is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Place {
    Title,
    #[default]
    Body,
    /// Date, footer, slide number: the same on every slide.
    Margin,
}

/// A slide, its notes, a diagram or a master.
#[derive(Default)]
struct Page {
    titles: Vec<Paragraph>,
    paragraphs: Paragraphs,
    aside: Vec<String>,
    hidden: bool,
    place: Place,
    in_text: bool,
    in_cell: bool,
    cells: Vec<String>,
}

impl Page {
    fn node(&mut self, node: &Node<'_>) {
        match node {
            Node::Start("sld", element) => {
                self.hidden = matches!(xml::attribute(element, "show").as_deref(), Some("0" | "false"));
            }
            Node::Start("sp", _) => self.place = Place::Body,
            Node::Start("ph", element) => {
                self.place = match xml::attribute(element, "type").as_deref() {
                    Some("title" | "ctrTitle") => Place::Title,
                    Some("dt" | "ftr" | "sldNum" | "hdr" | "sldImg") => Place::Margin,
                    _ => Place::Body,
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
                self.place = Place::Body;
            }
            Node::Text(text) if self.in_text => self.paragraphs.open.push(text),
            _ => {}
        }
    }

    /// A title and a cell are one paragraph each, whatever lines they have.
    fn end_paragraph(&mut self) {
        match self.place {
            _ if self.in_cell => self.paragraphs.open.push_break(),
            Place::Title => self.paragraphs.open.push_break(),
            Place::Body => self.paragraphs.end(ParagraphKind::Text),
            Place::Margin => self.aside.push(self.paragraphs.open.take()),
        }
    }

    fn end_shape(&mut self) {
        let text = self.paragraphs.open.take();
        if self.place == Place::Title && !text.is_empty() {
            self.titles.push(Paragraph { text, kind: ParagraphKind::Heading(1) });
        }
    }

    fn into_texts(self) -> impl Iterator<Item = String> {
        self.titles.into_iter().chain(self.paragraphs.list).map(|paragraph| paragraph.text).chain(self.aside)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::files::office::package::tests::archive;

    fn shape(kind: &str, paragraphs: &[&str]) -> String {
        let text: Vec<String> =
            paragraphs.iter().map(|text| format!("<a:p><a:r><a:t>{text}</a:t></a:r></a:p>")).collect();
        let text = text.concat();
        let kind = if kind.is_empty() { String::new() } else { format!("<p:nvPr><p:ph type=\"{kind}\"/></p:nvPr>") };
        format!("<p:sp>{kind}<p:txBody>{text}</p:txBody></p:sp>")
    }

    fn relation(id: &str, kind: &str, target: &str) -> String {
        format!(r#"<Relationship Id="{id}" Type="http://x/{kind}" Target="{target}"/>"#)
    }

    /// A deck of two slides, listed in the other order, with notes for the second.
    fn deck(first: &str, second: &str) -> Result<FileContent, DocumentFault> {
        let rels = relation("r1", "slide", "slides/slide1.xml") + &relation("r2", "slide", "slides/slide2.xml");
        let notes = shape("sldNum", &["7"]) + &shape("body", &["said"]);
        read(archive(&[
            (
                "ppt/presentation.xml",
                r#"<p><sldIdLst><sldId id="9" r:id="r2"/><sldId id="8" r:id="r1"/></sldIdLst></p>"#,
            ),
            ("ppt/_rels/presentation.xml.rels", &format!("<R>{rels}</R>")),
            ("ppt/slides/slide1.xml", first),
            ("ppt/slides/slide2.xml", second),
            ("ppt/slides/_rels/slide2.xml.rels", &format!("<R>{}</R>", relation("r1", "notesSlide", "../notes/n.xml"))),
            ("ppt/notes/n.xml", &format!("<p:notes>{notes}</p:notes>")),
            ("ppt/slideMasters/slideMaster1.xml", &format!("<m>{}</m>", shape("", &["master mark"]))),
        ]))
    }

    fn slide(shapes: &str) -> String {
        format!("<p:sld>{shapes}</p:sld>")
    }

    #[test]
    fn slides_follow_as_they_are_shown() {
        let table = "<a:tbl><a:tr><a:tc><a:p><a:t>a</a:t></a:p><a:p><a:t>b</a:t></a:p></a:tc><a:tc/></a:tr></a:tbl>";
        let second = slide(&(shape("", &["one", "", "two"]) + &shape("ctrTitle", &["New", "business"]) + table));
        let draft = deck(&slide(&(shape("title", &["标", "题"]) + &shape("ftr", &["foot"]))), &second).unwrap();
        let found: Vec<(bool, &str)> = draft
            .paragraphs
            .iter()
            .map(|paragraph| (paragraph.kind == ParagraphKind::Heading(1), paragraph.text.as_str()))
            .collect();
        let wanted = [
            (true, "New business"),
            (false, "one"),
            (false, "two"),
            (false, "a b | "),
            (false, "said"),
            (true, "标题"),
        ];
        assert_eq!(found, wanted);
        for text in ["foot", "master mark", "7"] {
            assert!(draft.aside.iter().any(|aside| aside == text), "{text} in {:?}", draft.aside);
        }
    }

    #[test]
    fn hidden_slides_are_left_out_and_told() {
        let hidden = format!("<p:sld show=\"0\">{}</p:sld>", shape("", &["secret"]));
        let draft = deck(&slide(&shape("", &["shown"])), &hidden).unwrap();
        let texts: Vec<&str> = draft.paragraphs.iter().map(|paragraph| paragraph.text.as_str()).collect();
        assert_eq!(texts, ["shown"]);
        assert!(draft.aside.iter().any(|text| text == "secret"));
        assert_eq!(draft.metadata.warnings, [Warning::HiddenSlides { slides: 1 }]);
    }

    #[test]
    fn a_file_without_slides_list_is_no_deck() {
        assert!(matches!(read(archive(&[("a.xml", "<a/>")])), Err(DocumentFault::MissingPart { .. })));
        assert!(matches!(deck("<p:sld>", "<p:sld/>"), Err(DocumentFault::Xml { .. })));
    }
}
