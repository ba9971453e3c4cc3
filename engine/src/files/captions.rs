//! Which lines above a table speak about all of it: those in which a unit or a period stands and which are no sentence, and a few
//! words that stand right above it; and which lines below a table may be labels of it.
//! Only this decides; what the line means is read later, by the profile.

use crate::language::marks::{is_note, is_numbered_note};
use crate::language::periods::is_period_code;
use crate::language::units::{is_unit_line, names_unit};
use crate::text::TextView;

/// Longest line that is no running text.
const CHARS_MAX: usize = 80;
/// What running text ends with.
const ENDS_OF_TEXT: [char; 8] = ['.', '。', '!', '！', '?', '？', ';', '；'];

/// Whether a line above a table states a unit or period for it.
pub(super) fn states_unit_or_period(line: &str) -> bool {
    let is_unit_line = || is_unit_line(line.trim_end().trim_end_matches(['.', '。']));
    if line.chars().nth(CHARS_MAX).is_some() || !is_unit_line() && line.trim_end().ends_with(ENDS_OF_TEXT) {
        return false;
    }
    let folded = TextView::fold(line);
    names_unit(&folded) || folded.split(|c: char| !c.is_ascii_alphanumeric()).any(is_period_code)
}

/// Whether a line right above a table may be its title: a few words that are no sentence and no note.
pub(super) fn is_label(line: &str) -> bool {
    line.chars().nth(CHARS_MAX).is_none()
        && line.contains(char::is_alphanumeric)
        && !line.trim_end().ends_with(ENDS_OF_TEXT)
        && !line.trim_end().ends_with([',', '，'])
        && !is_note(line)
}

/// Those of the lines below a table, the nearest first, that may be labels of it. They end where running text begins, and a line
/// right before that heads it.
pub(super) fn labels_below(lines: &[String]) -> impl Iterator<Item = &String> {
    let is_running = |line: &String| {
        let is_long = || line.chars().nth(CHARS_MAX).is_some() || line.trim_end().ends_with(ENDS_OF_TEXT);
        !is_note(line) && !is_numbered_note(line) && is_long()
    };
    let end = lines.iter().position(is_running).map_or(lines.len(), |text| text.saturating_sub(1));
    lines.iter().take(end).filter(|line| line.contains(char::is_alphabetic))
}

#[cfg(test)]
mod tests;
