//! The command line: arguments, output, exit codes. Every command ends in one place (here), so that each failure is
//! reported in one form and each code has one meaning.

mod ask;
mod batch;
mod demo;
mod docs;
mod doctor;
mod embeddings;
mod exit;
mod explain;
mod extract;
mod facts;
mod index;
mod ingest;
mod init;
mod listing;
mod own_names;
mod profile;
mod repair;
mod retrieve;
mod retriever;
mod review;
mod settings;
mod table;
mod topology;
mod trace_file;
mod workspace;

use std::fmt;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::OnceLock;

use clap::{CommandFactory, Parser, Subcommand};
use engine::files::CellAt;
use engine::text::{json, printable, printable_around_colours};
use jiff::Timestamp;
use serde::Serialize;

use exit::{ANSWERED, Failure, USAGE};

/// Answers questions about management reports: figures from exact facts with their lineage, reasons from documents with
/// citations, or an honest word that it cannot.
#[derive(Debug, Parser)]
#[command(name = "engine", version, arg_required_else_help = true, max_term_width = 80, after_help = AFTER_HELP)]
struct Cli {
    #[arg(long, short = 'w', value_name = "DIR", global = true, help = WORKSPACE_HELP)]
    workspace: Option<PathBuf>,
    /// Say how much the workspace holds that is restricted
    #[arg(long, global = true)]
    show_restricted_count: bool,
    #[command(subcommand)]
    command: Command,
}

const WORKSPACE_HELP: &str =
    "Folder with the profile, facts and documents [default: $ENGINE_WORKSPACE, else ./.engine]";

const AFTER_HELP: &str = "\
First steps:
  engine ask --demo \"Hong Kong NBV in FY2025?\"
  engine ask --demo \"Why did NBV fall in Vietnam in 2025?\"
  engine init && engine ingest reports/ && engine ask \"revenue in FY2024?\"

Exit codes:
  0  answered or done; an honest refusal is an answer
  1  refused, under --fail-on-refusal
  2  the command line or a question is wrong
  3  the environment or the data is wrong: no workspace, a damaged database,
     a rejected file
  4  done, with something left out: rows under --skip-bad-rows, a file
     without facts or text, a record that cannot be read

Settings: flag, then environment (ENGINE_WORKSPACE, ENGINE_PROVIDER,
ENGINE_LANG, ENGINE_TRACE, ENGINE_UNSUPPORTED_NUMBERS), then engine.toml in the
workspace (provider, lang, trace, unsupported_numbers, [embeddings]), then the
default. `engine doctor` shows those in force.";

#[derive(Debug, Subcommand)]
enum Command {
    /// Make a workspace
    Init(init::InitArgs),
    /// Read facts and documents from files into the workspace
    Ingest(ingest::IngestArgs),
    /// Show what is read from the tables of a file
    Extract(extract::ExtractArgs),
    /// Answer one question, or open a prompt
    Ask(ask::AskArgs),
    /// Answer many questions, JSON lines in and out
    Batch(batch::BatchArgs),
    /// Search the documents, or write a run over many queries
    Retrieve(retrieve::RetrieveArgs),
    /// Look at stored facts, and take facts out of answers
    #[command(subcommand)]
    Facts(facts::FactsCommand),
    /// Look at readings that wait for a person, and decide about them
    #[command(subcommand)]
    Review(review::ReviewCommand),
    /// Look at stored documents, and take documents out of answers
    #[command(subcommand)]
    Docs(docs::DocsCommand),
    /// Check or show a profile
    #[command(subcommand)]
    Profile(profile::ProfileCommand),
    /// Draw the search pipeline as it is wired
    Topology(topology::TopologyArgs),
    /// Check the installation and the workspace, and show the settings in force
    Doctor(doctor::DoctorArgs),
    /// Make damaged databases anew, from what is sound and from the files that they were read from
    Repair(repair::RepairArgs),
    /// Print a completion script for a shell
    #[command(after_help = COMPLETIONS_HELP)]
    Completions {
        /// Which shell
        shell: clap_complete::Shell,
    },
}

const COMPLETIONS_HELP: &str = "\
Examples:
  engine completions bash > ~/.local/share/bash-completion/completions/engine
  engine completions fish > ~/.config/fish/completions/engine.fish
  engine completions zsh  > \"${fpath[1]}/_engine\"";

/// Runs the program.
pub(crate) fn run() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            let code = if error.use_stderr() { USAGE } else { ANSWERED };
            // Nothing is left to do when the terminal is gone.
            let _ = error.print();
            if let Some(near) = nearest_command(&error) {
                anstream::eprintln!("\n  did you mean `engine {near}`?");
            }
            return ExitCode::from(code);
        }
    };
    let _ = SHOWS_RESTRICTED_COUNT.set(cli.show_restricted_count);
    let workspace = cli.workspace;
    let done = match cli.command {
        Command::Init(args) => init::run(args, workspace),
        Command::Ingest(args) => ingest::run(&args, workspace),
        Command::Extract(args) => extract::run(&args, workspace),
        Command::Ask(args) => ask::run(&args, workspace),
        Command::Batch(args) => batch::run(&args, workspace),
        Command::Retrieve(args) => retrieve::run(&args, workspace),
        Command::Facts(command) => facts::run(&command, workspace),
        Command::Review(command) => review::run(&command, workspace),
        Command::Docs(command) => docs::run(&command, workspace),
        Command::Profile(command) => profile::run(&command, workspace),
        Command::Topology(args) => topology::run(&args, workspace),
        Command::Doctor(args) => doctor::run(&args, workspace),
        Command::Repair(args) => repair::run(&args, workspace),
        Command::Completions { shell } => completions(shell, workspace.as_deref()),
    };
    done.unwrap_or_else(|failure| failure.report())
}

/// The command that a mistyped one is a slip away from, where clap itself offers none.
fn nearest_command(error: &clap::Error) -> Option<String> {
    use clap::error::{ContextKind, ContextValue};
    if error.get(ContextKind::SuggestedSubcommand).is_some() {
        return None;
    }
    let Some(ContextValue::String(typed)) = error.get(ContextKind::InvalidSubcommand) else { return None };
    let command = Cli::command();
    let near = command.get_subcommands().map(clap::Command::get_name);
    near.map(|name| (strsim::damerau_levenshtein(name, typed), name))
        .filter(|(slips, _)| *slips <= 2)
        .min()
        .map(|(_, name)| name.to_owned())
}

fn completions(shell: clap_complete::Shell, workspace: Option<&Path>) -> Result<ExitCode, Failure> {
    if workspace.is_some() {
        return Err(Failure::usage("completions are the same for every workspace; leave --workspace out"));
    }
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "engine", &mut script);
    print(String::from_utf8_lossy(&script).trim_end())?;
    Ok(ExitCode::from(ANSWERED))
}

/// Prints a text and a line end. A reader that has gone away (`| head`) is no fault: the work is done, and its outcome
/// still decides the exit code.
fn print(text: &str) -> Result<(), Failure> {
    stream(text).map(|_| ())
}

/// As [`print()`], for output of any length: tells when nobody reads any more.
fn stream(text: &str) -> Result<ControlFlow<()>, Failure> {
    written(&printable(text))
}

/// As [`print()`], of a text in which tables carry colours.
fn print_coloured(text: &str) -> Result<(), Failure> {
    written(&printable_around_colours(text)).map(|_| ())
}

/// Writes a text that is fit for a terminal.
fn written(text: &str) -> Result<ControlFlow<()>, Failure> {
    match writeln!(anstream::stdout().lock(), "{text}") {
        Ok(()) => Ok(ControlFlow::Continue(())),
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(ControlFlow::Break(())),
        Err(error) => Err(Failure::fault(format!("writing to the terminal: {error}"))),
    }
}

/// One JSON object on a line of its own, as [`stream`] prints it.
fn stream_json(object: &impl Serialize) -> Result<ControlFlow<()>, Failure> {
    stream(&json(object).map_err(Failure::fault)?)
}

/// Prints one JSON object on a line of its own.
fn print_json(object: &impl Serialize) -> Result<(), Failure> {
    stream_json(object).map(|_| ())
}

/// A person's words about a decision, which are kept: something, on one line.
fn words<'a>(flag: &str, given: &'a str) -> Result<&'a str, Failure> {
    let words = given.trim();
    if words.is_empty() || words.contains(char::is_control) {
        return Err(Failure::usage(format!("{flag} needs a few words on one line; the next reader will want to know")));
    }
    Ok(words)
}

/// Whether a person asked for counts of what is restricted. Set once, before a command runs; everything else that commands
/// are told stands in their own arguments.
static SHOWS_RESTRICTED_COUNT: OnceLock<bool> = OnceLock::new();

/// A count of what is restricted, when a person asked for such counts: how much there is may tell something, too.
fn restricted_count(count: u64) -> Option<u64> {
    SHOWS_RESTRICTED_COUNT.get().copied().unwrap_or_default().then_some(count)
}

/// Says how much of `thing` no listing shows: things of restricted documents, or such documents (`whose`).
fn note_never_shown(count: u64, thing: &str, whose: &str) {
    if restricted_count(count).is_some_and(|count| count > 0) {
        let verb = if count == 1 { "is" } else { "are" };
        note(format_args!("note: {}{whose} in this workspace {verb} never shown", counted(count, thing)));
    }
}

/// This instant, by the machine's clock.
fn now() -> Result<Timestamp, Failure> {
    Timestamp::try_from(std::time::SystemTime::now()).map_err(|_| {
        Failure::fault(
            "the clock of this machine stands outside of the years -9999 to 9999; set it, or name a day with --date",
        )
    })
}

/// Today, where this machine stands.
fn today() -> Result<jiff::civil::Date, Failure> {
    Ok(now()?.to_zoned(jiff::tz::TimeZone::system()).date())
}

/// The day of an instant, in UTC as everywhere in a store.
fn day(at: Timestamp) -> String {
    at.to_zoned(jiff::tz::TimeZone::UTC).date().to_string()
}

/// The beginning of a text, with blanks for control characters.
fn cut(text: &str, chars_max: usize) -> String {
    let plain: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    if plain.chars().count() <= chars_max {
        return plain;
    }
    let cut: String = plain.chars().take(chars_max.saturating_sub(1)).collect();
    format!("{cut}…")
}

/// The letters of a column of a table: `A`, `Z`, `AA`.
fn letters(col: u32) -> String {
    CellAt { row: 0, col }.to_string().trim_end_matches('1').to_owned()
}

/// Prints a message beside the output. Nobody can be told when it cannot be written, and the work goes on.
fn note(message: impl fmt::Display) {
    let message = message.to_string();
    let _ = writeln!(anstream::stderr().lock(), "{}", printable(&message));
}

/// A path as a person can paste it into a shell.
fn pasted(path: &Path) -> String {
    engine::text::pasted(&path.display().to_string())
}

/// A text on one line. Control characters, which a terminal would obey, are left out.
fn flat(text: &str) -> String {
    let pieces: Vec<&str> = text.split(|c: char| c.is_whitespace() || c.is_control()).collect();
    let pieces: Vec<&str> = pieces.into_iter().filter(|piece| !piece.is_empty()).collect();
    pieces.join(" ")
}

/// `1 fact`, `2 facts`.
fn counted(count: u64, thing: &str) -> String {
    format!("{count} {thing}{}", if count == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests;
