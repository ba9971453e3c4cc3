//! Tests of the letters' shapes.

use super::*;

#[test]
fn drawn_letters_are_read() {
    assert_eq!("ᴊıИɢΛɴ".chars().filter_map(stylised).collect::<String>(), "jngan");
    assert_eq!("🇦🇿🅐🅩🅰🆉".chars().filter_map(boxed).collect::<String>(), "azazaz");
    assert_eq!(pictured('🆖'), Some("ng"));
    assert_eq!((stylised('q'), boxed('q'), pictured('q')), (None, None, None));
}

#[test]
fn no_letter_is_drawn_like_two() {
    let mut all: Vec<char> = STYLISED.iter().flat_map(|(_, drawn)| drawn.chars()).collect();
    let len = all.len();
    all.sort_unstable();
    all.dedup();
    assert_eq!(all.len(), len);
}
