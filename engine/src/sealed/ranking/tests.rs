//! Tests of `ranking`.

use proptest::prelude::*;

use super::*;

fn read(reply: &str) -> Option<Vec<usize>> {
    ranking(&ModelText::new(reply), 3)
}

#[test]
fn an_order_is_read_in_the_forms_that_models_write() {
    let order = Some(vec![2, 0, 1]);
    for reply in
        ["[3, 1, 2]", "3,1,2", "[3] > [1] > [2]", "```json\n[3,1,2]\n```", "Of the 3 passages: [3, 1, 2].", "3\n1\n2"]
    {
        assert_eq!(read(reply), order, "{reply}");
    }
    assert_eq!(read("first [1, 2, 3], on reflection [3, 1, 2]"), order);
}

#[test]
fn what_is_no_complete_order_is_none() {
    for reply in [
        "",
        "no",
        "[1, 2]",
        "[1, 2, 2]",
        "[0, 1, 2]",
        "[1, 2, 3, 4]",
        "[1, 2, 99999999999999999999]",
        "1.2 then 3 then 2",
        "三",
    ] {
        assert_eq!(read(reply), None, "{reply}");
    }
    assert_eq!(read(&"[".repeat(REPLY_BYTES_MAX + 1)), None);
}

proptest! {
    #[test]
    fn any_reply_gives_a_permutation_or_nothing(reply in "[\\[\\] ,0-9a-z]{0,40}", candidates in 0usize..6) {
        if let Some(mut order) = ranking(&ModelText::new(reply), candidates) {
            order.sort_unstable();
            prop_assert_eq!(order, (0..candidates).collect::<Vec<_>>());
        }
    }
}
