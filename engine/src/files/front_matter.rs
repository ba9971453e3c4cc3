//! Front matter: `key: value` lines between two fences at the beginning of a text. A small part of YAML on purpose: one line a
//! statement. It is found wherever a person would see it: below blank lines, set in, with longer or full-width dashes, as
//! TOML between `+++`, or as a fenced block of code. What is not understood is a fault for the keys that are known, and for
//! others skipped with a warning, unless it may be a label: that restricts the document. Front matter is never taken for
//! text, because it may hold the label that restricts the document.

use crate::files::Key;
use crate::files::fault::{DocumentFault, MetadataProblem, Warning};
use crate::files::metadata::Metadata;
use crate::files::paragraphs::is_visible;
use crate::language::labels::{self, Stated, level, pair};

/// Characters of an unknown key that a warning shows.
const SHOWN_CHARS: usize = 40;
/// Fewest dashes of a fence.
const FENCE_CHARS: usize = 3;
/// Lines below a fence that is no usual one which are looked at for a statement that makes it front matter.
const LOOKED_AT: usize = 40;
/// Names of languages in which front matter stands as a block of code.
// In code: names of formats.
const CODE_NAMES: [&str; 5] = ["", "yaml", "yml", "toml", "json"];

/// Parts a text from its front matter. Text that does not begin with a fence has none.
pub(crate) fn split(text: &str) -> Result<(Metadata, &str), DocumentFault> {
    let Some(mut block) = Block::open(text) else { return Ok((Metadata::default(), text)) };
    let opened = block.number;
    while let Some(line) = block.lines.next() {
        block.number += 1;
        if is_fence(line) || line.trim_end() == "..." {
            return Ok((block.metadata, block.lines.rest));
        }
        block.line(line)?;
    }
    Err(DocumentFault::FrontMatter { line: opened, problem: MetadataProblem::Unclosed })
}

/// Front matter that is being read.
struct Block<'t> {
    lines: Lines<'t>,
    /// 1-based.
    number: u64,
    metadata: Metadata,
    /// White space before the statements.
    indent: Option<usize>,
    /// Whether the lines that belong to the key before are skipped with it.
    skipping: bool,
    /// The key before, where what stands below it is skipped with it.
    parent: String,
    /// Whether the key before is a label's, so that a comment below it may be about the label.
    below_label: bool,
}

impl<'t> Block<'t> {
    /// Opens the block that a text begins with.
    fn open(text: &'t str) -> Option<Self> {
        let mut lines = Lines { rest: text };
        let mut number = 1;
        let mut first = lines.next()?;
        while !first.contains(is_visible) {
            number += 1;
            first = lines.next()?;
        }
        let is_meant = match Fence::of(first)? {
            // As every program writes it.
            Fence::Rule if number == 1 && first.trim_end() == "---" => true,
            Fence::Rule | Fence::Code => lines.statements().take(LOOKED_AT).any(is_statement),
        };
        is_meant.then(|| Self {
            lines,
            number,
            metadata: Metadata::default(),
            indent: None,
            skipping: false,
            parent: String::new(),
            below_label: false,
        })
    }

    fn line(&mut self, line: &str) -> Result<(), DocumentFault> {
        let trimmed = line.trim();
        if !trimmed.contains(is_visible) {
            return Ok(());
        }
        let fault = |number, problem| DocumentFault::FrontMatter { line: number, problem };
        let stated = pair(trimmed.trim_start_matches(['-', '#', ' ']));
        let indent = line.len() - line.trim_start().len();
        let nested = indent > *self.indent.get_or_insert(indent) || trimmed == "-" || trimmed.starts_with("- ");
        let is_comment = trimmed.starts_with('#');
        if is_comment || self.skipping && (nested || trimmed.starts_with([']', '}'])) {
            // What is put aside or under another key states nothing, but it may be the label all the same.
            let about_label = is_comment && self.below_label && labels::mentions_closed(trimmed);
            if stated.map_or_else(
                || level(trimmed).is_some(),
                |(key, value)| may_label(key, value) || labels::may_label_under(&self.parent, key, Stated::Text(value)),
            ) || labels::holds_label(trimmed)
                || about_label
            {
                self.metadata.label(None);
            }
            return Ok(());
        }
        if trimmed.starts_with('[') && trimmed.ends_with(']') || matches!(trimmed, "{" | "}") {
            // The name of a table (TOML), under which a label stands.
            if labels::is_label_name(trimmed) || labels::holds_label(trimmed) {
                self.metadata.label(None);
            }
            return Ok(());
        }
        let (key, value) = pair(line).filter(|_| !nested).ok_or_else(|| fault(self.number, MetadataProblem::NoPair))?;
        let known = Key::of(key);
        self.below_label = known == Some(Key::Sensitivity) || labels::is_label_name(key);
        // A label over several lines is one that nobody knows; its lines are skipped.
        self.skipping = matches!(known, None | Some(Key::Sensitivity));
        let Some(known) = known else {
            self.metadata.state_other(key, scalar(value).unwrap_or(value));
            key.clone_into(&mut self.parent);
            if may_label(key, value) || labels::holds_label_under(key, value) {
                self.metadata.label(None);
            } else {
                let key = Some(key.chars().filter(|c| !c.is_control()).take(SHOWN_CHARS).collect());
                self.metadata.warnings.push(Warning::UnknownKey { line: self.number, key });
            }
            return Ok(());
        };
        match scalar(value) {
            Some(scalar) => {
                // A comment behind a label may be the one that holds.
                let remark = remark(value, scalar);
                if known == Key::Sensitivity && labels::mentions_closed(remark) || labels::lists_closed(remark) {
                    self.metadata.label(None);
                }
                self.metadata.state(known, scalar, Some(self.number)).map_err(|problem| fault(self.number, problem))
            }
            None if known == Key::Sensitivity => {
                self.metadata.label(None);
                Ok(())
            }
            None => Err(fault(self.number, MetadataProblem::Quote(known))),
        }
    }
}

/// Whether a line is one of front matter: a known key, or what may be a label.
fn is_statement(line: &str) -> bool {
    pair(line.trim_start_matches(['-', '#', ' ']))
        .is_some_and(|(key, value)| Key::of(key).is_some() || may_label(key, value))
}

/// Whether a statement under a key that is not known may be a label.
fn may_label(key: &str, value: &str) -> bool {
    let written = value;
    let value = scalar(written).unwrap_or(written);
    if labels::is_label_name(key) && labels::mentions_closed(remark(written, value)) {
        return true;
    }
    let nothing = value.is_empty() || matches!(value, "~" | "null" | "NULL" | "Null");
    labels::may_label(key, if nothing { Stated::Nothing } else { Stated::Text(value) })
}

/// What a line opens.
enum Fence {
    /// A rule of dashes or plus signs.
    Rule,
    /// A block of code in which front matter may stand.
    Code,
}

impl Fence {
    fn of(line: &str) -> Option<Self> {
        let line = line.trim();
        if is_rule(line) {
            return Some(Self::Rule);
        }
        let name = line.strip_prefix("```").or_else(|| line.strip_prefix("~~~"))?;
        let name = name.trim_matches(|c: char| !c.is_alphanumeric()).to_ascii_lowercase();
        CODE_NAMES.contains(&name.as_str()).then_some(Self::Code)
    }
}

/// Whether a line ends front matter.
fn is_fence(line: &str) -> bool {
    is_rule(line) || matches!(line.trim(), "```" | "~~~")
}

/// Whether a line is nothing but dashes or plus signs, of whatever width.
fn is_rule(line: &str) -> bool {
    let seen = || line.chars().filter(|&c| is_visible(c));
    // A long dash is as long as several.
    let length: usize =
        seen().map(|c| if matches!(c, '\u{2014}'..='\u{2015}' | '\u{2500}'..='\u{2501}') { 2 } else { 1 }).sum();
    let is_dash = |c| matches!(c, '-' | '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{2500}'..='\u{2501}' | '\u{FE58}' | '\u{FE63}' | '\u{FF0D}');
    length >= FENCE_CHARS && (seen().all(is_dash) || seen().all(|c| matches!(c, '+' | '＋')))
}

/// The lines of a text, whichever character ends them.
#[derive(Clone)]
struct Lines<'t> {
    rest: &'t str,
}

impl<'t> Lines<'t> {
    /// The lines up to the next fence that show something.
    fn statements(&self) -> impl Iterator<Item = &'t str> {
        self.clone().take_while(|line| !is_fence(line)).filter(|line| line.contains(is_visible))
    }
}

impl<'t> Iterator for Lines<'t> {
    type Item = &'t str;

    /// The next line without its end.
    fn next(&mut self) -> Option<&'t str> {
        if self.rest.is_empty() {
            return None;
        }
        let is_end = |c| matches!(c, '\n' | '\r' | '\u{B}' | '\u{C}' | '\u{85}' | '\u{2028}' | '\u{2029}');
        let (line, end) = self.rest.split_at(self.rest.find(is_end).unwrap_or(self.rest.len()));
        let end_bytes = if end.starts_with("\r\n") { 2 } else { end.chars().next().map_or(0, char::len_utf8) };
        self.rest = end.get(end_bytes..).unwrap_or_default();
        Some(line)
    }
}

/// A value without its quotes, the comma of a list, or the comment behind it; none when a quote is not closed.
fn scalar(value: &str) -> Option<&str> {
    let value = value.trim_end_matches(',').trim_end();
    for quote in ['"', '\''] {
        if let Some(inner) = value.strip_prefix(quote) {
            let (inner, after) = inner.split_once(quote)?;
            let after = after.trim();
            return (after.is_empty() || after.starts_with('#')).then_some(inner);
        }
    }
    if value.starts_with('#') {
        return Some("");
    }
    let end = value.find(" #").or_else(|| value.find("\t#")).unwrap_or(value.len());
    Some(value.get(..end).unwrap_or(value).trim_end())
}

/// The comment behind a value, without the signs before it.
fn remark<'v>(value: &'v str, scalar: &str) -> &'v str {
    let behind = value.find(scalar).and_then(|at| value.get(at + scalar.len()..)).unwrap_or(value);
    behind.trim_start_matches(|c: char| !c.is_alphanumeric())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
