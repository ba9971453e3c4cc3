//! `engine docs show`: a document's text by paragraphs, or the place that a citation names.

use std::collections::BTreeMap;
use std::process::ExitCode;

use clap::Args;
use engine::passage::Chunk;
use engine::retrieval::store::{ChunkStore, SqliteChunkStore, StoredDocument};
use serde::Serialize;

use super::locator::{Locator, citation, paragraphs};
use crate::cli::exit::{ANSWERED, Failure};
use crate::cli::{counted, print, print_json};

const EXAMPLES: &str = "\
Examples:
  engine docs show 2025_review.md
  engine docs show 2025_review.md --locator para3-5
  engine docs show '2025_review.md#para3-5'";

/// `engine docs show`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(in crate::cli) struct ShowArgs {
    /// Document name, or a whole citation DOC#paraA-B
    #[arg(value_name = "DOC")]
    doc: String,
    /// The place to show, as citations give it: paraA-B
    #[arg(long, value_name = "PLACE")]
    locator: Option<Locator>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Shown<'a> {
    #[serde(flatten)]
    document: &'a StoredDocument,
    paragraphs: Vec<Numbered<'a>>,
}

#[derive(Serialize)]
struct Numbered<'a> {
    locator: String,
    text: &'a str,
}

pub(super) fn run(args: &ShowArgs, store: &SqliteChunkStore) -> Result<ExitCode, Failure> {
    let (document, chunks, locator) = find(args, store)?;
    let all = paragraphs(&chunks);
    let shown: Vec<Numbered<'_>> = match locator {
        Some(locator) => at(locator, &document, &chunks, &all)?,
        None => all.iter().map(|(number, text)| Numbered { locator: format!("para{number}"), text }).collect(),
    };
    if args.json {
        print_json(&Shown { document: &document, paragraphs: shown })?;
        return Ok(ExitCode::from(ANSWERED));
    }
    if locator.is_none() {
        print(&heading(&document))?;
    }
    for paragraph in shown {
        print(&format!("[{}] {}", paragraph.locator, paragraph.text))?;
    }
    Ok(ExitCode::from(ANSWERED))
}

/// The document, with the place in it that is asked for. A name that looks like a citation may be a name all the same.
fn find(args: &ShowArgs, store: &SqliteChunkStore) -> Result<(StoredDocument, Vec<Chunk>, Option<Locator>), Failure> {
    if let Some((document, chunks)) = store.document(&args.doc)? {
        return Ok((document, chunks, args.locator));
    }
    let cited = if args.locator.is_none() { citation(&args.doc) } else { None };
    let doc = cited.map_or(args.doc.as_str(), |(doc, _)| doc);
    if let Some((_, locator)) = cited
        && let Some((document, chunks)) = store.document(doc)?
    {
        return Ok((document, chunks, Some(locator)));
    }
    let known = !store.history(doc)?.is_empty();
    Err(if known {
        Failure::fault(format!("`{doc}` does not answer any more; `engine docs history` tells since when and why"))
    } else {
        super::unknown(store, doc)
    })
}

/// The text at a place: a piece as it is stored, or whole paragraphs.
fn at<'a>(
    locator: Locator,
    document: &StoredDocument,
    chunks: &'a [Chunk],
    all: &'a BTreeMap<u32, String>,
) -> Result<Vec<Numbered<'a>>, Failure> {
    let Locator { first, last, piece } = locator;
    let shown: Vec<Numbered<'a>> = if piece > 0 {
        let wanted = |chunk: &&Chunk| chunk.id.first == first && chunk.id.piece == piece;
        let found = chunks.iter().filter(wanted);
        found.map(|chunk| Numbered { locator: chunk.id.locator(), text: &chunk.text }).collect()
    } else {
        all.range(first..=last).map(|(number, text)| Numbered { locator: format!("para{number}"), text }).collect()
    };
    let end = all.keys().next_back().copied().unwrap_or_default();
    if shown.is_empty() || last > end {
        return Err(Failure::usage(format!(
            "`{}` has no such place; it has {}",
            document.name,
            counted(end.into(), "paragraph")
        )));
    }
    Ok(shown)
}

fn heading(document: &StoredDocument) -> String {
    let attributes = &document.attributes;
    let mut lines = vec![document.title.clone(), format!("  document   {}", document.name)];
    let stated = [
        ("topic", attributes.topic.clone()),
        ("entity", attributes.entity.clone()),
        ("geography", attributes.geography.clone()),
        ("period", attributes.period.clone()),
        ("language", attributes.language.clone()),
        ("as of", document.valid_as_of.map(|date| date.to_string())),
    ];
    lines.extend(stated.into_iter().filter_map(|(name, value)| Some(format!("  {name:<9}  {}", value?))));
    lines.push(format!(
        "  stored     version {} in {}, {}\n",
        document.version,
        counted(document.chunks, "chunk"),
        document.ingested_at
    ));
    lines.join("\n")
}
