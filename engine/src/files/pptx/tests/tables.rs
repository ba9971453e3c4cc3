//! What decks show as tables: merges, looks through the theme, titles, unit lines, groups and hidden slides.

use crate::files::grid::{CellAt, CellValue, Rgb, StyledGrid};
use crate::files::office::package::tests::archive;
use crate::files::pptx::read;
use crate::files::{Blemish, DocumentFault};

const THEME: &str = r#"<a:theme><a:themeElements><a:clrScheme><a:dk1><a:srgbClr val="111111"/></a:dk1><a:lt1><a:srgbClr val="FFFFFF"/></a:lt1>
    <a:dk2><a:srgbClr val="222222"/></a:dk2><a:lt2><a:srgbClr val="EEEEEE"/></a:lt2><a:accent1><a:srgbClr val="4472C4"/></a:accent1>
    </a:clrScheme></a:themeElements></a:theme>"#;
const MASTER: &str =
    r#"<p:sldMaster><p:clrMap bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2" accent1="accent1"/></p:sldMaster>"#;
const LAYOUT: &str = r#"<p:sldLayout><p:cSld><p:spTree><p:sp><p:nvSpPr><p:nvPr><p:ph type="title" idx="7"/></p:nvPr></p:nvSpPr></p:sp>
    <p:sp><p:nvSpPr><p:nvPr><p:ph type="body" idx="8"/></p:nvPr></p:nvSpPr><p:spPr><a:xfrm><a:off x="100" y="50"/><a:ext cx="800" cy="30"/>
    </a:xfrm></p:spPr></p:sp></p:spTree></p:cSld></p:sldLayout>"#;

/// A deck of slides with one layout, master and theme.
fn deck(slides: &[String]) -> Result<Vec<StyledGrid>, DocumentFault> {
    let relation = |id: &str, kind: &str, target: &str| {
        format!(r#"<Relationship Id="{id}" Type="http://x/{kind}" Target="{target}"/>"#)
    };
    let numbers = || 1..=slides.len();
    let ids: Vec<String> = numbers().map(|n| format!(r#"<p:sldId id="{n}" r:id="r{n}"/>"#)).collect();
    let ids = ids.concat();
    let rels: String = numbers().map(|n| relation(&format!("r{n}"), "slide", &format!("slides/s{n}.xml"))).collect();
    let mut parts = vec![
        ("ppt/presentation.xml".to_owned(), format!("<p:presentation><p:sldIdLst>{ids}</p:sldIdLst></p:presentation>")),
        ("ppt/_rels/presentation.xml.rels".to_owned(), format!("<R>{rels}</R>")),
    ];
    for (number, slide) in numbers().zip(slides) {
        parts.push((format!("ppt/slides/s{number}.xml"), slide.clone()));
        let rels = format!("<R>{}</R>", relation("r1", "slideLayout", "../layouts/l.xml"));
        parts.push((format!("ppt/slides/_rels/s{number}.xml.rels"), rels));
    }
    for (folder, file, kind, target, text) in [
        ("layouts", "l.xml", "slideMaster", "../masters/m.xml", LAYOUT),
        ("masters", "m.xml", "theme", "../theme/t.xml", MASTER),
    ] {
        parts.push((format!("ppt/{folder}/{file}"), text.to_owned()));
        parts.push((format!("ppt/{folder}/_rels/{file}.rels"), format!("<R>{}</R>", relation("r1", kind, target))));
    }
    parts.push(("ppt/theme/t.xml".to_owned(), THEME.to_owned()));
    let parts: Vec<(&str, &str)> = parts.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    read(archive(&parts))?.grids
}

fn slide(shapes: &str) -> String {
    format!("<p:sld><p:cSld><p:spTree>{shapes}</p:spTree></p:cSld></p:sld>")
}

fn place(x: i64, y: i64, cx: i64, cy: i64) -> String {
    format!(r#"<a:off x="{x}" y="{y}"/><a:ext cx="{cx}" cy="{cy}"/>"#)
}

fn table_at(place: &str, rows: &str) -> String {
    format!(
        "<p:graphicFrame><p:xfrm>{place}</p:xfrm><a:graphic><a:graphicData><a:tbl>{rows}</a:tbl></a:graphicData></a:graphic></p:graphicFrame>"
    )
}

fn cell(text: &str) -> String {
    format!("<a:tc><a:txBody><a:p><a:r><a:t>{text}</a:t></a:r></a:p></a:txBody><a:tcPr/></a:tc>")
}

fn one_cell(place: &str, text: &str) -> String {
    table_at(place, &format!("<a:tr>{}</a:tr>", cell(text)))
}

fn text_box(placeholder: &str, place: &str, text: &str) -> String {
    format!(
        "<p:sp><p:nvSpPr><p:nvPr>{placeholder}</p:nvPr></p:nvSpPr><p:spPr><a:xfrm>{place}</a:xfrm></p:spPr>\
         <p:txBody><a:p><a:r><a:t>{text}</a:t></a:r></a:p></p:txBody></p:sp>"
    )
}

fn rows(rows: &str) -> StyledGrid {
    deck(&[slide(&table_at(&place(0, 0, 9, 9), rows))]).unwrap().remove(0)
}

fn cells(grid: &StyledGrid) -> Vec<String> {
    grid.cells.iter().map(|cell| format!("{}={}", cell.at, cell.text)).collect()
}

fn at<'g>(grid: &'g StyledGrid, place: &str) -> &'g crate::files::Cell {
    grid.cell(place.parse::<CellAt>().unwrap()).unwrap()
}

#[test]
fn covered_cells_belong_to_the_span_that_covers_them() {
    let text = |text: &str| format!("<a:txBody><a:p><a:r><a:t>{text}</a:t></a:r></a:p></a:txBody>");
    let grid = rows(&format!(
        r#"<a:tr><a:tc rowSpan="2" gridSpan="2">{}</a:tc><a:tc hMerge="1"/>{}</a:tr>
           <a:tr><a:tc vMerge="1"/><a:tc hMerge="1" vMerge="1"/>{}</a:tr>
           <a:tr><a:tc gridSpan="3">{}</a:tc>{}<a:tc hMerge="1">{}</a:tc></a:tr>"#,
        text("a"),
        cell("b"),
        cell("c"),
        text("d"),
        cell("e"),
        text("f")
    ));
    assert_eq!(cells(&grid), ["A1=a", "C1=b", "C2=c", "A3=d", "B3=e", "C3=f"], "an unmarked cell ends a span");
    assert_eq!(grid.merges.iter().map(ToString::to_string).collect::<Vec<_>>(), ["A1:B2"]);
}

#[test]
fn a_cell_has_the_lines_and_looks_of_its_runs() {
    let grid = rows(
        r#"<a:tr><a:tc><a:txBody><a:p><a:pPr lvl="1"/><a:r><a:rPr b="1"><a:solidFill><a:schemeClr val="accent1"/></a:solidFill></a:rPr><a:t>Net</a:t></a:r>
        <a:br/><a:fld><a:rPr b="1"/><a:t>2024</a:t></a:fld></a:p><a:p><a:r><a:rPr b="1"/><a:t>营收</a:t></a:r><a:endParaRPr b="0"/></a:p></a:txBody>
        <a:tcPr><a:lnL><a:solidFill><a:srgbClr val="FF0000"/></a:solidFill></a:lnL><a:solidFill><a:schemeClr val="accent1"><a:lumMod val="20000"/><a:lumOff val="80000"/>
        </a:schemeClr></a:solidFill></a:tcPr></a:tc><a:tc><a:txBody><a:p><a:r><a:rPr><a:solidFill><a:srgbClr val="C00000"/></a:solidFill></a:rPr><a:t>(12.5)</a:t></a:r>
        <a:r><a:rPr baseline="30000"><a:solidFill><a:srgbClr val="C00000"/></a:solidFill></a:rPr><a:t>2</a:t></a:r></a:p></a:txBody><a:tcPr><a:noFill/></a:tcPr></a:tc>
        <a:tc><a:tcPr><a:solidFill><a:schemeClr val="bg2"/></a:solidFill></a:tcPr></a:tc></a:tr>"#,
    );
    let (first, second, third) = (at(&grid, "A1"), at(&grid, "B1"), at(&grid, "C1"));
    assert_eq!((&*first.text, first.bold, first.font_color, first.indent), ("Net\n2024\n营收", true, None, 1));
    assert_eq!(first.fill.map(|rgb| rgb.to_string()).as_deref(), Some("DAE3F3"));
    assert_eq!((&*second.text, second.bold, second.fill), ("(12.5)²", false, None));
    assert_eq!(second.font_color, Some(Rgb([0xC0, 0, 0])));
    assert_eq!((&third.value, third.fill), (&CellValue::Empty, Some(Rgb([0xEE; 3]))));
}

#[test]
fn titles_and_unit_lines_speak_about_a_table() {
    let shapes = [
        text_box(r#"<p:ph idx="7"/>"#, "", "Results 2024"),
        text_box(r#"<p:ph idx="8"/>"#, "", "US$ millions"),
        text_box("", &place(100, 90, 50, 20), "See the appendix"),
        text_box("", &place(5000, 90, 50, 20), "单位：亿元"),
        text_box(r#"<p:ph type="ftr" idx="9"/>"#, &place(100, 90, 50, 20), "FY2024"),
        text_box("", &place(100, 400, 50, 20), "FY2023"),
        one_cell(&place(0, 450, 1000, 200), "below"),
        one_cell(&place(0, 120, 1000, 200), "above"),
    ];
    let grids = deck(&[slide(&shapes.concat())]).unwrap();
    assert_eq!(cells(&grids[0]), ["A1=above"]);
    assert_eq!(
        grids[0].captions,
        ["Results 2024", "US$ millions", "See the appendix"],
        "idx 8 stands where its layout puts it"
    );
    assert_eq!(grids[1].captions, ["Results 2024", "FY2023"], "the first table keeps its lines to itself");
    assert_eq!(grids[1].place.to_string(), "slide=1,table=2");
}

#[test]
fn tables_follow_as_they_are_read_also_inside_groups() {
    let group = |place: &str, child: &str, inner: &str| {
        format!("<p:grpSp><p:grpSpPr><a:xfrm>{place}{child}</a:xfrm></p:grpSpPr>{inner}</p:grpSp>")
    };
    let child = r#"<a:chOff x="0" y="0"/><a:chExt cx="10" cy="10"/>"#;
    let inner = group(&place(0, 0, 10, 10), child, &one_cell(&place(0, 5, 10, 5), "third"));
    let shapes = [
        group(&place(0, 0, 1000, 1000), child, &inner),
        one_cell(&place(600, 110, 300, 200), "second"),
        one_cell(&place(0, 120, 300, 200), "first"),
        one_cell("", "nowhere"),
    ];
    let grids = deck(&[slide(&shapes.concat())]).unwrap();
    let order: Vec<String> = grids.iter().map(|grid| cells(grid).concat()).collect();
    assert_eq!(order, ["A1=first", "A1=second", "A1=third", "A1=nowhere"]);
}

#[test]
fn a_slide_can_have_its_own_map_and_be_hidden() {
    let filled = r#"<a:tr><a:tc><a:txBody><a:p><a:t>1</a:t></a:p></a:txBody></a:tc><a:tc><a:txBody><a:p><a:r><a:t>x</a:t></a:r></a:p></a:txBody>
        <a:tcPr><a:solidFill><a:schemeClr val="bg1"/></a:solidFill></a:tcPr></a:tc></a:tr>"#;
    let table = table_at(&place(0, 0, 9, 9), filled);
    let dark = format!(
        r#"<p:sld show="0"><p:cSld><p:spTree>{table}</p:spTree></p:cSld><p:clrMapOvr><a:overrideClrMapping bg1="dk1" tx1="lt1"/></p:clrMapOvr></p:sld>"#
    );
    let grids = deck(&[slide(""), dark, slide(&table)]).unwrap();
    assert_eq!(
        grids.iter().map(|grid| (grid.place.to_string(), grid.hidden)).collect::<Vec<_>>(),
        [("slide=2,table=1".to_owned(), true), ("slide=3,table=1".to_owned(), false)]
    );
    assert_eq!(grids[0].cells.last().unwrap().fill, Some(Rgb([0x11; 3])));
    assert_eq!(grids[1].cells.last().unwrap().fill, Some(Rgb::WHITE));
}

#[test]
fn damage_and_monsters_are_faults() {
    assert!(matches!(read(b"PK".to_vec()), Err(DocumentFault::NoArchive { cut: true })));
    assert!(matches!(deck(&["<p:sld><tbl>".to_owned()]), Err(DocumentFault::Xml { .. })));
    let many = table_at("", &format!("<a:tr>{}</a:tr>", "<a:tc/>".repeat(600_000)));
    assert!(deck(&[slide(&many)]).is_err());
    let merged = format!("<a:tr>{}</a:tr>", r#"<a:tc vMerge="1" rowSpan="99999"/>"#.repeat(2)).repeat(50_000);
    assert!(deck(&[slide(&table_at("", &merged))]).unwrap().is_empty());
    let wild = place(i64::MAX, i64::MIN, i64::MAX, -5);
    assert_eq!(deck(&[slide(&(one_cell(&wild, "a") + &text_box("", &wild, "FY2024")))]).unwrap().len(), 1);
}

#[test]
fn runs_of_different_parts_are_no_one_statement() {
    let run = |properties: &str, text: &str| format!("<a:r><a:rPr {properties}/><a:t>{text}</a:t></a:r>");
    let cell = |runs: &str| format!("<a:tc><a:txBody><a:p>{runs}</a:p></a:txBody></a:tc>");
    for (runs, text, blemish) in [
        (run("", "150") + &run("b=\"1\"", ".5"), "150.5", None),
        (run("strike=\"sngStrike\"", "140") + &run("", "150.5"), "~~140~~ 150.5", Some(Blemish::Struck)),
        (run("strike=\"noStrike\"", "150") + &run("", ".5"), "150.5", None),
        (run("", "150.5") + &run("baseline=\"30000\"", "2"), "150.5²", None),
        (run("baseline=\"30000\"", "2") + &run("", "150.5"), "²150.5", Some(Blemish::Raised)),
        (run("sz=\"1200\"", "150.5") + &run("sz=\"600\"", "2"), "150.52", Some(Blemish::Uneven)),
    ] {
        let row = format!("<a:tr>{}{}</a:tr>", cell(&run("", "NBV")), cell(&runs));
        let grids = deck(&[slide(&table_at(&place(0, 0, 10, 10), &row))]).unwrap();
        let found = grids[0].cell(CellAt { row: 0, col: 1 }).unwrap();
        assert_eq!((&*found.text, found.blemish), (text, blemish));
    }
}
