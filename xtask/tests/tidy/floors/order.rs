//! What a crate's files need of each other, and what of that goes up: from a floor to a higher one, or round in a circle.

use std::collections::{BTreeMap, BTreeSet};

use super::tree::{Module, Reference, Tree};

/// A line that needs another file of its crate.
#[derive(Clone)]
pub(crate) struct Edge {
    pub(crate) file: String,
    line: usize,
    name: String,
    pub(crate) needs: String,
    is_test: bool,
    from: Vec<String>,
    to: Vec<String>,
    how: How,
}

/// Why a line needs another file.
#[derive(Clone, Copy, PartialEq, PartialOrd, Eq, Ord)]
enum How {
    /// The file defines what the line names.
    Defined,
    /// The path leads through the file to what another defines.
    Passed,
    /// The line adds methods to a type that the file defines.
    Extended,
}

impl Edge {
    /// The folder that both files share, and the side of each in it. Nothing for a parent and what lies in it: these may
    /// know each other.
    fn sides(&self) -> Option<(String, &str, &str)> {
        let shared = self.from.iter().zip(&self.to).take_while(|(a, b)| a == b).count();
        Some((self.from[..shared].join("/"), self.from.get(shared)?, self.to.get(shared)?))
    }

    /// The line, and what it needs.
    pub(crate) fn told(&self) -> String {
        let Edge { file, line, name, needs, how, .. } = self;
        let test = if self.is_test { " (in a test)" } else { "" };
        match how {
            How::Defined => format!("{file}:{line} imports `{name}` defined in {needs}{test}"),
            How::Passed => format!("{file}:{line} imports `{name}` through {needs}{test}"),
            How::Extended => format!("{file}:{line} adds methods to `{name}` defined in {needs}{test}"),
        }
    }
}

/// Every line of a crate that needs another file of it.
pub(crate) fn edges(tree: &Tree) -> Vec<Edge> {
    let mut edges: Vec<Edge> = Vec::new();
    let mut seen = BTreeSet::new();
    for (id, module) in tree.modules.iter().enumerate() {
        let mut add = |reference: &Reference, targets: Vec<usize>, how: How| {
            for target in targets {
                let edge = edge(module, reference, &tree.modules[target], how);
                if edge.file != edge.needs && seen.insert((edge.file.clone(), edge.line, edge.needs.clone(), how)) {
                    edges.push(edge);
                }
            }
        };
        for reference in &module.references {
            add(reference, tree.beyond_import(id, reference), How::Defined);
            add(reference, tree.passed(id, &reference.path), How::Passed);
        }
        for reference in &module.extended {
            add(reference, tree.definers(id, &reference.path), How::Extended);
        }
    }
    edges.sort_by(|a, b| (&a.file, a.line).cmp(&(&b.file, b.line)));
    edges
}

fn edge(module: &Module, reference: &Reference, target: &Module, how: How) -> Edge {
    Edge {
        file: module.file.clone(),
        line: reference.line,
        name: reference.path.join("::"),
        needs: target.file.clone(),
        is_test: module.is_test,
        from: module.place.clone(),
        to: target.place.clone(),
        how,
    }
}

/// Top modules that the order lacks, and names in it that are no module.
pub(crate) fn gaps(tree: &Tree, order: &[&str]) -> Vec<String> {
    let own: BTreeSet<&str> =
        tree.modules.iter().filter_map(|module| module.place.first()).map(String::as_str).collect();
    let lacking = own.iter().filter(|name| !order.contains(name)).map(|name| format!("{name} stands on no floor"));
    let unknown = order.iter().filter(|name| !own.contains(*name)).map(|name| format!("{name} is no module"));
    lacking.chain(unknown).collect()
}

/// The lines that need a higher floor, and methods for a type that stand on another floor than the type: where they are
/// called, nothing names that floor.
pub(crate) fn upward(edges: &[Edge], order: &[&str]) -> Vec<String> {
    let floor = |name: &str| order.iter().position(|own| *own == name);
    let up = edges.iter().filter_map(|edge| {
        let (folder, from, to) = edge.sides()?;
        let (low, high) = (floor(from)?, floor(to)?);
        let goes_up = folder.is_empty() && (low < high || edge.how == How::Extended);
        goes_up.then(|| format!("{} (floor {from} {low}, floor {to} {high})", edge.told()))
    });
    up.collect()
}

/// The modules of one folder that need each other in a circle, with the lines that close it.
pub(crate) fn circles(edges: &[Edge]) -> Vec<String> {
    let mut graphs: BTreeMap<String, BTreeMap<&str, BTreeSet<&str>>> = BTreeMap::new();
    for edge in edges.iter().filter(|edge| edge.how != How::Extended) {
        if let Some((folder, from, to)) = edge.sides() {
            graphs.entry(folder).or_default().entry(from).or_default().insert(to);
        }
    }
    let mut circles = Vec::new();
    for (folder, graph) in graphs {
        let reach: BTreeMap<&str, BTreeSet<&str>> = graph.keys().map(|name| (*name, reachable(&graph, name))).collect();
        let mut left: BTreeSet<&str> = graph.keys().copied().collect();
        while let Some(name) = left.pop_first() {
            let both =
                |other: &&str| reach[name].contains(other) && reach.get(other).is_some_and(|back| back.contains(name));
            let others: Vec<&str> = left.iter().copied().filter(both).collect();
            if !others.is_empty() {
                left.retain(|other| !others.contains(other));
                let circle: Vec<&str> = std::iter::once(name).chain(others).collect();
                circles.push(told(&folder, &circle, edges));
            }
        }
    }
    circles
}

fn told(folder: &str, circle: &[&str], edges: &[Edge]) -> String {
    let inside = |edge: &&Edge| {
        let sides = edge.sides();
        sides.is_some_and(|(own, from, to)| own == folder && circle.contains(&from) && circle.contains(&to))
    };
    let lines: Vec<String> = edges.iter().filter(inside).map(|edge| format!("\n    {}", edge.told())).collect();
    format!("circle in {folder}/: {}{}", circle.join(", "), lines.concat())
}

fn reachable<'a>(graph: &BTreeMap<&'a str, BTreeSet<&'a str>>, start: &str) -> BTreeSet<&'a str> {
    let mut reached = BTreeSet::new();
    let mut open: Vec<&str> = graph.get(start).into_iter().flatten().copied().collect();
    while let Some(name) = open.pop() {
        if reached.insert(name) {
            open.extend(graph.get(name).into_iter().flatten().copied());
        }
    }
    reached
}
