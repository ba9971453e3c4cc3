//! `engine batch`: many questions, one JSON object a line, in input order, on all cores. A line that cannot be asked
//! gets an error object in its place, so that input and output stay aligned.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, IsTerminal, Read, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use engine::answer::Answer;
use engine::text::{json, printable_line};
use jiff::civil::Date;
use rayon::prelude::*;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

use super::ask::{AnswerArgs, Desk, parse_date, search_failure};
use super::exit::{ANSWERED, FAULT, Failure, USAGE};
use super::{counted, note};

/// How much is answered together; bounds memory, and keeps every core busy.
const CHUNK_LINES: usize = 1024;
const CHUNK_BYTES: usize = 16 << 20;
/// Longest line, in bytes. The longest question, with every character escaped in JSON, fits in.
const LINE_BYTES_MAX: usize = 1 << 20;

const HELP: &str = "\
Input, a line: {\"id\": …, \"question\": \"…\", \"reference_date\": \"YYYY-MM-DD\"}; the date
may be absent, and other fields are not read. Output, a line: the object of `engine ask --json` with the id, or
{\"id\": …, \"error\": {\"line\": N, \"message\": \"…\"}}. Blank lines are passed over.

Exit codes: 2 when a line could not be asked, 3 when the fact store failed.

Examples:
  engine batch --demo questions.jsonl > answers.jsonl
  generate-questions | engine batch --workspace reports --jobs 4";

/// `engine batch`.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(super) struct BatchArgs {
    /// JSON lines; `-` reads standard input
    #[arg(default_value = "-", value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    with: AnswerArgs,
    /// Threads [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
}

#[derive(Deserialize)]
struct Asked {
    id: Value,
    question: String,
    #[serde(default, deserialize_with = "reference_date")]
    reference_date: Option<Date>,
}

/// The fields of a line that are read.
const FIELDS: [&str; 3] = ["id", "question", DATE_FIELD];
/// The one that may be absent.
const DATE_FIELD: &str = "reference_date";
/// How many letters a field may differ from that one and be taken for a slip: the date would be lost in silence.
const SLIP_LETTERS: usize = 2;
/// How many fields that are not read are named.
const NAMED_MAX: usize = 5;

/// The same days, in the same form, as `--date` takes.
fn reference_date<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Date>, D::Error> {
    let text: Option<String> = Option::deserialize(deserializer)?;
    let date = text.as_deref().map(parse_date).transpose();
    date.map_err(|fault| serde::de::Error::custom(format!("reference_date: {fault}")))
}

#[derive(Serialize)]
struct Answered<'a> {
    id: &'a Value,
    #[serde(flatten)]
    answer: &'a Answer,
}

#[derive(Serialize)]
struct Failed {
    id: Value,
    error: LineError,
}

#[derive(Serialize)]
struct LineError {
    line: usize,
    message: String,
}

/// The output line for an input line, the exit code that it calls for, and the fields of the line that were not read.
struct Reply {
    text: String,
    code: u8,
    unread: Vec<String>,
}

/// A line of input, or nothing in place of one that is too long to be kept.
type Line = Option<Vec<u8>>;

/// How a batch went.
#[derive(Default)]
struct Outcome {
    failed: u64,
    code: u8,
    unread: BTreeSet<String>,
}

pub(super) fn run(args: &BatchArgs, workspace: Option<PathBuf>) -> Result<ExitCode, Failure> {
    let desk = Desk::open(&args.with, workspace)?;
    let at = |error: io::Error| Failure::fault(format!("questions in {}: {error}", args.file.display()));
    let input: Box<dyn BufRead> = if args.file.as_os_str() == "-" {
        if io::stdin().is_terminal() {
            note("reading questions from the terminal, one JSON object a line, to the end with Ctrl-D");
        }
        Box::new(io::stdin().lock())
    } else {
        Box::new(BufReader::new(File::open(&args.file).map_err(at)?))
    };
    let mut pool = rayon::ThreadPoolBuilder::new();
    if let Some(jobs) = args.jobs {
        pool = pool.num_threads(jobs.into());
    }
    let pool = pool.build().map_err(Failure::fault)?;
    let mut outcome = Outcome { code: ANSWERED, ..Outcome::default() };
    let mut input = Lines::new(input);
    loop {
        let lines = input.chunk().map_err(at)?;
        match answer_chunk(&desk, &lines, &pool, &mut outcome) {
            Ok(()) if lines.is_empty() => break,
            Ok(()) => {}
            // A reader that has seen enough is no fault.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => break,
            Err(error) => return Err(Failure::fault(format!("writing answers: {error}"))),
        }
    }
    if !outcome.unread.is_empty() {
        let named: Vec<&str> = outcome.unread.iter().take(NAMED_MAX).map(String::as_str).collect();
        let more = if outcome.unread.len() > NAMED_MAX { ", …" } else { "" };
        note(format_args!(
            "warning: fields that are not read: {}{more}; only {} are",
            named.join(", "),
            FIELDS.join(", ")
        ));
    }
    if outcome.failed > 0 {
        let lines = counted(outcome.failed, "line");
        note(format_args!("warning: {lines} could not be answered; each has an error object in its place"));
    }
    Ok(desk.traced(ExitCode::from(outcome.code)))
}

/// Answers lines of known numbers and writes the replies in their order.
fn answer_chunk(
    desk: &Desk,
    lines: &[(usize, Line)],
    pool: &rayon::ThreadPool,
    outcome: &mut Outcome,
) -> io::Result<()> {
    let mut out = BufWriter::new(io::stdout().lock());
    let replies: Vec<Reply> =
        pool.install(|| lines.par_iter().map(|(number, line)| reply(desk, line.as_deref(), *number)).collect());
    for reply in replies {
        outcome.failed += u64::from(reply.code != ANSWERED);
        outcome.code = outcome.code.max(reply.code);
        outcome.unread.extend(reply.unread);
        writeln!(out, "{}", reply.text)?;
    }
    out.flush()
}

fn reply(desk: &Desk, line: Option<&[u8]>, number: usize) -> Reply {
    let Some(line) = line else {
        let message = format!("the line is longer than the {LINE_BYTES_MAX} bytes that are read");
        return failure(Value::Null, number, message, USAGE);
    };
    let asked: Asked = match serde_json::from_slice(line) {
        Ok(asked) => asked,
        Err(error) => return failure(id_of(line), number, format!("not a question object: {}", spoken(&error)), USAGE),
    };
    let unread = match unread(line) {
        Ok(unread) => unread,
        Err(message) => return failure(asked.id, number, message, USAGE),
    };
    let today = asked.reference_date.unwrap_or(desk.today);
    match desk.ask(&asked.question, today) {
        Ok(answer) => match json(&Answered { id: &asked.id, answer: &answer }) {
            // The answer stands, without what documents would have said; the exit code tells that something is wrong.
            Ok(text) => {
                Reply { text, code: search_failure(&answer).map_or(ANSWERED, |failure| failure.code()), unread }
            }
            Err(error) => failure(asked.id, number, error.to_string(), FAULT),
        },
        Err(fault) => failure(asked.id, number, fault.to_string(), fault.code()),
    }
}

/// The fields of a line that are not read, each printable; an error where one is nearly that of the date.
fn unread(line: &[u8]) -> Result<Vec<String>, String> {
    // A line that was read as an object is one.
    let fields: BTreeMap<String, Value> = serde_json::from_slice(line).unwrap_or_default();
    let others = fields.into_keys().filter(|field| !FIELDS.contains(&field.as_str()));
    let checked = others.map(|field| {
        let is_slip = strsim::levenshtein(DATE_FIELD, &field.to_lowercase()) <= SLIP_LETTERS;
        let shown = printable_line(&field).into_owned();
        if is_slip { Err(format!("unknown field `{shown}`; did you mean `{DATE_FIELD}`?")) } else { Ok(shown) }
    });
    checked.collect()
}

/// What is wrong with a line. Its number within the input is told elsewhere; within itself it is always the first.
fn spoken(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let what = text.rsplit_once(" at line ").map_or(text.as_str(), |(what, _)| what);
    format!("{what} (column {})", error.column())
}

/// The id of a line that is otherwise unusable, if it can be read.
fn id_of(line: &[u8]) -> Value {
    serde_json::from_slice::<Value>(line).ok().and_then(|value| value.get("id").cloned()).unwrap_or(Value::Null)
}

fn failure(id: Value, line: usize, message: String, code: u8) -> Reply {
    let failed = Failed { id, error: LineError { line, message } };
    // An object of texts and numbers can always be written.
    Reply { text: json(&failed).unwrap_or_default(), code, unread: Vec::new() }
}

/// The lines of the input, in bounded chunks.
struct Lines {
    input: Box<dyn BufRead>,
    /// Whether the next line is the first of the input.
    first: bool,
    /// Lines that were read.
    read: usize,
}

impl Lines {
    fn new(input: Box<dyn BufRead>) -> Self {
        Self { input, first: true, read: 0 }
    }

    /// The next lines that are not blank, with their numbers; none at the end.
    fn chunk(&mut self) -> io::Result<Vec<(usize, Line)>> {
        let (mut lines, mut bytes) = (Vec::new(), 0);
        while lines.len() < CHUNK_LINES && bytes < CHUNK_BYTES {
            let Some(line) = self.line()? else { break };
            self.read += 1;
            match line {
                Some(line) if line.trim_ascii().is_empty() => {}
                line => {
                    bytes += line.as_ref().map_or(0, Vec::len);
                    lines.push((self.read, line));
                }
            }
        }
        Ok(lines)
    }

    /// The next line; `None` at the end of the input.
    fn line(&mut self) -> io::Result<Option<Line>> {
        let mut line = Vec::new();
        let limit = LINE_BYTES_MAX as u64 + 1;
        if (&mut self.input).take(limit).read_until(b'\n', &mut line)? == 0 {
            return Ok(None);
        }
        if std::mem::take(&mut self.first) && line.starts_with("\u{FEFF}".as_bytes()) {
            line.drain(..3);
        }
        if line.len() <= LINE_BYTES_MAX || line.ends_with(b"\n") {
            return Ok(Some(Some(line)));
        }
        self.input.skip_until(b'\n')?;
        Ok(Some(None))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
