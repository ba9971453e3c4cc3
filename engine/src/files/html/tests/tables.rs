//! What pages show as tables, and what they hide, misspell or overdo.

use crate::files::grid::{CellAt, CellValue, Rgb, StyledGrid};
use crate::files::html::tables::DEPTH_MAX;
use crate::files::{Blemish, DocumentFault};

const YELLOW: Rgb = Rgb([0xFF, 0xF2, 0xCC]);

fn tables(page: &str) -> Result<Vec<StyledGrid>, DocumentFault> {
    super::super::tables(page).0
}

fn read_one(page: &str) -> StyledGrid {
    let mut grids = tables(page).unwrap();
    assert_eq!(grids.len(), 1, "{page}");
    grids.remove(0)
}

fn cells(grid: &StyledGrid) -> Vec<String> {
    grid.cells.iter().map(|cell| format!("{}={}", cell.at, cell.text)).collect()
}

fn at(grid: &StyledGrid, place: &str) -> crate::files::Cell {
    grid.cell(place.parse::<CellAt>().unwrap()).unwrap().clone()
}

#[test]
fn spans_and_missing_end_tags_are_placed_as_browsers_do() {
    let grid = read_one(
        "<table><thead><tr><th rowspan=2>Region<th colspan=2>FY2024<tr><th>Revenue<th>Costs<tbody><tr><td>香港<td>1,234.50\
         <td>(12)<tfoot><tr><td>n/a</td></tr></table>",
    );
    assert_eq!(
        cells(&grid),
        ["A1=Region", "B1=FY2024", "B2=Revenue", "C2=Costs", "A3=香港", "B3=1,234.50", "C3=(12)", "A4=n/a"]
    );
    assert_eq!(grid.merges.iter().map(ToString::to_string).collect::<Vec<_>>(), ["A1:A2", "B1:C1"]);
    assert_eq!((grid.rows, grid.cols), (4, 3));
    assert!(grid.cells.iter().all(|cell| cell.value == CellValue::Text));
    let implied = read_one("<table><td>a<td>b</tr><td>c");
    assert_eq!(cells(&implied), ["A1=a", "B1=b", "A2=c"]);
}

#[test]
fn a_cell_keeps_its_lines_and_entities() {
    let grid =
        read_one("<table><tr><td>A&amp;B<br>two <p>three</p><td>\n 12&nbsp;345\n<td>7<sup>1</sup><td> &nbsp; </table>");
    assert_eq!(cells(&grid), ["A1=A&B\ntwo\nthree", "B1=12\u{A0}345", "C1=7¹"]);
}

#[test]
fn looks_come_from_the_cell_then_its_row_group_and_table() {
    let grid = read_one(
        "<table bgcolor=#eeeeee><tr style='background:#FFF2CC;color:red'><th>a<td style='background-color: #ff0000'>b\
         <td><b>c</b><tr><td><b>d</b>e<td style='font-weight:600'>f<td><strong>g<br></strong> <td bgcolor=yellow></table>",
    );
    let red = Some(Rgb([0xFF, 0, 0]));
    assert_eq!((at(&grid, "A1").fill, at(&grid, "A1").bold, at(&grid, "A1").font_color), (Some(YELLOW), true, red));
    assert_eq!((at(&grid, "B1").fill, at(&grid, "B1").bold), (red, false));
    assert!(at(&grid, "C1").bold);
    assert_eq!((at(&grid, "A2").fill, at(&grid, "A2").bold), (Some(Rgb([0xEE; 3])), false), "part of it is bold");
    assert!(at(&grid, "B2").bold && at(&grid, "C2").bold);
    let empty = at(&grid, "D2");
    assert_eq!((empty.fill, &empty.value), (Some(Rgb([0xFF, 0xFF, 0])), &CellValue::Empty));
    let marked = read_one("<table><tr><td><span style='background:#FFF2CC'>1</span><td><mark>2</mark>3</table>");
    assert_eq!((at(&marked, "A1").fill, at(&marked, "B1").fill), (Some(YELLOW), None));
}

#[test]
fn headings_unit_lines_and_the_caption_speak_about_a_table() {
    let grids = tables(
        "<h1>Report</h1><h2>Old</h2><p>x</p><h2>Results <i>2024</i></h2><p>Revenue rose in 2024.</p><p>FY2024</p>\
         <div>单位：百万元</div><table><caption>Table 1</caption><tr><td><h3>in</h3>1</table><table><tr><td>2</table>",
    )
    .unwrap();
    assert_eq!(grids[0].captions, ["Report", "Results 2024", "FY2024", "单位：百万元", "Table 1"]);
    assert_eq!(grids[1].captions, ["Report", "Results 2024"]);
}

#[test]
fn nested_tables_are_grids_of_their_own() {
    let wrapped = "<table><tr><td><table><tr><td>a</table><td><table><tr><td>b</table></table>";
    let grids = tables(wrapped).unwrap();
    assert_eq!(grids.iter().map(|grid| cells(grid).concat()).collect::<Vec<_>>(), ["A1=a", "A1=b"]);
    let grids = tables("<table><tr><td>out<table><tr><td>in</table>side</table><table><tr><td>next</table>").unwrap();
    assert_eq!(grids.iter().map(|grid| cells(grid).concat()).collect::<Vec<_>>(), ["A1=out\nside", "A1=in", "A1=next"]);
    assert_eq!(grids.iter().map(|grid| grid.place.to_string()).collect::<Vec<_>>(), ["table=1", "table=2", "table=3"]);
}

#[test]
fn what_is_hidden_is_marked_or_left_out() {
    let grid = read_one(
        "<table><tr hidden><td>1<tr><td>2<span style='display:none'>3</span><td style='display:none'>4</table>",
    );
    assert_eq!(cells(&grid), ["A1=1", "A2=2", "B2=4"]);
    assert_eq!(["A1", "A2", "B2"].map(|place| at(&grid, place).hidden), [true, false, true]);
    assert!(!grid.hidden);
    for hidden in ["<table hidden><tr><td>1</table>", "<div style='display: none'><p>x<table><tr><td>1</table></div>"] {
        let grids = tables(&format!("{hidden}<table><tr><td>2</table>")).unwrap();
        assert_eq!(grids.iter().map(|grid| grid.hidden).collect::<Vec<_>>(), [true, false], "{hidden}");
    }
    assert_eq!(cells(&read_one("<table><tr><td><b hidden>x</td><td>5<script>6</script></table>")), ["B1=5"]);
}

#[test]
fn what_is_no_table_is_none() {
    for page in
        ["", "<p>1</p>", "<table></table>", "<table><tr><td> <td></table>", "</table></td></tr>", "<tr><td>1</td></tr>"]
    {
        assert_eq!(tables(page).unwrap(), [], "{page}");
    }
}

#[test]
fn monstrous_pages_end_soon() {
    let n = 50_000;
    let deep = "<table><tr><td>".repeat(n);
    assert!(matches!(tables(&deep), Err(DocumentFault::TooMany { most: DEPTH_MAX, .. })));
    let wide = format!("<table><tr>{}", "<td colspan=99999>1".repeat(9));
    assert!(matches!(tables(&wide), Err(DocumentFault::TooMany { what: "columns in a table", .. })));
    let tall = format!("<table>{}", "<tr><td rowspan=99999999999>1<td>2".repeat(500));
    assert!(tables(&tall).unwrap().len() == 1 || tall.is_empty());
    for page in
        ["<b>".repeat(n), format!("<table><tr><td>{}", "<b>".repeat(n)), "<table>".repeat(n), "<tr><td>".repeat(n)]
    {
        let _ = tables(&page);
    }
}

#[test]
fn style_sheets_strike_out_and_hide() {
    let blemish = |sheet: &str, cell: &str| {
        let page =
            format!("<style>{sheet}</style><table><tr><th>a</th><th>b</th></tr><tr><td>c</td>{cell}</tr></table>");
        let found = read_one(&page).cell(CellAt { row: 1, col: 1 }).map(|cell| (cell.text.to_string(), cell.blemish));
        found.unwrap()
    };
    let cell = "<td class='k'>1<b class='x y' id='i'>2</b></td>";
    let struck = ("1~~2~~".to_owned(), Some(Blemish::Struck));
    let line = "{text-decoration:line-through}";
    for selector in [".x", ".x.y", "b", "#i", "td b", ".k > .x", "p, b", "/* a */ .x"] {
        assert_eq!(blemish(&format!(".z{{}} {selector} {line}"), cell), struck, "{selector}");
    }
    let may = ("12".to_owned(), Some(Blemish::Unread));
    for selector in ["@media print { .x", "b:first-child"] {
        assert_eq!(blemish(&format!(".z{{}} {selector} {line}"), cell), may, "{selector}");
    }
    for selector in [".z", ".x.z", "div .x", ".x:hover", "i", "td.x"] {
        assert_eq!(blemish(&format!("{selector} {line}"), cell), ("12".to_owned(), None), "{selector}");
    }
    let hidden = "{display:none}";
    assert_eq!(blemish(&format!(".x{hidden}"), cell), ("1".to_owned(), None));
    // Rules that may mean fewer elements hide nothing, and what an element says of itself comes last.
    for selector in ["@media print { .x", "b:nth-child(7)", "b + b"] {
        assert_eq!(blemish(&format!("{selector} {hidden}"), cell), may, "{selector}");
    }
    assert_eq!(blemish(&format!("b[title] {hidden}"), cell), ("12".to_owned(), None));
    let shown = cell.replace("id='i'", "style='display:inline'");
    assert_eq!(blemish(&format!(".x{hidden}"), &shown), ("12".to_owned(), None));
    assert_eq!(blemish(&format!("b.x{{display:inline}} .x{hidden}"), cell), ("12".to_owned(), None));
    assert_eq!(blemish(&format!(".y{{display:inline}} .x{hidden}"), cell), ("1".to_owned(), None));
    assert_eq!(blemish(".x::before{content:'3'}", cell).1, Some(Blemish::Altered));
    assert_eq!(blemish(".x::before{content:''}", cell).1, None);
}

#[test]
fn lines_around_a_table_stand_beside_it_but_for_the_captions_of_the_next_one() {
    let table = "<table><tr><td>a</td></tr></table>";
    let page =
        format!("zero{table}<p>one</p><p>US$m</p>{table}<p>two</p><p>three</p><h2>four</h2><p>five</p>{table}six");
    let grids = tables(&page).unwrap();
    let beside: Vec<String> = grids.iter().map(|grid| grid.beside.join(" ")).collect();
    assert_eq!(beside, ["one", "two three", "six"]);
    let captions: Vec<String> = grids.iter().map(|grid| grid.captions.join(" ")).collect();
    assert_eq!(captions, ["zero", "one US$m", "four five"]);
    let page = format!("{table}<p>Note: amounts in US$m</p>{table}");
    let beside: Vec<String> = tables(&page).unwrap().iter().map(|grid| grid.beside.join(" ")).collect();
    assert_eq!(beside, ["Note: amounts in US$m", ""]);
}

#[test]
fn what_is_struck_out_around_rows_strikes_their_cells() {
    let row = "<tr><td>1</td></tr>";
    for part in [
        format!("<del>{row}</del>"),
        format!("<s><tbody>{row}</tbody></s>"),
        format!("<tbody><strike>{row}</strike></tbody>"),
        format!("<span style='text-decoration:line-through'>{row}</span>"),
        "<tr><del><td>1</td></del></tr>".to_owned(),
        "<tr style='text-decoration:line-through'><td>1</td></tr>".to_owned(),
    ] {
        let grid = read_one(&format!("<table>{part}<tr><td>2</td></tr></table>"));
        assert_eq!(cells(&grid), ["A1=~~1~~", "A2=2"], "{part}");
        assert_eq!(at(&grid, "A1").blemish, Some(Blemish::Struck), "{part}");
    }
    assert_eq!(at(&read_one(&format!("<table><ins>{row}</ins></table>")), "A1").blemish, None, "inserted as a whole");
}
