//! The targets, and what was measured beside each. A figure that misses its target fails the whole run.

use std::time::Duration;

use crate::comparison::{Comparison, Latency};
use crate::peer::Built;
use crate::queries::Terms;

/// Query time beside the peer's, at most.
const QUERY_TIME_MAX: f64 = 0.7;
/// Indexing throughput beside the peer's, at least.
const INDEXING_MIN: f64 = 1.5;
/// Bytes of the index for each byte of text, at most.
const INDEX_SIZE_MAX: f64 = 1.0;
/// From a path to an index that answers, at most.
const OPENING_MAX: Duration = Duration::from_millis(50);
/// Memory of a serving process without the pages of files, at most.
const RESIDENT_BYTES_MAX: f64 = 300e6;
/// Share of the peer's best passages that must be among ours: the constants of BM25 and the precision of lengths
/// differ, but both must do the same work.
const AGREEMENT_MIN: f64 = 0.7;

/// One line of the table.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Line {
    pub(crate) what: String,
    pub(crate) ours: String,
    pub(crate) theirs: String,
    /// The figure that is held against the target.
    pub(crate) judged: String,
    pub(crate) target: String,
    pub(crate) is_met: bool,
}

enum Target {
    AtMost(f64),
    AtLeast(f64),
    Below(f64),
    /// For orientation.
    None,
}

impl Line {
    fn new(what: impl Into<String>, measured: [String; 2], figure: f64, target: &Target, unit: &str) -> Self {
        let (is_met, sign, limit) = match target {
            Target::AtMost(most) => (figure <= *most, "≤", Some(most)),
            Target::AtLeast(least) => (figure >= *least, "≥", Some(least)),
            Target::Below(limit) => (figure < *limit, "<", Some(limit)),
            Target::None => (true, "", None),
        };
        let digits = match unit {
            "×" => 2,
            "ms" => 1,
            _ => 0,
        };
        let with_unit = |figure: f64| format!("{figure:.digits$} {unit}");
        let [ours, theirs] = measured;
        let target = limit.map_or_else(String::new, |limit| format!("{sign} {}", with_unit(*limit)));
        Self { what: what.into(), ours, theirs, judged: with_unit(figure), target, is_met }
    }
}

/// What is judged on one corpus.
pub(crate) fn lines(comparison: &Comparison) -> Vec<Line> {
    let Comparison { text_bytes, ours, theirs, service, agreement, .. } = comparison;
    let text = megabytes(*text_bytes);
    let speed = |time: fn(&Built) -> Duration| [ours, theirs].map(|side| text / time(&side.built).as_secs_f64());
    let (speeds, speeds_of_work) = (speed(|built| built.time), speed(|built| built.work));
    let sizes = [ours, theirs].map(|side| megabytes(side.built.bytes) / text);
    let mut lines = vec![
        Line::new(
            "indexing, MB/s",
            speeds.map(|speed| format!("{speed:.1}")),
            speeds[0] / speeds[1],
            &Target::AtLeast(INDEXING_MIN),
            "×",
        ),
        Line::new(
            "… per CPU second",
            speeds_of_work.map(|speed| format!("{speed:.1}")),
            speeds_of_work[0] / speeds_of_work[1],
            &Target::None,
            "×",
        ),
        Line::new(
            "index / text",
            sizes.map(|size| format!("{size:.2}")),
            sizes[0],
            &Target::AtMost(INDEX_SIZE_MAX),
            "×",
        ),
    ];
    for ((terms, ours), theirs) in Terms::ALL.iter().zip(&ours.latencies).zip(&theirs.latencies) {
        for (name, percentile) in PERCENTILES {
            let times = [ours, theirs].map(percentile);
            let figure = times[0] / times[1];
            lines.push(Line::new(
                format!("{terms} {name}, ms"),
                times.map(precise),
                figure,
                &Target::AtMost(QUERY_TIME_MAX),
                "×",
            ));
        }
    }
    let alone = |ours: f64| [format!("{ours:.1}"), String::new()];
    let opening = milliseconds(service.opening);
    lines.push(Line::new("opening, ms", alone(opening), opening, &Target::AtMost(milliseconds(OPENING_MAX)), "ms"));
    let resident = megabytes(service.resident_bytes);
    lines.push(Line::new("resident, MB", alone(resident), resident, &Target::AtMost(RESIDENT_BYTES_MAX / 1e6), "MB"));
    let agreement = agreement * 100.0;
    lines.push(Line::new(
        "same passages",
        [String::new(), String::new()],
        agreement,
        &Target::AtLeast(AGREEMENT_MIN * 100.0),
        "%",
    ));
    lines
}

/// How our query times grow from one corpus to a larger one: less than the corpus does.
#[allow(clippy::cast_precision_loss, reason = "counts of chunks are small")]
pub(crate) fn growth(smaller: &Comparison, larger: &Comparison) -> Vec<Line> {
    let limit = larger.plan.chunks as f64 / smaller.plan.chunks as f64;
    let mut lines = Vec::new();
    for (index, terms) in Terms::ALL.iter().enumerate() {
        for (name, percentile) in PERCENTILES {
            let grown = |side: fn(&Comparison) -> &[Latency]| {
                let time = |comparison| side(comparison).get(index).map_or(f64::NAN, percentile);
                time(larger) / time(smaller)
            };
            let (ours, theirs) = (grown(|c| &c.ours.latencies), grown(|c| &c.theirs.latencies));
            let measured = [ours, theirs].map(|times| format!("{times:.2}"));
            lines.push(Line::new(format!("{terms} {name}, growth"), measured, ours, &Target::Below(limit), "×"));
        }
    }
    lines
}

type Percentile = (&'static str, fn(&Latency) -> f64);
const PERCENTILES: [Percentile; 2] =
    [("p50", |latency| milliseconds(latency.p50)), ("p99", |latency| milliseconds(latency.p99))];

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

fn precise(milliseconds: f64) -> String {
    format!("{milliseconds:.3}")
}

#[allow(clippy::cast_precision_loss, reason = "figures for people")]
fn megabytes(bytes: u64) -> f64 {
    bytes as f64 / 1e6
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod tests;
