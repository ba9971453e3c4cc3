//! The company that ships with the program, so that a first question needs no workspace. It is the fictitious insurer of
//! the fixtures, held in memory; its facts and documents go in through the same readers as anybody's.

use std::sync::Arc;

use engine::engine::Engine;
use engine::files::{ByteSource, Format};
use engine::ingestion::documents::ReadContext;
use engine::ingestion::{
    CsvContent, CsvFile, CsvOptions, FileJob, SourceFile, TextsInto, Vocabulary, ingest, ingest_csv,
};
use engine::profile::{Glossary, Profile};
use engine::retrieval::{ChunkLimits, SqliteChunkStore};
use engine::store::SqliteFactStore;
use jiff::Timestamp;

use super::exit::Failure;
use super::retriever::{self, OnDemand};

const PROFILE: &str = include_str!("../../../fixtures/insurer/profile.toml");

/// A file that ships with the program: its name and its bytes.
type BuiltIn = (&'static str, &'static [u8]);

macro_rules! built_in {
    ($folder:literal: $($name:literal),* $(,)?) => {
        &[$(($name, include_bytes!(concat!("../../../fixtures/insurer/", $folder, "/", $name)))),*]
    };
}

const FACTS: &[BuiltIn] = built_in!(
    "facts":
    "annual.csv",
    "channels.csv",
    "interim.csv",
    "monthly.csv",
    "quarterly.csv",
    "restated.csv",
    "restricted.csv"
);

const DOCUMENTS: &[BuiltIn] = built_in!(
    "docs":
    "2024_year_in_review.md",
    "2024年内地业务回顾.md",
    "2025_year_in_review.md",
    "2025年内地业务回顾.md",
    "board_paper_india_capital.md",
    "claims_review_2025.html",
    "customer_complaints_2025H2.md",
    "exco_minutes_2026-01.md",
    "group_quarterly_note_2025Q3.md",
    "hong_kong_2024_review.md",
    "indonesia_turnaround.md",
    "malaysia_product_refresh.md",
    "market_notes.jsonl",
    "persistency_programme.md",
    "site_memo_harbour_point.md",
    "site_memo_kowloon_bay.md",
    "site_memo_sha_tin.md",
    "site_memo_tuen_mun.md",
    "site_memo_yuen_long.md",
    "solvency_and_dividend_2025.md",
    "thailand_pricing_memo.md",
    "thailand_savings_repricing.md",
    "vietnam_bank_distribution_rules.md",
    "代理人队伍简报_2025Q3.md",
    "内地费用核查.md",
    "印度业务2025年回顾.md",
    "执委会_香港访客业务讨论.md",
    "投资与内含价值2025.md",
    "泰国2024年业务回顾.md",
    "越南2026年2月业务快报.txt",
    "香港2025年业务回顾.md",
);

/// An engine over the built-in company.
pub(super) fn engine() -> Result<Engine, Failure> {
    let profile = Arc::new(profile()?);
    let glossary = Glossary::new(&profile)?;
    let store = SqliteFactStore::in_memory()?;
    let file = |(name, bytes): &BuiltIn| CsvFile { name: (*name).to_owned(), content: CsvContent::Bytes(bytes) };
    let files: Vec<CsvFile> = FACTS.iter().map(file).collect();
    let options = CsvOptions {
        vocabulary: Vocabulary::new(&profile, &glossary),
        sensitivity: &|name| profile.sensitivity.of_name(name),
        restricted: None,
        fingerprint: PROFILE,
        skip_bad_rows: false,
    };
    ingest_csv(&store, &files, &options, Timestamp::UNIX_EPOCH, &mut |_| {})?;
    let searched = Arc::clone(&profile);
    let retriever = OnDemand::new(move || retriever::in_memory(documents()?, &searched));
    let engine = Engine::new(profile, Arc::new(store))?;
    Ok(engine.with_retriever(Arc::new(retriever)))
}

/// The documents of the built-in company.
pub(super) fn documents() -> Result<SqliteChunkStore, Failure> {
    let profile = profile()?;
    let glossary = Glossary::new(&profile)?;
    let context = ReadContext::new(&profile, &glossary)?;
    let store = SqliteChunkStore::in_memory()?;
    let file = |(name, bytes): &BuiltIn| {
        let format = Format::of_name(name)?;
        Some(SourceFile { format, content: ByteSource::Memory(bytes), file_name: name, name })
    };
    let files: Vec<SourceFile<'_>> = DOCUMENTS.iter().filter_map(file).collect();
    let texts = TextsInto { store: &store, limits: ChunkLimits::default() };
    let job = FileJob { files: &files, context: &context, tables: None, texts: Some(texts), fingerprint: PROFILE };
    ingest(&job, None, Timestamp::UNIX_EPOCH, &mut |_| {})?;
    Ok(store)
}

fn profile() -> Result<Profile, Failure> {
    Ok(Profile::parse("built-in profile", PROFILE)?)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
