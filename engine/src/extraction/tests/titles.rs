//! Titles, labels and the lines right above a table: whose figures they say these are, of what kind, and in which unit; and what
//! much text around many values costs.

use std::fmt::Write;
use std::time::{Duration, Instant};

use super::readings;
use crate::document::{Paragraph, ParagraphKind};
use crate::extraction::layout;
use crate::extraction::meaning::attribute;
use crate::extraction::meaning::document::OfDocument;
use crate::extraction::meaning::tests::CONTEXT;
use crate::files::quota::Quota;
use crate::files::{self, Format};

fn facts(text: &str) -> Vec<String> {
    readings(Format::Markdown, text.as_bytes()).into_iter().filter(|reading| !reading.contains(" ! ")).collect()
}

fn titled(title: &str) -> String {
    format!("# {title}\n\n| US$m | FY2024 |\n|---|---|\n| NBV | 100.5 |\n")
}

fn below(line: &str, corner: &str) -> String {
    format!("# Hong Kong\n\n{line}\n\n| {corner} | FY2024 |\n|---|---|\n| NBV | 100.5 |\n")
}

fn labelled(label: &str) -> String {
    format!("# Hong Kong\n\n| US$m | FY2024 |\n|---|---|\n| ANP | 300.5 |\n| {label} | 100.5 |\n")
}

#[test]
fn a_name_among_words_that_make_somebody_else_of_it_is_not_taken() {
    for title in [
        "Sales outside Hong Kong",
        "Beyond Hong Kong",
        "Similar to Hong Kong",
        "Compared with Hong Kong",
        "Against Hong Kong",
        "From Hong Kong",
        "Versus Hong Kong",
        "Key figures vs Hong Kong",
        "与香港相比",
        "Hong Kong visitors",
        "Hong Kong customers",
        "Hong Kong's customers",
        "Customers of Hong Kong",
        "Hong Kong counterparts",
        "Hong Kong market",
        "香港市场",
        "香港同业",
    ] {
        assert_eq!(facts(&titled(title)), [""; 0], "{title}");
    }
    for label in ["Compared with Hong Kong NBV", "Against Hong Kong NBV", "From Hong Kong NBV", "香港市场新业务价值"]
    {
        let text = format!("| US$m | FY2024 |\n|---|---|\n| {label} | 100.5 |\n");
        assert_eq!(facts(&text), [""; 0], "{label}");
    }
}

#[test]
fn ordinary_titles_name_whose_figures_these_are() {
    for title in [
        "Hong Kong",
        "Results of Hong Kong",
        "Annual results for Hong Kong",
        "Hong Kong business update",
        "Hong Kong operations: key figures",
        "Segment information – Hong Kong",
        "香港业务情况",
        "香港主要指标",
    ] {
        assert_eq!(facts(&titled(title)).len(), 1, "{title}");
    }
}

#[test]
fn a_few_words_right_above_a_table_may_stop_it() {
    for line in [
        "Budget",
        "Plan",
        "Target",
        "预算",
        "目标值",
        "Forecast figures",
        "Pro forma",
        "Prior-year figures",
        "(Budget)",
        "Agency",
    ] {
        let values = facts(&below(line, "US$m"));
        assert!(values.iter().all(|value| line == "Agency" && value.contains("AGENCY")), "{line}: {values:?}");
    }
    for line in
        ["Overview", "Key figures", "Actual", "主要指标", "Click here to download", "The figures are as follows:"]
    {
        assert_eq!(facts(&below(line, "US$m")).len(), 1, "{line}");
    }
}

#[test]
fn a_unit_right_above_a_table_and_another_in_its_corner_contradict_each_other() {
    for line in ["(in RMB million)", "单位：千美元", "Figures below are in thousands."] {
        assert_eq!(facts(&below(line, "US$m")), [""; 0], "{line}");
    }
    assert_eq!(facts(&below("(US$m unless otherwise stated)", "US$m")).len(), 1);
}

#[test]
fn a_unit_in_a_title_and_another_in_the_corner_contradict_each_other() {
    for (title, count) in [("HK$m", 0), ("US$k", 0), ("US$ thousands", 0), ("US$m", 1), ("US$ million", 1)] {
        let text = format!("# Hong Kong KPI ({title})\n\n| US$m | FY2024 |\n|---|---|\n| NBV | 100.5 |\n");
        assert_eq!(facts(&text).len(), count, "{title}");
    }
}

/// How many facts a table of one row states under a title and these columns.
fn over(title: &str, columns: &str) -> usize {
    let each = |text: &str| columns.split('|').map(|_| text).collect::<String>();
    let (rule, values) = (each("---|"), each(" 1 |"));
    facts(&format!("# Hong Kong {title} (US$m)\n\n| | {columns} |\n|---|{rule}\n| NBV |{values}\n")).len()
}

#[test]
fn a_year_in_a_title_that_no_column_names_stops_them() {
    for (title, columns, count) in [
        ("FY2023", "FY2024", 0),
        ("2021年", "2024年", 0),
        ("FY2026", "FY2024", 0),
        ("H1 2023", "H1 2024", 0),
        ("FY2024", "FY2024 | FY2023", 2),
        ("FY2024", "H1 2024 | H2 2024", 2),
        ("2020–2024", "FY2024 | FY2023", 2),
        // A report comes out in the year behind its figures.
        ("annual report 2025", "FY2024 | FY2023", 2),
        ("Published March 2025", "FY2024", 1),
    ] {
        assert_eq!(over(title, columns), count, "{title} over {columns}");
    }
}

#[test]
fn a_month_under_a_longer_time_is_its_last() {
    assert_eq!(over("Quarterly NBV", "Dec 2024"), 0);
    assert_eq!(over("Quarterly NBV", "Dec 2024 | Sep 2024 | Jun 2024"), 0);
    assert_eq!(over("季度新业务价值", "2024年12月"), 0);
    assert_eq!(over("results", "Full year Dec 2024"), 0);
    assert_eq!(over("Quarterly report", "Oct 2024 | Nov 2024 | Dec 2024"), 3);
    assert_eq!(over("Monthly NBV", "Dec 2024"), 1);
    assert_eq!(over("results", "Full year 2024"), 1);
}

#[test]
fn a_part_of_another_value_is_not_the_whole() {
    for label in ["of which: NBV", "of which NBV", "其中：新业务价值"] {
        assert_eq!(facts(&labelled(label)), [""; 0], "{label}");
    }
    assert_eq!(facts(&labelled("of which: Agency NBV")).len(), 1);
}

#[test]
fn many_lines_that_state_a_unit_and_many_values_are_not_gone_through_together() {
    let (short, long) = (time_of_lines_and_values(250), time_of_lines_and_values(4_000));
    // Sixteen times as long where it is linear, 256 times where every value looks at every line.
    assert!(long < short * 64 + Duration::from_millis(200), "{short:?} for a sixteenth, {long:?}");
}

/// How long a table of `count` values takes to read, below `count` lines that state a unit.
fn time_of_lines_and_values(count: usize) -> Duration {
    let text = "All figures in US$ million\n".repeat(40);
    let paragraph = Paragraph { text, kind: ParagraphKind::Text, breaks: Vec::new() };
    let paragraphs = vec![paragraph; count / 40];
    let of_document = OfDocument::read("a.md", "", &[], Some(&paragraphs), &CONTEXT);
    let mut rows = String::from("# Hong Kong\n\n| US$m | FY2024 |\n|---|---|\n");
    for row in 0..count {
        let _ = writeln!(rows, "| NBV | {row} |");
    }
    let grids = files::read(Format::Markdown, &mut rows.as_bytes()).unwrap().grids.unwrap();
    let begun = Instant::now();
    for grid in &grids {
        let layout = layout::analyse(grid);
        attribute(&of_document, grid, &layout, &CONTEXT, &Quota::for_readings()).unwrap();
    }
    begun.elapsed()
}
