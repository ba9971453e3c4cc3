//! Words over a table that make its figures those of others, of another kind or of a part of the year, whoever it is that its
//! columns name; and words that do not.

use super::{CONTEXT, read, readings, shown};
use crate::files::Format;

/// Others without a name.
const OTHERS: [&str; 18] = [
    "Industry",
    "Insurance industry",
    "Industry data",
    "Peers",
    "Peer group",
    "Our largest rival",
    "Competitors",
    "Market",
    "Figures for the market as a whole",
    "Customers",
    "Parent company",
    "Joint venture",
    "同业",
    "行业",
    "行业数据",
    "市场",
    "母公司",
    "合营企业",
];
/// What nobody explains, and what makes other figures of them.
const UNEXPLAINED: [&str; 9] = [
    "Base case",
    "Hypothetical example",
    "at constant currency",
    "Attributable to owners",
    "Customer complaints",
    "Market overview",
    "Old version",
    "作废",
    "已终止业务",
];
/// What a report may write over any of its tables, and breakdowns by what would be others in another place.
const NEUTRAL: [&str; 14] = [
    "Key figures",
    "Regional highlights",
    "Segment results",
    "Profitability",
    "By market",
    "By industry",
    "By customer",
    "Results by market",
    "Own",
    "Subsidiaries",
    "分行业",
    "分市场",
    "各市场情况",
    "主要市场",
];

/// Tables of Hong Kong, or of the group, with words over them.
fn under(words: &str, whose: &str) -> [String; 5] {
    let table = format!("| | {whose} |\n|---|---|\n| New business value | 4000 |\n");
    [
        format!("# Results FY2024 (US$m)\n\n## {words}\n\n{table}"),
        format!("# {words}\n\n## Results FY2024 (US$m)\n\n{table}"),
        format!("# {words} FY2024 (US$m)\n\n{table}"),
        format!("# FY2024 (US$m) – {words}\n\n{table}"),
        format!("# Results FY2024 (US$m)\n\n{words}:\n\n{table}"),
    ]
}

fn facts(text: &str) -> Vec<String> {
    readings(Format::Markdown, text.as_bytes()).into_iter().filter(|reading| !reading.contains(" ! ")).collect()
}

#[test]
fn figures_under_the_word_for_others_are_theirs_whomever_a_column_names() {
    for words in OTHERS {
        for whose in ["Hong Kong", "Group", "Thailand | Hong Kong"] {
            for text in under(words, whose) {
                assert_eq!(facts(&text), [""; 0], "{text}");
            }
        }
        for table in
            ["@ {}\n# US$m\n || FY2024\n---\nHong Kong NBV || =1", "# {}, US$m\n || FY2024\n---\nHong Kong NBV || =1"]
        {
            let read = read(&table.replace("{}", words), &CONTEXT).readings;
            let shown: Vec<String> = read.iter().map(shown).collect();
            // The name of a sheet may hold any words: only those of others count.
            let is_sheet = table.starts_with('@') && (words.starts_with("Figures") || words.starts_with("Our"));
            assert!(is_sheet || shown.iter().all(|reading| reading.contains(" ! ")), "{words}: {shown:?}");
        }
    }
}

#[test]
fn words_over_a_table_that_nobody_explains_stop_it_whomever_a_column_names() {
    for words in UNEXPLAINED {
        // A line right above a table may be any sentence.
        for text in under(words, "Hong Kong").into_iter().take(4) {
            assert_eq!(facts(&text), [""; 0], "{text}");
        }
    }
}

#[test]
fn neutral_words_and_names_of_breakdowns_stop_nothing() {
    for words in NEUTRAL {
        for text in under(words, "Hong Kong") {
            assert_eq!(facts(&text).len(), 1, "{text}: {:?}", readings(Format::Markdown, text.as_bytes()));
        }
    }
}

#[test]
fn others_who_are_named_beside_ours_leave_ours_what_they_are() {
    let table = "# Peers FY2024 (US$m)\n\n| | Hong Kong | Globex |\n|---|---|---|\n| New business value | 4000 | 5 |\n";
    assert_eq!(facts(table).len(), 1);
    let market = "# FY2024 (US$m)\n\n| Market | Hong Kong |\n|---|---|\n| New business value | 4000 |\n";
    assert_eq!(facts(market).len(), 1);
    for text in ["Market", "市场"] {
        let table = format!("# Hong Kong FY2024 (US$m)\n\n| | {text} |\n|---|---|\n| New business value | 4000 |\n");
        assert_eq!(facts(&table), [""; 0], "{text}");
    }
}

#[test]
fn a_part_of_the_year_over_a_table_is_that_of_the_year_further_out() {
    for (words, period) in
        [("First half", "2024H1"), ("H1", "2024H1"), ("上半年", "2024H1"), ("Q4", "2024Q4"), ("四季度", "2024Q4")]
    {
        for text in [0, 4].map(|place| under(words, "Hong Kong")[place].clone()) {
            let facts = facts(&text);
            assert!(facts.len() == 1 && facts[0].contains(period), "{text}: {facts:?}");
        }
    }
    // The year of a column may be a whole one, and a year that is nearer than the part has none.
    let column = "# Hong Kong (US$m)\n\n## First half\n\n| | 2024 |\n|---|---|\n| New business value | 4000 |\n";
    assert_eq!(facts(column), [""; 0]);
    assert_eq!(facts(&under("First half", "Hong Kong")[1]), [""; 0]);
    // A header is nearer than a heading.
    let quarters =
        "# FY2024 (US$m)\n\n## First half\n\n| Hong Kong | Q1 | Q2 |\n|---|---|---|\n| New business value | 1 | 2 |\n";
    let facts = facts(quarters);
    assert!(facts.len() == 2 && facts[0].contains("2024Q1") && facts[1].contains("2024Q2"), "{facts:?}");
}
