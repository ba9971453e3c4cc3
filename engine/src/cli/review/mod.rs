//! `engine review`: readings that wait for a person, and the person's decisions. Items of restricted documents are nowhere
//! here; the store does not give them out.

mod correct;
mod decide;
mod list;
mod record;
mod show;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Subcommand};
use engine::store::{FactStore, ReviewFilter};

pub(super) use record::understood;

use super::exit::Failure;
use super::facts::Book;
use super::workspace::Workspace;

/// `engine review`.
#[derive(Debug, Subcommand)]
pub(super) enum ReviewCommand {
    /// List what waits for a person, and what was decided
    List(list::ListArgs),
    /// Show one item, and everything that happened to it
    Show(show::ShowArgs),
    /// Let a reading answer as it was read
    Approve(decide::ApproveArgs),
    /// Keep a reading, or a fact that answers, out of every answer
    Reject(decide::RejectArgs),
    /// Give the right value, unit or key; that is what answers then
    Correct(correct::CorrectArgs),
}

pub(super) fn run(command: &ReviewCommand, workspace: Option<PathBuf>) -> Result<ExitCode, Failure> {
    let to_write = !matches!(command, ReviewCommand::List(_) | ReviewCommand::Show(_));
    let workspace = Workspace::open(workspace)?;
    let book = Book::open(&workspace, to_write)?;
    match command {
        ReviewCommand::List(args) => list::run(args, &book),
        ReviewCommand::Show(args) => show::run(args, &workspace, &book),
        ReviewCommand::Approve(args) => decide::approve(args, &book),
        ReviewCommand::Reject(args) => decide::reject(args, &book),
        ReviewCommand::Correct(args) => correct::run(args, &book),
    }
}

/// The conditions that listing and deciding share.
#[derive(Debug, Clone, Args)]
struct Conditions {
    /// Only items of this document
    #[arg(long, value_name = "DOC")]
    doc: Option<String>,
    /// Only items with this reason, as the list names it
    #[arg(long, value_name = "REASON")]
    reason: Option<String>,
    /// Only this metric (a code or any wording of the profile)
    #[arg(long, value_name = "NAME")]
    metric: Option<String>,
    /// Only this entity
    #[arg(long, value_name = "NAME")]
    entity: Option<String>,
    /// Only this period: 2024, 2024H1, 2024Q3, 2024-03
    #[arg(long, value_name = "PERIOD")]
    period: Option<String>,
}

impl Conditions {
    /// Whether any condition is given.
    fn any(&self) -> bool {
        [&self.doc, &self.reason, &self.metric, &self.entity, &self.period].iter().any(|given| given.is_some())
    }

    /// The filter that they mean. A reason or a document that no item has is an error that names the nearest.
    fn filter(&self, book: &Book) -> Result<ReviewFilter, Failure> {
        if let Some(reason) = &self.reason {
            known_reason(reason, book)?;
        }
        Ok(ReviewFilter {
            doc: self.doc.clone(),
            reason: self.reason.clone(),
            metric: self.metric.as_deref().map(|name| book.metric(name)).transpose()?,
            entity: self.entity.as_deref().map(|name| book.entity(name)).transpose()?,
            period: self.period.as_deref().map(|name| book.period(name)).transpose()?,
            ..ReviewFilter::default()
        })
    }
}

/// Reasons further away than this (Jaro-Winkler, 0 to 1) are no proposal.
const NEARNESS_MIN: f64 = 0.7;

/// Checks that some item has a reason.
fn known_reason(wanted: &str, book: &Book) -> Result<(), Failure> {
    let counts = book.facts.review_reasons(&ReviewFilter::default())?;
    if counts.is_empty() || counts.iter().any(|count| count.reason == wanted) {
        return Ok(());
    }
    let near = counts
        .iter()
        .map(|count| (strsim::jaro_winkler(&count.reason, wanted), count.reason.as_str()))
        .filter(|(nearness, _)| *nearness >= NEARNESS_MIN)
        .max_by(|(a, _), (b, _)| a.total_cmp(b));
    let names: Vec<&str> = counts.iter().map(|count| count.reason.as_str()).collect();
    let next = near.map_or_else(
        || format!("the reasons there are: {}", names.join(", ")),
        |(_, name)| format!("did you mean `{name}`?"),
    );
    Err(Failure::usage(format!("no item has the reason `{wanted}`; {next}")))
}
