//! A part of a deck as a tree. Elements lie in one list, each before what is inside of it, so that nesting costs nothing.
//! Names are local ones; what elements mean is not known here.

use super::SKIPPED;
use crate::files::DocumentFault;
use crate::files::fault::at_most;
use crate::files::office::package::Package;
use crate::files::office::xml::{self, Node};

/// Most elements and attributes of a part. A slide full of text has some twenty thousand.
const ITEMS_MAX: usize = 500_000;

/// A part as a tree. Empty for a part that is not there.
#[derive(Debug, Default)]
pub(super) struct Tree {
    nodes: Vec<Stored>,
}

#[derive(Debug)]
struct Stored {
    name: Box<str>,
    attributes: Vec<(String, String)>,
    /// The first element after those inside of this one.
    end: usize,
    /// Text that stands directly in it.
    text: String,
}

/// An element of a tree.
#[derive(Debug, Clone, Copy)]
pub(super) struct Element<'t> {
    nodes: &'t [Stored],
    index: usize,
    node: &'t Stored,
}

/// A tree that grows with the elements of a part.
#[derive(Debug, Default)]
pub(super) struct TreeBuilder {
    tree: Tree,
    /// The elements that are open, outermost first.
    open: Vec<usize>,
    items: usize,
}

impl TreeBuilder {
    /// Takes the next thing of the part.
    pub(super) fn node(&mut self, node: &Node<'_>) {
        if self.items > ITEMS_MAX {
            return;
        }
        let nodes = &mut self.tree.nodes;
        match node {
            Node::Start(name, element) => {
                self.items += 1 + element.attributes().with_checks(false).take(ITEMS_MAX).count();
                if self.items <= ITEMS_MAX {
                    self.open.push(nodes.len());
                    let attributes = xml::attributes(element);
                    nodes.push(Stored { name: (*name).into(), attributes, end: 0, text: String::new() });
                }
            }
            Node::End(_) => {
                let end = nodes.len();
                if let Some(node) = self.open.pop().and_then(|index| nodes.get_mut(index)) {
                    node.end = end;
                }
            }
            Node::Text(text) => {
                if let Some(node) = self.open.last().and_then(|index| nodes.get_mut(*index)) {
                    node.text.push_str(text);
                }
            }
        }
    }

    /// The tree. Fails for a part with more in it than a slide has.
    pub(super) fn finish(self) -> Result<Tree, DocumentFault> {
        at_most(self.items, ITEMS_MAX, "elements in one part").map(|()| self.tree)
    }
}

impl Tree {
    /// Reads a part.
    pub(super) fn read(package: &mut Package, path: &str) -> Result<Self, DocumentFault> {
        let mut tree = TreeBuilder::default();
        package.walk(path, &SKIPPED, &mut |node| tree.node(&node))?;
        tree.finish()
    }

    /// Its outermost element.
    pub(super) fn root(&self) -> Option<Element<'_>> {
        Element::at(&self.nodes, 0)
    }

    /// The first element of a name, wherever it is.
    pub(super) fn find(&self, name: &str) -> Option<Element<'_>> {
        let index = self.nodes.iter().position(|node| &*node.name == name)?;
        Element::at(&self.nodes, index)
    }
}

impl<'t> Element<'t> {
    fn at(nodes: &'t [Stored], index: usize) -> Option<Self> {
        Some(Self { nodes, index, node: nodes.get(index)? })
    }

    pub(super) fn name(self) -> &'t str {
        &self.node.name
    }

    pub(super) fn text(self) -> &'t str {
        &self.node.text
    }

    pub(super) fn attribute(self, name: &str) -> Option<&'t str> {
        let found = self.node.attributes.iter().find(|(known, _)| known == name);
        found.map(|(_, value)| value.as_str())
    }

    /// An attribute that is a whole number.
    pub(super) fn number(self, name: &str) -> Option<i64> {
        self.attribute(name)?.trim().parse().ok()
    }

    /// An attribute that is true or false.
    pub(super) fn flag(self, name: &str) -> Option<bool> {
        match self.attribute(name)? {
            "1" | "true" => Some(true),
            "0" | "false" => Some(false),
            _ => None,
        }
    }

    /// The elements directly inside of it.
    pub(super) fn children(self) -> impl Iterator<Item = Self> {
        let mut next = self.index + 1;
        std::iter::from_fn(move || {
            let child = Self::at(self.nodes, next).filter(|_| next < self.node.end)?;
            next = child.node.end;
            Some(child)
        })
    }

    /// The first of a name directly inside of it.
    pub(super) fn child(self, name: &str) -> Option<Self> {
        self.children().find(|child| child.name() == name)
    }

    /// The element that is reached by a path of names.
    pub(super) fn path(self, names: &[&str]) -> Option<Self> {
        names.iter().try_fold(self, |element, name| element.child(name))
    }

    /// All elements inside of it, in the order of the part.
    pub(super) fn descendants(self) -> impl Iterator<Item = Self> {
        (self.index + 1..self.node.end).filter_map(move |index| Self::at(self.nodes, index))
    }

    /// Where the elements inside of it end, to tell what is inside.
    pub(super) fn range(self) -> std::ops::Range<usize> {
        self.index..self.node.end
    }
}
