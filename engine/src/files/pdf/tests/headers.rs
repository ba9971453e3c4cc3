//! Headers of tables in PDFs: on several lines, over several columns, in boxes of their own, and titles that are none.

use super::*;

#[test]
fn headers_of_several_lines_are_one_row_although_they_hold_numbers() {
    let content = text(243, 740, "Male")
        + &line((200, 737), (305, 737))
        + &text(437, 740, "Female")
        + &line((400, 737), (505, 737))
        + &rows(&[205, 265, 405, 465], 725, 0, &[&["", "Under 18", "", "Under 18"]])
        + &rows(&[205, 275, 410, 475], 713, 0, &[&["Total", "years", "Total", "years"]])
        + &rows(
            &[50, 205, 275, 405, 475],
            690,
            14,
            &[
                &["Robbery", "90.0", "22.9", "12.1", "2.5"],
                &["Assault", "264.0", "30.2", "74.4", "9.9"],
                &["Fraud", "95.0", "3.6", "67.0", "2.1"],
            ],
        );
    let grid = grid(&content);
    let wanted = ["|Male|<|Female|<", "|Total|Under 18 years|Total|Under 18 years", "Robbery|90.0|22.9|12.1|2.5"];
    assert_eq!(shown(&grid)[..3], wanted);
}

#[test]
fn a_header_in_a_box_without_rules_has_the_columns_below_it() {
    let box_of = |top, bottom| {
        [(50, top, 400, top), (50, bottom, 400, bottom), (50, bottom, 50, top), (400, bottom, 400, top)]
            .map(|(x, y, to_x, to_y)| line((x, y), (to_x, to_y)))
            .concat()
    };
    let body = lattice(&[50, 200, 300, 400], &[690, 670, 650])
        + &rows(&[55, 205, 305], 676, 20, &[&["Theft", "10", "5"], &["Fraud", "7", "2"]]);
    let header = text(55, 715, "Offense") + &rows(&[205, 305], 720, 12, &[&["Longest", "Shortest"], &["term", "term"]]);
    let rows = ["Offense|Longest term|Shortest term", "Theft|10|5", "Fraud|7|2"];
    assert_eq!(shown(&grid(&(box_of(735, 705) + &header + &body))), rows);
    // Two levels of headers in one box are not one row of headers.
    let levels =
        text(240, 720, "Term") + &text(55, 708, "Offense") + &text(205, 708, "Longest") + &text(305, 708, "Shortest");
    let found = grids(&(box_of(735, 705) + &levels + &body));
    assert_eq!(found.iter().map(shown).collect::<Vec<_>>(), [rows[1..].to_vec()]);
}

#[test]
fn titles_in_the_frame_of_a_table_are_no_headers_of_its_middle() {
    let content = [710, 660, 620].map(|y| line((45, y), (430, y))).concat()
        + &text(205, 696, "Weekly report")
        + &rows(&[50, 200, 300, 400], 670, 22, &[&["Region", "2022", "2023", "2024"], &["West", "1", "2", "3"]])
        + &rows(&[50, 200, 300, 400], 630, 14, &[&["North", "4", "5", "6"]]);
    let wanted = ["Weekly report|<|<|<", "Region|2022|2023|2024", "West|1|2|3", "North|4|5|6"];
    assert_eq!(shown(&grid(&content)), wanted);
}

#[test]
fn a_header_over_several_columns_stands_as_far_above_as_the_rows_are_apart() {
    let lines: [&[&str]; 4] = [
        &["", "Share of renewables (%)"],
        &["Region", "FY2021", "FY2020"],
        &["West", "48.5", "44.3"],
        &["North", "20", "18.7"],
    ];
    let content = text(238, 722, lines[0][1]) + &rows(&[50, 230, 330], 700, 22, &lines[1..]);
    let grid = grid(&content);
    assert_eq!(shown(&grid), ["|Share of renewables (%)|<", "Region|FY2021|FY2020", "West|48.5|44.3", "North|20|18.7"]);
}
