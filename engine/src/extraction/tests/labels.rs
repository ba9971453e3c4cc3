//! A few words below a table or beside it: what they name speaks against values of something else, in each format, and words that
//! nobody explains stop them; what they say again, what they refer to, and what heads the text below them stops nothing.

use super::lines::{FORMATS, Place, facts, is_drawn};
use super::readings;
use crate::files::Format;

/// Labels that make other figures of Hong Kong's NBV of the year 2021.
const AGAINST: [&str; 25] = [
    "H1 2021",
    "Q4 2021",
    "Six months ended 30 June",
    "First half",
    "FY2020",
    "Thailand",
    "Thailand only",
    "Excluding Thailand",
    "Contoso Life",
    "Agency channel only",
    "Sample data",
    "Test data",
    "样本数据，仅供演示",
    "Prepared by Contoso Life",
    "Stress scenario",
    "Superseded",
    "At constant exchange rates",
    "Before restatement",
    "All figures are for Thailand",
    "At 31 December 2020",
    "泰国",
    "仅泰国",
    "不含香港",
    "上半年",
    "压力情景",
];
/// Labels that say what the table says, or nothing of its figures.
const NEUTRAL: [&str; 21] = [
    "Hong Kong",
    "FY2021",
    "Year ended 31 December 2021",
    "At 31 December 2021",
    "Annual results 2021",
    "Results for 2021 and 2020",
    "Rounded to one decimal",
    "保留一位小数",
    "Prepared by Group Finance",
    "March 2022",
    "Chengyan Life Group",
    "Group",
    "Table 3",
    "Page 3",
    "Key figures",
    "Unaudited",
    "See note 3",
    "Source: company data",
    "Note: figures may not add up due to rounding",
    "Figures may not add up due to rounding",
    "香港",
];

#[test]
fn a_label_below_a_table_speaks_against_values_of_something_else() {
    let mut silent = Vec::new();
    for line in AGAINST {
        for format in FORMATS {
            if is_drawn(line, format) && !facts(line, Place::Below, format).is_empty() {
                silent.push(format!("{line} {format:?}"));
            }
        }
        // A last row of one cell is such a label too.
        if !facts(line, Place::LastRow, Format::Html).is_empty() {
            silent.push(format!("{line} in the last row"));
        }
    }
    assert!(silent.is_empty(), "{} silent\n{}", silent.len(), silent.join("\n"));
}

#[test]
fn a_label_that_says_what_the_table_says_stops_nothing() {
    let mut stopped = Vec::new();
    for line in NEUTRAL {
        for format in FORMATS {
            if is_drawn(line, format) && facts(line, Place::Below, format).is_empty() {
                stopped.push(format!("{line} {format:?}"));
            }
        }
    }
    assert!(stopped.is_empty(), "{} stopped\n{}", stopped.len(), stopped.join("\n"));
}

fn of(format: Format, text: &str) -> Vec<String> {
    readings(format, text.as_bytes()).into_iter().filter(|reading| !reading.contains(" ! ")).collect()
}

const TABLE: &str = "| US$m | FY2021 |\n|---|---|\n| NBV | 150.5 |\n";

#[test]
fn a_label_fills_nothing_in() {
    assert_eq!(of(Format::Markdown, &format!("# Results\n\n{TABLE}\nHong Kong\n")), [""; 0]);
    assert_eq!(
        of(Format::Markdown, "# Hong Kong\n\n| US$m | Value |\n|---|---|\n| NBV | 150.5 |\n\nFY2021\n"),
        [""; 0]
    );
    assert_eq!(of(Format::Csv, "Hong Kong,\n,FY2021\nNBV,150.5\n,\nUS$m,\n"), [""; 0]);
}

#[test]
fn what_heads_a_text_or_the_next_table_is_no_label_of_the_one_above() {
    for behind in ["Thailand grew strongly in the year, as its agents sold more.\n".to_owned(), TABLE.to_owned()] {
        let text = format!("# Results\n\nHong Kong\n\n{TABLE}\nThailand\n\n{behind}");
        assert!(of(Format::Markdown, &text).iter().any(|fact| fact.contains("HK")), "{text}");
    }
    let headed = format!("## Hong Kong\n\n{TABLE}\n## Thailand\n\nSuperseded\n");
    assert_eq!(of(Format::Markdown, &headed).len(), 1);
    let linked =
        "<h1>Hong Kong</h1><table><tr><th>US$m<th>FY2021<tr><td>NBV<td>150.5</table><p><a href=t>Thailand</a></p>";
    assert_eq!(of(Format::Html, linked).len(), 1);
    let sheets = "Hong Kong,\nUS$m,FY2021\nNBV,150.5\n,\nThailand,\nUS$m,FY2021\nNBV,20.5\n";
    assert_eq!(of(Format::Csv, sheets).len(), 2);
}

#[test]
fn what_a_footnote_names_speaks_of_the_values_that_name_it() {
    for (mark, line) in [("\\*", "\\* Thailand only"), ("(1)", "(1) 49% share"), ("(a)", "(a) Six months")] {
        let text = format!(
            "# Hong Kong\n\n| US$m | FY2021 |\n|---|---|\n| NBV {mark} | 150.5 |\n| Premium | 70.5 |\n\n{line}\n"
        );
        let facts = of(Format::Markdown, &text);
        assert!(matches!(&facts[..], [fact] if fact.contains("70.5")), "{line}: {facts:?}");
    }
    let explained = "# Hong Kong\n\n| US$m | FY2021 |\n|---|---|\n| NBV (1) | 150.5 |\n\n(1) See page 12\n";
    assert_eq!(of(Format::Markdown, explained).len(), 1);
}

#[test]
fn a_label_right_of_a_table_is_one_of_it() {
    for (label, count) in [("H1 2021", 0), ("Superseded", 0), ("Contoso Life", 0), ("See note 3", 1), ("US$m", 1)] {
        let text = format!("Hong Kong,,,\nUS$m,FY2021,,\nNBV,150.5,,{label}\n");
        assert_eq!(of(Format::Csv, &text).len(), count, "{label}");
    }
}

#[test]
fn what_a_form_above_a_table_fills_in_speaks_of_it() {
    for (form, count) in [
        ("Company:,Contoso Life", 0),
        ("Scenario:,Budget", 0),
        ("公司：,康托索人寿", 0),
        ("Period:,H1 2021", 0),
        ("Market:,Thailand", 0),
        ("Market:,Hong Kong", 1),
        ("Period:,FY2021", 1),
        ("Company:,Chengyan Life Group", 1),
    ] {
        let text = format!("{form}\n\n,FY2021\nHong Kong NBV (US$m),150.5\n");
        assert_eq!(of(Format::Csv, &text).len(), count, "{form}");
    }
}
