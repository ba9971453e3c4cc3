//! Markdown: CommonMark with GitHub's tables and footnotes. A file is parsed once. Its events become paragraphs and, at the same
//! time, the page that a Markdown program makes of them; the tables are that page's, pipe tables and embedded HTML alike.

mod excess;
#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
mod text;

use pulldown_cmark::{Options, Parser, html::push_html};

use self::text::Text;
use crate::files::{DocumentFault, FileContent, front_matter, html};

/// Most bytes of a Markdown file whose tables are read. The page that is made of it can be several times as long.
const TABLES_BYTES_MAX: u64 = 16 << 20;

/// Reads a file.
pub(super) fn read(text: &str) -> Result<FileContent, DocumentFault> {
    let (mut metadata, body) = front_matter::split(text)?;
    let options = Options::ENABLE_TABLES | Options::ENABLE_FOOTNOTES | Options::ENABLE_STRIKETHROUGH;
    let mut listener = Text::default();
    let events = Parser::new_ext(body, options).into_offset_iter();
    let events = excess::kept(events, body).inspect(|event| listener.event(event));
    let mut aside = vec![text.to_owned()];
    let grids = if text.len() as u64 > TABLES_BYTES_MAX {
        events.for_each(drop);
        Err(DocumentFault::TooLarge { bytes_max: TABLES_BYTES_MAX })
    } else {
        let mut page = String::new();
        push_html(&mut page, events);
        let (grids, strings) = html::tables(&page);
        if strings.is_label {
            metadata.label(None);
        }
        aside.push(strings.finish());
        grids
    };
    Ok(FileContent { metadata, paragraphs: listener.into_paragraphs(), aside, grids })
}
