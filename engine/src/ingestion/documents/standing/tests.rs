//! Tests of `standing`.

use std::io::Cursor;

use super::*;
use crate::document::ParagraphKind;
use crate::files::{self, Format};

fn text(lines: &str) -> Vec<Paragraph> {
    lines.lines().map(|line| Paragraph { text: line.to_owned(), kind: ParagraphKind::Text }).collect()
}

fn restricted(format: Format, bytes: &str) -> bool {
    let content = files::read(format, &mut Cursor::new(bytes.as_bytes().to_vec())).unwrap();
    in_text(&content.paragraphs) || in_grids(&content.grids.unwrap())
}

#[test]
fn a_line_that_is_nothing_but_a_level_restricts_at_the_top_at_the_end_and_as_a_stamp() {
    for stands in [
        "RESTRICTED\nResults of 2024",
        "Results\nby the board\nConfidential",
        "Results\nof 2024\nand\nof\n2023\nare good\nStrictly confidential",
        "Results\nof 2024\nand\nof\n2023\nare good\nCONFIDENTIAL\nand so on",
        "Results\nof 2024\nand\nof\n2023\nare good\n【机密】\nand so on",
        "机密\n2024年业绩",
        "Board paper – CONFIDENTIAL – March 2025\nResults",
        "Results of 2024 (RESTRICTED)\nrose",
        "R E S T R I C T E D\nResults",
        "Results\nof 2024\nand\nof\n2023\nare good\nPage 3 of 3 Confidential",
        "Results\nof 2024\nand\nof\n2023\nare good. This report is strictly confidential.\nSo keep it",
    ] {
        assert!(in_text(&text(stands)), "{stands}");
    }
    for open in [
        "Results of 2024\nthe cash is restricted",
        "PUBLIC\nResults",
        "Balance sheet\nof\n2024\nCash\nFree\nRestricted\n12\n30",
        "Results\nof\n2024\nin\nmillions\nRESTRICTED | 12\nmore",
        "Restricted | 2024\nCash | 12",
    ] {
        assert!(!in_text(&text(open)), "{open}");
    }
}

#[test]
fn a_table_is_labelled_above_its_header_and_in_its_corner() {
    for (format, labelled) in [
        (Format::Csv, "RESTRICTED\nMetric,2024\nRevenue,12\n"),
        (Format::Csv, "Confidential,,\nMetric,2024,2023\nRevenue,12,11\n"),
        (Format::Csv, "Results,,\nCONFIDENTIAL,,\nMetric,2024,2023\nRevenue,12,11\n"),
        (Format::Csv, "Metric,2024\nRevenue,12\nConfidential\n"),
        (Format::Csv, "Results 2024,RESTRICTED\nMetric,2024\nRevenue,12\n"),
        (Format::Markdown, "# T\n\n| RESTRICTED | 2024 |\n|---|---|\n| Revenue | 12 |\n"),
        (Format::Markdown, "# RESTRICTED\n\n| Metric | 2024 |\n|---|---|\n| Revenue | 12 |\n"),
        (Format::Html, "<div class=banner>RESTRICTED</div><table><tr><td>Metric<td>2024<tr><td>Revenue<td>12</table>"),
    ] {
        assert!(restricted(format, labelled), "{labelled}");
    }
    for (format, open) in [
        (Format::Csv, "Cash,2024\nRestricted,12\nFree,3\n"),
        (Format::Csv, "Cash,Restricted,Free\n2024,12,3\n"),
        (Format::Csv, "CASH,RESTRICTED,FREE\n2024,12,3\n"),
        (Format::Csv, "Metric,2024\nCash,\nFree,1\nRESTRICTED,\nAt banks,2\n"),
        (Format::Markdown, "# Cash\n\n| | Restricted | Free |\n|---|---|---|\n| 2024 | 12 | 3 |\n"),
    ] {
        assert!(!restricted(format, open), "{open}");
    }
}
