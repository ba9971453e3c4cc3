//! The code of a number format as tokens: what stands between quotes and brackets, which letters are parts of dates, and
//! which `m` is a month. It renders nothing.

use rust_decimal::Decimal;

use crate::files::rgb::Rgb;

/// One of the sections that semicolons divide a code into.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Section {
    pub(super) condition: Option<Condition>,
    /// The colour of what it shows; none where it says none, or one of a workbook's own palette.
    pub(super) color: Option<Rgb>,
    pub(super) tokens: Vec<Token>,
    /// Whether what it shows is known.
    pub(super) is_rendered: bool,
    /// Whether months and days of the week are Chinese.
    pub(super) is_chinese: bool,
}

/// Which numbers a section is for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Condition {
    Below(Decimal),
    AtMost(Decimal),
    Equal(Decimal),
    Unequal(Decimal),
    AtLeast(Decimal),
    Above(Decimal),
}

/// A piece of a section.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Token {
    /// Shown as it is.
    Literal(String),
    /// `0`, `#` or `?`.
    Digit(char),
    Point,
    Comma,
    Percent,
    /// What an exponent begins with (`E+`, `e-`): the digits behind it are those of a power of ten.
    Exponent,
    General,
    /// What divides the digits of a fraction.
    Slash,
    /// `@`
    Text,
    Date(DatePart),
    /// `AM/PM`, with the words for both halves.
    HalfDay {
        before: &'static str,
        after: &'static str,
    },
    /// `[h]`, `[mm]`: the unit and the number of its letters.
    Elapsed(char, usize),
}

/// A part of a date, with the number of its letters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum DatePart {
    Year(usize),
    Month(usize),
    Day(usize),
    /// `aaa` or `aaaa`, the Chinese day of the week.
    ChineseWeekday(usize),
    Hour(usize),
    Minute(usize),
    Second(usize),
    /// Digits of a second's fraction.
    Fraction(usize),
    /// An era or a Buddhist year.
    Era,
}

/// The words for halves of the day that codes may hold.
const HALF_DAYS: [(&str, &str, &str); 3] = [("AM/PM", "AM", "PM"), ("A/P", "A", "P"), ("上午/下午", "上午", "下午")];

/// The primary language identifier of Chinese (MS-LCID 2.2).
const CHINESE: u32 = 0x04;

impl Section {
    /// A section of which nothing is known.
    pub(super) fn unrendered() -> Self {
        Self::default()
    }
}

/// The sections of a code.
pub(super) fn sections(code: &str) -> Vec<Section> {
    let mut scanner = Scanner { rest: code, section: Section { is_rendered: true, ..Section::default() } };
    let mut sections = Vec::new();
    while let Some(is_end) = scanner.step() {
        if is_end {
            let next = Section { is_rendered: true, ..Section::default() };
            sections.push(finished(std::mem::replace(&mut scanner.section, next)));
        }
    }
    sections.push(finished(scanner.section));
    sections
}

struct Scanner<'a> {
    rest: &'a str,
    section: Section,
}

impl Scanner<'_> {
    /// Takes the next token. Whether it ended the section; none at the end of the code.
    fn step(&mut self) -> Option<bool> {
        let c = self.rest.chars().next()?;
        for (word, before, after) in HALF_DAYS {
            if self.rest.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word)) {
                self.skip(word.len());
                self.push(Token::HalfDay { before, after });
                return Some(false);
            }
        }
        if self.rest.get(..7).is_some_and(|start| start.eq_ignore_ascii_case("general")) {
            self.skip(7);
            self.push(Token::General);
            return Some(false);
        }
        self.skip(c.len_utf8());
        match c {
            ';' => return Some(true),
            '"' => {
                let end = self.rest.find('"').unwrap_or(self.rest.len());
                self.literal(end);
                self.skip(1);
            }
            '\\' | '!' => {
                let width = self.next_width();
                self.literal(width);
            }
            // The space as wide as the next character, and the next character as often as there is room.
            '_' => {
                let width = self.next_width();
                self.skip(width);
                self.push(Token::Literal(" ".to_owned()));
            }
            '*' => {
                let width = self.next_width();
                self.skip(width);
            }
            '[' => {
                let end = self.rest.find(']').unwrap_or(self.rest.len());
                let inner = self.rest.get(..end).unwrap_or_default().to_owned();
                self.skip(end + 1);
                self.bracket(&inner);
            }
            '0' | '#' | '?' => self.push(Token::Digit(c)),
            '.' => self.push(Token::Point),
            ',' => self.push(Token::Comma),
            '%' => self.push(Token::Percent),
            '@' => self.push(Token::Text),
            _ => self.letters(c),
        }
        Some(false)
    }

    /// Parts of dates, exponents, and characters that stand for themselves.
    fn letters(&mut self, first: char) {
        let letter = first.to_ascii_lowercase();
        // `E+` and `E-` are exponents, a lone `e` is a year.
        if letter == 'e' && self.rest.starts_with(['+', '-']) {
            self.section.is_rendered = false;
            self.skip(1);
            self.push(Token::Exponent);
            return;
        }
        if !matches!(letter, 'y' | 'm' | 'd' | 'h' | 's' | 'e' | 'a' | 'g' | 'b') {
            self.push(Token::Literal(first.to_string()));
            return;
        }
        let more = self.rest.chars().take_while(|c| c.eq_ignore_ascii_case(&letter)).count();
        let count = more + 1;
        let part = match letter {
            'y' => DatePart::Year(count),
            'e' => DatePart::Year(4),
            'm' => DatePart::Month(count),
            'd' => DatePart::Day(count),
            'h' => DatePart::Hour(count),
            's' => DatePart::Second(count),
            'a' if count >= 3 => DatePart::ChineseWeekday(count),
            'g' => DatePart::Era,
            'b' if count == 1 && self.rest.starts_with(['1', '2']) => DatePart::Era,
            _ => {
                self.push(Token::Literal(first.to_string()));
                return;
            }
        };
        self.section.is_rendered &= part != DatePart::Era;
        self.skip(more);
        self.push(Token::Date(part));
    }

    fn bracket(&mut self, inner: &str) {
        if let Some(locale) = inner.strip_prefix('$') {
            let (symbol, locale) = locale.split_once('-').unwrap_or((locale, ""));
            if !symbol.is_empty() {
                self.push(Token::Literal(symbol.to_owned()));
            }
            // The language is the lower ten bits (MS-LCID 2.1); numerals and calendar stand above them.
            let identifier = u32::from_str_radix(locale, 16).unwrap_or_default();
            let has_zh = locale.get(..2).is_some_and(|start| start.eq_ignore_ascii_case("zh"));
            self.section.is_chinese |= has_zh || identifier & 0x3FF == CHINESE;
            return;
        }
        if let Some(condition) = condition(inner) {
            self.section.condition = Some(condition);
            return;
        }
        let letter = inner.chars().next().unwrap_or_default().to_ascii_lowercase();
        if matches!(letter, 'h' | 'm' | 's') && inner.chars().all(|c| c.eq_ignore_ascii_case(&letter)) {
            self.push(Token::Elapsed(letter, inner.chars().count()));
        } else if inner.get(..5).is_some_and(|start| start.eq_ignore_ascii_case("DBNum")) {
            self.section.is_rendered = false;
        } else {
            self.section.color = color(inner).or(self.section.color);
        }
    }

    fn literal(&mut self, bytes: usize) {
        let text = self.rest.get(..bytes).unwrap_or_default().to_owned();
        self.skip(bytes);
        self.push(Token::Literal(text));
    }

    fn next_width(&self) -> usize {
        self.rest.chars().next().map_or(0, char::len_utf8)
    }

    fn skip(&mut self, bytes: usize) {
        self.rest = self.rest.get(bytes..).unwrap_or_default();
    }

    fn push(&mut self, token: Token) {
        self.section.tokens.push(token);
    }
}

/// A colour by its name or number (ECMA-376 part 1, 18.8.31). The later numbers are those of the palette.
fn color(inner: &str) -> Option<Rgb> {
    // In code: names of a format.
    const COLORS: [(&str, [u8; 3]); 8] = [
        ("black", [0, 0, 0]),
        ("white", [255, 255, 255]),
        ("red", [255, 0, 0]),
        ("green", [0, 255, 0]),
        ("blue", [0, 0, 255]),
        ("yellow", [255, 255, 0]),
        ("magenta", [255, 0, 255]),
        ("cyan", [0, 255, 255]),
    ];
    let name = inner.trim().to_ascii_lowercase();
    let number = || name.strip_prefix("color")?.trim().parse::<usize>().ok()?.checked_sub(1);
    let index = COLORS.iter().position(|(color, _)| *color == name).or_else(number)?;
    COLORS.get(index).map(|(_, parts)| Rgb(*parts))
}

fn condition(inner: &str) -> Option<Condition> {
    let split = inner.find(|c: char| !matches!(c, '<' | '>' | '='))?;
    let (operator, limit) = inner.split_at_checked(split)?;
    let limit = limit.trim().parse().ok()?;
    Some(match operator {
        "<" => Condition::Below(limit),
        "<=" => Condition::AtMost(limit),
        "=" => Condition::Equal(limit),
        "<>" => Condition::Unequal(limit),
        ">=" => Condition::AtLeast(limit),
        ">" => Condition::Above(limit),
        _ => return None,
    })
}

/// Settles what only the whole section tells: which `m` is a minute, which digits are a second's, which slash divides.
fn finished(mut section: Section) -> Section {
    let is_clock =
        section.tokens.iter().any(|token| matches!(token, Token::Date(_) | Token::Elapsed(..) | Token::HalfDay { .. }));
    if is_clock {
        minutes(&mut section.tokens);
        fractions_of_seconds(&mut section.tokens);
    } else {
        // A slash between digits makes a fraction, and what General means beside digits is not settled anywhere.
        let has_digits = section.tokens.iter().any(|token| matches!(token, Token::Digit(_)));
        let slash = Token::Literal("/".to_owned());
        let has_slash = has_digits && section.tokens.contains(&slash);
        section.tokens.iter_mut().filter(|token| has_slash && **token == slash).for_each(|token| *token = Token::Slash);
        let has_general = section.tokens.contains(&Token::General);
        section.is_rendered &= !(has_digits && (has_slash || has_general));
    }
    section
}

/// An `m` or `mm` right after an hour or right before a second is a minute.
fn minutes(tokens: &mut [Token]) {
    let parts: Vec<usize> = (0..tokens.len())
        .filter(|index| matches!(tokens.get(*index), Some(Token::Date(_) | Token::Elapsed(..))))
        .collect();
    for (nth, index) in parts.iter().enumerate() {
        let Some(Token::Date(DatePart::Month(count @ 1..=2))) = tokens.get(*index) else { continue };
        let count = *count;
        let neighbour = |nth: usize| parts.get(nth).and_then(|index| tokens.get(*index));
        let after_hour =
            nth > 0 && matches!(neighbour(nth - 1), Some(Token::Date(DatePart::Hour(_)) | Token::Elapsed('h', _)));
        let before_second =
            matches!(neighbour(nth + 1), Some(Token::Date(DatePart::Second(_)) | Token::Elapsed('s', _)));
        if (after_hour || before_second)
            && let Some(token) = tokens.get_mut(*index)
        {
            *token = Token::Date(DatePart::Minute(count));
        }
    }
}

/// `.000` behind a second are digits of its fraction.
fn fractions_of_seconds(tokens: &mut Vec<Token>) {
    let mut settled: Vec<Token> = Vec::with_capacity(tokens.len());
    for token in tokens.drain(..) {
        let token = match (token, settled.last_mut()) {
            (Token::Digit('0'), Some(Token::Date(DatePart::Fraction(count)))) => {
                *count += 1;
                continue;
            }
            (Token::Point, Some(Token::Date(DatePart::Second(_)) | Token::Elapsed('s', _))) => {
                Token::Date(DatePart::Fraction(0))
            }
            (Token::Point, _) => Token::Literal(".".to_owned()),
            (Token::Comma, _) => Token::Literal(",".to_owned()),
            (Token::Digit(digit), _) => Token::Literal(digit.to_string()),
            (token, _) => token,
        };
        settled.push(token);
    }
    *tokens = settled;
}

/// The code of a format that a file names by number only (ECMA-376 part 1, 18.8.30, with Excel's own codes where MS-OI29500
/// 2.1.712 says that they differ; those whose meaning depends on the language as in simplified Chinese).
pub(in super::super) fn builtin(id: u32) -> Option<&'static str> {
    Some(match id {
        1 => "0",
        2 => "0.00",
        3 => "#,##0",
        4 => "#,##0.00",
        5 => "$#,##0_);($#,##0)",
        6 => "$#,##0_);[Red]($#,##0)",
        7 => "$#,##0.00_);($#,##0.00)",
        8 => "$#,##0.00_);[Red]($#,##0.00)",
        9 => "0%",
        10 => "0.00%",
        11 => "0.00E+00",
        12 => "# ?/?",
        13 => "# ??/??",
        14 => "m/d/yyyy",
        15 => "d-mmm-yy",
        16 => "d-mmm",
        17 => "mmm-yy",
        18 => "h:mm AM/PM",
        19 => "h:mm:ss AM/PM",
        20 => "h:mm",
        21 => "h:mm:ss",
        22 => "m/d/yyyy h:mm",
        27 | 36 | 50 | 52 | 57 => "yyyy\"年\"m\"月\"",
        28 | 29 | 51 | 53 | 54 | 58 => "m\"月\"d\"日\"",
        30 => "m-d-yy",
        31 => "yyyy\"年\"m\"月\"d\"日\"",
        32 => "h\"时\"mm\"分\"",
        33 => "h\"时\"mm\"分\"ss\"秒\"",
        34 | 55 => "上午/下午h\"时\"mm\"分\"",
        35 | 56 => "上午/下午h\"时\"mm\"分\"ss\"秒\"",
        37 => "#,##0_);(#,##0)",
        38 => "#,##0_);[Red](#,##0)",
        39 => "#,##0.00_);(#,##0.00)",
        40 => "#,##0.00_);[Red](#,##0.00)",
        41 => "_(* #,##0_);_(* (#,##0);_(* \"-\"_);_(@_)",
        42 => "_($* #,##0_);_($* (#,##0);_($* \"-\"_);_(@_)",
        43 => "_(* #,##0.00_);_(* (#,##0.00);_(* \"-\"??_);_(@_)",
        44 => "_($* #,##0.00_);_($* (#,##0.00);_($* \"-\"??_);_(@_)",
        45 => "mm:ss",
        46 => "[h]:mm:ss",
        47 => "mm:ss.0",
        48 => "##0.0E+0",
        49 => "@",
        _ => return None,
    })
}
