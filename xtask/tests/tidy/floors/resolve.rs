//! From a path that a line writes to the modules it leads through and to the one that defines its name: through
//! re-exports, renames, globs, `self` and `super`. Methods are not looked up; hence a type's own methods must stand on the
//! type's floor.

use std::collections::HashSet;

use super::tree::{Binding, Reference, Tree, What};

/// Where a path leads.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Target {
    Module(usize),
    /// A name that this module defines.
    Item(usize),
}

impl Target {
    pub(crate) fn module(self) -> usize {
        match self {
            Target::Module(id) | Target::Item(id) => id,
        }
    }
}

/// Names that are being looked up, so that two imports of each other end.
type Seen = HashSet<(usize, String)>;

impl Tree {
    /// The modules that define what `path`, written in module `from`, names. Nothing for a path into another crate.
    pub(crate) fn definers(&self, from: usize, path: &[String]) -> Vec<usize> {
        let mut found: Vec<usize> =
            self.resolve(from, path, &mut Seen::new()).iter().map(|target| target.module()).collect();
        found.dedup();
        found
    }

    /// The modules that `path` leads through, and that do not hold what it names: an import by way of a floor needs
    /// that floor too.
    pub(crate) fn passed(&self, from: usize, path: &[String]) -> Vec<usize> {
        let definers = self.definers(from, path);
        let holds = |id: usize| {
            definers.iter().any(|definer| self.modules[*definer].place.starts_with(&self.modules[id].place))
        };
        let prefixes = (1..path.len()).flat_map(|length| self.resolve(from, &path[..length], &mut Seen::new()));
        let modules = prefixes.filter_map(|target| if let Target::Module(id) = target { Some(id) } else { None });
        modules.filter(|id| !holds(*id)).collect()
    }

    /// The definers of a reference without those of the `use` that it starts from: that line is judged itself.
    pub(crate) fn beyond_import(&self, from: usize, reference: &Reference) -> Vec<usize> {
        let mut definers = self.definers(from, &reference.path);
        let first = &reference.path[..1];
        if !reference.import && self.modules[from].bindings.contains_key(&first[0]) {
            let judged = self.definers(from, first);
            definers.retain(|definer| !judged.contains(definer));
        }
        definers
    }

    fn resolve(&self, from: usize, path: &[String], seen: &mut Seen) -> Vec<Target> {
        let Some((first, rest)) = path.split_first() else { return Vec::new() };
        let mut targets = self.first(from, first, seen);
        for name in rest {
            targets = self.step(&targets, name, from, seen);
        }
        targets
    }

    fn first(&self, from: usize, name: &str, seen: &mut Seen) -> Vec<Target> {
        let module = &self.modules[from];
        match name {
            "crate" => vec![Target::Module(module.root)],
            "self" => vec![Target::Module(from)],
            "super" => module.parent.map(Target::Module).into_iter().collect(),
            _ => {
                let mut targets = self.lookup(from, name, from, seen);
                if targets.is_empty() && name == self.name {
                    targets.extend(self.library().map(Target::Module));
                }
                if targets.is_empty() {
                    targets.extend(self.macro_called(name));
                }
                targets
            }
        }
    }

    fn step(&self, targets: &[Target], name: &str, accessor: usize, seen: &mut Seen) -> Vec<Target> {
        let modules: Vec<usize> = targets
            .iter()
            .filter_map(|target| if let Target::Module(id) = target { Some(*id) } else { None })
            .collect();
        if modules.is_empty() {
            return targets.to_vec(); // a variant or an associated item: where its type is
        }
        let mut next = Vec::new();
        for id in modules {
            match name {
                "super" => next.extend(self.modules[id].parent.map(Target::Module)),
                "self" => next.push(Target::Module(id)),
                _ => {
                    let found = self.lookup(id, name, accessor, seen);
                    // What a macro made of other names is taken to stand where it is looked for.
                    if found.is_empty() { next.push(Target::Item(id)) } else { next.extend(found) }
                }
            }
        }
        next
    }

    /// What `name` means inside module `id`, for a line of module `accessor`.
    fn lookup(&self, id: usize, name: &str, accessor: usize, seen: &mut Seen) -> Vec<Target> {
        if !seen.insert((id, name.to_owned())) {
            return Vec::new();
        }
        let module = &self.modules[id];
        let visible = |binding: &&Binding| !binding.private || self.is_inside(accessor, id);
        let mut targets = Vec::new();
        for binding in module.bindings.get(name).into_iter().flatten().filter(visible) {
            match &binding.what {
                What::Module(child) => targets.push(Target::Module(*child)),
                What::Item => targets.push(Target::Item(id)),
                What::Import(path) => targets.extend(self.resolve(id, path, seen)),
            }
        }
        if targets.is_empty() && !module.bindings.contains_key(name) {
            for glob in module.globs.iter().filter(visible) {
                let What::Import(path) = &glob.what else { continue };
                for target in self.resolve(id, path, &mut seen.clone()) {
                    if let Target::Module(from) = target {
                        targets.extend(self.lookup(from, name, accessor, seen));
                    }
                }
            }
        }
        seen.remove(&(id, name.to_owned()));
        targets
    }

    fn is_inside(&self, mut inner: usize, outer: usize) -> bool {
        loop {
            if inner == outer {
                return true;
            }
            match self.modules[inner].parent {
                Some(parent) => inner = parent,
                None => return false,
            }
        }
    }

    /// A macro that is known by its place in the text.
    fn macro_called(&self, name: &str) -> Option<Target> {
        self.modules.iter().position(|module| module.macros.iter().any(|own| own == name)).map(Target::Item)
    }
}
