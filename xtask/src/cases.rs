//! The golden sets that a command needs, and who is asked about them. It loads what the lanes at hand have, and nothing
//! else; whether the result is right is the harness's affair.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use harness::golden::{ExtractionSuite, GoldenCase, GoldenSet, RetrievalSuite, Suite};
use harness::lane::Lane;
use harness::run::{Options, Run, Selection, SelectionError};
use harness::target::{EngineExtractor, EngineSearcher, EngineTarget, Extractor, ScriptedTarget, Searcher, Target};

use crate::golden::complain;
use crate::repository::{Folders, Repository};

/// The golden sets of some lanes.
pub(crate) struct Golden {
    questions: Option<Suite>,
    documents: Option<ExtractionSuite>,
    searches: Option<RetrievalSuite>,
}

/// Where answers come from: the fixtures' folder, and a file of recorded ones when they are not asked for.
pub(crate) type Origin<'a> = (&'a Path, Option<&'a Path>);

impl Golden {
    /// Loads what `lanes` need. None when something is wrong with it, after saying what.
    pub(crate) fn load(lanes: &[Lane], folders: &Folders, repository: &Repository) -> Option<Self> {
        let needs = |lane: Lane| lanes.iter().any(|other| other.suite() == lane.suite());
        let questions = needs(Lane::Tool).then(|| folders.questions(repository)).transpose();
        let documents = needs(Lane::Extraction).then(|| folders.documents(repository)).transpose();
        let searches = needs(Lane::Retrieval).then(|| folders.searches(repository)).transpose();
        match (questions, documents, searches) {
            (Ok(questions), Ok(documents), Ok(searches)) => Some(Self { questions, documents, searches }),
            (questions, documents, searches) => {
                complain([questions.err(), documents.err(), searches.err()].into_iter().flatten());
                None
            }
        }
    }

    /// How many cases of a lane are selected.
    pub(crate) fn count(&self, lane: Lane, selection: &Selection) -> Result<usize, SelectionError> {
        fn count<C: GoldenCase>(set: Option<&GoldenSet<C>>, selection: &Selection) -> Result<usize, SelectionError> {
            set.map_or(Err(SelectionError::Empty), |set| selection.of(set).map(|cases| cases.len()))
        }
        match lane {
            Lane::Tool | Lane::Agent => count(self.questions.as_ref(), selection),
            Lane::Extraction => count(self.documents.as_ref(), selection),
            Lane::Retrieval => count(self.searches.as_ref(), selection),
        }
    }

    /// The ids of a lane's cases.
    pub(crate) fn ids(&self, lane: Lane) -> BTreeSet<&str> {
        match lane {
            Lane::Tool | Lane::Agent => ids(self.questions.as_ref()),
            Lane::Extraction => ids(self.documents.as_ref()),
            Lane::Retrieval => ids(self.searches.as_ref()),
        }
    }

    /// Asks and judges the selected cases of a lane.
    pub(crate) fn run(
        &self,
        lane: Lane,
        selection: &Selection,
        origin: Origin<'_>,
        options: Options<'_>,
    ) -> Result<Run> {
        let run = match (lane, &self.questions, &self.documents, &self.searches) {
            (Lane::Tool | Lane::Agent, Some(questions), _, _) => {
                Run::execute(questions, selection, lane, open_target(lane, origin)?.as_ref(), options)
            }
            (Lane::Extraction, _, Some(documents), _) => {
                Run::extract(documents, selection, open_extractor(origin)?.as_ref(), options)
            }
            (Lane::Retrieval, _, _, Some(searches)) => {
                Run::search(searches, selection, open_searcher(origin)?.as_ref(), options)
            }
            _ => Err(SelectionError::Empty.into()),
        };
        Ok(run?)
    }
}

fn ids<C: GoldenCase>(set: Option<&GoldenSet<C>>) -> BTreeSet<&str> {
    set.into_iter().flat_map(|set| &set.cases).map(|case| case.id()).collect()
}

fn open_target(lane: Lane, (fixtures, answers): Origin<'_>) -> Result<Box<dyn Target>> {
    if let Some(file) = answers {
        return Ok(Box::new(recorded(file)?));
    }
    Ok(Box::new(EngineTarget::open(fixtures, lane).context("cannot open the engine over the fixtures")?))
}

/// Who reads documents.
pub(crate) fn open_extractor((fixtures, answers): Origin<'_>) -> Result<Box<dyn Extractor>> {
    if let Some(file) = answers {
        return Ok(Box::new(recorded(file)?));
    }
    Ok(Box::new(EngineExtractor::open(fixtures).context("cannot open the engine's reading over the fixtures")?))
}

fn open_searcher((fixtures, answers): Origin<'_>) -> Result<Box<dyn Searcher>> {
    if let Some(file) = answers {
        return Ok(Box::new(recorded(file)?));
    }
    Ok(Box::new(EngineSearcher::open(fixtures).context("cannot open the engine's search over the fixtures")?))
}

fn recorded(file: &Path) -> Result<ScriptedTarget> {
    let text = fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    ScriptedTarget::from_lines(&text).with_context(|| format!("in {}", file.display()))
}
