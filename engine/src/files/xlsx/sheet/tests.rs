//! Tests of `sheet`.

use super::*;

#[test]
fn references_of_all_forms_are_rectangles() {
    for (range, shown) in
        [("B2", "B2:B2"), ("A1:C2", "A1:C2"), ("$A$1:$C$2", "A1:C2"), ("B:C", "B1:C1048576"), ("2:3", "A2:XFD3")]
    {
        assert_eq!(span(range).map(|span| span.to_string()).as_deref(), Some(shown), "{range}");
    }
    for range in ["", "C2:A1", "A1:XFE1", "#REF!"] {
        assert_eq!(span(range), None, "{range}");
    }
}
