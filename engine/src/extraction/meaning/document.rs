//! What a document says of all of its tables: its name and title, which may be those of another company, and lines that state
//! the unit of all figures. Nothing is filled in from here; tables may only contradict it.

use super::Context;
use super::claims::Claim;
use super::path::{Source, Stop};
use super::text_meaning;
use crate::document::Paragraph;

/// Longest paragraph in which a unit of all figures is looked for, in bytes.
const PARAGRAPH_BYTES_MAX: usize = 2_000;

/// What holds for all tables of a document.
#[derive(Debug, Default)]
pub(crate) struct OfDocument {
    /// The company that its name or its title names, where it is none of the profile's own.
    pub(super) somebody_else: Option<Stop>,
    /// Lines that state the unit of all figures.
    pub(super) claims: Vec<Claim>,
}

impl OfDocument {
    /// Reads the name and the title of a document, and its text.
    pub(crate) fn read(name: &str, title: &str, text: Option<&[Paragraph]>, context: &Context) -> Self {
        let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
        let stem = stem.rsplit(['/', '\\']).next().unwrap_or(stem).replace(['_', '-', '.'], " ");
        let names = [(stem.as_str(), name), (title, title)];
        let company = |(text, whole): (&str, &str)| {
            let words = text_meaning::company_in(text, context)?;
            Some(Stop { source: Source::File, text: whole.to_owned(), words })
        };
        let paragraphs = text.into_iter().flatten().filter(|paragraph| paragraph.text.len() <= PARAGRAPH_BYTES_MAX);
        let lines = paragraphs
            .flat_map(|paragraph| paragraph.text.split(['\n', '。', ';', '；']).flat_map(|line| line.split(". ")));
        Self {
            somebody_else: names.into_iter().find_map(company),
            claims: lines.filter_map(|line| Claim::of_document(line, context)).collect(),
        }
    }
}
