//! What commands write on the terminal. A reader that goes away (`| head`) is no fault of the command and must not
//! change its exit code, so writing never fails and never panics.

use std::io::{self, Write};

use anstream::{AutoStream, ColorChoice};
use harness::report::Colours;

/// Writes to standard output.
pub(crate) fn print(text: &str) {
    let mut out = io::stdout().lock();
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}

/// Writes a line to standard error.
pub(crate) fn complain(text: &str) {
    let mut out = io::stderr().lock();
    let _ = writeln!(out, "{text}");
}

/// Whether standard output wants colours: a terminal, without `NO_COLOR`, and not a dumb one.
pub(crate) fn colours() -> Colours {
    match AutoStream::choice(&io::stdout()) {
        ColorChoice::Never => Colours::Off,
        _ => Colours::On,
    }
}

/// Whether this is a run of CI, as nearly every CI system says it: `CI` is set, and not to a word for no.
pub(crate) fn is_ci() -> bool {
    std::env::var_os("CI").is_some_and(|value| !matches!(value.to_str(), Some("" | "0" | "false")))
}
