//! The pipeline as it is wired, for people: Mermaid, DOT or JSON. Drawn from the retriever's own parts, so that it cannot
//! show a stage that is not there.

use std::fmt::Write as _;

use serde::Serialize;

use super::fusion::RRF_K;
use super::hybrid::HybridRetriever;
use super::rerank::RERANK_DEPTH;
use super::rewrite::QUERIES_MAX;

/// Stages and the ways between them, in the order of the flow.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Topology {
    /// What happens.
    pub stages: Vec<Stage>,
    /// From which stage to which.
    pub edges: Vec<Edge>,
}

/// One stage.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Stage {
    /// A name for edges.
    pub id: &'static str,
    /// What it is, and with what parameters.
    pub label: String,
    /// Whether restricted candidates are dropped or passed by here.
    pub exit: bool,
}

/// A way from one stage to the next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Edge {
    /// Where it begins.
    pub from: &'static str,
    /// Where it ends.
    pub to: &'static str,
}

impl Topology {
    /// The pipeline of `retriever`.
    pub fn of(retriever: &HybridRetriever) -> Self {
        let mut drawing = Self { stages: Vec::new(), edges: Vec::new() };
        drawing.stage("query", "Query and filter".to_owned(), &[]);
        let mut asked = "query";
        if let Some(rewriter) = &retriever.rewriter {
            drawing.stage("rewrite", format!("Rewriter: {}, up to {QUERIES_MAX} queries", rewriter.name()), &["query"]);
            asked = "rewrite";
        }
        let depth = retriever.depth;
        drawing.stage("lexical", format!("Index: {}, depth {depth}", retriever.index.describe()), &[asked]);
        let mut rankings = vec!["lexical"];
        if let Some(vectors) = &retriever.vectors {
            let (backend, store) = (vectors.backend(), vectors.store());
            let place = if backend.is_remote() { "remote" } else { "local" };
            let label = format!("Embeddings: {}, {} numbers, {place}", backend.name(), backend.dimension());
            drawing.stage("embed", label, &["query"]);
            drawing.stage("vectors", format!("Vectors: {}, depth {depth}", store.describe()), &["embed"]);
            rankings.push("vectors");
        }
        drawing.stage("fusion", format!("Reciprocal rank fusion, k {RRF_K}"), &rankings);
        drawing.stage("chunks", "Chunk store: open, active chunks".to_owned(), &["fusion"]);
        let mut last = "chunks";
        if let Some(judge) = &retriever.judge {
            let label = format!("Judge: {}, top {RERANK_DEPTH}; restricted candidates are not shown", judge.name());
            drawing.stage("rerank", label, &[last]);
            drawing.exit();
            last = "rerank";
        }
        drawing.stage("link", "Link: restricted candidates are dropped".to_owned(), &[last]);
        drawing.exit();
        drawing.stage("passages", "Passages".to_owned(), &["link"]);
        drawing
    }

    /// Adds a stage that the stages `after` lead to.
    fn stage(&mut self, id: &'static str, label: String, after: &[&'static str]) {
        self.stages.push(Stage { id, label, exit: false });
        self.edges.extend(after.iter().map(|from| Edge { from, to: id }));
    }

    /// Marks the stage that was added last as an exit.
    fn exit(&mut self) {
        if let Some(stage) = self.stages.last_mut() {
            stage.exit = true;
        }
    }

    /// A Mermaid flowchart (<https://mermaid.js.org/syntax/flowchart.html>).
    pub fn mermaid(&self) -> String {
        let mut text = "flowchart TD\n".to_owned();
        for Stage { id, label, exit } in &self.stages {
            // Entities are how Mermaid writes quotes and markup inside a quoted label.
            let label = label.replace('#', "#35;").replace('"', "#quot;").replace('<', "#lt;").replace('>', "#gt;");
            let label = label.replace(char::is_control, " ");
            let (open, close) = if *exit { ("{{", "}}") } else { ("[", "]") };
            // Writing to a String cannot fail.
            let _ = writeln!(text, "  {id}{open}\"{label}\"{close}");
        }
        for Edge { from, to } in &self.edges {
            let _ = writeln!(text, "  {from} --> {to}");
        }
        text
    }

    /// A Graphviz digraph (<https://graphviz.org/doc/info/lang.html>).
    pub fn dot(&self) -> String {
        let mut text = "digraph retrieval {\n  rankdir=TB;\n  node [shape=box];\n".to_owned();
        for Stage { id, label, exit } in &self.stages {
            let label = label.replace('\\', "\\\\").replace('"', "\\\"").replace(char::is_control, " ");
            let shape = if *exit { ", shape=hexagon" } else { "" };
            let _ = writeln!(text, "  \"{id}\" [label=\"{label}\"{shape}];");
        }
        for Edge { from, to } in &self.edges {
            let _ = writeln!(text, "  \"{from}\" -> \"{to}\";");
        }
        text.push_str("}\n");
        text
    }
}

impl HybridRetriever {
    /// The pipeline as it is wired.
    pub fn topology(&self) -> Topology {
        Topology::of(self)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
