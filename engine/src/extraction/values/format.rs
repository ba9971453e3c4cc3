//! Number formats of spreadsheets (ECMA-376 part 1, 18.8.31) as far as they say what a number is: the percent sign, the
//! words around the digits, and the commas that show it on another scale. It renders no number.

use rust_decimal::Decimal;

/// What a format's section for a value says about it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Shown {
    /// Words before the digits, such as a currency.
    pub(crate) prefix: String,
    /// Words behind the digits.
    pub(crate) suffix: String,
    /// Whether the value is shown a hundred times larger, with a percent sign.
    pub(crate) percent: bool,
    /// Whether commas behind the digits show it on another scale.
    pub(crate) scaled: bool,
    /// Whether the section shows no digit: text in place of the number, or nothing.
    pub(crate) without_digits: bool,
}

/// Reads the section that a value is shown by.
pub(crate) fn shown_by(format: &str, value: Decimal) -> Shown {
    let sections = sections(format);
    let negative = value.is_sign_negative() && !value.is_zero();
    let conditional = sections.iter().any(|section| condition(section).is_some());
    let section = if conditional {
        let fits = |section: &&String| condition(section).is_none_or(|holds| holds(value));
        sections.iter().find(fits)
    } else {
        // Positive; negative; zero; text. Whatever is left out is shown as the first is.
        let index = match (negative, value.is_zero()) {
            (true, _) => 1,
            (_, true) => 2,
            _ => 0,
        };
        let numeric = sections.get(..sections.len().min(3)).unwrap_or_default();
        numeric.get(index).or_else(|| numeric.first())
    };
    section.map(|section| shown(section)).unwrap_or_default()
}

/// The sections of a format, at the semicolons that stand in no literal.
fn sections(format: &str) -> Vec<String> {
    let mut sections = vec![String::new()];
    let (mut quoted, mut bracketed, mut escaped) = (false, false, false);
    for c in format.chars() {
        let plain = !quoted && !bracketed && !escaped;
        if c == ';' && plain {
            sections.push(String::new());
            continue;
        }
        match c {
            _ if escaped => escaped = false,
            '"' if !bracketed => quoted = !quoted,
            '[' if !quoted => bracketed = true,
            ']' if !quoted => bracketed = false,
            '\\' if !quoted && !bracketed => escaped = true,
            _ => {}
        }
        if let Some(section) = sections.last_mut() {
            section.push(c);
        }
    }
    sections
}

type Holds = Box<dyn Fn(Decimal) -> bool>;

/// The condition of a section such as `[>=1000000]0,,"m"`.
fn condition(section: &str) -> Option<Holds> {
    let inside = section.split('[').skip(1).filter_map(|rest| rest.split_once(']')).map(|(inside, _)| inside);
    inside.into_iter().find_map(|inside| {
        let operator_len = inside.find(|c: char| !matches!(c, '<' | '>' | '=')).filter(|len| *len > 0)?;
        let (operator, bound) = inside.split_at(operator_len);
        let bound = Decimal::from_str_exact(bound.trim()).ok()?;
        let holds: Holds = match operator {
            "<" => Box::new(move |value| value < bound),
            "<=" => Box::new(move |value| value <= bound),
            ">" => Box::new(move |value| value > bound),
            ">=" => Box::new(move |value| value >= bound),
            "=" => Box::new(move |value| value == bound),
            "<>" => Box::new(move |value| value != bound),
            _ => return None,
        };
        Some(holds)
    })
}

fn shown(section: &str) -> Shown {
    let mut shown = Shown { without_digits: true, ..Shown::default() };
    // Commas since the last digit: they scale unless another digit follows.
    let mut commas = false;
    let mut chars = section.chars().peekable();
    if section.eq_ignore_ascii_case("general") {
        return Shown::default();
    }
    while let Some(c) = chars.next() {
        let words = if shown.without_digits { &mut shown.prefix } else { &mut shown.suffix };
        match c {
            '"' => words.extend(chars.by_ref().take_while(|c| *c != '"')),
            '\\' => words.extend(chars.next()),
            // Padding as wide as a character, or a character that fills the cell: neither says anything.
            '_' | '*' => drop(chars.next()),
            '[' => {
                let inside: String = chars.by_ref().take_while(|c| *c != ']').collect();
                // `[$US$-409]` is a currency and its language; colours and conditions say nothing of the unit.
                if let Some(currency) = inside.strip_prefix('$') {
                    words.push_str(currency.split('-').next().unwrap_or_default());
                }
            }
            '0' | '#' | '?' => {
                shown.without_digits = false;
                commas = false;
            }
            ',' => commas = !shown.without_digits,
            '%' => {
                shown.percent = true;
                shown.scaled |= commas;
                commas = false;
            }
            '.' => {
                // `0,.0` scales too: the commas stand before the point.
                shown.scaled |= commas && !shown.without_digits;
                commas = false;
            }
            'G' | 'g' if chars.clone().take(6).collect::<String>().eq_ignore_ascii_case("eneral") => {
                chars.by_ref().take(6).for_each(drop);
                shown.without_digits = false;
            }
            '@' => {}
            c => words.push(c),
        }
    }
    shown.scaled |= commas;
    let tidy =
        |words: &str| words.trim_matches(|c: char| c.is_whitespace() || matches!(c, '(' | ')' | '-' | '+')).to_owned();
    shown.prefix = tidy(&shown.prefix);
    shown.suffix = tidy(&shown.suffix);
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(format: &str, value: i64) -> String {
        let shown = shown_by(format, Decimal::new(value, 1));
        let mut said = format!("{}|{}", shown.prefix, shown.suffix);
        for (flag, word) in
            [(shown.percent, " percent"), (shown.scaled, " scaled"), (shown.without_digits, " no digits")]
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
            ("#,##0.0,,\"m\"", 5, "|m scaled"),
            ("#,##0,", 5, "| scaled"),
            ("0,.0", 5, "| scaled"),
            ("0.0\"x\"", 5, "|x"),
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
            ("[>=0.1]0.0,,\"M\";0.0", 5, "|M scaled"),
            ("\"a;b\"0", 5, "a;b|"),
            ("0.00\" pp\"", 5, "|pp"),
        ] {
            assert_eq!(said(format, value), expected, "{format}");
        }
    }
}
