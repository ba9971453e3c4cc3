//! Tests of `extracted`.

use super::*;

#[test]
fn values_keep_their_digits_and_sheets_their_names() {
    let json = r#"{"doc":"a.xlsx","sheet":"sheet=PL","rows":2,"cols":2,"cells":[
            {"ref":"B2","text":"1,320.5","value":1320.50,"kind":"value"},{"ref":"B3","text":"yes","value":true,"kind":"value"},
            {"ref":"B4","text":"n/a","value":null,"kind":"value","new_field":1}],
            "facts":[{"metric":"M","entity":"E","period":"2024","channel":"TOTAL","value":0.10000000000000000001,"unit":"U",
            "locator":"sheet=PL!B2","tags":["forecast"]}]}"#;
    let grid: Grid = serde_json::from_str(json).unwrap();
    let stored: Vec<&str> = grid.cells.iter().map(Cell::stored).collect();
    assert_eq!((stored, grid.sheet.as_str()), (vec!["1320.50", "true", "n/a"], "PL"));
    assert_eq!(grid.facts[0].value, "0.10000000000000000001");
    let typed = json.replace(r#""2024""#, r#"{"type":"FY","value":"2024"}"#);
    assert_eq!(serde_json::from_str::<Grid>(&typed).unwrap(), grid);
    assert_eq!(grid.tags("B2"), BTreeSet::from(["forecast"]));
    assert_eq!(serde_json::from_str::<Grid>(&serde_json::to_string(&grid).unwrap()).unwrap(), grid);
}
