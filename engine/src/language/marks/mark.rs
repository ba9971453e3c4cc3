//! Which footnote a mark names: behind a value or a header, and in front of the note that explains it. `¹`, `(1)`, `[1]`, `①` and
//! 注1 name the same one. A mark that is written otherwise names none.

use super::footnote::{Place, without_footnotes};

/// The footnotes that the marks at the end of a text name.
pub(crate) fn marks_behind(text: &str) -> impl Iterator<Item = String> {
    let (bare, _) = without_footnotes(text, Place::Meaning);
    let start = text.find(bare).map_or(text.len(), |start| start + bare.len());
    let mut rest = text.get(start..).unwrap_or_default().trim();
    std::iter::from_fn(move || {
        let (mark, behind) = first(rest)?;
        rest = behind.trim_start();
        Some(mark)
    })
}

/// The footnote that a line explains, and what it says of it: `* Estimate`, `(1) …`, `1) …`, `注1：…`.
pub(crate) fn explained_mark(line: &str) -> Option<(String, &str)> {
    let line = line.trim_start();
    if let Some((mark, said)) = first(line) {
        return Some((mark, said.trim_start_matches([':', '：', ' '])));
    }
    let end = line.find(|c: char| !c.is_ascii_alphanumeric())?;
    let (name, behind) = line.split_at_checked(end)?;
    let said = behind.strip_prefix([')', '.']).filter(|_| is_name(name))?;
    Some((name.to_ascii_lowercase(), said.trim_start()))
}

/// The mark with which a text begins, and what stands behind it.
fn first(text: &str) -> Option<(String, &str)> {
    // In code: signs of footnotes.
    const WORDS: [&str; 5] = ["注", "註", "Note", "note", "NOTE"];
    let c = text.chars().next()?;
    let while_is = |is: &dyn Fn(char) -> bool| text.split_at(text.find(|c| !is(c)).unwrap_or(text.len()));
    if matches!(c, '*' | '＊' | '†' | '‡' | '§' | '※') {
        let (run, rest) = while_is(&|next| next == c);
        return Some((run.replace('＊', "*"), rest));
    }
    if let Some(number) = circled(c) {
        return Some((number.to_string(), text.get(c.len_utf8()..)?));
    }
    if raised(c).is_some() {
        let (run, rest) = while_is(&|c| raised(c).is_some());
        let name: String = run.chars().filter_map(raised).filter(char::is_ascii_alphanumeric).collect();
        return is_name(&name).then_some((name, rest));
    }
    if let Some(close) =
        [('(', ')'), ('（', '）'), ('[', ']'), ('［', '］'), ('【', '】')].into_iter().find(|(open, _)| *open == c)
    {
        let (inside, rest) = text.get(c.len_utf8()..)?.split_once(close.1)?;
        let name = WORDS.iter().find_map(|word| inside.strip_prefix(word)).unwrap_or(inside).trim_matches(['^', ' ']);
        return is_name(name).then(|| (name.to_ascii_lowercase(), rest));
    }
    let behind = WORDS.iter().find_map(|word| text.strip_prefix(word))?.trim_start();
    let (number, rest) = behind.split_at(behind.find(|c: char| !c.is_ascii_digit()).unwrap_or(behind.len()));
    is_name(number).then(|| (number.to_owned(), rest))
}

/// Whether a footnote may be called so: by a number of one or two digits, or a letter.
fn is_name(name: &str) -> bool {
    let is_number = (1..=2).contains(&name.len()) && name.bytes().all(|byte| byte.is_ascii_digit());
    is_number || name.len() == 1 && name.bytes().all(|byte| byte.is_ascii_alphabetic())
}

/// The digit, letter or bracket that a raised character stands for.
fn raised(c: char) -> Option<char> {
    // In code: characters of Unicode.
    const PAIRS: [(char, char); 17] = [
        ('⁰', '0'),
        ('¹', '1'),
        ('²', '2'),
        ('³', '3'),
        ('⁴', '4'),
        ('⁵', '5'),
        ('⁶', '6'),
        ('⁷', '7'),
        ('⁸', '8'),
        ('⁹', '9'),
        ('ᵃ', 'a'),
        ('ᵇ', 'b'),
        ('ᶜ', 'c'),
        ('ᵈ', 'd'),
        ('ᵉ', 'e'),
        ('⁽', '('),
        ('⁾', ')'),
    ];
    PAIRS.into_iter().find(|(raised, _)| *raised == c).map(|(_, plain)| plain)
}

/// The number in a circle.
fn circled(c: char) -> Option<u32> {
    ('①'..='⑳').contains(&c).then(|| u32::from(c) - u32::from('①') + 1)
}
