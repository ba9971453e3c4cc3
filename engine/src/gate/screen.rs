//! What may be said of competitors when the question names none: texts and names of documents go through this screen
//! before anybody is shown them, and so does a model's prose. It finds names by the rules of the gate and knows no passage.
//!
//! Where a profile says `drop`, nothing is kept that could be about a competitor, as far as the text itself shows it:
//! - The sentence that names one, and what follows it in its paragraph: "It fell by 31.5 %" behind it would read as our
//!   own.
//! - What stands under a heading that names one, to the next heading of its level or above it, in whatever piece of the
//!   document. A line that no mark closes may be a heading, and an item of a list that opens others: it reaches to the next
//!   heading, and where no heading is known, to the end of the text.
//! - A row of a table whose first cell names one; where another cell does, the rows below it too, since it may head a
//!   column, also where the table goes on in another piece.
//! - Everything of a document whose name, title or subject names one.
//!
//! Out of its reach: a pronoun in a later paragraph, and more than a few lines in a row that may be headings.

use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::{Arc, PoisonError, RwLock};

use unicode_segmentation::UnicodeSegmentation;

use super::SecurityGate;
use super::outline::{CELL_BREAK, Kind, Outline, is_loose};
use crate::profile::{InDocuments, Profile};

/// What stands in place of a name that is masked.
const MASK: &str = "███";
/// What stands between two paragraphs.
const PARAGRAPH_BREAK: &str = "\n\n";
/// Names of documents and places of which the screen remembers what it found, and the most bytes of one.
const NAMES_MAX: usize = 4096;
const NAME_BYTES_MAX: usize = 512;

/// Where competitors are named in names of documents, titles and places that were seen before.
type Seen = RwLock<HashMap<String, Arc<[Range<usize>]>>>;

/// Decides what of a text may be shown. Clones share the names.
#[derive(Debug, Clone)]
pub struct CompetitorScreen {
    gate: SecurityGate,
    policy: InDocuments,
    /// The same few sources stand behind answer after answer.
    seen: Arc<Seen>,
}

impl CompetitorScreen {
    /// The screen that a profile asks for.
    pub fn new(profile: &Profile) -> Self {
        Self::with(SecurityGate::new(profile), profile.competitors_in_documents)
    }

    /// A screen that knows no competitor, for documents without a company.
    pub fn of_nobody() -> Self {
        Self::with(SecurityGate::of_nobody(), InDocuments::Allow)
    }

    fn with(gate: SecurityGate, policy: InDocuments) -> Self {
        Self { gate, policy, seen: Arc::default() }
    }

    /// What may be shown of a text that stands alone; empty when nothing may.
    pub fn text<'t>(&self, text: &'t str) -> Cow<'t, str> {
        self.piece(text, &Outline::default())
    }

    /// What may be shown of a piece of a document; empty when nothing may.
    pub fn piece<'t>(&self, text: &'t str, outline: &Outline) -> Cow<'t, str> {
        let named = self.named(text);
        match self.policy {
            InDocuments::Allow => Cow::Borrowed(text),
            InDocuments::Mask if named.is_empty() => Cow::Borrowed(text),
            InDocuments::Mask => Cow::Owned(masked(text, &named)),
            InDocuments::Drop => {
                let reach = self.reach_of(outline);
                if named.is_empty() && reach == Reach::Nowhere {
                    return Cow::Borrowed(text);
                }
                Cow::Owned(without(text, &named, &outline.headings, reach))
            }
        }
    }

    /// What is about a competitor where a piece begins.
    fn reach_of(&self, outline: &Outline) -> Reach {
        let reach = outline.above.iter().map(|line| match (line.kind, self.named_once(&line.text).first()) {
            (_, None) => Reach::Nowhere,
            (Kind::Heading(level), _) => Reach::Section(Some(level)),
            (Kind::Loose, _) => Reach::Section(None),
            (Kind::Row, Some(first)) if line.text[..first.start].contains(CELL_BREAK) => Reach::Rows,
            (Kind::Row, _) => Reach::Nowhere,
        });
        // The outermost reaches furthest.
        reach.into_iter().find(|reach| *reach != Reach::Nowhere).unwrap_or(Reach::Nowhere)
    }

    /// The name of a document, a title or a subject as it may be shown. Nothing where what it names may not be shown.
    pub fn name<'t>(&self, name: &'t str) -> Option<Cow<'t, str>> {
        let named = self.named_once(name);
        match self.policy {
            _ if named.is_empty() => Some(Cow::Borrowed(name)),
            InDocuments::Mask => Some(Cow::Owned(masked(name, &named))),
            _ => None,
        }
    }

    /// The name of the document, or of the place in it, that one of our own figures was read from. The figure answers in any
    /// case.
    pub fn source<'t>(&self, name: &'t str) -> Cow<'t, str> {
        let named = self.named_once(name);
        if named.is_empty() { Cow::Borrowed(name) } else { Cow::Owned(masked(name, &named)) }
    }

    /// Where competitors are named that may not be.
    fn named(&self, text: &str) -> Vec<Range<usize>> {
        if self.policy == InDocuments::Allow { Vec::new() } else { self.gate.screen(text).covered }
    }

    /// The same for a name or a heading, which is looked through once.
    fn named_once(&self, name: &str) -> Arc<[Range<usize>]> {
        let known = self.seen.read().unwrap_or_else(PoisonError::into_inner).get(name).cloned();
        known.unwrap_or_else(|| {
            let named: Arc<[Range<usize>]> = self.named(name).into();
            if name.len() <= NAME_BYTES_MAX {
                let mut seen = self.seen.write().unwrap_or_else(PoisonError::into_inner);
                if seen.len() >= NAMES_MAX {
                    seen.clear();
                }
                seen.insert(name.to_owned(), Arc::clone(&named));
            }
            named
        })
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

/// How far what is said of a competitor reaches beyond the paragraph that names it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reach {
    Nowhere,
    /// To the next heading of this level or above it; of a line that may be a heading, to the next heading.
    Section(Option<u8>),
    /// To the end of the table.
    Rows,
}

impl Reach {
    /// Whether it ends before a paragraph, which may be a heading of a level.
    fn ends_at(self, paragraph: &str, level: Option<u8>) -> bool {
        match (self, level) {
            (Self::Nowhere, _) | (Self::Section(None) | Self::Rows, Some(_)) => true,
            (Self::Section(Some(section)), Some(level)) => level <= section,
            (Self::Section(_), None) => false,
            (Self::Rows, None) => !paragraph.contains(CELL_BREAK),
        }
    }
}

/// The text without what could be about a competitor. `headings` are the levels of its paragraphs, as far as they are known,
/// and `reach` is what is about one where it begins.
fn without(text: &str, named: &[Range<usize>], headings: &[(usize, u8)], mut reach: Reach) -> String {
    let mut kept: Vec<&str> = Vec::new();
    let mut at = 0;
    for (number, paragraph) in text.split(PARAGRAPH_BREAK).enumerate() {
        let here = at..at + paragraph.len();
        at = here.end + PARAGRAPH_BREAK.len();
        let level = headings.iter().find(|(at, _)| *at == number).map(|(_, level)| *level);
        if reach.ends_at(paragraph, level) {
            reach = Reach::Nowhere;
        }
        let Some(first) = named.iter().find(|span| span.start < here.end && here.start < span.end) else {
            if reach == Reach::Nowhere {
                kept.push(paragraph);
            }
            continue;
        };
        let before = &paragraph[..first.start.saturating_sub(here.start)];
        if level.is_some() {
            // What reached here from above reaches further than a heading below it.
            if reach == Reach::Nowhere {
                reach = Reach::Section(level);
            }
        } else if paragraph.contains(CELL_BREAK) {
            // What a heading began, no table ends.
            if reach == Reach::Nowhere && before.contains(CELL_BREAK) {
                reach = Reach::Rows;
            }
        } else if is_loose(paragraph) {
            if !matches!(reach, Reach::Section(_)) {
                reach = Reach::Section(None);
            }
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

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
