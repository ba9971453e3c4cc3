//! How far a name is from anything that a text says: how many letters have to be changed, added or left out until the name
//! stands in it. Signs, white space, width and case do not count, so that a name in disguise is nearer than every other one.

use crate::golden::skeleton;

/// The least changes by which `name` would stand somewhere in `text`.
pub(super) fn distance(name: &str, text: &str) -> usize {
    let bare =
        |text: &str| -> Vec<char> { skeleton(text).chars().map(unboxed).filter(|c| c.is_alphanumeric()).collect() };
    let (name, text) = (bare(name), bare(text));
    // One row a letter of the text: the changes of each start of the name, ending at that letter.
    let mut row: Vec<usize> = (0..=name.len()).collect();
    let mut least = name.len();
    for letter in text {
        let mut diagonal = 0;
        let mut left = 0;
        for (cell, wanted) in row.iter_mut().skip(1).zip(&name) {
            let changed = diagonal + usize::from(letter != *wanted);
            diagonal = *cell;
            *cell = changed.min(diagonal + 1).min(left + 1);
            left = *cell;
        }
        least = least.min(left);
    }
    least
}

/// The letter of one in a circle or a square, which Unicode does not decompose (Enclosed Alphanumeric Supplement).
fn unboxed(c: char) -> char {
    const FIRST: [char; 4] = ['\u{1F130}', '\u{1F150}', '\u{1F170}', '\u{1F1E6}'];
    let letter = |first: char| u32::from(c).checked_sub(u32::from(first)).filter(|at| *at < 26);
    FIRST.into_iter().find_map(letter).and_then(|at| ('a'..='z').nth(at as usize)).unwrap_or(c)
}

#[cfg(test)]
mod tests {
    use super::distance;

    #[test]
    fn a_disguise_costs_a_letter_and_another_name_most_of_them() {
        assert_eq!(distance("Henglian", "What was hen\u{200B}glían's peak load?"), 1);
        assert_eq!(distance("Gridarro", "ＧＲＩＤＡＲＲＯ peak load"), 0);
        assert_eq!(distance("Voltis", "V-o-l-t-i-s in FY2025"), 0);
        assert_eq!(distance("Jingan", "What was 🅙🅘🅝🅖🅐🅝's NBV in 2024?"), 0);
        assert_eq!(distance("Jingan", "🄹🄸🄽🄶🄰🄽 🇯🇮🇳🇬🇦🇳"), 0);
        assert!(distance("Gridarro", "What was henglían's peak load?") > 4);
        assert_eq!(distance("", "x"), 0);
    }
}
