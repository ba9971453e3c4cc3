//! `engine ask`: one question, or a prompt.

use std::io::IsTerminal;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use clap::Args;
use engine::answer::Answer;
use engine::engine::Engine;
use engine::lang::Lang;
use engine::mock::MockProvider;
use engine::question::Question;
use engine::sealed::UnsupportedNumbers;
use engine::trace::JsonLinesSink;
use jiff::civil::Date;

use super::exit::{ANSWERED, Failure, REFUSED, WARNED};
use super::retriever::{self, OnDemand};
use super::settings::{Flags, ProviderName, Settings, lang_of, policy_of};
use super::trace_file::TraceFile;
use super::workspace::Workspace;
use super::{demo, explain};

/// What questions are answered with.
#[derive(Debug, Args)]
pub(super) struct AnswerArgs {
    /// Answer from the fictitious company that ships with the program: needs no workspace, and leaves the one that the
    /// environment names alone
    #[arg(long)]
    demo: bool,
    /// The day the question is asked on, for "last year" and the like [default: today]
    #[arg(long, value_name = "YYYY-MM-DD", value_parser = parse_date)]
    pub(super) date: Option<Date>,
    /// Answer in this language instead of the question's
    #[arg(long, value_name = "zh|en", value_parser = parse_lang)]
    lang: Option<Lang>,
    #[arg(long, value_enum, help = "The model that works on a question [default: $ENGINE_PROVIDER, else mock]")]
    provider: Option<ProviderName>,
    /// Append a trace of each question (codes, counts and timings, never content) to this file
    #[arg(long, value_name = "FILE")]
    trace: Option<PathBuf>,
    /// Numbers in prose that no cited passage states: name them in a caution, withhold the prose, or trust it [default:
    /// $ENGINE_UNSUPPORTED_NUMBERS, else flag]
    #[arg(long, value_name = "flag|strict|trust", value_parser = parse_policy)]
    unsupported_numbers: Option<UnsupportedNumbers>,
}

const EXAMPLES: &str = "\
Examples:
  engine ask --demo \"Hong Kong NBV in FY2025?\"
  engine ask --workspace reports --explain \"2024年香港营收是多少？\"
  engine ask --demo \"Why did new business value fall in Vietnam in 2025?\"
  engine ask --json --date 2026-03-15 \"revenue last year\"

The prompt keeps its history (arrow keys) in memory only: no question is
written to disk.";

/// `engine ask`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct AskArgs {
    /// The question; without one, a prompt opens
    question: Option<String>,
    #[command(flatten)]
    with: AnswerArgs,
    /// Print one JSON object
    #[arg(long, conflicts_with = "explain")]
    json: bool,
    /// Show how the answer came about
    #[arg(long)]
    explain: bool,
    /// Exit with code 1 when the answer is a refusal
    #[arg(long, requires = "question")]
    fail_on_refusal: bool,
}

/// Reads a day in the one form `YYYY-MM-DD`.
pub(super) fn parse_date(text: &str) -> Result<Date, String> {
    let is_iso = text.len() == 10 && text.as_bytes().get(4) == Some(&b'-');
    is_iso.then(|| text.parse().ok()).flatten().ok_or_else(|| "not a day that exists; write YYYY-MM-DD".to_owned())
}

fn parse_lang(text: &str) -> Result<Lang, String> {
    lang_of(text).ok_or_else(|| "write zh or en".to_owned())
}

fn parse_policy(text: &str) -> Result<UnsupportedNumbers, String> {
    policy_of(text).ok_or_else(|| "write flag, strict or trust".to_owned())
}

/// What questions are answered with, ready.
pub(super) struct Desk {
    pub(super) engine: Engine,
    pub(super) today: Date,
    lang: Option<Lang>,
    trace: Option<TraceFile>,
}

impl Desk {
    /// Opens the workspace, or the demo, with the settings in force.
    pub(super) fn open(args: &AnswerArgs, workspace: Option<PathBuf>) -> Result<Self, Failure> {
        if args.demo && workspace.is_some() {
            return Err(Failure::usage("--demo and --workspace cannot be used together; leave one of them out"));
        }
        let flags = Flags {
            workspace,
            demo: args.demo,
            provider: args.provider,
            lang: args.lang,
            trace: args.trace.clone(),
            unsupported_numbers: args.unsupported_numbers,
        };
        let settings = Settings::resolve(flags)?;
        let mut trace = None;
        let mut engine = if args.demo { demo::engine()? } else { in_workspace(&settings)? };
        engine = engine.with_unsupported_numbers(settings.unsupported_numbers.value);
        if settings.provider.value == ProviderName::Mock {
            engine = engine.with_provider(Arc::new(MockProvider));
        }
        if let Some(path) = &settings.trace.value {
            let file = TraceFile::open(path, settings.trace.origin, &settings.workspace)?;
            engine = engine.with_trace(Arc::new(JsonLinesSink::new(file.clone())));
            trace = Some(file);
        }
        let today = args.date.map_or_else(super::today, Ok)?;
        Ok(Self { engine, today, lang: settings.lang.value, trace })
    }

    /// Says so when traces could not be written; the exit code that the command then ends with, if all else is well.
    pub(super) fn traced(&self, code: ExitCode) -> ExitCode {
        match self.trace.as_ref().and_then(TraceFile::fault) {
            None => code,
            Some(fault) => {
                super::note(fault);
                if code == ExitCode::from(ANSWERED) { ExitCode::from(WARNED) } else { code }
            }
        }
    }

    /// Answers one question asked on `today`.
    pub(super) fn ask(&self, text: &str, today: Date) -> Result<Answer, Failure> {
        let mut question = Question::new(text, today).map_err(Failure::usage)?;
        if let Some(lang) = self.lang {
            question = question.answered_in(lang);
        }
        Ok(self.engine.ask(&question)?)
    }
}

/// An engine over the workspace in force, which opens its documents when a question asks for them.
fn in_workspace(settings: &Settings) -> Result<Engine, Failure> {
    let workspace = Workspace::at(&settings.workspace.value)?;
    let engine = workspace.engine()?;
    let (profile, settings) = (engine.profile().clone(), settings.clone());
    let open = move || retriever::open(&workspace, &profile, &settings);
    Ok(engine.with_retriever(Arc::new(OnDemand::new(open))))
}

pub(super) fn run(args: &AskArgs, workspace: Option<PathBuf>) -> Result<ExitCode, Failure> {
    let desk = Desk::open(&args.with, workspace)?;
    let Some(question) = &args.question else { return prompt(&desk, args) };
    let answer = desk.ask(question, desk.today)?;
    show(&answer, args, &desk)?;
    if let Some(failure) = search_failure(&answer) {
        return Ok(failure.report());
    }
    let refused = args.fail_on_refusal && answer.refused;
    Ok(desk.traced(ExitCode::from(if refused { REFUSED } else { ANSWERED })))
}

/// Why the documents could not be searched. The answer says that they could not be; this is for whoever can mend it.
pub(super) fn search_failure(answer: &Answer) -> Option<Failure> {
    let failure = answer.narrative.as_ref()?.failure.as_ref()?;
    Some(Failure::caused_by(failure.error()))
}

fn show(answer: &Answer, args: &AskArgs, desk: &Desk) -> Result<(), Failure> {
    if args.json {
        super::print_json(answer)
    } else if args.explain {
        super::print(&explain::explain(answer, desk.engine.profile()))
    } else {
        super::print(&answer.text)
    }
}

/// Asks until the person leaves. A question that fails does not end the prompt.
fn prompt(desk: &Desk, args: &AskArgs) -> Result<ExitCode, Failure> {
    if !std::io::stdin().is_terminal() {
        return Err(Failure::usage(
            "no question given; write `engine ask \"…\"`, or `engine batch` for many from a file",
        ));
    }
    let mut editor = rustyline::DefaultEditor::new().map_err(Failure::fault)?;
    super::print("Ask about a metric; leave with Ctrl-D.")?;
    loop {
        match editor.readline("ask> ") {
            Ok(line) if line.trim().is_empty() => {}
            Ok(line) => {
                // History that cannot be kept in memory is no reason to stop answering.
                let _ = editor.add_history_entry(&line);
                match desk.ask(&line, desk.today) {
                    Ok(answer) => {
                        show(&answer, args, desk)?;
                        search_failure(&answer).map(|failure| failure.report());
                    }
                    Err(failure) => drop(failure.report()),
                }
            }
            Err(rustyline::error::ReadlineError::Eof | rustyline::error::ReadlineError::Interrupted) => {
                return Ok(desk.traced(ExitCode::from(ANSWERED)));
            }
            Err(error) => return Err(Failure::fault(error)),
        }
    }
}
