//! The documents of a fixture as the harness reads them on its own: names, titles, paragraphs and who may see them. A
//! passage that an engine cites is held against this text, so nothing here is shared with an engine's readers. It reads
//! Markdown, plain text, simple HTML and JSON lines; of other formats it knows the name alone.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;
use std::path::Path;

use super::notation::{fold, narrow};
use super::profile::Profile;

/// Labels of documents that may be shown. Any other label restricts, so that a misspelled one lets nothing out.
const OPEN_LABELS: [&str; 2] = ["public", "internal"];

/// A document of a fixture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Document {
    /// The name it is cited by: `doc` of its head, or else its file's name.
    pub name: String,
    /// What it is called; its name when it has no title.
    pub title: String,
    /// What its head says, as written, by lower-case field name.
    pub head: BTreeMap<String, String>,
    /// Whether it must never be shown: by its label, its name, or a word in it.
    pub restricted: bool,
    /// Paragraphs in reading order; headings, list items and table rows are paragraphs. Empty when the format is not
    /// read here.
    pub paragraphs: Vec<String>,
    /// The name of its file.
    pub file: String,
    /// Its file's text, or its line of JSON; none when the file is no text.
    pub written: Option<String>,
}

/// A document before anything is decided about it.
#[derive(Default)]
struct Draft {
    head: BTreeMap<String, String>,
    title: Option<String>,
    paragraphs: Vec<String>,
}

/// The documents of one file: one, or one a line for JSON lines.
pub(super) fn read(path: &Path, text: Option<&str>, profile: &Profile) -> Vec<Document> {
    let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let extension = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
    let Some(text) = text else { return vec![decide(&file, &file, Draft::default(), profile)] };
    let draft = match extension.as_str() {
        "jsonl" => {
            let read = |line: &str| {
                let document = record(&file, serde_json::from_str(line).ok()?, profile);
                Some(Document { written: Some(line.to_owned()), ..document })
            };
            return text.lines().filter_map(read).collect();
        }
        "html" | "htm" => html(text),
        "md" | "markdown" => markdown(text),
        "txt" => plain(text),
        _ => Draft::default(),
    };
    vec![Document { written: Some(text.to_owned()), ..decide(&file, &file, draft, profile) }]
}

/// A document out of a line of JSON: `_id`, `title`, `text`, and the fields of a head.
fn record(file: &str, line: serde_json::Map<String, serde_json::Value>, profile: &Profile) -> Document {
    let texts = line.into_iter().filter_map(|(field, value)| Some((field.to_lowercase(), value.as_str()?.to_owned())));
    let mut head: BTreeMap<String, String> = texts.collect();
    let paragraphs = blocks(&head.remove("text").unwrap_or_default(), false);
    let name = head.remove("_id").unwrap_or_else(|| file.to_owned());
    decide(&name, file, Draft { head, title: None, paragraphs }, profile)
}

fn decide(name: &str, file: &str, draft: Draft, profile: &Profile) -> Document {
    let Draft { head, title, paragraphs } = draft;
    let name = head.get("doc").cloned().unwrap_or_else(|| name.to_owned());
    let title = head.get("title").cloned().or(title).unwrap_or_else(|| name.clone());
    let label = head.get("sensitivity").map(|label| fold(label));
    let by_label = label.is_some_and(|label| !OPEN_LABELS.contains(&label.as_str()));
    let by_name = profile.restricts(&name) || profile.restricts(file);
    let by_word = paragraphs.iter().chain([&title]).any(|text| profile.restricts_text(&fold(text)));
    let file = file.to_owned();
    Document { restricted: by_label || by_name || by_word, name, title, head, paragraphs, file, written: None }
}

impl Document {
    /// The text of a place such as `para3-5` (or `para3-3.2`, a piece of a paragraph); none when it has no such place.
    pub fn at(&self, locator: &str) -> Option<String> {
        let range = paragraph_range(locator)?;
        let paragraphs = self.paragraphs.get(range.start() - 1..*range.end())?;
        Some(paragraphs.join("\n\n"))
    }

    /// Whether `text` stands at the place; layout and markup do not count.
    pub fn says(&self, locator: &str, text: &str) -> bool {
        let wanted = skeleton(text);
        !wanted.is_empty() && self.at(locator).is_some_and(|there| skeleton(&there).contains(&wanted))
    }

    /// The sentences of the paragraphs, for recognising the text elsewhere; short ones could stand anywhere.
    pub fn sentences(&self) -> impl Iterator<Item = String> {
        const SKELETON_MIN: usize = 12;
        let ends = ['.', '!', '?', '。', '！', '？', '；', ';', '\n'];
        let parts = self.paragraphs.iter().flat_map(move |paragraph| paragraph.split(ends));
        parts.map(skeleton).filter(|sentence| sentence.chars().count() >= SKELETON_MIN)
    }
}

/// The paragraphs of a locator, from 1; none when it is not of the form `para3-5`.
pub fn paragraph_range(locator: &str) -> Option<RangeInclusive<usize>> {
    let (first, last) = locator.strip_prefix("para")?.split_once('-')?;
    let last = last.split_once('.').map_or(last, |(last, _)| last);
    let (first, last) = (first.parse().ok()?, last.parse().ok()?);
    (1 <= first && first <= last).then_some(first..=last)
}

/// A text without white space, markup and width: what is left when only its words count.
pub fn skeleton(text: &str) -> String {
    let is_dropped = |c: &char| c.is_whitespace() || matches!(c, '*' | '_' | '`' | '#' | '|' | '\u{200B}' | '\u{FEFF}');
    text.chars().map(narrow).filter(|c| !is_dropped(c)).flat_map(char::to_lowercase).collect()
}

/// The words of a text in order, without case and width: words, numbers with their points and commas, and each ideograph
/// alone.
pub fn sequence(text: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut is_open = false;
    let mut chars = text.chars().map(narrow).flat_map(char::to_lowercase).peekable();
    while let Some(c) = chars.next() {
        let is_inner = c.is_alphanumeric() && !matches!(c, '\u{3400}'..='\u{9FFF}');
        let in_number = matches!(c, '.' | ',')
            && is_open
            && words.last().is_some_and(|word| word.ends_with(|c: char| c.is_ascii_digit()))
            && chars.peek().is_some_and(char::is_ascii_digit);
        match words.last_mut() {
            Some(word) if (is_inner && is_open) || in_number => word.push(c),
            _ if c.is_alphanumeric() => words.push(c.to_string()),
            _ => {}
        }
        is_open = is_inner || in_number;
    }
    words
}

/// Takes a head between two lines of `---` off a text.
fn head(text: &str) -> (BTreeMap<String, String>, &str) {
    let text = text.trim_start_matches('\u{FEFF}');
    let Some(rest) = text.strip_prefix("---\n").or_else(|| text.strip_prefix("---\r\n")) else {
        return (BTreeMap::new(), text);
    };
    let Some((lines, body)) = rest.split_once("\n---") else { return (BTreeMap::new(), text) };
    let fields = lines.lines().filter_map(|line| line.split_once(':'));
    let unquoted = |value: &str| value.trim().trim_matches(['"', '\'']).to_owned();
    (fields.map(|(field, value)| (field.trim().to_lowercase(), unquoted(value))).collect(), body)
}

fn markdown(text: &str) -> Draft {
    let (head, body) = head(text);
    let paragraphs = blocks(body, true);
    let title = body.lines().find_map(|line| line.strip_prefix("# ")).map(|title| title.trim().to_owned());
    Draft { head, title, paragraphs }
}

fn plain(text: &str) -> Draft {
    let (head, body) = head(text);
    Draft { head, title: None, paragraphs: blocks(body, false) }
}

/// Paragraphs between blank lines; in Markdown a heading, a list item and a table row stand alone.
fn blocks(text: &str, is_markdown: bool) -> Vec<String> {
    let mut paragraphs: Vec<String> = Vec::new();
    let mut is_open = false;
    for line in text.lines() {
        let words = line.trim();
        if words.is_empty() || (is_markdown && is_table_rule(words)) {
            is_open = false;
            continue;
        }
        let stands_alone = is_markdown && (words.starts_with('#') || words.starts_with('|'));
        let starts = is_markdown && item(words).is_some();
        let words = if is_markdown { bare(words) } else { words };
        match paragraphs.last_mut() {
            Some(last) if is_open && !stands_alone && !starts => {
                last.push('\n');
                last.push_str(words);
            }
            _ => paragraphs.push(words.to_owned()),
        }
        is_open = !stands_alone;
    }
    paragraphs
}

/// A line without the marks of a heading or list item.
fn bare(line: &str) -> &str {
    item(line).unwrap_or_else(|| line.trim_start_matches('#')).trim()
}

/// The text of a list item.
fn item(line: &str) -> Option<&str> {
    let numbered = || {
        let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
        if rest.len() < line.len() { rest.strip_prefix(". ").or_else(|| rest.strip_prefix(") ")) } else { None }
    };
    ["- ", "* ", "+ "].into_iter().find_map(|mark| line.strip_prefix(mark)).or_else(numbered)
}

/// The line between the head and the rows of a table.
fn is_table_rule(line: &str) -> bool {
    line.contains('-') && line.starts_with(['|', '-', ':']) && line.chars().all(|c| matches!(c, '|' | '-' | ':' | ' '))
}

/// Elements whose content is no text.
const SILENT: [&str; 5] = ["head", "script", "style", "template", "noscript"];
/// Elements that stand inside a paragraph.
// In code: names of the HTML standard.
const INLINE: [&str; 13] = ["a", "abbr", "b", "code", "em", "i", "mark", "small", "span", "strong", "sub", "sup", "u"];

fn html(text: &str) -> Draft {
    let mut draft = Draft::default();
    let mut paragraph = String::new();
    let mut silent: Option<String> = None;
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        let (before, tag) = rest.split_at(at);
        if silent.is_none() {
            paragraph.push_str(before);
        }
        let Some(end) = tag.find('>') else { break };
        let inside = tag.get(1..end).unwrap_or_default();
        rest = tag.get(end + 1..).unwrap_or_default();
        let is_end = inside.starts_with('/');
        let name: String = inside.trim_start_matches('/').chars().take_while(char::is_ascii_alphanumeric).collect();
        let name = name.to_lowercase();
        if name == "meta" {
            draft.head.extend(attribute(inside, "name").zip(attribute(inside, "content")));
        } else if name == "title" && !is_end {
            draft.title = rest.split('<').next().map(|title| decoded(title.trim()));
        } else if silent.as_ref() == Some(&name) && is_end {
            silent = None;
        } else if silent.is_none() && SILENT.contains(&name.as_str()) && !is_end {
            silent = Some(name);
        } else if silent.is_none() && !INLINE.contains(&name.as_str()) {
            draft.paragraphs.push(std::mem::take(&mut paragraph));
        }
    }
    draft.paragraphs.push(paragraph + rest);
    let words = draft.paragraphs.iter().map(|text| decoded(&text.split_whitespace().collect::<Vec<_>>().join(" ")));
    draft.paragraphs = words.filter(|text| !text.is_empty()).collect();
    draft
}

fn attribute(tag: &str, name: &str) -> Option<String> {
    let (_, rest) = tag.split_once(&format!("{name}=\""))?;
    Some(decoded(rest.split('"').next()?))
}

fn decoded(text: &str) -> String {
    let named = [("&nbsp;", " "), ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")];
    named.into_iter().fold(text.to_owned(), |text, (entity, c)| text.replace(entity, c))
}

/// Sentences that give a restricted document away: those that no open document of the fixture says too.
pub(super) fn sentinels<'d>(documents: impl Iterator<Item = &'d Document> + Clone) -> BTreeSet<String> {
    let open: BTreeSet<String> =
        documents.clone().filter(|doc| !doc.restricted).flat_map(Document::sentences).collect();
    let restricted = documents.filter(|doc| doc.restricted).flat_map(Document::sentences);
    restricted.filter(|sentence| !open.contains(sentence)).collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
