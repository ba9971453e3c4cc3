//! Finds every number that a text states, for the tests alone: it shares nothing with the guard. Digits of every script,
//! Chinese numerals and English number words count; a run of letters and digits (`2024H1`, `-0.070`) is one number.

/// Chinese numerals and scales.
const CHINESE: &str = "〇零一二三四五六七八九十百千万亿兆两壹贰叁肆伍陆柒捌玖拾佰仟廿卅";

const ENGLISH: [&str; 32] = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
    "twenty",
    "thirty",
    "forty",
    "fifty",
    "sixty",
    "seventy",
    "eighty",
    "ninety",
    "hundred",
    "thousand",
    "million",
    "billion",
];

/// The numbers in a text, in order.
pub(crate) fn numerals(text: &str) -> Vec<String> {
    text.split(|c: char| !belongs(c))
        .map(|run| run.trim_end_matches(['.', '-', '%']).trim_start_matches('.'))
        .filter(|run| run.chars().any(is_numeral) || ENGLISH.contains(&run.to_lowercase().as_str()))
        .map(str::to_owned)
        .collect()
}

/// The text with a letter for each of the given names, the longest first, so that no name is cut by a shorter one. A
/// letter, and not a gap, because what was one word stays one.
pub(crate) fn without(text: &str, names: &[String]) -> String {
    let mut names: Vec<&String> = names.iter().filter(|name| !name.is_empty()).collect();
    names.sort_by_key(|name| std::cmp::Reverse(name.len()));
    names.into_iter().fold(text.to_owned(), |text, name| text.replace(name.as_str(), "x"))
}

fn belongs(c: char) -> bool {
    c.is_ascii_alphanumeric() || is_numeral(c) || matches!(c, '.' | '-' | '%')
}

fn is_numeral(c: char) -> bool {
    c.is_numeric() || CHINESE.contains(c)
}

#[test]
fn every_number_of_a_text_is_found() {
    for (text, expected) in [
        ("营收：-0.070 百万美元", vec!["-0.070", "百万"]),
        ("FY2024 (2024H1): 12.5% · as of 2025-03-31.", vec!["FY2024", "2024H1", "12.5", "2025-03-31"]),
        ("about twenty, or ٣٤ or １２", vec!["twenty", "٣٤", "１２"]),
        ("nothing here; 没有。", vec![]),
    ] {
        assert_eq!(numerals(text), expected, "{text}");
    }
}
