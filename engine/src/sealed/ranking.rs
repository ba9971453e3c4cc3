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
mod tests;
