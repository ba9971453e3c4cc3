//! Footnote marks behind a text: stars, daggers, superscript and circled digits, a number or letter in brackets, 注1.

/// What the mark stands behind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    /// A value or the text of a header, which is read to the letter: letters beyond `e`, `#` and `^` may be more than marks.
    Meaning,
    /// A label of which only the kind is wanted.
    Label,
}

/// A text without the footnote marks at its end, and whether there were any. A text that is nothing but a mark keeps it:
/// `(1)` is a negative number.
pub(crate) fn without_footnotes(text: &str, place: Place) -> (&str, bool) {
    let mut rest = text.trim();
    let mut marked = false;
    while let Some(bare) =
        without_sign(rest, place).or_else(|| without_bracket(rest, place)).or_else(|| without_word(rest))
    {
        if bare.is_empty() {
            break;
        }
        (rest, marked) = (bare.trim_end(), true);
    }
    (rest, marked)
}

/// Without the signs behind it.
fn without_sign(text: &str, place: Place) -> Option<&str> {
    let is_sign = |c: char| {
        matches!(c, '*' | '†' | '‡' | '§' | '※' | '＊' | '¹' | '²' | '³' | '\u{2070}' | '\u{2074}'..='\u{2079}' | '⁽' | '⁾' | 'ᵃ' | 'ᵇ' | 'ᶜ' | 'ᵈ' | 'ᵉ' | '①'..='⑳')
            || place == Place::Label && matches!(c, '#' | '^')
    };
    let bare = text.trim_end_matches(is_sign);
    (bare.len() < text.len()).then_some(bare)
}

/// Without a note's number or letter in brackets behind it: `(1)`, `[Note 2]`, `（注1）`.
fn without_bracket(text: &str, place: Place) -> Option<&str> {
    const BRACKETS: [(char, char); 5] = [('(', ')'), ('（', '）'), ('[', ']'), ('［', '］'), ('【', '】')];
    let close = text.chars().next_back()?;
    let (open, _) = BRACKETS.into_iter().find(|(_, closing)| *closing == close)?;
    let (head, inside) = text.strip_suffix(close)?.rsplit_once(open)?;
    names_note(inside, place).then(|| head.trim_end())
}

/// Whether what stands in brackets is the number, letter or name of a note.
fn names_note(inside: &str, place: Place) -> bool {
    let is_number = |text: &str| (1..=2).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    let is_letter = |byte: &u8| match place {
        Place::Meaning => matches!(byte, b'a'..=b'e' | b'A'..=b'E'),
        Place::Label => byte.is_ascii_alphabetic(),
    };
    let short = place == Place::Label && inside.len() == 2 && inside.bytes().all(|byte| byte.is_ascii_alphanumeric());
    if is_number(inside) || matches!(inside.as_bytes(), [letter] if is_letter(letter)) {
        return true;
    }
    if short && inside.bytes().any(|byte| byte.is_ascii_digit()) {
        return true;
    }
    let all_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    match inside.strip_prefix(['注', '註']) {
        Some(number) => all_digits(number.trim_start()),
        None => ["Note", "note", "NOTE"].iter().find_map(|word| inside.strip_prefix(word)).is_some_and(|number| {
            let number = number.trim_start();
            !number.is_empty() && all_digits(number)
        }),
    }
}

/// Without 注1 behind it.
fn without_word(text: &str) -> Option<&str> {
    let word = text.trim_end_matches(|c: char| c.is_ascii_digit());
    let digits = text.len() - word.len();
    let bare = word.trim_end().strip_suffix(['注', '註'])?;
    (1..=2).contains(&digits).then(|| bare.trim_end())
}
