//! Tests of `ranking`.

use super::*;
use crate::ranking::Hit;

const WAS: [&str; 3] = ["1 a.md · para1-2 | 0.0328", "2 b.md · para1-1 | 0.0300", "3 c.md · para4-4 | 0.0100"];

fn shown(is: &[&str]) -> Vec<String> {
    compare(&WAS, is).iter().map(ToString::to_string).collect()
}

#[test]
fn who_moved_appeared_and_vanished_is_said() {
    let is = ["1 b.md · para1-1 | 0.0300", "2 d.md · para2-2 | 0.0200", "3 a.md · para1-2 | 0.0111"];
    assert_eq!(
        shown(&is),
        [
            "b.md · para1-1 moved: place 2 (0.0300) → place 1 (0.0300)",
            "d.md · para2-2 appeared: (new) → place 2 (0.0200)",
            "a.md · para1-2 moved: place 1 (0.0328) → place 3 (0.0111)",
            "c.md · para4-4 vanished: place 3 (0.0100) → (gone)",
        ]
    );
    assert_eq!(shown(&WAS), [""; 0]);
    assert_eq!(shown(&[WAS[0], WAS[1], "3 c.md · para4-4 | 0.0900"]).len(), 1);
}

#[test]
fn a_score_that_differs_in_a_far_digit_changes_no_snapshot() {
    let query =
        serde_json::json!({"id": "q", "query": "x", "relevant": {}, "expect_empty": true, "tags": {"lang": "en"}});
    let fixture = crate::golden::Fixture::from_texts("shop", "", &[]).unwrap();
    let place = crate::golden::FileLine { file: "f".into(), line: 1 };
    let query = <Query as crate::golden::GoldenCase>::read(&query.to_string(), place, &fixture).unwrap();
    let ranking = |score| Ranking {
        hits: vec![Hit {
            doc: "a.md".into(),
            locator: "para1-2".into(),
            title: String::new(),
            text: "t\n".into(),
            score: Some(score),
        }],
        relaxed: vec!["entity".into()],
        beside: Vec::new(),
    };
    let text = render(&query, &ranking(0.032_786_885));
    assert_eq!(text, "query: x\nrelaxed: entity\nhits: 1\nhit: 1 a.md · para1-2 | 0.0328");
    assert_eq!(text, render(&query, &ranking(0.032_786_886)));
}
