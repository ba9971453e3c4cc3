//! Sheets as people make them, each judged by eye: titles, header rows, labels of rows, and tables among tables.

use super::check;

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
fn a_row_of_units_below_the_headers_is_one_of_them() {
    check(
        "期间 | 新业务价值 | 活跃人力\n单位 | 百万美元 | 千人\n2021年一季度 | 88.5 | 12\n2021年二季度 | 91 | 13",
        "hhh / hhh / hvv / hvv",
        &[("B3", "2021年一季度 / 新业务价值 > 百万美元"), ("C4", "2021年二季度 / 活跃人力 > 千人")],
    );
    check(
        "电压等级 | 供电量 | < | 线损率 | <\n^ | 2021财年 | 2020财年 | 2021财年 | 2020财年\n\
         ^ | 吉瓦时 | 吉瓦时 | % | %\n高压 | 12 | 11 | 2.2 | 2.3",
        "hh.h. / .hhhh / .hhhh / hvvvv",
        &[("C4", "高压 / 供电量 > 2020财年 > 吉瓦时"), ("D4", "高压 / 线损率 > 2021财年 > %")],
    );
    check("Market | Premium | Margin\n | US$m | %\nAsia | 12 | 50", "hhh / .hh / hvv", &[("C3", "Asia / Margin > %")]);
    // Nothing labels the row, so that its words need not be known as units.
    check(
        "Site | Output | Shipped\n^ | barrels | pallets\nWest | 12 | 50",
        "hhh / .hh / hvv",
        &[("B3", "West / Output > barrels")],
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
fn a_spanning_header_ends_at_an_empty_column() {
    check(
        "US$m | FY2024 | | | Change\n | Q1 | Q2 | | Q3\nRevenue | 1 | 2 | | 3",
        "hh..h / .hh.h / hvv.v",
        &[("C3", "Revenue / FY2024 > Q2"), ("E3", "Revenue / Change > Q3")],
    );
    check(
        " | FY2024\nUS$m | Q1 | Q2 | | YoY\nRevenue | 1 | 2 | | 3%",
        ".h... / hhh.h / hvv.v",
        &[("C3", "Revenue / FY2024 > Q2"), ("E3", "Revenue / YoY")],
    );
}

#[test]
fn a_new_header_row_without_a_title() {
    check(
        "指标 | 2023年 | 2024年\n收入 | 1 | 2\n地区 | 一季度 | 二季度\n华东 | 3 | 4",
        "hhh / hvv / hhh / hvv",
        &[("C2", "收入 / 2024年"), ("C4", "华东 / 二季度")],
    );
    check(
        "!Metric | !2023 | !2024\nRevenue | 1 | 2\n!Sites by country | !Open | !Closed\nFrance | 3 | 4",
        "hhh / hvv / hhh / hvv",
        &[("B4", "France / Open")],
    );
}
