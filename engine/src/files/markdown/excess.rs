//! Cells of a pipe table beyond those of its header row. A Markdown program leaves them out; here they are kept, so that nobody takes
//! what is left of the row for all of it.

use std::ops::Range;

use pulldown_cmark::{CowStr, Event, Tag, TagEnd};

/// The events of a text with those of the cells that its tables would lose.
pub(super) fn kept<'t>(
    events: impl Iterator<Item = (Event<'t>, Range<usize>)>,
    text: &'t str,
) -> impl Iterator<Item = Event<'t>> {
    let mut cells = 0;
    events.flat_map(move |(event, range)| {
        let mut lost = Vec::new();
        match &event {
            Event::Start(Tag::TableHead | Tag::TableRow) => cells = 0,
            Event::Start(Tag::TableCell) => cells += 1,
            Event::End(TagEnd::TableRow) => lost = behind(text.get(range).unwrap_or_default(), cells),
            _ => {}
        }
        let cell = |text: &'t str| {
            let (start, end) = (Event::Start(Tag::TableCell), Event::End(TagEnd::TableCell));
            [start, Event::Text(CowStr::Borrowed(text)), end]
        };
        lost.into_iter().flat_map(cell).chain([event])
    })
}

/// The cells of a row's line behind the first ones.
fn behind(line: &str, cells: usize) -> Vec<&str> {
    let line = line.trim();
    let line = line.strip_prefix('|').unwrap_or(line);
    let mut ends: Vec<usize> = Vec::new();
    let mut is_escaped = false;
    for (at, c) in line.char_indices() {
        if c == '|' && !is_escaped {
            ends.push(at);
        }
        is_escaped = c == '\\' && !is_escaped;
    }
    // What follows the last pipe is a cell where something does.
    if !line.ends_with('|') || is_escaped {
        ends.push(line.len());
    }
    let starts = [0].into_iter().chain(ends.iter().map(|end| end + 1));
    starts.zip(&ends).skip(cells).filter_map(|(start, end)| line.get(start..*end)).map(str::trim).collect()
}
