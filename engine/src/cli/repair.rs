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
use super::{counted, doctor, ingest, note, pasted};

const HELP: &str = "\
Every page of the databases is read. A damaged database is kept under another
name, and a new one takes its place, with all rows that are sound: labels, what
was withdrawn, reviews and their trails. Then the files that it was read from
are ingested again; those that are gone are listed, and what they stated and
was lost stays lost. Nobody else may use the workspace meanwhile.

Which files were read, how documents were labelled and what was withdrawn
stands twice in a store, on pages of their own each; what was decided about a
fact stands with it and in its history. A store of which neither can be read
whole is not replaced (exit code 3): nobody would know which files to read
again, which documents were restricted and what was withdrawn. Make a
new workspace with `engine init` and `engine ingest` the original paths, or
accept the loss.

Exit code 0 when all is sound or mended, 3 when nothing was replaced, 4 when
rows could not be read or files are gone: what a person decided may then have to
be decided again.

Example:
  engine repair --workspace reports";

/// `engine repair`.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(super) struct RepairArgs {
    /// Replace a store although the list of its files or documents, or what persons decided, cannot be read whole. Labels may be lost, so that a
    /// document which was once restricted answers again; so may withdrawals, rejections, and the names of the files that
    /// must be ingested again
    #[arg(long)]
    accept_loss: bool,
}

pub(super) fn run(args: &RepairArgs, flag: Option<PathBuf>) -> Result<ExitCode, Failure> {
    let workspace = Workspace::open(flag.clone())?;
    // What the files are read with comes first: a store is whole only after its files were read again.
    let policy = workspace.profile()?.sensitivity;
    let (facts_db, texts_db) = (workspace.path(FACTS_FILE), workspace.path(DOCUMENTS_FILE));
    let facts = examine(&facts_db, soundness_of_facts, SqliteFactStore::salvage)?;
    let texts = examine(&texts_db, soundness_of_texts, SqliteChunkStore::salvage)?;
    // Both or none.
    let [facts, texts] = replace([(facts_db.as_path(), facts), (texts_db.as_path(), texts)], args.accept_loss)?;
    if facts.is_none() && texts.is_none() {
        // A repair that was interrupted leaves sound databases of files that were not read again.
        let counts = SqliteFactStore::open(&facts_db)?.stats().map(|stats| stats.to_read_again);
        doctor::read_again(FACTS_FILE, counts)?;
        let counts = SqliteChunkStore::open(&texts_db)?.stats().map(|stats| stats.to_read_again);
        doctor::read_again(DOCUMENTS_FILE, counts)?;
        return Ok(ExitCode::from(ANSWERED));
    }
    let sources = [&facts, &texts].into_iter().flatten().flat_map(|salvage| &salvage.sources);
    let sources: BTreeSet<&String> = sources.collect();
    let (there, gone): (Vec<&String>, Vec<&String>) = sources.into_iter().partition(|name| Path::new(name).is_file());
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

/// Puts the new databases in the place of the damaged ones; none of them, when one lacks what no file can tell, unless its
/// loss is accepted. What the other store knows of it is taken over then.
fn replace(mut found: [(&Path, Option<Salvage>); 2], accept_loss: bool) -> Result<[Option<Salvage>; 2], Failure> {
    let lacks = |(path, salvage): &(&Path, Option<Salvage>)| {
        let holes = salvage.as_ref().filter(|salvage| !salvage.vital_holes.is_empty())?;
        Some(format!("{} (tables: {})", pasted(path), holes.vital_holes.join(", ")))
    };
    let lacking: Vec<String> = found.iter().filter_map(lacks).collect();
    let lacking = lacking.join(" and ");
    if !lacking.is_empty() && !accept_loss {
        found.into_iter().filter_map(|(_, salvage)| salvage).for_each(Salvage::discard);
        return Err(Failure::fault(format_args!(
            "nothing was replaced: the list of files or of documents, or what persons decided, cannot be read whole in {lacking}, \
             so that it is not known which files to read again, which documents were restricted or what was withdrawn: restore a copy, or make a new \
             workspace with `engine init` and `engine ingest` the original paths; `engine repair --accept-loss` goes on without"
        )));
    }
    let known: [PathBuf; 2] = std::array::from_fn(|at| {
        let (path, salvage) = &found[at];
        salvage.as_ref().map_or(*path, Salvage::unfinished).to_owned()
    });
    for (at, ((_, salvage), other)) in found.iter_mut().zip(known.iter().rev()).enumerate() {
        // Figures go with their document; a text may stay when its figures were withdrawn alone.
        let of_facts = at == 0;
        let learns = |salvage: &&mut Salvage| !salvage.vital_holes.is_empty() || of_facts && salvage.holes > 0;
        if let Some(salvage) = salvage.as_mut().filter(learns) {
            salvage.learn(other)?;
        }
    }
    for (path, salvage) in &found {
        if let Some(salvage) = salvage {
            let kept = salvage.replace()?;
            let (shown, rows) = (pasted(path), counted(salvage.rows, "sound row"));
            super::print(&format!("{shown}: made anew with {rows}; the damaged file is {}", pasted(&kept)))?;
        }
    }
    if !lacking.is_empty() {
        note(format_args!(
            "warning: the list of files or of documents, or what persons decided, could not be read whole in {lacking}: `engine ingest` the original paths \
             again, and look at the labels and at what was withdrawn or rejected"
        ));
    }
    Ok(found.map(|(_, salvage)| salvage))
}

/// Makes a new database beside one that is not sound.
fn examine(
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
    Ok(Some(salvage(path)?))
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
