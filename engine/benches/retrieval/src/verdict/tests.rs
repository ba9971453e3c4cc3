//! Tests of `verdict`.

use super::*;
use crate::comparison::Side;
use crate::corpus::Plan;
use crate::serving::Service;
use crate::words::Language;

fn side(seconds: u64, micros: u64) -> Side {
    let latency = Latency { p50: Duration::from_micros(micros), p99: Duration::from_micros(micros * 10) };
    let time = Duration::from_secs(seconds);
    let built = Built { time, work: time * 2, bytes: 90_000_000 };
    Side { built, latencies: vec![latency; Terms::ALL.len()] }
}

fn comparison(chunks: u64, ours: Side) -> Comparison {
    Comparison {
        plan: Plan { language: Language::Zh, chunks },
        text_bytes: 100_000_000,
        ours,
        theirs: side(15, 1_000),
        service: Service { opening: Duration::from_millis(50), resident_bytes: 300_000_000 },
        agreement: 0.7,
    }
}

fn missed(lines: &[Line]) -> Vec<&str> {
    lines.iter().filter(|line| !line.is_met).map(|line| line.what.as_str()).collect()
}

#[test]
fn targets_are_met_at_their_limits_and_missed_beyond() {
    assert!(missed(&lines(&comparison(1_000, side(10, 700)))).is_empty());
    let slow = ["6 terms p50, ms", "6 terms p99, ms", "27 terms p50, ms", "27 terms p99, ms"];
    assert_eq!(missed(&lines(&comparison(1_000, side(10, 701)))), slow);
    assert_eq!(missed(&lines(&comparison(1_000, side(11, 700)))), ["indexing, MB/s"]);
    let mut poor = comparison(1_000, side(10, 700));
    poor.ours.built.bytes = 100_000_001;
    poor.service = Service { opening: Duration::from_micros(50_001), resident_bytes: 300_000_001 };
    poor.agreement = 0.69;
    assert_eq!(missed(&lines(&poor)), ["index / text", "opening, ms", "resident, MB", "same passages"]);
}

#[test]
fn latency_may_grow_less_than_the_corpus_only() {
    let small = comparison(1_000, side(10, 100));
    assert!(missed(&growth(&small, &comparison(10_000, side(10, 999)))).is_empty());
    assert_eq!(missed(&growth(&small, &comparison(10_000, side(10, 1_000)))).len(), 4);
}
