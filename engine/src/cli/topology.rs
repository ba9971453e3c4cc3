//! `engine topology`: the search pipeline as the settings wire it. It needs no documents and sends nothing.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, ValueEnum};

use super::exit::{ANSWERED, Failure};
use super::retriever;
use super::settings::{Flags, Settings};
use super::workspace::Workspace;

const EXAMPLES: &str = "\
Examples:
  engine topology --workspace reports
  engine topology --format dot | dot -Tsvg > search.svg";

/// `engine topology`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct TopologyArgs {
    /// How to draw it
    #[arg(long, value_enum, default_value_t = Format::Mermaid)]
    format: Format,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Format {
    /// A Mermaid flowchart
    Mermaid,
    /// A Graphviz digraph
    Dot,
    /// Stages and edges
    Json,
}

pub(super) fn run(args: &TopologyArgs, workspace: Option<PathBuf>) -> Result<ExitCode, Failure> {
    let settings = Settings::resolve(Flags { workspace, ..Flags::default() })?;
    let workspace = Workspace::at(&settings.workspace.value)?;
    let topology = retriever::unfilled(&workspace, &settings)?.topology();
    match args.format {
        Format::Mermaid => super::print(topology.mermaid().trim_end())?,
        Format::Dot => super::print(topology.dot().trim_end())?,
        Format::Json => super::print_json(&topology)?,
    }
    Ok(ExitCode::from(ANSWERED))
}
