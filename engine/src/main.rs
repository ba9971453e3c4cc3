//! The `engine` program: the command line over the library. Only what a terminal needs lives here.

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::run()
}
