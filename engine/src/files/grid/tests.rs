//! Tests of `grid`.

use super::*;

#[test]
fn references_are_bijective_up_to_the_last_cell_of_a_sheet() {
    for (text, row, col) in [
        ("A1", 0, 0),
        ("Z9", 8, 25),
        ("AA10", 9, 26),
        ("ZZ1", 0, 701),
        ("AAA1", 0, 702),
        ("XFD1048576", 1_048_575, 16_383),
    ] {
        let at = CellAt { row, col };
        assert_eq!(at.to_string(), text);
        assert_eq!(text.parse::<CellAt>(), Ok(at));
    }
    for text in ["", "A", "1", "A0", "A01", "XFE1", "A1048577", "A1B", "ABCD1", "Ä1", "A-1"] {
        assert_eq!(text.parse::<CellAt>(), Err(NotACell), "{text}");
    }
}

#[test]
fn a_locator_leads_back_to_its_cell() {
    let places = [
        GridPlace::Sheet { name: "P&L, 2024!x".to_owned() },
        GridPlace::Slide { slide: 3, table: 1 },
        GridPlace::Page { page: 12, table: 2 },
        GridPlace::Table { table: 1 },
    ];
    let at = CellAt { row: 6, col: 2 };
    for place in places {
        assert_eq!(GridPlace::parse_locator(&place.locator(at)), Some((place, at)));
    }
    assert_eq!(GridPlace::Sheet { name: "PL".to_owned() }.locator(at), "sheet=PL!C7");
    assert_eq!(GridPlace::Slide { slide: 3, table: 1 }.locator(at), "slide=3,table=1,row=7,col=3");
    for locator in ["row=12", "para3-5", "slide=2,table=1,row=REVENUE,col=FY2024", "table=1,row=0,col=1", "sheet=PL"] {
        assert_eq!(GridPlace::parse_locator(locator), None, "{locator}");
    }
}

#[test]
fn a_covered_place_shows_the_merged_cell() {
    let at = |text: &str| text.parse::<CellAt>().unwrap();
    let cell = |place: &str| Cell::of(at(place), place);
    let cells = ["A1", "B1", "D3"].map(cell).to_vec();
    let grid = StyledGrid {
        merges: vec![Span { first: at("B1"), last: at("C3") }],
        ..StyledGrid::of(GridPlace::Table { table: 1 }, cells)
    };
    assert_eq!((grid.rows, grid.cols), (3, 4));
    let text = |place| grid.cell(at(place)).map(|cell| &*cell.text);
    assert_eq!(["A1", "B1", "C3", "D3", "D2"].map(text), [Some("A1"), Some("B1"), Some("B1"), Some("D3"), None]);
    assert_eq!(grid.merge(at("B2")).unwrap().to_string(), "B1:C3");
}
