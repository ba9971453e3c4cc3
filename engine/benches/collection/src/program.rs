//! The engine as everybody calls it: a workspace of its own, `engine ingest` of the corpus, and one `engine retrieve` over all
//! judged queries. Nothing of the library is called, so what is measured is what users get; embeddings stay off.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use anyhow::{Context as _, Result, bail};
use serde::Deserialize;

use crate::collection::Collection;
use crate::run::Run;

/// `engine ingest`: done, and done with records left out.
const INGESTED: [i32; 2] = [0, 4];
const DONE: [i32; 1] = [0];

/// Settings of the caller, which would change what is measured.
const SETTINGS: [&str; 3] = ["ENGINE_WORKSPACE", "ENGINE_TRACE", "ENGINE_PROVIDER"];

/// A built engine, and how it shall cut texts.
pub(crate) struct Engine<'a> {
    program: &'a Path,
    analyzer: &'a str,
}

/// What `engine ingest --json` says of a file of documents, as far as it is shown.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
pub(crate) struct Ingested {
    /// Documents that were stored.
    pub(crate) documents: u64,
    /// Of these, documents that are labelled restricted and so never found.
    pub(crate) restricted: u64,
    /// Records that were left out.
    pub(crate) bad: u64,
    pub(crate) chunks: u64,
}

impl<'a> Engine<'a> {
    pub(crate) fn new(program: &'a Path, analyzer: &'a str) -> Self {
        Self { program, analyzer }
    }

    /// Ingests a collection into a workspace that is thrown away, and gives the ranking of every judged query.
    pub(crate) fn search(&self, collection: &Collection, depth: usize) -> Result<(Run, Ingested)> {
        let folder = tempfile::tempdir().context("cannot make a temporary folder")?;
        let path = |name: &str| folder.path().join(name);
        let [profile, workspace, queries, run] = ["profile.toml", "workspace", "queries.jsonl", "engine.run"].map(path);
        fs::write(&profile, self.profile()).context("cannot write a profile")?;
        fs::write(&queries, lines(collection)?).context("cannot write the queries")?;
        let dir = workspace.as_os_str();
        self.call(&["init".as_ref(), dir, "--profile".as_ref(), profile.as_os_str()], &DONE)?;
        let corpus = absolute(&collection.corpus)?;
        let ingest = ["ingest".as_ref(), "--workspace".as_ref(), dir, "--json".as_ref(), corpus.as_os_str()];
        let ingested = self.call(&ingest, &INGESTED)?;
        let ingested = serde_json::from_slice(ingested.stdout.trim_ascii())
            .with_context(|| format!("no report of one file: {}", String::from_utf8_lossy(&ingested.stdout)))?;
        let depth = depth.to_string();
        let retrieve: [&OsStr; 9] = [
            "retrieve".as_ref(),
            "--workspace".as_ref(),
            dir,
            "--queries".as_ref(),
            queries.as_os_str(),
            "--run".as_ref(),
            run.as_os_str(),
            "--top-k".as_ref(),
            depth.as_ref(),
        ];
        self.call(&retrieve, &DONE)?;
        let text = fs::read_to_string(&run).context("the engine wrote no run")?;
        Ok((Run::parse(&text)?, ingested))
    }

    /// A profile whose only names have one wording, so that no query is said in other words.
    fn profile(&self) -> String {
        format!(
            "schema = 1\nlanguages = [\"en\"]\nfiscal_year_end_month = 12\n\
             [home]\ncompany = \"Collection\"\nentity = \"COLLECTION\"\n\
             [entities.COLLECTION]\nlabel = \"Collection\"\n\
             [metrics.DOCUMENTS]\nlabel = \"Documents\"\nunit = \"COUNT\"\n\
             [units.COUNT]\nlabel = \"count\"\n\
             [retrieval]\nanalyzer = \"{}\"\n",
            self.analyzer
        )
    }

    fn call(&self, arguments: &[&OsStr], good: &[i32]) -> Result<Output> {
        let mut command = Command::new(self.program);
        command.args(arguments).stdin(Stdio::null());
        for name in SETTINGS {
            command.env_remove(name);
        }
        let output = command.output().with_context(|| format!("cannot run {}", self.program.display()))?;
        if !output.status.code().is_some_and(|code| good.contains(&code)) {
            let what = arguments.first().map(|name| name.to_string_lossy()).unwrap_or_default();
            bail!(
                "engine {what} ended with {}:\n{}",
                output.status,
                String::from_utf8_lossy(&output.stderr).trim_end()
            );
        }
        Ok(output)
    }
}

/// The judged queries, a line each.
fn lines(collection: &Collection) -> Result<String> {
    let mut text = String::new();
    for query in &collection.queries {
        text.push_str(&serde_json::to_string(&serde_json::json!({ "_id": query.id, "text": query.text }))?);
        text.push('\n');
    }
    Ok(text)
}

fn absolute(path: &Path) -> Result<PathBuf> {
    fs::canonicalize(path).with_context(|| format!("cannot find {}", path.display()))
}
