//! A line around a table, in each format and place: where it states another unit than the title's, in whatever wording, no
//! value keeps the title's unit; an ordinary line stops nothing.

use proptest::prelude::*;
use proptest::sample::select;

use super::readings;
use crate::files::Format;
use crate::files::office::package::tests::archive;
use crate::files::pdf::tests::pdf;

/// Units that are not the title's millions of US dollars, as they are written.
const UNITS: [&str; 16] = [
    "HK$ millions",
    "HK$m",
    "HKD million",
    "millions of Hong Kong dollars",
    "Hong Kong dollars",
    "RMB",
    "US$ thousands",
    "thousands of US dollars",
    "US$'000",
    "thousands",
    "US$bn",
    "港币百万元",
    "百万港元",
    "千美元",
    "港元",
    "人民币百万元",
];
/// Wordings of a line that states a unit; `{}` is the unit.
const FRAMES: [&str; 28] = [
    "Note: amounts in {} unless otherwise stated",
    "Note: amounts in {}",
    "All figures in {}",
    "Figures are in {}.",
    "(All amounts in {})",
    "* in {}",
    "in {}",
    "{}",
    "({})",
    "Unit: {}",
    "Currency and scale: {}",
    "Unless otherwise stated, all amounts are expressed in {}.",
    "Amounts shown above are stated in {}",
    "The table is presented in {}.",
    "Values in {}; totals may not add due to rounding",
    "1) Numbers are in {}",
    "In {}, except percentages",
    "Results for the year are reported in {}.",
    "Notes: (1) All data in {}",
    "Sources: company data. All figures in {}.",
    "NBV is in {}",
    "注：单位为{}",
    "以上数据单位为{}",
    "金额以{}计",
    "（单位：{}）",
    "除特别注明外，金额均以{}列示。",
    "本表以{}为单位",
    "注：1、以上金额单位：{}",
];
/// Lines that say nothing of the unit of a table in millions of US dollars, and nothing against its values.
const ORDINARY: [&str; 54] = [
    "Source: company data.",
    "Source: Annual report 2022, page 12",
    "Totals may not add up due to rounding.",
    "Figures are rounded to the nearest thousand.",
    "US$3.2bn was paid in dividends.",
    "A dividend of HK$5 million was paid.",
    "HK$1.2 billion of bonds were repaid.",
    "The US dollar weakened against the RMB during the year.",
    "The Hong Kong dollar is pegged to the US dollar.",
    "Average exchange rate: US$1 = HK$7.82.",
    "Growth rates are at constant exchange rates.",
    "NBV margin is expressed as a percentage of ANP.",
    "Amounts in US$ millions unless otherwise stated",
    "All figures in millions",
    "注：单位为百万美元",
    "单位：百万美元",
    "We serve 2 million customers.",
    "Two million dollars were lost.",
    "The office sent thousands of letters to all.",
    "NBV excludes one-off items.",
    "See note 3 on page 12.",
    "Unaudited.",
    "The figures are unaudited.",
    "Comparative figures have been restated.",
    "We forecast growth.",
    "Our plan is to open two offices.",
    "The budget was approved in March.",
    "数据来源：公司年报",
    "因四舍五入，合计数可能与各项之和不符。",
    "2022年派息3亿港元。",
    "受人民币升值影响，保费增长。",
    "新业务价值不包括一次性项目。",
    "本公司服务200万客户。",
    "以上数据未经审计。",
    "Note: figures may not add up due to rounding.",
    "Note: figures are shown net of reinsurance.",
    "All figures are prepared on the embedded value basis.",
    "Amounts presented for 2020 have been restated.",
    "Prior period amounts have been reclassified to conform to the current presentation.",
    "Certain percentages may not sum to totals due to rounding.",
    "NBV = new business value",
    "NBV: new business value; EV: embedded value",
    "The figures are as follows:",
    "The table below shows NBV by region.",
    "Use of estimates in the accounts is described in note 2.",
    "Results are based on management's estimates.",
    "Demand was strong, for example in Asia.",
    "The budget for 2022 was approved, and we expect to reach the target.",
    "Data source: company reports.",
    "The value of the portfolio is discussed in the annual report.",
    "数据均按固定汇率计算。",
    "以上数据来自年报",
    "数据可能因四舍五入略有差异。",
    "数字工具方面，移动展业平台已更换供应商。",
];

#[derive(Debug, Clone, Copy)]
pub(super) enum Place {
    Above,
    Below,
    /// A row of its own below the rows of the table.
    LastRow,
}

fn xml(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

fn markdown(line: &str, place: Place) -> Vec<u8> {
    let line = line.replace('*', "\\*").replace('$', "\\$");
    let (mut above, mut row, mut below) = (String::new(), String::new(), String::new());
    match place {
        Place::Above => above = format!("{line}\n\n"),
        Place::LastRow => row = format!("| {line} | |\n"),
        Place::Below => below = format!("\n{line}\n"),
    }
    let table = format!("| | FY2021 |\n|---|---|\n| Hong Kong NBV | 150.5 |\n{row}");
    format!("# Results (US$m)\n\n{above}{table}{below}").into_bytes()
}

fn page(line: &str, place: Place) -> Vec<u8> {
    let line = xml(line);
    let (mut above, mut row, mut below) = (String::new(), String::new(), String::new());
    match place {
        Place::Above => above = format!("<p>{line}</p>"),
        Place::LastRow => row = format!("<tr><td colspan=2>{line}</td></tr>"),
        Place::Below => below = format!("<div>{line}</div>"),
    }
    let rows = format!("<tr><th></th><th>FY2021</th></tr><tr><td>Hong Kong NBV</td><td>150.5</td></tr>{row}");
    format!("<h1>Results (US$m)</h1>{above}<table>{rows}</table>{below}").into_bytes()
}

fn workbook(line: &str, place: Place) -> Vec<u8> {
    let cell = |place: &str, text: &str| format!(r#"<c r="{place}" t="inlineStr"><is><t>{}</t></is></c>"#, xml(text));
    let line_at = match place {
        Place::Above => 2,
        Place::LastRow => 5,
        Place::Below => 7,
    };
    let mut rows = [
        (1, cell("A1", "Results (US$m)")),
        (3, cell("B3", "FY2021")),
        (4, cell("A4", "Hong Kong NBV") + r#"<c r="B4"><v>150.5</v></c>"#),
        (line_at, cell(&format!("A{line_at}"), line)),
    ];
    rows.sort();
    let rows: Vec<String> = rows.iter().map(|(number, cells)| format!(r#"<row r="{number}">{cells}</row>"#)).collect();
    let rows = rows.concat();
    let relation = |id: &str, kind: &str, target: &str| {
        format!(r#"<R><Relationship Id="{id}" Type="http://x/{kind}" Target="{target}"/></R>"#)
    };
    archive(&[
        ("_rels/.rels", &relation("r", "officeDocument", "xl/workbook.xml")),
        ("xl/workbook.xml", r#"<workbook><sheets><sheet name="S" sheetId="1" r:id="r1"/></sheets></workbook>"#),
        ("xl/_rels/workbook.xml.rels", &relation("r1", "worksheet", "worksheets/s.xml")),
        ("xl/worksheets/s.xml", &format!("<worksheet><sheetData>{rows}</sheetData></worksheet>")),
    ])
}

fn deck(line: &str, place: Place) -> Vec<u8> {
    let cell = |text: &str| format!("<a:tc><a:txBody><a:p><a:r><a:t>{}</a:t></a:r></a:p></a:txBody></a:tc>", xml(text));
    let row = |one: &str, other: &str| format!("<a:tr>{}{}</a:tr>", cell(one), cell(other));
    let at = |y: u32| format!(r#"<a:off x="0" y="{y}"/><a:ext cx="900" cy="90"/>"#);
    let text = |mark: &str, y: u32, text: &str| {
        format!(
            "<p:sp><p:nvSpPr><p:nvPr>{mark}</p:nvPr></p:nvSpPr><p:spPr><a:xfrm>{}</a:xfrm></p:spPr><p:txBody><a:p><a:r><a:t>{}\
             </a:t></a:r></a:p></p:txBody></p:sp>",
            at(y),
            xml(text)
        )
    };
    let (mut extra, mut last) = (String::new(), String::new());
    match place {
        Place::Above => extra = text("", 200, line),
        Place::Below => extra = text("", 800, line),
        Place::LastRow => last = row(line, ""),
    }
    let rows = row("", "FY2021") + &row("Hong Kong NBV", "150.5") + &last;
    let slide = format!(
        "<p:sld><p:cSld><p:spTree>{}{extra}<p:graphicFrame><p:xfrm>{}</p:xfrm><a:graphic><a:graphicData><a:tbl>{rows}</a:tbl>\
         </a:graphicData></a:graphic></p:graphicFrame></p:spTree></p:cSld></p:sld>",
        text(r#"<p:ph type="title"/>"#, 0, "Results (US$m)"),
        at(400)
    );
    archive(&[
        (
            "ppt/presentation.xml",
            r#"<p:presentation><p:sldIdLst><p:sldId id="1" r:id="r1"/></p:sldIdLst></p:presentation>"#,
        ),
        (
            "ppt/_rels/presentation.xml.rels",
            r#"<R><Relationship Id="r1" Type="http://x/slide" Target="slides/s.xml"/></R>"#,
        ),
        ("ppt/slides/s.xml", &slide),
    ])
}

/// A page with the line in Latin letters; its font has no others.
fn printed(line: &str, place: Place) -> Vec<u8> {
    let line = line.replace('(', "\\(").replace(')', "\\)");
    let text = |x: u32, y: u32, text: &str| format!("BT /F 10 Tf {x} {y} Td ({text}) Tj ET\n");
    let lines = [700, 680, 660].map(|y| format!("50 {y} m 450 {y} l S\n")).concat();
    let sides = [50, 250, 450].map(|x| format!("{x} 660 m {x} 700 l S\n")).concat();
    let cells =
        text(60, 685, "Item") + &text(300, 685, "FY2021") + &text(60, 665, "Hong Kong NBV") + &text(300, 665, "150.5");
    let title = text(60, 710, "Results \\(US$m\\)");
    let y = if matches!(place, Place::Above) { 740 } else { 640 };
    pdf(&(lines + &sides + &title + &cells + &text(60, y, &line)), "")
}

fn all_readings(line: &str, place: Place, format: Format) -> Vec<String> {
    let bytes = match format {
        Format::Markdown => markdown(line, place),
        Format::Html => page(line, place),
        Format::Xlsx => workbook(line, place),
        Format::Pptx => deck(line, place),
        _ => printed(line, place),
    };
    readings(format, &bytes)
}

pub(super) fn facts(line: &str, place: Place, format: Format) -> Vec<String> {
    all_readings(line, place, format).into_iter().filter(|reading| !reading.contains(" ! ")).collect()
}

pub(super) const FORMATS: [Format; 5] = [Format::Markdown, Format::Html, Format::Xlsx, Format::Pptx, Format::Pdf];

pub(super) fn is_drawn(line: &str, format: Format) -> bool {
    format != Format::Pdf || line.is_ascii()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]
    #[test]
    fn a_line_of_another_unit_stops_the_titles_one(
        format in select(&FORMATS[..]),
        place in select(&[Place::Above, Place::Below, Place::LastRow][..]),
        frame in select(&FRAMES[..]),
        unit in select(&UNITS[..]),
    ) {
        let line = frame.replace("{}", unit);
        if is_drawn(&line, format) {
            let facts = facts(&line, place, format);
            prop_assert!(facts.is_empty(), "{line} {place:?} {format:?}: {facts:?}");
        }
    }
}

/// Lines that make drafts or estimates of a table's values, or say that they are wrong.
const AGAINST: [&str; 34] = [
    "Figures are estimates",
    "Figures are estimates.",
    "All amounts are preliminary and may be revised.",
    "* Estimate",
    "Draft, subject to change",
    "DRAFT",
    "Provisional",
    "Hypothetical example",
    "Note: preliminary figures",
    "Note: estimates",
    "The figures above are still provisional.",
    "Forecast",
    "Numbers are indicative",
    "the right figure is 160.5",
    "Correction: the value should read 160.5",
    "Erratum: 160.5 instead of 150.5",
    "The figure is 160.5.",
    "NBV is an estimate",
    "Data are simulated.",
    "The numbers in this table are wrong",
    "These figures have been superseded.",
    "This table is out of date",
    "Figures subject to audit",
    "The information is preliminary.",
    "以上为初步数据",
    "注：数据为估计值",
    "预测数",
    "草稿，待确认",
    "更正：应为160.5",
    "本表数据有误",
    "数据仅供参考",
    "以上数据可能调整",
    "表中数字尚未核对。",
    "上述数据均为模拟数据",
];

#[test]
fn a_line_that_speaks_against_the_values_stops_them() {
    let mut silent = Vec::new();
    for line in AGAINST {
        for format in FORMATS {
            for place in [Place::Above, Place::Below, Place::LastRow] {
                if is_drawn(line, format) && !facts(line, place, format).is_empty() {
                    silent.push(format!("{line} {place:?} {format:?}"));
                }
            }
        }
    }
    assert!(silent.is_empty(), "{} silent\n{}", silent.len(), silent.join("\n"));
}

/// Lines about the unit in languages that are not read.
const FOREIGN: [&str; 10] = [
    "Angaben in Tausend Euro",
    "Cifras en miles de dólares",
    "Importi in migliaia di euro",
    "Valores em milhares de reais",
    "Kwoty w tysiącach złotych",
    "단위: 백만원",
    "В тысячах долларов",
    "الأرقام بالآلاف",
    "x 1,000",
    "(×1000)",
];

#[test]
fn a_line_that_nobody_understands_stops_the_values() {
    for line in FOREIGN {
        for format in FORMATS {
            for place in [Place::Below, Place::LastRow] {
                if is_drawn(line, format) {
                    assert!(facts(line, place, format).is_empty(), "{line} {place:?} {format:?}");
                }
            }
        }
    }
}

/// A footnote that some values of a table name speaks of those alone.
#[test]
fn a_footnote_speaks_of_the_values_that_name_it() {
    let page = "# Results (US$m)\n\n| | FY2021 | FY2022 |\n|---|---|---|\n| Hong Kong NBV | 150.5\\* | 160.5 |\n\n\\* Estimate\n";
    let read = readings(Format::Markdown, page.as_bytes());
    let facts: Vec<&String> = read.iter().filter(|reading| !reading.contains(" ! ")).collect();
    assert!(matches!(facts[..], [fact] if fact.contains("160.5")), "{read:?}");
}

#[test]
fn an_ordinary_line_stops_nothing() {
    let mut stopped = Vec::new();
    for line in ORDINARY {
        for format in FORMATS {
            for place in [Place::Above, Place::Below] {
                // A row of words above a table of a workbook is a title, of which every name counts.
                let is_title = format == Format::Xlsx && matches!(place, Place::Above);
                if !is_title && is_drawn(line, format) && facts(line, place, format).is_empty() {
                    let read = all_readings(line, place, format);
                    stopped.push(format!("{line} {place:?} {format:?}: {read:?}"));
                }
            }
        }
    }
    assert!(stopped.is_empty(), "{} stopped\n{}", stopped.len(), stopped.join("\n"));
}
