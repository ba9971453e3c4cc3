//! Glyphs that are no part of the number they stand beside: other sizes, levels and colours, lines through them, glyphs over
//! each other.

use super::*;
use crate::files::Blemish;

/// A ruled table whose one value is drawn by `drawn`; the value's text and what is the matter with it.
fn value_drawn(drawn: &str) -> (String, Option<Blemish>) {
    let content = lattice(&[50, 250, 450], &[700, 680, 660])
        + &rows(&[60, 300], 685, 20, &[&["Market", "FY2024"], &["Hong Kong"]])
        + drawn;
    let grids = tables_of(pdf(&content, "")).unwrap();
    let cell = grids[0].cell(CellAt { row: 1, col: 1 }).unwrap();
    (cell.text.to_string(), cell.blemish)
}

#[test]
fn glyphs_of_several_sizes_levels_and_colours_are_no_one_number() {
    let at = |size: &str, x: &str, y: &str, text: &str| format!("BT /F {size} Tf {x} {y} Td ({text}) Tj ET\n");
    let number = at("10", "300", "665", "150.5");
    // A digit of Helvetica is 0.556 em wide, a point half of that.
    for (drawn, blemish) in [
        (String::new(), None),
        (at("6", "325.02", "665", "2"), Some(Blemish::Uneven)),
        (at("0.5", "325.02", "665", "9"), Some(Blemish::Uneven)),
        (at("9", "325.02", "665", "9"), Some(Blemish::Uneven)),
        (at("10", "325.02", "666.5", "9"), Some(Blemish::Uneven)),
        (format!("0.9 g {} 0 g ", at("10", "325.02", "665", "9")), Some(Blemish::Uneven)),
        (at("10", "300", "665", "9"), Some(Blemish::Overprinted)),
        (line((298, 668), (328, 668)), Some(Blemish::Struck)),
        (line((298, 668), (306, 668)), Some(Blemish::Struck)),
        (line((298, 664), (328, 664)), None),
        (format!("30 Tz {}100 Tz ", at("10", "325.02", "665", "9")), Some(Blemish::Uneven)),
        // A unit in small type, and the mark of a footnote.
        (at("6", "327", "665", "m"), None),
        (at("6", "325.02", "669", "2"), None),
    ] {
        let (text, found) = value_drawn(&(number.clone() + &drawn));
        assert_eq!(found, blemish, "{text}: {drawn}");
    }
}
