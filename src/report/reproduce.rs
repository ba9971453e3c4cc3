//! The commands that show one case alone, ready to paste into a POSIX shell. They are written, never run.

use serde::Serialize;

use super::settings::Settings;
use crate::golden::{Case, Query};
use crate::lane::Lane;
use crate::run::AnyCase;

/// How to see one case alone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Reproduce {
    /// Judges the case again.
    pub eval: String,
    /// Judges it again in every lane of its suite.
    #[serde(skip)]
    pub of_suite: String,
    /// Asks the engine the case's question, or searches for its query, and shows how the result comes about.
    pub ask: String,
    /// Makes the workspace that `ask` asks in, of everything the fixture has; needed once.
    pub workspace: String,
}

/// The engine's own command line, from the root of the repository.
const ENGINE: &str = "cargo run -q -p engine --";

pub(super) fn of(case: &AnyCase, lane: Lane, settings: Settings<'_>) -> Reproduce {
    let id = quoted(case.id());
    let Settings { arguments, fixtures, .. } = settings;
    let arguments = if arguments.is_empty() { String::new() } else { format!("{arguments} ") };
    let workspace = quoted(&format!(".engine/{}", case.fixture()));
    let folder = quoted(&format!("{fixtures}/{}", case.fixture()));
    let asked = dashed(&quoted(case.asked()));
    let question =
        |case: &Case| format!("{ENGINE} ask --workspace {workspace} --date {} --explain {asked}", case.reference_date);
    let ask = match case {
        AnyCase::Question(case) => question(case),
        // Of the fixture as it is: what the copy was is said beside the verdict.
        AnyCase::Sourced(sourced) => question(&sourced.case),
        AnyCase::Document(truth) => {
            let report = quoted(&format!("{fixtures}/{}/reports/{}", truth.fixture, truth.doc));
            format!("{ENGINE} extract {report} --profile {folder}/profile.toml")
        }
        AnyCase::Search(query) => {
            format!("{ENGINE} retrieve --workspace {workspace} {}--explain {asked}", filters(query))
        }
    };
    Reproduce {
        eval: format!("cargo xtask eval {arguments}{} --case {id}", lane.argument()),
        of_suite: format!("cargo xtask eval {arguments}--suite {} --case {id}", lane.suite()),
        ask,
        // The profile among the files is skipped; naming the folder leaves out nothing that a fixture may have.
        workspace: format!(
            "{ENGINE} init {workspace} --profile {folder}/profile.toml && \
             {ENGINE} ingest --workspace {workspace} {folder}"
        ),
    }
}

/// The arguments that restrict a search as the case does, each followed by a space.
fn filters(query: &Query) -> String {
    let each = query.filters.iter().flat_map(|(attribute, values)| values.iter().map(move |value| (attribute, value)));
    let words = each.map(|(attribute, value)| format!("--filter {} ", quoted(&format!("{attribute}={value}"))));
    words.collect::<Vec<_>>().concat()
}

/// A question that starts with a dash is an argument, not a flag.
fn dashed(quoted: &str) -> String {
    if quoted.trim_start_matches('\'').starts_with('-') { format!("-- {quoted}") } else { quoted.to_owned() }
}

/// `text` as one word of a POSIX shell.
pub fn quoted(text: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | '/' | ':');
    if !text.is_empty() && text.chars().all(is_plain) {
        text.to_owned()
    } else {
        format!("'{}'", text.replace('\'', r"'\''"))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
