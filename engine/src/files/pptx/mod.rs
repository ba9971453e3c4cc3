//! Tables of PowerPoint decks, slide by slide in the order in which they are shown, and on a slide in reading order. Only
//! what a cell says about its own fill counts: the bands that a table style draws are the same for every table of the style
//! and mean nothing. Pictures, charts and embedded workbooks are not read.

mod color;
mod slide;
mod table;
#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
pub(crate) mod text;
mod tree;

use std::collections::BTreeMap;

use self::color::Palette;
use self::slide::{Placeholders, Shapes};
use self::tree::Tree;
use super::placing::{CELLS_MAX, TABLES_MAX};
use crate::files::grid::{GridPlace, StyledGrid};
use crate::files::office::package::Package;
use crate::files::pptx::text::slides;
use crate::files::{DocumentFault, FileContent, contained};

/// Reads a deck.
pub(super) fn read(bytes: Vec<u8>) -> Result<FileContent, DocumentFault> {
    let content = text::read(bytes.clone())?;
    Ok(FileContent { grids: contained(|| tables(bytes)), ..content })
}

fn tables(bytes: Vec<u8>) -> Result<Vec<StyledGrid>, DocumentFault> {
    let mut deck = Deck { package: Package::open(bytes)?, layouts: BTreeMap::new(), themes: BTreeMap::new() };
    let mut grids: Vec<StyledGrid> = Vec::new();
    let mut cells = 0;
    for (slide, path) in (1..).zip(slides(&mut deck.package)?) {
        for grid in deck.slide(slide, &path)? {
            cells += grid.cells.len();
            if cells > CELLS_MAX {
                return Err(DocumentFault::TooMany { what: "cells in tables", most: CELLS_MAX });
            }
            if grids.len() == TABLES_MAX {
                return Err(DocumentFault::TooMany { what: "tables", most: TABLES_MAX });
            }
            grids.push(grid);
        }
    }
    Ok(grids)
}

struct Deck {
    package: Package,
    /// Layouts by path: their placeholders and colours.
    layouts: BTreeMap<String, (Placeholders, Palette)>,
    /// Colours of masters by path.
    themes: BTreeMap<String, Palette>,
}

impl Deck {
    fn slide(&mut self, number: u32, path: &str) -> Result<Vec<StyledGrid>, DocumentFault> {
        let slide = Tree::read(&mut self.package, path)?;
        if slide.find("tbl").is_none() {
            return Ok(Vec::new());
        }
        let hidden = slide.root().and_then(|root| root.flag("show")) == Some(false);
        let layout = self.related(path, "slideLayout")?;
        if let Some(layout) = &layout {
            self.read_layout(layout)?;
        }
        let nothing = (Placeholders::default(), Palette::default());
        let (layout, palette) = layout.and_then(|layout| self.layouts.get(&layout)).unwrap_or(&nothing);
        let palette = palette.clone().mapped(slide.find("overrideClrMapping"));
        let shapes = Shapes::of(&slide, layout);
        let mut grids = Vec::new();
        for found in &shapes.tables {
            let place = GridPlace::Slide { slide: number, table: u32::try_from(grids.len() + 1).unwrap_or(u32::MAX) };
            let placing = table::read(found.table, &palette)?;
            grids.extend(placing.finish(place, shapes.captions(found), hidden || found.hidden));
        }
        Ok(grids)
    }

    fn read_layout(&mut self, path: &str) -> Result<(), DocumentFault> {
        if self.layouts.contains_key(path) {
            return Ok(());
        }
        let layout = Tree::read(&mut self.package, path)?;
        let palette = match self.related(path, "slideMaster")? {
            Some(master) => self.theme(&master)?,
            None => Palette::default(),
        };
        let palette = palette.mapped(layout.find("overrideClrMapping"));
        self.layouts.insert(path.to_owned(), (Placeholders::of(&layout), palette));
        Ok(())
    }

    /// The colours of a master.
    fn theme(&mut self, master: &str) -> Result<Palette, DocumentFault> {
        if let Some(known) = self.themes.get(master) {
            return Ok(known.clone());
        }
        let theme = match self.related(master, "theme")? {
            Some(theme) => Tree::read(&mut self.package, &theme)?,
            None => Tree::default(),
        };
        let tree = Tree::read(&mut self.package, master)?;
        let palette = Palette::new(theme.find("clrScheme"), tree.find("clrMap"));
        self.themes.insert(master.to_owned(), palette.clone());
        Ok(palette)
    }

    fn related(&mut self, path: &str, kind: &str) -> Result<Option<String>, DocumentFault> {
        let relations = self.package.relations(path)?;
        Ok(relations.into_iter().find(|relation| relation.kind == kind).map(|relation| relation.path))
    }
}
