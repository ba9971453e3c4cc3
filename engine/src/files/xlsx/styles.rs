//! The styles part of a workbook: what a cell's style number means for its look, and what conditional formats make of one.
//! Borders, protection and named styles are not read.

use std::collections::HashMap;
use std::sync::Arc;

use quick_xml::events::BytesStart;

use super::color::{self, Palette};
use super::look::{Dress, Dressing, Fill, Font};
use super::{Rgb, attributes};
use crate::files::Blemish;
use crate::files::DocumentFault;
use crate::files::fault::at_most;
use crate::files::number_format::{self, NumberFormat};
use crate::files::office::package::Package;
use crate::files::office::xml::{self, Node};

/// Most styles, fonts, fills or formats. Spreadsheet programs know 65,490 styles.
const STYLES_MAX: usize = 100_000;

/// The look of cells.
#[derive(Debug, Clone)]
pub(super) struct CellStyle {
    pub(super) format: Arc<NumberFormat>,
    pub(super) fill: Option<Rgb>,
    pub(super) font_color: Option<Rgb>,
    pub(super) bold: bool,
    /// What its font does to a text: strikes it out, raises it, or makes it too small to be seen.
    pub(super) blemish: Option<Blemish>,
    pub(super) indent: u8,
}

/// All styles of a workbook.
#[derive(Debug)]
pub(super) struct Styles {
    cells: Vec<CellStyle>,
    plain: CellStyle,
    /// What conditional formats make of cells, by number.
    dresses: Vec<Dress>,
    palette: Palette,
}

impl Styles {
    /// Reads the styles part; a workbook without one has none.
    pub(super) fn read(package: &mut Package, part: Option<&str>, mut palette: Palette) -> Result<Self, DocumentFault> {
        let mut raw = Raw::default();
        if let Some(part) = part {
            package.walk(part, &[], &mut |node| raw.node(&node))?;
        }
        for list in [raw.fonts.len(), raw.fills.len(), raw.codes.len(), raw.xfs.len(), raw.dresses.len()] {
            at_most(list, STYLES_MAX, "cell styles")?;
        }
        palette.set_indexed(&raw.indexed);
        let mut formats = HashMap::new();
        let plain = raw.style(&Xf::default(), &palette, &mut formats);
        let cells = raw.xfs.iter().map(|xf| raw.style(xf, &palette, &mut formats)).collect();
        let dresses = raw.dresses.iter().map(|dress| dress.resolve(&palette)).collect();
        Ok(Self { cells, plain, dresses, palette })
    }

    /// What a conditional format makes of a cell, by its number; none where the workbook does not have it.
    pub(super) fn dress(&self, index: usize) -> Option<&Dress> {
        self.dresses.get(index)
    }

    /// The workbook's colours.
    pub(super) fn palette(&self) -> &Palette {
        &self.palette
    }

    /// The style of a number; cells without one, and with one that the workbook does not have, are plain.
    pub(super) fn get(&self, index: Option<usize>) -> &CellStyle {
        self.cells.get(index.unwrap_or(0)).unwrap_or(&self.plain)
    }
}

/// The part as it is written: colours stand before the palette that gives them their meaning.
#[derive(Default)]
struct Raw {
    area: Area,
    codes: HashMap<u32, String>,
    fonts: Vec<Font>,
    fills: Vec<Fill>,
    xfs: Vec<Xf>,
    dresses: Vec<Dressing>,
    indexed: Vec<Rgb>,
}

/// The list that is being read.
#[derive(Default, Clone, Copy, PartialEq, Eq)]
enum Area {
    #[default]
    None,
    Formats,
    Fonts,
    Fills,
    Xfs,
    Dresses,
    Palette,
}

#[derive(Default)]
struct Xf {
    format: u32,
    font: Option<usize>,
    fill: Option<usize>,
    indent: u8,
}

impl Raw {
    fn node(&mut self, node: &Node<'_>) {
        match node {
            Node::Start("numFmts", _) => self.area = Area::Formats,
            Node::Start("fonts", _) => self.area = Area::Fonts,
            Node::Start("fills", _) => self.area = Area::Fills,
            Node::Start("cellXfs", _) => self.area = Area::Xfs,
            Node::Start("dxfs", _) => self.area = Area::Dresses,
            Node::Start("indexedColors", _) => self.area = Area::Palette,
            Node::End("numFmts" | "fonts" | "fills" | "cellXfs" | "dxfs" | "indexedColors") => self.area = Area::None,
            Node::Start(name, element) => match self.area {
                Area::None => {}
                Area::Formats => self.format(element),
                Area::Fonts => self.font(name, element),
                Area::Fills => self.fill(name, element),
                Area::Xfs => self.xf(name, element),
                Area::Dresses => {
                    if *name == "dxf" {
                        self.dresses.push(Dressing::default());
                    }
                    self.dresses.iter_mut().next_back().into_iter().for_each(|dress| dress.take(name, element));
                }
                Area::Palette => {
                    let color = xml::attribute(element, "rgb").as_deref().and_then(color::rgb);
                    self.indexed.push(color.unwrap_or(Rgb([0; 3])));
                }
            },
            _ => {}
        }
    }

    fn format(&mut self, element: &BytesStart<'_>) {
        let id = xml::attribute(element, "numFmtId").and_then(|id| id.parse().ok());
        if let (Some(id), Some(code)) = (id, xml::attribute(element, "formatCode")) {
            self.codes.insert(id, code);
        }
    }

    fn font(&mut self, name: &str, element: &BytesStart<'_>) {
        if name == "font" {
            self.fonts.push(Font::default());
        }
        self.fonts.iter_mut().next_back().into_iter().for_each(|font| font.take(name, element));
    }

    fn fill(&mut self, name: &str, element: &BytesStart<'_>) {
        if name == "fill" {
            self.fills.push(Fill::default());
        }
        self.fills.iter_mut().next_back().into_iter().for_each(|fill| fill.take(name, element));
    }

    fn xf(&mut self, name: &str, element: &BytesStart<'_>) {
        match name {
            "xf" => {
                let mut xf = Xf::default();
                for (name, value) in attributes(element) {
                    match name {
                        "numFmtId" => xf.format = value.parse().unwrap_or_default(),
                        "fontId" => xf.font = value.parse().ok(),
                        "fillId" => xf.fill = value.parse().ok(),
                        _ => {}
                    }
                }
                self.xfs.push(xf);
            }
            "alignment" => {
                if let (Some(xf), Some(indent)) = (self.xfs.last_mut(), xml::attribute(element, "indent")) {
                    xf.indent = indent.parse().unwrap_or_default();
                }
            }
            _ => {}
        }
    }

    fn style(&self, xf: &Xf, palette: &Palette, formats: &mut HashMap<u32, Arc<NumberFormat>>) -> CellStyle {
        let format = formats.entry(xf.format).or_insert_with(|| {
            let code = self.codes.get(&xf.format).map(String::as_str).or_else(|| number_format::builtin(xf.format));
            Arc::new(NumberFormat::parse(code.unwrap_or_default()))
        });
        let font = xf.font.and_then(|index| self.fonts.get(index));
        let of_font = |font: Option<&Font>| font.and_then(|font| font.color).and_then(|color| color.of_text(palette));
        // The first font is the workbook's default; its text, and what looks like it, has no colour of its own.
        let usual = of_font(self.fonts.first()).or(palette.theme.get(1).copied());
        let fill = xf.fill.and_then(|index| self.fills.get(index));
        CellStyle {
            format: Arc::clone(format),
            fill: fill.and_then(|fill| fill.color(palette)),
            font_color: of_font(font).filter(|color| Some(*color) != usual),
            bold: font.is_some_and(|font| font.bold),
            blemish: font.and_then(|font| font.blemish),
            indent: xf.indent,
        }
    }
}
