//! Tests: which numbers are read, and which count as stated.

use super::Statements;

/// The numbers of a text as they are written in it.
fn numbers(text: &str) -> Vec<&str> {
    Statements::of(text).numbers.into_iter().map(|number| &text[number.span]).collect()
}

/// Whether every number of `prose` is stated in `passage`.
fn states(passage: &str, prose: &str) -> bool {
    let passage = Statements::of(passage);
    let prose = Statements::of(prose);
    assert!(!prose.numbers.is_empty());
    prose.numbers.iter().all(|number| passage.state(number))
}

#[test]
fn every_way_to_write_a_number_is_read() {
    for (text, expected) in [
        ("营收为１，３２０．５０百万美元，下降５４．６％。", vec!["１，３２０．５０百万", "５４．６％"]),
        ("Revenue was 1,320.50 million, down 54.6 per cent.", vec!["1,320.50 million", "54.6 per cent"]),
        ("约三成客户、一千二百人、百分之五、三分之二、一半", vec!["三成", "一千二百", "百分之五", "三分之二", "一半"]),
        ("twenty-five staff, two thirds of clients", vec!["twenty-five", "two thirds"]),
        ("2025-03-31", vec!["2025", "03", "31"]),
        ("FY25, Q1 and 2025H1", vec!["25", "1", "2025", "1"]),
        ("٣٤ and Ⅳ", vec!["٣٤", "Ⅳ"]),
        ("二〇二五年第一季度", vec!["二〇二五", "一"]),
        ("上升3个百分点，50 bps", vec!["3个百分点", "50 bps"]),
        ("t\u{200B}wo or １\u{200B}２", vec!["t\u{200B}wo", "１\u{200B}２"]),
        ("二十一个项目", vec!["二十一"]),
        ("利润翻倍 doubled", vec!["翻倍", "doubled"]),
        (".5 and 0.5", vec![".5", "0.5"]),
        ("不足百人，约twenty个", vec!["百", "twenty"]),
    ] {
        assert_eq!(numbers(text), expected, "{text}");
    }
}

#[test]
fn ordinary_words_state_no_number() {
    for text in [
        "一些客户一般认为，统一的做法是唯一进一步的一步。",
        "第一，业务一直稳定；第二，零售十分活跃。",
        "上半年与下半年，第三方，周一，星期三",
        "One of the clients left; no one knows. The first reason, second hand, third party.",
        "The first half and the second half; half-year results.",
        "someone often tends",
        "",
    ] {
        assert_eq!(numbers(text), Vec::<&str>::new(), "{text}");
    }
}

#[test]
fn the_same_number_in_another_form_is_stated() {
    for (passage, prose) in [
        ("Revenue was 1,320.50.", "营收为 1320.5"),
        ("Revenue was 1,320.50.", "１３２０．５０"),
        ("about 30% left", "三成"),
        ("54.6 percent", "百分之五十四点六"),
        ("54.6%", "百分之54.6"),
        ("1,200,000 clients", "1.2 million; 一百二十万; 120万"),
        ("营收（百万美元）：1,320.50", "1,320.50 百万美元"),
        ("US$m 1,320.50", "1,320.50 million"),
        ("2025年第一季度", "Q1 2025, first quarter"),
        ("two thirds", "三分之二"),
        ("a loss of (5.2)", "-5.2"),
        ("-5.2%", "fell by 5.2%"),
        ("25 people", "twenty-five"),
        ("翻了一番", "doubled"),
    ] {
        assert!(states(passage, prose), "{passage} | {prose}");
    }
}

#[test]
fn another_number_is_not_stated() {
    for (passage, prose) in [
        ("54.6%", "54.6"),
        ("54.6", "54.6%"),
        ("54.6%", "54.6 percentage points"),
        ("1,320.50 million", "1,320.50 billion"),
        ("1,320.50", "1,320.50 million"),
        ("1,320.50", "1,320.5 thousand"),
        ("1320.50", "1320.51"),
        ("31.2%", "三成"),
        ("5.2%", "-5.2%"),
        ("2024", "2025"),
        ("13", "3"),
        ("no number here", "one client"),
        ("Ⅲ", "Ⅳ"),
        ("66%", "two thirds"),
    ] {
        assert!(!states(passage, prose), "{passage} | {prose}");
    }
}
