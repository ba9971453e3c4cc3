//! Tests of `color`.

use super::*;

/// The tints of Excel's own colour menu: lighter by 80, 60 and 40 %, darker by 25 and 50 %.
#[test]
fn tints_give_the_colours_of_the_menu() {
    let tints = [
        0.799_981_688_894_314_4,
        0.599_993_896_298_104_8,
        0.399_975_585_192_419_2,
        -0.249_977_111_117_893,
        -0.499_984_740_745_262,
    ];
    for (base, expected) in [
        ("5B9BD5", ["DDEBF7", "BDD7EE", "9BC2E6", "2F75B5", "1F4E78"]),
        ("ED7D31", ["FCE4D6", "F8CBAD", "F4B084", "C65911", "833C0C"]),
        ("FFC000", ["FFF2CC", "FFE699", "FFD966", "BF8F00", "806000"]),
        ("4472C4", ["D9E1F2", "B4C6E7", "8EA9DB", "305496", "203764"]),
        ("70AD47", ["E2EFDA", "C6E0B4", "A9D08E", "548235", "375623"]),
        ("44546A", ["D6DCE4", "ACB9CA", "8497B0", "333F4F", "222B35"]),
        ("A5A5A5", ["EDEDED", "DBDBDB", "C9C9C9", "7B7B7B", "525252"]),
    ] {
        let base: Rgb = base.parse().unwrap();
        let shown = tints.map(|tint| tinted(base, tint).to_string());
        assert_eq!(shown, expected, "{base}");
    }
    for (base, tint, expected) in [
        ("FFFFFF", -0.049_989_318_521_683_4, "F2F2F2"),
        ("FFFFFF", -0.149_998_474_074_526_2, "D9D9D9"),
        ("FFFFFF", -0.349_986_266_670_735_8, "A6A6A6"),
        ("000000", 0.349_986_266_670_735_8, "595959"),
        ("000000", 0.499_984_740_745_262, "808080"),
        ("E7E6E6", -0.099_978_637_043_366_8, "D0CECE"),
        ("E7E6E6", -0.499_984_740_745_262, "757171"),
    ] {
        assert_eq!(tinted(base.parse().unwrap(), tint).to_string(), expected, "{base} by {tint}");
    }
}

#[test]
fn colours_are_found_by_number() {
    let palette = Palette::default();
    let color = |text: &str| Color::read(&BytesStart::from_content(text, 5)).and_then(|color| color.resolve(&palette));
    let shown = |text| color(text).map(|rgb| rgb.to_string());
    assert_eq!(shown(r#"color rgb="FFFF0000""#).as_deref(), Some("FF0000"));
    assert_eq!(shown(r#"color theme="0""#).as_deref(), Some("FFFFFF"));
    assert_eq!(shown(r#"color theme="1""#).as_deref(), Some("000000"));
    assert_eq!(shown(r#"color indexed="43""#).as_deref(), Some("FFFF99"));
    assert_eq!(shown(r#"color indexed="65""#).as_deref(), Some("FFFFFF"));
    for none in [r#"color auto="1""#, r#"color theme="12""#, r#"color indexed="99""#, r#"color rgb="red""#] {
        assert_eq!(shown(none), None, "{none}");
    }
}
