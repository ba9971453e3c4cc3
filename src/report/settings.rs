//! What the caller of an evaluation asked for, as far as a report must know it.

use super::readings::Readings;

/// What the caller of an evaluation asked for, as far as the report must know it.
#[derive(Debug, Clone, Copy)]
pub struct Settings<'a> {
    /// Whether a gain that nobody claimed is a fault.
    pub require_ratcheted: bool,
    /// Whether to show on the screen what is in the written reports anyway.
    pub is_verbose: bool,
    /// Arguments with which `cargo xtask eval` finds the same golden set and target again; empty for its defaults.
    pub arguments: &'a str,
    /// The folder of fixtures.
    pub fixtures: &'a str,
    /// What was read from the reports that red questions rest on.
    pub readings: Option<&'a Readings>,
}

impl Default for Settings<'_> {
    /// What `cargo xtask eval` does without arguments.
    fn default() -> Self {
        Self { require_ratcheted: false, is_verbose: false, arguments: "", fixtures: "fixtures", readings: None }
    }
}
