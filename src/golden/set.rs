//! Loading a whole golden set: every file, every line, in parallel, and then what the cases must be together. Either
//! everything holds and there is a [`GoldenSet`], or every fault is reported at once. What a line means is the affair of
//! the kind of case that is loaded.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::Path;
use std::sync::Arc;

use rayon::prelude::*;
use serde::Serialize;

use super::case::FileLine;
use super::fault::{Fault, FaultKind, Faults};
use super::fixture::{self, Fixture, Told};
use super::phrases::Phrasebook;

/// A kind of case that golden files hold.
pub trait GoldenCase: Sized + Send + Sync {
    /// The ending of its files.
    const EXTENSION: &'static str = "jsonl";

    /// The fixture that a file is about, from its name without folders, or from its text.
    fn fixture_of(file_name: &str, _: &str) -> String {
        file_name.split('.').next().unwrap_or_default().to_owned()
    }

    /// The text of each case of a file, with its line; 0 when a case is a whole file.
    fn cases(text: &str) -> Vec<(usize, &str)> {
        text.lines().enumerate().map(|(index, line)| (index + 1, line)).collect()
    }

    /// Unique over all golden sets.
    fn id(&self) -> &str;

    /// Where the case is written.
    fn place(&self) -> &FileLine;

    /// Free labels for filters.
    fn tags(&self) -> &BTreeMap<String, String>;

    /// The case of a line, or everything that is wrong with it, with the id when there is one.
    fn read(line: &str, place: FileLine, fixture: &Fixture) -> Result<Self, (Option<String>, Vec<FaultKind>)>;

    /// What is wrong with the cases together, beside ids that two of them share.
    fn together(cases: &[Arc<Self>], fixtures: &BTreeMap<String, Arc<Fixture>>) -> Vec<Fault>;
}

/// A golden set that holds together.
#[derive(Debug, Clone)]
pub struct GoldenSet<C> {
    /// Every case, by id.
    pub cases: Vec<Arc<C>>,
    /// The fixtures that the cases are about, by name.
    pub fixtures: BTreeMap<String, Arc<Fixture>>,
}

/// A golden file: its name and its lines.
struct GoldenFile {
    name: String,
    fixture: String,
    text: String,
}

impl<C: GoldenCase> GoldenSet<C> {
    /// Loads the files of a folder of golden sets, which are about folders of `fixtures`.
    pub fn load(golden: &Path, fixtures: &Path) -> Result<Self, Faults> {
        Self::load_about(golden, fixtures, &|_| Told::default())
    }

    /// Loads as [`GoldenSet::load`] does, where something is told about the reports of each fixture.
    pub(super) fn load_about(golden: &Path, fixtures: &Path, told: &dyn Fn(&str) -> Told) -> Result<Self, Faults> {
        let mut faults =
            strays_in(golden, |path| path.is_file() && path.extension().is_some_and(|found| found == C::EXTENSION));
        let mut files = Vec::new();
        let paths = fixture::files_in(golden, C::EXTENSION).map_err(|fault| Faults(vec![fault]))?;
        for path in paths {
            let stem = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            match fixture::read_text(&path) {
                Ok(text) => {
                    let (name, fixture) = (path.display().to_string(), C::fixture_of(&stem, &text));
                    files.push(GoldenFile { name, fixture, text });
                }
                Err(fault) => faults.push(fault),
            }
        }
        let phrases = Phrasebook::beside(golden).map_err(|fault| {
            let place = FileLine { file: golden.with_file_name("phrases.toml").display().to_string(), line: 0 };
            Faults(vec![Fault { place, case: None, kind: fault.into() }])
        })?;
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
                    loaded.insert(
                        name.to_owned(),
                        Arc::new(fixture.with_told(told(name)).with_phrases(Arc::clone(&phrases))),
                    );
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
                fixture: C::fixture_of(name, text),
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
                    let place = FileLine { file: file.name.clone(), line: 0 };
                    let kind = FaultKind::UnknownFixture(file.fixture.clone());
                    faults.push(Fault { place, case: None, kind });
                }
                continue;
            };
            let read: Vec<_> = C::cases(&file.text)
                .into_par_iter()
                .filter(|(_, line)| !line.trim().is_empty())
                .map(|(line, text)| read_line::<C>(text, &FileLine { file: file.name.clone(), line }, fixture))
                .collect();
            for result in read {
                match result {
                    Ok(case) => cases.push(Arc::new(case)),
                    Err(more) => faults.extend(more),
                }
            }
        }
        faults.extend(shared_ids(&cases));
        faults.extend(C::together(&cases, &fixtures));
        if cases.is_empty() && faults.is_empty() {
            let file = files.first().map_or_else(|| "golden".to_owned(), |file| file.name.clone());
            faults.push(Fault { place: FileLine { file, line: 0 }, case: None, kind: FaultKind::NoCases });
        }
        if faults.is_empty() {
            cases.sort_by(|a: &Arc<C>, b| a.id().cmp(b.id()));
            Ok(Self { cases, fixtures })
        } else {
            faults.sort_by(|a, b| a.place.cmp(&b.place));
            Err(Faults(faults))
        }
    }
}

/// Whatever in the folder of all golden sets belongs to none of them: cases in it would never be read. Pages and the
/// phrases of the system may stand there.
pub fn strays(golden: &Path) -> Result<(), Faults> {
    let is_known = |path: &Path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let is_page =
            path.is_file() && (name.ends_with(".md") || name.ends_with(".schema.json") || name == "phrases.toml");
        is_page || (path.is_dir() && KNOWN_FOLDERS.contains(&name.as_ref()))
    };
    let faults = strays_in(golden, is_known);
    if faults.is_empty() { Ok(()) } else { Err(Faults(faults)) }
}

/// The folders of the golden sets, and that of accepted answers.
const KNOWN_FOLDERS: [&str; 4] = ["qa", "extraction", "retrieval", "snapshots"];

/// Faults for everything in a folder that is not known. A folder that cannot be read is for its reader to complain of.
fn strays_in(folder: &Path, is_known: impl Fn(&Path) -> bool) -> Vec<Fault> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut paths: Vec<_> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| !is_known(path) || path.is_symlink())
        .collect();
    paths.sort();
    let fault = |path: std::path::PathBuf| {
        if let Some(fault) = fixture::link_fault(&path) {
            return fault;
        }
        let place = FileLine { file: path.display().to_string(), line: 0 };
        Fault { place, case: None, kind: FaultKind::Stray }
    };
    paths.into_iter().map(fault).collect()
}

fn read_line<C: GoldenCase>(line: &str, place: &FileLine, fixture: &Fixture) -> Result<C, Vec<Fault>> {
    C::read(line, place.clone(), fixture).map_err(|(case, kinds)| {
        kinds.into_iter().map(|kind| Fault { place: place.clone(), case: case.clone(), kind }).collect()
    })
}

fn shared_ids<C: GoldenCase>(cases: &[Arc<C>]) -> Vec<Fault> {
    let mut by_id: HashMap<&str, &FileLine> = HashMap::new();
    let mut faults = Vec::new();
    for case in cases {
        if let Some(first) = by_id.insert(case.id(), case.place()) {
            let kind = FaultKind::DuplicateId(first.clone());
            faults.push(Fault { place: case.place().clone(), case: Some(case.id().to_owned()), kind });
        }
    }
    faults
}

/// What the baseline remembers of a case: BLAKE3, in hex, of everything that is asked and demanded. It is written field by
/// field, so that spacing and field order of the golden file do not matter.
pub(super) fn hash_of(content: &impl Serialize) -> String {
    let mut hasher = blake3::Hasher::new();
    // A hasher takes every byte, and every key is a text, so that writing cannot fail; were it to, the truncated input
    // would still be a function of the case.
    let _ = serde_json::to_writer(&mut hasher, content);
    hasher.finalize().to_hex().to_string()
}

/// Everything that is wrong with the fields of a line that the strict reader refused, with the id when there is one.
/// The strict reader stops at the first fault; this second, lenient look finds the other wrong fields. `nested` names
/// an object inside the line whose fields are known too.
pub(super) fn field_faults(
    line: &str,
    fault: serde_json::Error,
    (known, required): (&[&str], &[&'static str]),
    nested: Option<(&str, &[&str], &[&'static str])>,
) -> (Option<String>, Vec<FaultKind>) {
    let Ok(serde_json::Value::Object(object)) = serde_json::from_str(line) else {
        return (None, vec![fault.into()]);
    };
    let id = object.get("id").and_then(serde_json::Value::as_str).map(str::to_owned);
    let mut faults = wrong_fields(&object, "", known, required);
    if let Some((name, known, required)) = nested
        && let Some(serde_json::Value::Object(inner)) = object.get(name)
    {
        faults.extend(wrong_fields(inner, &format!("{name}."), known, required));
    }
    if faults.is_empty() {
        faults.push(fault.into());
    }
    (id, faults)
}

fn wrong_fields(
    object: &serde_json::Map<String, serde_json::Value>,
    prefix: &str,
    known: &[&str],
    required: &[&'static str],
) -> Vec<FaultKind> {
    let unknown = object.keys().filter(|field| !known.contains(&field.as_str()));
    let missing = required.iter().filter(|field| !object.contains_key(**field));
    unknown
        .map(|field| FaultKind::UnknownField(format!("{prefix}{field}")))
        .chain(missing.map(|field| FaultKind::MissingField(field)))
        .collect()
}
