//! Tests of `letters`.

use super::*;

fn folded(text: &str) -> String {
    let mut folder = Folder::default();
    text.chars().flat_map(|c| folder.fold(c).1.to_vec()).collect()
}

fn role(c: char) -> Role {
    Folder::default().fold(c).0
}

#[test]
fn every_dress_of_a_letter_shows_the_letter() {
    for text in [
        "jingan",
        "JINGAN",
        "ｊｉｎｇａｎ",
        "𝐣𝐢𝐧𝐠𝐚𝐧",
        "𝕁𝕀ℕ𝔾𝔸ℕ",
        "ⓙⓘⓝⓖⓐⓝ",
        "🄹🄸🄽🄶🄰🄽",
        "🅙🅘🅝🅖🅐🅝",
        "🅹🅸🅽🅶🅰🅽",
        "🇯🇮🇳🇬🇦🇳",
        "ᴊɪɴɢᴀɴ",
        "јіпgап",
        "ʲⁱⁿᵍᵃⁿ",
        "jíñgän",
        "⒥⒤⒩⒢⒜⒩",
        "JIИGΛИ",
    ] {
        assert_eq!(folded(text), "jingan", "{text}");
    }
    assert_eq!(folded("競竸"), "竞竞");
    assert_eq!(folded("⽴"), "立");
}

#[test]
fn roles() {
    assert_eq!(role('a'), Role::Part(Kind::Letter));
    assert_eq!(role('Ⓐ'), Role::Part(Kind::Ornament));
    assert_eq!(role('ℹ'), Role::Part(Kind::Ornament));
    assert_eq!(role('①'), Role::Part(Kind::Sign));
    assert_eq!(role('！'), Role::Part(Kind::Sign));
    for hidden in ['\u{301}', '\u{200D}', '\u{FE0F}', '\u{202E}', '\u{E0061}', '\u{AD}', '\u{20DD}'] {
        assert_eq!(role(hidden), Role::Hidden, "{hidden:?}");
    }
    for separator in ['-', '_', '，', '\u{200B}', '😀', '\0', '\u{3164}', '\u{2800}', '\u{640}', '´', '\u{E000}'] {
        assert_eq!(role(separator), Role::Separator, "{separator:?}");
    }
    for white in [' ', '\n', '\u{A0}', '\u{3000}', '\u{2028}', '\u{202F}'] {
        assert_eq!(role(white), Role::White, "{white:?}");
    }
}

#[test]
fn a_part_always_shows_a_letter() {
    let mut folder = Folder::default();
    for c in (0..=0x0010_FFFF_u32).filter_map(char::from_u32) {
        let (role, letters) = folder.fold(c);
        assert!(!matches!(role, Role::Part(_)) || !letters.is_empty(), "{c:?}");
    }
}
