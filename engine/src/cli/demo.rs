//! The company that ships with the program, so that a first question needs no workspace. It is the fictitious insurer of
//! the fixtures, held in memory; its facts go in through the same reader as anybody's.

use std::sync::Arc;

use engine::engine::Engine;
use engine::ingestion::{CsvContent, CsvFile, CsvOptions, ingest_csv};
use engine::profile::{Glossary, Profile, ProfileVocabulary};
use engine::store::SqliteFactStore;
use jiff::Timestamp;

use super::exit::{Failure, chain};

const PROFILE: &str = include_str!("../../../fixtures/insurer/profile.toml");

macro_rules! facts {
    ($($name:literal),*) => {
        [$(($name, include_bytes!(concat!("../../../fixtures/insurer/facts/", $name)) as &[u8])),*]
    };
}

const FACTS: [(&str, &[u8]); 7] = facts!(
    "annual.csv",
    "channels.csv",
    "interim.csv",
    "monthly.csv",
    "quarterly.csv",
    "restated.csv",
    "restricted.csv"
);

/// An engine over the built-in company.
pub(super) fn engine() -> Result<Engine, Failure> {
    let profile = Arc::new(Profile::parse("built-in profile", PROFILE).map_err(|error| Failure::fault(chain(&error)))?);
    let glossary = Glossary::new(&profile).map_err(|error| Failure::fault(chain(&error)))?;
    let store = SqliteFactStore::in_memory().map_err(|error| Failure::fault(chain(&error)))?;
    let files = FACTS.map(|(name, bytes)| CsvFile { name: name.to_owned(), content: CsvContent::Bytes(bytes) });
    let options = CsvOptions {
        vocabulary: &ProfileVocabulary::new(&profile, &glossary),
        sensitivity: &|name| profile.sensitivity.of_name(name),
        fingerprint: PROFILE,
        skip_bad_rows: false,
    };
    ingest_csv(&store, &files, &options, Timestamp::UNIX_EPOCH, &mut |_| {})
        .map_err(|error| Failure::fault(chain(&error)))?;
    Engine::new(profile, Arc::new(store)).map_err(|error| Failure::fault(chain(&error)))
}
