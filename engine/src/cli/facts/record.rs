//! Facts as table cells. Values are exact: all the digits of the source, never an exponent.

use engine::fact::Fact;

use crate::cli::table::Layout;

/// Document and place, as answers cite them.
pub(super) fn place_text(fact: &Fact) -> String {
    format!("{} · {}", fact.lineage.doc, fact.lineage.locator)
}

/// The columns of a table of statements, one [`statement_row`] each.
pub(super) const STATEMENT_COLUMNS: [(&str, Layout); 5] = [
    ("Key", Layout::Key),
    ("Value", Layout::Figure),
    ("Unit", Layout::Text),
    ("Document · place", Layout::Text),
    ("As of", Layout::Whole),
];

/// A statement under a heading that names its key.
pub(super) fn statement_row(heading: &str, fact: &Fact) -> Vec<String> {
    let as_of = fact.valid_as_of.map_or_else(String::new, |date| date.to_string());
    vec![heading.to_owned(), fact.value.to_string(), fact.unit.to_string(), place_text(fact), as_of]
}
