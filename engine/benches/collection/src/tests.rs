//! Tests of `src`.

use clap::CommandFactory as _;

use super::*;

#[test]
fn the_command_line_is_consistent() {
    Cli::command().debug_assert();
}
