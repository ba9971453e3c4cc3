//! `engine docs list`: the documents that answer, by name. The table stops at a page unless told otherwise; JSON lines
//! stream to the end.

use std::ops::ControlFlow;
use std::process::ExitCode;

use clap::Args;
use engine::document::Attributes;
use engine::ingestion::Vocabulary;
use engine::retrieval::store::{ChunkStore, StoredDocument};
use engine::retrieval::{Attribute, Filter};
use jiff::Timestamp;
use jiff::civil::Date;
use serde::Serialize;

use crate::cli::exit::{ANSWERED, Failure};
use crate::cli::retrieve::stored_value;
use crate::cli::table::{Layout, table};
use crate::cli::workspace::Workspace;
use crate::cli::{note, print, stream_json};

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

/// A document as JSON.
#[derive(Debug, Serialize)]
pub(super) struct DocumentJson<'a> {
    doc: &'a str,
    title: &'a str,
    #[serde(flatten)]
    attributes: &'a Attributes,
    valid_as_of: Option<Date>,
    version: u32,
    chunks: u64,
    ingested_at: Timestamp,
}

impl<'a> DocumentJson<'a> {
    pub(super) fn of(document: &'a StoredDocument) -> Self {
        Self {
            doc: &document.name,
            title: &document.title,
            attributes: &document.attributes,
            valid_as_of: document.valid_as_of,
            version: document.version,
            chunks: document.chunks,
            ingested_at: document.ingested_at,
        }
    }
}

pub(super) fn run(args: &ListArgs, workspace: &Workspace) -> Result<ExitCode, Failure> {
    let store = &workspace.documents_to_read()?;
    let profile = workspace.profile()?;
    let glossary = Workspace::glossary(&profile)?;
    let filter = args.filter(Vocabulary::new(&profile, &glossary));
    let limit = args.limit.unwrap_or(if args.json { u64::MAX } else { PAGE });
    let (mut passed, mut shown, mut more) = (0, 0, false);
    let mut rows = Vec::new();
    let mut written = Ok(ControlFlow::Continue(()));
    let listed = store.documents(&mut |document| {
        if !filter.admits(&document.name, &document.attributes) {
            return ControlFlow::Continue(());
        }
        if passed < args.offset {
            passed += 1;
            return ControlFlow::Continue(());
        }
        more = shown == limit;
        if more {
            return ControlFlow::Break(());
        }
        shown += 1;
        if args.json {
            written = stream_json(&DocumentJson::of(&document));
            return *written.as_ref().unwrap_or(&ControlFlow::Break(()));
        }
        rows.push(row(&document));
        ControlFlow::Continue(())
    });
    listed.map_err(|error| Failure::caused_by(&error))?;
    let _ = written?;
    if shown == 0 {
        note(if filter.is_empty() && args.offset == 0 {
            "no documents yet; `engine ingest FOLDER` reads some"
        } else {
            "no such documents; leave a condition out to see more"
        });
    } else if !args.json {
        print(&table(&COLUMNS, rows))?;
    }
    if more && !args.json {
        note(format_args!("more documents follow: --offset {} shows the next ones", args.offset.saturating_add(limit)));
    }
    super::note_hidden(store)?;
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
