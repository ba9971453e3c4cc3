//! Number formats of spreadsheets (ECMA-376 part 1, 18.8.31) as far as they say what a number is: the percent sign, the
//! words around the digits, and what shows it on another scale or with another sign. It renders no number.

use rust_decimal::Decimal;

use crate::files::number_format::{NumberFormat, Token};

/// What a format's section for a value says about it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Shown {
    /// Words before the digits, such as a currency.
    pub(crate) prefix: String,
    /// Words behind the digits.
    pub(crate) suffix: String,
    /// Whether the value is shown a hundred times larger, with a percent sign.
    pub(crate) percent: bool,
    /// Whether it shows another number: on another scale by commas behind the digits, a positive one with a
    /// negative sign, or a negative one without any.
    pub(crate) another: bool,
    /// Whether the section shows no digit: text in place of the number, or nothing.
    pub(crate) without_digits: bool,
}

/// Reads the section that a value is shown by.
pub(crate) fn shown_by(format: &NumberFormat, value: Decimal) -> Shown {
    let mut shown = Shown { without_digits: true, ..Shown::default() };
    let Some(section) = format.shown(value) else { return shown };
    let own_sign = section.own_sign();
    // Commas since the last digit: they scale unless another digit follows.
    let mut commas = false;
    for token in section.tokens() {
        match token {
            Token::Literal(words) if shown.without_digits => shown.prefix.push_str(words),
            Token::Literal(words) => shown.suffix.push_str(words),
            Token::Digit(_) => (shown.without_digits, commas) = (false, false),
            Token::General => shown.without_digits = false,
            Token::Comma => commas = !shown.without_digits,
            Token::Percent | Token::Point => {
                // `0,.0` scales too: the commas stand before the point.
                shown.another |= commas;
                shown.percent |= *token == Token::Percent;
                commas = false;
            }
            Token::Exponent
            | Token::Slash
            | Token::Text
            | Token::Date(_)
            | Token::HalfDay { .. }
            | Token::Elapsed(..) => {}
        }
    }
    shown.another |= commas;
    shown.another |= value > Decimal::ZERO && is_negated(shown.prefix.trim(), shown.suffix.trim());
    shown.another |= own_sign && hides_the_sign(&shown, format);
    let is_bare = |c: char| c.is_whitespace() || matches!(c, '(' | ')' | '-' | '+');
    let [prefix, suffix] = [&shown.prefix, &shown.suffix].map(|text| text.trim_matches(is_bare).to_owned());
    Shown { prefix, suffix, ..shown }
}

/// Whether the section for negative numbers shows one as it would be shown without its sign: with no sign, and with no words
/// around it but those of a positive one.
fn hides_the_sign(shown: &Shown, format: &NumberFormat) -> bool {
    let [prefix, suffix] = [&shown.prefix, &shown.suffix].map(|words| words.trim());
    let positive = shown_by(format, Decimal::ONE);
    let same = |words: &str, of_positive: &str| words.is_empty() || words == of_positive;
    !is_negated(prefix, suffix) && same(prefix, &positive.prefix) && same(suffix, &positive.suffix)
}

/// Whether words around digits make a negative number of them.
fn is_negated(prefix: &str, suffix: &str) -> bool {
    let is_minus = |text: &str| text.starts_with(['-', '−']) || text.ends_with(['-', '−']);
    is_minus(prefix) || is_minus(suffix) || prefix.contains('(') && suffix.contains(')')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(format: &str, value: i64) -> String {
        let shown = shown_by(&NumberFormat::parse(format), Decimal::new(value, 1));
        let mut said = format!("{}|{}", shown.prefix, shown.suffix);
        for (flag, word) in
            [(shown.percent, " percent"), (shown.another, " another"), (shown.without_digits, " no digits")]
        {
            if flag {
                said.push_str(word);
            }
        }
        said
    }

    #[test]
    fn a_format_tells_percent_words_and_scale() {
        for (format, value, expected) in [
            ("General", 5, "|"),
            ("0.0%", 5, "| percent"),
            ("#,##0.0", 5, "|"),
            ("#,##0.0,,\"m\"", 5, "|m another"),
            ("#,##0,", 5, "| another"),
            ("0,.0", 5, "| another"),
            ("0.0\"x\"", 5, "|x"),
            ("0.00E+00", 5, "|"),
            ("##0.0e-0\" m\"", 5, "|m"),
            ("0.0\"E\"", 5, "|E"),
            ("0.0\\%", 5, "|%"),
            ("\"US$\"#,##0.0", 5, "US$|"),
            ("[$HK$-3C04]#,##0.00", 5, "HK$|"),
            ("[Red]0.0", 5, "|"),
            ("#,##0.0_);(#,##0.0)", -5, "|"),
            ("_(* #,##0.0_);_(* \\(#,##0.0\\);_(* \"-\"??_);_(@_)", -5, "|"),
            ("0.0;(0.0);\"–\"", 0, "–| no digits"),
            ("0.0;(0.0)\"亿元\"", -5, "|亿元"),
            (";;;", 5, "| no digits"),
            ("[>=1000000]0.0,,\"M\";0.0", 5, "|"),
            ("[>=0.1]0.0,,\"M\";0.0", 5, "|M another"),
            ("\"a;b\"0", 5, "a;b|"),
            ("0.00\" pp\"", 5, "|pp"),
            ("# ?/?", 5, "|"),
            ("-0.0", 5, "| another"),
            ("\\(0.0\\)", 5, "| another"),
            ("(0.0);0.0", -5, "| another"),
            ("0.0;0.0", -5, "| another"),
            ("0.0_);0.0_)", -5, "| another"),
            ("0.0;[Red]0.0;0.0", -5, "| another"),
            ("\"US$\"0.0;\"US$\"0.0", -5, "US$| another"),
            ("0.0;0.0", 5, "|"),
            ("0.0;0.0-", -5, "|"),
            ("0.0;−0.0", -5, "−|"),
            ("0.0;▲0.0", -5, "▲|"),
            ("0.0;\"loss \"0.0", -5, "loss|"),
        ] {
            assert_eq!(said(format, value), expected, "{format}");
        }
    }
}
