//! Sheets as people make them, each judged by eye: notes, forms, values that are texts, and what is no table.

use super::check;

#[test]
fn notes_below_and_remarks_beside() {
    check(
        "Metric | 2023 | 2024\nRevenue* | 1 | 2\nCost (1) | 3 | 4\n* restated\n(1) Excludes one-offs\nSource: annual report",
        "hhh / hvv / hvv / n.. / n.. / n..",
        &[("B2", "Revenue* / 2023"), ("C3", "Cost (1) / 2024")],
    );
    check(
        "项目 | 2023 | 2024 | | 口径调整，见附注\n收入 | 1 | 2\n成本 | 3 | 4 | | 含一次性费用\n\n资料来源：公司年报\n数据未经审计",
        "hhh.n / hvv.. / hvv.n / ..... / n.... / n....",
        &[("C3", "成本 / 2024")],
    );
    check(
        "Metric | 2023 | 2024\nRevenue | 1 | 2 | one-off in Q3\nCost | 3 | 4",
        "hhh. / hvvn / hvv.",
        &[("C2", "Revenue / 2024")],
    );
}

#[test]
fn periods_down_and_metrics_across() {
    check(
        "Year | Revenue | EBITDA\n2022 | 1 | 2\n2023 | 3 | 4\n2024 | 5 | 6",
        "hhh / hvv / hvv / hvv",
        &[("B3", "2023 / Revenue"), ("C4", "2024 / EBITDA")],
    );
    check("月份 | 收入 | 利润\n2024年1月 | 1 | 2\n2024年2月 | 3 | 4", "hhh / hvv / hvv", &[("C3", "2024年2月 / 利润")]);
    check("Date | Rate\n2024-01-31 | 7.1\n2024-02-29 | 7.2", "hh / hv / hv", &[("B3", "2024-02-29 / Rate")]);
}

#[test]
fn forms_of_labels_and_values() {
    check(
        "Company: | Alpha Ltd\nCurrency: | USD\nRevenue: | 120\nStaff: | 85",
        "hv / hv / hv / hv",
        &[("B1", "Company: /"), ("B3", "Revenue: /")],
    );
    check(
        "公司 | 甲公司\n报告期 | 2024年\n营业收入 | 120\n净利润 | 12",
        // Whose and when stand above the column, as headers do.
        "hh / hh / hv / hv",
        &[("B3", "营业收入 / 甲公司 > 2024年")],
    );
    check("Key figures\nRevenue | 120\nStaff | 85", "t. / hv / hv", &[("B2", "Revenue /"), ("B3", "Staff /")]);
    check(
        "Revenue | 120 | Staff | 85\nCost | 60 | Sites | 12",
        "hvhv / hvhv",
        &[("B1", "Revenue /"), ("D2", "Sites /")],
    );
}

#[test]
fn a_single_row_or_column_of_values() {
    check("Revenue | EBITDA | Staff\n120 | 25 | 85", "hhh / vvv", &[("B2", "/ EBITDA")]);
    check("Revenue\n120\n130", "h / v / v", &[("A3", "/ Revenue")]);
    check("营业收入 | 120", "hv", &[("B1", "营业收入 /")]);
    check("Title of it\nRevenue\n120\n130", "t / h / v / v", &[("A3", "/ Revenue")]);
    check("120", "v", &[("A1", "/")]);
}

#[test]
fn row_numbers_before_the_labels() {
    check(
        "No. | Metric | 2024\n1 | Revenue | 100\n2 | Cost | 60\n3 | Profit | 40",
        "hhh / hhv / hhv / hhv",
        &[("C3", "2 > Cost / 2024")],
    );
    check(
        "序号 | 指标 | 2023年 | 2024年\n'1. | 收入 | 100 | 110\n'2. | 成本 | 60 | 70",
        "hhhh / hhvv / hhvv",
        &[("D3", "2. > 成本 / 2024年")],
    );
}

#[test]
fn texts_in_the_place_of_values() {
    check(
        "Project | Budget | Status | Comment\nAlpha | 10 | on track | fine\nBeta | 12 | delayed | vendor late",
        "hhhh / hvvv / hvvv",
        &[("C2", "Alpha / Status"), ("D3", "Beta / Comment")],
    );
    check(
        "项目 | 状态 | 预算\n甲 | 正常 | 10\n乙 | 延期 | 待定",
        "hhh / hvv / hvv",
        &[("B2", "甲 / 状态"), ("C3", "乙 / 预算")],
    );
    check(
        "Metric | 2023 | 2024\nRevenue | '1,234 | '(123.4)\nMargin | '12.5% | n/a\nCapex | — | US$ 12m\nRating | AA | AA+",
        "hhh / hvv / hvv / hvv / hvv",
        &[("C3", "Margin / 2024"), ("B4", "Capex / 2023"), ("C5", "Rating / 2024")],
    );
    check(
        "Metric | 2023 | 2024\nRating | AA | AA+\nRevenue | 1 | 2",
        "hhh / hvv / hvv",
        &[("B2", "Rating / 2023"), ("B3", "Revenue / 2023")],
    );
}

#[test]
fn texts_of_a_pdf() {
    check(
        "(US$ millions) | '2023 | '2024¹\nRevenue | '1,234.5 | '1,300\nCost of sales | '(900) | '(950)\nTax | '– | '(12)",
        "hhh / hvv / hvv / hvv",
        &[("C3", "Cost of sales / 2024¹"), ("B4", "Tax / 2023")],
    );
    check(
        " | 2024年 | 2023年 | 同比\n营业收入 | '12.3亿元 | '10.1亿元 | '+21.8%\n归母净利润 | '1,200万 | '(300)万 | 不适用",
        ".hhh / hvvv / hvvv",
        &[("D3", "归母净利润 / 同比"), ("B2", "营业收入 / 2024年")],
    );
}

#[test]
fn legends_are_notes() {
    check(
        "Report\n\nMetric | 2024 | 2025 | | @Actual\nRevenue | 1 | 2 | | @Forecast\nCost | 3 | 4",
        "t.... / ..... / hhh.n / hvv.n / hvv..",
        &[("C4", "Revenue / 2025")],
    );
    check("@实际 | @预测\n\n指标 | 2024 | 2025\n收入 | 1 | 2", "nn. / ... / hhh / hvv", &[("B4", "收入 / 2024")]);
}

#[test]
fn words_alone_are_titles_or_notes() {
    check("Cover\nPrepared by finance", "t / t", &[]);
    check("Metric | 2024\nRevenue | 1\n\nPrepared by finance\nFor internal use", "hh / hv / .. / n. / n.", &[]);
}

#[test]
fn long_lists_of_records() {
    check(
        "Entity | Metric | Period | Value | Unit\nAlpha | Revenue | 2024 | 10 | US$m\nAlpha | Cost | 2024 | 6 | US$m\nBeta | Revenue | 2024 | 8 | US$m",
        "hhhhh / hhhvv / hhhvv / hhhvv",
        &[("D3", "Alpha > Cost > 2024 / Value"), ("E4", "Beta > Revenue > 2024 / Unit")],
    );
}

#[test]
fn a_header_row_may_stand_apart_from_its_rows() {
    check("Metric | 2023 | 2024\n\nRevenue | 1 | 2\nCost | 3 | 4", "hhh / ... / hvv / hvv", &[("B4", "Cost / 2023")]);
}

#[test]
fn column_numbers_without_a_year_stay_values() {
    check(
        "Name | Founded | Staff\nAlpha | 1999 | 12\nBeta | 2005 | 30",
        "hhh / hhv / hhv",
        &[("C2", "Alpha > 1999 / Staff")],
    );
}

#[test]
fn numbers_that_label_the_rows_of_a_scale() {
    check(
        "€ | 2022 | 2023\n6000 | 0.1 | 0.2\n15000 | 0.3 | 0.4\n20000 | 0.5 | 0.6",
        "hhh / hvv / hvv / hvv",
        &[("B3", "15000 / 2022")],
    );
}

#[test]
fn a_status_column_behind_an_empty_one() {
    check(
        "项目 | 2023 | 2024 | | 状态\n收入 | 1 | 2 | | 正常\n成本 | 3 | 4 | | 关注",
        "hhh.h / hvv.v / hvv.v",
        &[("E3", "成本 / 状态")],
    );
}

#[test]
fn rows_without_numbers_below_the_last_one_with_some() {
    check(
        " | | Q1 | Q2\nMay | | 1 | 2\n | x | | 3\nJune | | 4 | 5\nJuly | open\nAugust | | nothing yet",
        "..hh / h.vv / .h.v / h.vv / hh.. / h.v.",
        &[("C6", "August / Q1")],
    );
    check("Metric | 2024\nRevenue | 1\nCost | 2\nAll of it is unaudited", "hh / hv / hv / n.", &[]);
}

#[test]
fn the_header_row_again_goes_on_with_the_table() {
    check(
        " | Single | <\nIncome | 1997 | 1998\nLow | 1 | 2\nIncome | 1997 | 1998\nHigh | 3 | 4",
        ".h. / hhh / hvv / hhh / hvv",
        &[("C5", "High / Single > 1998")],
    );
    // Under a title of its own it is another table.
    check(
        " | Single | <\nIncome | 1997 | 1998\nLow | 1 | 2\nCouples\nIncome | 1997 | 1998\nHigh | 3 | 4",
        ".h. / hhh / hvv / t.. / hhh / hvv",
        &[("C6", "High / 1998")],
    );
}

#[test]
fn months_that_are_only_numbered_are_headers() {
    check(
        "Metric | 2024 | < | < | <\n | 1 | 2 | 3 | 4\nRevenue | 10 | 20 | 30 | 40\nCost | 5 | 6 | 7 | 8",
        "hh... / .hhhh / hvvvv / hvvvv",
        &[("C3", "Revenue / 2024 > 2"), ("E4", "Cost / 2024 > 4")],
    );
    check("月份 | 1 | 2 | 3 | 4\n收入 | 1 | 2 | 3 | 4", "hhhhh / hvvvv", &[("B2", "收入 / 1")]);
    check("Metric | Q1 | Q2 | Q3 | Q4\nWins | 1 | 2 | 3 | 4\nLosses | 4 | 3 | 2 | 2", "hhhhh / hvvvv / hvvvv", &[]);
    check(" | Q1 | Q2 | Q3 | Q4\n | 1 | 2 | 3 | 5\nLosses | 4 | 3 | 2 | 2", ".hhhh / .vvvv / hvvvv", &[]);
}

#[test]
fn units_alone_in_a_third_header_row() {
    check(
        " | FY2024 | FY2023 | Change\n | Actual | Actual | YoY\n | US$m | US$m | %\nRevenue | 1 | 2 | 3",
        ".hhh / .hhh / .hhh / hvvv",
        &[("D4", "Revenue / Change > YoY > %")],
    );
    check(
        "项目 | 2024年 | 2023年 | 同比\n^ | 实际 | 实际 | 变动\n^ | 百万美元 | 百万美元 | %\n收入 | 1 | 2 | 3",
        "hhhh / .hhh / .hhh / hvvv",
        &[("B4", "收入 / 2024年 > 实际 > 百万美元")],
    );
}

#[test]
fn a_figure_beside_the_headers_of_a_table_is_none_of_its_columns() {
    check(
        "Monthly income | | | Share\nItem | Amount | | 62%\nWages | 10\nOther | 5",
        "t..h / hh.v / hv.. / hv..",
        &[("B3", "Wages / Amount"), ("D2", "/ Share")],
    );
}

#[test]
fn spans_of_time_in_the_first_column_are_labels() {
    check("Term | Rate\n5 years | 1.2\n10 years | 1.4", "hh / hv / hv", &[("B2", "5 years / Rate")]);
    check("Metric | 2023 | 2024\nDelivery | 3 days | 5 days", "hhh / hvv", &[("C2", "Delivery / 2024")]);
}

#[test]
fn an_odd_value_over_numbers_is_no_label() {
    for odd in ["320 r", "320 (310)", "△320", "c.320", "320?"] {
        check(
            &format!(" | Hong Kong | Thailand\nNBV | '{odd} | 12\nPremium | '2,104 | 980.5"),
            ".hh / hvv / hvv",
            &[("B2", "NBV / Hong Kong"), ("B3", "Premium / Hong Kong"), ("C2", "NBV / Thailand")],
        );
        check(
            &format!(" | Hong Kong\nNBV | '{odd}\nPremium | '2,104"),
            ".h / hv / hv",
            &[("B3", "Premium / Hong Kong")],
        );
    }
    check(
        " | Sales | < | Change\nUS$m | 2024 | 2023 | '’24 vs. ’23\nDrugs | 198 | 180 | 4.5",
        ".h.h / hhhh / hvvv",
        &[("D3", "Drugs / Change > ’24 vs. ’23")],
    );
    // Names with digits, brackets and scales stay what they are.
    check("Sales |  | \nBy age | Men | Women\n'18-25 | 4 | 5", "t.. / hhh / hvv", &[("B3", "18-25 / Men")]);
    check(
        " | Hong Kong | Thailand\nUnit | €'000 | €'000\nNBV | 4 | 5",
        ".hh / hhh / hvv",
        &[("B3", "NBV / Hong Kong > €'000")],
    );
}
