//! The tables of a deck, and on a slide in reading order. Only what a cell says about its own fill counts: the bands that a table
//! style draws are the same for every table of the style and mean nothing.

use std::collections::BTreeMap;

use super::color::Palette;
use super::part_tree::Tree;
use super::shapes::{Placeholders, Shapes};
use super::table;
use crate::files::DocumentFault;
use crate::files::fault::at_most;
use crate::files::grid::{GridPlace, StyledGrid};
use crate::files::grid_builder::{CELLS_MAX, TABLES_MAX};
use crate::files::office::package::{Package, Relation};

/// The tables of the slides so far, and what is known of the parts that slides share.
#[derive(Default)]
pub(super) struct Tables {
    grids: Vec<StyledGrid>,
    cells: usize,
    /// Layouts by path: their placeholders and colours.
    layouts: BTreeMap<String, (Placeholders, Palette)>,
    /// Colours of masters by path.
    themes: BTreeMap<String, Palette>,
    /// Why the tables of the deck cannot be read.
    fault: Option<DocumentFault>,
}

impl Tables {
    /// Adds the tables of a slide, unless an earlier one had a fault.
    pub(super) fn add_slide(
        &mut self,
        package: &mut Package,
        number: u32,
        slide: Result<Tree, DocumentFault>,
        relations: &[Relation],
    ) {
        if self.fault.is_none() {
            self.fault = slide.and_then(|slide| self.slide(package, number, &slide, relations)).err();
        }
    }

    pub(super) fn finish(self) -> Result<Vec<StyledGrid>, DocumentFault> {
        self.fault.map_or(Ok(self.grids), Err)
    }

    fn slide(
        &mut self,
        package: &mut Package,
        number: u32,
        slide: &Tree,
        relations: &[Relation],
    ) -> Result<(), DocumentFault> {
        if slide.find("tbl").is_none() {
            return Ok(());
        }
        let hidden = slide.root().and_then(|root| root.flag("show")) == Some(false);
        let layout = of_kind(relations, "slideLayout");
        if let Some(layout) = layout {
            self.read_layout(package, layout)?;
        }
        let nothing = (Placeholders::default(), Palette::default());
        let (layout, palette) = layout.and_then(|layout| self.layouts.get(layout)).unwrap_or(&nothing);
        let palette = palette.clone().mapped(slide.find("overrideClrMapping"));
        let shapes = Shapes::of(slide, layout);
        let all: Vec<String> = shapes.tables.iter().flat_map(|found| shapes.captions(found)).collect();
        let beside = shapes.beside(&all);
        let mut table = 0;
        for found in &shapes.tables {
            let place = GridPlace::Slide { slide: number, table: table + 1 };
            let placed = table::read(found.table, &palette)?;
            let captions = shapes.captions(found);
            let own = captions.len() - shapes.titles();
            let Some(grid) = placed.finish(place, captions, hidden || found.hidden) else { continue };
            table += 1;
            self.cells += grid.cells.len();
            at_most(self.cells, CELLS_MAX, "cells in tables")?;
            at_most(self.grids.len() + 1, TABLES_MAX, "tables")?;
            let labels = shapes.labels(found, &all);
            self.grids.push(StyledGrid { beside: beside.clone(), labels, own, ..grid });
        }
        Ok(())
    }

    fn read_layout(&mut self, package: &mut Package, path: &str) -> Result<(), DocumentFault> {
        if self.layouts.contains_key(path) {
            return Ok(());
        }
        let layout = Tree::read(package, path)?;
        let palette = match of_kind(&package.relations(path)?, "slideMaster") {
            Some(master) => self.theme(package, master)?,
            None => Palette::default(),
        };
        let palette = palette.mapped(layout.find("overrideClrMapping"));
        self.layouts.insert(path.to_owned(), (Placeholders::of(&layout), palette));
        Ok(())
    }

    /// The colours of a master.
    fn theme(&mut self, package: &mut Package, master: &str) -> Result<Palette, DocumentFault> {
        if let Some(known) = self.themes.get(master) {
            return Ok(known.clone());
        }
        let theme = match of_kind(&package.relations(master)?, "theme") {
            Some(theme) => Tree::read(package, theme)?,
            None => Tree::default(),
        };
        let tree = Tree::read(package, master)?;
        let palette = Palette::new(theme.find("clrScheme"), tree.find("clrMap"));
        self.themes.insert(master.to_owned(), palette.clone());
        Ok(palette)
    }
}

/// The part to which a relation of a kind leads.
fn of_kind<'r>(relations: &'r [Relation], kind: &str) -> Option<&'r str> {
    relations.iter().find(|relation| relation.kind == kind).map(|relation| relation.path.as_str())
}
