//! How fast facts go in and come out, against SQLite alone on the same rows in the same run: ingestion of a generated
//! facts file beside a bare prepared `INSERT`, and a store lookup beside a bare point query; then how fast
//! the pages of a PDF become text and tables. It prints figures and judges none of them; `INGEST_FACTS`, `INGEST_PAGES` and
//! `INGEST_ROUNDS` change the size.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::cast_precision_loss, missing_docs, reason = "a benchmark")]

mod pdf;

use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{BufWriter, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use engine::code::{ChannelCode, EntityCode, MetricCode};
use engine::fact::FactKey;
use engine::ingestion::{CsvContent, CsvFile, CsvOptions, FileReport, Outcome, Vocabulary, ingest_csv};
use engine::period::Period;
use engine::profile::{Glossary, Profile, Sensitivity};
use engine::store::{FactSource, SqliteFactStore};
use jiff::Timestamp;
use rusqlite::{Connection, params};

const METRICS: usize = 40;
const CHANNELS: usize = 6;
const PERIODS: usize = 26;

fn main() {
    let quick = std::env::args().any(|argument| argument == "--test");
    let number = |name: &str, usual: usize, few: usize| {
        std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(if quick { few } else { usual })
    };
    let facts = number("INGEST_FACTS", 780_000, 1_560);
    let rounds = if quick { 1 } else { number("INGEST_ROUNDS", 3, 1) };
    let folder = tempfile::tempdir().unwrap();
    let csv = folder.path().join("facts.csv");
    write_csv(&csv, facts);
    println!("{facts} facts, {:.1} MB of CSV", fs::metadata(&csv).unwrap().len() as f64 / 1e6);

    let profile = profile(facts);
    let glossary = Glossary::new(&profile).unwrap();
    let words = Vocabulary::new(&profile, &glossary);
    let before_kib = peak_memory_kib();
    let store = folder.path().join("0.db");
    ingest(&store, &csv, words);
    if let (Some(before), Some(after)) = (before_kib, peak_memory_kib()) {
        println!(
            "peak memory: {:.1} MB, of which ingestion {:.1} MB",
            after as f64 / 1e3,
            (after - before) as f64 / 1e3
        );
    }

    let rows: Vec<csv::StringRecord> = csv::Reader::from_path(&csv).unwrap().records().map(Result::unwrap).collect();
    let (mut ours, mut bare) = (Vec::new(), Vec::new());
    for round in 1..=rounds {
        bare.push(bare_insert(&folder.path().join(format!("bare-{round}.db")), &rows));
        ours.push(ingest(&folder.path().join(format!("{round}.db")), &csv, words));
        let rate = |took: Duration| facts as f64 / took.as_secs_f64();
        let (bare, ours) = (rate(bare[round - 1]), rate(ours[round - 1]));
        println!("round {round}: bare insert {bare:.0} rows/s, ingestion {ours:.0} rows/s, ratio {:.2}", ours / bare);
    }
    println!(
        "ingestion / bare insert, medians: {:.2}",
        median(&mut bare).as_secs_f64() / median(&mut ours).as_secs_f64()
    );
    again(&store, &csv, words);
    lookups(&store, facts, if quick { 100 } else { 50_000 });
    pdf::measure(number("INGEST_PAGES", 200, 8), rounds);
}

/// Reads the unchanged file again, then the file with its first value changed.
fn again(path: &Path, csv: &Path, words: Vocabulary<'_>) {
    let store = SqliteFactStore::open(path).unwrap();
    let (took, report) = timed(|| run(&store, csv, words));
    assert!(matches!(report.outcome, Outcome::Unchanged));
    println!("unchanged file again: {took:.2?}");
    let text = fs::read_to_string(csv).unwrap();
    fs::write(csv, text.replacen(",0.0,", ",0.5,", 1)).unwrap();
    let (took, report) = timed(|| run(&store, csv, words));
    assert_eq!(report.counts.changed, 1);
    println!("file with one changed value: {took:.2?}");
    fs::write(csv, text).unwrap();
    run(&store, csv, words);
    drop(store);
    let mut opening: Vec<_> = (0..31).map(|_| timed(|| SqliteFactStore::open_read_only(path).unwrap()).0).collect();
    opening.sort_unstable();
    println!("opening: {:.1?}", opening[opening.len() / 2]);
}

fn lookups(path: &Path, facts: usize, times: usize) {
    let store = SqliteFactStore::open_read_only(path).unwrap();
    let connection = Connection::open(path).unwrap();
    // A stride that is prime to the number of facts visits them in no order.
    let keys: Vec<FactKey> = (0..times).map(|n| key(n * 7_919 % facts)).collect();
    let bare = || {
        let mut query = connection
            .prepare("SELECT value, unit, locator FROM fact WHERE metric = ?1 AND entity = ?2 AND period = ?3 AND channel = ?4")
            .unwrap();
        for key in &keys {
            let (metric, entity, channel) = (key.metric.as_str(), key.entity.as_str(), key.channel.as_str());
            let row: (String, String, String) = query
                .query_row(params![metric, entity, key.period.value(), channel], |row| {
                    Ok((row.get(0)?, row.get(1)?, row.get(2)?))
                })
                .unwrap();
            std::hint::black_box(row);
        }
    };
    let ours = || {
        for key in &keys {
            std::hint::black_box(store.lookup(key).unwrap().unwrap());
        }
    };
    let in_threads = || {
        std::thread::scope(|scope| {
            scope.spawn(ours);
            scope.spawn(ours);
        });
    };
    bare();
    ours();
    let each = |took: Duration| took.as_secs_f64() * 1e6 / times as f64;
    let (bare, ours, two) = (each(timed(bare).0), each(timed(ours).0), each(timed(in_threads).0) / 2.0);
    println!("point query {bare:.2} µs, lookup {ours:.2} µs ({:.1} ×), in two threads {two:.2} µs each", ours / bare);
}

fn ingest(path: &Path, csv: &Path, words: Vocabulary<'_>) -> Duration {
    let store = SqliteFactStore::create(path).unwrap();
    let (took, report) = timed(|| run(&store, csv, words));
    assert!(matches!(report.outcome, Outcome::Taken), "{report:?}");
    took
}

fn run(store: &SqliteFactStore, csv: &Path, words: Vocabulary<'_>) -> FileReport {
    let files = [CsvFile { content: CsvContent::Path(csv.to_owned()), name: "facts.csv".to_owned() }];
    let options = CsvOptions {
        vocabulary: words,
        sensitivity: &|_| Sensitivity::Internal,
        restricted: None,
        fingerprint: "",
        skip_bad_rows: false,
    };
    ingest_csv(store, &files, &options, Timestamp::UNIX_EPOCH, &mut |bad| panic!("{bad}")).unwrap().remove(0)
}

/// The same rows in one transaction, as text, with the same pragmas and the same unique key. Nothing is parsed.
fn bare_insert(path: &PathBuf, rows: &[csv::StringRecord]) -> Duration {
    let mut connection = Connection::open(path).unwrap();
    connection
        .execute_batch(
            "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -65536;
             CREATE TABLE fact (metric TEXT, entity TEXT, period TEXT, channel TEXT, value TEXT, unit TEXT, doc TEXT,
                 locator TEXT, valid_as_of TEXT, PRIMARY KEY (metric, entity, period, channel, doc));",
        )
        .unwrap();
    timed(|| {
        let transaction = connection.transaction().unwrap();
        {
            let mut insert =
                transaction.prepare("INSERT INTO fact VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)").unwrap();
            for row in rows {
                insert.execute(rusqlite::params_from_iter(row)).unwrap();
            }
        }
        transaction.commit().unwrap();
    })
    .0
}

/// The n-th key: entity by entity, as documents come, and not in the order of the store.
fn key(n: usize) -> FactKey {
    let (channel, n) = (n % CHANNELS, n / CHANNELS);
    let (metric, n) = (n % METRICS, n / METRICS);
    let (period, entity) = (n % PERIODS, n / PERIODS);
    let year = 2000 + i16::try_from(period).unwrap();
    FactKey {
        metric: MetricCode::new(format!("METRIC_{metric:02}")),
        entity: EntityCode::new(format!("ENTITY_{entity:04}")),
        period: Period::Year { year },
        channel: if channel == 0 { ChannelCode::total() } else { ChannelCode::new(format!("CHANNEL_{channel}")) },
    }
}

fn write_csv(path: &Path, facts: usize) {
    let mut file = BufWriter::new(File::create(path).unwrap());
    writeln!(file, "metric,entity,period,channel,value,unit,doc,locator,valid_as_of").unwrap();
    let mut line = String::new();
    for n in 0..facts {
        let FactKey { metric, entity, period, channel } = key(n);
        let (value, year) = (n as u64 * 2_654_435_761 % 100_000_000, period.year());
        line.clear();
        let (whole, tenth) = (value / 10, value % 10);
        write!(line, "{metric},{entity},{period},{channel},{whole}.{tenth},USD_M,").unwrap();
        write!(line, "report_{entity}_{year}.xlsx,sheet=PL!C{},{year}-12-31", n % 1000).unwrap();
        writeln!(file, "{line}").unwrap();
    }
    file.flush().unwrap();
}

/// A profile that knows the generated codes of `facts` rows.
fn profile(facts: usize) -> Profile {
    let mut text =
        "schema = 1\n[home]\ncompany = \"Acme\"\nentity = \"ENTITY_0000\"\n[units.USD_M]\nlabel = \"US$m\"\n"
            .to_owned();
    for n in 0..=facts / (CHANNELS * METRICS * PERIODS) {
        writeln!(text, "[entities.ENTITY_{n:04}]\nlabel = \"ENTITY_{n:04}\"").unwrap();
    }
    for n in 1..CHANNELS {
        writeln!(text, "[channels.CHANNEL_{n}]\nlabel = \"CHANNEL_{n}\"").unwrap();
    }
    for n in 0..METRICS {
        writeln!(text, "[metrics.METRIC_{n:02}]\nlabel = \"METRIC_{n:02}\"\nunit = \"USD_M\"").unwrap();
    }
    Profile::parse("profile.toml", &text).unwrap()
}

fn timed<T>(work: impl FnOnce() -> T) -> (Duration, T) {
    let start = Instant::now();
    let result = work();
    (start.elapsed(), result)
}

fn median(times: &mut [Duration]) -> Duration {
    times.sort();
    times[times.len() / 2]
}

/// The process's peak resident memory, where the system tells it.
fn peak_memory_kib() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?.split_whitespace().next()?.parse().ok()
}
