//! The `engine` program: the command line over the library. Only what a terminal needs lives here.

#[allow(clippy::doc_markdown, reason = "comments on arguments are help texts, where back-ticks would be printed")]
mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::run()
}
