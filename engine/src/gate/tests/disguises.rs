//! Tests: every name in every disguise in every sentence is refused. A disguise is one line of [`DISGUISES`]; what a
//! script does not have (small capitals of Chinese) leaves the name as it is and is not counted.

use std::collections::BTreeSet;

use super::gate;
use crate::gate::SecurityGate;

type Disguise = fn(&str) -> String;

const NAMES: [&str; 8] =
    ["竞安", "中国竞安", "环宇保险", "jingan", "MetLife", "Harbor Mutual", "竞安Jingan", "Olympia wm"];

const SENTENCES: [&str; 10] = [
    "{}",
    "{}2024年的营收是多少？",
    "请问{}去年的利润",
    "和「{}」相比，我们的新业务价值如何",
    "香港与{}、新加坡的对比",
    "What was the revenue of {} in FY2024?",
    "Compare {}'s margin with ours",
    "{}: net profit, please",
    "is ({}) bigger than us",
    "营收_{}_2024",
];

const DISGUISES: &[(&str, Disguise)] = &[
    ("plain", |name| name.to_owned()),
    ("upper case", |name| name.to_uppercase()),
    ("lower case", |name| name.to_lowercase()),
    ("spaces", |name| between(name, " ")),
    ("wide gaps", |name| between(name, "     ")),
    ("ideographic spaces", |name| between(name, "\u{3000}")),
    ("no-break spaces", |name| between(name, "\u{A0}")),
    ("thin spaces", |name| between(name, "\u{2009}")),
    ("line breaks", |name| between(name, "\r\n")),
    ("tabs", |name| between(name, "\t")),
    ("dots", |name| between(name, ".")),
    ("dots and spaces", |name| between(name, ". ")),
    ("middle dots", |name| between(name, "·")),
    ("hyphens", |name| between(name, "-")),
    ("underscores", |name| between(name, "_")),
    ("slashes", |name| between(name, "/")),
    ("stars", |name| between(name, "*")),
    ("bars", |name| between(name, "|")),
    ("exclamation marks", |name| between(name, "!")),
    ("plus signs", |name| between(name, "+")),
    ("currency signs", |name| between(name, "$")),
    ("brackets", |name| between(name, "】【")),
    ("Chinese commas", |name| between(name, "，")),
    ("full stops", |name| between(name, "。")),
    ("zero-width spaces", |name| between(name, "\u{200B}")),
    ("zero-width joiners", |name| between(name, "\u{200D}")),
    ("word joiners", |name| between(name, "\u{2060}")),
    ("byte order marks", |name| between(name, "\u{FEFF}")),
    ("soft hyphens", |name| between(name, "\u{AD}")),
    ("direction marks", |name| between(name, "\u{200F}")),
    ("direction isolates", |name| format!("\u{2067}{}\u{2069}", between(name, "\u{202E}"))),
    ("variation selectors", |name| between(name, "\u{FE0F}")),
    ("tag characters", |name| between(name, "\u{E0061}")),
    ("null characters", |name| between(name, "\0")),
    ("Hangul fillers", |name| between(name, "\u{3164}")),
    ("braille blanks", |name| between(name, "\u{2800}")),
    ("emoji", |name| between(name, "😀")),
    ("joined emoji", |name| between(name, "👩‍👩‍👧")),
    ("flags", |name| between(name, "🇭🇰")),
    ("keycaps", |name| between(name, "1️⃣")),
    ("letter emoji", |name| between(name, "🅰️")),
    ("circled numbers", |name| between(name, "①")),
    ("arrows", |name| between(name, "→")),
    ("box drawing", |name| between(name, "│")),
    ("tatweel", |name| between(name, "ـ")),
    ("private use", |name| between(name, "\u{E000}")),
    ("acute accents", |name| after_each(name, "\u{301}")),
    ("tone marks", |name| after_each(name, "\u{30C}")),
    ("strike-through", |name| after_each(name, "\u{336}")),
    ("enclosing circles", |name| after_each(name, "\u{20DD}")),
    ("zalgo", |name| after_each(name, "\u{30D}\u{489}\u{33F}\u{311}\u{317}\u{353}")),
    ("full width", |name| shifted(name, '！', '!', '~')),
    ("one space in the middle", |name| split_in_the_middle(name, " ")),
    ("one hyphen in the middle", |name| split_in_the_middle(name, "-")),
    ("one line break in the middle", |name| split_in_the_middle(name, "\n")),
    ("traditional", |name| swapped(name, "竞国环宇保险", "競國環宇保險")),
    ("traditional, spaced", |name| between(&swapped(name, "竞国环险", "竸國環險"), " ")),
    ("Japanese", |name| swapped(name, "竞国环险", "競国環険")),
    ("compatibility ideographs", |name| swapped(name, "环", "環")),
    ("Cyrillic", |name| swapped(name, "ajeopcxyiMHTABKE", "аjеорсхуіМНТАВКЕ")),
    ("Cyrillic capitals", |name| swapped(&name.to_uppercase(), "AJEIOMHTBN", "АЈЕІОМНТВИ")),
    ("Greek", |name| swapped(name, "aionuvtMHABIL", "αιοηυντΜΗΑΒΙL")),
    ("Greek capitals", |name| swapped(&name.to_uppercase(), "AINMHTOYBE", "ΛΙΝΜΗΤΟΥΒΣ")),
    ("Armenian", |name| swapped(name, "ghnuo", "ցհոսօ")),
    ("Cherokee", |name| swapped(&name.to_uppercase(), "JAGELMHT", "ᎫᎪᏀᎬᏞᎷᎻᎢ")),
    ("dotless", |name| swapped(name, "ij", "ıȷ")),
    ("small capitals", |name| swapped(&name.to_lowercase(), "abegijlmnoprtu", "ᴀʙᴇɢɪᴊʟᴍɴᴏᴘʀᴛᴜ")),
    ("mathematical bold", |name| lettered(name, '𝐚')),
    ("mathematical script", |name| lettered(name, '𝓪')),
    ("mathematical monospace", |name| lettered(name, '𝚊')),
    ("circled", |name| lettered(name, 'ⓐ')),
    ("parenthesised", |name| lettered(name, '⒜')),
    ("squared", |name| lettered(name, '🄰')),
    ("black circles", |name| lettered(name, '🅐')),
    ("black squares", |name| lettered(name, '🅰')),
    ("regional indicators", |name| lettered(name, '🇦')),
    ("regional indicators, spaced", |name| between(&lettered(name, '🇦'), " ")),
    ("circled, with exclamation marks", |name| between(&lettered(name, 'ⓐ'), "!")),
    ("superscript", |name| swapped(&name.to_lowercase(), "abefghijlmnoprtuw", "ᵃᵇᵉᶠᵍʰⁱʲˡᵐⁿᵒᵖʳᵗᵘʷ")),
    ("accented", |name| swapped(name, "aeiounglr", "áëîőŭñġłř")),
    ("strokes", |name| swapped(name, "abijlotu", "ⱥƀɨɉłøŧʉ")),
    ("digits", |name| swapped(&name.to_lowercase(), "aeio", "4310")),
    ("more digits", |name| swapped(&name.to_lowercase(), "aeg", "436")),
    ("nine", |name| swapped(&name.to_lowercase(), "gt", "97")),
    ("digits, spaced", |name| between(&swapped(&name.to_lowercase(), "aei", "431"), " ")),
    ("signs", |name| swapped(&name.to_lowercase(), "ai", "@!")),
    ("signs, hyphened", |name| between(&swapped(&name.to_lowercase(), "ai", "@|"), "-")),
    ("l for i", |name| swapped(name, "i", "l")),
    ("I for l", |name| swapped(name, "l", "I")),
    ("rn for m", |name| name.to_lowercase().replace('m', "rn")),
    ("vv for w", |name| name.to_lowercase().replace('w', "vv")),
    ("full width, accents and emoji", |name| between(&after_each(&shifted(name, '！', '!', '~'), "\u{301}"), "🎉")),
    ("look-alikes and zero-width", |name| between(&swapped(name, "aeio", "аеіο"), "\u{200B}\u{200D}")),
];

/// `separator` between all characters that are no white space.
fn between(name: &str, separator: &str) -> String {
    let letters: Vec<String> = name.chars().filter(|c| !c.is_whitespace()).map(String::from).collect();
    letters.join(separator)
}

fn after_each(name: &str, mark: &str) -> String {
    name.chars().flat_map(|c| std::iter::once(c).chain(if c == ' ' { "" } else { mark }.chars())).collect()
}

fn split_in_the_middle(name: &str, separator: &str) -> String {
    let middle = name.chars().count() / 2;
    let (head, tail): (String, String) = (name.chars().take(middle).collect(), name.chars().skip(middle).collect());
    format!("{head}{separator}{tail}")
}

/// Each character of `from` replaced by its counterpart in `to`.
fn swapped(name: &str, from: &str, to: &str) -> String {
    name.chars().map(|c| from.chars().zip(to.chars()).find(|(a, _)| *a == c).map_or(c, |(_, b)| b)).collect()
}

/// Each character between `low` and `high` moved to the block where `low` becomes `first`.
fn shifted(name: &str, first: char, low: char, high: char) -> String {
    let moved = |c: char| char::from_u32(u32::from(c) - u32::from(low) + u32::from(first)).unwrap_or(c);
    name.chars().map(|c| if (low..=high).contains(&c) { moved(c) } else { c }).collect()
}

/// The name in the alphabet whose letter A is `a`.
fn lettered(name: &str, a: char) -> String {
    shifted(&name.to_lowercase(), a, 'a', 'z')
}

fn the_gate() -> SecurityGate {
    gate(&[("PEER", &NAMES)])
}

#[test]
fn every_disguise_is_refused() {
    let gate = the_gate();
    let mut questions = BTreeSet::new();
    let mut through = Vec::new();
    for name in NAMES {
        for (disguise, dress) in DISGUISES {
            for sentence in SENTENCES {
                let question = sentence.replace("{}", &dress(name));
                if gate.screen(&question).is_clear() {
                    through.push(format!("{disguise}: {question:?}"));
                }
                questions.insert(question);
            }
        }
    }
    println!("{} distinct disguised questions, {} get through", questions.len(), through.len());
    assert!(through.is_empty(), "{} get through:\n{}", through.len(), through.join("\n"));
    assert!(questions.len() > 5_000, "{} questions", questions.len());
}

#[test]
fn every_disguise_is_masked_whole() {
    let gate = the_gate();
    for name in NAMES {
        for (disguise, dress) in DISGUISES {
            let question = format!("请问 {} 的营收", dress(name));
            let masked = gate.screen(&question).masked(&question);
            assert_eq!(masked.len(), question.len(), "{disguise}");
            let rest: String = masked.chars().filter(|c| c.is_alphanumeric()).collect();
            assert_eq!(rest, "请问的营收", "{disguise}: {question:?}");
        }
    }
}

#[test]
fn short_names_are_refused_in_full_dress() {
    let gate = gate(&[("AXA", &["AXA"]), ("AIA", &["AIA"]), ("UM", &["UM"])]);
    for text in [
        "AXA",
        "axa",
        "a x a",
        "A.X.A.",
        "a-x-a",
        "A X A",
        "ＡＸＡ",
        "АХА",
        "𝐀𝐗𝐀",
        "ⒶⓍⒶ",
        "🅰🇽🅰",
        "a\u{200B}x\u{200B}a",
        "a😀x😀a",
        "áxá",
        "4xa",
        "@xa",
        "a-xa",
        "AIA",
        "AlA",
        "A1A",
        "A|A",
        "a!a",
        "A I A",
        "ΑΙΑ",
        "u.m",
        "UM",
    ] {
        assert!(!gate.screen(text).is_clear(), "{text}");
        assert!(!gate.screen(&format!("How did {text} do in 2024?")).is_clear(), "{text}");
    }
}
