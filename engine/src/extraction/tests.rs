//! Each rule about values decides in its example: the value's fact or review says so, or it is among the values without one.

#![allow(clippy::unwrap_used)]

use proptest::prelude::*;
use rust_decimal::Decimal;

use super::cross_check::settle;
use super::meaning::tests::{CONTEXT, place, read};
use crate::files::Format;
use crate::reading::{Decided, Reading};
use crate::rule::Rule;
use crate::rule::value::{STATED_AGAIN, VALUE_RULES};

/// The rules that decided about a cell of a table.
fn deciding(table: &str, at: &str) -> Vec<&'static Rule> {
    let attributed = read(table, &CONTEXT);
    let mut readings = [attributed.readings];
    settle(&mut readings, &[], &CONTEXT);
    let is_here = |locator: &str| place(locator) == at;
    let of_reading = readings.iter().flatten().flat_map(|reading| match reading {
        Reading::Fact(fact) if fact.also.iter().any(|also| is_here(also)) => vec![&STATED_AGAIN],
        Reading::Fact(fact) if is_here(&fact.locator) => rules(fact.decided),
        Reading::Review(review) if is_here(&review.locator) => rules(review.decided),
        Reading::Fact(_) | Reading::Review(_) => Vec::new(),
    });
    let of_other = attributed.others.iter().filter(|other| other.at.to_string() == at).map(|other| other.rule);
    of_reading.chain(of_other).collect()
}

fn rules(decided: Decided) -> Vec<&'static Rule> {
    [decided.verdict].into_iter().chain(decided.color).collect()
}

#[test]
fn each_rule_decides_in_its_example() {
    let mut wrong = Vec::new();
    for rule in VALUE_RULES {
        let Some((at, lines)) = rule.example().split_once(" in ") else { panic!("no example of {}", rule.name()) };
        let table = lines.split(';').map(str::trim).collect::<Vec<_>>().join("\n");
        let deciding = deciding(&table, at);
        if !deciding.contains(rule) {
            let names: Vec<&str> = deciding.iter().map(|rule| rule.name()).collect();
            wrong.push(format!("{}: {}\n  decided: {}", rule.name(), rule.example(), names.join(", ")));
        }
    }
    assert!(wrong.is_empty(), "{} of {}\n{}", wrong.len(), VALUE_RULES.len(), wrong.join("\n"));
}

/// A way in which a piece of a cell can be more or less than its text, as HTML writes it.
const ROLES: [(&str, &str); 10] = [
    ("<del>", "</del>"),
    ("<s>", "</s>"),
    ("<strike>", "</strike>"),
    ("<ins>", "</ins>"),
    ("<sup>", "</sup>"),
    ("<sub>", "</sub>"),
    ("<small>", "</small>"),
    ("<span style=\"text-decoration: line-through\">", "</span>"),
    ("<span style=\"font-size:1pt\">", "</span>"),
    ("<span style=\"color:#fefefe\">", "</span>"),
];

/// Facts of a page or of a Markdown file with one value.
fn values(format: Format, cell: &str) -> Vec<Decimal> {
    let text = match format {
        Format::Html => format!(
            "<table><caption>US$m</caption><tr><th></th><th>FY2021</th></tr><tr><td>Hong Kong NBV</td><td>{cell}</td></tr></table>"
        ),
        _ => format!("# US$m\n\n| | FY2021 |\n|---|---|\n| Hong Kong NBV | {cell} |\n"),
    };
    let content = crate::files::read(format, &mut text.as_bytes()).unwrap();
    let grids = content.grids.unwrap();
    let read = |grid: &crate::files::StyledGrid| {
        let layout = crate::extraction::layout::analyse(grid);
        let quota = crate::files::quota::Quota::for_readings();
        crate::extraction::meaning::attribute("doc", grid, &layout, &CONTEXT, &quota).unwrap().readings
    };
    let facts = grids.iter().flat_map(read).filter_map(|reading| match reading {
        crate::reading::Reading::Fact(fact) => Some(fact.value),
        crate::reading::Reading::Review(_) => None,
    });
    facts.collect()
}

proptest! {
    /// Pieces of different parts never make a number that none of them is.
    #[test]
    fn pieces_of_a_cell_are_never_joined_to_a_number(
        first in "[1-9][0-9]{0,2}(\\.[0-9])?",
        second in "[0-9]{1,3}(\\.[0-9])?",
        role in proptest::sample::select(&ROLES[..]),
        inner_first in proptest::bool::ANY,
        format in proptest::sample::select(&[Format::Html, Format::Markdown][..]),
    ) {
        let (open, close) = role;
        let (one, other) = if inner_first {
            (format!("{open}{first}{close}"), second.clone())
        } else {
            (first.clone(), format!("{open}{second}{close}"))
        };
        let honest: Vec<Decimal> = [&first, &second].into_iter().filter_map(|piece| piece.parse().ok()).collect();
        for value in values(format, &format!("{one}{other}")) {
            prop_assert!(honest.contains(&value), "{one}{other} became {value}");
        }
    }

    /// A number that is written as one is read, whatever stands around the whole of it.
    #[test]
    fn a_number_in_one_piece_is_read(number in "[1-9][0-9]{0,2}\\.[0-9]", format in proptest::sample::select(&[Format::Html, Format::Markdown][..])) {
        let value: Decimal = number.parse().unwrap();
        for written in [number.clone(), format!("<ins>{number}</ins>"), format!("<b>{number}</b>")] {
            prop_assert_eq!(values(format, &written), vec![value]);
        }
        for struck in [format!("~~{number}~~"), format!("<s>{number}</s>")] {
            prop_assert_eq!(values(Format::Markdown, &struck), Vec::<Decimal>::new());
        }
    }
}
