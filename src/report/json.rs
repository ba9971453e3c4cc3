//! The report as JSON, for programs: the digest, then every case with its verdicts and its answer, one a line. Two
//! runs over the same answers are equal byte for byte, so it holds no time, duration, path of a machine or hash seed. Its
//! form is published in `eval.schema.json`, to which every written report is held by a test.

use std::collections::BTreeMap;

use rayon::prelude::*;
use serde::Serialize;

use super::digest::{Digest, LaneDigest, RedCase};
use super::words::meaning;
use crate::golden::{CaseType, FileLine};
use crate::run::{Answered, AnyCase, CaseResult};
use crate::verdict::Score;

/// The version of this format; it rises when a field changes its meaning or goes.
const FORMAT: u32 = 1;

#[derive(Serialize)]
struct Head<'a> {
    format: u32,
    exit_code: u8,
    exit_meaning: &'static str,
    #[serde(flatten)]
    digest: &'a Digest<'a>,
}

#[derive(Serialize)]
struct Line<'a> {
    lane: &'a str,
    case: &'a str,
    question: &'a str,
    fixture: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    case_type: Option<CaseType>,
    tags: &'a BTreeMap<String, String>,
    place: &'a FileLine,
    hash: &'a str,
    verdicts: &'a [Score],
    red: Option<&'a RedCase<'a>>,
    answered: &'a Answered,
}

/// The whole report.
pub fn render(digest: &Digest<'_>) -> Result<String, serde_json::Error> {
    let head = Head {
        format: FORMAT,
        exit_code: digest.exit.code(),
        exit_meaning: meaning(digest.exit, digest.partial),
        digest,
    };
    let mut text = serde_json::to_string(&head)?;
    // The head is an object; its closing brace makes room for the cases.
    text.truncate(text.len() - 1);
    text.push_str(",\n\"cases\":[");
    let mut is_first = true;
    for lane in &digest.lanes {
        for line in lines(lane)? {
            text.push_str(if is_first { "\n" } else { ",\n" });
            text.push_str(&line);
            is_first = false;
        }
    }
    text.push_str("\n]}\n");
    Ok(text)
}

fn lines(lane: &LaneDigest<'_>) -> Result<Vec<String>, serde_json::Error> {
    let red: BTreeMap<&str, &RedCase<'_>> = lane.red.iter().map(|case| (case.result.case.id(), case)).collect();
    lane.results
        .par_iter()
        .map(|result| {
            let CaseResult { case, answered, scores } = result;
            serde_json::to_string(&Line {
                lane: &lane.name,
                case: case.id(),
                question: case.asked(),
                fixture: case.fixture(),
                case_type: match case {
                    AnyCase::Question(case) => Some(case.case_type),
                    AnyCase::Sourced(sourced) => Some(sourced.case.case_type),
                    AnyCase::Document(_) | AnyCase::Search(_) => None,
                },
                tags: case.tags(),
                place: case.place(),
                hash: case.hash(),
                verdicts: scores,
                red: red.get(case.id()).copied(),
                answered,
            })
        })
        .collect()
}
