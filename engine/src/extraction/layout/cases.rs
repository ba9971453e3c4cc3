//! Sheets as people make them, each judged by eye.

use super::drawing::check;

#[test]
fn a_plain_table() {
    check(
        "Metric | 2023 | 2024\nRevenue | 100 | 120\nEBITDA | 20 | 25",
        "hhh / hvv / hvv",
        &[("B2", "Revenue / 2023"), ("C3", "EBITDA / 2024")],
    );
    check(
        "项目 | 2023年 | 2024年\n营业收入 | 100 | 120\n净利润 | 20 | 25",
        "hhh / hvv / hvv",
        &[("C3", "净利润 / 2024年")],
    );
}

#[test]
fn titles_units_and_dates_above() {
    check(
        "Alpha Ltd < | < \nIncome statement\n(US$ millions)\n | 2023 | 2024\nRevenue | 100 | 120",
        "t.. / t.. / t.. / .hh / hvv",
        &[("B5", "Revenue / 2023")],
    );
    check(
        "合并利润表 | < | <\n单位：百万元\n截至2024年12月31日\n\n项目 | 2023年 | 2024年\n营业收入 | 100 | 120\n\n注：未经审计",
        "t.. / t.. / t.. / ... / hhh / hvv / ... / n..",
        &[("C6", "营业收入 / 2024年")],
    );
}

#[test]
fn a_title_on_the_left_and_the_unit_on_the_right() {
    check(
        "资产负债表 | | 单位：万元\n项目 | 期末 | 期初\n货币资金 | 100 | 120",
        "t.t / hhh / hvv",
        &[("B3", "货币资金 / 期末")],
    );
    check(
        "利润表 | | \n | | 单位：万元\n项目 | 2023 | 2024\n收入 | 100 | 120",
        "t.. / ..t / hhh / hvv",
        &[("C4", "收入 / 2024")],
    );
}

#[test]
fn a_table_that_does_not_begin_at_the_first_cell() {
    check(
        " | | \n | Report 2024\n\n | Metric | FY2023 | FY2024\n | Revenue | 100 | 120\n | Cost | (60) | (70)",
        ".... / .t.. / .... / .hhh / .hvv / .hvv",
        &[("D6", "Cost / FY2024")],
    );
}

#[test]
fn merged_spans_of_two_levels() {
    check(
        "US$m | FY2024 | < | FY2023 | <\n^ | Actual | Budget | Actual | Budget\nRevenue | 1 | 2 | 3 | 4",
        "hh.h. / .hhhh / hvvvv",
        &[
            ("B3", "Revenue / FY2024 > Actual"),
            ("C3", "Revenue / FY2024 > Budget"),
            ("E3", "Revenue / FY2023 > Budget"),
        ],
    );
    check(
        " | 2024年 | < | < | < | 同比\n | 一季度 | 二季度 | 三季度 | 四季度 | ^\n收入 | 1 | 2 | 3 | 4 | 5%",
        ".h...h / .hhhh. / hvvvvv",
        &[("D3", "收入 / 2024年 > 三季度"), ("F3", "收入 / 同比")],
    );
}

#[test]
fn spans_that_are_written_once() {
    check(
        " | 2023 | | | 2024\nUS$m | Q1 | Q2 | Q3 | Q1 | Q2\nRevenue | 1 | 2 | 3 | 4 | 5",
        ".h..h. / hhhhhh / hvvvvv",
        &[("C3", "Revenue / 2023 > Q2"), ("D3", "Revenue / 2023 > Q3"), ("F3", "Revenue / 2024 > Q2")],
    );
    check(" | Asia\n | Actual | Budget\nSales | 5 | 6", ".h. / .hh / hvv", &[("C3", "Sales / Asia > Budget")]);
    check(
        "Metric | FY2024 | | YoY\n | H1 | H2\nRevenue | 1 | 2 | 3%",
        "hh.h / .hh. / hvvv",
        &[("C3", "Revenue / FY2024 > H2"), ("D3", "Revenue / YoY")],
    );
}

#[test]
fn three_levels_with_units() {
    check(
        " | FY2024 | < | < | <\n | Group | < | Bank | <\nMetric | Actual | Var | Actual | Var\n | US$m | % | US$m | %\nRevenue | 1 | 2 | 3 | 4",
        ".h... / .h.h. / hhhhh / .hhhh / hvvvv",
        &[("C5", "Revenue / FY2024 > Group > Var > %"), ("D5", "Revenue / FY2024 > Bank > Actual > US$m")],
    );
}

#[test]
fn a_header_above_ends_what_is_carried_below() {
    check(
        " | 2023 | | 2024 | \n | Actual | | | \n | H1 | H2 | H1 | H2\nRevenue | 1 | 2 | 3 | 4",
        ".h.h. / .h... / .hhhh / hvvvv",
        &[("C4", "Revenue / 2023 > Actual > H2"), ("D4", "Revenue / 2024 > H1")],
    );
}

#[test]
fn dates_and_year_numbers_as_headers() {
    check(" | 2023-12-31 | 2024-12-31\nCash | 5 | 6\nDebt | 7 | 8", ".hh / hvv / hvv", &[("C2", "Cash / 2024-12-31")]);
    check(
        "Headcount | 2023 | 2024\nGroup | 1980 | 2015",
        "hhh / hvv",
        &[("B2", "Group / 2023"), ("C2", "Group / 2024")],
    );
    check(
        "指标 | 2022 | 2023\n员工人数 | 1980 | 2015\n收入 | 300 | 400",
        "hhh / hvv / hvv",
        &[("B2", "员工人数 / 2022"), ("C3", "收入 / 2023")],
    );
}

#[test]
fn entity_and_metric_merged_or_written_once() {
    check(
        "Entity | Metric | 2023 | 2024\nAlpha | Revenue | 1 | 2\n^ | EBITDA | 3 | 4\nBeta | Revenue | 5 | 6\n^ | EBITDA | 7 | 8",
        "hhhh / hhvv / .hvv / hhvv / .hvv",
        &[("C3", "Alpha > EBITDA / 2023"), ("D5", "Beta > EBITDA / 2024")],
    );
    check(
        "公司 | 指标 | 2024年\n甲公司 | 收入 | 1\n | 利润 | 2\n乙公司 | 收入 | 3\n | 利润 | 4\n合计 | | 10",
        "hhh / hhv / .hv / hhv / .hv / h.v",
        &[("C3", "甲公司 > 利润 / 2024年"), ("C5", "乙公司 > 利润 / 2024年"), ("C6", "合计 / 2024年")],
    );
    check(
        "Entity | Metric | 2024\nAlpha | Revenue | 1\n | Total | 2\nTotal | Revenue | 3\n | EBITDA | 4",
        "hhh / hhv / .hv / hhv / .hv",
        &[("C3", "Alpha > Total / 2024"), ("C5", "Total > EBITDA / 2024")],
    );
}

#[test]
fn labels_indented_by_columns() {
    check(
        " | | US$m | 2024\nAssets\n | Cash | | 1\n | Loans | | 2\nTotal assets | | | 3\nEquity | | | 4",
        "..hh / h... / .h.v / .h.v / h..v / h..v",
        &[("D4", "Assets > Loans / 2024"), ("D6", "Equity / 2024")],
    );
}

#[test]
fn indented_rows_under_their_parent() {
    check(
        "Metric | 2023 | 2024\nRevenue | 10 | 12\n> Products | 6 | 7\n> Services | 4 | 5\nCost | 3 | 4\nTotal | 7 | 8\n> of which Asia | 1 | 2",
        "hhh / hvv / hvv / hvv / hvv / hvv / hvv",
        &[("B4", "Revenue > Services / 2023"), ("B5", "Cost / 2023"), ("C7", "of which Asia / 2024")],
    );
}

#[test]
fn sections_and_their_totals() {
    check(
        "US$m | 2023 | 2024\nAssets\nCash | 1 | 2\nLoans | 3 | 4\nTotal assets | 4 | 6\nLiabilities\nDeposits | 5 | 6\nTotal liabilities | 5 | 6\nEquity | 1 | 2",
        "hhh / h.. / hvv / hvv / hvv / h.. / hvv / hvv / hvv",
        &[
            ("B3", "Assets > Cash / 2023"),
            ("B5", "Assets > Total assets / 2023"),
            ("B7", "Liabilities > Deposits / 2023"),
            ("B8", "Liabilities > Total liabilities / 2023"),
            ("B9", "Equity / 2023"),
        ],
    );
    check(
        "项目 | 期末余额 | 期初余额\n流动资产：\n货币资金 | 1 | 2\n流动资产合计 | 1 | 2\n非流动资产：\n固定资产 | 3 | 4\n非流动资产合计 | 3 | 4\n资产总计 | 4 | 6",
        "hhh / h.. / hvv / hvv / h.. / hvv / hvv / hvv",
        &[
            ("B4", "流动资产： > 流动资产合计 / 期末余额"),
            ("C6", "非流动资产： > 固定资产 / 期初余额"),
            ("C8", "资产总计 / 期初余额"),
        ],
    );
}

#[test]
fn sections_inside_sections() {
    check(
        "US$m | 2024\nAssets\nCurrent\nCash | 1\nSubtotal | 1\nNon-current\nPlant | 2\nSubtotal | 2\nTotal assets | 3\nEquity | 3",
        "hh / h. / h. / hv / hv / h. / hv / hv / hv / hv",
        &[
            ("B4", "Assets > Current > Cash / 2024"),
            ("B7", "Assets > Non-current > Plant / 2024"),
            ("B9", "Assets > Total assets / 2024"),
            ("B10", "Equity / 2024"),
        ],
    );
    check(
        "US$m | 2024\n!Assets\n> Current assets\n>> Cash | 1\n> Total current assets | 1\nTotal assets | 1\n!Liabilities\n> Debt | 2",
        "hh / h. / h. / hv / hv / hv / h. / hv",
        &[
            ("B4", "Assets > Current assets > Cash / 2024"),
            ("B5", "Assets > Current assets > Total current assets / 2024"),
            ("B6", "Assets > Total assets / 2024"),
            ("B8", "Liabilities > Debt / 2024"),
        ],
    );
}

#[test]
fn a_merged_section_row() {
    check(
        "Metric | 2023 | 2024\nRetail | < | <\nRevenue | 1 | 2\nWholesale | < | <\nRevenue | 3 | 4",
        "hhh / h.. / hvv / h.. / hvv",
        &[("B3", "Retail > Revenue / 2023"), ("C5", "Wholesale > Revenue / 2024")],
    );
}

#[test]
fn an_empty_row_ends_a_section_and_not_the_table() {
    check(
        "US$m | 2023 | 2024\nAssets\nCash | 1 | 2\n\nHeadcount | 3 | 4\n\nMargin | 5% | 6%",
        "hhh / h.. / hvv / ... / hvv / ... / hvv",
        &[("B3", "Assets > Cash / 2023"), ("B5", "Headcount / 2023"), ("C7", "Margin / 2024")],
    );
    check(
        "项目 | 2023 | 2024\n\n收入 | 1 | 2\n\n费用\n\n销售费用 | 3 | 4",
        "hhh / ... / hvv / ... / h.. / ... / hvv",
        &[("B3", "收入 / 2023"), ("C7", "费用 > 销售费用 / 2024")],
    );
}

#[test]
fn an_empty_column_inside_a_table() {
    check(
        "US$m | 2022 | 2023 | | 2024 | 2025\nRevenue | 1 | 2 | | 3 | 4\nCost | 5 | 6 | | 7 | 8",
        "hhh.hh / hvv.vv / hvv.vv",
        &[("E2", "Revenue / 2024"), ("F3", "Cost / 2025")],
    );
    check("US$m | | 2022 | 2023\nRevenue | | 1 | 2\nCost | | 5 | 6", "h.hh / h.vv / h.vv", &[("D3", "Cost / 2023")]);
}

#[test]
fn tables_beside_each_other() {
    check(
        "Asia | | | Europe\nMetric | 2024 | | Metric | 2024\nRevenue | 1 | | Revenue | 3\nCost | 2 | | Cost | 4",
        "t..t. / hh.hh / hv.hv / hv.hv",
        &[("B3", "Revenue / 2024"), ("E4", "Cost / 2024")],
    );
    check(
        "Metric | 2024 | Metric | 2024\nRevenue | 1 | Staff | 3\nCost | 2 | Sites | 4",
        "hhhh / hvhv / hvhv",
        &[("B3", "Cost / 2024"), ("D3", "Sites / 2024")],
    );
}

#[test]
fn tables_below_each_other() {
    check(
        "Table 1\nMetric | 2023 | 2024\nRevenue | 1 | 2\n\nTable 2\nRegion | H1 | H2\nAsia | 3 | 4\nEurope | 5 | 6",
        "t.. / hhh / hvv / ... / t.. / hhh / hvv / hvv",
        &[("C3", "Revenue / 2024"), ("C7", "Asia / H2")],
    );
    check(
        "Metric | 2023 | 2024\nRevenue | 1 | 2\nRegion | 2023 | 2024\nAsia | 3 | 4",
        "hhh / hvv / hhh / hvv",
        &[("B2", "Revenue / 2023"), ("B4", "Asia / 2023")],
    );
    check(
        "指标 | 2023 | 2024\n收入 | 1 | 2\n表2 分部收入\n分部 | 一季度 | 二季度\n零售 | 3 | 4\n批发 | 5 | 6",
        "hhh / hvv / t.. / hhh / hvv / hvv",
        &[("C2", "收入 / 2024"), ("C6", "批发 / 二季度")],
    );
}

#[test]
fn stacked_tables_with_notes_and_titles_between() {
    check(
        "Table 1\nMetric | 2024\nRevenue | 1\nSource: company\n\n(2) Headcount\n\nMetric | 2024\nStaff | 9",
        "t. / hh / hv / n. / .. / t. / .. / hh / hv",
        &[("B3", "Revenue / 2024"), ("B9", "Staff / 2024")],
    );
}

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
        "hh / hv / hv / hv",
        &[("B3", "营业收入 / 甲公司"), ("B2", "报告期 / 甲公司")],
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
