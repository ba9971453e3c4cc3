//! Tests of `grids`.

use super::*;

#[test]
fn a_change_names_its_place() {
    let was = ["sheet=PL!B2 | value 1 | row A2 营收", "sheet=PL!B3 | value 2"];
    let is = ["sheet=PL!B2 | value 7 | row A2 营收", "sheet=PL!B4 | value 2"];
    let shown: Vec<String> = compare("cell", &was, &is).iter().map(ToString::to_string).collect();
    assert_eq!(
        shown,
        [
            "cell sheet=PL!B2: value 1 | row A2 营收 → value 7 | row A2 营收",
            "cell sheet=PL!B4: (new) → value 2",
            "cell sheet=PL!B3: value 2 → (gone)",
        ]
    );
    assert_eq!(compare("cell", &was, &was), []);
}
