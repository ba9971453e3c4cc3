//! Tests of `rgb`.

use super::*;

#[test]
fn colours_are_read_and_shown() {
    assert_eq!("fff2cc".parse(), Ok(Rgb([0xFF, 0xF2, 0xCC])));
    assert_eq!("#FFF2CC".parse::<Rgb>().unwrap().to_string(), "FFF2CC");
    for text in ["FFF", "GGGGGG", "+FF2CC", "FFF2CC0"] {
        assert_eq!(text.parse::<Rgb>(), Err(NotAColor), "{text}");
    }
}
