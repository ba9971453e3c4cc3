//! Where the repository is. Commands work from its root, so that the paths they show and write down are the same on
//! every machine; paths on the command line still mean what they mean to the caller.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::Args;
use harness::baseline::Baseline;
use harness::golden::{ExtractionSuite, Faults, RetrievalSuite, Suite};
use harness::lane::Lane;
use harness::report::quoted;

use crate::screen;

/// The folder of the golden set of questions.
pub(crate) const QA: &str = "qa";
/// The folder of the golden set of documents.
pub(crate) const EXTRACTION: &str = "extraction";
/// The folder of the golden set of searches.
pub(crate) const RETRIEVAL: &str = "retrieval";

/// The root of the repository, and the folder the command was called in.
pub(crate) struct Repository {
    pub(crate) root: PathBuf,
    called_in: PathBuf,
}

impl Repository {
    /// Finds the root and makes it the current folder.
    pub(crate) fn find() -> Result<Self> {
        let called_in = env::current_dir().context("the current folder is gone")?;
        // `cargo run` names the package's folder, which is right wherever the command is called from.
        let package = env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
        let starts = package.iter().chain([&called_in]);
        let Some(root) = starts.flat_map(|start| start.ancestors()).find(|folder| is_root(folder)) else {
            bail!("{} is in no cargo workspace; call this from inside the repository", called_in.display());
        };
        let root = root.to_owned();
        env::set_current_dir(&root).with_context(|| format!("cannot enter {}", root.display()))?;
        Ok(Self { root, called_in })
    }

    /// Says which repository is meant, where that is not the one that the command was called in.
    pub(crate) fn say_which(&self) {
        if !self.called_in.starts_with(&self.root) {
            screen::complain(&format!("note: this is about {}", self.root.display()));
        }
    }

    /// A path of the command line, as seen from the root: short when it lies inside, absolute otherwise.
    pub(crate) fn path(&self, given: &Path) -> PathBuf {
        let absolute = self.called_in.join(given);
        absolute.strip_prefix(&self.root).map(Path::to_owned).unwrap_or(absolute)
    }
}

fn is_root(folder: &Path) -> bool {
    fs::read_to_string(folder.join("Cargo.toml")).is_ok_and(|manifest| manifest.contains("[workspace]"))
}

/// Folders that a command reads and writes.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct Folders {
    /// Golden sets, one folder a suite [default: golden]
    #[arg(long, value_name = "DIR")]
    golden: Option<PathBuf>,
    /// Fixtures that the golden sets cite [default: fixtures]
    #[arg(long, value_name = "DIR")]
    fixtures: Option<PathBuf>,
    /// Baselines and waivers [default: baselines]
    #[arg(long, value_name = "DIR")]
    baselines: Option<PathBuf>,
}

impl Folders {
    pub(crate) fn golden(&self, repository: &Repository) -> PathBuf {
        repository.path_or(self.golden.as_deref(), "golden")
    }

    /// The golden set of questions, or everything that is wrong with it.
    pub(crate) fn questions(&self, repository: &Repository) -> Result<Suite, Faults> {
        let golden = self.golden(repository);
        Suite::load_with_truths(&golden.join(QA), &self.fixtures(repository), &golden.join(EXTRACTION))
    }

    /// The golden set of documents, or everything that is wrong with it.
    pub(crate) fn documents(&self, repository: &Repository) -> Result<ExtractionSuite, Faults> {
        ExtractionSuite::load(&self.golden(repository).join(EXTRACTION), &self.fixtures(repository))
    }

    /// Whether a suite is judged at all: a golden set without its folder has no such suite. Once there is a baseline, a
    /// lost folder is a fault and no choice.
    pub(crate) fn judges(&self, lane: Lane, repository: &Repository) -> bool {
        let of_suite = Lane::ALL.into_iter().filter(|other| other.suite() == lane.suite());
        let baselines = self.baselines(repository);
        self.golden(repository).join(lane.golden()).exists()
            || of_suite.into_iter().any(|lane| baselines.join(Baseline::file_name(lane)).exists())
    }

    /// Whether documents are judged at all.
    pub(crate) fn judges_documents(&self, repository: &Repository) -> bool {
        self.judges(Lane::Extraction, repository)
    }

    /// The lanes of the suites that are judged unless others are named, in the order of reports.
    pub(crate) fn lanes(&self, repository: &Repository) -> Vec<Lane> {
        Lane::ALL.into_iter().filter(|lane| !lane.is_extra() && self.judges(*lane, repository)).collect()
    }

    /// The golden set of searches, or everything that is wrong with it.
    pub(crate) fn searches(&self, repository: &Repository) -> Result<RetrievalSuite, Faults> {
        RetrievalSuite::load(&self.golden(repository).join(RETRIEVAL), &self.fixtures(repository))
    }

    pub(crate) fn fixtures(&self, repository: &Repository) -> PathBuf {
        repository.path_or(self.fixtures.as_deref(), "fixtures")
    }

    pub(crate) fn baselines(&self, repository: &Repository) -> PathBuf {
        repository.path_or(self.baselines.as_deref(), "baselines")
    }

    /// The arguments that were given, as words of a shell, with paths as seen from the root.
    pub(crate) fn arguments(&self, repository: &Repository) -> Vec<String> {
        [("golden", &self.golden), ("fixtures", &self.fixtures), ("baselines", &self.baselines)]
            .into_iter()
            .filter_map(|(name, given)| {
                let path = repository.path(given.as_deref()?);
                Some(format!("--{name} {}", quoted(&path.to_string_lossy())))
            })
            .collect()
    }

    pub(crate) fn waivers(&self, repository: &Repository) -> PathBuf {
        self.baselines(repository).join("waivers.jsonl")
    }

    /// Whether the golden sets are the repository's own.
    pub(crate) fn is_own_golden(&self, repository: &Repository) -> bool {
        self.golden(repository) == Path::new("golden")
    }
}

impl Repository {
    /// A path of the command line, or a folder of the root.
    pub(crate) fn path_or(&self, given: Option<&Path>, default: &str) -> PathBuf {
        given.map_or_else(|| PathBuf::from(default), |given| self.path(given))
    }
}

/// Suites and lanes as the command line names them.
#[derive(Debug, Clone, Args)]
pub(crate) struct Course {
    /// Suite
    #[arg(long, value_enum, default_value = "all")]
    pub(crate) suite: Suites,
    /// Lanes of the QA suite; naming one leaves the other suites out
    #[arg(long, value_enum)]
    lane: Option<Lanes>,
}

impl Course {
    /// The lanes that are meant, in the order of reports.
    pub(crate) fn lanes(&self, folders: &Folders, repository: &Repository) -> Vec<Lane> {
        let of_qa = self.lane.unwrap_or(Lanes::Both).list();
        match (self.suite, self.lane) {
            (Suites::Extraction, _) => vec![Lane::Extraction],
            (Suites::Retrieval, _) => vec![Lane::Retrieval],
            (Suites::Counterfactual, _) => vec![Lane::Counterfactual],
            (Suites::Qa, _) | (Suites::All, Some(_)) => of_qa.to_vec(),
            (Suites::All, None) => folders.lanes(repository),
        }
    }

    /// Whether lanes are named for a suite that has none.
    pub(crate) fn contradicts_itself(&self) -> bool {
        !matches!(self.suite, Suites::Qa | Suites::All) && self.lane.is_some()
    }
}

/// Suites as the command line names them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Suites {
    /// Questions and answers
    Qa,
    /// Documents and what is read from them
    Extraction,
    /// Searches for passages
    Retrieval,
    /// Questions over copies in which what their answers rest on is deleted, changed or moved
    Counterfactual,
    /// Every suite but the counterfactual one, which takes longer
    All,
}

/// Lanes of the QA suite as the command line names them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Lanes {
    /// No model: intent, gate and direct lookup
    Tool,
    /// The whole engine with a provider
    Agent,
    /// One after the other
    Both,
}

impl Lanes {
    fn list(self) -> &'static [Lane] {
        match self {
            Self::Tool => &[Lane::Tool],
            Self::Agent => &[Lane::Agent],
            Self::Both => &[Lane::Tool, Lane::Agent],
        }
    }
}
