//! Tests of `color`.

use super::*;
use crate::files::office::package::Package;
use crate::files::office::package::tests::archive;
use crate::files::pptx::part_tree::Tree;

fn tree(xml: &str) -> Tree {
    Tree::read(&mut Package::open(archive(&[("a.xml", xml)])).unwrap(), "a.xml").unwrap()
}

const THEME: &str = r#"<clrScheme><dk1><sysClr val="windowText" lastClr="101010"/></dk1><lt1><sysClr val="window"/></lt1>
        <dk2><srgbClr val="44546A"/></dk2><lt2><srgbClr val="E7E6E6"/></lt2><accent1><srgbClr val="4472C4"/></accent1></clrScheme>"#;

fn shown(color: &str) -> Option<String> {
    let theme = tree(THEME);
    let map = tree(r#"<clrMap bg1="lt1" tx1="dk1" bg2="dk2" tx2="lt2" accent1="accent1"/>"#);
    let palette = Palette::new(theme.root(), map.root());
    let fill = tree(&format!("<tcPr><solidFill>{color}</solidFill></tcPr>"));
    palette.fill(fill.root().unwrap()).map(|rgb| rgb.to_string())
}

fn changed(change: &str) -> Option<String> {
    shown(&format!(r#"<schemeClr val="accent1">{change}</schemeClr>"#))
}

#[test]
fn every_spelling_of_a_colour_is_read() {
    for (color, rgb) in [
        (r#"<srgbClr val="FFF2CC"/>"#, Some("FFF2CC")),
        (r#"<schemeClr val="accent1"/>"#, Some("4472C4")),
        (r#"<schemeClr val="tx1"/>"#, Some("101010")),
        (r#"<schemeClr val="bg1"/>"#, Some("FFFFFF")),
        (r#"<schemeClr val="bg2"/>"#, Some("44546A")),
        (r#"<schemeClr val="lt2"/>"#, Some("E7E6E6")),
        (r#"<schemeClr val="accent9"/>"#, None),
        (r#"<prstClr val="dkOrange"/>"#, Some("FF8C00")),
        (r#"<prstClr val="ltGray"/>"#, Some("D3D3D3")),
        (r#"<prstClr val="red"/>"#, Some("FF0000")),
        (r#"<scrgbClr r="100000" g="0" b="50%"/>"#, Some("FF00BC")),
        (r#"<hslClr hue="7200000" sat="100000" lum="50000"/>"#, Some("00FF00")),
        (r#"<srgbClr val="nonsense"/>"#, None),
    ] {
        assert_eq!(shown(color).as_deref(), rgb, "{color}");
    }
}

#[test]
fn changes_give_what_office_shows() {
    for (change, rgb) in [
        // What Office stores beside "Accent 1, Lighter 80 %", "Lighter 40 %" and "Darker 25 %" of its 2013 theme.
        (r#"<lumMod val="20000"/><lumOff val="80000"/>"#, "DAE3F3"),
        (r#"<lumMod val="60000"/><lumOff val="40000"/>"#, "8FAADC"),
        (r#"<lumMod val="75000"/>"#, "2F5597"),
        (r#"<alpha val="50000"/>"#, "A2B9E2"),
        (r#"<tint val="100000"/>"#, "4472C4"),
        (r#"<tint val="0"/>"#, "FFFFFF"),
        (r#"<shade val="0"/>"#, "000000"),
    ] {
        assert_eq!(changed(change).as_deref(), Some(rgb), "{change}");
    }
    assert_eq!(changed(r#"<alpha val="0"/>"#), None);
}

#[test]
fn only_a_solid_fill_is_one() {
    let palette = Palette::default();
    for none in
        ["<tcPr/>", "<tcPr><noFill/></tcPr>", "<tcPr><lnL><solidFill><srgbClr val='FF0000'/></solidFill></lnL></tcPr>"]
    {
        assert_eq!(palette.fill(tree(none).root().unwrap()), None, "{none}");
    }
}
