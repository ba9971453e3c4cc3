//! The command line: arguments, output, exit codes. Every command ends in one place (here), so that each failure is
//! reported in one form and each code has one meaning.

mod ask;
mod batch;
mod demo;
mod exit;
mod explain;
mod init;
mod settings;
mod workspace;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

use exit::{ANSWERED, Failure, USAGE};

/// Answers questions about reported figures with exact facts and their lineage, or says that it cannot.
#[derive(Debug, Parser)]
#[command(name = "engine", version, arg_required_else_help = true, after_help = EXIT_CODES)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

const EXIT_CODES: &str = "Exit codes: 0 answered (an honest refusal is an answer) · 1 refused, under --fail-on-refusal · 2 usage · \
3 environment or data fault · 4 done, with something left out";

#[derive(Debug, Subcommand)]
enum Command {
    /// Make a workspace
    Init(init::InitArgs),
    /// Answer one question, or open a prompt
    Ask(ask::AskArgs),
    /// Answer many questions, JSON lines in and out
    Batch(batch::BatchArgs),
    /// Print a completion script for a shell
    Completions {
        /// Which shell
        shell: clap_complete::Shell,
    },
}

/// Runs the program.
pub(crate) fn run() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            let code = if error.use_stderr() { USAGE } else { ANSWERED };
            // Nothing is left to do when the terminal is gone.
            let _ = error.print();
            return ExitCode::from(code);
        }
    };
    let done = match cli.command {
        Command::Init(args) => init::run(&args),
        Command::Ask(args) => ask::run(&args),
        Command::Batch(args) => batch::run(&args),
        Command::Completions { shell } => completions(shell),
    };
    done.unwrap_or_else(|failure| failure.report())
}

fn completions(shell: clap_complete::Shell) -> Result<ExitCode, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "engine", &mut script);
    print(String::from_utf8_lossy(&script).trim_end())?;
    Ok(ExitCode::from(ANSWERED))
}

/// Prints a text and a line end. A reader that has gone away (`| head`) ends the program quietly.
fn print(text: &str) -> Result<(), Failure> {
    match writeln!(anstream::stdout().lock(), "{text}") {
        Ok(()) => Ok(()),
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => std::process::exit(i32::from(ANSWERED)),
        Err(error) => Err(Failure::fault(format!("writing to the terminal: {error}"))),
    }
}
