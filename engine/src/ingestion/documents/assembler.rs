//! From what a format yields to a [`Document`]: its title, what it is about in the profile's codes, its language and its
//! sensitivity. One way for every format, so that no format can forget a rule. It reads no bytes.

use std::collections::HashSet;

use unicode_segmentation::UnicodeSegmentation;

use super::{ReadContext, ReadDocument, standing};
use crate::code::EntityCode;
use crate::document::{Attributes, Document, Paragraph, ParagraphKind};
use crate::files::metadata::{Metadata, iso_date};
use crate::files::paragraphs::is_wide;
use crate::files::{CellAt, FileContent, GridPlace, Key, StyledGrid, Warning};
use crate::ingestion::row::canonical_period;
use crate::ingestion::vocabulary::Memory;
use crate::lang::is_cjk;
use crate::language::labels;
use crate::profile::{Sensitivity, WALL};
use crate::text::TextView;

/// Most characters of a title that the document states.
const TITLE_CHARS_MAX: usize = 300;
/// Most characters of a title that is the document's first sentence.
const SENTENCE_CHARS_MAX: usize = 120;

/// Makes documents of drafts, and remembers what the wordings of a file mean.
pub(super) struct Assembler<'a> {
    context: &'a ReadContext<'a>,
    entities: Memory<Option<EntityCode>>,
    periods: Memory<Option<String>>,
}

impl<'a> Assembler<'a> {
    pub(super) fn new(context: &'a ReadContext<'a>) -> Self {
        Self { context, entities: Memory::default(), periods: Memory::default() }
    }

    /// The document that `content` is. `file` is the name of its file; `name` is the one under which it is kept unless it
    /// names itself.
    pub(super) fn document(&mut self, content: FileContent, file: &str, name: &str, line: Option<u64>) -> ReadDocument {
        let FileContent { metadata, paragraphs, aside, grids } = content;
        let name = metadata.get(Key::Doc).unwrap_or(name).to_owned();
        let title = title(&metadata, &paragraphs);
        let mut sensitivity = self.sensitivity(&metadata, &paragraphs, &aside, [file, &name]);
        // Cells and sheets that nobody is shown count as well.
        if let Ok(grids) = &grids
            && sensitivity != Sensitivity::Restricted
            && (self.context.restricted.stand_in(texts(grids))
                || grids.iter().any(states_restriction)
                || standing::in_grids(grids))
        {
            sensitivity = Sensitivity::Restricted;
        }
        let attributes = self.attributes(&metadata, &paragraphs);
        let valid_as_of = metadata.get(Key::ValidAsOf).and_then(iso_date);
        let owners = metadata.owners().map(str::to_owned).collect();
        let stated = metadata.others().to_vec();
        let period = metadata.get(Key::Period).map(str::to_owned);
        let mut warnings = metadata.warnings;
        if sensitivity == Sensitivity::Restricted {
            for warning in &mut warnings {
                if let Warning::UnknownKey { key, .. } = warning {
                    *key = None;
                }
            }
        }
        let document = Document { name, title, attributes, sensitivity, valid_as_of, paragraphs };
        ReadDocument { document, warnings, line, owners, stated, period, grids }
    }

    /// The label, or the policy's default where there is none; restricted when a name or a word says so, whatever the
    /// label.
    fn sensitivity(
        &self,
        metadata: &Metadata,
        paragraphs: &[Paragraph],
        aside: &[String],
        names: [&str; 2],
    ) -> Sensitivity {
        let policy = &self.context.profile.sensitivity;
        let stated = metadata.labelled().unwrap_or(policy.default);
        if stated == Sensitivity::Restricted || names.iter().any(|name| policy.restricts_name(name)) {
            return Sensitivity::Restricted;
        }
        let texts = metadata
            .texts()
            .chain(aside.iter().map(String::as_str))
            .chain(paragraphs.iter().map(|paragraph| paragraph.text.as_str()));
        let says_so = || {
            let lines = paragraphs.iter().flat_map(|paragraph| paragraph.text.lines());
            state_restriction(lines)
                || standing::has_joined_lines(paragraphs)
                    && state_restriction(paragraphs.iter().flat_map(Paragraph::lines))
                || standing::in_text(paragraphs)
                || metadata.get(Key::Title).is_some_and(labels::marks)
                || aside.iter().any(|text| state_restriction(text.lines()))
        };
        if self.context.restricted.stand_in(texts) || says_so() { Sensitivity::Restricted } else { stated }
    }

    fn attributes(&mut self, metadata: &Metadata, paragraphs: &[Paragraph]) -> Attributes {
        let vocabulary = &self.context.vocabulary;
        let stated = |key| metadata.get(key).map(str::to_owned);
        let code = metadata.get(Key::Entity).and_then(|entity| self.entities.get(entity, |e| vocabulary.entity(e)));
        let of_entity = code.as_ref().and_then(|code| self.context.profile.entities.get(code)?.geography.clone());
        let period = metadata.get(Key::Period).and_then(|period| {
            self.periods.get(period, |p| Some(canonical_period(p).or_else(|| vocabulary.period(p))?.value()))
        });
        Attributes {
            topic: stated(Key::Topic),
            entity: code.map(|code| code.as_str().to_owned()).or_else(|| stated(Key::Entity)),
            geography: stated(Key::Geography).or(of_entity),
            period: period.or_else(|| stated(Key::Period)),
            language: metadata.get(Key::Language).map(primary_tag).or_else(|| language(paragraphs)),
        }
    }
}

/// Whether a line keeps others out, or names a label and the next one that shows something is a level that does.
fn state_restriction<'t>(lines: impl Iterator<Item = &'t str>) -> bool {
    let mut under_name = false;
    lines.flat_map(|line| line.split(WALL)).filter(|line| line.contains(char::is_alphanumeric)).any(|line| {
        let is_level = under_name && labels::level(line) == Some(labels::Level::Closed);
        under_name = labels::is_label_name(line);
        is_level || labels::restricts(line)
    })
}

/// Whether a cell of a table names a label, and the next one or the one below it keeps others out.
fn states_restriction(grid: &StyledGrid) -> bool {
    let mut below = HashSet::new();
    // The row of the cell before, where it names a label alone or among other words.
    let (mut name, mut mention) = (None, None);
    let mut before: Option<(u32, &str)> = None;
    grid.cells.iter().any(|cell| {
        let (text, row) = (&*cell.text, Some(cell.at.row));
        // Most cells are numbers, which name no label and are none.
        if !text.contains(char::is_alphabetic) {
            (name, mention) = (None, None);
            return false;
        }
        let labelled = (name == row || below.contains(&cell.at)) && labels::is_closed_label(text)
            || mention == row && labels::level(text) == Some(labels::Level::Closed)
            || before.is_some_and(|(at, key)| Some(at) == row && labels::is_closed_together(key, text));
        before = Some((cell.at.row, text));
        let is_name = labels::is_label_name(text);
        if is_name {
            below.insert(CellAt { row: cell.at.row + 1, col: cell.at.col });
        }
        name = row.filter(|_| is_name);
        mention = row.filter(|_| labels::is_label_key(text));
        labelled || labels::restricts(text)
    })
}

/// All text in and about grids, hidden ones among them.
fn texts(grids: &[StyledGrid]) -> impl Iterator<Item = &str> {
    grids.iter().flat_map(|grid| {
        let name = match &grid.place {
            GridPlace::Sheet { name } => Some(name.as_str()),
            _ => None,
        };
        let captions = grid.captions.iter().map(String::as_str);
        name.into_iter().chain(captions).chain(grid.cells.iter().map(|cell| &*cell.text))
    })
}

/// `zh` of `zh-Hans-CN`, `en` of `EN_us` and of `English`.
fn primary_tag(stated: &str) -> String {
    let folded = TextView::fold(stated);
    let tag = folded.split(['-', '_']).next().unwrap_or(&folded).trim();
    match tag {
        "english" | "英文" | "英语" => "en".to_owned(),
        "chinese" | "中文" | "汉语" | "简体中文" | "繁体中文" => "zh".to_owned(),
        _ => tag.to_owned(),
    }
}

/// The language of a text, as far as its script tells: Chinese when it has at least as many ideographs as Latin words (a
/// Chinese word is about two of them, and Chinese reports are full of Latin names), else English. None for a text of
/// neither, and for one with kana or hangul, whose ideographs are not Chinese.
fn language(paragraphs: &[Paragraph]) -> Option<String> {
    let (mut ideographs, mut latin_words, mut others) = (0_u64, 0_u64, 0_u64);
    for paragraph in paragraphs {
        let mut in_word = false;
        for c in paragraph.text.chars() {
            let latin = matches!(c, 'A'..='Z' | 'a'..='z' | '\u{C0}'..='\u{24F}');
            ideographs += u64::from(is_cjk(c));
            latin_words += u64::from(latin && !in_word);
            others += u64::from(!latin && !is_cjk(c) && c.is_alphabetic());
            in_word = latin;
        }
    }
    let most = ideographs.max(latin_words).max(others);
    // Japanese is a third kana or more; a Chinese text that quotes a Japanese name is far below.
    if most == 0 || others == most || others * 5 > ideographs + latin_words {
        return None;
    }
    Some(if ideographs >= latin_words { "zh" } else { "en" }.to_owned())
}

/// What the document is called: what it states, else its first heading, else its first sentence. Empty only without
/// paragraphs.
fn title(metadata: &Metadata, paragraphs: &[Paragraph]) -> String {
    if let Some(stated) = metadata.get(Key::Title) {
        return cut(stated, TITLE_CHARS_MAX);
    }
    if let Some(heading) = paragraphs.iter().find(|paragraph| paragraph.kind != ParagraphKind::Text) {
        return cut(&heading.text, TITLE_CHARS_MAX);
    }
    let first = paragraphs.first().map(|paragraph| paragraph.text.as_str()).unwrap_or_default();
    // The line of a text is one of its titles, and the segmentation of a long one takes time.
    let first = first.lines().next().unwrap_or_default();
    let near: String = first.chars().take(SENTENCE_CHARS_MAX * 4).collect();
    let sentence = near.split_sentence_bounds().map(str::trim).find(|sentence| !sentence.is_empty());
    cut(sentence.unwrap_or(&near), SENTENCE_CHARS_MAX)
}

/// A text of at most `chars_max` characters, cut between words or else between graphemes, with an ellipsis for the rest.
fn cut(text: &str, chars_max: usize) -> String {
    let Some((end, _)) = text.char_indices().nth(chars_max) else { return text.to_owned() };
    // Room for the ellipsis.
    let room = text.char_indices().nth(chars_max.saturating_sub(1)).map_or(end, |(at, _)| at);
    // What follows the next few characters does not change where words and graphemes end.
    let near: String = text.chars().take(chars_max * 2).collect();
    let last =
        |bounds: &mut dyn Iterator<Item = usize>| bounds.take_while(|at| *at <= room).last().filter(|at| *at > 0);
    let at = last(&mut near.split_word_bound_indices().map(|(at, _)| at))
        .or_else(|| last(&mut near.grapheme_indices(true).map(|(at, _)| at)))
        .unwrap_or(room);
    let kept = text.get(..at).unwrap_or(text).trim_end();
    let kept = kept.trim_end_matches(|c: char| is_wide(c) && !is_cjk(c) && !c.is_alphanumeric());
    format!("{kept}…")
}

#[cfg(test)]
mod tests;
