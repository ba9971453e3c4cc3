//! From question to intent over growing questions: time per byte must not grow with the length. Each text is built of
//! ordinary wording, of terms only, and of what is hardest to cut, up to the longest question that is accepted.

#![allow(clippy::unwrap_used, clippy::cast_precision_loss, missing_docs, reason = "a benchmark")]

use std::hint::black_box;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use criterion::{BenchmarkId, Criterion, Throughput};
use engine::gate::{Screened, SecurityGate};
use engine::intent::{IntentParser, RuleIntentParser};
use engine::profile::{Glossary, Profile};
use engine::question::Question;

const LENGTHS: [usize; 4] = [1_000, 4_000, 16_000, 64_000];
const TEXTS: [(&str, &str); 4] = [
    ("prose, zh", "请问香港2024年的新业务价值是多少，谢谢；"),
    ("prose, en", "What was the operating profit of Hong Kong in FY2024, please? "),
    ("lists", "NBV、ROE,HK和"),
    ("names", "Zorblax竞宝Contoso-"),
];

fn main() {
    let profile = Arc::new(
        Profile::load(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures/insurer/profile.toml")).unwrap(),
    );
    let glossary = Arc::new(Glossary::new(&profile).unwrap());
    let gate = SecurityGate::new(&profile);
    let parser = RuleIntentParser::new(profile, glossary);
    let parse = |question: &Question| drop(black_box(parser.parse(&Screened::new(&gate, question))));
    let quick = std::env::args().any(|argument| argument == "--test");

    let mut criterion = Criterion::default().configure_from_args().measurement_time(Duration::from_secs(2));
    for (name, unit) in TEXTS {
        let mut group = criterion.benchmark_group(format!("intent/{name}"));
        for length in LENGTHS {
            let question = question(unit, length);
            group.throughput(Throughput::Bytes(question.text().len() as u64));
            group.bench_with_input(BenchmarkId::from_parameter(length), &question, |b, question| {
                b.iter(|| parse(question));
            });
        }
        group.finish();
    }
    criterion.final_summary();

    println!("time per byte at {} bytes / at {} bytes:", LENGTHS[3], LENGTHS[0]);
    let rounds = if quick { 1 } else { 9 };
    for (name, unit) in TEXTS {
        let [short, long] = [LENGTHS[0], LENGTHS[3]].map(|length| {
            let question = question(unit, length);
            let per_byte = (0..rounds).map(|_| timed(|| parse(&question)).as_secs_f64() / question.text().len() as f64);
            per_byte.fold(f64::INFINITY, f64::min)
        });
        println!("  {name}: {:.2} ns / {:.2} ns = {:.2}", long * 1e9, short * 1e9, long / short);
    }
}

fn question(unit: &str, length: usize) -> Question {
    let text: String = unit
        .chars()
        .cycle()
        .scan(0, |bytes, c| {
            *bytes += c.len_utf8();
            (*bytes <= length).then_some(c)
        })
        .collect();
    Question::new(text, jiff::civil::date(2026, 3, 15)).unwrap()
}

fn timed(work: impl Fn()) -> Duration {
    work();
    let started = Instant::now();
    work();
    started.elapsed()
}
