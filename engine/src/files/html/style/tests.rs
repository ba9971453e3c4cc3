//! Tests of `style`.

use super::*;

#[test]
fn colours_are_read_in_every_spelling() {
    for (text, rgb) in [
        ("#FFF2CC", Some(Rgb([0xFF, 0xF2, 0xCC]))),
        ("fff2cc", Some(Rgb([0xFF, 0xF2, 0xCC]))),
        ("#f00", Some(Rgb([0xFF, 0, 0]))),
        ("LightYellow", Some(Rgb([0xFF, 0xFF, 0xE0]))),
        ("rgb(255, 242, 204)", Some(Rgb([0xFF, 0xF2, 0xCC]))),
        ("rgba(0,0,0,0.5)", Some(Rgb([0x7F; 3]))),
        ("transparent", None),
        ("inherit", None),
        ("", None),
    ] {
        assert_eq!(color(text), rgb, "{text}");
    }
    assert_eq!(background("no-repeat #fff2cc"), Some(Some(Rgb([0xFF, 0xF2, 0xCC]))));
    assert_eq!(background("rgb(255, 242, 204) none"), Some(Some(Rgb([0xFF, 0xF2, 0xCC]))));
    assert_eq!((background("none"), background("transparent")), (Some(None), Some(None)));
    assert_eq!((background("no-repeat url(x.png) #fff2cc"), background("var(--x)")), (None, None));
}
