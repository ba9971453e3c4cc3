//! What a document says of all of its tables: in its name, in statements about itself, on sheets without figures. It speaks against
//! what a table does not say itself, and fills nothing in.

use crate::document::Paragraph;
use crate::extraction::meaning::tests::CONTEXT;
use crate::extraction::{Tables, extract};
use crate::files::grid::{Cell, CellAt, GridPlace, StyledGrid};
use crate::files::{self, Format};
use crate::profile::Sensitivity;

const TABLE: &str = "# Hong Kong\n\n| US$m | FY2022 |\n|---|---|\n| NBV | 150.5 |\n";

/// How many facts the tables of a document state.
fn facts(doc: &str, stated: &[&str], grids: Vec<StyledGrid>) -> u64 {
    titled(doc, "", stated, grids)
}

fn titled(doc: &str, title: &str, stated: &[&str], grids: Vec<StyledGrid>) -> u64 {
    let stated: Vec<String> = stated.iter().map(|text| (*text).to_owned()).collect();
    let text: [Paragraph; 0] = [];
    let tables = Tables {
        doc: doc.to_owned(),
        title,
        owners: &[],
        stated: &stated,
        period: None,
        sensitivity: Sensitivity::Internal,
        valid_as_of: None,
        grids,
        text: Some(&text),
    };
    extract(tables, Some(&CONTEXT)).unwrap().counts.facts
}

fn grids(text: &str) -> Vec<StyledGrid> {
    files::read(Format::Markdown, &mut text.as_bytes()).unwrap().grids.unwrap()
}

#[test]
fn the_name_of_a_file_speaks_against_another_entity_or_a_kind() {
    for name in [
        "HK_Budget_2022.md",
        "HK_2022_draft.md",
        "Thailand_2022.md",
        "泰国_2022.md",
        "香港预算.md",
        "stress_scenario.md",
        "sample_data.md",
        "压力测试结果.md",
    ] {
        assert_eq!(facts(name, &[], grids(TABLE)), 0, "{name}");
    }
    for name in [
        "HK_2022_results.md",
        "HK_Budget_vs_Actual.md",
        "kpi_pack_v3_final.md",
        "香港2022.md",
        "Group_2022.md",
        "FINAL v2.md",
        "Book1.md",
        "results (3).md",
    ] {
        assert_eq!(facts(name, &[], grids(TABLE)), 1, "{name}");
    }
    // Headers say whose their values are, whatever the document is about.
    let rows = "# Markets\n\n| US$m | FY2022 |\n|---|---|\n| Hong Kong NBV | 150.5 |\n| Thailand NBV | 20.5 |\n";
    assert_eq!(facts("Thailand_2022.md", &[], grids(rows)), 2);
    let nobody = TABLE.replace("Hong Kong", "Results");
    assert_eq!(facts("HK_2022.md", &[], grids(&nobody)), 0);
}

#[test]
fn what_a_document_states_about_itself_speaks_against_its_tables() {
    for stated in ["Budget", "draft", "HKD", "HK$m", "RMB million", "预算"] {
        assert_eq!(facts("a.md", &[stated], grids(TABLE)), 0, "{stated}");
    }
    for stated in ["final", "actual", "USD", "US$m", "Jane Doe", "read by the budget committee", "2022-03-01", "%"] {
        assert_eq!(facts("a.md", &[stated], grids(TABLE)), 1, "{stated}");
    }
}

/// A sheet of lines, each in a row of its own.
fn sheet(name: &str, lines: &[&str]) -> StyledGrid {
    let cell = |(row, line): (u32, &&str)| Cell::of(CellAt { row, col: 0 }, *line);
    StyledGrid::of(GridPlace::Sheet { name: name.to_owned() }, (0..).zip(lines).map(cell).collect())
}

fn data() -> StyledGrid {
    let place = GridPlace::Sheet { name: "KPI".to_owned() };
    grids(TABLE).into_iter().map(|grid| StyledGrid { place: place.clone(), ..grid }).next().unwrap()
}

#[test]
fn a_sheet_without_figures_speaks_of_those_of_the_others() {
    for lines in [
        &["Globex Insurance", "Annual results"][..],
        &["Notes", "All figures are draft."],
        &["Budget"],
        &["All figures in HK$ million"],
        &["Notes", "本表数据有误"],
    ] {
        assert_eq!(facts("a.xlsx", &[], vec![sheet("Cover", lines), data()]), 0, "{lines:?}");
        assert_eq!(facts("a.xlsx", &[], vec![data(), sheet("Notes", lines)]), 0, "{lines:?}");
    }
    for lines in [
        &["Chengyan Life Group", "Annual results 2022", "Contents"][..],
        &["Notes", "All figures in US$m", "Source: annual report"],
        &["We forecast growth in all markets."],
    ] {
        assert_eq!(facts("a.xlsx", &[], vec![sheet("Cover", lines), data()]), 1, "{lines:?}");
    }
}

#[test]
fn a_sheet_of_figures_says_nothing_of_those_of_the_others() {
    let budget = grids("# Budget\n\n| US$m | FY2022 |\n|---|---|\n| Hong Kong NBV | 99.5 |\n");
    let place = GridPlace::Sheet { name: "Budget".to_owned() };
    let budget = budget.into_iter().map(|grid| StyledGrid { place: place.clone(), ..grid }).next().unwrap();
    assert_eq!(facts("a.xlsx", &[], vec![budget, data()]), 1);
}

#[test]
fn a_title_speaks_of_all_tables_where_it_stands_over_none() {
    let two = format!("{TABLE}\n{}", TABLE.replace("Hong Kong", "Thailand"));
    assert_eq!(titled("a.md", "Hong Kong", &[], grids(&two)), 2);
    for (title, count) in [("Budget 2022", 0), ("Thailand", 0), ("Annual results 2022", 1), ("Hong Kong", 1)] {
        assert_eq!(titled("a.pptx", title, &[], grids(TABLE)), count, "{title}");
    }
}
