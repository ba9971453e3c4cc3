//! Whether a text speaks of any number, in any script: digits and other numeric characters, Chinese numerals, and number
//! words. It errs on the side of "yes": 一下 counts too, because the only use is to let a text pass when there is surely
//! none.

use unicode_properties::{GeneralCategoryGroup, UnicodeGeneralCategory};

use crate::text::TextView;

/// Chinese numerals of every kind, the financial ones included.
const CHINESE: &str = "〇零一二三四五六七八九十百千万亿萬億兆两兩壹贰叁肆伍陆柒捌玖拾佰仟貳參陸廿卅半双雙倍";

/// English words that state a number or a share of one, and their plurals.
const ENGLISH: &[&str] = &[
    "zero",
    "nil",
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
    "fourty",
    "fifty",
    "sixty",
    "seventy",
    "eighty",
    "ninety",
    "hundred",
    "thousand",
    "million",
    "billion",
    "trillion",
    "dozen",
    "score",
    "half",
    "halve",
    "halved",
    "third",
    "quarter",
    "fifth",
    "tenth",
    "first",
    "second",
    "fourth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "twice",
    "thrice",
    "double",
    "doubled",
    "triple",
    "tripled",
    "quadrupled",
    "single",
    "couple",
    "pair",
    "percent",
    "percentage",
    "fold",
    "twofold",
    "tenfold",
    "million-dollar",
];

/// Whether `text` holds any numeric content. For a model's words, for words of the question that a refusal repeats, and for
/// tests of fixed sentences.
pub(crate) fn speaks_of_numbers(text: &str) -> bool {
    let view = TextView::new(text);
    text.chars().chain(view.text().chars()).any(is_numeral) || has_number_word(text) || has_number_word(view.text())
}

/// Whether an English number word stands in `text`. Letters of other scripts end a word as a space does: Chinese is written
/// without spaces, so `约twenty个` is three words.
fn has_number_word(text: &str) -> bool {
    text.split(|c: char| !c.is_ascii_alphabetic()).any(|word| is_number_word(&word.to_ascii_lowercase()))
}

fn is_numeral(c: char) -> bool {
    c.general_category_group() == GeneralCategoryGroup::Number || CHINESE.contains(c) || matches!(c, '%' | '％' | '‰')
}

fn is_number_word(word: &str) -> bool {
    let is_listed = |word: &str| ENGLISH.contains(&word);
    is_listed(word)
        || word.strip_suffix('s').is_some_and(is_listed)
        || word.strip_suffix("ies").is_some_and(|stem| is_listed(&format!("{stem}y")))
        || word.strip_suffix("halves").is_some()
}

#[cfg(test)]
mod tests {
    use super::speaks_of_numbers;

    #[test]
    fn every_way_to_write_a_number_is_seen() {
        for text in [
            "1",
            "１２",
            "٣",
            "四百万",
            "壹佰",
            "Ⅳ",
            "½",
            "²",
            "①",
            "twenty-one",
            "Millions of",
            "a HALF",
            "ｔｗｏ",
            "两成",
            "5%",
            "sixties",
            "t\u{200B}wo",
            "约twenty个",
            "ºTwenty",
        ] {
            assert!(speaks_of_numbers(text), "{text}");
        }
    }

    #[test]
    fn a_text_without_numbers_passes() {
        for text in ["", "I cannot find that.", "没有找到相关数据。", "often", "someone tends to"] {
            assert!(!speaks_of_numbers(text), "{text}");
        }
    }
}
