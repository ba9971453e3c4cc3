//! Loading a whole golden set: every file, every line, in parallel, and then what the cases must be together. Either
//! everything holds and there is a [`Suite`], or every fault is reported at once.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::Path;
use std::sync::Arc;

use rayon::prelude::*;

use super::case::{Case, CaseType, Place};
use super::fault::{Fault, FaultKind, Faults};
use super::fixture::{self, Fixture};
use super::{raw, resolve};

/// A golden set that holds together.
#[derive(Debug, Clone)]
pub struct Suite {
    /// Every case, by id.
    pub cases: Vec<Arc<Case>>,
    /// The fixtures that the cases are about, by name.
    pub fixtures: BTreeMap<String, Arc<Fixture>>,
}

/// A golden file: its name and its lines.
struct GoldenFile {
    name: String,
    fixture: String,
    text: String,
}

impl Suite {
    /// Loads `golden/*.jsonl`, whose names start with the name of a folder of `fixtures`.
    pub fn load(golden: &Path, fixtures: &Path) -> Result<Self, Faults> {
        let mut faults = Vec::new();
        let mut files = Vec::new();
        let paths = fixture::files_in(golden, "jsonl").map_err(|fault| Faults(vec![fault]))?;
        for path in paths {
            let stem = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            match fixture::read_text(&path) {
                Ok(text) => files.push(GoldenFile {
                    name: path.display().to_string(),
                    fixture: stem.split('.').next().unwrap_or_default().to_owned(),
                    text,
                }),
                Err(fault) => faults.push(fault),
            }
        }
        let names: BTreeSet<&str> = files.iter().map(|file| file.fixture.as_str()).collect();
        let mut loaded = BTreeMap::new();
        let mut broken = BTreeSet::new();
        for name in names {
            let folder = fixtures.join(name);
            if !folder.join("profile.toml").is_file() {
                continue;
            }
            match Fixture::load(&folder) {
                Ok(fixture) => {
                    loaded.insert(name.to_owned(), Arc::new(fixture));
                }
                Err(more) => {
                    broken.insert(name.to_owned());
                    faults.extend(more);
                }
            }
        }
        Self::from_files(&files, loaded, &broken, faults)
    }

    /// A set from texts: `(file name, lines)`, each file name starting with the name of one of the fixtures.
    pub fn from_texts(files: &[(&str, &str)], fixtures: Vec<Fixture>) -> Result<Self, Faults> {
        let files: Vec<GoldenFile> = files
            .iter()
            .map(|(name, text)| GoldenFile {
                name: (*name).to_owned(),
                fixture: name.split('.').next().unwrap_or_default().to_owned(),
                text: (*text).to_owned(),
            })
            .collect();
        let fixtures = fixtures.into_iter().map(|fixture| (fixture.name.clone(), Arc::new(fixture))).collect();
        Self::from_files(&files, fixtures, &BTreeSet::new(), Vec::new())
    }

    fn from_files(
        files: &[GoldenFile],
        fixtures: BTreeMap<String, Arc<Fixture>>,
        broken: &BTreeSet<String>,
        mut faults: Vec<Fault>,
    ) -> Result<Self, Faults> {
        let mut cases = Vec::new();
        for file in files {
            let Some(fixture) = fixtures.get(&file.fixture) else {
                if !broken.contains(&file.fixture) {
                    let place = Place { file: file.name.clone(), line: 0 };
                    let kind = FaultKind::UnknownFixture { fixture: file.fixture.clone() };
                    faults.push(Fault { place, case: None, kind });
                }
                continue;
            };
            let lines: Vec<(usize, &str)> = file.text.lines().enumerate().collect();
            let read: Vec<_> = lines
                .into_par_iter()
                .filter(|(_, line)| !line.trim().is_empty())
                .map(|(index, line)| read_line(line, &Place { file: file.name.clone(), line: index + 1 }, fixture))
                .collect();
            for result in read {
                match result {
                    Ok(case) => cases.push(Arc::new(case)),
                    Err(more) => faults.extend(more),
                }
            }
        }
        faults.extend(together(&cases));
        if cases.is_empty() && faults.is_empty() {
            let file = files.first().map_or_else(|| "golden".to_owned(), |file| file.name.clone());
            faults.push(Fault { place: Place { file, line: 0 }, case: None, kind: FaultKind::NoCases });
        }
        if faults.is_empty() {
            cases.sort_by(|a, b| a.id.cmp(&b.id));
            Ok(Self { cases, fixtures })
        } else {
            faults.sort_by(|a, b| a.place.cmp(&b.place));
            Err(Faults(faults))
        }
    }
}

fn read_line(line: &str, place: &Place, fixture: &Fixture) -> Result<Case, Vec<Fault>> {
    let all = |case: Option<String>, kinds: Vec<FaultKind>| {
        kinds.into_iter().map(|kind| Fault { place: place.clone(), case: case.clone(), kind }).collect::<Vec<_>>()
    };
    let raw = raw::read(line).map_err(|(id, kinds)| all(id, kinds))?;
    let id = raw.id.clone();
    resolve::resolve(raw, place.clone(), fixture).map_err(|kinds| all(Some(id), kinds))
}

/// What the cases must be together.
fn together(cases: &[Arc<Case>]) -> Vec<Fault> {
    let mut faults = Vec::new();
    let fault = |case: &Case, kind: FaultKind| Fault { place: case.place.clone(), case: Some(case.id.clone()), kind };
    let mut by_id: HashMap<&str, &Case> = HashMap::new();
    let mut by_question: HashMap<_, &Case> = HashMap::new();
    for case in cases {
        if let Some(first) = by_id.insert(&case.id, case) {
            faults.push(fault(case, FaultKind::DuplicateId { first: first.place.clone() }));
        }
        let asked = (case.fixture.as_str(), case.reference_date, case.question.trim());
        if let Some(first) = by_question.insert(asked, case)
            && first.expected != case.expected
        {
            faults.push(fault(case, FaultKind::ContradictingTwin { first: first.place.clone() }));
        }
    }
    let answerable = |case: &&Arc<Case>| !case.expected.facts.is_empty() || case.expected.narrative_doc.is_some();
    let twins: BTreeSet<&str> = cases
        .iter()
        .filter(answerable)
        .flat_map(|case| case.tags.get("twin").into_iter().chain([&case.id]))
        .map(String::as_str)
        .collect();
    for case in cases.iter().filter(|case| case.expected.refuse) {
        if !case.tags.get("twin").is_some_and(|twin| twins.contains(twin.as_str())) {
            faults.push(fault(case, FaultKind::NoTwin));
        }
    }
    if let Some(first) = cases.first() {
        let refusals = cases.iter().filter(|case| case.case_type == CaseType::Refusal).count();
        let lacking = match refusals {
            0 => Some("no case demands a refusal, so that never refusing would pass"),
            _ if refusals == cases.len() => Some("every case demands a refusal, so that always refusing would pass"),
            _ => None,
        };
        if let Some(why) = lacking {
            let place = Place { file: first.place.file.clone(), line: 0 };
            faults.push(Fault { place, case: None, kind: FaultKind::OneSided(why) });
        }
    }
    faults
}
