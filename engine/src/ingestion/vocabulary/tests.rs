//! Tests of `vocabulary`.

use super::*;

#[test]
fn each_distinct_cell_is_resolved_once() {
    let mut memory = Memory::default();
    let mut asked = 0;
    for cell in ["a", "a", "b", "a", "b", "b"] {
        let meaning = memory.get(cell, |cell| {
            asked += 1;
            cell.to_uppercase()
        });
        assert_eq!(meaning, cell.to_uppercase());
    }
    assert_eq!(asked, 2);
}

#[test]
fn the_memory_stays_bounded() {
    let mut memory = Memory::default();
    for n in 0..CELLS_MAX * 2 + 10 {
        memory.get(&n.to_string(), |_| n);
    }
    assert!(memory.0.len() <= CELLS_MAX);
    assert_eq!(memory.get("3", |_| 7), 7, "what was given up is resolved anew");
}
