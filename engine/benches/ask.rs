//! From question to answer: a warm answer beside the bare SQLite point query of the same fact, and the whole program
//! from process start, with the built-in company and with a profile of 5,000 entities. Medians of rounds that take turns,
//! so that both sides see the same machine; nothing is judged.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::cast_precision_loss, missing_docs, reason = "a benchmark")]

use std::fmt::Write as _;
use std::hint::black_box;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use criterion::Criterion;
use engine::engine::Engine;
use engine::ingestion::{CsvContent, CsvFile, CsvOptions, Vocabulary, ingest_csv};
use engine::mock::MockProvider;
use engine::profile::{Glossary, Profile};
use engine::question::Question;
use engine::store::SqliteFactStore;
use rusqlite::{Connection, OpenFlags};

const ENTITIES: usize = 5_000;
const ROUNDS: usize = 21;
const QUESTIONS: [&str; 4] = [
    "What was the revenue of branch 4321 in FY2024?",
    "第4321分行2024年的营收是多少？",
    "branch 4321 revenue 2024",
    "请帮我查一下第4321分行2024财年的营业收入，谢谢",
];

fn main() {
    let quick = std::env::args().any(|argument| argument == "--test");
    let folder = tempfile::tempdir().unwrap();
    let workspace = workspace(folder.path());
    let profile = Arc::new(Profile::load(&workspace.join("profile.toml")).unwrap());
    let store = Arc::new(SqliteFactStore::open_read_only(&workspace.join("facts.db")).unwrap());
    let engine = Engine::new(Arc::clone(&profile), store.clone()).unwrap();
    let agent = Engine::new(profile, store).unwrap().with_provider(Arc::new(MockProvider));
    let today = jiff::civil::date(2026, 3, 15);
    let questions = QUESTIONS.map(|text| Question::new(text, today).unwrap());
    for question in &questions {
        assert!(!engine.ask(question).unwrap().refused, "{}", question.text());
    }

    let rounds = if quick { 1 } else { ROUNDS };
    let times = if quick { 10 } else { 400 };
    let bare = Connection::open_with_flags(workspace.join("facts.db"), OpenFlags::SQLITE_OPEN_READ_ONLY).unwrap();
    let (mut point, mut ours, mut with_model) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..rounds {
        point.push(per_call(times, |_| point_query(&bare)));
        ours.push(per_call(times, |i| drop(black_box(engine.ask(&questions[i % 4]).unwrap()))));
        with_model.push(per_call(times, |i| drop(black_box(agent.ask(&questions[i % 4]).unwrap()))));
    }
    let point = median(&mut point);
    println!("{ENTITIES} entities; bare point query {point:?}");
    for (name, times) in [("warm answer", &mut ours), ("warm answer through the offline model", &mut with_model)] {
        let time = median(times);
        println!("{name} {time:?}, {:.1} x the point query", time.as_secs_f64() / point.as_secs_f64());
    }

    let at = workspace.display().to_string();
    let starts = if quick { 1 } else { 15 };
    for (name, arguments) in [
        ("built-in company", vec!["ask", "--demo", "NBV of HK in 2024"]),
        ("5,000 entities", vec!["ask", "--workspace", &at, QUESTIONS[0]]),
        ("no question (--version)", vec!["--version"]),
    ] {
        let mut times: Vec<Duration> = (0..starts).map(|_| start(&arguments)).collect();
        println!("process start to answer, {name}: {:?}", median(&mut times));
    }

    let mut criterion = Criterion::default().configure_from_args();
    criterion.bench_function("ask/5000-entities", |b| b.iter(|| engine.ask(&questions[0]).unwrap()));
    criterion.final_summary();
}

/// The bare query that a look-up comes down to, on the store's own tables.
fn point_query(connection: &Connection) {
    let mut statement = connection
        .prepare_cached("SELECT value FROM fact WHERE metric = ?1 AND entity = ?2 AND period = ?3 AND channel = ?4")
        .unwrap();
    let value: String = statement.query_row(("REVENUE", "BRANCH_4321", "2024", "TOTAL"), |row| row.get(0)).unwrap();
    black_box(value);
}

fn per_call(times: usize, mut call: impl FnMut(usize)) -> Duration {
    let started = Instant::now();
    (0..times).for_each(&mut call);
    started.elapsed() / u32::try_from(times).unwrap()
}

fn median(times: &mut [Duration]) -> Duration {
    times.sort();
    times[times.len() / 2]
}

fn start(arguments: &[&str]) -> Duration {
    let started = Instant::now();
    let status = Command::new(env!("CARGO_BIN_EXE_engine")).args(arguments).stdout(Stdio::null()).status().unwrap();
    assert!(status.success());
    started.elapsed()
}

/// A workspace with one metric and many branches, three wordings each.
fn workspace(folder: &Path) -> std::path::PathBuf {
    let mut profile = String::from(
        "schema = 1\nlanguages = [\"zh\", \"en\"]\nfiscal_year_end_month = 12\n[home]\ncompany = \"Example Bank\"\n\
         entity = \"BRANCH_1\"\n[metrics.REVENUE]\nlabel = { zh = \"营收\", en = \"Revenue\" }\nsynonyms = [\"营业收入\"]\n\
         unit = \"USD_M\"\n[units.USD_M]\nlabel = \"US$m\"\n",
    );
    let mut facts = String::from("metric,entity,period,value,unit,doc,locator\n");
    for n in 1..=ENTITIES {
        let _ = writeln!(
            profile,
            "[entities.BRANCH_{n}]\nlabel = {{ zh = \"第{n}分行\", en = \"branch {n}\" }}\nsynonyms = [\"分行{n}号\", \"br {n}\"]"
        );
        for year in 2022..=2025 {
            let _ = writeln!(facts, "REVENUE,BRANCH_{n},{year},{n}.{year},USD_M,report-{year}.xlsx,sheet=R!B{n}");
        }
    }
    let workspace = folder.join("workspace");
    std::fs::create_dir(&workspace).unwrap();
    std::fs::write(workspace.join("profile.toml"), &profile).unwrap();
    let csv = folder.join("facts.csv");
    std::fs::write(&csv, facts).unwrap();
    let profile = Profile::load(&workspace.join("profile.toml")).unwrap();
    let glossary = Glossary::new(&profile).unwrap();
    let store = SqliteFactStore::create(&workspace.join("facts.db")).unwrap();
    let options = CsvOptions {
        vocabulary: Vocabulary::new(&profile, &glossary),
        sensitivity: &|name| profile.sensitivity.of_name(name),
        restricted: None,
        fingerprint: "",
        skip_bad_rows: false,
    };
    let files = [CsvFile { name: "facts.csv".to_owned(), content: CsvContent::Path(csv) }];
    let reports =
        ingest_csv(&store, &files, &options, jiff::Timestamp::UNIX_EPOCH, &mut |row| panic!("{row}")).unwrap();
    assert_eq!(reports[0].counts.new, 4 * ENTITIES as u64);
    workspace
}
