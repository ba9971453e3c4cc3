//! Characters of Chinese numerals and their values.

use crate::text::fold_han;

/// The value of a plain digit.
pub(crate) fn han_digit(c: char) -> Option<u8> {
    Some(match c {
        '〇' | '○' | '零' => 0,
        '一' => 1,
        '二' | '两' => 2,
        '三' => 3,
        '四' => 4,
        '五' => 5,
        '六' => 6,
        '七' => 7,
        '八' => 8,
        '九' => 9,
        _ => return None,
    })
}

/// The value of a digit as cheques write it. Most of them are surnames or parts of names too (大陆, 伍), so wordings of periods
/// leave them out.
pub(super) fn formal_digit(c: char) -> Option<u8> {
    "壹贰叁肆伍陆柒捌玖".chars().zip(1..).find(|(formal, _)| *formal == c).map(|(_, value)| value)
}

/// The power of ten that a character multiplies by.
pub(super) fn power(c: char) -> Option<i64> {
    Some(match c {
        '十' | '拾' => 1,
        '百' | '佰' => 2,
        '千' | '仟' => 3,
        '万' => 4,
        '亿' => 8,
        '兆' => 12,
        _ => return None,
    })
}

/// Whether a character is part of a numeral of any kind, in simplified or traditional form.
pub(super) fn is_numeral(c: char) -> bool {
    let plain = fold_han(c);
    han_digit(plain).is_some() || formal_digit(plain).is_some() || power(plain).is_some() || "廿卅參".contains(c)
}
