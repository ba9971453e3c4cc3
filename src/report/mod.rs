//! What an evaluation found, for people and programs: one digest, one file a format. A format lays the digest out and
//! does nothing else, so that no two of them can disagree.

mod digest;
mod folded;
mod json;
mod junit;
mod markdown;
mod readings;
mod reproduce;
mod schema;
mod settings;
mod stage;
mod terminal;
mod words;

#[cfg(test)]
mod agreement;
#[cfg(test)]
pub(crate) mod sample;

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use crate::baseline::Finding;
use crate::gate::Gate;
use crate::judgement::decimal;
use crate::run::Answered;
use crate::snapshot::Diff;

pub use digest::{Digest, LaneDigest, Red, RedCase, Row, Tally};
pub use folded::{FoldedCase, Note, Said, Told};
pub use json::render as json;
pub use junit::{JunitError, render as junit};
pub use markdown::render as markdown;
pub use readings::Readings;
pub use reproduce::{Reproduce, quoted};
pub use schema::{SCHEMA, faults as schema_faults};
pub use settings::Settings;
pub use stage::Stage;
pub use terminal::{COLUMNS, Colours, render as terminal, render_diff};
pub use words::{heading, meaning, word};

/// The file names of the written formats.
pub const FILES: [&str; 3] = ["eval.json", "eval.junit.xml", "eval.md"];

/// A report could not be written.
#[derive(Debug, thiserror::Error)]
pub enum ReportError {
    /// The file system refused.
    #[error("could not write {path}")]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// The JSON could not be made.
    #[error("the JSON report could not be written")]
    Json(#[from] serde_json::Error),
    /// The XML could not be made.
    #[error(transparent)]
    Junit(#[from] JunitError),
}

/// Writes all of [`FILES`] into `folder`, which is made when it is not there.
pub fn write(digest: &Digest<'_>, folder: &Path) -> Result<(), ReportError> {
    fs::create_dir_all(folder).map_err(|source| ReportError::Io { path: folder.to_owned(), source })?;
    let save = |name: &str, text: &str| {
        let path = folder.join(name);
        fs::write(&path, text).map_err(|source| ReportError::Io { path, source })
    };
    let [json_file, junit_file, markdown_file] = FILES;
    // The two that hold every verdict are made and written side by side.
    let (json, junit) = rayon::join(|| save(json_file, &json(digest)?), || save(junit_file, &junit(digest)?));
    json.and(junit).and_then(|()| save(markdown_file, &markdown(digest)))
}

/// Takes away what an earlier run wrote into `folder`.
pub fn remove(folder: &Path) -> Result<(), ReportError> {
    for path in FILES.map(|name| folder.join(name)) {
        match fs::remove_file(&path) {
            Err(source) if source.kind() != std::io::ErrorKind::NotFound => {
                return Err(ReportError::Io { path, source });
            }
            _ => {}
        }
    }
    Ok(())
}

/// Appends the Markdown report to a CI system's summary file.
pub fn append_summary(digest: &Digest<'_>, file: &Path) -> Result<(), ReportError> {
    let io = |source| ReportError::Io { path: file.to_owned(), source };
    let mut summary = OpenOptions::new().create(true).append(true).open(file).map_err(io)?;
    summary.write_all(markdown(digest).as_bytes()).map_err(io)
}

/// The pair or the gate that a finding is about; none when it is about the whole run.
fn subject(finding: &Finding) -> Option<String> {
    finding.key.as_ref().map(ToString::to_string).or_else(|| finding.gate.map(|gate| gate.to_string()))
}

/// Passes or mean points gained or lost since the baseline, with their sign; in brackets what is lost to waivers
/// alone. Every column has its width, so that a longer word would break the names of gates.
fn delta(row: &Row) -> String {
    let Some(gained) = row.gained() else {
        return if row.is_comparable { "new" } else { "partial" }.to_owned();
    };
    let amount = match gained {
        0 => return "=".to_owned(),
        _ if row.gate.gives_points() => {
            let sign = if gained < 0 { '-' } else { '+' };
            format!("{sign}{}", decimal(gained.unsigned_abs(), 4))
        }
        _ => format!("{gained:+}"),
    };
    if gained < 0 && !row.is_worse() { format!("({amount})") } else { amount }
}

/// A verdict as people read it: `fail`, or `scored 2/3`.
fn result_of(red: &Red<'_>) -> String {
    red.points.map_or_else(|| red.verdict.to_string(), |points| format!("{} {points}", red.verdict))
}

/// Why a gate has no judgement on a case.
fn without_verdict(case: &RedCase<'_>, red: &Red<'_>) -> String {
    match &case.result.answered {
        Answered::Error(error) => error.to_string(),
        Answered::NotRun => "the target was not asked".to_owned(),
        Answered::Altered(each) => {
            let of_gate = each.iter().find(|(change, _)| Gate::of_change(**change) == red.gate);
            match of_gate.map(|(_, answered)| answered) {
                Some(Answered::Error(error)) => error.to_string(),
                _ => "the copy was not asked".to_owned(),
            }
        }
        Answered::Outcome(_) | Answered::Extracted(_) | Answered::Ranking(_) => {
            red.message.unwrap_or("there is an answer, and no judgement on it").to_owned()
        }
    }
}

/// One red verdict in full, as plain text.
fn explanation(case: &RedCase<'_>, red: &Red<'_>) -> String {
    let mut lines = vec![format!("question: {}", case.result.case.asked())];
    if let Some(failure) = red.failure {
        lines.push(format!("expected: {}", failure.expected));
        lines.push(format!("got: {}", failure.got));
        lines.push(format!("why: {}", failure.why));
    }
    lines.push(format!("differs first at: {}", case.stage));
    lines.extend(case.snapshot.into_iter().flat_map(diff_lines));
    lines.push(format!("reproduce: {}", case.reproduce.eval));
    lines.push(format!("ask: {}", case.reproduce.ask));
    lines.join("\n")
}

fn diff_lines(diff: &Diff) -> Vec<String> {
    let meaning = diff.meaning.iter().map(ToString::to_string);
    meaning.chain(diff.wording.iter().map(|wording| format!("{}: {wording}", wording.part))).collect()
}
