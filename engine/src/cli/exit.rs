//! Exit codes, and the one error type whose kind decides them. Documented in `engine --help`; scripts rely on them.

use std::fmt;
use std::process::ExitCode;

/// Answered or done; an honest refusal counts as an answer.
pub(super) const ANSWERED: u8 = 0;
/// Refused, under `--fail-on-refusal`.
pub(super) const REFUSED: u8 = 1;
/// The command line or the question is wrong.
pub(super) const USAGE: u8 = 2;
/// The environment or the data is wrong: a missing workspace, a damaged database, a rejected file.
pub(super) const FAULT: u8 = 3;
/// Done, with something left out: rows under `--skip-bad-rows`, a file without facts or text, a record that cannot be read.
pub(super) const WARNED: u8 = 4;

/// Why a command ended early.
#[derive(Debug)]
pub(super) struct Failure {
    code: u8,
    message: String,
}

impl Failure {
    /// The person must call again, corrected.
    pub(super) fn usage(message: impl fmt::Display) -> Self {
        Self { code: USAGE, message: message.to_string() }
    }

    /// Something outside the command line is wrong.
    pub(super) fn fault(message: impl fmt::Display) -> Self {
        Self { code: FAULT, message: message.to_string() }
    }

    /// An error of the library, with everything that caused it.
    pub(super) fn caused_by(error: &dyn std::error::Error) -> Self {
        Self::fault(chain(error))
    }

    /// The code that the program ends with.
    pub(super) fn code(&self) -> u8 {
        self.code
    }

    /// Prints the message and gives the code.
    pub(super) fn report(&self) -> ExitCode {
        super::note(format_args!("error: {}", self.message));
        ExitCode::from(self.code)
    }
}

impl<E: std::error::Error> From<E> for Failure {
    fn from(error: E) -> Self {
        Self::caused_by(&error)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

/// An error with everything that caused it, on one line.
fn chain(error: &dyn std::error::Error) -> String {
    let mut message = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        let text = cause.to_string();
        if !message.contains(&text) {
            message.push_str(": ");
            message.push_str(&text);
        }
        source = cause.source();
    }
    message
}
