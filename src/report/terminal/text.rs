//! Text on a terminal of 80 columns: prose, labelled lines, and commands that stay ready to paste when they are broken.

use comfy_table::{ContentArrangement, Table, presets};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use crate::report::quoted;

/// Columns of the widest line, but for the verdict.
pub const COLUMNS: u16 = 80;

/// Text broken at [`COLUMNS`], with wide characters counted as two.
pub(super) fn prose(text: &str) -> String {
    labelled([("", text.to_owned())])
}

/// Two columns: a label, and a text that stays beside it when it is broken.
pub(super) fn labelled(lines: impl IntoIterator<Item = (&'static str, String)>) -> String {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_width(COLUMNS).force_no_tty();
    table.set_content_arrangement(ContentArrangement::Dynamic);
    for (label, text) in lines {
        // Control characters of an answer must not reach the terminal.
        let clean: String = text.chars().filter(|c| *c == '\n' || !c.is_control()).collect();
        if label.is_empty() {
            table.add_row([clean])
        } else {
            table.add_row([label.to_owned(), clean])
        };
    }
    for column in table.column_iter_mut() {
        column.set_padding((0, 1));
    }
    trimmed(&table)
}

/// A table without white space at the ends of its lines.
pub(super) fn trimmed(table: &Table) -> String {
    let drawn = table.to_string();
    let lines: Vec<&str> = drawn.lines().map(str::trim_end).collect();
    lines.join("\n")
}

/// What stands before the first line of a command, and before those it goes on in.
const INDENTS: [&str; 2] = ["  ", "    "];
/// What ends a line on which a command does not end.
const GOES_ON: &str = " \\";

/// A command of a POSIX shell over as many lines as it needs. It is broken between words, an option staying with its
/// value; a single word that is longer than a line is broken within, and goes on at the very start of the next one.
pub(super) fn command(text: &str) -> Vec<String> {
    let clean: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let columns = usize::from(COLUMNS) - GOES_ON.len();
    let (mut lines, mut line) = (Vec::new(), INDENTS[0].to_owned());
    let mut is_empty = true;
    for part in parts(&clean) {
        if !is_empty && line.width() + 1 + part.width() > columns {
            lines.push(line + GOES_ON);
            (line, is_empty) = (INDENTS[1].to_owned(), true);
        }
        if !is_empty {
            line.push(' ');
        }
        line.push_str(&part);
        is_empty = false;
        while line.width() > columns {
            let (fits, rest) = broken(&line, columns);
            if rest.is_empty() {
                break;
            }
            lines.push(fits + "\\");
            line = rest;
        }
    }
    lines.push(line);
    lines
}

/// The words of a command as they are written, an option and its value as one.
fn parts(text: &str) -> Vec<String> {
    let (mut words, mut is_quoted, mut is_escaped) = (vec![String::new()], false, false);
    for c in text.chars() {
        match c {
            ' ' if !is_quoted && !is_escaped => words.push(String::new()),
            c => {
                is_quoted ^= c == '\'' && !is_escaped;
                is_escaped = c == '\\' && !is_quoted && !is_escaped;
                if let Some(word) = words.last_mut() {
                    word.push(c);
                }
            }
        }
    }
    let mut parts: Vec<String> = Vec::new();
    for word in words.into_iter().filter(|word| !word.is_empty()) {
        match parts.last_mut() {
            Some(option) if option.starts_with("--") && !option.contains(' ') && !word.starts_with(['-', '&']) => {
                option.push(' ');
                option.push_str(&word);
            }
            _ => parts.push(word),
        }
    }
    parts
}

/// Breaks a line whose last word, in quotes, is too long: as much of it as fits, and the rest of the word, each in quotes
/// of its own. Where no word in quotes ends the line, there is no rest.
fn broken(line: &str, columns: usize) -> (String, String) {
    let Some((start, word)) = last_quoted(line) else { return (line.to_owned(), String::new()) };
    let before = line.get(..start).unwrap_or_default();
    let (mut fits, mut at, mut is_over) = (0, 0, false);
    for (index, c) in word.char_indices() {
        let end = index + c.len_utf8();
        if before.width() + quoted(&format!(" {}", &word[..end])).width() > columns {
            is_over = true;
            break;
        }
        at = end;
        if c == ' ' || c.width() == Some(2) {
            fits = end;
        }
    }
    let cut = if fits == 0 { at } else { fits };
    if !is_over || cut == 0 {
        return (line.to_owned(), String::new());
    }
    (format!("{before}{}", quoted(&word[..cut])), quoted(&word[cut..]))
}

/// Where the last word of a line starts, and what it means, when it is one in quotes.
fn last_quoted(line: &str) -> Option<(usize, String)> {
    let body = line.strip_suffix('\'')?;
    let marked = body.replace(r"'\''", "\u{1}\u{1}\u{1}\u{1}");
    let start = marked.rfind('\'')?;
    let word = marked.get(start + 1..)?.replace("\u{1}\u{1}\u{1}\u{1}", "'");
    Some((start, word))
}

#[cfg(all(test, unix))]
#[allow(clippy::unwrap_used, clippy::indexing_slicing)]
mod tests;
