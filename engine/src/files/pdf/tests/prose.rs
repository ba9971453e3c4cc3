//! Pieces of text with their places, and the lines, paragraphs and headings that they are.

use super::super::prose::{Piece, Prose};
use crate::document::ParagraphKind;
use crate::files::paragraphs::is_wide;

/// A page on which each line is `(left, base line, size, text)`, drawn character by character, half an em each and an em
/// for wide ones.
fn read(lines: &[(f64, f64, f64, &str)]) -> Vec<(bool, String)> {
    let mut prose = Prose::default();
    for &(left, across, size, text) in lines {
        let mut start = left;
        for c in text.chars() {
            let end = start + if is_wide(c) { size } else { size / 2.0 };
            // A tab is a gap without anything drawn in it.
            if c == '\t' {
                start += size * 4.0;
                continue;
            }
            prose.add_piece(Piece { text: c.encode_utf8(&mut [0; 4]), start, end, across, size, angle: 0.0 });
            start = end;
        }
    }
    prose
        .into_paragraphs()
        .into_iter()
        .map(|paragraph| (paragraph.kind != ParagraphKind::Text, paragraph.text))
        .collect()
}

fn texts(lines: &[(f64, f64, f64, &str)]) -> Vec<String> {
    read(lines).into_iter().map(|(_, text)| text).collect()
}

#[test]
fn lines_close_to_each_other_are_a_paragraph() {
    let found = read(&[
        (50.0, 40.0, 20.0, "Results"),
        (50.0, 80.0, 10.0, "Revenue rose in all of the mar-"),
        (50.0, 92.0, 10.0, "kets, and most of all in 2025-"),
        (50.0, 104.0, 10.0, "2026."),
        (50.0, 116.0, 10.0, "A new paragraph follows without"),
        (50.0, 128.0, 10.0, "any gap, and ends here."),
        (50.0, 150.0, 10.0, "After a gap."),
    ]);
    let wanted = [
        (true, "Results"),
        (false, "Revenue rose in all of the markets, and most of all in 2025- 2026."),
        (false, "A new paragraph follows without any gap, and ends here."),
        (false, "After a gap."),
    ];
    assert_eq!(found, wanted.map(|(heading, text)| (heading, text.to_owned())));
}

#[test]
fn chinese_lines_are_joined_without_spaces() {
    assert_eq!(
        texts(&[
            (50.0, 80.0, 10.0, "营收增长，主要来自香港"),
            (50.0, 95.0, 10.0, "和内地市场 VONB 的"),
            (50.0, 110.0, 10.0, "增长。")
        ]),
        ["营收增长，主要来自香港和内地市场 VONB 的增长。"]
    );
    // First lines are indented by two characters.
    assert_eq!(
        texts(&[
            (70.0, 80.0, 10.0, "一段的第一行"),
            (50.0, 95.0, 10.0, "一段的第二行，"),
            (70.0, 110.0, 10.0, "又一段")
        ]),
        ["一段的第一行一段的第二行，", "又一段"]
    );
}

#[test]
fn gaps_part_words_and_columns() {
    assert_eq!(
        texts(&[(50.0, 80.0, 10.0, "Sales\t12.5\t13"), (50.0, 92.0, 10.0, "Costs\t7\t8")]),
        ["Sales | 12.5 | 13", "Costs | 7 | 8"]
    );
    let mut prose = Prose::default();
    for (text, start) in [("a", 0.0), ("b", 5.5), ("c", 12.5), ("2", 17.5)] {
        let raised = if text == "2" { 3.0 } else { 0.0 };
        prose.add_piece(Piece { text, start, end: start + 5.0, across: 80.0 - raised, size: 10.0, angle: 0.0 });
    }
    assert_eq!(prose.into_paragraphs()[0].text, "ab c2");
}

#[test]
fn items_and_other_directions_stand_alone() {
    assert_eq!(
        texts(&[
            (50.0, 80.0, 10.0, "• one that is"),
            (60.0, 92.0, 10.0, "long"),
            (50.0, 104.0, 10.0, "• two"),
            (50.0, 116.0, 10.0, "3. three")
        ]),
        ["• one that is long", "• two", "3. three"]
    );
    let mut prose = Prose::default();
    for (text, angle) in [("a", 0.0), ("b", 1.57)] {
        prose.add_piece(Piece { text, start: 0.0, end: 5.0, across: 0.0, size: 10.0, angle });
    }
    assert_eq!(prose.into_paragraphs().len(), 2);
}
