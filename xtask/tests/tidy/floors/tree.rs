//! A crate's source as a tree of modules: what each module defines, imports and names. Nothing is resolved here.

use std::collections::{BTreeMap, HashMap};

use syn::visit::Visit;

use super::names::Names;

/// The files of a crate: path under its `src/` folder, and text.
pub(crate) type Sources = BTreeMap<String, String>;

/// Every module of a crate, those of its library and of its program side by side.
#[derive(Default)]
pub(crate) struct Tree {
    pub(crate) modules: Vec<Module>,
    /// What the crate is called by others: how its own program names its library.
    pub(crate) name: String,
    /// Files that no `mod` leads to, `mod` lines without a file, and files that are no Rust.
    pub(crate) faults: Vec<String>,
}

#[derive(Default)]
pub(crate) struct Module {
    /// From the crate's root down to the module that has a file of its own; an inline module is where its file is.
    pub(crate) place: Vec<String>,
    pub(crate) file: String,
    /// The module around it; none around a root.
    pub(crate) parent: Option<usize>,
    /// Where its `crate::` leads.
    pub(crate) root: usize,
    /// Whether it is compiled for tests only.
    pub(crate) is_test: bool,
    pub(crate) bindings: HashMap<String, Vec<Binding>>,
    pub(crate) globs: Vec<Binding>,
    pub(crate) references: Vec<Reference>,
    /// The macros that it defines: those after it in the text know them without an import.
    pub(crate) macros: Vec<String>,
    /// The types that an `impl` without a trait extends.
    pub(crate) extended: Vec<Reference>,
}

/// What a name means in its module.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Binding {
    /// Without `pub`: for the module and those under it.
    pub(crate) private: bool,
    pub(crate) what: What,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum What {
    Module(usize),
    /// Defined in this module.
    Item,
    /// Brought in by `use`.
    Import(Vec<String>),
}

/// A path that a line writes.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Reference {
    pub(crate) line: usize,
    pub(crate) path: Vec<String>,
    /// Written by a `use`: it is judged where it stands. Any other single name leads to its `use`.
    pub(crate) import: bool,
}

impl Tree {
    /// The crate called `name` with these sources.
    pub(crate) fn of(name: &str, sources: &Sources) -> Tree {
        let mut tree = Tree { name: name.to_owned(), ..Tree::default() };
        for root in ["lib.rs", "main.rs"] {
            if sources.contains_key(root) {
                let id = tree.modules.len();
                tree.modules.push(Module { file: root.to_owned(), root: id, ..Module::default() });
                tree.read(id, "", sources);
            }
        }
        let reached: Vec<&String> = tree.modules.iter().map(|module| &module.file).collect();
        let lost = sources.keys().filter(|file| !reached.contains(file));
        let lost: Vec<String> = lost.map(|file| format!("{file}: no `mod` leads here")).collect();
        tree.faults.extend(lost);
        tree
    }

    /// The library, which the program of the same crate names by the crate's name.
    pub(crate) fn library(&self) -> Option<usize> {
        self.modules.iter().position(|module| module.parent.is_none() && module.file == "lib.rs")
    }

    /// Reads the file of module `id`, whose children lie in `folder`.
    fn read(&mut self, id: usize, folder: &str, sources: &Sources) {
        let file = self.modules[id].file.clone();
        match syn::parse_file(&sources[&file]) {
            Ok(parsed) => self.fill(id, folder, &parsed.items, sources),
            Err(error) => self.faults.push(format!("{file}: {error}")),
        }
    }

    fn fill(&mut self, id: usize, folder: &str, items: &[syn::Item], sources: &Sources) {
        for item in items {
            match item {
                syn::Item::Mod(module) => self.child(id, folder, module, sources),
                other => Names::new(&mut self.modules[id]).visit_item(other),
            }
        }
    }

    fn child(&mut self, parent: usize, folder: &str, item: &syn::ItemMod, sources: &Sources) {
        let name = item.ident.to_string();
        let id = self.modules.len();
        let above = &self.modules[parent];
        let mut module = Module {
            place: above.place.clone(),
            file: above.file.clone(),
            parent: Some(parent),
            root: above.root,
            is_test: above.is_test || item.attrs.iter().any(is_test),
            ..Module::default()
        };
        let below = format!("{folder}{name}/");
        let inline = item.content.as_ref().map(|(_, items)| items);
        if inline.is_none() {
            module.place.push(name.clone());
            let Some(file) = file_of(&above.file, folder, item, sources) else {
                self.faults.push(format!("{}: no file for `mod {name}`", above.file));
                return;
            };
            module.file = file;
        }
        let binding = Binding { private: is_private(&item.vis), what: What::Module(id) };
        self.modules[parent].bindings.entry(name).or_default().push(binding);
        self.modules.push(module);
        match inline {
            Some(items) => self.fill(id, &below, items, sources),
            None => self.read(id, &below, sources),
        }
    }
}

/// Where a module without a body lies: where `#[path]` says, in `name.rs`, or in `name/mod.rs`.
fn file_of(above: &str, folder: &str, item: &syn::ItemMod, sources: &Sources) -> Option<String> {
    let beside = above.rfind('/').map_or("", |at| &above[..=at]);
    let is_there = |file: &String| sources.contains_key(file);
    let told = item.attrs.iter().filter(|attribute| attribute.path().is_ident("path")).find_map(text);
    let file = match told {
        Some(path) => Some(format!("{beside}{path}")),
        None => [".rs", "/mod.rs"].map(|end| format!("{folder}{}{end}", item.ident)).into_iter().find(is_there),
    };
    file.filter(is_there)
}

/// The text in `#[name = "text"]`.
fn text(attribute: &syn::Attribute) -> Option<String> {
    let syn::Meta::NameValue(value) = &attribute.meta else { return None };
    match &value.value {
        syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(text), .. }) => Some(text.value()),
        _ => None,
    }
}

fn is_test(attribute: &syn::Attribute) -> bool {
    let is_word = |word: &str| word == "test";
    match &attribute.meta {
        syn::Meta::List(list) if list.path.is_ident("cfg") => {
            list.tokens.to_string().split(|c: char| !c.is_alphanumeric()).any(is_word)
        }
        _ => false,
    }
}

pub(crate) fn is_private(visibility: &syn::Visibility) -> bool {
    matches!(visibility, syn::Visibility::Inherited)
}
