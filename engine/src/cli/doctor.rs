//! `engine doctor`: whether this installation and its workspace work, and which settings are in force. It repairs nothing
//! and changes nothing.

use std::fmt::Display;
use std::fs::OpenOptions;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use engine::profile::Profile;
use engine::question::Question;
use engine::retrieval::store::{ChunkStore, SqliteChunkStore};
use engine::store::{FactStore, SqliteFactStore, StoreError};

use super::exit::{ANSWERED, FAULT, Failure};
use super::settings::{Flags, Origin, Setting, Settings};
use super::workspace::{DOCUMENTS_FILE, FACTS_FILE, Workspace};
use super::{counted, demo, embeddings, index, pasted, restricted_count};

const HELP: &str = "\
Exit code 0 when nothing fails, 3 when something does.

Examples:
  engine doctor --workspace reports
  engine doctor --full";

/// A question that the built-in company answers, and the answer's figure.
const SELF_QUESTION: (&str, &str) = ("What was Hong Kong NBV in FY2025?", "566.9");

/// `engine doctor`.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(super) struct DoctorArgs {
    /// Read every page of the databases, those too that no question needs and that nothing uses
    #[arg(long)]
    full: bool,
}

pub(super) fn run(args: &DoctorArgs, workspace: Option<PathBuf>) -> Result<ExitCode, Failure> {
    super::print(&format!("engine {}\n\nSettings", env!("CARGO_PKG_VERSION")))?;
    let settings = Settings::resolve(Flags { workspace, ..Flags::default() })?;
    for [name, value, origin] in settings.lines() {
        super::print(&format!("  {name:<19} {value}  ({origin})"))?;
    }
    super::print("\nChecks")?;
    let mut checks = Checks { failed: 0, full: args.full };
    checks.show("pipeline", answers_itself())?;
    if let Some(wanted) = &settings.embeddings.value {
        let backend = embeddings::backend(wanted, &settings.workspace.value);
        checks.show("embeddings", backend.map(|_| format!("{wanted}: can be used")))?;
    }
    if is_fresh(&settings.workspace) {
        remark("workspace", "none here yet; `engine init` makes one, `engine ask --demo` needs none")?;
    } else {
        checks.workspace(&settings.workspace.value)?;
    }
    if checks.failed > 0 {
        super::print(&format!("\n{} failed", counted(checks.failed, "check")))?;
    } else {
        super::print("\nAll is well.")?;
    }
    Ok(ExitCode::from(if checks.failed > 0 { FAULT } else { ANSWERED }))
}

/// Whether nobody asked for a workspace and there is none.
fn is_fresh(workspace: &Setting<PathBuf>) -> bool {
    workspace.origin == Origin::Default && workspace.value.symlink_metadata().is_err()
}

/// What has been looked at so far.
struct Checks {
    failed: u64,
    /// Whether every page is read, whatever it is for.
    full: bool,
}

impl Checks {
    fn show(&mut self, what: &str, outcome: Result<String, impl Display>) -> Result<(), Failure> {
        match outcome {
            Ok(text) => super::print(&format!("  ok    {what:<10} {text}")),
            Err(fault) => {
                self.failed += 1;
                let fault = fault.to_string().replace('\n', "\n                   ");
                super::print(&format!("  FAIL  {what:<10} {fault}"))
            }
        }
    }

    fn workspace(&mut self, dir: &Path) -> Result<(), Failure> {
        let workspace = match Workspace::at(dir) {
            Ok(workspace) => workspace,
            Err(failure) => return self.show("workspace", Err(failure)),
        };
        self.show("workspace", Ok::<_, Failure>(pasted(workspace.dir())))?;
        self.show("profile", profile(&workspace.profile_path()))?;
        match workspace.facts_to_read() {
            Err(failure) => self.show("database", Err(failure))?,
            Ok(facts) => {
                self.show("database", database(&facts))?;
                read_again(FACTS_FILE, facts.stats().map(|stats| stats.to_read_again))?;
                self.pages(FACTS_FILE, || facts.damaged_pages())?;
                self.show("asking", ask(&workspace))?;
            }
        }
        match workspace.documents_to_read() {
            Err(failure) => self.show("documents", Err(failure))?,
            Ok(store) => {
                self.show("documents", documents(&store))?;
                read_again(DOCUMENTS_FILE, store.stats().map(|stats| stats.to_read_again))?;
                self.pages(DOCUMENTS_FILE, || store.damaged_pages())?;
                self.index(&workspace, &store)?;
            }
        }
        match writable(&workspace) {
            Ok(()) => self.show("writing", Ok::<_, Failure>("folder and databases can be written".to_owned())),
            Err(error) => remark("writing", &format!("{error}; questions can be asked, nothing can be ingested")),
        }
    }

    /// Every page of a database, where all of them are asked for.
    fn pages(&mut self, file: &str, damaged: impl FnOnce() -> Result<Vec<u64>, StoreError>) -> Result<(), Failure> {
        if !self.full {
            return Ok(());
        }
        let pages = damaged().map_err(Failure::from).and_then(|damaged| match &*damaged {
            [] => Ok(format!("every page of {file} holds what was written to it")),
            [first, ..] => Err(Failure::fault(format!(
                "{file}: {} not hold what was written, first page {first}; `engine repair` makes it anew",
                if damaged.len() == 1 { "1 page does".to_owned() } else { format!("{} pages do", damaged.len()) },
            ))),
        });
        self.show("pages", pages)
    }

    /// A stale index is no fault: whoever needs it next mends it.
    fn index(&mut self, workspace: &Workspace, store: &SqliteChunkStore) -> Result<(), Failure> {
        // A profile that cannot be read was told before.
        let Ok(profile) = workspace.profile() else { return Ok(()) };
        match index::inspect(workspace, &profile, store) {
            Ok(Ok(text)) => self.show("index", Ok::<_, Failure>(text)),
            Ok(Err(what)) => remark("index", &what),
            Err(failure) => self.show("index", Err(failure)),
        }
    }
}

/// Something that is worth knowing and no fault.
fn remark(what: &str, text: &str) -> Result<(), Failure> {
    super::print(&format!("  note  {what:<10} {text}"))
}

/// Says how many files the next ingestion reads again. A database whose counts cannot be read was told before.
pub(super) fn read_again(database: &str, files: Result<u64, StoreError>) -> Result<(), Failure> {
    let Some(files) = files.ok().filter(|files| *files > 0) else { return Ok(()) };
    remark(
        "reading",
        &format!(
            "{database}: {} read in part, by rules of an earlier version, or before a repair; `engine ingest` of the same paths reads {} again",
            if files == 1 { "1 file was".to_owned() } else { format!("{files} files were") },
            if files == 1 { "it" } else { "them" },
        ),
    )
}

fn profile(path: &Path) -> Result<String, String> {
    let checked = Profile::check(path).map_err(|error| error.to_string())?;
    let report = checked.report().trim_end().to_owned();
    if checked.profile.is_some() { Ok(report) } else { Err(report) }
}

fn database(facts: &SqliteFactStore) -> Result<String, Failure> {
    undamaged(&facts.check()?)?;
    let stats = facts.stats()?;
    Ok(format!(
        "sound, schema {}; {} answering, {} waiting for review, {} withdrawn, {} dropped{}; {}; {}",
        stats.schema_version,
        counted(stats.answering, "fact"),
        stats.pending + stats.reviews_pending,
        stats.refused,
        stats.dropped,
        restricted(stats.restricted),
        counted(stats.documents.saturating_sub(stats.restricted_documents), "document"),
        counted(stats.history, "former state"),
    ))
}

fn documents(store: &SqliteChunkStore) -> Result<String, Failure> {
    undamaged(&store.check()?)?;
    let stats = store.stats()?;
    Ok(format!(
        "sound, schema {}; {} in {}, {} withdrawn or gone{}",
        stats.schema_version,
        counted(stats.documents, "document"),
        counted(stats.chunks, "chunk"),
        stats.withdrawn,
        restricted(stats.restricted),
    ))
}

fn restricted(count: u64) -> String {
    restricted_count(count).map(|count| format!(", {count} restricted")).unwrap_or_default()
}

fn undamaged(faults: &[String]) -> Result<(), Failure> {
    if faults.is_empty() {
        return Ok(());
    }
    let faults = faults.join("\n    ");
    Err(Failure::fault(format!(
        "damaged; restore a copy, or let `engine repair` make it anew from the files that it was read from:\n    {faults}"
    )))
}

/// The built-in company answers a question it must know.
fn answers_itself() -> Result<String, Failure> {
    let (question, figure) = SELF_QUESTION;
    let answer = ask_once(&demo::engine()?, question)?;
    if answer.contains(figure) {
        let stats = demo::documents()?.stats()?;
        Ok(format!(
            "a question to the built-in company gets its answer, and its {} are read",
            counted(stats.documents, "document")
        ))
    } else {
        Err(Failure::fault(format!("the built-in company answered `{question}` with: {answer}")))
    }
}

/// The workspace opens as a whole and reads a question.
fn ask(workspace: &Workspace) -> Result<String, Failure> {
    ask_once(&workspace.engine()?, SELF_QUESTION.0)?;
    Ok("the workspace takes questions".to_owned())
}

fn ask_once(engine: &engine::engine::Engine, text: &str) -> Result<String, Failure> {
    let question = Question::new(text, jiff::civil::date(2026, 3, 15)).map_err(Failure::fault)?;
    Ok(engine.ask(&question)?.text)
}

/// Tries what a write needs: a file beside the databases, and the databases themselves opened to write.
fn writable(workspace: &Workspace) -> Result<(), String> {
    let probe = workspace.dir().join(format!(".doctor-{}", std::process::id()));
    let tried = OpenOptions::new().write(true).create_new(true).open(&probe);
    tried.map_err(|error| format!("{}: {error}", workspace.dir().display()))?;
    std::fs::remove_file(&probe).map_err(|error| format!("{}: {error}", probe.display()))?;
    for database in [workspace.path(FACTS_FILE), workspace.path(DOCUMENTS_FILE)] {
        let opened = OpenOptions::new().append(true).open(&database);
        opened.map_err(|error| format!("{}: {error}", database.display()))?;
    }
    Ok(())
}
