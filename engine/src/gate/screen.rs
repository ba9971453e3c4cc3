//! What may be said of competitors when the question names none: texts and names of documents go through this screen
//! before anybody is shown them, and so does a model's prose. It finds names by the rules of the gate and knows no passage.
//!
//! Where a profile says `drop`, nothing is kept that could be about a competitor, as far as the text itself shows it:
//! - The sentence that names one, and what follows it in its paragraph: "It fell by 31.5 %" behind it would read as our
//!   own.
//! - What stands under a heading that names one, to the end of the text: a text tells no level of a heading, so that the
//!   next one may stand below the first ("Details"). An item of a list that opens others is such a heading.
//! - A row of a table whose first cell names one; where another cell does, the rows below it too, since it may head a
//!   column.
//! - Everything of a document whose name, title or subject names one.
//!
//! Out of its reach: a pronoun in a later paragraph, and a section whose heading stands in another piece of the document.

use std::borrow::Cow;
use std::ops::Range;

use unicode_segmentation::UnicodeSegmentation;

use super::SecurityGate;
use crate::profile::{InDocuments, Profile};

/// What stands in place of a name that is masked.
const MASK: &str = "███";
/// What stands between two paragraphs.
const PARAGRAPH_BREAK: &str = "\n\n";
/// What stands between two cells of a row.
const CELL_BREAK: &str = " | ";
/// Characters that close a sentence.
const ENDS: &[char] = &['.', '!', '?', '。', '！', '？', '…', '；', ';'];
/// What may stand behind them.
const BEHIND_ENDS: &[char] = &['"', '”', '’', '」', '』', ')', '）'];

/// Decides what of a text may be shown. Clones share the names.
#[derive(Debug, Clone)]
pub struct CompetitorScreen {
    gate: SecurityGate,
    policy: InDocuments,
}

impl CompetitorScreen {
    /// The screen that a profile asks for.
    pub fn new(profile: &Profile) -> Self {
        Self { gate: SecurityGate::new(profile), policy: profile.competitors_in_documents }
    }

    /// A screen that knows no competitor, for documents without a company.
    pub fn of_nobody() -> Self {
        Self { gate: SecurityGate::of_nobody(), policy: InDocuments::Allow }
    }

    /// What may be shown of a text; empty when nothing may.
    pub fn text<'t>(&self, text: &'t str) -> Cow<'t, str> {
        let named = self.named(text);
        match self.policy {
            _ if named.is_empty() => Cow::Borrowed(text),
            InDocuments::Mask => Cow::Owned(masked(text, &named)),
            _ => Cow::Owned(without(text, &named)),
        }
    }

    /// The name of a document, a title or a subject as it may be shown. Nothing where what it names may not be shown.
    pub fn name<'t>(&self, name: &'t str) -> Option<Cow<'t, str>> {
        let named = self.named(name);
        match self.policy {
            _ if named.is_empty() => Some(Cow::Borrowed(name)),
            InDocuments::Mask => Some(Cow::Owned(masked(name, &named))),
            _ => None,
        }
    }

    /// The name of the document, or of the place in it, that one of our own figures was read from. The figure answers in any
    /// case.
    pub fn source<'t>(&self, name: &'t str) -> Cow<'t, str> {
        let named = self.named(name);
        if named.is_empty() { Cow::Borrowed(name) } else { Cow::Owned(masked(name, &named)) }
    }

    /// Where competitors are named that may not be.
    fn named(&self, text: &str) -> Vec<Range<usize>> {
        if self.policy == InDocuments::Allow { Vec::new() } else { self.gate.screen(text).covered }
    }
}

fn masked(text: &str, named: &[Range<usize>]) -> String {
    let mut shown = String::with_capacity(text.len());
    let mut from = 0;
    for span in named {
        shown.push_str(&text[from..span.start]);
        shown.push_str(MASK);
        from = span.end;
    }
    shown.push_str(&text[from..]);
    shown
}

/// How far what a paragraph says of a competitor reaches beyond it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reach {
    Nowhere,
    /// To the end of the text, whatever headings follow: they may stand below the one that names a competitor.
    Section,
    /// To the end of the table.
    Rows,
}

/// The text without what could be about a competitor.
fn without(text: &str, named: &[Range<usize>]) -> String {
    let mut kept: Vec<&str> = Vec::new();
    let mut reach = Reach::Nowhere;
    let mut at = 0;
    for paragraph in text.split(PARAGRAPH_BREAK) {
        let here = at..at + paragraph.len();
        at = here.end + PARAGRAPH_BREAK.len();
        let Some(first) = named.iter().find(|span| span.start < here.end && here.start < span.end) else {
            let over = match reach {
                Reach::Nowhere => true,
                Reach::Section => false,
                Reach::Rows => !paragraph.contains(CELL_BREAK),
            };
            if over {
                reach = Reach::Nowhere;
                kept.push(paragraph);
            }
            continue;
        };
        let before = &paragraph[..first.start.saturating_sub(here.start)];
        if paragraph.contains(CELL_BREAK) {
            // What a heading began, no table ends.
            if reach == Reach::Nowhere && before.contains(CELL_BREAK) {
                reach = Reach::Rows;
            }
        } else if is_heading(paragraph) {
            reach = Reach::Section;
        } else if reach == Reach::Nowhere {
            kept.push(whole_sentences(paragraph, before.len()));
        }
    }
    kept.retain(|paragraph| paragraph.chars().any(char::is_alphanumeric));
    kept.join(PARAGRAPH_BREAK)
}

/// The sentences of a paragraph that end before a place in it.
fn whole_sentences(paragraph: &str, place: usize) -> &str {
    let starts = paragraph.split_sentence_bound_indices().map(|(start, _)| start);
    let start = starts.take_while(|start| *start <= place).last().unwrap_or(0);
    paragraph[..start].trim_end()
}

/// Whether a paragraph can be a heading: one line, which no mark closes.
fn is_heading(paragraph: &str) -> bool {
    let line = paragraph.trim_end().trim_end_matches(BEHIND_ENDS);
    !line.contains('\n') && !line.ends_with(ENDS)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
