//! The two fixture companies with their facts, read as a person's files are, and the questions of the golden sets. What the
//! golden sets expect is not read here.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use engine::ingestion::{CsvContent, CsvFile, CsvOptions, Vocabulary, ingest_csv};
use engine::profile::{Glossary, Profile};
use engine::question::Question;
use engine::store::SqliteFactStore;
use serde_json::Value;

use crate::stage::Stage;

/// The fixture companies.
pub(crate) const FIXTURES: [&str; 2] = ["insurer", "grid"];

/// Words in the names of restricted documents in the fixtures, in lower case.
pub(crate) const RESTRICTED_WORD: &str = "exco";

/// A fixture company.
pub(crate) fn profile(fixture: &str) -> Arc<Profile> {
    Arc::new(Profile::load(&root().join("fixtures").join(fixture).join("profile.toml")).unwrap())
}

/// A fixture company with its facts.
pub(crate) fn stage(fixture: &str) -> Stage {
    Stage::over(&profile(fixture), store(fixture))
}

/// The facts of a fixture company.
pub(crate) fn store(fixture: &str) -> Arc<SqliteFactStore> {
    let store = SqliteFactStore::in_memory().unwrap();
    ingest(&store, &profile(fixture), &files(&root().join("fixtures").join(fixture).join("facts")));
    Arc::new(store)
}

/// Ingests facts files without a bad row.
pub(crate) fn ingest(store: &SqliteFactStore, profile: &Profile, paths: &[PathBuf]) {
    let file = |path: &PathBuf| CsvFile { name: path.display().to_string(), content: CsvContent::Path(path.clone()) };
    let files: Vec<CsvFile> = paths.iter().map(file).collect();
    let glossary = Glossary::new(profile).unwrap();
    let options = CsvOptions {
        vocabulary: Vocabulary::new(profile, &glossary),
        sensitivity: &|name| profile.sensitivity.of_name(name),
        restricted: None,
        fingerprint: "",
        skip_bad_rows: false,
    };
    let refuse = &mut |row: &engine::ingestion::BadRow| panic!("{row}");
    ingest_csv(store, &files, &options, jiff::Timestamp::UNIX_EPOCH, refuse).unwrap();
}

/// Every golden question of a fixture company.
pub(crate) fn golden(fixture: &str) -> Vec<Question> {
    let of_fixture = |path: &PathBuf| path.file_name().unwrap().to_str().unwrap().starts_with(&format!("{fixture}."));
    let sets: Vec<PathBuf> = files(&root().join("golden/qa")).into_iter().filter(of_fixture).collect();
    let mut questions = Vec::new();
    for set in sets {
        for line in std::fs::read_to_string(set).unwrap().lines().filter(|line| !line.trim().is_empty()) {
            let case: Value = serde_json::from_str(line).unwrap();
            let text = |field: &str| case[field].as_str().unwrap().to_owned();
            questions.push(Question::new(text("question"), text("reference_date").parse().unwrap()).unwrap());
        }
    }
    assert!(questions.len() > 100, "the golden set of {fixture} was not found");
    questions
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap()
}

/// What is in a folder, by name.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths
}
