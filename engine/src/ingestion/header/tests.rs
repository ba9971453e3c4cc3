//! Tests of `header`.

use super::*;

fn header(cells: &[&str]) -> Result<Header, String> {
    Header::read(&::csv::StringRecord::from(cells)).map_err(|fault| fault.to_string())
}

#[test]
fn columns_may_stand_in_any_order_case_and_width() {
    let header = header(&[" Unit ", "VALUE", "ｍetric", "doc", "period", "entity"]).unwrap();
    assert_eq!(header.position(Column::Metric), Some(2));
    assert_eq!(header.position(Column::Unit), Some(0));
    assert_eq!(header.position(Column::Channel), None);
}

#[test]
fn a_facts_file_is_told_from_a_table_by_its_header() {
    let facts = |line: &str| is_facts_header(line.as_bytes()).unwrap();
    for line in [
        "metric,entity,period,value,unit,doc\nx",
        "\u{FEFF}\"Value\";\"Metrc\"",
        "ｐeriod\tvalue",
        "",
        " , \n",
        "period,value",
    ] {
        assert!(facts(line), "{line}");
    }
    for line in ["Metric,Entity,Unit,2023,2024\n", "US$m,2023,2024", "营收,香港,2024", "name,value"] {
        assert!(!facts(line), "{line}");
    }
    assert!(is_facts_header(&b"\xff\xfe,x"[..]).unwrap());
}

#[test]
fn a_wrong_header_says_what_is_wrong_and_what_is_meant() {
    let base = ["metric", "entity", "period", "value", "unit", "doc"];
    let with = |extra| header(&[&base[..], &[extra]].concat()).unwrap_err();
    let fault = with("chanel");
    assert!(
        fault.contains("unknown column `chanel` (number 7)") && fault.ends_with("did you mean `channel`?"),
        "{fault}"
    );
    assert!(with("zzz").contains("unknown column `zzz` (number 7); the columns are metric, entity"));
    assert!(with("Metric").contains("column `metric` is there twice, as numbers 1 and 7"));
    let fault = header(&base[2..]).unwrap_err();
    assert!(fault.contains("missing columns: metric, entity; found: period, value, unit, doc"), "{fault}");
    assert!(header(&["metric;entity;period"]).unwrap_err().contains("';'"));
    assert!(header(&["metric\tentity"]).unwrap_err().contains("'\\t'"));
}
