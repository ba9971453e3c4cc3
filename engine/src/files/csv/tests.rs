//! Tests of `csv`.

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
