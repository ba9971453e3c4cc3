//! An order that a model gave. Nothing but positions of known candidates comes out: a reply that is not a complete order
//! of them is none.

use super::ModelText;

/// Longest reply that is read, in bytes: ten times what a hundred numbers take.
const REPLY_BYTES_MAX: usize = 8 << 10;

/// The order of `candidates` things that a model's reply states, as positions from 0, the best first. The reply names
/// each number from 1 to `candidates` once: in its last list in brackets, or, without one, in all of its words.
pub fn ranking(reply: &ModelText, candidates: usize) -> Option<Vec<usize>> {
    let reply = reply.open();
    if reply.len() > REPLY_BYTES_MAX {
        return None;
    }
    let lists = reply.split('[').skip(1).filter_map(|rest| rest.split_once(']')).map(|(list, _)| list);
    lists.filter_map(|list| order(list, candidates)).last().or_else(|| order(reply, candidates))
}

/// The numbers of a text as positions, when they are a permutation.
fn order(text: &str, candidates: usize) -> Option<Vec<usize>> {
    let numbers = text.split(|c: char| !c.is_ascii_digit()).filter(|digits| !digits.is_empty());
    let mut seen = vec![false; candidates];
    let mut positions = Vec::with_capacity(candidates);
    for number in numbers {
        let position = number.parse::<usize>().ok()?.checked_sub(1)?;
        let seen = seen.get_mut(position)?;
        if std::mem::replace(seen, true) {
            return None;
        }
        positions.push(position);
    }
    (positions.len() == candidates).then_some(positions)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn read(reply: &str) -> Option<Vec<usize>> {
        ranking(&ModelText::new(reply), 3)
    }

    #[test]
    fn an_order_is_read_in_the_forms_that_models_write() {
        let order = Some(vec![2, 0, 1]);
        for reply in [
            "[3, 1, 2]",
            "3,1,2",
            "[3] > [1] > [2]",
            "```json\n[3,1,2]\n```",
            "Of the 3 passages: [3, 1, 2].",
            "3\n1\n2",
        ] {
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
}
