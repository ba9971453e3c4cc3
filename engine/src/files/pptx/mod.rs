//! PowerPoint decks: slides in the order in which they are shown, each gone through once for its text and its tables. Hidden
//! slides, footers, slide numbers, and all that stands in other parts (layouts, comments, charts) are no text of the deck and
//! only looked through for restricted words; tables of hidden slides are hidden ones.

mod color;
mod part_tree;
mod shapes;
mod table;
mod tables;
#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
mod text;

use std::collections::HashMap;

use self::part_tree::TreeBuilder;
use self::tables::Tables;
use self::text::Page;
use crate::files::office::package::Package;
use crate::files::office::xml::Node;
use crate::files::office::{properties, strings};
use crate::files::{DocumentFault, FileContent, Warning};

/// The part that lists the slides.
const MAIN_PART: &str = "ppt/presentation.xml";

/// The second form of a drawing that newer programs draw otherwise.
const SKIPPED: [&str; 1] = ["Fallback"];

/// Reads a deck.
pub(super) fn read(bytes: Vec<u8>) -> Result<FileContent, DocumentFault> {
    let mut package = Package::open(bytes)?;
    let mut content = FileContent::default();
    properties::read(&mut package, &mut content)?;
    let mut tables = Tables::default();
    let mut hidden = 0;
    for (number, path) in (1..).zip(slides(&mut package)?) {
        let (mut page, mut tree) = (Page::default(), TreeBuilder::default());
        package.walk(&path, &SKIPPED, &mut |node| {
            page.node(&node);
            tree.node(&node);
        })?;
        let relations = package.relations(&path)?;
        hidden += u64::from(!text::add_slide(&mut package, page, &relations, &mut content)?);
        tables.add_slide(&mut package, number, tree.finish(), &relations);
    }
    if hidden > 0 {
        content.metadata.warnings.push(Warning::HiddenSlides { slides: hidden });
    }
    strings::read(&mut package, &mut content)?;
    content.grids = tables.finish();
    Ok(content)
}

/// The paths of the slides in the order in which they are shown, hidden ones among them.
fn slides(package: &mut Package) -> Result<Vec<String>, DocumentFault> {
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
