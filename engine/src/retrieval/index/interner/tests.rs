//! Tests of `interner`.

use super::*;

#[test]
fn numbers_are_stable_and_ordered_by_bytes() {
    let terms = ["revenue", "营收", "internationalisation", "rev", "internationalise", "营", "a", "internat", "zz"];
    let mut interner = Interner::default();
    for _ in 0..2 {
        for (number, term) in (0..).zip(terms) {
            assert_eq!(interner.number(term.as_bytes()), number);
        }
    }
    let mut sorted = terms;
    sorted.sort_unstable();
    let ordered: Vec<String> = interner
        .in_order()
        .into_iter()
        .map(|number| interner.with(number, |bytes| String::from_utf8_lossy(bytes).into_owned()))
        .collect();
    assert_eq!(ordered, sorted);
    assert_eq!(interner.len(), terms.len());
}
