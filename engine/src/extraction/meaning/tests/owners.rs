//! Whose figures a table holds: a property over places and spellings of names, foreign ones and the home company's own.

use proptest::prelude::*;

use super::{CONTEXT, OfDocument, table};
use crate::extraction::meaning::attribute;
use crate::files::quota::Quota;
use crate::reading::Reading;

/// Words that no list of names holds, and that a dictionary does; and names in ideographs.
fn foreign() -> impl Strategy<Value = String> {
    let drawn =
        "[BDFGKLMNPRSTVZ][aeiou][bdfgklmnprstvz][aeiou][dgklmnrstx]".prop_filter("is a word of its own", |name| {
            // A drawn name may be a word of some list, a place, or the beginning of one.
            let text = name.to_lowercase();
            CONTEXT.glossary.find_words(&text, &[]).is_empty() && CONTEXT.glossary.find_terms(&text, &[]).is_empty()
        });
    let known =
        prop::sample::select(vec!["Prudential", "Acme", "Apple", "Manulife", "AIA", "Ping An", "Allianz", "Shell"]);
    prop_oneof![drawn, known.prop_map(str::to_owned)]
}

const SPELLINGS: [&str; 8] =
    ["{}", "{} plc", "{} Group", "{} Life", "{}'s", "The {} Group", "{} Holdings plc", "{} Insurance"];
const OWN: [&str; 14] = [
    "Chengyan",
    "Chengyan Life Group",
    "Chengyan's",
    "The Chengyan Group",
    "Chengyan Co., Ltd.",
    "Chengyan Holdings plc",
    "Chengyan Life Insurance Company Limited",
    "Chengyan Life Group Ltd",
    "澄砚人寿保险股份有限公司",
    "澄砚集团",
    "澄砚人寿集团有限公司",
    "the Group",
    "Our group",
    "本集团",
];
const FOREIGN_IDEOGRAPHS: [&str; 7] =
    ["友邦", "友邦保险", "太平", "环球集团", "鑫达人寿保险股份有限公司", "平安集团", "友邦保险集团"];

/// Tables of the home company but for the name in one place.
const PLACES: [&str; 8] = [
    "# {} FY2024 (US$m)\n || FY2024\n---\nGroup NBV || =1",
    "# {} results FY2024 (US$m)\n || FY2024\n---\nGroup NBV || =1",
    "# FY2024 {}, US$m\n || FY2024\n---\nGroup NBV || =1",
    "^ {}\n# US$m\n || FY2024\n---\nGroup NBV || =1",
    "^ {}: key figures, US$m\n || FY2024\n---\nGroup NBV || =1",
    "# US$m\n# {}\n || FY2024\n---\nGroup NBV || =1",
    "# US$m\n{} || FY2024\n---\nGroup NBV || =1",
    "@ {}\n# US$m\n || FY2024\n---\nGroup NBV || =1",
];
/// The same of the names of documents: file, title, stated owner.
const DOCUMENTS: [(&str, &str, &str); 4] = [
    ("{}_annual_report_2024.xlsx", "", ""),
    ("a.xlsx", "{} annual report 2024", ""),
    ("a.xlsx", "{}", ""),
    ("a.xlsx", "", "{}"),
];

fn facts(written: &str, of: &OfDocument) -> usize {
    let (grid, layout) = table(written);
    let read = attribute(of, &grid, &layout, &CONTEXT, &Quota::for_readings()).unwrap().readings;
    read.iter().filter(|reading| matches!(reading, Reading::Fact(_))).count()
}

fn everywhere(name: &str) -> Vec<(String, usize)> {
    let tables = PLACES.iter().map(|place| place.replace("{}", name));
    let mut all: Vec<(String, usize)> =
        tables.map(|written| (written.clone(), facts(&written, &OfDocument::default()))).collect();
    for (file, title, owner) in DOCUMENTS {
        let [title, owner] = [title, owner].map(|text| text.replace("{}", name));
        let file = file.replace("{}", &name.replace(' ', "_"));
        let owners: Vec<String> = Some(owner.clone()).into_iter().filter(|owner| !owner.is_empty()).collect();
        let of = OfDocument::read(&file, &title, &owners, None, &CONTEXT);
        let read = facts("# US$m\n || FY2024\n---\nGroup NBV || =1", &of);
        all.push((format!("file {file}, title {title}, owner {owner}"), read));
    }
    all
}

#[test]
fn a_name_of_the_home_company_keeps_no_figure() {
    for name in OWN {
        for (place, facts) in everywhere(name) {
            assert_eq!(facts, 1, "{name}: {place}");
        }
    }
}

#[test]
fn figures_under_a_foreign_name_in_ideographs_wait() {
    for name in FOREIGN_IDEOGRAPHS {
        for (place, facts) in everywhere(name).into_iter().filter(|(place, _)| !place.starts_with('@')) {
            assert_eq!(facts, 0, "{name}: {place}");
        }
    }
}

#[test]
fn figures_of_others_without_a_name_wait() {
    for name in ["Peers", "Industry", "Competitors", "Industry average", "同业", "行业平均", "可比公司"] {
        for (place, facts) in everywhere(name) {
            assert_eq!(facts, 0, "{name}: {place}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]
    #[test]
    fn figures_under_a_foreign_name_wait(name in foreign(), spelling in prop::sample::select(&SPELLINGS[..])) {
        let written = spelling.replace("{}", &name);
        for (place, facts) in everywhere(&written) {
            prop_assert_eq!(facts, 0, "{}: {}", written, place);
        }
    }
}

/// Ordinary words of titles that no list of headers holds.
const OF_TITLES: [&str; 1] = ["Annex"];

#[test]
fn ordinary_titles_and_names_of_files_are_nobodys() {
    for title in [
        "Key figures",
        "Financial highlights",
        "Group results",
        "Results by market",
        "Summary",
        "Annex",
        "New business value by market",
        "主要指标",
        "业绩摘要",
        "各市场情况",
        "Highlights of the year",
        "Key metrics",
    ] {
        for place in PLACES {
            let written = place.replace("{}", title);
            // A corner stands nearer than a title: a word of it may say which figures stand below.
            let is_corner = place.starts_with("# US$m\n{}");
            if place.contains("results") || place.starts_with('@') || is_corner && OF_TITLES.contains(&title) {
                continue;
            }
            assert_eq!(facts(&written, &OfDocument::default()), 1, "{written}");
        }
    }
    for file in [
        "css_media.md",
        "q3_2025_final_v2.xlsx",
        "board_pack.pptx",
        "Annual_Report_2024.pdf",
        "KPI_Dashboard_FY2021.xlsx",
        "2024年报.xlsx",
    ] {
        for of in [
            OfDocument::read(file, "", &[], None, &CONTEXT),
            OfDocument::read("", "cyls-20250630", &[], None, &CONTEXT),
        ] {
            assert_eq!(facts("# US$m\n || FY2024\n---\nGroup NBV || =1", &of), 1, "{file}");
        }
    }
}
