//! `engine repair`: damaged databases are made anew, from what is sound in them and from the files that they were read from.
//! A sound database stays as it is; a damaged one is kept beside the new one.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use engine::retrieval::store::{ChunkStore, SqliteChunkStore};
use engine::store::{FactStore, Salvage, SqliteFactStore, StoreError};

use super::exit::{ANSWERED, Failure, WARNED};
use super::workspace::{DOCUMENTS_FILE, FACTS_FILE, Workspace};
use super::{counted, ingest, note, pasted};

const HELP: &str = "\
Every page of the databases is read. A damaged database is kept under another
name, and a new one takes its place, with all rows that are sound: labels, what
was withdrawn, reviews and their trails. Then the files that it was read from
are ingested again; those that are gone are listed, and what they stated and
was lost stays lost. Nobody else may use the workspace meanwhile.

Exit code 0 when all is sound, 4 when rows could not be read or files are gone:
what a person decided may then have to be decided again.

Example:
  engine repair --workspace reports";

/// Why documents that a person had withdrawn are withdrawn again.
const REASON: &str = "withdrawn before the repair";

/// `engine repair`.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(super) struct RepairArgs {}

pub(super) fn run(flag: Option<PathBuf>) -> Result<ExitCode, Failure> {
    let workspace = Workspace::open(flag.clone())?;
    let facts = mend(&workspace.path(FACTS_FILE), soundness_of_facts, SqliteFactStore::salvage)?;
    let texts = mend(&workspace.path(DOCUMENTS_FILE), soundness_of_texts, SqliteChunkStore::salvage)?;
    if facts.is_none() && texts.is_none() {
        return Ok(ExitCode::from(ANSWERED));
    }
    let sources = [&facts, &texts].into_iter().flatten().flat_map(|salvage| &salvage.sources);
    let sources: BTreeSet<&String> = sources.collect();
    let (there, gone): (Vec<&String>, Vec<&String>) = sources.into_iter().partition(|name| Path::new(name).is_file());
    let policy = workspace.profile()?.sensitivity;
    let is_open = |name: &String| {
        let mut known = [&facts, &texts].into_iter().flatten().filter(|salvage| salvage.sources.contains(name));
        known.all(|salvage| salvage.open_sources.contains(name)) && !policy.restricts_name(name)
    };
    for name in gone.iter().copied().filter(|name| is_open(name)) {
        note(format_args!("missing: {}", pasted(Path::new(name))));
    }
    let unnamed = gone.iter().copied().filter(|name| !is_open(name)).count() as u64;
    if unnamed > 0 {
        note(format_args!("missing: {} that may be restricted", counted(unnamed, "file")));
    }
    let mut read = ExitCode::from(ANSWERED);
    if !there.is_empty() {
        read = ingest::again(there.into_iter().map(PathBuf::from).collect(), flag)?;
    }
    if let Some(salvage) = &texts {
        let store = workspace.documents_to_write()?;
        for doc in &salvage.withdrawn {
            // One that has no active version is out of answers already.
            store.withdraw(doc, REASON, super::now()?)?;
        }
    }
    let holes: u64 = [&facts, &texts].into_iter().flatten().map(|salvage| salvage.holes).sum();
    if holes > 0 {
        note(format_args!(
            "warning: rows could not be read in {}; a withdrawal or a review that stood there alone is lost: look through \
             `engine facts list --withdrawn` and `engine review list`",
            counted(holes, "place")
        ));
    }
    Ok(if gone.is_empty() && holes == 0 { read } else { ExitCode::from(WARNED) })
}

/// Makes a database anew unless it is sound.
fn mend(
    path: &Path,
    soundness: fn(&Path) -> Result<Vec<String>, StoreError>,
    salvage: fn(&Path) -> Result<Salvage, StoreError>,
) -> Result<Option<Salvage>, Failure> {
    let shown = pasted(path);
    let fault = match soundness(path) {
        Ok(faults) => match faults.into_iter().next() {
            None => {
                super::print(&format!("{shown}: sound"))?;
                return Ok(None);
            }
            Some(fault) => fault,
        },
        Err(error @ (StoreError::Damaged { .. } | StoreError::Open { .. })) if is_damage(&error) => error.to_string(),
        Err(other) => return Err(other.into()),
    };
    super::print(&format!("{shown}: {fault}"))?;
    let salvage = salvage(path)?;
    super::print(&format!(
        "{shown}: made anew with {}; the damaged file is {}",
        counted(salvage.rows, "sound row"),
        pasted(&salvage.kept_as)
    ))?;
    Ok(Some(salvage))
}

/// Whether an error is about what a file holds, and not about who may read it.
fn is_damage(error: &StoreError) -> bool {
    use engine::store::OpenFault::{Empty, Header, NotADatabase, Truncated};
    match error {
        StoreError::Open { fault, .. } => matches!(fault, Empty | Header | NotADatabase | Truncated { .. }),
        other => matches!(other, StoreError::Damaged { .. }),
    }
}

fn soundness_of_facts(path: &Path) -> Result<Vec<String>, StoreError> {
    let store = SqliteFactStore::open(path)?;
    damage(&store.damaged_pages()?).map_or_else(|| store.check(), |damage| Ok(vec![damage]))
}

fn soundness_of_texts(path: &Path) -> Result<Vec<String>, StoreError> {
    let store = SqliteChunkStore::open(path)?;
    damage(&store.damaged_pages()?).map_or_else(|| store.check(), |damage| Ok(vec![damage]))
}

fn damage(pages: &[u64]) -> Option<String> {
    let first = pages.first()?;
    Some(format!("{} damaged, first page {first}", counted(pages.len() as u64, "page")))
}
