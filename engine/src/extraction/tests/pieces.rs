//! A value whose pieces play different parts, in each format that shows tables: it never becomes a number that none of its
//! pieces is, and a number in one piece is read.

use proptest::prelude::*;
use proptest::sample::select;
use rust_decimal::Decimal;

use crate::extraction::meaning::document::OfDocument;
use crate::extraction::meaning::tests::CONTEXT;
use crate::extraction::{layout, meaning};
use crate::files::office::package::tests::archive;
use crate::files::pdf::tests::pdf;
use crate::files::quota::Quota;
use crate::files::{self, Format, StyledGrid};
use crate::reading::Reading;

/// How far beside itself a digit of ten points is drawn again at most, in points, where it is one bold digit: two steps of places.
const BOLD_MAX: f64 = 2.0;
/// How far one piece reaches into another, in points, that is drawn over it.
const OVER_MIN: f64 = 3.0;
/// Ways in which HTML and Markdown say of a piece that it is more or less than its text: what stands before and behind it.
const MARKUP: [(&str, &str); 16] = [
    ("<del>", "</del>"),
    ("<s>", "</s>"),
    ("<strike>", "</strike>"),
    ("<ins>", "</ins>"),
    ("<sup>", "</sup>"),
    ("<sub>", "</sub>"),
    ("<small>", "</small>"),
    ("<span style=\"text-decoration: line-through\">", "</span>"),
    ("<span style=\"font-size:1pt\">", "</span>"),
    ("<span style=\"color:#fefefe\">", "</span>"),
    ("<span style=\"position:relative; top:-4px\">", "</span>"),
    ("<span style=\"opacity:0.1\">", "</span>"),
    ("<bdo dir=\"rtl\">", "</bdo>"),
    ("<a href=\"#n\">", "</a>"),
    ("<cite>", "</cite>"),
    ("<span popover>", "</span>"),
];
/// Declarations of a style sheet that say the same of a class.
const DECLARATIONS: [&str; 8] = [
    "text-decoration: line-through",
    "text-decoration-line:line-through !important",
    "font-size: 4px",
    "vertical-align: super",
    "display: none",
    "visibility:hidden",
    "opacity: 0",
    "position: relative; bottom: 3px",
];
/// Selectors of that class, and one of all spans in a cell.
const SELECTORS: [&str; 10] = [
    ".x",
    "span.x",
    "td .x",
    "table td > span",
    "@media screen { .x",
    "td:nth-child(2) .x",
    "table { & .x",
    "table, ul { td > .a { &.x",
    "td { @media print { .x",
    "td { & :is(.x, .y)",
];
/// Properties of a run of an Excel workbook, and of one of a deck.
const OF_WORKBOOK: [&str; 6] = [
    "<strike/>",
    r#"<vertAlign val="superscript"/>"#,
    r#"<vertAlign val="subscript"/>"#,
    r#"<sz val="5"/>"#,
    r#"<color rgb="FFFFFFFF"/>"#,
    r#"<color theme="0"/>"#,
];
const OF_DECK: [&str; 6] = [
    r#"strike="sngStrike""#,
    r#"strike="dblStrike""#,
    r#"baseline="30000""#,
    r#"baseline="-25000""#,
    r#"sz="500""#,
    r#"spc="-900""#,
];
/// What may stand in those properties.
const IN_DECK: [&str; 6] = [
    r#"<a:hlinkClick r:id="r9"/>"#,
    "<a:noFill/>",
    r#"<a:solidFill><a:srgbClr val="000000"><a:alpha val="0"/></a:srgbClr></a:solidFill>"#,
    r#"<a:solidFill><a:srgbClr val="000000"><a:alpha val="5%"/></a:srgbClr></a:solidFill>"#,
    "<a:gradFill/>",
    "<a:blipFill/>",
];

/// The numbers that are read from the only value of a file.
fn values(format: Format, bytes: &[u8]) -> Vec<Decimal> {
    let grids = files::read(format, &mut &*bytes).unwrap().grids.unwrap();
    let read = |grid: &StyledGrid| {
        let layout = layout::analyse(grid);
        meaning::attribute(&OfDocument::default(), grid, &layout, &CONTEXT, &Quota::for_readings()).unwrap().readings
    };
    let facts = grids.iter().flat_map(read).filter_map(|reading| match reading {
        Reading::Fact(fact) => Some(fact.value),
        Reading::Review(_) => None,
    });
    facts.collect()
}

fn page(sheet: &str, cell: &str) -> Vec<u8> {
    let head = "<table><caption>US$m</caption><tr><th></th><th>FY2021</th></tr>";
    format!("<style>{sheet}</style>{head}<tr><td>Hong Kong NBV</td><td>{cell}</td></tr></table>").into_bytes()
}

fn markdown(cell: &str) -> Vec<u8> {
    format!("# US$m\n\n| | FY2021 |\n|---|---|\n| Hong Kong NBV | {cell} |\n").into_bytes()
}

/// A workbook whose value is rich text.
fn workbook(runs: &str) -> Vec<u8> {
    workbook_of("", "", runs)
}

/// The same with something before its rows, and in the tag of the value's row.
fn workbook_of(before: &str, row: &str, runs: &str) -> Vec<u8> {
    let cell = |place: &str, text: &str| format!(r#"<c r="{place}" t="inlineStr"><is>{text}</is></c>"#);
    let plain = |place: &str, text: &str| cell(place, &format!("<t>{text}</t>"));
    let rows = [
        format!(r#"<row r="1">{}</row>"#, plain("A1", "US$m")),
        format!(r#"<row r="2">{}</row>"#, plain("B2", "FY2021")),
        format!(r#"<row r="3" {row}>{}{}</row>"#, plain("A3", "Hong Kong NBV"), cell("B3", runs)),
    ];
    let sheet = format!("<worksheet>{before}<sheetData>{}</sheetData></worksheet>", rows.concat());
    let relation = |id: &str, kind: &str, target: &str| {
        format!(r#"<R><Relationship Id="{id}" Type="http://x/{kind}" Target="{target}"/></R>"#)
    };
    archive(&[
        ("_rels/.rels", &relation("r", "officeDocument", "xl/workbook.xml")),
        ("xl/workbook.xml", r#"<workbook><sheets><sheet name="S" sheetId="1" r:id="r1"/></sheets></workbook>"#),
        ("xl/_rels/workbook.xml.rels", &relation("r1", "worksheet", "worksheets/s.xml")),
        ("xl/worksheets/s.xml", &sheet),
    ])
}

/// A deck of one slide whose table has one value.
fn deck(runs: &str) -> Vec<u8> {
    let cell = |runs: &str| format!("<a:tc><a:txBody><a:p>{runs}</a:p></a:txBody></a:tc>");
    let plain = |text: &str| cell(&format!("<a:r><a:t>{text}</a:t></a:r>"));
    let rows = [
        format!("<a:tr>{}{}</a:tr>", plain("US$m"), plain("FY2021")),
        format!("<a:tr>{}{}</a:tr>", plain("Hong Kong NBV"), cell(runs)),
    ];
    let place = r#"<p:xfrm><a:off x="0" y="0"/><a:ext cx="9" cy="9"/></p:xfrm>"#;
    let slide = format!(
        "<p:sld><p:cSld><p:spTree><p:graphicFrame>{place}<a:graphic><a:graphicData><a:tbl>{}</a:tbl></a:graphicData></a:graphic>\
         </p:graphicFrame></p:spTree></p:cSld></p:sld>",
        rows.concat()
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

/// A page whose table has one value, drawn by `drawn` from (300, 665) on.
fn printed(drawn: &str) -> Vec<u8> {
    let text = |x: u32, y: u32, text: &str| format!("BT /F 10 Tf {x} {y} Td ({text}) Tj ET\n");
    let lines = [700, 680, 660].map(|y| format!("50 {y} m 450 {y} l S\n")).concat();
    let sides = [50, 250, 450].map(|x| format!("{x} 660 m {x} 700 l S\n")).concat();
    let cells = text(60, 685, "US$m") + &text(300, 685, "FY2021") + &text(60, 665, "Hong Kong NBV");
    pdf(&(lines + &sides + &cells + drawn), "")
}

/// Digits of Helvetica from a place on; where they end.
fn digits(at: (f64, f64), size: f64, number: &str) -> (String, f64) {
    let width: f64 = number.chars().map(|c| if c == '.' { 0.278 } else { 0.556 }).sum();
    (format!("BT /F {size} Tf {:.3} {:.3} Td ({number}) Tj ET\n", at.0, at.1), at.0 + width * size)
}

/// Two pieces, of which one is not as the other.
fn pieces() -> impl Strategy<Value = (String, String, bool)> {
    ("[1-9][0-9]{0,2}(\\.[0-9])?", "[0-9]{1,3}(\\.[0-9])?", any::<bool>())
}

/// The first piece and the second one, one of them in its dress.
fn dressed(pieces: &(String, String, bool), dress: impl Fn(&str) -> String, plain: impl Fn(&str) -> String) -> String {
    let (first, second, inner_first) = pieces;
    if *inner_first { dress(first) + &plain(second) } else { plain(first) + &dress(second) }
}

fn check(
    (first, second, _): &(String, String, bool),
    format: Format,
    bytes: &[u8],
    written: &str,
) -> Result<(), TestCaseError> {
    let honest: Vec<Decimal> = [first, second].into_iter().filter_map(|piece| piece.parse().ok()).collect();
    for value in values(format, bytes) {
        prop_assert!(honest.contains(&value), "{written} became {value}");
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn pieces_in_markup_make_no_number(pieces in pieces(), (open, close) in select(&MARKUP[..]), is_page in any::<bool>()) {
        let cell = dressed(&pieces, |piece| format!("{open}{piece}{close}"), str::to_owned);
        let (format, bytes) =
            if is_page { (Format::Html, page("", &cell)) } else { (Format::Markdown, markdown(&cell)) };
        check(&pieces, format, &bytes, &cell)?;
    }

    #[test]
    fn pieces_that_a_style_sheet_dresses_make_no_number(
        pieces in pieces(), selector in select(&SELECTORS[..]), declaration in select(&DECLARATIONS[..])
    ) {
        let cell = dressed(&pieces, |piece| format!("<span class=\"a x\">{piece}</span>"), str::to_owned);
        let ends = "}".repeat(selector.matches('{').count());
        let sheet = format!("p {{ color: red }} /* .x */ {selector} {{ {declaration} }} {ends}");
        // What surely hides nothing is read as it stands: such rules mean fewer elements than they seem to.
        let doubtful = selector.contains(['@', ':', '{']) && ["display", "visib"].iter().any(|hides| declaration.contains(hides));
        if !doubtful {
            check(&pieces, Format::Html, &page(&sheet, &cell), &format!("{cell} under {sheet}"))?;
        }
    }

    #[test]
    fn pieces_of_a_workbook_make_no_number(pieces in pieces(), properties in select(&OF_WORKBOOK[..])) {
        let run = |properties: &str, text: &str| format!("<r><rPr>{properties}</rPr><t>{text}</t></r>");
        let runs = dressed(&pieces, |piece| run(properties, piece), |piece| run(r#"<sz val="11"/>"#, piece));
        check(&pieces, Format::Xlsx, &workbook(&runs), &runs)?;
    }

    #[test]
    fn pieces_of_a_deck_make_no_number(pieces in pieces(), properties in select(&OF_DECK[..])) {
        let run = |properties: &str, text: &str| format!("<a:r><a:rPr {properties}/><a:t>{text}</a:t></a:r>");
        let runs = dressed(&pieces, |piece| run(properties, piece), |piece| run(r#"sz="1200""#, piece));
        check(&pieces, Format::Pptx, &deck(&runs), &runs)?;
    }

    #[test]
    fn pieces_of_a_deck_with_something_in_their_properties_make_no_number(pieces in pieces(), inside in select(&IN_DECK[..])) {
        let run = |inside: &str, text: &str| format!("<a:r><a:rPr>{inside}</a:rPr><a:t>{text}</a:t></a:r>");
        let runs = dressed(&pieces, |piece| run(inside, piece), |piece| run("", piece));
        check(&pieces, Format::Pptx, &deck(&runs), &runs)?;
    }

    #[test]
    fn pieces_of_a_printed_page_make_no_number(
        pieces in pieces(),
        size in prop_oneof![0.5..9.0_f64, 11.0..16.0_f64],
        (raised, over) in prop_oneof![Just((0.0, 0.0)), (1.0..4.0_f64).prop_map(|by| (by, 0.0)), (OVER_MIN..12.0_f64).prop_map(|by| (0.0, by))],
        same_size in any::<bool>(),
    ) {
        let (first, second, _) = &pieces;
        // Pieces of one size and level that follow each other are one number.
        let is_as_large = same_size && raised + over > 0.0;
        let size = if is_as_large { 10.0 } else { size };
        let (one, end) = digits((300.0, 665.0), 10.0, first);
        let (other, _) = digits((end - over, 665.0 + raised), size, second);
        // Digits that are drawn once more on themselves are bold ones.
        let is_bold = raised == 0.0 && is_as_large && (1..=second.len()).any(|count| {
            first.ends_with(&second[..count]) && (digits((0.0, 0.0), size, &second[..count]).1 - over).abs() < BOLD_MAX
        });
        prop_assume!(!is_bold);
        // Further to the left, the second piece stands before the first, and both are read in the order in which they are seen.
        let width = digits((0.0, 0.0), size, second).1;
        let is_before = over > 0.0 && end - 300.0 + width - over < OVER_MIN;
        prop_assume!(!is_before);
        check(&pieces, Format::Pdf, &printed(&(one + &other)), &format!("{first} and {second}, {size} at {raised}, {over} over"))?;
    }

    /// A number that is written as one is read, whatever stands around the whole of it.
    #[test]
    fn a_number_in_one_piece_is_read(number in "[1-9][0-9]{0,2}\\.[0-9]") {
        let value: Decimal = number.parse().unwrap();
        let sheet = ".b { font-size: 9px } .c { text-decoration: line-through }";
        let written = ["", "ins", "b", "span class=\"b\"", "small"].map(|tag| {
            let name = tag.split(' ').next().unwrap_or_default();
            if tag.is_empty() { number.clone() } else { format!("<{tag}>{number}</{name}>") }
        });
        for cell in written {
            prop_assert_eq!(values(Format::Html, &page(sheet, &cell)), vec![value]);
            prop_assert_eq!(values(Format::Markdown, &markdown(&cell)), vec![value]);
        }
        prop_assert_eq!(values(Format::Xlsx, &workbook(&format!("<t>{number}</t>"))), vec![value]);
        prop_assert_eq!(values(Format::Pptx, &deck(&format!("<a:r><a:t>{number}</a:t></a:r>"))), vec![value]);
        prop_assert_eq!(values(Format::Pdf, &printed(&digits((300.0, 665.0), 10.0, &number).0)), vec![value]);
        for struck in [format!("~~{number}~~"), format!("<s>{number}</s>")] {
            prop_assert_eq!(values(Format::Markdown, &markdown(&struck)), Vec::<Decimal>::new());
        }
    }
}

/// A value that is not seen where its row, its column or its text leaves it no room is no fact.
#[test]
fn a_value_without_room_is_no_fact() {
    let book = |before: &str, row: &str| values(Format::Xlsx, &workbook_of(before, row, "<t>1</t>"));
    assert_eq!(book("", "").len(), 1);
    for (before, row) in [
        (r#"<cols><col min="2" max="2" width="0.3"/></cols>"#, ""),
        (r#"<sheetFormatPr defaultColWidth="0.2"/><cols><col min="1" max="1" width="20"/></cols>"#, ""),
        ("", r#"ht="0.1""#),
        (r#"<sheetFormatPr defaultRowHeight="1"/>"#, ""),
    ] {
        assert_eq!(book(before, row), Vec::<Decimal>::new(), "{before} {row}");
    }
    // Rows that are not written at all are the ones that this hides.
    assert_eq!(book(r#"<sheetFormatPr defaultRowHeight="0" zeroHeight="1"/>"#, "").len(), 1);
    for cell in ["<td popover>1</td>", "<td style='text-indent:-99px'>1</td>"] {
        let page = String::from_utf8(page("", "1")).unwrap().replace("<td>1</td>", cell);
        assert_eq!(values(Format::Html, page.as_bytes()), Vec::<Decimal>::new(), "{cell}");
    }
    let held = String::from_utf8(page("td{padding-left:99px;text-indent:-99px}", "1")).unwrap();
    assert_eq!(values(Format::Html, held.as_bytes()).len(), 1);
    let struck = page("table{ & td{text-decoration:line-through} }", "1");
    assert_eq!(values(Format::Html, &struck), Vec::<Decimal>::new());
    let elsewhere =
        page("ul{ & td{text-decoration:line-through} } table{color:#111; & th{color:red} td{padding:1px}}", "1");
    assert_eq!(values(Format::Html, &elsewhere).len(), 1);
}
