//! Numbers in digits of any script, with thousands separators, a decimal point and a sign. An exponent is read as part
//! of the number, so that `1.32e3` never passes for `1.32`.

use rust_decimal::Decimal;

use super::{Form, Scan, Scanned};

/// The zero of every decimal digit block of Unicode 14 (general category `Nd`); the nine digits follow it.
const ZEROS: [u32; 66] = [
    0x30, 0x660, 0x6F0, 0x7C0, 0x966, 0x9E6, 0xA66, 0xAE6, 0xB66, 0xBE6, 0xC66, 0xCE6, 0xD66, 0xDE6, 0xE50, 0xED0,
    0xF20, 0x1040, 0x1090, 0x17E0, 0x1810, 0x1946, 0x19D0, 0x1A80, 0x1A90, 0x1B50, 0x1BB0, 0x1C40, 0x1C50, 0xA620,
    0xA8D0, 0xA900, 0xA9D0, 0xA9F0, 0xAA50, 0xABF0, 0xFF10, 0x104A0, 0x10D30, 0x11066, 0x110F0, 0x11136, 0x111D0,
    0x112F0, 0x11450, 0x114D0, 0x11650, 0x116C0, 0x11730, 0x118E0, 0x11950, 0x11C50, 0x11D50, 0x11DA0, 0x16A60,
    0x16AC0, 0x16B50, 0x1D7CE, 0x1D7D8, 0x1D7E2, 0x1D7EC, 0x1D7F6, 0x1E140, 0x1E2F0, 0x1E950, 0x1FBF0,
];

/// The value of a decimal digit of any script.
pub(super) fn digit(c: char) -> Option<u8> {
    if c.is_ascii() {
        return c.is_ascii_digit().then(|| c as u8 - b'0');
    }
    let code = u32::from(c);
    let block = ZEROS.partition_point(|zero| *zero <= code).checked_sub(1)?;
    let distance = code.checked_sub(*ZEROS.get(block)?)?;
    u8::try_from(distance).ok().filter(|digit| *digit <= 9)
}

pub(super) fn read(scan: &Scan<'_>) -> Option<Scanned> {
    let first = scan.char(scan.at)?;
    let (start, negative) = match sign(scan, first) {
        Some(negative) => (scan.at + 1, negative),
        None => (scan.at, false),
    };
    let leading = scan.char(start)?;
    if digit(leading).is_none() {
        // `〇` is a letter-like number that Chinese numerals are made of.
        let lone = start == scan.at && leading.is_numeric() && leading != '〇';
        return lone.then(|| scan.numeral(scan.at + 1, None, Form::Sign));
    }
    let mut text = String::new();
    let mut next = run(scan, start, &mut text);
    let leading_group = next - start;
    while leading_group <= 3 && is_group_separator(scan, next) {
        let mut group = String::new();
        let end = run(scan, next + 1, &mut group);
        if group.len() != 3 {
            break;
        }
        text.push_str(&group);
        next = end;
    }
    if scan.char(next).is_some_and(|c| matches!(c, '.' | '．' | '٫')) && scan.char(next + 1).and_then(digit).is_some()
    {
        text.push('.');
        next = run(scan, next + 1, &mut text);
    }
    if let Some(end) = exponent(scan, next) {
        return Some(scan.numeral(end, None, Form::Digits));
    }
    let value = Decimal::from_str_exact(&text).ok().map(|mut value| {
        value.set_sign_negative(negative && !value.is_zero());
        value
    });
    Some(scan.numeral(next, value, Form::Digits))
}

/// Appends the digits from `from` on, and returns the place after them.
fn run(scan: &Scan<'_>, from: usize, text: &mut String) -> usize {
    let mut at = from;
    while let Some(value) = scan.char(at).and_then(digit) {
        text.push(char::from(b'0' + value));
        at += 1;
    }
    at
}

/// Whether a sign stands here that belongs to a number; a hyphen between words or numbers (`2022-2024`, `A-12`) is none.
fn sign(scan: &Scan<'_>, c: char) -> Option<bool> {
    let negative = match c {
        '-' | '\u{2212}' | '\u{FE63}' | '\u{FF0D}' | '负' | '負' => true,
        '+' | '\u{FF0B}' => false,
        _ => return None,
    };
    let joins = |before: char| before.is_ascii_alphanumeric() || before.is_numeric() || before == ')';
    if matches!(c, '负' | '負') || !scan.before().is_some_and(joins) { Some(negative) } else { None }
}

fn is_group_separator(scan: &Scan<'_>, at: usize) -> bool {
    match scan.char(at) {
        Some(',' | '\u{66C}' | '\u{2009}' | '\u{202F}' | '\u{00A0}') => true,
        // In Chinese text the full-width comma ends a clause; it groups only full-width digits.
        Some('\u{FF0C}') => at.checked_sub(1).and_then(|at| scan.char(at)).is_some_and(|c| !c.is_ascii()),
        _ => false,
    }
}

/// The place after an exponent, if one stands here.
fn exponent(scan: &Scan<'_>, at: usize) -> Option<usize> {
    if !matches!(scan.char(at)?, 'e' | 'E' | 'ｅ' | 'Ｅ') {
        return None;
    }
    let digits = match scan.char(at + 1)? {
        '+' | '-' | '\u{2212}' => at + 2,
        _ => at + 1,
    };
    let end = run(scan, digits, &mut String::new());
    (end > digits).then_some(end)
}
