//! Tests of `cell_text`.

use super::*;

const RED: Rgb = Rgb([0xFF, 0, 0]);

#[test]
fn flowing_text_loses_its_line_ends_and_keeps_its_breaks() {
    let mut runs = CellText::default();
    runs.push_flowing("\n  12\u{A0}345 \n", Look::default());
    runs.push_flowing(" US$m", Look::default());
    runs.end_line();
    runs.end_line();
    runs.push_flowing(" 营收\u{1B}[31m ", Look::default());
    assert_eq!(runs.text(), "12\u{A0}345 US$m\n营收[31m");
}

#[test]
fn exact_text_keeps_its_spaces_and_lines() {
    let mut runs = CellText::default();
    runs.push("a  b\u{0B}c\td\r\n ", Look::default());
    assert_eq!(runs.text(), "a  b\nc d");
}

#[test]
fn raised_and_lowered_digits_join_no_number() {
    let mut runs = CellText::default();
    runs.push("1,234", Look::default());
    runs.push("10235(a)*", Look { script: Script::Above, ..Look::default() });
    runs.push("26", Look { script: Script::Below, ..Look::default() });
    assert_eq!(runs.text(), "1,234¹⁰²³⁵⁽ᵃ⁾*₂₆");
    assert!(crate::language::numbers::exact::exact_number(&runs.text()).is_err());
}

#[test]
fn pieces_of_different_parts_are_no_one_statement() {
    let look = Look::default();
    let struck = Look { blemish: Some(Blemish::Struck), ..look };
    let inserted = Look { blemish: Some(Blemish::Inserted), ..look };
    let raised = Look { script: Script::Above, ..look };
    let small = Look { size: Some(600), ..look };
    let tiny = Look { size: Some(100), ..look };
    for (pieces, text, blemish) in [
        (&[("150.5", look)][..], "150.5", None),
        (&[("150.5", inserted)], "150.5", None),
        (&[("150.5", small)], "150.5", None),
        (&[("150.5 ", look), ("US$m", small)], "150.5 US$m", None),
        (&[("150.5", look), ("2", raised)], "150.5²", None),
        (&[("150.5", look), ("(2)", raised)], "150.5⁽²⁾", None),
        (&[("140", struck), ("150.5", inserted)], "~~140~~ 150.5", Some(Blemish::Struck)),
        (&[("150", look), (".5", inserted)], "150.5", Some(Blemish::Inserted)),
        (&[("33.1", struck)], "~~33.1~~", Some(Blemish::Struck)),
        (&[("150", look), (".5", raised)], "150˙⁵", Some(Blemish::Raised)),
        (&[("1", raised), ("50", look)], "¹50", Some(Blemish::Raised)),
        (&[("10", look), ("6", raised)], "10⁶", Some(Blemish::Raised)),
        (&[("150.5", look), ("2", small)], "150.52", Some(Blemish::Uneven)),
        (&[("150.5", look), ("2", tiny)], "150.52", Some(Blemish::Faint)),
        (&[("150.5", tiny)], "150.5", Some(Blemish::Faint)),
        (&[("150.5", Look { blemish: Some(Blemish::Altered), ..look })], "150.5", Some(Blemish::Altered)),
        (&[("210", look), ("1", raised)], "210¹", None),
    ] {
        let mut runs = CellText::default();
        for (piece, look) in pieces {
            runs.push_flowing(piece, *look);
        }
        assert_eq!((runs.text().as_str(), runs.blemish()), (text, blemish));
    }
}

#[test]
fn a_look_counts_when_all_text_has_it() {
    let look = |pieces: &[(&str, bool, Option<Rgb>)]| {
        let mut runs = CellText::default();
        for (piece, bold, color) in pieces {
            runs.push(piece, Look { bold: *bold, color: *color, ..Look::default() });
        }
        (runs.bold(), runs.color())
    };
    assert_eq!(look(&[("a", true, Some(RED)), (" ", false, None), ("b", true, Some(RED))]), (true, Some(RED)));
    assert_eq!(look(&[("a", true, Some(RED)), ("b", false, None), ("c", true, Some(RED))]), (false, None));
    assert_eq!(look(&[]), (false, None));
}
