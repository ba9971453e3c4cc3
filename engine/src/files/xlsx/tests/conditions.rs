//! What conditional formats strike out, hide or change, in both forms that workbooks have for them.

use super::*;
use crate::files::Blemish;

const STYLES: &str = r#"<styleSheet><dxfs><dxf><font><strike/></font></dxf><dxf><font><color rgb="FFFFFFFF"/></font></dxf>
    <dxf><font><color rgb="FF9C0006"/></font><fill><patternFill><bgColor rgb="FFFFC7CE"/></patternFill></fill></dxf>
    <dxf><numFmt numFmtId="164" formatCode=";;;"/></dxf><dxf><fill><patternFill><bgColor rgb="FF000000"/></patternFill></fill></dxf>
    <dxf><font><strike val="0"/><b/></font></dxf></dxfs></styleSheet>"#;

/// What is the matter with a cell that holds 150.5 and has a rule.
fn blemish(rule: &str) -> Option<Blemish> {
    let sheet = format!(
        r#"<worksheet><sheetData><row><c><v>150.5</v></c><c><v>1</v></c></row></sheetData>
        <conditionalFormatting sqref="A1">{rule}</conditionalFormatting></worksheet>"#
    );
    let grid = only(workbook(&sheet, &[("xl/styles.xml", STYLES)]));
    assert_eq!(cell(&grid, "B1").blemish, None, "{rule}");
    assert!(cell(&grid, "A1").conditional, "{rule}");
    cell(&grid, "A1").blemish
}

#[test]
fn what_a_condition_may_strike_hide_or_change_is_no_statement() {
    let formula = |dress: usize| format!(r#"<cfRule type="expression" dxfId="{dress}"><formula>B1</formula></cfRule>"#);
    let found: Vec<_> = (0..7).map(|dress| blemish(&formula(dress))).collect();
    let (struck, faint, altered) = (Some(Blemish::Struck), Some(Blemish::Faint), Some(Blemish::Altered));
    assert_eq!(found, [struck, faint, None, altered, faint, None, None]);
    for (rule, expected) in [
        (r#"type="cellIs" operator="greaterThan" dxfId="0"><formula>100</formula>"#, struck),
        (r#"type="cellIs" operator="lessThan" dxfId="0"><formula>100</formula>"#, None),
        (r#"type="cellIs" operator="lessThan" dxfId="0"><formula>B1</formula>"#, struck),
        (r#"type="cellIs" operator="between" dxfId="0"><formula>200</formula><formula>100</formula>"#, struck),
        (r#"type="cellIs" operator="notBetween" dxfId="0"><formula>100</formula><formula>200</formula>"#, None),
        (r#"type="cellIs" operator="unheard" dxfId="0"><formula>100</formula>"#, struck),
        (r#"type="dataBar"><dataBar showValue="0"><color rgb="FF638EC6"/></dataBar>"#, faint),
        (r#"type="dataBar"><dataBar><color rgb="FF638EC6"/></dataBar>"#, None),
        (r#"type="iconSet"><iconSet showValue="0"/>"#, faint),
        (r#"type="colorScale"><colorScale><color rgb="FFFF0000"/></colorScale>"#, None),
    ] {
        assert_eq!(blemish(&format!("<cfRule {rule}</cfRule>")), expected, "{rule}");
    }
    let two = formula(2) + &formula(0);
    assert_eq!(blemish(&two), struck);
    assert_eq!(blemish(&formula(0).repeat(300)), altered, "of so many rules none is looked at by itself");
}

#[test]
fn a_condition_of_the_later_form_holds_its_own_look() {
    let sheet = r#"<worksheet><sheetData><row><c><v>150.5</v></c><c><v>1</v></c></row></sheetData><extLst>
        <x14:conditionalFormatting><x14:cfRule type="expression"><xm:f>B1&gt;0</xm:f><x14:dxf><font><strike/></font></x14:dxf>
        </x14:cfRule><xm:sqref>A1</xm:sqref></x14:conditionalFormatting></extLst></worksheet>"#;
    let grid = only(workbook(sheet, &[]));
    assert_eq!(["A1", "B1"].map(|place| cell(&grid, place).blemish), [Some(Blemish::Struck), None]);
}
