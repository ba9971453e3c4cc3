//! What holds for every table, however odd.

use proptest::prelude::*;

use super::{CONTEXT, attribute, read, table};
use crate::files::quota::Quota;
use crate::reading::{Confidence, Reading};

/// Pieces of headers and values that documents are made of, known and unknown.
const HEADERS: [&str; 22] = [
    "NBV",
    "EV (US$m)",
    "ROE (%)",
    "Hong Kong",
    "香港",
    "FY2024",
    "2025年",
    "H1",
    "Total",
    "小计",
    "growth",
    "同比",
    "Agency",
    "Zephyr",
    "Luolan",
    "US$m",
    "2025 Budget",
    "last year",
    "新业务价值",
    "Singapore",
    "",
    "31 December 2024",
];
const VALUES: [&str; 20] = [
    "=12.30",
    "=0.138{0.0%}",
    "(5.0)",
    "—",
    "n/a",
    "US$ 3m",
    "350 bps",
    "12 345",
    "1.234,5",
    "=5{#,##0,,}",
    "#ERR",
    "TRUE",
    "[FFF2CC]=1",
    "[00FF00]=2",
    "!=3",
    "~=4",
    "",
    "7*",
    "12.5%",
    "=1.5{0.0\"x\"}",
];

fn document() -> impl Strategy<Value = String> {
    let pick = |from: &'static [&'static str]| prop::sample::select(from);
    let rows = prop::collection::vec((pick(&HEADERS), pick(&HEADERS), prop::collection::vec(pick(&VALUES), 3)), 1..4);
    (pick(&HEADERS), pick(&HEADERS), prop::collection::vec(pick(&HEADERS), 3), rows).prop_map(
        |(sheet, title, heads, rows)| {
            let rows: Vec<String> =
                rows.iter().map(|(a, b, values)| format!("{a} | {b} || {}", values.join("|"))).collect();
            format!("@ {sheet}.\n# {title}.\n | || {}\n---\n{}", heads.join("|"), rows.join("\n"))
        },
    )
}

fn digits(text: &str) -> String {
    text.chars().filter(char::is_ascii_digit).collect::<String>().trim_matches('0').to_owned()
}

proptest! {
    #[test]
    fn every_value_ends_in_exactly_one_place(document in document()) {
        let attributed = read(&document, &CONTEXT);
        let told: u64 = attributed.readings.iter().map(|reading| match reading {
            Reading::Fact(_) => 1,
            Reading::Review(review) => review.cells,
        }).sum();
        let ignored = attributed.others.iter().filter(|other| other.is_ignored()).count() as u64;
        prop_assert_eq!(told + ignored, attributed.values, "{}", document);
    }

    #[test]
    fn no_value_has_digits_that_its_cell_has_not(document in document()) {
        let (grid, layout) = table(&document);
        for reading in attribute(&super::OfDocument::default(), &grid, &layout, &CONTEXT, &Quota::for_readings()).unwrap().readings {
            let (locator, value) = match &reading {
                Reading::Fact(fact) => (&fact.locator, Some(fact.value)),
                Reading::Review(review) => (&review.locator, review.candidate.value),
            };
            let Some(value) = value else { continue };
            let Some(cell) = grid.cells.iter().find(|cell| grid.locator(cell.at) == *locator) else { continue };
            prop_assert!(digits(&cell.text).contains(&digits(&value.to_string())), "{} from {}", value, cell.text);
        }
    }

    #[test]
    fn a_fact_is_sure_and_its_tags_may_answer(document in document()) {
        for reading in read(&document, &CONTEXT).readings {
            if let Reading::Fact(fact) = reading {
                prop_assert!(fact.confidence >= Confidence::hundredths(80).unwrap());
                prop_assert!(fact.tags.iter().all(|tag| CONTEXT.answers(tag)));
                let metric = &CONTEXT.profile.metrics[&fact.key.metric];
                prop_assert_eq!(&fact.unit, &metric.unit);
            }
        }
    }
}
