//! `engine docs list`: the documents that answer, by name. The table stops at a page unless told otherwise; JSON lines
//! stream to the end.

use std::ops::ControlFlow;
use std::process::ExitCode;

use clap::Args;
use engine::ingestion::Vocabulary;
use engine::retrieval::store::{ChunkStore, StoredDocument};
use engine::retrieval::{Attribute, Filter};

use crate::cli::exit::{ANSWERED, Failure};
use crate::cli::listing::Listing;
use crate::cli::retrieve::stored_value;
use crate::cli::table::Layout;
use crate::cli::workspace::Workspace;
use crate::cli::{note, note_never_shown};

/// Documents in a table, unless --limit says otherwise.
const PAGE: u64 = 100;

const EXAMPLES: &str = "\
Entities and periods may be written in any wording that the profile knows; all
other values are compared as they are stored (zh or en for languages).

Examples:
  engine docs list --entity HK --period 2025
  engine docs list --json > documents.jsonl";

/// `engine docs list`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(in crate::cli) struct ListArgs {
    /// Only documents about this subject
    #[arg(long, value_name = "TOPIC")]
    topic: Option<String>,
    /// Only documents about this entity
    #[arg(long, value_name = "NAME")]
    entity: Option<String>,
    /// Only documents about this geography
    #[arg(long, value_name = "NAME")]
    geography: Option<String>,
    /// Only documents about this period
    #[arg(long, value_name = "PERIOD")]
    period: Option<String>,
    /// Only documents in this language
    #[arg(long, value_name = "TAG")]
    language: Option<String>,
    /// Most documents to show [default: 100 in a table, all with --json]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    limit: Option<u64>,
    /// Documents to pass over first
    #[arg(long, value_name = "N", default_value_t = 0)]
    offset: u64,
    /// Print one JSON object a document
    #[arg(long)]
    json: bool,
}

impl ListArgs {
    fn filter(&self, vocabulary: Vocabulary<'_>) -> Filter {
        [
            (Attribute::Topic, &self.topic),
            (Attribute::Entity, &self.entity),
            (Attribute::Geography, &self.geography),
            (Attribute::Period, &self.period),
            (Attribute::Language, &self.language),
        ]
        .into_iter()
        .fold(Filter::none(), |filter, (attribute, value)| {
            filter.with(attribute, value.as_deref().map(|value| stored_value(attribute, value, vocabulary)))
        })
    }
}

pub(super) fn run(args: &ListArgs, workspace: &Workspace) -> Result<ExitCode, Failure> {
    let store = &workspace.documents_to_read()?;
    let profile = workspace.profile()?;
    let glossary = Workspace::glossary(&profile)?;
    let filter = args.filter(Vocabulary::new(&profile, &glossary));
    let listing = Listing { json: args.json, limit: args.limit, offset: args.offset, page: PAGE };
    let mut passed = 0;
    let any = listing.show("documents", &COLUMNS, row, |visit| {
        store.documents(&mut |document| {
            let wanted = filter.admits(&document.name, &document.attributes);
            if !wanted || passed < args.offset {
                passed += u64::from(wanted);
                return ControlFlow::Continue(());
            }
            visit(document)
        })
    })?;
    if !any {
        note(if filter.is_empty() && args.offset == 0 {
            "no documents yet; `engine ingest FOLDER` reads some"
        } else {
            "no such documents; leave a condition out to see more"
        });
    }
    note_never_shown(store.stats()?.restricted, "restricted document", "");
    Ok(ExitCode::from(ANSWERED))
}

const COLUMNS: [(&str, Layout); 6] = [
    ("Document", Layout::Key),
    ("Title", Layout::Text),
    ("Entity", Layout::Text),
    ("Period", Layout::Whole),
    ("As of", Layout::Whole),
    ("Chunks", Layout::Figure),
];

fn row(document: &StoredDocument) -> Vec<String> {
    let StoredDocument { name, title, attributes, valid_as_of, chunks, .. } = document;
    let or_blank = |text: &Option<String>| text.clone().unwrap_or_default();
    vec![
        name.to_string(),
        title.clone(),
        or_blank(&attributes.entity),
        or_blank(&attributes.period),
        valid_as_of.map(|date| date.to_string()).unwrap_or_default(),
        chunks.to_string(),
    ]
}
