//! Each rule about values decides in its example: the value's fact or review says so, or it is among the values without one.

mod documents;
mod labels;
mod lines;
mod narrowing;
mod others;
mod pieces;
mod places;
mod titles;

use super::cross_check::settle;
use super::layout;
use super::meaning::attribute;
use super::meaning::document::OfDocument;
use super::meaning::tests::{CONTEXT, place, read, shown};
use crate::files::quota::Quota;
use crate::files::{self, Format, StyledGrid};
use crate::reading::{Decided, Reading};
use crate::rule::Rule;
use crate::rule::value::{STATED_AGAIN, VALUE_RULES};

/// What is read from the tables of a file, a line a reading.
fn readings(format: Format, bytes: &[u8]) -> Vec<String> {
    let grids = files::read(format, &mut &*bytes).unwrap().grids.unwrap();
    let read = |grid: &StyledGrid| {
        let layout = layout::analyse(grid);
        attribute(&OfDocument::default(), grid, &layout, &CONTEXT, &Quota::for_readings()).unwrap().readings
    };
    grids.iter().flat_map(read).map(|reading| shown(&reading)).collect()
}

/// The rules that decided about a cell of a table.
fn deciding(table: &str, at: &str) -> Vec<&'static Rule> {
    let attributed = read(table, &CONTEXT);
    let mut readings = [attributed.readings];
    settle(&mut readings, &[], &CONTEXT);
    let is_here = |locator: &str| place(locator) == at;
    let of_reading = readings.iter().flatten().flat_map(|reading| match reading {
        Reading::Fact(fact) if fact.also.iter().any(|also| is_here(also)) => vec![&STATED_AGAIN],
        Reading::Fact(fact) if is_here(&fact.locator) => rules(fact.decided()),
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
