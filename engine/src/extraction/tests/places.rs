//! Values whose headers a reader has to guess, in each format that shows them so: none of them is a fact, and the others of
//! their tables are.

use super::readings;
use crate::files::Format;

/// What becomes of the values of a page, a reading after the other.
fn said(format: Format, page: &str) -> String {
    readings(format, page.as_bytes()).join("; ")
}

#[test]
fn a_value_beside_a_label_in_the_middle_waits() {
    let table = "Market,Metric,FY2024\n,NBV,11\nHong Kong,EV,12\n,OPAT,13\n,NBV,21\nThailand,EV,22\n,OPAT,23\n";
    let wanted = "C4 ! uncertain_header; C5 EV HK FY2024 = 12 USD_M; C6 ! uncertain_header; C7 ! uncertain_header; \
                  C8 EV THAILAND FY2024 = 22 USD_M; C9 OPAT THAILAND FY2024 = 23 USD_M";
    assert_eq!(said(Format::Csv, &format!("US$m\n\n{table}")), wanted);
}

#[test]
fn a_label_that_changes_nothing_may_stand_where_it_likes() {
    // Whichever of the two is meant, the value is the same.
    let table = "Kind,Metric,FY2024\n,NBV,11\nActual,EV,12\n,OPAT,13\n,NBV margin,21%\nActual,FYP,22\n,Premium,23\n";
    assert!(!said(Format::Csv, &format!("Hong Kong US$m\n\n{table}")).contains("uncertain_header"));
}

#[test]
fn the_values_of_a_row_with_too_many_cells_wait() {
    assert_eq!(
        said(Format::Csv, "\"Hong Kong, US$m\"\n\nMetric,FY2022,FY2021\nNBV,1,211,12\nEV,21,22\n"),
        "B4 ! uncertain_header; C4 ! uncertain_header; D4 ! uncertain_header; B5 EV HK FY2022 = 21 USD_M; \
         C5 EV HK FY2021 = 22 USD_M"
    );
    let page = "<h1>Hong Kong, US$m</h1><table><tr><td>Metric<td>FY2022<td>FY2021<tr><td>EV<td>21<td>22\
                <tr><td>NBV<td>1<td>211<td>12</table>";
    let of_page = "B2 EV HK FY2022 = 21 USD_M; C2 EV HK FY2021 = 22 USD_M; B3 ! uncertain_header; C3 ! uncertain_header; \
                   D3 ! uncertain_header";
    assert_eq!(said(Format::Html, page), of_page);
    let markdown =
        "# Hong Kong, US$m\n\n| Metric | FY2022 | FY2021 |\n|---|---|---|\n| EV | 21 | 22 |\n| NBV | 1 | 211 | 12 |\n";
    assert_eq!(said(Format::Markdown, markdown), of_page);
}

#[test]
fn the_values_under_headers_without_a_corner_wait() {
    let table = "# Hong Kong, US$m\n\n| FY2022 | FY2021 |\n|---|---|\n| NBV | 11 | 12 |\n| EV | 21 | 22 |\n";
    let wanted = "B2 ! uncertain_header; C2 ! uncertain_header; B3 ! uncertain_header; C3 ! uncertain_header";
    assert_eq!(said(Format::Markdown, table), wanted);
}

#[test]
fn a_value_over_two_headers_or_beside_two_labels_waits() {
    let page = |rows: &str| format!("<h1>Hong Kong, US$m</h1><table><tr><td>Metric<td>FY2022<td>FY2021{rows}</table>");
    assert_eq!(
        said(Format::Html, &page("<tr><td>NBV<td colspan=2>11<tr><td>EV<td>21<td>22")),
        "B2 ! uncertain_header; B3 EV HK FY2022 = 21 USD_M; C3 EV HK FY2021 = 22 USD_M"
    );
    assert_eq!(
        said(Format::Html, &page("<tr><td>NBV<td rowspan=2>11<td>12<tr><td>EV<td>22")),
        "B2 ! uncertain_header; C2 NBV HK FY2021 = 12 USD_M; C3 EV HK FY2021 = 22 USD_M"
    );
}
