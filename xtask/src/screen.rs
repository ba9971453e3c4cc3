//! What commands write on the terminal. A reader that goes away (`| head`) is no fault of the command and must not
//! change its exit code, so writing never fails and never panics.

use std::io::{self, Write};

use anstream::{AutoStream, ColorChoice};
use harness::report::Colours;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

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

/// Columns of the widest line of prose.
const COLUMNS: usize = 80;

/// A line of prose broken at 80 columns, between words or beside wide characters; what follows stands under the text behind
/// its label (`note: `), or two columns further in.
pub(crate) fn wrapped(text: &str) -> String {
    let outer = text.len() - text.trim_start_matches(' ').len();
    let indent = text
        .split_once(": ")
        .map_or(outer + 2, |(label, _)| if label.contains(' ') { outer + 2 } else { label.width() + 2 });
    let (mut lines, mut line, mut width) = (Vec::new(), String::new(), 0);
    for word in words(text) {
        let fits = width + word.trim_end().width() <= COLUMNS;
        if !fits && !line.trim().is_empty() {
            lines.push(line.trim_end().to_owned());
            line = " ".repeat(indent);
            width = indent;
        }
        line.push_str(word);
        width += word.width();
    }
    lines.push(line);
    lines.join("\n")
}

/// The pieces between which a line may be broken: words with the blanks behind them, and every wide character.
fn words(text: &str) -> Vec<&str> {
    let (mut pieces, mut start, mut was) = (Vec::new(), 0, None);
    for (at, c) in text.char_indices() {
        let is_wide = |c: char| c.width() == Some(2);
        let breaks =
            was.is_some_and(|was: char| (was == ' ' && c != ' ') || is_wide(was) || (is_wide(c) && was != ' '));
        if breaks {
            pieces.push(text.get(start..at).unwrap_or_default());
            start = at;
        }
        was = Some(c);
    }
    pieces.push(text.get(start..).unwrap_or_default());
    pieces
}

#[cfg(test)]
mod tests {
    use super::wrapped;

    #[test]
    fn prose_is_broken_between_words_and_stands_under_its_label() {
        let text = "note: ".to_owned() + &"seven c".repeat(14);
        let lines: Vec<String> = wrapped(&text).lines().map(str::to_owned).collect();
        assert!(lines.len() == 2 && lines.iter().all(|line| line.len() <= 80), "{lines:?}");
        assert!(
            lines.last().is_some_and(|line| line.starts_with("      s") || line.starts_with("      c")),
            "{lines:?}"
        );
        assert_eq!(wrapped("  short"), "  short");
        let wide = wrapped(&format!("  {}", "香".repeat(60)));
        assert_eq!(wide.lines().map(|line| line.trim().chars().count()).collect::<Vec<_>>(), [39, 21]);
    }
}
