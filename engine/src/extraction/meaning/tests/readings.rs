//! One table a case: what a careful reader of the document would enter, and what he would ask about.

use super::said;

pub(super) fn check(cases: &[(&str, &str)]) {
    let wrong: Vec<String> = cases
        .iter()
        .filter_map(|(written, expected)| {
            let said = said(written);
            (said != *expected).then(|| format!("{written}\n  expected {expected}\n  read     {said}"))
        })
        .collect();
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), cases.len(), wrong.join("\n\n"));
}

#[test]
fn headers_of_both_axes_make_a_fact() {
    check(&[
        (
            "# NBV by market (US$m)\n || FY2024 | FY2025\n---\nHong Kong || =12.30 | =13",
            "B3 NBV HK FY2024 = 12.30 USD_M; C3 NBV HK FY2025 = 13 USD_M",
        ),
        (
            "# 各市场新业务价值（单位：百万美元）\n || 2024年 | 2025年\n---\n香港 || =12.3 | =13.4\n泰国 || =1 | —",
            "B3 NBV HK FY2024 = 12.3 USD_M; C3 NBV HK FY2025 = 13.4 USD_M; B4 NBV THAILAND FY2024 = 1 USD_M; 1 ignored",
        ),
        // Transposed: periods down, metrics across.
        (
            "@ HK\n || NBV (US$m) | ROE (%)\n---\nFY2024 || =12.3 | =13.8\nFY2025 || =14 | n/a",
            "B2 NBV HK FY2024 = 12.3 USD_M; C2 ROE HK FY2024 = 13.8 PCT; B3 NBV HK FY2025 = 14 USD_M; 1 ignored",
        ),
        // Two levels of columns: year over quarter.
        (
            "@ 香港\n || 2024年 | \" | 2025年\n || 一季度 | 二季度 | 一季度\n---\n新业务价值（百万美元） || =1 | =2 | =3",
            "B3 NBV HK 2024Q1 = 1 USD_M; C3 NBV HK 2024Q2 = 2 USD_M; D3 NBV HK 2025Q1 = 3 USD_M",
        ),
        (
            "@ HK\n || FY2024 | \"\n || H1 | H2\n---\nNBV, US$m || =1 | =2",
            "B3 NBV HK 2024H1 = 1 USD_M; C3 NBV HK 2024H2 = 2 USD_M",
        ),
        // The year across, its halves down.
        (
            "@ HK\n || 2024 | 2025\n---\nNBV (US$m) | H1 || =1 | =2",
            "C2 NBV HK 2024H1 = 1 USD_M; D2 NBV HK 2025H1 = 2 USD_M",
        ),
        // A merged row header.
        (
            "# US$m\n || FY2024\n---\nHong Kong | NBV || =1\n\" | Embedded value || =2",
            "C3 NBV HK FY2024 = 1 USD_M; C4 EV HK FY2024 = 2 USD_M",
        ),
        // Channels across.
        (
            "# Hong Kong: NBV FY2024, US$m\n || Agency | Bancassurance | Total\n---\nNBV || =1 | =2 | =3",
            "B3 NBV HK FY2024 AGENCY = 1 USD_M; C3 NBV HK FY2024 BANCA = 2 USD_M; D3 NBV HK FY2024 = 3 USD_M",
        ),
        (
            "# 香港 2024年 新业务价值（百万美元）\n || 金额\n---\n代理人渠道 || =1\n银保渠道 || =2\n合计 || =3",
            "B3 NBV HK FY2024 AGENCY = 1 USD_M; B4 NBV HK FY2024 BANCA = 2 USD_M; B5 NBV HK FY2024 = 3 USD_M",
        ),
        // A footnote mark is no part of a name.
        ("@ HK\n || FY2024 (1)\n---\nNBV¹ (US$m) || 12.3*", "B2 NBV HK FY2024 = 12.3 USD_M"),
        ("# US$m\n || Year ended 31 December 2024\n---\nHong Kong | NBV || =1", "C3 NBV HK FY2024 = 1 USD_M"),
        // A section that is a metric of its own, and one that the profile knows only together with its inner header.
        ("@ HK\n# US$m\n || FY2024\n---\nPremium income | First-year premium || =1", "C3 FYP HK FY2024 = 1 USD_M"),
        ("@ HK\n || FY2024\n---\nNew business value | Margin || 55%", "C2 NBV_MARGIN HK FY2024 = 55 PCT"),
        ("@ HK\n || FY2024\n---\n新业务价值 | 率 || =0.55{0.0%}", "C2 NBV_MARGIN HK FY2024 = 55 PCT"),
    ]);
}

#[test]
fn who_is_meant_is_never_guessed() {
    check(&[
        // Nobody is named.
        ("# NBV, US$m\n || FY2024\n---\nNBV || =1", "B3 ! missing_dimension entity"),
        // The owner of the document is meant where a title names it and nobody else.
        ("# Chengyan Life Group: NBV (US$m)\n || FY2024\n---\nNBV || =1", "B3 NBV GROUP FY2024 = 1 USD_M"),
        ("# 澄砚人寿集团 主要指标（百万美元）\n || 2024年\n---\n新业务价值 || =1", "B3 NBV GROUP FY2024 = 1 USD_M"),
        // The owner's name over another market is only the owner's.
        ("# Chengyan Life Group - Hong Kong, US$m\n || FY2024\n---\nNBV || =1", "B3 NBV HK FY2024 = 1 USD_M"),
        ("@ 香港\n# 澄砚人寿集团业绩摘要（百万美元）\n || 2024年\n---\n新业务价值 || =1", "B3 NBV HK FY2024 = 1 USD_M"),
        (
            "# Group results by market, US$m\n || NBV\n---\nHong Kong | FY2024 || =1\nGroup | FY2024 || =9",
            "C3 NBV HK FY2024 = 1 USD_M; C4 NBV GROUP FY2024 = 9 USD_M",
        ),
        // Two entities in one title.
        ("# Hong Kong and Thailand: NBV, US$m\n || FY2024\n---\nNBV || =1", "B3 ! conflicting_headers"),
        // A company or a place that nobody knows, over a known sheet name.
        (
            "@ HK\n# Zephyrion Insurance Ltd (US$m)\n || FY2024\n---\nNBV || =1",
            "A1 ! somebody_else `Zephyrion Insurance Ltd`",
        ),
        ("@ HK\n# Singapore, US$m\n || FY2024\n---\nNBV || =1 ", "A1 ! unknown_header `Singapore`"),
        ("@ 香港\n# 新加坡（百万美元）\n || 2024年\n---\n新业务价值 || =1", "A1 ! unknown_header `新加坡`"),
        ("@ HK\n# Apple results, US$m\n || FY2024\n---\nNBV || =1", "A1 ! unknown_header `Apple`"),
        // The sheet and the title speak of different ones.
        ("@ Thailand\n# Hong Kong, US$m\n || FY2024\n---\nNBV || =1", "B3 ! conflicting_headers"),
        ("# Hong Kong, US$m\n || FY2024\n---\nThailand | NBV || =1", "C3 ! conflicting_headers"),
        // A competitor is never read.
        (
            "# US$m\n || NBV\n---\nLuolan Life | FY2024 || =1\nHong Kong | FY2024 || =2",
            "A3 ! unknown_header `Luolan Life`; C4 NBV HK FY2024 = 2 USD_M",
        ),
        ("# 竞安 新业务价值（百万美元）\n || 2024年\n---\n香港 || =1", "A1 ! somebody_else `竞安`"),
        // A place of no entity among the rows.
        (
            "# NBV, US$m\n || FY2024\n---\nHong Kong || =1\nSingapore || =2",
            "A4 ! unknown_header `Singapore`; B3 NBV HK FY2024 = 1 USD_M",
        ),
        // Two markets in a row, neither of which is a part of the other.
        ("# NBV, US$m\n || FY2024\n---\nHong Kong | Thailand || =1", "C3 ! conflicting_headers"),
        // A region over its market.
        ("# NBV, US$m\n || FY2024\n---\nGreater China | Hong Kong || =1", "C3 NBV HK FY2024 = 1 USD_M"),
    ]);
}

#[test]
fn every_word_of_a_header_counts() {
    check(&[
        (
            "@ HK\n# US$m\n || FY2024 | FY2025\n---\nGross NBV || =1 | =2\nNBV growth || =1 | =2\nNBV per share || =1 | =2",
            "A3 ! unknown_header `Gross` ×2; A4 ! unknown_header `growth` ×2; A5 ! unknown_header `per share` ×2",
        ),
        (
            "@ 香港\n# 百万美元\n || 2024年 | 同比\n---\n新业务价值 || =1 | =2",
            "C2 ! unknown_header `同比`; B3 NBV HK FY2024 = 1 USD_M",
        ),
        (
            "@ HK\n# US$m\n || FY2024 | YoY\n---\nNBV || =1 | 12%",
            "C2 ! unknown_header `YoY`; B3 NBV HK FY2024 = 1 USD_M",
        ),
        ("@ HK\n# US$m\n || FY2024\n---\nNBV of Zephyr || =1", "A3 ! unknown_header `Zephyr`"),
        ("@ HK\n# US$m\n || FY2024\n---\nNBV / EV || =1", "B3 ! conflicting_headers"),
        (
            "@ HK\n# US$m\n || last year | current year\n---\nNBV || =1 | =2",
            "B2 ! unknown_header `last year`; C2 ! unknown_header `current year`",
        ),
        (
            "@ 香港\n# 百万美元\n || 本期 | 上年同期\n---\n新业务价值 || =1 | =2",
            "B2 ! unknown_header `本期`; C2 ! unknown_header `上年同期`",
        ),
        ("@ HK\n# US$m\n || 2023-2024\n---\nNBV || =1", "B2 ! unknown_header `2023-2024`"),
        ("@ HK\n# US$m\n || 31 December 2024\n---\nEV || =1", "B2 ! unknown_header `31 December 2024`"),
        ("@ HK\n# US$m, as at 31 March 2025\n || FY2024\n---\nEV || =1", "B3 EV HK FY2024 = 1 USD_M @2025-03-31"),
        ("@ HK\n# US$m\n || NBV\n---\nFY2024 | FY2023 || =1", "C3 ! conflicting_headers"),
        ("@ HK\n# US$m\n || NBV\n---\nEV | FY2023 || =1", "C3 ! conflicting_headers"),
        ("@ HK\n# US$m\n || H1\n---\nNBV || =1", "B3 ! missing_dimension period"),
        // Of what nobody knows anything, only the count is told.
        ("# Staff canteen\n || Meals\n---\nMonday || =1\nTuesday || =2", "2 ignored"),
        ("# Branches\n || Number\n---\nHong Kong || =1", "B2 ! unknown_header `Number`"),
    ]);
}

#[test]
fn sums_say_of_what_they_are() {
    check(&[
        (
            "# NBV FY2024, US$m\n || Value\n---\nHong Kong || =1\nThailand || =2\nTotal || =3",
            "B3 NBV HK FY2024 = 1 USD_M; B4 NBV THAILAND FY2024 = 2 USD_M; B5 ! subtotal",
        ),
        (
            "# Chengyan Life Group NBV FY2024, US$m\n || Value\n---\nHong Kong || =1\nTotal || =3",
            "B3 NBV HK FY2024 = 1 USD_M; B4 ! subtotal",
        ),
        (
            "@ HK\n# NBV, US$m\n || Q1 2024 | Q2 2024 | Subtotal\n---\nAgency || =1 | =2 | =3",
            "B3 NBV HK 2024Q1 AGENCY = 1 USD_M; C3 NBV HK 2024Q2 AGENCY = 2 USD_M; D3 ! subtotal",
        ),
        (
            "@ 香港\n# 2024年新业务价值（百万美元）\n || 金额\n---\n代理人渠道 || =1\n小计 || =1",
            "B3 NBV HK FY2024 AGENCY = 1 USD_M; B4 ! subtotal",
        ),
        (
            "@ HK\n# FY2024, US$m\n || Amount\n---\nTotal premium || =1\nTotal NBV || =2",
            "B3 PREMIUM HK FY2024 = 1 USD_M; B4 NBV HK FY2024 = 2 USD_M",
        ),
        ("@ HK\n# NBV FY2024, US$m\n || Amount\n---\nWholesale || =1", "A3 ! unknown_header `Wholesale`"),
        ("@ HK\n# Agency: NBV FY2024, US$m\n || Amount\n---\nBancassurance || =1", "B3 ! conflicting_headers"),
    ]);
}

#[test]
fn a_unit_is_stated_or_asked_for() {
    check(&[
        ("@ HK\n || FY2024\n---\nNBV || =1", "B2 ! unit_not_stated"),
        ("@ HK\n || FY2024\n---\nNBV || US$ 12.3m", "B2 NBV HK FY2024 = 12.3 USD_M"),
        ("@ 香港\n || 2024年\n---\n新业务价值 || 12.3百万美元", "B2 NBV HK FY2024 = 12.3 USD_M"),
        ("@ HK\n# US$ in thousands\n || FY2024\n---\nNBV || =1", "B3 ! unit_mismatch"),
        ("@ HK\n^ In millions\n# US$\n || FY2024\n---\nNBV || =1", "B3 NBV HK FY2024 = 1 USD_M"),
        ("@ HK\n# HK$ million\n || FY2024\n---\nNBV || =1", "B3 ! unknown_unit `HK$ million`"),
        ("@ 香港\n# 单位：亿元\n || 2024年\n---\n新业务价值 || =1", "B3 ! unknown_unit `亿元`"),
        // The unit of a row is another kind of unit than the table's, or speaks against it.
        (
            "@ HK\n# US$m\n || FY2024\n---\nROE (%) || =13.8\nAUM (US$'000) || =5",
            "B3 ROE HK FY2024 = 13.8 PCT; B4 ! conflicting_units",
        ),
        ("@ HK\n# US$m unless otherwise stated\n || FY2024\n---\nAUM (US$'000) || =5", "B3 AUM HK FY2024 = 5 USD_K"),
        ("@ HK\n# US$m\n || FY2024\n---\nROE || =0.138{0.0%}", "B3 ROE HK FY2024 = 13.8 PCT"),
        ("@ HK\n# US$m\n || FY2024\n---\nNBV || =0.5{0.0%}", "B3 ! unit_mismatch"),
        ("@ HK\n# US$m\n || FY2024\n---\nROE || 350 bps", "B3 ! unknown_unit `bps`"),
        ("@ HK\n# US$m\n || FY2024\n---\nNBV || =1.5{0.0\"x\"}", "B3 ! unknown_unit `x`"),
        ("@ HK\n# US$m\n || FY2024\n---\nNBV || =5000000{#,##0.0,,\"m\"}", "B3 ! scaled_format"),
        ("@ HK\n# US$m\n || FY2024\n---\nNBV || =5{$#,##0.0}", "B3 NBV HK FY2024 = 5 USD_M"),
        // The unit has a column of its own.
        (
            "@ HK\n || FY2024\n---\nNBV | US$m || =1\nROE | % || =2",
            "C2 NBV HK FY2024 = 1 USD_M; C3 ROE HK FY2024 = 2 PCT",
        ),
        ("@ HK\n || US$m\n---\nROE (%) | FY2024 || =1", "C2 ROE HK FY2024 = 1 PCT"),
        ("@ 香港\n# 单位：千人\n || 2024年\n---\n活跃人力 || =12", "B3 ACTIVE_AGENTS HK FY2024 = 12 COUNT_K"),
    ]);
}

#[test]
fn what_is_no_number_is_told() {
    check(&[
        (
            "@ HK\n# US$m\n || FY2024 | FY2025\n---\nNBV || (123.4) | 12\u{2009}345",
            "B3 NBV HK FY2024 = -123.4 USD_M; C3 NBV HK FY2025 = 12345 USD_M",
        ),
        ("@ HK\n# US$m\n || FY2024 | FY2025\n---\nNBV || 1.234,5 | #ERR", "B3 ! not_a_number; C3 ! no_result"),
        ("@ HK\n# US$m\n || FY2024 | FY2025\n---\nNBV || see note | 12-13", "B3 ! not_a_number; C3 ! range"),
        ("@ HK\n# US$m\n || FY2024 | FY2025\n---\nNBV || – | 不适用", "2 ignored"),
        ("@ HK\n# US$m\n || FY2024 | FY2025\n---\nNBV || !=5 | ~=6", "B3 ! low_confidence; C3 NBV HK FY2025 = 6 USD_M"),
    ]);
}

#[test]
fn colours_and_words_mark_what_kind_a_value_is() {
    check(&[
        (
            "@ HK\n# US$m\n || 2024 Actual | 2025 Budget | 2026 Forecast\n---\nNBV || =1 | =2 | =3",
            "B3 NBV HK FY2024 = 1 USD_M #actual; C3 ! tagged budget; D3 ! tagged forecast",
        ),
        (
            "@ HK\n# US$m\n || 2024A | FY25E\n---\nNBV || =1 | =2",
            "B3 NBV HK FY2024 = 1 USD_M #actual; C3 ! tagged forecast",
        ),
        (
            "@ 香港\n# 百万美元\n || 2024年实际 | 2025年预算\n---\n新业务价值 || =1 | =2",
            "B3 NBV HK FY2024 = 1 USD_M #actual; C3 ! tagged budget",
        ),
        ("@ HK\n# US$m\n || 2024 Pro forma\n---\nNBV || =1", "B2 ! unknown_header `Pro forma`"),
        (
            "@ HK\n# US$m\n || FY2024 | FY2025 | FY2026\n---\nNBV || =1 | [DDEBF7]=2 | [FFF2CC]=3",
            "B3 NBV HK FY2024 = 1 USD_M; C3 NBV HK FY2025 = 2 USD_M #restated; D3 ! tagged forecast",
        ),
        (
            "@ HK\n# US$m\n || FY2024 | FY2025\n---\nNBV || =1 | [00FF00]=2",
            "C3 ! unknown_color; B3 NBV HK FY2024 = 1 USD_M",
        ),
        // A colour that all values share, white, and rows in turns set nothing apart.
        (
            "@ HK\n# US$m\n || FY2024 | FY2025\n---\nNBV || [00FF00]=1 | [00FF00]=2",
            "B3 NBV HK FY2024 = 1 USD_M; C3 NBV HK FY2025 = 2 USD_M",
        ),
        (
            "@ HK\n# US$m\n || FY2024\n---\nNBV || [EEEEEE]=1\nEV || [FFFFFF]=2\nOPAT || [EEEEEE]=3",
            "B3 NBV HK FY2024 = 1 USD_M; B4 EV HK FY2024 = 2 USD_M; B5 OPAT HK FY2024 = 3 USD_M",
        ),
        // The colour of a font counts where it is registered.
        (
            "@ HK\n# US$m\n || FY2024 | FY2025\n---\nNBV || <FF0000>=1 | <FFF2CC>=2",
            "B3 NBV HK FY2024 = 1 USD_M; C3 ! tagged forecast",
        ),
        // A legend of the sheet.
        (
            "@ HK\n# US$m\n# [00FF00] Restated\n || FY2024 | FY2025\n---\nNBV || =1 | [00FF00]=2",
            "B4 NBV HK FY2024 = 1 USD_M; C4 NBV HK FY2025 = 2 USD_M #restated",
        ),
        // A sentence that explains a colour, of cells or of type, beside another statement or alone.
        (
            "@ HK\n# US$m\n# Figures in green are restated\n || FY2024 | FY2025\n---\nNBV || =1 | [00FF00]=2",
            "B4 NBV HK FY2024 = 1 USD_M; C4 NBV HK FY2025 = 2 USD_M #restated",
        ),
        (
            "@ HK\n# US$m; estimates are shown in red\n || FY2024 | FY2025\n---\nNBV || =1 | <FF0000>=2",
            "B3 NBV HK FY2024 = 1 USD_M; C3 ! tagged forecast",
        ),
        (
            "@ 香港\n# 百万美元；绿色底纹为预测数\n || 2024年 | 2025年\n---\n新业务价值 || =1 | [E2EFDA]=2",
            "B3 NBV HK FY2024 = 1 USD_M; C3 ! tagged forecast",
        ),
        // Two greens: it is not known which is meant.
        (
            "@ HK\n# US$m\n# Figures in green are restated\n || FY2024 | FY2025\n---\nNBV || [E2EFDA]=1 | [00FF00]=2",
            "C4 ! unknown_color; B4 ! unknown_color",
        ),
        (
            "@ HK\n# US$m\n# [FFF2CC] Restated\n || FY2024 | FY2025\n---\nNBV || =1 | [FFF2CC]=2",
            "B4 NBV HK FY2024 = 1 USD_M; C4 ! conflicting_headers",
        ),
    ]);
}

#[test]
fn a_title_may_hold_words_of_any_report_and_no_strange_name() {
    check(&[
        ("@ Monthly\n# Hong Kong ratios FY2024, %\n || Value\n---\nROE || =1", "B3 ROE HK FY2024 = 1 PCT"),
        ("@ 排名\n# 香港半年业绩简报（百万美元）\n || 2024年\n---\n新业务价值 || =1", "B3 ! conflicting_headers"),
        ("@ Peers\n# NBV FY2024, US$m\n || Value\n---\nHong Kong || =1", "B3 ! unknown_header `peers`"),
        // Where others are named beside ours, the sheet only says that they are.
        (
            "@ Peers\n# NBV FY2024, US$m\n || Value\n---\nHong Kong || =1\nGlobex || =2",
            "A4 ! unknown_header `Globex`; B3 NBV HK FY2024 = 1 USD_M",
        ),
        // Others without a name over a sheet of ours: nobody is taken from further out.
        ("@ HK\n# Peers, US$m\n || FY2024\n---\nNBV || =1", "A1 ! unknown_header `Peers, US$m`"),
        ("@ 香港\n# 泰国月度新业务价值（百万美元）\n || 2024年\n---\n新业务价值 || =1", "B3 ! conflicting_headers"),
        // Of the name of a sheet, a conflict between titles is told first.
        ("@ North Asia\n# Hong Kong and Thailand, US$m\n || FY2024\n---\nNBV || =1", "B3 ! conflicting_headers"),
        // In a header the same words make another quantity.
        ("@ HK\n# US$m\n || FY2024\n---\nMonthly NBV || =1", "A3 ! unknown_header `Monthly`"),
    ]);
}

#[test]
fn a_year_named_beside_a_period_says_nothing_more() {
    check(&[
        ("@ HK\n# US$m\n || FY2024\n || Full year\n---\nNBV || =1", "B4 NBV HK FY2024 = 1 USD_M"),
        ("@ 香港\n# 百万美元\n || 财年\n || 2024年\n---\n新业务价值 || =1", "B4 NBV HK FY2024 = 1 USD_M"),
        ("@ 香港\n# 百万美元\n || 2024年\n || 本年\n---\n新业务价值 || =1", "B4 NBV HK FY2024 = 1 USD_M"),
        ("@ 香港\n# 百万美元\n || 本年\n---\n新业务价值 || =1", "B2 ! unknown_header `本年`"),
    ]);
}

#[test]
fn footnote_marks_are_no_words() {
    check(&[
        (
            "@ HK\n || FY2024①\n---\nNBV margin (1) || 55%†\nROE [2] || 17.25%¹\nROE注1 || 18%*",
            "B2 NBV_MARGIN HK FY2024 = 55 PCT; B3 ROE HK FY2024 = 17.25 PCT; B4 ROE HK FY2024 = 18 PCT",
        ),
        ("@ HK\n || FY2024\n---\nActive agents (in thousands) || =5", "B2 ACTIVE_AGENTS HK FY2024 = 5 COUNT_K"),
    ]);
}

#[test]
fn a_unit_in_the_corner_holds_for_all_of_the_table() {
    check(&[
        ("@ HK\nUS$m || FY2024\n---\nNBV || =1\nROE (%) || =2", "B2 NBV HK FY2024 = 1 USD_M; B3 ROE HK FY2024 = 2 PCT"),
        ("@ 香港\n# 百万美元\n单位：百万美元 || 2024年\n---\n新业务价值 || =1", "B3 NBV HK FY2024 = 1 USD_M"),
        // A title says of its table what the corner does.
        ("@ 香港\n# 千美元\n单位：百万美元 || 2024年\n---\n新业务价值 || =1", "B3 ! conflicting_units"),
    ]);
}

#[test]
fn bands_and_rounded_theme_colours_are_what_they_look_like() {
    check(&[
        (
            "# NBV FY2024, US$m\n || Value\n---\nHong Kong || =1\nThailand || [F2F2F2]=2\nIndia || [FFF2CC]=3\nMalaysia || [F2F2F2]=4\nVietnam || =5\nIndonesia || [FF9900]=6",
            "B8 ! unknown_color; B3 NBV HK FY2024 = 1 USD_M; B4 NBV THAILAND FY2024 = 2 USD_M; B5 ! tagged forecast; B6 NBV MALAYSIA FY2024 = 4 USD_M; B7 NBV VIETNAM FY2024 = 5 USD_M",
        ),
        (
            "@ HK\n# US$m\n || FY2024 | FY2025 | FY2023\n---\nNBV || =1 | [DEEBF7]=2 | [E1EBF7]=3",
            "D3 ! unknown_color; B3 NBV HK FY2024 = 1 USD_M; C3 NBV HK FY2025 = 2 USD_M #restated",
        ),
    ]);
}

#[test]
fn actual_says_nothing_where_no_tag_is_registered() {
    let plain =
        crate::extraction::meaning::tests::context_of(include_str!("../../../../../fixtures/insurer/profile.toml"));
    let table = "@ HK\n# US$m\n || FY2024 | 2025A | 2026B\n || Actual | 实际 | \n---\nNBV || =1 | =2 | =3";
    let lines: Vec<String> = super::read(table, &plain).readings.iter().map(super::shown).collect();
    let expected = ["D2 ! unknown_header `B`", "B4 NBV HK FY2024 = 1 USD_M", "C4 NBV HK FY2025 = 2 USD_M"];
    assert_eq!(lines, expected);
}
