//! Values leave the program with the digits they came in with.

use std::fmt::Write;

use crate::desk::{Desk, HEADER};

/// What a cell says, and what comes out.
const VALUES: [(&str, &str); 11] = [
    ("138734348.36", "138734348.36"),
    ("0.1", "0.1"),
    ("-0.070", "-0.070"),
    ("12345678901234567890.12", "12345678901234567890.12"),
    ("\"1,320.50\"", "1320.50"),
    ("(12.5)", "-12.5"),
    ("１２３．４０", "123.40"),
    ("0", "0"),
    ("1000000", "1000000"),
    ("0.0000001", "0.0000001"),
    ("9999999999999999999999999999", "9999999999999999999999999999"),
];

#[test]
fn every_digit_survives_the_way_from_a_file_to_text_and_json() {
    let mut rows = String::new();
    for (number, (cell, _)) in VALUES.iter().enumerate() {
        writeln!(rows, "REVENUE,HK,{},TOTAL,{cell},USD_M,deck.pptx,slide={number},", 2000 + number).unwrap();
    }
    let desk = Desk::with_rows(&rows);
    for (number, (_, value)) in VALUES.iter().enumerate() {
        let question = format!("Hong Kong revenue in FY{}?", 2000 + number);
        desk.run(&["ask", &question]).exits(0).prints(&[&format!(": {value} US$m")]);
        desk.run(&["ask", "--json", &question]).exits(0).prints(&[&format!("\"value\":{value},")]);
        let key = format!("REVENUE/HK/{}", 2000 + number);
        desk.run(&["facts", "show", &key]).prints(&[&format!("1. {value} USD_M")]);
        desk.run(&["facts", "show", "--json", &key]).prints(&[&format!("\"value\":{value},")]);
    }
    let listed = desk.run(&["facts", "list"]).exits(0);
    for (_, value) in VALUES {
        assert!(listed.out.contains(value), "{}", listed.out);
    }
}

#[test]
fn a_percent_sign_counts_where_the_unit_is_percent() {
    let desk = Desk::with_rows("MARGIN,HK,2024,,14.8%,PCT,deck.pptx,,\n");
    desk.run(&["ask", "Hong Kong Margin in FY2024?"]).prints(&["14.8"]);
    desk.run(&["facts", "show", "MARGIN/HK/2024"]).prints(&["14.8 PCT", "row=2"]);
    desk.file("wrong.csv", format!("{HEADER}REVENUE,HK,2023,,14.8%,USD_M,d,,\n"));
    desk.run(&["ingest", "wrong.csv"]).exits(3).says(&["wrong.csv:2: column 5 (value) `14.8%`: a percent sign"]);
}

#[test]
fn an_exponent_is_refused_with_line_and_reason() {
    let desk = Desk::new();
    desk.file("e.csv", format!("{HEADER}REVENUE,HK,2024,,1,USD_M,d,,\nREVENUE,HK,2023,,1e3,USD_M,d,,\n"));
    desk.run(&["ingest", "e.csv"]).exits(3).says(&["e.csv:3: column 5 (value) `1e3`:"]).prints(&["rejected"]);
    desk.run(&["facts", "list"]).exits(0).says(&["no facts yet"]);
}
