//! Workbooks with the traps of real ones: written by a library where it can write them, by hand where it cannot.

mod conditions;
mod damage;

use jiff::civil::{date, datetime, time};
use rust_xlsxwriter::{
    Color, ConditionalFormatCell, ConditionalFormatCellRule, ExcelDateTime, Format, FormatAlign, Formula, Workbook,
};

use super::*;
use crate::files::NumberFormat;
use crate::files::office::package::tests::archive;

const RELATIONS: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

fn grids(bytes: Vec<u8>) -> Result<Vec<StyledGrid>, DocumentFault> {
    read(bytes)?.grids
}

/// A workbook of one sheet, with further parts.
fn workbook(sheet: &str, more: &[(&str, &str)]) -> Vec<u8> {
    parts("", sheet, more)
}

/// The same, with something in the workbook part.
fn parts(settings: &str, sheet: &str, more: &[(&str, &str)]) -> Vec<u8> {
    let root = format!(
        r#"<Relationships><Relationship Id="r" Type="{RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>"#
    );
    let book = format!(r#"<workbook>{settings}<sheets><sheet name="S" sheetId="1" r:id="r1"/></sheets></workbook>"#);
    let of_book = format!(
        r#"<Relationships><Relationship Id="r1" Type="{RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/>
        <Relationship Id="r2" Type="{RELATIONS}/styles" Target="styles.xml"/>
        <Relationship Id="r3" Type="{RELATIONS}/sharedStrings" Target="sharedStrings.xml"/>
        <Relationship Id="r4" Type="{RELATIONS}/theme" Target="/xl/theme/theme1.xml"/></Relationships>"#
    );
    let mut parts = vec![
        ("_rels/.rels", root.as_str()),
        ("xl/workbook.xml", &book),
        ("xl/_rels/workbook.xml.rels", &of_book),
        ("xl/worksheets/sheet1.xml", sheet),
    ];
    parts.extend(more);
    archive(&parts)
}

fn sheet(rows: &str) -> String {
    format!("<worksheet><sheetData>{rows}</sheetData></worksheet>")
}

fn only(bytes: Vec<u8>) -> StyledGrid {
    let [grid] = <[_; 1]>::try_from(grids(bytes).unwrap()).unwrap();
    grid
}

fn at(place: &str) -> CellAt {
    place.parse().unwrap()
}

fn cell<'a>(grid: &'a StyledGrid, place: &str) -> &'a Cell {
    grid.cells.iter().find(|cell| cell.at == at(place)).unwrap()
}

fn color(text: &str) -> Option<Rgb> {
    Some(text.parse().unwrap())
}

fn number(text: &str) -> CellValue {
    CellValue::Number(text.parse().unwrap())
}

/// All cells with their texts and values.
fn shown(grid: &StyledGrid) -> Vec<String> {
    grid.cells.iter().map(|cell| format!("{} {:?} {:?}", cell.at, cell.text, cell.value)).collect()
}

#[test]
fn a_written_workbook_comes_back_with_values_and_looks() {
    let mut book = Workbook::new();
    let sheet = book.add_worksheet().set_name("P&L 损益").unwrap();
    let budget = Format::new().set_background_color(Color::RGB(0x00FF_F2CC)).set_num_format("#,##0.0");
    let header = Format::new().set_bold().set_align(FormatAlign::Center);
    let item = Format::new().set_indent(2).set_font_color(Color::RGB(0x00C0_0000));
    sheet.merge_range(0, 1, 0, 3, "2024年", &header).unwrap();
    sheet.write_with_format(1, 0, "其中：寿险", &item).unwrap();
    sheet.write_with_format(1, 1, 1234.56, &budget).unwrap();
    sheet.write_with_format(1, 2, 0.138, &Format::new().set_num_format("0.0%")).unwrap();
    sheet.write(1, 3, true).unwrap();
    sheet.write_formula(2, 1, Formula::new("=B2*2").set_result("2469.12")).unwrap();
    sheet.write_formula(2, 2, "=B2*2").unwrap();
    sheet.write_formula(2, 3, Formula::new("=1/0").set_result("#DIV/0!")).unwrap();
    sheet.write_blank(4, 0, &budget).unwrap();
    sheet.write_blank(4, 1, &header).unwrap();
    sheet.set_row_hidden(2).unwrap();
    sheet.set_column_hidden(2).unwrap();
    let rule = ConditionalFormatCell::new()
        .set_rule(ConditionalFormatCellRule::GreaterThan(5))
        .set_format(Format::new().set_background_color(Color::Red));
    sheet.add_conditional_format(1, 1, 1, 2, &rule).unwrap();
    book.add_worksheet().set_hidden(true);
    let mut grids = grids(book.save_to_buffer().unwrap()).unwrap();
    let empty = grids.pop().unwrap();
    assert!(empty.hidden && empty.cells.is_empty() && empty.rows == 0 && empty.cols == 0);
    let grid = grids.pop().unwrap();
    assert_eq!(grid.locator(at("B2")), "sheet=P&L 损益!B2");
    assert!(!grid.hidden);
    assert_eq!((grid.rows, grid.cols), (5, 4));
    assert_eq!(grid.merges.iter().map(ToString::to_string).collect::<Vec<_>>(), ["B1:D1"]);
    assert_eq!(
        shown(&grid),
        [
            r#"B1 "2024年" Text"#,
            r#"A2 "其中：寿险" Text"#,
            r#"B2 "1,234.6" Number(1234.56)"#,
            r#"C2 "13.8%" Number(0.138)"#,
            r#"D2 "TRUE" Boolean(true)"#,
            r#"B3 "2469.12" Number(2469.12)"#,
            r#"C3 "" Uncomputed"#,
            r##"D3 "#DIV/0!" Error"##,
            r#"A5 "" Empty"#,
        ]
    );
    let value = cell(&grid, "B2");
    assert_eq!(
        (value.fill, value.number_format.as_deref().map(NumberFormat::code)),
        (color("FFF2CC"), Some("#,##0.0"))
    );
    assert!(value.conditional && !value.hidden && !value.bold);
    assert!(cell(&grid, "C2").hidden && cell(&grid, "B3").hidden && !cell(&grid, "D2").hidden);
    assert!(cell(&grid, "B1").bold && !cell(&grid, "D2").conditional);
    let item = cell(&grid, "A2");
    assert_eq!((item.indent, item.font_color, item.number_format.as_deref()), (2, color("C00000"), None));
}

#[test]
fn dates_follow_the_calendar_of_the_workbook() {
    let mut book = Workbook::new();
    let sheet = book.add_worksheet();
    let day = Format::new().set_num_format("yyyy\"年\"m\"月\"d\"日\"");
    sheet.write_with_format(0, 0, ExcelDateTime::from_ymd(2024, 12, 31).unwrap(), &day).unwrap();
    sheet.write_with_format(1, 0, 45657.75, &Format::new().set_num_format("yyyy-mm-dd hh:mm")).unwrap();
    sheet.write_with_format(2, 0, 0.75, &Format::new().set_num_format("h:mm AM/PM")).unwrap();
    sheet.write_with_format(3, 0, 1.5, &Format::new().set_num_format("[h]:mm")).unwrap();
    sheet.write_with_format(4, 0, -1, &day).unwrap();
    sheet.write_with_format(5, 0, 60, &day).unwrap();
    sheet.write_with_format(6, 0, 45657, &Format::new().set_num_format_index(14)).unwrap();
    let grid = only(book.save_to_buffer().unwrap());
    let values: Vec<_> = grid.cells.iter().map(|cell| (&*cell.text, cell.value.clone())).collect();
    assert_eq!(
        values,
        [
            ("2024年12月31日", CellValue::Date(date(2024, 12, 31))),
            ("2024-12-31 18:00", CellValue::DateTime(datetime(2024, 12, 31, 18, 0, 0, 0))),
            ("6:00 PM", CellValue::Time(time(18, 0, 0, 0))),
            ("36:00", CellValue::Text),
            ("-1", CellValue::OutOfRange),
            ("60", CellValue::OutOfRange),
            ("12/31/2024", CellValue::Date(date(2024, 12, 31))),
        ]
    );
    let styles = r#"<styleSheet><cellXfs><xf/><xf numFmtId="14"/></cellXfs></styleSheet>"#;
    let cells = r#"<c r="A1" s="1"><v>44195</v></c><c r="B1" s="1" t="d"><v>2024-12-31</v></c>"#;
    let rows = format!("<worksheet><sheetData><row>{cells}</row></sheetData></worksheet>");
    let grid = only(parts(r#"<workbookPr date1904="1"/>"#, &rows, &[("xl/styles.xml", styles)]));
    assert_eq!(cell(&grid, "A1").value, CellValue::Date(date(2024, 12, 31)));
    assert_eq!(cell(&grid, "B1").value, CellValue::Date(date(2024, 12, 31)), "a date as text has no calendar");
}

#[test]
fn colours_come_through_theme_tint_and_the_workbooks_own_palette() {
    let theme = r#"<a:theme xmlns:a="a"><a:clrScheme><a:dk1><a:sysClr val="windowText" lastClr="000000"/></a:dk1>
        <a:lt1><a:sysClr val="window" lastClr="FFFFFF"/></a:lt1><a:dk2><a:srgbClr val="111111"/></a:dk2>
        <a:lt2><a:srgbClr val="EEEEEE"/></a:lt2><a:accent1><a:srgbClr val="5B9BD5"/></a:accent1></a:clrScheme></a:theme>"#;
    let fill = |inner: &str| format!("<fill><patternFill {inner}</patternFill></fill>");
    let fills: String = [
        r#"patternType="none">"#,
        r#"patternType="gray125">"#,
        r#"patternType="solid"><fgColor theme="4" tint="0.79998168889431442"/>"#,
        r#"patternType="solid"><fgColor theme="2"/>"#,
        r#"patternType="solid"><fgColor indexed="10"/>"#,
        r#"patternType="solid"><fgColor rgb="80FFF2CC"/>"#,
        r#"patternType="darkUp"><fgColor rgb="FFFF0000"/><bgColor rgb="FF0000FF"/>"#,
        r#"patternType="solid"><bgColor rgb="FF0000FF"/>"#,
    ]
    .map(fill)
    .concat();
    let styles = format!(
        r#"<styleSheet><fonts><font><color theme="1"/></font><font><b val="0"/><color rgb="FF000000"/></font>
        <font><b/><color theme="3"/></font><font><color indexed="64"/></font></fonts>
        <fills>{fills}<fill><gradientFill><stop><color rgb="FF000000"/></stop><stop><color rgb="FFFFFFFF"/></stop></gradientFill></fill></fills>
        <cellXfs><xf/>{}<xf fontId="1"/><xf fontId="2"/><xf fontId="3"/></cellXfs>
        <dxfs><dxf><font><b/></font><fill><patternFill><bgColor rgb="FF00FF00"/></patternFill></fill></dxf></dxfs>
        <colors><indexedColors>{}<rgbColor rgb="00ABCDEF"/></indexedColors></colors></styleSheet>"#,
        (0..9).map(|fill| format!(r#"<xf fillId="{fill}"/>"#)).collect::<Vec<_>>().concat(),
        r#"<rgbColor rgb="00000000"/>"#.repeat(10),
    );
    let cells = (0..13).map(|style| format!(r#"<c s="{style}"><v>1</v></c>"#)).collect::<Vec<_>>().concat();
    let rows = sheet(&format!("<row>{cells}</row>"));
    let grid = only(workbook(&rows, &[("xl/styles.xml", &styles), ("xl/theme/theme1.xml", theme)]));
    let fills: Vec<_> =
        grid.cells.iter().map(|cell| cell.fill.map(|fill| fill.to_string()).unwrap_or_default()).collect();
    assert_eq!(fills, ["", "", "DFDFDF", "DDEBF7", "EEEEEE", "ABCDEF", "FFF2CC", "800080", "", "808080", "", "", ""]);
    let fonts: Vec<_> = grid.cells.iter().skip(10).map(|cell| (cell.bold, cell.font_color)).collect();
    assert_eq!(fonts, [(false, None), (true, color("111111")), (false, None)]);
}

#[test]
fn texts_are_joined_unescaped_and_without_phonetic_guides() {
    let strings = r#"<sst><si><r><t xml:space="preserve">Net </t></r><r><t>income</t></r><rPh sb="0" eb="1"><t>x</t></rPh></si>
        <si><t>a_x000D_&#10;b</t></si><si/><si><t>&lt;保费&gt;</t><phoneticPr fontId="1"/></si></sst>"#;
    let rows = sheet(
        r#"<row><c t="s"><v>0</v></c><c t="s"><v>1</v></c><c t="s"><v>2</v></c><c t="s"><v>3</v></c>
        <c t="inlineStr"><is><r><t>in</t></r><r><t>line</t></r><rPh><t>x</t></rPh></is></c>
        <c t="str"><f>A1&amp;""</f><v>text </v></c><c t="str"><f>""</f><v></v></c><c><v>abc</v></c></row>"#,
    );
    let grid = only(workbook(&rows, &[("xl/sharedStrings.xml", strings)]));
    assert_eq!(
        shown(&grid),
        [
            r#"A1 "Net income" Text"#,
            r#"B1 "a\nb" Text"#,
            r#"D1 "<保费>" Text"#,
            r#"E1 "inline" Text"#,
            r#"F1 "text" Text"#,
            r#"H1 "abc" Text"#,
        ]
    );
}

#[test]
fn a_formula_without_a_result_is_told_from_a_result() {
    let rows = sheet(
        r#"<row><c><f>A2</f></c><c><f>A2</f><v/></c><c><f>A2</f><v>0</v></c><c><f>A2</f><v>7</v></c>
        <c t="shared"/></row>"#,
    );
    assert!(grids(workbook(&rows, &[])).is_err(), "a type that does not exist");
    let rows = rows.replace(r#"<c t="shared"/>"#, r#"<c><f t="shared" si="0"/><v>8</v></c><c><v>0</v></c>"#);
    let grid = only(workbook(&rows, &[]));
    let values = |grid: &StyledGrid| grid.cells.iter().map(|cell| cell.value.clone()).collect::<Vec<_>>();
    let uncomputed = || CellValue::Uncomputed;
    assert_eq!(values(&grid), [uncomputed(), uncomputed(), number("0"), number("7"), number("8"), number("0")]);
    // Who asks for everything to be computed again has not computed it; its zeros are no results.
    let grid = only(parts(r#"<calcPr fullCalcOnLoad="1"/>"#, &rows, &[]));
    assert_eq!(values(&grid), [uncomputed(), uncomputed(), uncomputed(), number("7"), number("8"), number("0")]);
}

#[test]
fn places_may_be_left_out_out_of_order_and_at_the_very_end() {
    let rows = sheet(
        r#"<row r="3"><c><v>1</v></c><c r="D3"><v>2</v></c><c><v>3</v></c></row><row><c><v>4</v></c></row>
        <row r="1"><c r="A1"><v>5</v></c></row><row r="3"><c r="A3"><v>6</v></c></row>
        <row r="1048576"><c r="XFD1048576"><v>7</v></c></row>"#,
    );
    let grid = only(workbook(&rows, &[]));
    let places: Vec<_> = grid.cells.iter().map(|cell| format!("{}={}", cell.at, cell.text)).collect();
    assert_eq!(places, ["A1=5", "A3=6", "D3=2", "E3=3", "A4=4", "XFD1048576=7"]);
    assert_eq!((grid.rows, grid.cols), (ROWS_MAX, COLUMNS_MAX));
    for cells in [
        r#"<row r="0"/>"#,
        r#"<row r="1048577"/>"#,
        r#"<row><c r="XFE1"/></row>"#,
        r#"<row r="1048576"/><row><c/></row>"#,
        r#"<row><c r="XFD1"/><c/></row>"#,
        r#"<row><c t="s"><v>0</v></c></row>"#,
    ] {
        assert!(matches!(grids(workbook(&sheet(cells), &[])), Err(DocumentFault::Damaged { .. })), "{cells}");
    }
}

#[test]
fn hidden_and_conditional_ranges_of_every_form_are_seen() {
    let rows = r#"<worksheet><cols><col min="2" max="3" hidden="1"/><col min="5" max="5" width="0"/></cols>
        <sheetData><row><c/><c><v>1</v></c><c><v>1</v></c><c><v>1</v></c><c><v>1</v></c></row>
        <row ht="0"><c><v>1</v></c></row></sheetData><mergeCells><mergeCell ref="A4:B5"/><mergeCell ref="B5:C6"/></mergeCells>
        <conditionalFormatting sqref="D1 A2:A9"/><extLst><x14:conditionalFormatting><x14:cfRule><xm:f>A1</xm:f></x14:cfRule>
        <xm:sqref>B1</xm:sqref></x14:conditionalFormatting></extLst></worksheet>"#;
    let grid = only(workbook(rows, &[]));
    let marks: Vec<_> = grid.cells.iter().map(|cell| (cell.at.to_string(), cell.hidden, cell.conditional)).collect();
    let expected = [
        ("B1", true, true),
        ("C1", true, false),
        ("D1", false, true),
        ("E1", true, false),
        ("A2", true, true),
        ("A4", false, true),
    ];
    assert_eq!(marks, expected.map(|(place, hidden, conditional)| (place.to_owned(), hidden, conditional)));
    assert_eq!(grid.merges.len(), 1, "of two that overlap the first one is kept");
}
