//! Tables in files of separated values: one grid, all of it text. What separates the cells is found by which character gives
//! rows of the same length, or stated by a first line such as `sep=;`; encodings are told by their marks, never guessed.

use std::borrow::Cow;
use std::collections::BTreeMap;

use crate::files::grid::{COLUMNS_MAX, Cell, CellAt, GridPlace, ROWS_MAX, StyledGrid};
use crate::files::{DocumentFault, fault::at_most};

/// Most cells of a file that are kept, as for workbooks.
const CELLS_MAX: usize = 1_500_000;

/// What may separate cells. Where two give rows of the same length, the first one counts: a comma may be a decimal sign.
const SEPARATORS: [u8; 4] = [b'\t', b';', b'|', b','];

/// Rows that are looked at to find what separates the cells.
const SAMPLE_ROWS: usize = 100;

/// Reads a file of separated values. Blank lines are rows, since they set tables apart.
pub(crate) fn read(text: &str) -> Result<Vec<StyledGrid>, DocumentFault> {
    let text = with_line_feeds(text);
    let (separator, body) = separator(&text);
    let mut cells = Vec::new();
    // A line that states the separator is a row without cells.
    let mut row = u32::from(body.len() < text.len());
    let mut reader = reader(body, separator);
    let mut record = ::csv::StringRecord::new();
    loop {
        let start = usize::try_from(reader.position().byte()).unwrap_or(usize::MAX);
        if !reader.read_record(&mut record).map_err(|error| DocumentFault::Io(error.into()))? {
            break;
        }
        // The csv crate passes over blank lines.
        let blank = body.get(start..).unwrap_or_default().bytes().take_while(|byte| *byte == b'\n').count();
        row = row.saturating_add(u32::try_from(blank).unwrap_or(u32::MAX));
        at_most((row as usize).saturating_add(1), ROWS_MAX as usize, "rows")?;
        push_row(&mut cells, row, &record)?;
        row += 1;
    }
    Ok(vec![StyledGrid::of(GridPlace::Table { table: 1 }, cells)])
}

fn push_row(cells: &mut Vec<Cell>, row: u32, record: &::csv::StringRecord) -> Result<(), DocumentFault> {
    for (cell, col) in record.iter().zip(0..) {
        let text = cell.trim();
        if text.is_empty() {
            continue;
        }
        at_most(col as usize + 1, COLUMNS_MAX as usize, "columns")?;
        at_most(cells.len() + 1, CELLS_MAX, "cells")?;
        cells.push(Cell::of(CellAt { row, col }, text));
    }
    Ok(())
}

/// The text with line feeds alone at the ends of lines where it has none.
fn with_line_feeds(text: &str) -> Cow<'_, str> {
    if text.contains('\n') { Cow::Borrowed(text) } else { Cow::Owned(text.replace('\r', "\n")) }
}

/// What separates cells, and the text below the line that says so.
fn separator(text: &str) -> (u8, &str) {
    let (line, rest) = text.split_once('\n').unwrap_or((text, ""));
    let stated = line.trim_end_matches('\r').trim_matches('"').strip_prefix("sep=").map(str::as_bytes);
    if let Some([separator]) = stated {
        return (*separator, rest);
    }
    let best = SEPARATORS.into_iter().rev().max_by_key(|separator| regularity(text, *separator));
    (best.unwrap_or(b','), text)
}

/// How many rows have the most frequent length, and that length; rows of one cell are not counted.
fn regularity(text: &str, separator: u8) -> (usize, usize) {
    let mut lengths: BTreeMap<usize, usize> = BTreeMap::new();
    for record in reader(text, separator).records().take(SAMPLE_ROWS).flatten() {
        if record.len() > 1 {
            *lengths.entry(record.len()).or_default() += 1;
        }
    }
    lengths.into_iter().map(|(length, rows)| (rows, length)).max().unwrap_or_default()
}

fn reader(text: &str, separator: u8) -> ::csv::Reader<&[u8]> {
    // A line feed alone ends a row; the carriage return before it is white space, which is trimmed from every cell.
    ::csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(separator)
        .terminator(::csv::Terminator::Any(b'\n'))
        .from_reader(text.as_bytes())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::files::decode;

    fn read(bytes: Vec<u8>) -> Result<Vec<StyledGrid>, DocumentFault> {
        super::read(&decode::text(bytes)?)
    }

    /// The cells with their places.
    fn shown(bytes: &[u8]) -> String {
        let grid = read(bytes.to_vec()).unwrap().remove(0);
        grid.cells.iter().map(|cell| format!("{}={}", cell.at, cell.text)).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn every_separator_is_found() {
        for (text, cells) in [
            ("Item,2023,2024\nLife,\"1,234\",2\n", "A1=Item B1=2023 C1=2024 A2=Life B2=1,234 C2=2"),
            ("Posten;2023\nLeben;1.234,5\nSach;2,5", "A1=Posten B1=2023 A2=Leben B2=1.234,5 A3=Sach B3=2,5"),
            ("Leben;1,5\nSach;2,5", "A1=Leben B1=1,5 A2=Sach B2=2,5"),
            ("a\tb, c\nd\te", "A1=a B1=b, c A2=d B2=e"),
            ("a|b\nc|d", "A1=a B1=b A2=c B2=d"),
            ("sep=;\na;b,c", "A2=a B2=b,c"),
            ("保费,2024\n寿险,12.5\n", "A1=保费 B1=2024 A2=寿险 B2=12.5"),
            ("Title\n\nItem,2024\nLife,1\n", "A1=Title A3=Item B3=2024 A4=Life B4=1"),
            ("one", "A1=one"),
            ("", ""),
        ] {
            assert_eq!(shown(text.as_bytes()), cells, "{text:?}");
        }
    }

    #[test]
    fn blank_lines_and_line_ends_of_every_kind_keep_rows_apart() {
        let cells = "A1=a B1=b A4=c B4=d A5=e\nf B5=g";
        assert_eq!(shown(b"a,b\n\n\nc,d\n\"e\nf\",g\n"), cells);
        assert_eq!(shown(b"a,b\r\n\r\n\r\nc,d\r\n\"e\nf\",g\r\n"), cells);
        assert_eq!(shown(b"a,b\n,\n \nc,d\n\"e\nf\",g"), cells);
        assert_eq!(shown(b"a,b\r\rc,d\r"), "A1=a B1=b A3=c B3=d");
        assert_eq!(shown(b"\n\na,b"), "A3=a B3=b");
    }

    #[test]
    fn encodings_are_told_by_their_marks() {
        assert_eq!(shown("\u{FEFF}a,b".as_bytes()), "A1=a B1=b");
        let utf16: Vec<u8> = "\u{FEFF}保费,b".encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(shown(&utf16), "A1=保费 B1=b");
        assert!(matches!(read(b"\xD6\xD0,b".to_vec()), Err(DocumentFault::NotUtf8 { offset: 0 })));
    }

    #[test]
    fn more_columns_or_rows_than_a_sheet_has_are_refused() {
        let wide = format!("{}x", ",".repeat(COLUMNS_MAX as usize));
        assert!(matches!(read(wide.into_bytes()), Err(DocumentFault::TooMany { what: "columns", .. })));
        let long = format!("a,b{}c", "\n".repeat(ROWS_MAX as usize + 1));
        assert!(matches!(read(long.into_bytes()), Err(DocumentFault::TooMany { what: "rows", .. })));
    }

    proptest! {
        #[test]
        fn no_bytes_panic(bytes in prop::collection::vec(prop_oneof![Just(b','), Just(b'"'), Just(b'\n'), any::<u8>()], 0..200)) {
            let _ = read(bytes);
        }
    }
}
