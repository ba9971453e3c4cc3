//! Where words go: results to standard output, progress to standard error.

/// Says what is being done.
pub(crate) fn note(text: &str) {
    anstream::eprintln!("{text}");
}

/// Prints results.
pub(crate) fn print(text: &str) {
    anstream::println!("{text}");
}
