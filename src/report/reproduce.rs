//! The commands that show one case alone, ready to paste into a POSIX shell. They are written, never run.

use serde::Serialize;

use super::digest::Settings;
use crate::run::{AnyCase, Lane};

/// How to see one case alone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Reproduce {
    /// Judges the case again.
    pub eval: String,
    /// Asks the engine the case's question, and shows how the answer comes about.
    pub ask: String,
    /// Makes the workspace that `ask` asks in; needed once.
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
    let question = dashed(&quoted(case.asked()));
    let (of_suite, date) = match case {
        AnyCase::Question(case) => (format!("--lane {}", lane.as_str()), format!("--date {} ", case.reference_date)),
        AnyCase::Search(_) => (format!("--suite {}", lane.suite()), String::new()),
    };
    Reproduce {
        eval: format!("cargo xtask eval {arguments}{of_suite} --case {id}"),
        ask: format!("{ENGINE} ask --workspace {workspace} {date}--explain {question}"),
        workspace: format!(
            "{ENGINE} init {workspace} --profile {folder}/profile.toml && \
             {ENGINE} ingest --workspace {workspace} {folder}/facts/*.csv"
        ),
    }
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
mod tests {
    use super::*;

    #[test]
    fn a_question_is_one_word_of_the_shell() {
        assert_eq!(quoted("insurer-numeric-001"), "insurer-numeric-001");
        assert_eq!(quoted("what's $HOME `x`?"), r"'what'\''s $HOME `x`?'");
        assert_eq!(quoted(""), "''");
        assert_eq!(dashed(&quoted("--help")), "-- --help");
    }
}
