//! The golden sets that a command needs, and who is asked about them. It loads what the lanes at hand have, and nothing
//! else; whether the result is right is the harness's affair.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use harness::counterfactual::Sourced;
use harness::golden::{ExtractionSuite, GoldenCase, GoldenSet, RetrievalSuite, Suite, strays};
use harness::lane::Lane;
use harness::run::{Options, Run, Selection, SelectionError};
use harness::target::{
    EngineExtractor, EngineOpener, EngineSearcher, EngineTarget, Extractor, Patient, ScriptedTarget, Searcher, Target,
};
use rayon::prelude::*;

use crate::golden::complain;
use crate::repository::{Folders, Repository};

/// The golden sets of some lanes.
pub(crate) struct Golden {
    questions: Option<Suite>,
    documents: Option<ExtractionSuite>,
    searches: Option<RetrievalSuite>,
    opener: EngineOpener,
}

/// Where answers come from: the fixtures' folder, and a file of recorded ones when they are not asked for.
pub(crate) type Origin<'a> = (&'a Path, Option<&'a Path>);

/// How long one question may take when nobody says: long enough for a slow model, too short for a night.
pub(crate) const TIMEOUT: Duration = Duration::from_mins(2);

impl Golden {
    /// Loads what `lanes` need. None when something is wrong with it, after saying what.
    pub(crate) fn load(lanes: &[Lane], folders: &Folders, repository: &Repository) -> Option<Self> {
        let needs = |lane: Lane| lanes.iter().any(|other| other.golden() == lane.golden());
        let questions = needs(Lane::Tool).then(|| folders.questions(repository)).transpose();
        let documents = needs(Lane::Extraction).then(|| folders.documents(repository)).transpose();
        let searches = needs(Lane::Retrieval).then(|| folders.searches(repository)).transpose();
        match (questions, documents, searches, strays(&folders.golden(repository))) {
            (Ok(questions), Ok(documents), Ok(searches), Ok(())) => {
                Some(Self { questions, documents, searches, opener: EngineOpener::default() })
            }
            (questions, documents, searches, strays) => {
                complain([questions.err(), documents.err(), searches.err(), strays.err()].into_iter().flatten());
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
            Lane::Counterfactual => {
                let questions = self.questions.as_ref().ok_or(SelectionError::Empty)?;
                match selection.of(questions)?.iter().filter(|case| Sourced::has_source(case)).count() {
                    0 => Err(SelectionError::NothingMatches),
                    count => Ok(count),
                }
            }
        }
    }

    /// The ids of a lane's cases.
    pub(crate) fn ids(&self, lane: Lane) -> BTreeSet<&str> {
        match lane {
            Lane::Tool | Lane::Agent | Lane::Counterfactual => ids(self.questions.as_ref()),
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
        (options, timeout): (Options<'_>, Duration),
    ) -> Result<Run> {
        let run = match (lane, &self.questions, &self.documents, &self.searches) {
            (Lane::Tool | Lane::Agent, Some(questions), _, _) => Run::execute(
                questions,
                selection,
                lane,
                &Patient::new(self.open_target(lane, origin)?, timeout),
                options,
            ),
            (Lane::Extraction, _, Some(documents), _) => {
                Run::extract(documents, selection, &Patient::new(open_extractor(origin)?, timeout), options)
            }
            (Lane::Retrieval, _, _, Some(searches)) => {
                Run::search(searches, selection, &Patient::new(open_searcher(origin)?, timeout), options)
            }
            (Lane::Counterfactual, Some(questions), _, _) => {
                if origin.1.is_some() {
                    bail!("recorded answers cannot follow an altered fixture; leave --answers or --suite out");
                }
                let open = |fixtures: &Path| {
                    let engine: Arc<dyn Target> = Arc::new(self.opener.open(fixtures, lane)?);
                    Ok(Arc::new(Patient::new(engine, timeout)) as Arc<dyn Target>)
                };
                let identity = EngineTarget::named(lane);
                Run::counterfactual(questions, selection, (&open, identity), options)
            }
            _ => Err(SelectionError::Empty.into()),
        };
        Ok(run?)
    }

    /// What the engine answers, reads and finds for the cases of some lanes, a line each and by case. A question that is
    /// asked twice on a day is recorded once.
    pub(crate) fn recorded(&self, lanes: &[Lane], fixtures: &Path) -> Result<Vec<String>> {
        let mut recorded: Vec<String> = Vec::new();
        for lane in lanes {
            match (lane, &self.questions, &self.documents, &self.searches) {
                (Lane::Tool | Lane::Agent, Some(questions), _, _) => {
                    let engine = EngineTarget::open(fixtures, *lane)?;
                    let asked: BTreeSet<_> = questions
                        .cases
                        .iter()
                        .map(|case| (case.fixture.as_str(), case.question.as_str(), case.reference_date))
                        .collect();
                    let answers = asked.into_par_iter().map(|(fixture, text, day)| engine.recorded(fixture, text, day));
                    recorded.extend(answers.collect::<Result<Vec<_>, _>>()?);
                }
                (Lane::Extraction, _, Some(documents), _) => {
                    let engine = EngineExtractor::open(fixtures)?;
                    let read = documents.cases.par_iter().map(|truth| engine.recorded(&truth.fixture, &truth.doc));
                    recorded.extend(read.collect::<Result<Vec<_>, _>>()?.into_iter().flatten());
                }
                (Lane::Retrieval, _, _, Some(searches)) => {
                    let engine = EngineSearcher::open(fixtures)?;
                    let found = searches.cases.par_iter();
                    let found = found.map(|query| engine.recorded(&query.fixture, &query.query, &query.filters));
                    recorded.extend(found.collect::<Result<Vec<_>, _>>()?);
                }
                _ => {}
            }
        }
        Ok(recorded)
    }

    fn open_target(&self, lane: Lane, (fixtures, answers): Origin<'_>) -> Result<Arc<dyn Target>> {
        if let Some(file) = answers {
            return Ok(Arc::new(recorded(file)?));
        }
        Ok(Arc::new(self.opener.open(fixtures, lane).context("cannot open the engine over the fixtures")?))
    }
}

fn ids<C: GoldenCase>(set: Option<&GoldenSet<C>>) -> BTreeSet<&str> {
    set.into_iter().flat_map(|set| &set.cases).map(|case| case.id()).collect()
}

/// Who reads documents.
pub(crate) fn open_extractor((fixtures, answers): Origin<'_>) -> Result<Arc<dyn Extractor>> {
    if let Some(file) = answers {
        return Ok(Arc::new(recorded(file)?));
    }
    Ok(Arc::new(EngineExtractor::open(fixtures).context("cannot open the engine's reading over the fixtures")?))
}

fn open_searcher((fixtures, answers): Origin<'_>) -> Result<Arc<dyn Searcher>> {
    if let Some(file) = answers {
        return Ok(Arc::new(recorded(file)?));
    }
    Ok(Arc::new(EngineSearcher::open(fixtures).context("cannot open the engine's search over the fixtures")?))
}

fn recorded(file: &Path) -> Result<ScriptedTarget> {
    let text = fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    ScriptedTarget::from_lines(&text).with_context(|| format!("in {}", file.display()))
}
