//! Tests of `bits`.

use super::*;

#[test]
fn ranges_of_any_alignment_are_set_and_taken_out() {
    for (start, end) in [(0, 0), (0, 1), (3, 64), (63, 65), (64, 128), (5, 200), (199, 200)] {
        let mut bits = Bits::new(200);
        bits.set(start..end);
        assert!(bits.iter().eq(start..end), "{start}..{end}");
        assert_eq!(bits.count(), u64::from(end - start));
        assert_eq!(bits.any(3..65), start.max(3) < end.min(65));
        assert_eq!(bits.any(64..300), start.max(64) < end);
        assert!((0..300).all(|at| bits.has(at) == (start..end).contains(&at)));
        bits.without(&bits.clone());
        assert_eq!(bits.count(), 0);
    }
}
