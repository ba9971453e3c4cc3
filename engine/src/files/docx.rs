//! Word documents to paragraphs: headings by their style or outline level, each list item and each table row on its own, text
//! boxes where they hang, foot- and endnotes at the end. Tables are text alone, which is told where they hold numbers. Deleted,
//! struck-out and hidden text is left out; all else that stands anywhere in the file (page headers, watermarks, comments,
//! charts) is only looked through for restricted words.

use std::collections::HashMap;

use quick_xml::events::BytesStart;

use crate::document::{Paragraph, ParagraphKind};
use crate::files::cell_text::Script;
use crate::files::office::package::Package;
use crate::files::office::xml::{self, Node};
use crate::files::office::{properties, strings};
use crate::files::paragraphs::{Paragraphs, Running};
use crate::files::{DocumentFault, FileContent, Warning};
use crate::language::labels;

/// The part where the text usually stands.
const MAIN_PART: &str = "word/document.xml";

/// Elements that are left out: deletions, moved text at its old place, field codes, the second form of a drawing.
// In code: names of elements (ECMA-376).
const SKIPPED: [&str; 8] =
    ["del", "moveFrom", "delText", "instrText", "delInstrText", "Fallback", "pPrChange", "rPrChange"];

/// Styles that a style may be based on, one on the other, before it is taken for a circle.
const BASES_MAX: usize = 20;

/// Reads a Word document.
pub(super) fn read(bytes: Vec<u8>) -> Result<FileContent, DocumentFault> {
    let mut package = Package::open(bytes)?;
    let mut draft = FileContent::default();
    properties::read(&mut package, &mut draft)?;
    let main = package.main_part(MAIN_PART)?;
    let relations = package.relations(&main)?;
    let of_kind = |kind: &str| -> Vec<String> {
        relations.iter().filter(|relation| relation.kind == kind).map(|relation| relation.path.clone()).collect()
    };
    let mut levels = HashMap::new();
    for part in of_kind("styles") {
        levels = heading_styles(&mut package, &part)?;
    }
    let mut body = Body { levels, ..Body::default() };
    if !package.walk(&main, &SKIPPED, &mut |node| body.node(&node))? {
        return Err(DocumentFault::MissingPart { part: MAIN_PART, kind: "Word" });
    }
    for part in of_kind("footnotes").iter().chain(&of_kind("endnotes")) {
        package.walk(part, &SKIPPED, &mut |node| body.node(&node))?;
    }
    if body.tables_of_numbers > 0 {
        draft.metadata.warnings.push(Warning::TablesAsText { tables: body.tables_of_numbers });
    }
    draft.paragraphs = std::mem::take(&mut body.paragraphs.list);
    draft.aside.append(&mut body.aside);
    for part in of_kind("header").iter().chain(&of_kind("footer")) {
        package.walk(part, &SKIPPED, &mut |node| body.node(&node))?;
    }
    // Words of a page header, and of a watermark, which hangs in one.
    let margins = body.paragraphs.list.iter().map(|paragraph| &paragraph.text).chain(&body.aside);
    let shown = body.paragraphs.list.iter().flat_map(Paragraph::lines);
    if margins.flat_map(|text| text.lines()).chain(shown).any(labels::marks) {
        draft.metadata.label(None);
    }
    draft.aside.extend(body.paragraphs.list.into_iter().map(|paragraph| paragraph.text));
    draft.aside.append(&mut body.aside);
    strings::read(&mut package, &mut draft)?;
    Ok(draft)
}

/// Heading levels by style identifier.
fn heading_styles(package: &mut Package, part: &str) -> Result<HashMap<String, u8>, DocumentFault> {
    #[derive(Default)]
    struct Style {
        level: Option<u8>,
        base: Option<String>,
    }
    let mut styles: HashMap<String, Style> = HashMap::new();
    let mut open: Option<(String, Style)> = None;
    package.walk(part, &SKIPPED, &mut |node| match (node, &mut open) {
        (Node::Start("style", element), _) => {
            open = Some((xml::attribute(element, "styleId").unwrap_or_default(), Style::default()));
        }
        (Node::Start("name", element), Some((_, style))) => {
            style.level = style.level.or_else(|| level_of_name(&value(element)));
        }
        (Node::Start("basedOn", element), Some((_, style))) => style.base = Some(value(element)),
        (Node::Start("outlineLvl", element), Some((_, style))) => style.level = outline_level(element).or(style.level),
        (Node::End("style"), _) => styles.extend(open.take()),
        _ => {}
    })?;
    let level = |id: &String| {
        let mut style = styles.get(id)?;
        for _ in 0..BASES_MAX {
            if style.level.is_some() {
                break;
            }
            style = styles.get(style.base.as_ref()?)?;
        }
        style.level
    };
    Ok(styles.keys().filter_map(|id| Some((id.clone(), level(id)?))).collect())
}

/// `heading 2` and `标题 2` are of level 2, a title of level 1.
fn level_of_name(name: &str) -> Option<u8> {
    let name = name.to_lowercase();
    if matches!(name.as_str(), "title" | "标题" | "標題") {
        return Some(1);
    }
    let number = ["heading ", "标题 ", "標題 "].iter().find_map(|start| name.strip_prefix(start))?;
    number.parse().ok().filter(|level| (1..=9).contains(level))
}

/// The level of an outline level, which counts from 0; 9 is body text.
fn outline_level(element: &BytesStart<'_>) -> Option<u8> {
    value(element).parse().ok().filter(|level| *level < 9).map(|level: u8| level + 1)
}

fn value(element: &BytesStart<'_>) -> String {
    xml::attribute(element, "val").unwrap_or_default()
}

/// A switch is on unless it says otherwise.
fn is_on(element: &BytesStart<'_>) -> bool {
    !matches!(value(element).as_str(), "0" | "false" | "off" | "none")
}

#[derive(Default)]
struct Body {
    paragraphs: Paragraphs,
    levels: HashMap<String, u8>,
    aside: Vec<String>,
    /// Level of the paragraph that is open, from its style or its own outline level.
    level: Option<u8>,
    /// Whether the run that is open is hidden or struck out.
    hidden: bool,
    /// How it stands on its line.
    script: Script,
    in_run_properties: bool,
    in_text: bool,
    /// Tables that are open, one in the other.
    tables: usize,
    cells: Vec<String>,
    /// Numbers behind the first cells of the rows of the outermost table that is open, and how many tables with some were closed.
    numbers: usize,
    tables_of_numbers: u64,
    /// Text around the text box that is open.
    around: Vec<Running>,
}

impl Body {
    fn node(&mut self, node: &Node<'_>) {
        match node {
            Node::Start(name, element) => self.start(name, element),
            Node::End(name) => self.end(name),
            Node::Text(_) if self.in_text && self.hidden => self.paragraphs.open.push(" "),
            Node::Text(text) if self.in_text => self.paragraphs.open.push(&self.script.shown_text(text)),
            Node::Text(_) => {}
        }
    }

    fn start(&mut self, name: &str, element: &BytesStart<'_>) {
        match name {
            "t" => self.in_text = true,
            "p" => self.level = None,
            "r" => (self.hidden, self.script) = Default::default(),
            "rPr" => self.in_run_properties = true,
            // Struck-out text is no longer said; double strikes count as one.
            "vanish" | "webHidden" | "strike" | "dstrike" if self.in_run_properties => self.hidden |= is_on(element),
            "vertAlign" if self.in_run_properties => self.script = Script::of_word(&value(element)),
            "pStyle" => self.level = self.level.or(self.levels.get(&value(element)).copied()),
            "outlineLvl" => self.level = outline_level(element),
            // Also the ends of a field's code and of what it shows.
            "hyperlink" | "fldSimple" | "fldChar" => self.paragraphs.open.part_digits(),
            "tab" | "ptab" => self.paragraphs.open.push(" "),
            "br" | "cr" => self.paragraphs.open.push_break(),
            "noBreakHyphen" => self.paragraphs.open.push("-"),
            "tbl" => self.tables += 1,
            "tr" if self.tables == 1 => self.cells.clear(),
            "txbxContent" => self.around.push(std::mem::take(&mut self.paragraphs.open)),
            "textpath" => self.aside.extend(xml::attribute(element, "string")),
            _ => {}
        }
    }

    fn end(&mut self, name: &str) {
        match name {
            "t" => self.in_text = false,
            "r" => (self.hidden, self.script) = Default::default(),
            "rPr" => self.in_run_properties = false,
            "hyperlink" | "fldSimple" => self.paragraphs.open.part_digits(),
            "p" if self.tables > 0 && self.around.is_empty() => self.paragraphs.open.push_break(),
            "p" => {
                let kind = self.level.take().map_or(ParagraphKind::Text, ParagraphKind::Heading);
                self.paragraphs.end(kind);
            }
            "tc" if self.tables == 1 => self.cells.push(self.paragraphs.open.take()),
            "tr" if self.tables == 1 => {
                let is_number =
                    |cell: &String| cell.starts_with(|c: char| !c.is_alphabetic()) && cell.contains(char::is_numeric);
                self.numbers += self.cells.iter().skip(1).filter(|cell| is_number(cell)).count();
                self.paragraphs.add_row(&self.cells);
            }
            "tbl" => {
                self.tables = self.tables.saturating_sub(1);
                self.tables_of_numbers += u64::from(self.tables == 0 && std::mem::take(&mut self.numbers) > 0);
            }
            "txbxContent" => {
                self.paragraphs.end(ParagraphKind::Text);
                self.paragraphs.open = self.around.pop().unwrap_or_default();
            }
            _ => {}
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
