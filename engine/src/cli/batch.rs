//! `engine batch`: many questions, one JSON object a line, in input order, on all cores. A line that cannot be asked
//! gets an error object in its place, so that input and output stay aligned.

use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use engine::answer::Answer;
use jiff::civil::Date;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::ask::{AnswerArgs, Desk};
use super::exit::{ANSWERED, Failure, USAGE};

/// How many lines are answered together; bounds memory, and keeps every core busy.
const CHUNK_LINES: usize = 1024;

/// `engine batch`.
#[derive(Debug, Args)]
pub(super) struct BatchArgs {
    /// JSON lines `{"id", "question", "reference_date"?}`; `-` reads standard input
    #[arg(default_value = "-", value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    with: AnswerArgs,
    /// Threads [default: all cores]
    #[arg(long, value_name = "N")]
    jobs: Option<usize>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    id: Value,
    question: String,
    #[serde(default)]
    reference_date: Option<Date>,
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

pub(super) fn run(args: &BatchArgs) -> Result<ExitCode, Failure> {
    let desk = Desk::open(&args.with)?;
    let input: Box<dyn BufRead> = if args.file.as_os_str() == "-" {
        Box::new(io::stdin().lock())
    } else {
        let file =
            File::open(&args.file).map_err(|error| Failure::fault(format!("{}: {error}", args.file.display())))?;
        Box::new(BufReader::new(file))
    };
    let mut pool = rayon::ThreadPoolBuilder::new();
    if let Some(jobs) = args.jobs {
        pool = pool.num_threads(jobs);
    }
    let pool = pool.build().map_err(Failure::fault)?;
    let failed = answer_all(&desk, input, &pool)?;
    if failed > 0 {
        anstream::eprintln!("warning: {failed} line(s) could not be asked; each has an error object in its place");
    }
    Ok(ExitCode::from(if failed > 0 { USAGE } else { ANSWERED }))
}

/// Answers every line; returns how many could not be asked.
fn answer_all(desk: &Desk, mut input: Box<dyn BufRead>, pool: &rayon::ThreadPool) -> Result<usize, Failure> {
    let mut out = BufWriter::new(io::stdout().lock());
    let (mut first, mut failed) = (1, 0);
    loop {
        let lines = read_chunk(&mut *input).map_err(|error| Failure::fault(format!("reading questions: {error}")))?;
        if lines.is_empty() {
            return out.flush().map(|()| failed).or_else(broken_pipe(failed));
        }
        let answers: Vec<Option<Result<String, String>>> = pool.install(|| {
            lines.par_iter().enumerate().map(|(offset, line)| answer(desk, line, first + offset)).collect()
        });
        first += lines.len();
        for answer in answers.into_iter().flatten() {
            failed += usize::from(answer.is_err());
            let (Ok(text) | Err(text)) = answer;
            if let Err(error) = writeln!(out, "{text}") {
                return broken_pipe(failed)(error);
            }
        }
    }
}

/// A reader that has seen enough is no fault.
fn broken_pipe(failed: usize) -> impl Fn(io::Error) -> Result<usize, Failure> {
    move |error| match error.kind() {
        io::ErrorKind::BrokenPipe => Ok(failed),
        _ => Err(Failure::fault(format!("writing answers: {error}"))),
    }
}

fn read_chunk(input: &mut dyn BufRead) -> io::Result<Vec<Vec<u8>>> {
    let mut lines = Vec::new();
    while lines.len() < CHUNK_LINES {
        let mut line = Vec::new();
        if input.read_until(b'\n', &mut line)? == 0 {
            break;
        }
        lines.push(line);
    }
    Ok(lines)
}

/// The output line for one input line: an answer, or an error object. Blank lines give nothing.
fn answer(desk: &Desk, line: &[u8], number: usize) -> Option<Result<String, String>> {
    if line.trim_ascii().is_empty() {
        return None;
    }
    let asked: Line = match serde_json::from_slice(line) {
        Ok(asked) => asked,
        Err(error) => return Some(Err(failure(id_of(line), number, format!("not a question object: {error}")))),
    };
    let today = asked.reference_date.unwrap_or(desk.today);
    let answered = match desk.ask(&asked.question, today) {
        Ok(answer) => {
            serde_json::to_string(&Answered { id: &asked.id, answer: &answer }).map_err(|error| error.to_string())
        }
        Err(error) => Err(error.to_string()),
    };
    Some(answered.map_err(|message| failure(asked.id, number, message)))
}

/// The id of a line that is otherwise unusable, if it can be read.
fn id_of(line: &[u8]) -> Value {
    serde_json::from_slice::<Value>(line).ok().and_then(|value| value.get("id").cloned()).unwrap_or(Value::Null)
}

fn failure(id: Value, line: usize, message: String) -> String {
    let failed = Failed { id, error: LineError { line, message } };
    serde_json::to_string(&failed).unwrap_or_default()
}
