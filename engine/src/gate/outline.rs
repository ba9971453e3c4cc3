//! What stands above a piece of a document and is still in force where the piece begins: headings with their levels, lines that
//! may be headings, the first row of a table that goes on. It decides nothing; the screen for competitors does.

use serde::{Deserialize, Serialize};

/// Most characters that are kept of a line above; a name stands at the beginning of a heading.
const LINE_CHARS_MAX: usize = 400;
/// Characters of a line that is no heading by its form and may be one by what it says.
const LOOSE_CHARS_MAX: usize = 120;
/// Most lines that may be headings.
const LOOSE_MAX: usize = 8;
/// Characters that close a sentence.
pub(super) const ENDS: &[char] = &['.', '!', '?', '。', '！', '？', '…', '；', ';'];
/// What may stand behind them.
pub(super) const BEHIND_ENDS: &[char] = &['"', '”', '’', '」', '』', ')', '）'];
/// What stands between two cells of a row.
pub(super) const CELL_BREAK: &str = " | ";

/// Where a piece of a document stands in it. Nothing is known of the piece of a document without headings and tables.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Outline {
    /// What stands above it, the outermost first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) above: Vec<Line>,
    /// Its own headings: which of its paragraphs, from 0, and their levels.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) headings: Vec<(usize, u8)>,
}

/// A line above a piece.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Line {
    pub(super) kind: Kind,
    pub(super) text: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Kind {
    /// A heading of a level, from 1.
    Heading(u8),
    /// A line of running text that no mark closes. It lies below every heading.
    Loose,
    /// The first row of the table in which the piece begins.
    Row,
}

/// Follows a document from its beginning.
#[derive(Debug, Clone, Default)]
pub struct Outliner {
    above: Vec<Line>,
}

impl Outliner {
    /// Goes on behind a paragraph, which is a heading of a level or running text.
    pub fn pass(&mut self, text: &str, level: Option<u8>) {
        if let Some(level) = level {
            self.above.retain(|line| matches!(line.kind, Kind::Heading(above) if above < level));
            self.push(Kind::Heading(level), text);
            return;
        }
        let in_table = self.above.last().is_some_and(|line| line.kind == Kind::Row);
        match (text.contains(CELL_BREAK), in_table) {
            (true, true) => {}
            (true, false) => self.push(Kind::Row, text),
            (false, _) => {
                self.above.retain(|line| line.kind != Kind::Row);
                if is_loose(text) && text.chars().nth(LOOSE_CHARS_MAX).is_none() {
                    let loose = self.above.iter().filter(|line| line.kind == Kind::Loose).count();
                    if loose == LOOSE_MAX
                        && let Some(first) = self.above.iter().position(|line| line.kind == Kind::Loose)
                    {
                        self.above.remove(first);
                    }
                    self.push(Kind::Loose, text);
                }
            }
        }
    }

    /// What is known of a piece that begins here and has these paragraphs: of each the level, if it is a heading.
    pub fn piece(&self, levels: impl Iterator<Item = Option<u8>>) -> Outline {
        let headings = levels.enumerate().filter_map(|(at, level)| Some((at, level?))).collect();
        Outline { above: self.above.clone(), headings }
    }

    fn push(&mut self, kind: Kind, text: &str) {
        self.above.push(Line { kind, text: text.chars().take(LINE_CHARS_MAX).collect() });
    }
}

/// Whether a paragraph can be a heading: one line, which no mark closes.
pub(super) fn is_loose(paragraph: &str) -> bool {
    let line = paragraph.trim_end().trim_end_matches(BEHIND_ENDS);
    !line.contains('\n') && !line.ends_with(ENDS)
}
