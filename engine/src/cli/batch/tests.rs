//! Tests of `batch`.

use super::*;

fn chunk(text: &[u8]) -> Vec<(usize, Line)> {
    Lines::new(Box::new(io::Cursor::new(text.to_vec()))).chunk().unwrap()
}

#[test]
fn blank_lines_count_and_give_nothing() {
    let lines = chunk(b"\xEF\xBB\xBFa\n\n  \r\nb");
    assert_eq!(lines, [(1, Some(b"a\n".to_vec())), (4, Some(b"b".to_vec()))]);
}

#[test]
fn a_line_without_end_is_passed_over_in_bounded_memory() {
    let mut text = vec![b'x'; LINE_BYTES_MAX * 3];
    text.extend(b"\nb\n");
    assert_eq!(chunk(&text), [(1, None), (2, Some(b"b\n".to_vec()))]);
}
